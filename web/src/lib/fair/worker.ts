// Checks proofs beside the page, so that nothing on it stands still meanwhile.
import { checkFiles } from './files.ts'

addEventListener('message', (event: MessageEvent<[number, [string, Uint8Array][]]>) => {
  const [id, files] = event.data
  postMessage([id, checkFiles(files)])
})
