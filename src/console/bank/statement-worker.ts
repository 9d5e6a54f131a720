import { readStatement, type StatementFile } from './read-statement.ts'

declare const self: DedicatedWorkerGlobalScope

self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  const answer = (file: StatementFile): void => self.postMessage(file)
  readStatement(new Uint8Array(data)).then(answer, () => answer({ refused: 'damaged' }))
})
