// Written by scripts/protocol.py from the server's messages and bodies. Change those and run it again.

export const VERSION = 1

export type Language = 'en' | 'hi' | 'de' | 'ru' | 'id'
export type Option = boolean | number | string
/** What happened, for animation and the live region. */
export type GameEvent = { kind: string; [field: string]: unknown }

// What the browser asks for, without the id, which the connection adds.

/** Look at one's cards (R7). Under look any_time ``turn`` is not minded. */
export interface See {
  t: 'see'
  deal: number
  turn: number
}

/** Put chips in now. */
export interface Bet {
  t: 'bet'
  amount: number
  deal: number
  turn: number
}

/** Give up the hand. */
export interface Pack {
  t: 'pack'
  deal: number
  turn: number
}

/** Pay for the show (R9). */
export interface Show {
  t: 'show'
  deal: number
  turn: number
}

/** Pay and ask the player at ``seat`` for a side show (R13). */
export interface Side {
  t: 'side'
  seat: number
  deal: number
  turn: number
}

/** Accept a side show. */
export interface Accept {
  t: 'accept'
  deal: number
  turn: number
}

/** Refuse a side show. */
export interface Refuse {
  t: 'refuse'
  deal: number
  turn: number
}

/** Put in all one has (R16). */
export interface Cover {
  t: 'cover'
  deal: number
  turn: number
}

/** Leave the running deal, keeping the seat (R18). */
export interface LeaveDeal {
  t: 'leave_deal'
  deal: number
}

/** After the deal show one's own hand to all (R8). */
export interface ShowHand {
  t: 'show_hand'
  deal: number
}

/** After the deal look at one's own cards, in private (R8). */
export interface LookAfter {
  t: 'look_after'
  deal: number
}

/** Seen enough of the result of ``deal``; when all have tapped, the next begins at once. */
export interface Ready {
  t: 'ready'
  deal: number
}

/** Agree, or no longer, to call the deal off; all left must, then each gets back what he paid. */
export interface CallOff {
  t: 'call_off'
  agree?: boolean
  deal: number
}

/** Remind the player to act, 20 s into his turn at the earliest. */
export interface Nudge {
  t: 'nudge'
  deal: number
  turn: number
}

/** Take an empty seat, or between deals change to it. */
export interface Sit {
  t: 'sit'
  seat: number
}

/** Give up the seat; in a deal this packs at once (R18). */
export interface Stand {
  t: 'stand'
}

/** Not to be dealt in until further notice. */
export interface SitOut {
  t: 'sit_out'
}

/** To be dealt in again. */
export interface SitIn {
  t: 'sit_in'
}

/** Between deals take chips up to the starting chips, where the host allows it. */
export interface Rebuy {
  t: 'rebuy'
}

/** A line of chat. */
export interface Say {
  t: 'say'
  text: string
}

/** One of the quick reactions. */
export interface React {
  t: 'react'
  reaction: 'clap' | 'laugh' | 'wow' | 'cry' | 'think' | 'fire' | 'heart' | 'namaste'
}

/** Another name, avatar (one emoji, or empty for initials) and language at this table. */
export interface Rename {
  t: 'rename'
  name: string
  avatar?: string
  language?: Language
}

/** «I was here»: ask for the seat of a person who lost his browser. */
export interface Claim {
  t: 'claim'
  seat: number
}

/** Begin the first deal; others follow by themselves. */
export interface Start {
  t: 'start'
}

/** Stop the clocks; no deal begins. */
export interface Pause {
  t: 'pause'
}

/** Go on. */
export interface Resume {
  t: 'resume'
}

/** Let a waiting guest in, or not. */
export interface Approve {
  t: 'approve'
  guest: string
  yes?: boolean
}

/** Give a claimed seat to the guest who claims it, or not; all see it. */
export interface AnswerClaim {
  t: 'answer_claim'
  guest: string
  yes?: boolean
}

/** Remove a guest; he cannot come back by the link. */
export interface Kick {
  t: 'kick'
  guest: string
}

/** Seat a bot of a style; always labelled. */
export interface AddBot {
  t: 'add_bot'
  style: string
  seat?: number | null
}

