/** What the server says in its own words, for the stand-in; a copy made from its texts. */
import type { Options, RulesSheet } from '../src/lib/protocol'

export const OPTIONS: Options = {
 "options": [
  {
   "name": "boot",
   "label": "Boot",
   "help": "What everyone puts into the pot before the cards are dealt.",
   "default": 1,
   "choices": null,
   "least": 1,
   "zero": false,
   "in_boots": false
  },
  {
   "name": "ace_run",
   "label": "Place of A-2-3",
   "help": "Where A-2-3 stands among the sequences.",
   "default": "top",
   "choices": [
    {
     "value": "top",
     "label": "highest sequence"
    },
    {
     "value": "second",
     "label": "second, below A-K-Q"
    },
    {
     "value": "lowest",
     "label": "lowest, below 4-3-2"
    },
    {
     "value": "none",
     "label": "not a sequence"
    }
   ],
   "least": 0,
   "zero": false,
   "in_boots": false
  },
  {
   "name": "top_trail",
   "label": "Highest trail",
   "help": "Three aces, or three threes as in Brag.",
   "default": "ace",
   "choices": [
    {
     "value": "ace",
     "label": "A-A-A"
    },
    {
     "value": "three",
     "label": "3-3-3"
    }
   ],
   "least": 0,
   "zero": false,
   "in_boots": false
  },
  {
   "name": "lowball",
   "label": "Lowest hand wins (muflis)",
   "help": "Turns the order of hands exactly upside down.",
   "default": false,
   "choices": [
    {
     "value": false,
     "label": "no"
    },
    {
     "value": true,
     "label": "yes"
    }
   ],
   "least": 0,
   "zero": false,
   "in_boots": false
  },
  {
   "name": "wild",
   "label": "Wild cards",
   "help": "Cards that may stand for any other card.",
   "default": "none",
   "choices": [
    {
     "value": "none",
     "label": "none"
    }
   ],
   "least": 0,
   "zero": false,
   "in_boots": false
  },
  {
   "name": "cards_dealt",
   "label": "Cards dealt",
   "help": "How many cards each player gets.",
   "default": 3,
   "choices": [
    {
     "value": 3,
     "label": "three"
    }
   ],
   "least": 0,
   "zero": false,
   "in_boots": false
  },
  {
   "name": "raise_factor",
   "label": "Highest raise",
   "help": "The highest bet as a multiple of the lowest; 0 for no limit.",
   "default": 2,
   "choices": null,
   "least": 2,
   "zero": true,
   "in_boots": false
  },
  {
   "name": "bet_steps",
   "label": "Bets",
   "help": "Any amount in the range, or only the lowest bet doubled.",
   "default": "any",
   "choices": [
    {
     "value": "any",
     "label": "any amount in the range"
    },
    {
     "value": "double",
     "label": "only doubled"
    }
   ],
   "least": 0,
   "zero": false,
   "in_boots": false
  },
  {
   "name": "blind_limit",
   "label": "Limit of blind bets",
   "help": "How many blind bets a player may make in a deal; 0 for no limit.",
   "default": 0,
   "choices": null,
   "least": 1,
   "zero": true,
   "in_boots": false
  },
  {
   "name": "max_seen_bet",
   "label": "Highest seen bet",
   "help": "In chips, even, at least twice the boot; blind bets go up to half of it; 0 for no limit.",
   "default": 0,
   "choices": null,
   "least": 1,
   "zero": true,
   "in_boots": true
  },
  {
   "name": "pot_limit",
   "label": "Pot limit",
   "help": "A pot of this many chips ends the deal and all hands left are shown; 0 for no limit.",
   "default": 0,
   "choices": null,
   "least": 1,
   "zero": true,
   "in_boots": true
  },
  {
   "name": "max_raises",
   "label": "Limit of raises",
   "help": "How many raises there may be in a deal; 0 for no limit.",
   "default": 0,
   "choices": null,
   "least": 1,
   "zero": true,
   "in_boots": false
  },
  {
   "name": "look",
   "label": "When to look",
   "help": "Only on your own turn, or at any time.",
   "default": "own_turn",
   "choices": [
    {
     "value": "own_turn",
     "label": "on your own turn"
    },
    {
     "value": "any_time",
     "label": "at any time"
    }
   ],
   "least": 0,
   "zero": false,
   "in_boots": false
  },
  {
   "name": "seen_may_show_blind",
   "label": "Seen may ask blind for a show",
   "help": "Whether a seen player may pay for a show against a blind one.",
   "default": false,
   "choices": [
    {
     "value": false,
     "label": "no"
    },
    {
     "value": true,
     "label": "yes"
    }
   ],
   "least": 0,
   "zero": false,
   "in_boots": false
  },
  {
   "name": "show_multiplier",
   "label": "Price of a show",
   "help": "The lowest bet once or twice.",
   "default": 1,
   "choices": [
    {
     "value": 1,
     "label": "the lowest bet"
    },
    {
     "value": 2,
     "label": "twice the lowest bet"
    }
   ],
   "least": 0,
   "zero": false,
   "in_boots": false
  },
  {
   "name": "show_tie",
   "label": "Equal hands at a show",
   "help": "Who takes the pot when both hands at a show are equal.",
   "default": "payer_loses",
   "choices": [
    {
     "value": "payer_loses",
     "label": "whoever paid loses"
    },
    {
     "value": "split",
     "label": "they share"
    }
   ],
   "least": 0,
   "zero": false,
   "in_boots": false
  },
  {
   "name": "side_show",
   "label": "Side shows",
   "help": "Whether players may compare their hands in private.",
   "default": true,
   "choices": [
    {
     "value": false,
     "label": "no"
    },
    {
     "value": true,
     "label": "yes"
    }
   ],
   "least": 0,
   "zero": false,
   "in_boots": false
  },
  {
   "name": "side_show_with",
   "label": "Side show with",
   "help": "Whom you may ask for a side show.",
   "default": "previous",
   "choices": [
    {
     "value": "previous",
     "label": "the player before you"
    },
    {
     "value": "any",
     "label": "any player"
    }
   ],
   "least": 0,
   "zero": false,
   "in_boots": false
  },
  {
   "name": "side_show_all_seen",
   "label": "All must be seen for a side show",
   "help": "Whether all players left must be seen, or only the two who compare.",
   "default": true,
   "choices": [
    {
     "value": false,
     "label": "no"
    },
    {
     "value": true,
     "label": "yes"
    }
   ],
   "least": 0,
   "zero": false,
   "in_boots": false
  },
  {
   "name": "side_show_min_players",
   "label": "Players for a side show",
   "help": "The fewest players left for a side show.",
   "default": 2,
   "choices": [
    {
     "value": 2,
     "label": "at least two"
    },
    {
     "value": 3,
     "label": "at least three"
    }
   ],
   "least": 0,
   "zero": false,
   "in_boots": false
  },
  {
   "name": "side_show_multiplier",
   "label": "Price of a side show",
   "help": "The lowest seen bet once or twice.",
   "default": 1,
   "choices": [
    {
     "value": 1,
     "label": "the lowest seen bet"
    },
    {
     "value": 2,
     "label": "twice the lowest seen bet"
    }
   ],
   "least": 0,
   "zero": false,
   "in_boots": false
  },
  {
   "name": "short_stack",
   "label": "Too few chips",
   "help": "What a player may do who cannot pay the lowest bet.",
   "default": "pack",
   "choices": [
    {
     "value": "pack",
     "label": "look or pack only"
    },
    {
     "value": "cover",
     "label": "may cover with all chips"
    }
   ],
   "least": 0,
   "zero": false,
   "in_boots": false
  },
  {
   "name": "lone_blind",
   "label": "Last player is blind",
   "help": "What happens when all others pack to a blind player.",
   "default": "wins",
   "choices": [
    {
     "value": "wins",
     "label": "wins the pot"
    }
   ],
   "least": 0,
   "zero": false,
   "in_boots": false
  }
 ],
 "presets": [
  {
   "name": "classic",
   "title": "Traditional",
   "summary": "The game as families play it: raises up to double, no limit on blind bets, shows and side shows as handed down.",
   "rules": {}
  },
  {
   "name": "club",
   "title": "Like the phone games",
   "summary": "What the well-known apps play: bets only double, four blind bets at most, and a limit on bets and on the pot.",
   "rules": {
    "ace_run": "second",
    "bet_steps": "double",
    "look": "any_time",
    "blind_limit": 4,
    "max_seen_bet": 128,
    "pot_limit": 1024,
    "side_show_all_seen": false,
    "side_show_min_players": 3,
    "short_stack": "cover"
   }
  },
  {
   "name": "muflis",
   "title": "Muflis",
   "summary": "The traditional game turned upside down: the lowest hand wins.",
   "rules": {
    "lowball": true
   }
  }
 ],
 "bots": [
  {
   "style": "tight",
   "title": "Tight"
  },
  {
   "style": "caller",
   "title": "Caller"
  },
  {
   "style": "maniac",
   "title": "Maniac"
  }
 ],
 "classes": {
  "trail": {
   "name": "Trail",
   "meaning": "three cards of one rank"
  },
  "pure_sequence": {
   "name": "Pure sequence",
   "meaning": "three cards in sequence, all of one suit"
  },
  "sequence": {
   "name": "Sequence",
   "meaning": "three cards in sequence, not all of one suit"
  },
  "colour": {
   "name": "Colour",
   "meaning": "three cards of one suit, no sequence"
  },
  "pair": {
   "name": "Pair",
   "meaning": "two cards of one rank"
  },
  "high_card": {
   "name": "High card",
   "meaning": "none of the other classes"
  }
 },
 "errors": {
  "bad_card": "That is not a card. Write a rank of 23456789TJQKA and a suit of c, d, h or s, such as As or Td.",
  "wrong_card_count": "That is the wrong number of cards. Give exactly as many as the rules deal to a hand.",
  "duplicate_card": "The same card is there twice. Each card exists only once, so change one of them.",
  "unknown_preset": "There are no house rules of that name. Choose one from the list.",
  "unknown_option": "There is no option of that name. Check the spelling or choose one from the list.",
  "bad_option_value": "The option does not take that value. Choose one of the values offered.",
  "options_conflict": "These options do not go together. The highest seen bet, for instance, must be even and at least twice the boot. Change one of them.",
  "bad_player_count": "That is too few or too many players. There must be at least two, and one deck must be enough for all.",
  "bad_stack": "A stack must be a whole number of chips and at least the boot. Change the stack or the boot.",
  "unreadable": "This action cannot be read. Check how it is written.",
  "no_such_player": "There is no such player in this deal. Choose one who was dealt in.",
  "deal_over": "The deal is over. You can still show your own hand; otherwise wait for the next deal.",
  "deal_not_over": "That is possible only after the deal. Wait until it is over.",
  "comparison_due": "Hands are being compared. Wait for the dealer to say who is best.",
  "no_comparison_due": "No hands are being compared now, so nobody can be named best. Go on playing.",
  "bad_best": "The best hand must be among those compared, and players tied so far are named all or not at all. Name the best again.",
  "not_your_turn": "It is not your turn. Wait until it is.",
  "not_left": "This player has packed or covered and has no more turns in this deal. Wait for the next deal.",
  "already_seen": "You have looked at your cards already. Choose another action.",
  "answer_first": "A side show is open. The player asked must accept or refuse first.",
  "no_side_show_open": "No side show is open, so there is nothing to accept or refuse. Choose another action.",
  "bad_amount": "An amount must be a whole number of chips above zero. Enter such a number.",
  "bet_too_low": "That bet is too low. Bet at least the lowest amount offered, or pack.",
  "bet_too_high": "That bet is too high. Bet at most the highest amount offered.",
  "bet_not_a_step": "At this table bets only double. Choose one of the amounts offered.",
  "too_few_chips": "You do not have enough chips for that. Choose something that costs less, or pack.",
  "blind_limit": "You have made all the blind bets allowed. Look at your cards or pack.",
  "show_needs_two": "A show needs exactly two players left. Bet or pack for now.",
  "show_facing_blind": "A seen player may not ask a blind player for a show. Bet or pack.",
  "side_show_off": "There are no side shows at this table. Choose another action.",
  "side_show_too_few": "Too few players are left for a side show. Choose another action.",
  "side_show_not_seen": "A player who must be seen for a side show is still blind. Choose another action.",
  "side_show_wrong_player": "You cannot ask that player for a side show. Ask one of the players offered.",
  "side_show_not_bet": "The player asked has not bet in this deal yet, so there can be no side show. Choose another action.",
  "cover_off": "Covering is not allowed at this table. Choose another action.",
  "cover_not_short": "You may cover only when you cannot pay the lowest bet. Bet or pack.",
  "hand_mismatch": "These are not the cards that the player holds. Show the cards that were dealt.",
  "deal_running": "That is not possible during a deal. Wait until it is over.",
  "no_deal_running": "No deal is running. Start one first.",
  "no_such_seat": "The table has no such seat. Choose one of its seats.",
  "seat_taken": "Somebody sits there already. Choose a free seat.",
  "seat_empty": "Nobody sits there. Choose a seat that is taken.",
  "already_seated": "You have a seat already. Leave it before you take another.",
  "already_sitting_out": "This seat is sitting out already. Nothing needs to be done.",
  "not_sitting_out": "This seat is not sitting out. It is in the game already.",
  "already_leaving": "This seat will be free at the end of the deal. Nothing needs to be done.",
  "too_few_to_deal": "At least two players must have the boot. Wait for another player or give out chips.",
  "bad_deck": "A deck has 52 different cards. Use a complete deck.",
  "dealer_due": "The first dealer must be drawn by lot among those dealt in. Draw the dealer first.",
  "not_text": "The file is not UTF-8 text. Save it as UTF-8 and try again.",
  "too_long": "A line or the file is longer than any real deal. Check that it is the right file.",
  "bad_syntax": "The file is not valid TOML or JSON. Correct it at the place named.",
  "missing_field": "The file lacks a required field. Add it.",
  "unknown_field": "The file has a field that the format does not know. Remove it, or begin its name with an underscore.",
  "bad_field": "A field of the file has a wrong value. Correct it.",
  "bad_dealing": "A dealing line is wrong, late or there twice. All dealing lines come first, one for each player.",
  "stacks_disagree": "The final stacks in the file are not what the deal ends with. Correct them or leave them out.",
  "bad_events": "These saved data do not come from this game. Check that it is the right file."
 }
}

