import { readStatement, type StatementFile } from '../../../../src/console/bank/read-statement.ts'

/** Stands in place of src/console/bank/read-in-worker.ts. */
export const readInWorker = (bytes: ArrayBuffer): Promise<StatementFile> =>
  readStatement(new Uint8Array(bytes)).catch(() => ({ refused: 'damaged' }))
