import { encodeTicketCode } from '#shop/tickets/ticket-code.ts'
import { t } from '#ui/messages/messages.ts'
import { readCodes, loadDecoder } from '../decoder/decoder.ts'
import { gateFilesStored, storeGateFiles, untilServed } from './gate-files.ts'

export interface SelfTest {
  /** Whether code and decoder are on the device; 'ready': they are started from there, too, without a network. */
  kept: 'ready' | 'stored' | 'no'
  /** The decoder read a code that we drew. */
  decoded: boolean
  /** What went wrong, for the person; null when nothing did. */
  problem: string | null
}

/** A ticket code that belongs to no event: what the test draws and reads. */
export const TEST_CODE = encodeTicketCode({
  keyNumber: 255,
  ticketId: '00000000-0000-4000-8000-000000000001',
  userId: '00000000-0000-4000-8000-000000000002',
  eventId: '00000000-0000-4000-8000-000000000003',
  seats: ['A1', 'A2'],
  signature: '0'.repeat(32),
})

/**
 * Stores the scanner on the device and proves it: the files are there, and the decoder reads `drawn`, our TEST_CODE. Calls
 * `waits` when all is stored and it is the worker that is waited for.
 */
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
  const kept = !stored ? 'no' : (await untilServed(waits)) ? 'ready' : 'stored'
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
