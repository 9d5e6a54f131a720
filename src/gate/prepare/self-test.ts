import { encodeTicketCode } from '#shop/tickets/ticket-code.ts'
import { t } from '#ui/messages/messages.ts'
import { readCodes, loadDecoder } from '../decoder/decoder.ts'
import { gateFilesStored, storeGateFiles, waitForWorker } from './gate-files.ts'

export interface SelfTest {
  /** 'ready': the worker starts the scanner from the device, also offline. */
  kept: 'ready' | 'stored' | 'no'
  decoded: boolean
  problem: string | null
}

export const TEST_CODE = encodeTicketCode({
  keyNumber: 255,
  ticketId: '00000000-0000-4000-8000-000000000001',
  userId: '00000000-0000-4000-8000-000000000002',
  eventId: '00000000-0000-4000-8000-000000000003',
  seats: ['A1', 'A2'],
  signature: '0'.repeat(32),
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
