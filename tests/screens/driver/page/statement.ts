import { readStatement, type StatementFile } from '../../../../src/console/bank/read-statement.ts'

/** Replaces src/console/bank/read-in-worker.ts, as a page of this layer has no workers. */
export const readInWorker = (bytes: ArrayBuffer): Promise<StatementFile> =>
  readStatement(new Uint8Array(bytes)).catch(() => ({ refused: 'damaged' }))
