import Pdf from 'pdfkit'
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
import type { ServerWords } from '../words/en.ts'
import { inLanguage } from '../words/words.ts'
import type { SetLine, Typesetter } from './pdf-text.ts'

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

const PAGE = { width: 595.28, height: 841.89, margin: 48 }
const INNER = PAGE.width - 2 * PAGE.margin
const QR_SIZE = 250
const INK = '#14110f'
const MUTED = '#57504a'

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
export async function makeTicketsPdf(
  tickets: readonly MailedTicket[],
  order: PrintedOrder,
  type: Typesetter,
): Promise<Buffer> {
  const document = new Pdf({
    size: 'A4',
    margin: PAGE.margin,
    autoFirstPage: false,
    // All text is drawn as outlines; the default font is a file of the package.
    font: null as unknown as string,
    lang: order.language,
    displayTitle: true,
    info: { Title: `${order.shop} ${order.code}`, Author: order.shop },
  })
  const parts: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
  inLanguage(order.language, (words) => {
    const pages = tickets.flatMap((ticket) => codesOnPaper(ticket).map((code) => ({ ticket, code })))
    pages.forEach(({ ticket, code }, at) => {
      document.addPage()
      drawCode(new Pen(document, type), ticket, code, { order, words, page: { n: at + 1, of: pages.length } })
    })
  })
  document.end()
  return done
}

class Pen {
  constructor(document: PDFKit.PDFDocument, type: Typesetter) {
    this.document = document
    this.type = type
  }
  private readonly document: PDFKit.PDFDocument
  private readonly type: Typesetter

  /** `y` is the baseline. Readers and searches get the text of the outlines. */
  private draw(line: SetLine, x: number, y: number, size: number, color: string): void {
    const { document } = this
    document.markContent('Span', { actual: line.text })
    for (const outline of line.outlines) {
      document.save()
      document.translate(x + outline.x * size, y - outline.y * size).scale(outline.scale * size, -outline.scale * size)
      document.path(outline.path).fill(color)
      document.restore()
    }
    document.endMarkedContent()
  }

  /** Returns the baseline of the last line. */
  text(text: string, x: number, y: number, size: number, { color = INK, width = INNER, lines = 3 } = {}): number {
    const all = this.type.wrap(text, width / size)
    const shown = all.slice(0, lines)
    shown.forEach((line, at) => {
      // A word without a break, or the rest of a long text, is set smaller rather than cut.
      const rest =
        at === lines - 1 && all.length > lines
          ? this.type.set(
              all
                .slice(at)
                .map((one) => one.text)
                .join(' '),
            )
          : line
      const fitting = Math.min(size, width / rest.width)
      this.draw(rest, x, y + at * size * 1.25, fitting, color)
    })
    return y + Math.max(0, shown.length - 1) * size * 1.25
  }

  right(text: string, y: number, size: number): void {
    const line = this.type.set(text)
    this.draw(line, PAGE.width - PAGE.margin - line.width * size, y, size, MUTED)
  }

  rule(y: number, weight: number): void {
    this.document.rect(PAGE.margin, y, INNER, weight).fill(INK)
  }

  qr(text: string, x: number, y: number, size: number): void {
    const { path, cells } = qrOutline(text)
    const { document } = this
    document.rect(x, y, size, size).fill('#ffffff')
    document.save()
    document.translate(x, y).scale(size / cells)
    document.path(path).fill('#000000')
    document.restore()
  }
}

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
  pen.qr(code.text, left, top + 14, QR_SIZE)
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
