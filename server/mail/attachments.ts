import { dayKey } from '#platform/time/ist.ts'
import { calendarFileName, eventCalendar } from '#shop/catalogue/calendar-file.ts'
import { eventStatus } from '#shop/catalogue/catalogue.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import { parsePapers, type Paper } from '#shop/papers/paper.ts'
import type { Sql } from '../database/database.ts'
import { log, nameOfError } from '../log.ts'
import { inLanguage } from '../words/words.ts'
import type { ServerWords } from '../words/en.ts'
import type { MailContext } from './decision-mail.ts'
import type { MailFile } from './mailer.ts'
import type { FontFiles, Typesetter } from './pdf/pdf-text.ts'
import { seatText } from './seat-text.ts'
import type { MailedTicket } from './pdf/ticket-pdf.ts'

/** Returns the shop's font files; null when tickets are mailed without a PDF. */
export type ReadFonts = (() => FontFiles) | null

export interface Attached {
  files: MailFile[]
  what: 'tickets' | 'date' | 'nothing'
}

interface Approved {
  payment_id: string
  content: { name: string | null; order_code: string }
}

const readTickets = (database: Pick<Sql, 'query'>, paymentId: string): Promise<MailedTicket[]> =>
  database.query<MailedTicket>(
    `select t.id, t.code, t.user_id, t.event_id, t.seats, t.quantity, t.is_test,
        private.passes_of(t.id, t.user_id) as passes, c.name as category,
        s.name as singer, e.city, e.venue, e.date, e.status, private.section_names(c.id) as sections
       from public.user_tickets t
       join public.payment_lines l on l.id = t.payment_line_id
       join public.ticket_categories c on c.id = t.ticket_category_id
       join public.events e on e.id = t.event_id
       join public.singers s on s.id = e.singer_id
      where t.payment_id = $1 and t.revoked_at is null
      order by l.line`,
    [paymentId],
  )

/** Returns what the order was sold with; null for one without money. */
const readPaper = async (database: Pick<Sql, 'query'>, paymentId: string): Promise<Paper | null> => {
  const rows = await database.query(
    `select x.number, x.kind, x.gstin, to_char(x.day, 'YYYY-MM-DD') as day, x.seller, x.buyer, x.place_of_supply, x.lines, x.totals
       from public.papers x where x.payment_id = $1 and x.kind <> 'credit_note'`,
    [paymentId],
  )
  return parsePapers(rows as never)[0] ?? null
}

/** One calendar file an event, with the UID of the file that a device saves. */
function calendars(tickets: readonly MailedTicket[], address: string, words: ServerWords): MailFile[] {
  const events = new Map<string, MailedTicket[]>()
  for (const ticket of tickets) events.set(ticket.event_id, [...(events.get(ticket.event_id) ?? []), ticket])
  return [...events.values()].map((mine) => {
    const [first] = mine as [MailedTicket]
    const date = new Date(first.date).toISOString()
    const seats = (ticket: MailedTicket): string =>
      seatText({ seats: ticket.seats, ...(ticket.sections && { sections: ticket.sections }) }, words)
    const note = mine.map((one) => `${one.category}: ${seats(one)} (${formatTypedCode(one.code)})`).join('\n')
    const event = {
      id: first.event_id,
      singer: { id: '', name: first.singer },
      city: first.city,
      venue: first.venue,
      date,
      status: eventStatus(first.status),
    }
    const about = {
      now: Date.now(),
      note,
      estimate: words.calendarEstimate,
      url: `${address}/my-tickets`,
      host: new URL(address).hostname,
    }
    return {
      filename: calendarFileName(first.singer, dayKey(date)),
      content: eventCalendar(event, about),
      contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    }
  })
}

/** Makes the files of an approval's mail. A file that cannot be made is logged, and the mail goes without it. */
export function attachmentMaker(
  database: Pick<Sql, 'query'>,
  readFonts: ReadFonts,
): (mail: Approved, context: MailContext) => Promise<Attached> {
  let type: Typesetter | undefined
  // Loaded for the first approval: a shop without mail never needs them.
  const opened = async (fonts: NonNullable<ReadFonts>): Promise<Typesetter> =>
    (type ??= (await import('./pdf/pdf-text.ts')).openTypesetter(fonts()))
  const pdf = (name: string, content: Buffer): MailFile => ({
    filename: `${name}.pdf`,
    content,
    contentType: 'application/pdf',
  })
  const ticketsOf = async (tickets: MailedTicket[], mail: Approved, context: MailContext): Promise<MailFile | null> => {
    if (!readFonts || tickets.every(({ passes }) => passes === null)) return null
    const { makeTicketsPdf } = await import('./pdf/ticket-pdf.ts')
    const { name, order_code: code } = mail.content
    return pdf(code, await makeTicketsPdf(tickets, { ...context, name, code }, await opened(readFonts)))
  }
  const paperOf = async (tickets: MailedTicket[], mail: Approved, context: MailContext): Promise<MailFile | null> => {
    const paper = readFonts && (await readPaper(database, mail.payment_id))
    if (!paper) return null
    const { makePaperPdf } = await import('./pdf/paper-pdf.ts')
    const order = { ...context, code: mail.content.order_code, tickets }
    return pdf(paper.number.replaceAll('/', '-'), await makePaperPdf(paper, order, await opened(readFonts)))
  }
  const orNothing = async <T>(what: string, make: () => Promise<T>, nothing: T): Promise<T> => {
    try {
      return await make()
    } catch (error) {
      log.warn(`A mail is sent without its ${what} (${nameOfError(error)}).`)
      return nothing
    }
  }
  return async (mail, context) => {
    const tickets = await orNothing('tickets', () => readTickets(database, mail.payment_id), [])
    if (tickets.length === 0) return { files: [], what: 'nothing' }
    const dates = await orNothing(
      'calendar file',
      async () => inLanguage(context.language, (words) => calendars(tickets, context.address, words)),
      [],
    )
    const codes = await orNothing('PDF', () => ticketsOf(tickets, mail, context), null)
    const paper = await orNothing('invoice', () => paperOf(tickets, mail, context), null)
    const what = codes ? 'tickets' : dates.length > 0 ? 'date' : 'nothing'
    return { files: [codes, paper, dates].flat().filter((file) => file !== null), what }
  }
}
