import { isLanguage } from '#platform/text/language.ts'
import type { Database, Sql } from '../database/database.ts'
import { every } from '../every.ts'
import { nameOfError } from '../log.ts'
import { attachmentMaker, type ReadFonts } from './attachments.ts'
import { decisionMail, type DecisionMail } from './decision-mail.ts'
import type { Mail, Mailer } from './mailer.ts'
import { noticeMail, type NoticeMail } from './notice-mail.ts'
import { shopName } from '../settings/shop-name.ts'

/** A row of the queue that this server has claimed, with all that its text needs (private.claim_mail). */
export type OutgoingMail = (DecisionMail | NoticeMail) & {
  id: string
  language: string | null
  payment_id: string | null
}

const LOOK_EVERY_MS = 15_000
const BATCH = 20
const MAX_STOP_MS = 5_000
/** Mails under way at once: this many PDFs are in memory. */
const AT_ONCE = 3
const LEASE_MS = 5 * 60_000
/** A mail is not begun this close to the end of its lease: sending may take as long. */
const LEASE_REST_MS = 90_000

const isDecision = (mail: OutgoingMail): mail is OutgoingMail & DecisionMail =>
  mail.kind === 'payment_approved' || mail.kind === 'payment_rejected'

/** Claims due mails and sends them. Returns how many were claimed, sent and refused. */
export async function sendDueMail(
  database: Pick<Sql, 'query'>,
  mailer: Pick<Mailer, 'send'>,
  address: string,
  readFonts: ReadFonts,
): Promise<{ claimed: number; sent: number; failed: number }> {
  const shop = await shopName(database)
  const until = Date.now() + LEASE_MS - LEASE_REST_MS
  const due = await database.query<OutgoingMail>(
    'select * from private.claim_mail($1::integer, make_interval(secs => $2::double precision))',
    [BATCH, LEASE_MS / 1000],
  )
  const attach = attachmentMaker(database, readFonts)
  const write = async (mail: OutgoingMail): Promise<Mail> => {
    const context = { shop, address, language: isLanguage(mail.language) ? mail.language : ('en' as const) }
    const messageId = `<${mail.id}@${new URL(address).hostname}>`
    if (!isDecision(mail)) return { ...noticeMail(mail, context), messageId }
    const { files, what } =
      mail.kind === 'payment_approved' && mail.payment_id !== null && !mail.content.is_test
        ? await attach({ payment_id: mail.payment_id, content: mail.content }, context)
        : { files: [], what: 'nothing' as const }
    return { ...decisionMail(mail, context, what), messageId, files }
  }
  const counts = { claimed: due.length, sent: 0, failed: 0 }
  const left = [...due]
  const work = async (): Promise<void> => {
    for (let mail = left.shift(); mail && Date.now() < until; mail = left.shift()) {
      let error: string | null = null
      try {
        await mailer.send(await write(mail))
        counts.sent += 1
      } catch (thrown) {
        error = nameOfError(thrown)
        counts.failed += 1
      }
      await database.query('select private.settle_mail($1, $2)', [mail.id, error])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return counts
}

/** Sends due mails every few seconds, a long queue without a pause unless every mail fails. */
export const sendOutgoingMail = (
  database: Database,
  mailer: Mailer,
  address: string,
  readFonts: ReadFonts,
): (() => Promise<void>) =>
  every(
    LOOK_EVERY_MS,
    'Mail to customers could not be read',
    async (isStopping) => {
      for (;;) {
        const { claimed, sent } = await sendDueMail(database, mailer, address, readFonts)
        if (claimed < BATCH || sent === 0 || isStopping()) return
      }
    },
    { atOnce: true, patienceMs: MAX_STOP_MS },
  )

const ANNOUNCE_EVERY_MS = 3_000

/** Tells the next people of announcements, in small transactions. Returns false when nothing is left to do. */
export async function workAnnouncements(database: Pick<Sql, 'query'>): Promise<boolean> {
  const [row] = await database.query<{ more: boolean }>('select private.work_announcements() as more')
  return row?.more === true
}

export const startAnnouncements = (database: Database): (() => Promise<void>) =>
  every(
    ANNOUNCE_EVERY_MS,
    'Announcements could not be worked',
    async (isStopping) => {
      while (!isStopping() && (await workAnnouncements(database)));
    },
    { atOnce: true, patienceMs: MAX_STOP_MS },
  )
