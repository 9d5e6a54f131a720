import { readSheets, type SheetFile } from './read-sheets.ts'

declare const self: DedicatedWorkerGlobalScope

self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  const answer = (file: SheetFile): void => self.postMessage(file)
  readSheets(new Uint8Array(data)).then(answer, () => answer({ refused: 'damaged' }))
})
