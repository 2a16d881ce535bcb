// What a browser loads before the first screen and before the table, gzipped. Fails when it is over the budget.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const BUDGET = 90 * 1024
const folder = process.argv[2] ?? new URL('../dist', import.meta.url).pathname
const assets = readdirSync(join(folder, 'assets'))
const size = (file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length
const imports = (file) => [...readFileSync(join(folder, 'assets', file), 'utf8').matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)].map(([, name]) => name)

/** A script with all that it needs at once; styles carry the name of their script. */
function closure(entries) {
  const found = new Set()
  const visit = (file) => {
    if (found.has(file)) return
    found.add(file)
    if (file.endsWith('.js')) {
      imports(file).forEach(visit)
      const style = assets.find((name) => name.endsWith('.css') && name.split('-')[0] === file.split('-')[0])
      if (style) visit(style)
    }
  }
  entries.forEach(visit)
  return found
}

const named = (name) => assets.filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))
let over = false
for (const [title, names] of [['first screen', ['index', 'Start', 'hi']], ['table', ['index', 'Table', 'hi']], ['join', ['index', 'Join', 'hi']], ['host', ['index', 'Host', 'hi']]]) {
  const bytes = [...closure(names.flatMap(named))].reduce((sum, file) => sum + size(join('assets', file)), size('index.html'))
  console.log(`${title.padEnd(14)} ${(bytes / 1024).toFixed(1)} kB gzip`)
  over ||= bytes > BUDGET
}
if (over) {
  console.error('Over the budget of 90 kB.')
  process.exitCode = 1
}
