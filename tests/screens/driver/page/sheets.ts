import { readSheets, type SheetFile } from '../../../../src/console/kit/sheet/read-sheets.ts'

/** Replaces src/console/kit/sheet/read-in-worker.ts, as a page of this layer has no workers. */
export const readInWorker = (bytes: ArrayBuffer): Promise<SheetFile> =>
  readSheets(new Uint8Array(bytes)).catch(() => ({ refused: 'damaged' }))
