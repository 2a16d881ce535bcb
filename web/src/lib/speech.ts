/** Cards, hands and reasons in words. */
import { arrange, type CardFace, type Reason } from './cards'
import { t, type Key } from './i18n.svelte'

export const rankName = (rank: string): string => ('TJQKA'.includes(rank) ? t(`rank.${rank}` as Key) : rank)

/** Queens and numbers have forms of their own, for languages where words agree. */
const formOf = (rank: string): Key => (rank === 'Q' ? 'card.queen' : 'AKJ'.includes(rank) ? 'card.name' : 'card.number')

export const cardName = (card: CardFace): string => t(formOf(card.rank), { rank: rankName(card.rank), suit: t(`suit.${card.suit}` as Key) })

export const handWords = (cards: CardFace[]): string => arrange(cards).map(cardName).join(', ')

export const className = (hand: string | null | undefined): string => (hand ? t(`class.${hand}` as Key) : '')

export function reasonWords(reason: Reason | null, lowball: boolean): string {
  if (!reason) return ''
  switch (reason.kind) {
    case 'class':
      return t(lowball ? 'why.class_low' : 'why.class', { a: className(reason.winner), b: className(reason.loser) })
    case 'rank':
      return t('why.rank', { hand: className(reason.hand), a: rankName(reason.winner.rank), b: rankName(reason.loser.rank) })
    case 'run':
      return t(lowball ? 'why.run_low' : 'why.run', { hand: className(reason.hand) })
    case 'equal':
      return t('why.equal')
  }
}
