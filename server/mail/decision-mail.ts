import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { isLanguage } from '#platform/text/language.ts'
import { formatSeats } from '#shop/seats/seat-names.ts'
import { isStanding } from '#shop/seats/standing.ts'
import type { Database } from '../database/database.ts'
import { log, nameOfError } from '../log.ts'
import type { Mail, Mailer } from './mailer.ts'
import { inLanguage } from '../words/words.ts'
import type { ServerWords } from '../words/en.ts'

interface OutgoingLine {
  event_name: string
  category_name: string
  seats: string[]
  event_date: string | null
  venue: string | null
  total_amount: number
}

export interface OutgoingMail {
  id: string
  email: string
  kind: 'payment_approved' | 'payment_rejected'
  language: string | null
  /** Section names of each line, in the order of the lines; null for a line without a seat map. */
  sections: (SectionNames | null)[] | null
  content: {
    name: string | null
    order_code: string
    transaction_id: string
    amount: number
    note: string | null
    lines: OutgoingLine[] | null
  }
}

const LOOK_EVERY_MS = 15_000
const BATCH = 20
/** Then the mail is given up. */
const MAX_ATTEMPTS = 12

const rupees = (amount: number): string =>
  `₹${amount.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

function lineText(line: OutgoingLine, sections: SectionNames | null | undefined, words: ServerWords): string {
  const when = line.event_date ? `, ${formatDayTime(line.event_date)}` : ''
  const where = line.venue ? `, ${line.venue}` : ''
  const said = formatSeats({ seats: line.seats, ...(sections && { sections }) })
  const list = isStanding(line.seats) ? words.standing(said) : said.named ? said.list : words.seats(said)
  const seats = said.n > 0 ? `, ${list}` : ''
  return `- ${line.event_name}${when}${where}: ${line.category_name}${seats} (${rupees(line.total_amount)})`
}

/** Writes a decision's mail in the profile's language, else in English. */
export function decisionMail(mail: OutgoingMail, shop: string, address: string): Mail {
  const { content } = mail
  const approved = mail.kind === 'payment_approved'
  return inLanguage(isLanguage(mail.language) ? mail.language : 'en', (words) => {
    const about = { amount: rupees(content.amount), code: content.order_code, reference: content.transaction_id }
    const tickets = { link: `${address}/my-tickets` }
    const parts = [
      words.hello(content),
      approved ? words.approved(about) : words.rejected(about),
      ...(content.note ? [content.note] : []),
      ...(content.lines?.length
        ? [content.lines.map((line, at) => lineText(line, mail.sections?.[at], words)).join('\n')]
        : []),
      approved ? words.open(tickets) : words.notLost(tickets),
      words.switchOff({ link: `${address}/settings` }),
    ]
    const subject = approved ? words.approvedSubject(about) : words.rejectedSubject(about)
    return { to: mail.email, subject: `${subject} · ${shop}`, text: `${parts.join('\n\n')}\n` }
  })
}

/** Sends due mails and returns how many. Claims each before sending, so that two servers do not both send it. */
export async function sendDueMail(
  database: Pick<Database, 'query'>,
  mailer: Pick<Mailer, 'send'>,
  shop: string,
  address: string,
): Promise<number> {
  const due = await database.query<OutgoingMail>(
    `update public.outgoing_mail m
        set attempts = m.attempts + 1,
            -- Waits 15, 30, 60, 120 … seconds between attempts, the last ones hours.
            next_attempt_at = now() + make_interval(secs => 15 * power(2, m.attempts))
      where m.id in (
        select o.id from public.outgoing_mail o
         where o.sent_at is null and o.next_attempt_at <= now() and o.attempts < ${MAX_ATTEMPTS}
         order by o.next_attempt_at limit ${BATCH} for update skip locked)
      returning m.id, m.email, m.kind, m.content,
        (select p.language from public.profiles p where p.id = m.user_id) as language,
        (select jsonb_agg((
            select jsonb_object_agg(section ->> 'code', section ->> 'name')
              from public.ticket_category_layouts c
              join public.seating_layouts s on s.id = c.seating_layout_id,
              lateral jsonb_array_elements(s.layout_data -> 'sections') as section
             where c.ticket_category_id = l.ticket_category_id) order by l.line)
          from public.payment_lines l where l.payment_id = m.payment_id) as sections`,
  )
  let sent = 0
  for (const mail of due) {
    try {
      await mailer.send(decisionMail(mail, shop, address))
      await database.query('update public.outgoing_mail set sent_at = now(), last_error = null where id = $1', [
        mail.id,
      ])
      sent += 1
    } catch (error) {
      await database.query('update public.outgoing_mail set last_error = $2 where id = $1', [
        mail.id,
        nameOfError(error),
      ])
    }
  }
  return sent
}

/** Sends due mails every few seconds. Returns a stop function that awaits a running one. */
export function sendDecisionMail(
  database: Database,
  mailer: Mailer,
  shop: string,
  address: string,
): () => Promise<void> {
  let underway: Promise<unknown> = Promise.resolve()
  let busy = false
  const look = async (): Promise<void> => {
    busy = true
    try {
      await sendDueMail(database, mailer, shop, address)
    } catch (error) {
      log.warn(`Mail about decisions could not be read (${nameOfError(error)}).`)
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => {
    if (!busy) underway = look()
  }, LOOK_EVERY_MS)
  underway = look()
  return async () => {
    clearInterval(timer)
    await underway
  }
}
