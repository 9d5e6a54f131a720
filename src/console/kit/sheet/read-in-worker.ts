import type { SheetFile } from './read-sheets.ts'
// oxlint-disable-next-line import/default -- With this query Vite returns the URL of the built worker.
import workerUrl from './sheet-worker.ts?worker&url'

/** Ms after which a file is refused as too large. */
const PATIENCE_MS = 60_000

/** Reads a statement in a worker, so that the page stays responsive. Rejects when the worker does not start. */
export function readInWorker(bytes: ArrayBuffer): Promise<SheetFile> {
  const worker = new Worker(workerUrl, { type: 'module', name: 'statement' })
  let patience: ReturnType<typeof setTimeout> | undefined
  const found = new Promise<SheetFile>((resolve, reject) => {
    patience = setTimeout(() => resolve({ refused: 'too large' }), PATIENCE_MS)
    worker.addEventListener('message', ({ data }: MessageEvent<SheetFile>) => resolve(data))
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'The worker did not start')))
  })
  worker.postMessage(bytes, [bytes])
  return found.finally(() => {
    clearTimeout(patience)
    worker.terminate()
  })
}
