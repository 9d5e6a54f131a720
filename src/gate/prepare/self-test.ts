import { encodePassCode } from '#shop/tickets/passes/pass-code.ts'
import { t } from '#ui/messages/messages.ts'
import { readCodes, loadDecoder } from '../decoder/decoder.ts'
import { gateFilesStored, storeGateFiles, waitForWorker } from './gate-files.ts'

export interface SelfTest {
  /** 'ready': the worker starts the scanner from the device, also offline. */
  kept: 'ready' | 'stored' | 'no'
  decoded: boolean
  problem: string | null
}

/** Of no ticket, as large as a pass's code can be without a device's key. */
export const TEST_CODE = encodePassCode({
  keyNumber: 255,
  number: 1,
  issue: 0,
  ticketId: '00000000-0000-4000-8000-000000000001',
  userId: '00000000-0000-4000-8000-000000000002',
  eventId: '00000000-0000-4000-8000-000000000003',
  seat: 'BALC-AA100',
  test: true,
  signature: '0'.repeat(128),
  device: null,
})

/** Stores the scanner and decodes `drawn`, a picture of TEST_CODE. Calls `waits` while the worker is installing. */
export async function testScanner(drawn: ImageData, waits: () => void): Promise<SelfTest> {
  try {
    await storeGateFiles()
  } catch {
    if (!(await gateFilesStored().catch(() => false)))
      return {
        kept: 'no',
        decoded: false,
        problem: t('prepare.problem.offline'),
      }
  }
  const stored = await gateFilesStored().catch(() => false)
  const kept = !stored ? 'no' : (await waitForWorker(waits)) ? 'ready' : 'stored'
  try {
    await loadDecoder()
    const found = await readCodes(drawn)
    const decoded = found.includes(TEST_CODE)
    const problem = kept !== 'ready' ? t('prepare.problem.notKept') : decoded ? null : t('prepare.problem.misread')
    return { kept, decoded, problem }
  } catch {
    return { kept, decoded: false, problem: t('prepare.problem.noDecoder') }
  }
}
