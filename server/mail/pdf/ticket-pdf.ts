import { QRCodeSVG } from 'qrcode.react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { formatDay, formatTime } from '#platform/time/ist.ts'
import type { Language } from '#platform/text/language.ts'
import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import { formatSeats } from '#shop/seats/seat-names.ts'
import { isStandingPlace } from '#shop/seats/standing.ts'
import { QR_LEVEL } from '#shop/tickets/passes/pass-code.ts'
import { codesOf, parsePasses, type PassWire } from '#shop/tickets/passes/passes.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import type { ServerWords } from '../../words/en.ts'
import { inLanguage } from '../../words/words.ts'
import type { Typesetter } from './pdf-text.ts'
import { INNER, MUTED, PAGE, writePdf, type Pen } from './pen.ts'

export interface MailedTicket {
  id: string
  code: string
  user_id: string
  event_id: string
  seats: string[]
  passes: PassWire[] | null
  is_test: boolean
  quantity: number
  category: string
  singer: string
  city: string
  venue: string
  date: string | Date
  status: string
  sections: SectionNames | null
}

export interface PrintedOrder {
  shop: string
  name: string | null
  code: string
  address: string
  language: Language
}

const QR_SIZE = 250

/** Returns the QR that devices draw for this text: filled cells as an SVG path in a square of `cells`. */
export function qrOutline(text: string): { path: string; cells: number } {
  const svg = renderToStaticMarkup(
    createElement(QRCodeSVG, { value: text, level: QR_LEVEL, boostLevel: false, marginSize: 4 }),
  )
  const cells = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])
  // The first path is the background.
  const path = [...svg.matchAll(/ d="([^"]+)"/g)].at(-1)?.[1]
  if (!path || !cells) throw new Error('The QR code was not drawn.')
  return { path, cells }
}

export interface CodeOnPaper {
  seat: string
  text: string
}

/** The codes of a ticket, as its device has them. Throws RangeError for a ticket whose code cannot be written. */
export function codesOnPaper(ticket: MailedTicket): CodeOnPaper[] {
  const { user_id: userId, event_id: eventId, id, is_test: isTest } = ticket
  return codesOf({ id, userId, eventId, isTest, passes: parsePasses(ticket.passes) }).map(({ seat, text }) => {
    if (text === null) throw new RangeError(`no code of ticket ${id}`)
    return { seat, text }
  })
}

/** Returns a PDF with one A4 page a code: each person can carry their own. */
export const makeTicketsPdf = (
  tickets: readonly MailedTicket[],
  order: PrintedOrder,
  type: Typesetter,
): Promise<Buffer> =>
  writePdf({ title: `${order.shop} ${order.code}`, author: order.shop, language: order.language }, type, (pen) =>
    inLanguage(order.language, (words) => {
      const pages = tickets.flatMap((ticket) => codesOnPaper(ticket).map((code) => ({ ticket, code })))
      pages.forEach(({ ticket, code }, at) => {
        pen.page()
        drawCode(pen, ticket, code, { order, words, page: { n: at + 1, of: pages.length } })
      })
    }),
  )

function drawCode(
  pen: Pen,
  ticket: MailedTicket,
  code: CodeOnPaper,
  { order, words, page }: { order: PrintedOrder; words: ServerWords; page: { n: number; of: number } },
): void {
  const left = PAGE.margin
  const date = new Date(ticket.date).toISOString()
  const seats = formatSeats({ seats: [code.seat], ...(ticket.sections && { sections: ticket.sections }) })
  pen.text(order.shop, left, 66, 15, { width: INNER - 140, lines: 1 })
  pen.right(words.pdfPage({ n: String(page.n), of: String(page.of) }), 66, 11)
  pen.rule(78, 2)
  let y = pen.text(ticket.singer, left, 120, 34, { lines: 2 })
  y = pen.text(`${formatDay(date)}, ${formatTime(date)}`, left, y + 30, 17, { lines: 1 })
  y = pen.text(`${ticket.venue}, ${ticket.city}`, left, y + 22, 14, { color: MUTED, lines: 2 })
  const top = y + 24
  pen.rule(top, 1)
  pen.outline(qrOutline(code.text), left, top + 14, QR_SIZE)
  const factsX = left + QR_SIZE + 24
  let factY = top + 30
  const facts: [string, string][] = [
    [words.pdfCategory, isStandingPlace(code.seat) ? `${ticket.category}, ${words.standing(seats)}` : ticket.category],
    ...(isStandingPlace(code.seat) ? [] : [[words.pdfSeat, seats.list] satisfies [string, string]]),
    [words.pdfAdmits, words.pdfPerson],
    ...(order.name ? [[words.pdfName, order.name] satisfies [string, string]] : []),
    [words.pdfOrder, order.code],
  ]
  for (const [name, value] of facts) {
    const width = INNER - QR_SIZE - 24
    pen.text(name, factsX, factY, 10, { color: MUTED, width, lines: 1 })
    factY = pen.text(value, factsX, factY + 18, 15, { width, lines: 3 }) + 26
  }
  y = Math.max(top + 14 + QR_SIZE + 30, factY)
  y = pen.text(formatTypedCode(ticket.code), left, y, 28, { lines: 1 })
  y = pen.text(words.pdfCode, left, y + 16, 10, { color: MUTED, lines: 1 })
  pen.rule(y + 20, 1)
  y = pen.text(words.pdfGate, left, y + 46, 13)
  y = pen.text(words.pdfBring, left, y + 22, 13)
  pen.text(words.pdfOnce, left, y + 22, 13)
  pen.text(`${order.address}/my-tickets`, left, PAGE.height - 48, 10, { color: MUTED, lines: 1 })
}