/** Remove the bot at a seat; in a deal it packs at once. */
export interface RemoveBot {
  t: 'remove_bot'
  seat: number
}

/** Between deals give a seat chips, or take some back. */
export interface GiveChips {
  t: 'give_chips'
  seat: number
  chips: number
}

/** Other house rules from the next deal. */
export interface SetRules {
  t: 'set_rules'
  rules: Record<string, Option>
}

/** Change settings; absent ones stay. */
export interface SetSettings {
  t: 'set_settings'
  name?: string | null
  clock?: number | null
  spectators?: boolean | null
  approval?: boolean | null
  starting_chips?: number | null
  rebuy?: boolean | null
  call_link?: string | null
}

/** Between deals exchange two seats. */
export interface ChangePlaces {
  t: 'change_places'
  seat: number
  other: number
}

/** Make another guest the host. */
export interface HandOver {
  t: 'hand_over'
  guest: string
}

/** Announce how many more deals will be dealt; 0 takes it back. */
export interface LastDeals {
  t: 'last_deals'
  count: number
}

/** On a table without clock, pack the player on turn who has been disconnected for 60 s. */
export interface PackFor {
  t: 'pack_for'
  deal: number
  turn: number
}

/** Close the table when the running deal is over; it can be opened again. */
export interface Close {
  t: 'close'
}

export type Command = See | Bet | Pack | Show | Side | Accept | Refuse | Cover | LeaveDeal | ShowHand | LookAfter | Ready | CallOff | Nudge | Sit | Stand | SitOut | SitIn | Rebuy | Say | React | Rename | Claim | Start | Pause | Resume | Approve | AnswerClaim | Kick | AddBot | RemoveBot | GiveChips | SetRules | SetSettings | ChangePlaces | HandOver | LastDeals | PackFor | Close

/** The first message of a socket: which room, and the protocol the page speaks. */
export interface Hello {
  t: 'hello'
  room: string
  version?: number
  language?: Language
  shuffles?: boolean
}

/** Asks for a :class:`Pong` with the same number, so that a page can tell a dead socket. */
export interface Ping {
  t: 'ping'
  n?: number
}

/** A page's first part in a shuffle: hashes of the value and of the choice that it has drawn for it. This and :class:`Reveal` are of the page and not of its person. They get no answer; a page that does not see its part in the next :class:`ShuffleState` may send it again. */
export interface Commit {
  t: 'commit'
  deal: number
  number: number
  value: string
  choice: string
}

/** What a page has committed to: its value, when all have committed; its choice, when the roots are published. */
export interface Reveal {
  t: 'reveal'
  deal: number
  number: number
  kind: 'value' | 'choice'
  secret: string
}

// What the server sends.

/** A person or bot at the table. */
export interface Member {
  guest: string
  name: string
  avatar: string
  bot: string | null
  online: boolean
  role: 'player' | 'spectator' | 'waiting'
  seat: number | null
  away: boolean
  claims: number | null
}

/** One seat of the table. */
export interface SeatState {
  seat: number
  guest: string | null
  chips: number
  sitting_out: boolean
  leaving: boolean
}

/** One player of the deal, as all may know him, in playing order. */
export interface PlayerState {
  seat: number
  stack: number | null
  paid: number
  seen: boolean
  packed: boolean
  covered: boolean
  shown: string | null
  hand_class: string | null
  won: number
}

/** An open side show. */
export interface SideState {
  asker: number
  target: number
}

/** The running or last deal, as all may know it. */
export interface DealState {
  number: number
  turn_number: number
  turn: number | null
  left_ms: number | null
  clock_ms: number | null
  bank_ms: number
  players: PlayerState[]
  pot: number
  covers: [number, number][]
  price: number
  side: SideState | null
  over: boolean
  ended_by: 'pack' | 'show' | 'limit' | 'cover' | 'called_off' | null
  winners: number[]
  call_off: number[]
}

/** One line of the score sheet. */
export interface ScoreLine {
  guest: string
  name: string
  given: number
  won: number
  net: number
  deals: number
}

/** What the host decided for the table. */
export interface SettingsState {
  name: string
  tab: boolean
  starting_chips: number
  clock: number
  answer_clock: number
  spectators: boolean
  approval: boolean
  rebuy: boolean
  call_link: string
}

