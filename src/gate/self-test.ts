import { encodeTicketCode } from '#domain/ticket-code.ts'
import { t } from '#ui/messages/messages.ts'
import { readCodes, loadDecoder } from './decoder.ts'
import { gateFilesStored, storeGateFiles } from './gate-files.ts'

export interface SelfTest {
  /** Code and decoder are on the device and are served from there. */
  stored: boolean
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

/** Stores the scanner on the device and proves it: the files are there, and the decoder reads `drawn`, our TEST_CODE. */
export async function testScanner(drawn: ImageData): Promise<SelfTest> {
  try {
    await storeGateFiles()
  } catch {
    if (!(await gateFilesStored().catch(() => false)))
      return {
        stored: false,
        decoded: false,
        problem: t('prepare.problem.offline'),
      }
  }
  const stored = await gateFilesStored().catch(() => false)
  try {
    await loadDecoder()
    const found = await readCodes(drawn)
    const decoded = found.includes(TEST_CODE)
    const problem = !stored ? t('prepare.problem.notKept') : decoded ? null : t('prepare.problem.misread')
    return { stored, decoded, problem }
  } catch {
    return { stored, decoded: false, problem: t('prepare.problem.noDecoder') }
  }
}
