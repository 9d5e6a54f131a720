import { readRawMail } from '#platform/mail/raw-mail.ts'
import { MAX_MAIL_BYTES } from '#shop/proofs/mail-trial.ts'
import { MboxCutter } from '#shop/proofs/mbox.ts'
import { isOfBank, OwnMailbox, type MailboxFound, type OwnMail } from '#shop/proofs/own-mailbox.ts'

/** What the worker says: `done` is the share that was read, from 0 to 1. */
export interface MailboxNews {
  done: number
  found: MailboxFound
  /** The file has no mail, or could not be read. */
  failed?: true
}

const MAX_HEAD_BYTES = 65_536
const HEAD_END = /\r?\n\r?\n/
const FROM = /^from:[^\n]*(?:\n[ \t][^\n]*)*/gim
const DOMAIN = /@([a-z0-9.-]+)/i

/** Returns the domain that a mail is from, in lower case; '' where it has none or several From. */
function fromDomainOf(mail: Uint8Array): string {
  let head = ''
  for (const byte of mail.subarray(0, MAX_HEAD_BYTES)) head += String.fromCharCode(byte)
  const found = [...(head.split(HEAD_END, 1)[0] ?? '').matchAll(FROM)]
  const [from] = found
  // A name may have an @: the address is what comes last.
  return found.length === 1 && from ? (from[0].split(/[<,;]/).pop()?.match(DOMAIN)?.[1] ?? '').toLowerCase() : ''
}

/** Reads a mail of a listed bank; null for every other, of which nothing but the sender is looked at. */
async function readOwnMail(mail: Uint8Array<ArrayBuffer>): Promise<OwnMail | null> {
  const fromDomain = fromDomainOf(mail)
  if (!isOfBank(fromDomain)) return null
  const { subject, texts, sent, values } = await readRawMail(mail)
  const signers = values('dkim-signature').map((value) => /(?:^|;)\s*d\s*=\s*([^;\s]+)/.exec(value)?.[1] ?? '')
  return { fromDomain, isSigned: signers.some((one) => one.toLowerCase() === fromDomain), subject, texts, sent }
}

const NEWS_EVERY_MS = 250

/**
 * Reads an export of a mailbox (.mbox) as a stream, whatever its size, and tells what it found so far four times a second.
 * Nothing leaves the device.
 */
export async function readMailbox(
  file: Pick<Blob, 'size' | 'stream'>,
  account: string | null,
  tell: (news: MailboxNews) => void,
): Promise<MailboxFound> {
  const mailbox = new OwnMailbox(account)
  const waiting: (Uint8Array<ArrayBuffer> | null)[] = []
  const cutter = new MboxCutter(MAX_MAIL_BYTES, (mail) => waiting.push(mail))
  const judge = async (): Promise<void> => {
    for (const mail of waiting.splice(0)) {
      // oxlint-disable-next-line no-await-in-loop -- one after another, in the order of the file
      const read = mail && (await readOwnMail(mail).catch(() => null))
      if (read) mailbox.take(read)
      else mailbox.pass(mail && 'other')
    }
  }
  let [bytes, toldAt] = [0, 0]
  const reader = file.stream().getReader()
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.length
    cutter.push(value)
    // oxlint-disable-next-line no-await-in-loop
    await judge()
    if (Date.now() - toldAt < NEWS_EVERY_MS) continue
    toldAt = Date.now()
    tell({ done: bytes / file.size, found: mailbox.found })
  }
  cutter.end()
  await judge()
  return mailbox.found
}