/** What one of those who take part in a shuffle has published so far. */
export interface ShufflePart {
  seat: number
  kind: 'house' | 'bot' | 'person'
  commits: [string, string] | null
  value: string | null
  choice: string | null
}

/** A shuffle under way. Its fields are those of ``record.shuffle`` in the proof file; see docs/fairness.md. */
export interface ShuffleState {
  deal: number
  chain: string
  number: number
  link: string
  commitments: string[]
  next_link: string
  parts: ShufflePart[]
  roots: string[]
  stage: 'commit' | 'value' | 'choice'
}

/** What a page keeps to compare proofs with. */
export interface FairState {
  table: string
  tip: string
  deal: number | null
  fingerprint: string | null
}

/** The room as everybody in it may know it. */
export interface RoomState {
  room: string
  host: string
  phase: 'waiting' | 'shuffling' | 'playing' | 'between' | 'closed'
  paused: boolean
  settings: SettingsState
  preset: string | null
  rules: Record<string, Option>
  next_rules: Record<string, Option> | null
  closing: boolean
  members: Member[]
  seats: SeatState[]
  dealer: number | null
  deal: DealState | null
  next_deal_ms: number | null
  ready: number[]
  last_deals: number | null
  score: ScoreLine[]
  shuffle: ShuffleState | null
  fair: FairState | null
}

/** What you may do now; prices in chips. */
export interface LegalState {
  see: boolean
  pack: boolean
  bet: [number, number | null] | null
  steps: number[] | null
  show: number | null
  side: number | null
  side_seats: number[]
  cover: number | null
  accept: boolean
  refuse: boolean
  leave: boolean
}

/** What belongs to this viewer alone. */
export interface You {
  guest: string
  host: boolean
  seat: number | null
  hand: string | null
  hand_class: string | null
  knows: [number, string][]
  legal: LegalState | null
  may_look_after: boolean
  may_show_hand: boolean
  invite: string | null
}

/** A line of chat said before. */
export interface ChatLine {
  guest: string
  name: string
  text: string
}

/** What happened, and the room after it. The first update of a socket has no events. ``seq`` only grows, but not always by one: what is private to others takes a number too. */
export interface Update {
  t: 'update'
  seq: number
  events: GameEvent[]
  room: RoomState
  you: You
  chat: ChatLine[]
}

/** The command ``id`` is committed; ``seq`` is the update that shows it. */
export interface Ack {
  t: 'ack'
  id: string
  seq: number
}

/** The command ``id`` (None: a message that could not be read) changed nothing. ``message`` is in the reader's language. */
export interface Refusal {
  t: 'refusal'
  id: string | null
  code: string
  message: string
}

/** The answer to a ping. */
export interface Pong {
  t: 'pong'
  n: number
}

/** The server ends this socket. ``again``: the page should try again by itself. */
export interface Bye {
  t: 'bye'
  reason: 'kicked' | 'closed' | 'replaced' | 'restarting' | 'too_slow' | 'too_many' | 'not_a_member' | 'old_page'
  again: boolean
}

export type ServerMessage = Update | Ack | Refusal | Pong | Bye
export type Reaction = React['reaction']
export type ByeReason = Bye['reason']

// Bodies of REST requests and answers.

/** Who comes here for the first time with this browser. */
export interface NewSession {
  name: string
  avatar?: string
  language?: Language
}

/** What changes; absent fields stay. */
export interface ChangeMe {
  name?: string | null
  avatar?: string | null
  language?: Language | null
}

/** A table to host; the defaults are those of hosting with one tap. */
export interface NewTable {
  name?: string | null
  preset?: string
  rules?: Record<string, Option>
  boot?: number
  starting_chips?: number
  tab?: boolean
  clock?: number
  spectators?: boolean
  approval?: boolean
  rebuy?: boolean
  seats?: number | null
  bots?: string[]
  sheet?: string
}

/** A table against bots alone. */
export interface NewPractice {
  style?: string | null
  bots?: number
  preset?: string
  rules?: Record<string, Option>
  boot?: number
}

