// Checks proof files without holding up the page.
import type { Checked } from './files.ts'

type Files = [string, Uint8Array][]

let worker: Worker | null | undefined
const waiting = new Map<number, { files: Files; done(found: Checked[]): void; failed(reason: unknown): void }>()
let count = 0

async function here(files: Files): Promise<Checked[]> {
  return (await import('./files.ts')).checkFiles(files)
}

/** Each proof in those files, checked. */
export function check(files: Files): Promise<Checked[]> {
  const found = start()
  if (!found) return here(files)
  return new Promise((done, failed) => {
    const id = ++count
    waiting.set(id, { files, done, failed })
    found.postMessage([id, files])
  })
}

function start(): Worker | null {
  if (worker !== undefined) return worker
  try {
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  } catch {
    // Not every browser has workers of this kind.
    return (worker = null)
  }
  worker.onmessage = (event: MessageEvent<[number, Checked[]]>) => {
    const [id, checked] = event.data
    waiting.get(id)?.done(checked)
    waiting.delete(id)
  }
  worker.onerror = () => {
    worker?.terminate()
    worker = null
    for (const [id, { files, done, failed }] of waiting) {
      waiting.delete(id)
      here(files).then(done, failed)
    }
  }
  return worker
}