export const SHEET: RulesSheet = {
 "lang": "en",
 "title": "Teen Patti: the rules of this table",
 "subtitle": "Like the phone games · boot of 10 chips",
 "sections": [
  {
   "key": "table",
   "heading": "This table",
   "blocks": [
    {
     "text": "What the well-known apps play: bets only double, four blind bets at most, and a limit on bets and on the pot.",
     "kind": "paragraph"
    }
   ]
  },
  {
   "key": "aim",
   "heading": "The game",
   "blocks": [
    {
     "text": "The pot goes to the last player who has not packed, or to the best hand when hands are shown.",
     "kind": "paragraph"
    },
    {
     "text": "A player who has not looked at their cards is blind; one who has looked is seen. The stake is what a blind player pays to stay in. A seen player pays twice as much.",
     "kind": "paragraph"
    },
    {
     "text": "2 to 17 players can play; four to seven is best.",
     "kind": "paragraph"
    }
   ]
  },
  {
   "key": "ranking",
   "heading": "Which hand wins",
   "blocks": [
    {
     "text": "The highest hand wins. Any hand of a class beats any hand of the classes below it:",
     "kind": "paragraph"
    },
    {
     "header": [
      "Hand",
      "What it is",
      "Best",
      "Worst"
     ],
     "rows": [
      [
       "Trail",
       "three cards of one rank",
       "A♠ A♥ A♦",
       "2♠ 2♥ 2♦"
      ],
      [
       "Pure sequence",
       "three cards in sequence, all of one suit",
       "A♠ K♠ Q♠",
       "4♠ 3♠ 2♠"
      ],
      [
       "Sequence",
       "three cards in sequence, not all of one suit",
       "A♠ K♥ Q♦",
       "4♠ 3♥ 2♦"
      ],
      [
       "Colour",
       "three cards of one suit, no sequence",
       "A♠ K♠ J♠",
       "5♠ 3♠ 2♠"
      ],
      [
       "Pair",
       "two cards of one rank",
       "A♠ A♥ K♦",
       "2♠ 2♥ 3♦"
      ],
      [
       "High card",
       "none of the other classes",
       "A♠ K♥ J♦",
       "5♠ 3♥ 2♦"
      ]
     ],
     "numeric": false,
     "kind": "table"
    },
    {
     "text": "Cards rank A (high), K, Q, J, 10 and so on down to 2. Suits do not rank.",
     "kind": "paragraph"
    },
    {
     "items": [
      "Colour and high card: the highest card decides, then the second, then the lowest. Pair: the rank of the pair decides, then the third card.",
      "A-K-Q is the highest sequence and A-2-3 the second. 2-A-K is not a sequence.",
      "A-A-A is the highest trail, 2-2-2 the lowest."
     ],
     "kind": "bullets"
    },
    {
     "text": "Sequences of either kind, best first: A-K-Q, A-2-3, K-Q-J, Q-J-10, J-10-9, 10-9-8, 9-8-7, 8-7-6, 7-6-5, 6-5-4, 5-4-3, 4-3-2.",
     "kind": "paragraph"
    }
   ]
  },
  {
   "key": "deal",
   "heading": "The deal",
   "blocks": [
    {
     "items": [
      "52 cards without jokers, shuffled afresh for every deal. No card is wild.",
      "Before the cards are dealt, every player puts a boot of 10 chips into the pot. The boot is the first stake.",
      "Each player gets three cards face down, one at a time, starting at the dealer's left.",
      "The player to the dealer's left acts first. Turns go clockwise for as long as it takes.",
      "What the players have put in is never made equal."
     ],
     "kind": "bullets"
    }
   ]
  },
  {
   "key": "turn",
   "heading": "Your turn",
   "blocks": [
    {
     "items": [
      "On your turn you bet (chaal) or pack; when the rules below allow it, you may ask for a show or a side show instead.",
      "You may look at your cards at any time until the deal ends. Looking never moves the turn.",
      "Once you have looked you are seen for the rest of the deal and pay seen prices at once.",
      "A blind player bets from 1 to 2 times the stake, a seen player from 2 to 4 times.",
      "At the start, in chips: blind 10 / 20; seen 20 / 40.",
      "Bets only double: the lowest bet times 1, 2, 4 and so on, as far as the limits allow.",
      "A blind bet is the new stake; half of a seen bet is the new stake.",
      "No bet goes above the limit: 1,280 for a seen player, 640 for a blind one.",
      "There may be any number of raises.",
      "After 4 blind bets of your own in a deal you can no longer play blind: look or pack.",
      "Packing costs nothing more. What you have put in stays in the pot."
     ],
     "kind": "bullets"
    }
   ]
  },
  {
   "key": "show",
   "heading": "Show",
   "blocks": [
    {
     "items": [
      "Only with exactly two players left: the one on turn may pay for a show.",
      "A show costs a blind player the stake and a seen player twice the stake: at the start 10 and 20.",
      "A blind player pays the blind price whatever the other player is, and looks only after paying.",
      "A seen player may not ask a blind one for a show: bet or pack.",
      "Both hands are shown to all. The better one takes the pot.",
      "If the hands are equal, the player who paid for the show loses."
     ],
     "kind": "bullets"
    }
   ]
  },
  {
   "key": "side_show",
   "heading": "Side show",
   "blocks": [
    {
     "items": [
      "On your turn you may pay and ask another player to compare hands in private: a side show.",
      "Only the two who compare need to be seen; others may still be blind.",
      "At least three players must be left.",
      "You may ask only the nearest player left on your right. That player must be seen and have bet in this deal; a blind player is never skipped.",
      "Paying for a side show counts as having bet; the boot does not.",
      "A side show costs twice the stake, at the start 20. It is no raise: the stake stays as it is.",
      "The player asked can only accept or refuse. No answer in time is a refusal.",
      "Accepted: the two see each other's hands, nobody else does. The weaker hand packs at once; if they are equal, the player who asked packs.",
      "Either way the payment stays in the pot, and the turn goes to the next player left after the one who asked."
     ],
     "kind": "bullets"
    }
   ]
  },
  {
   "key": "end",
   "heading": "How a deal ends",
   "blocks": [
    {
     "items": [
      "When all but one have packed, the last player wins the pot, whatever the cards, and no hand has to be shown.",
      "A blind player wins in the same way.",
      "As soon as 10,240 chips or more are in the pot, the deal ends: all players left show their hands, blind ones too. The best hand wins; equal best hands share.",
      "Every payment counts, the boots too. A bet is never cut to fit the limit.",
      "A paid show remains a show even if the payment fills the pot.",
      "If the payment for a side show fills the pot, there is no side show: all players left show their hands.",
      "All pots count together for the limit, covered ones too.",
      "A shared pot is divided equally. Odd chips go one each to the winners in order from the dealer's left.",
      "After the deal you may look at your own cards in private or show them to all. Nobody else's cards are ever opened."
     ],
     "kind": "bullets"
    }
   ]
  },
  {
   "key": "short",
   "heading": "Too few chips",
   "blocks": [
    {
     "items": [
      "A player who cannot pay the lowest bet may look, pack, or cover: put in all the chips that are left, even none.",
      "A player at the limit of blind bets must look before covering.",
      "All chips of the newest pot, the coverer's too, become the coverer's covered pot. Later payments go into a new pot; the stake stays as it is.",
      "A player who covers has no more turns, may not look and no longer counts as left. If only one other player is left, betting ends at once.",
      "The winner of the newest pot then meets the player who covered last, for that player's covered pot; the winner of that meets the one who covered before, and so on. Hands compared are shown to all.",
      "If the hands are equal, the player who covered loses.",
      "Winners who tied for the newest pot go on together and share.",
      "A covered hand stays in play if its owner leaves.",
      "A player who can pay the lowest bet but not a show or side show simply cannot ask for it."
     ],
     "kind": "bullets"
    }
   ]
  },
  {
   "key": "leaving",
   "heading": "Leaving and time",
   "blocks": [
    {
     "items": [
      "A player with less than the boot is not dealt in.",
      "You may leave at any moment. During a deal that is packing at once; what you have put in stays in the pot.",
      "If either player of an open side show leaves, the side show lapses, the payment stays and the turn goes on.",
      "Running out of time on your turn is packing."
     ],
     "kind": "bullets"
    }
   ]
  },
  {
   "key": "dealer",
   "heading": "The dealer",
   "blocks": [
    {
     "items": [
      "The first dealer is drawn by lot.",
      "For each new deal the dealer's place moves clockwise to the next player who is dealt in.",
      "If fewer than two players have the boot, there is no deal."
     ],
     "kind": "bullets"
    }
   ]
  },
  {
   "key": "prices",
   "heading": "Price card",
   "blocks": [
    {
     "text": "All amounts in chips.",
     "kind": "paragraph"
    },
    {
     "header": [
      "Stake",
      "Blind bet",
      "Seen bet",
      "Show, blind",
      "Show, seen",
      "Side show"
     ],
     "rows": [
      [
       "10",
       "10 / 20",
       "20 / 40",
       "10",
       "20",
       "20"
      ],
      [
       "20",
       "20 / 40",
       "40 / 80",
       "20",
       "40",
       "40"
      ],
      [
       "40",
       "40 / 80",
       "80 / 160",
       "40",
       "80",
       "80"
      ],
      [
       "80",
       "80 / 160",
       "160 / 320",
       "80",
       "160",
       "160"
      ],
      [
       "160",
       "160 / 320",
       "320 / 640",
       "160",
       "320",
       "320"
      ],
      [
       "320",
       "320 / 640",
       "640 / 1,280",
       "320",
       "640",
       "640"
      ],
      [
       "640",
       "640",
       "1,280",
       "640",
       "1,280",
       "1,280"
      ]
     ],
     "numeric": true,
     "kind": "table"
    }
   ]
  }
 ],
 "footer": "Play chips only, no cash value."
}