/** A link for one guest. */
export interface NewPersonalLink {
  name: string
  language?: Language
  simple?: boolean
}

/** Whose rules to write out. */
export interface SheetWanted {
  preset?: string
  rules?: Record<string, Option>
  lang?: Language
}

/** Options saved under a name. */
export interface HouseRules {
  name: string
  preset?: string
  rules?: Record<string, Option>
}

/** A recovery code, as it was noted. */
export interface RecoveryCode {
  code: string
}

/** What went wrong in a page. Only its kind and place are kept, and nothing that looks like cards. */
export interface ClientError {
  message: string
  where?: string
}

/** Every refusal: a code for programs and a sentence for people, in their language. */
export interface Problem {
  code: string
  message: string
}

/** The guest of this browser. ``guest`` is public, no secret. */
export interface Me {
  guest: string
  name: string
  avatar: string
  language: Language
}

/** A new table and its link. */
export interface NewTableMade {
  room: string
  invite: string
  link: string
}

/** The room to open a socket for. */
export interface RoomEntered {
  room: string
}

/** All that a link tells before a tap. A personal link also says what its host chose for the guest. */
export interface InvitePreview {
  table: string
  host: string
  name: string | null
  language: Language | null
  simple: boolean
}

/** One of my tables. */
export interface RoomInfo {
  room: string
  table: string
  host: string
  phase: string
  deals: number
  is_host: boolean
}

/** A link to give to somebody. */
export interface Link {
  link: string
}

/** One finished deal in the list of a table. */
export interface FinishedDeal {
  deal: number
  at: number
  players: string[]
  winners: string[]
  pot: number
  ended_by: string
  net: number | null
}

/** One line of the score sheet. */
export interface Score {
  guest: string
  name: string
  given: number
  won: number
  net: number
  deals: number
}

/** What one finished deal did to the score sheet. */
export interface ScoreChange {
  deal: number
  at: number
  net: Record<string, number>
}

/** One value of an option. */
export interface Choice {
  value: Option
  label: string
}

/** What a form says about one option. ``choices`` null: any whole number of at least ``least``, or 0 where ``zero``. */
export interface OptionInfo {
  name: string
  label: string
  help: string
  default: Option
  choices: Choice[] | null
  least: number
  zero: boolean
  in_boots: boolean
}

/** What a preset is called, and what it changes from the defaults, amounts in boots. */
export interface PresetInfo {
  name: string
  title: string
  summary: string
  rules: Record<string, Option>
}

/** A style of bots. */
export interface BotStyle {
  style: string
  title: string
}

/** A class of hands. */
export interface ClassInfo {
  name: string
  meaning: string
}

/** Everything a page needs to speak about rules in one language. */
export interface Options {
  options: OptionInfo[]
  presets: PresetInfo[]
  bots: BotStyle[]
  classes: Record<string, ClassInfo>
  errors: Record<string, string>
}

/** Running text. */
export interface SheetParagraph {
  kind: 'paragraph'
  text: string
}

/** A list of sentences. */
export interface SheetBullets {
  kind: 'bullets'
  items: string[]
}

/** A table with one header row; ``numeric`` where its cells are amounts. */
export interface SheetTable {
  kind: 'table'
  header: string[]
  rows: string[][]
  numeric: boolean
}

/** A heading and what stands under it. */
export interface SheetSection {
  key: string
  heading: string
  blocks: (SheetParagraph | SheetBullets | SheetTable)[]
}

/** The rules of one table in words. */
export interface RulesSheet {
  lang: Language
  title: string
  subtitle: string
  sections: SheetSection[]
  footer: string
}

/** A recovery code; shown once. */
export interface NewCode {
  code: string
}

/** The tunnel that the host started. */
export interface TunnelInfo {
  name: string
  state: 'starting' | 'up' | 'down' | 'missing'
  url: string | null
  message: string
}

/** Where people reach this server, the address in links first. */
export interface ReachInfo {
  urls: string[]
  tunnel: TunnelInfo | null
}

/** Chances of a hand against random ones, as many as ``opponents`` left. */
export interface Odds {
  opponents: number
  win: number
  tie: number
  lose: number
  exact: boolean
}
