// What the browser's checker makes of the lines of a file, one answer a line: node agreement.mjs decks|verdicts FILE
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { drawn, transcriptOf } from '../../web/src/lib/fair/deal.ts'
import { checkFiles } from '../../web/src/lib/fair/files.ts'
import { hex, unhex } from '../../web/src/lib/fair/hashes.ts'
import { CARDS, prepared } from '../../web/src/lib/fair/shuffle.ts'

const answers = {
  /** A shuffle and a server's seed: its deck, root, choice and lot. */
  decks({ seed, shuffle }) {
    const { deck, root } = prepared(unhex(seed), transcriptOf(shuffle))
    const full = { ...shuffle, roots: Array(8).fill(hex(root)) }
    return `${deck.map((card) => CARDS[card]).join('')} ${hex(root)} ${hex(drawn(full))}`
  },
  /** A file as text: what does not hold. */
  verdicts(text) {
    const { fault } = checkFiles([['file', Buffer.from(text, 'latin1')]])[0]
    return fault ? `${fault.code} ${fault.field}` : 'holds'
  },
}

const [answer, file] = process.argv.slice(2)
for await (const line of createInterface({ input: createReadStream(file) })) console.log(answers[answer](JSON.parse(line)))
