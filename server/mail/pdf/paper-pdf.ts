import { formatDay, formatDayTime } from '#platform/time/ist.ts'
import { isInvoice, taxesOf, type Paper, type PaperLine } from '#shop/papers/paper.ts'
import { toRupees, type Paise } from '#shop/prices/money.ts'
import type { ServerWords } from '../../words/en.ts'
import { inLanguage } from '../../words/words.ts'
import { rupees } from '../decision-mail.ts'
import { seatText } from '../seat-text.ts'
import type { Typesetter } from './pdf-text.ts'
import { INK, INNER, MUTED, PAGE, writePdf, type Pen } from './pen.ts'
import type { MailedTicket, PrintedOrder } from './ticket-pdf.ts'

const SIZE = 10.5
const STEP = 16
const BOTTOM = PAGE.height - PAGE.margin
const HALF = INNER / 2

const exactRupees = (paise: Paise): string => rupees(toRupees(paise))

/** Returns what an order was sold with, an invoice or a bill of supply, as an A4 PDF, on as many pages as its lines need. */
export const makePaperPdf = (
  paper: Paper,
  order: Omit<PrintedOrder, 'name'> & { tickets: readonly MailedTicket[] },
  type: Typesetter,
): Promise<Buffer> =>
  writePdf({ title: `${order.shop} ${paper.number}`, author: order.shop, language: order.language }, type, (pen) =>
    inLanguage(order.language, (words) => draw(pen, paper, order, words)),
  )

/** Returns what the law calls it (`private.kind_of_paper`). */
function titleOf({ kind }: Paper, words: ServerWords): string {
  if (kind === 'tax_invoice') return words.paperInvoice
  return kind === 'invoice_bill' ? words.paperInvoiceBill : words.paperBill
}

function draw(
  pen: Pen,
  paper: Paper,
  { code, tickets }: { code: string; tickets: readonly MailedTicket[] },
  words: ServerWords,
): void {
  const seatsOf = ({ event, category, seats }: PaperLine): string => {
    const sections = tickets.find(
      (one) => `${one.singer} - ${one.city}` === event && one.category === category,
    )?.sections
    return seatText({ seats, sections: sections ?? null }, words)
  }
  const left = PAGE.margin
  const { seller, buyer, totals } = paper
  pen.page()
  pen.text(titleOf(paper, words), left, 72, 22, { lines: 1 })
  pen.text(`${paper.number} · ${formatDay(paper.day)}`, left, 94, 13, { lines: 1 })
  pen.right(`${words.pdfOrder} ${code}`, 94, SIZE)
  pen.rule(106, 2)
  const facts = (name: string, texts: readonly (string | null)[], x: number): number => {
    let y = pen.text(name, x, 126, 9.5, { color: MUTED, width: HALF - 12, lines: 1 })
    for (const text of texts.flatMap((one) => (one ?? '').split('\n')))
      if (text !== '') y = pen.text(text, x, y + STEP, SIZE, { width: HALF - 12 })
    return y
  }
  let y = Math.max(
    facts(words.paperSeller, [seller.name, seller.address, paper.gstin && `GSTIN ${paper.gstin}`], left),
    facts(
      words.paperBuyer,
      [buyer.company, buyer.name, buyer.address, buyer.gstin && `GSTIN ${buyer.gstin}`],
      left + HALF,
    ),
  )
  y += 12
  const row = (name: string, value: string, size = SIZE): void => {
    if (y + STEP > BOTTOM) {
      pen.page()
      y = PAGE.margin
    }
    y += STEP
    pen.text(name, left, y, size, { width: INNER - 130, lines: 1 })
    pen.right(value, y, size, INK)
  }
  const amounts = (of: Parameters<typeof taxesOf>[0] & Pick<PaperLine, 'taxable' | 'localTax'>): void => {
    row(words.paperTaxable, exactRupees(of.taxable))
    for (const [name, amount] of taxesOf(of)) row(name, exactRupees(amount))
    if (of.localTax > 0) row(words.paperLocalTax, exactRupees(of.localTax))
  }
  const rule = (weight: number): void => {
    y += 10
    pen.rule(y, weight)
    y += 4
  }
  if (paper.placeOfSupply !== null) row(words.paperPlace, paper.placeOfSupply)
  if (isInvoice(paper)) row(words.paperReverse, words.paperReverseNo)
  for (const line of paper.lines) {
    rule(1)
    // A line's first rows stay together.
    if (y + 6 * STEP > BOTTOM) {
      pen.page()
      y = PAGE.margin
    }
    if (line.what === 'rounding') {
      row(words.paperRounding, exactRupees(line.total))
      continue
    }
    row(line.what === 'fee' ? words.paperFee : line.event, `SAC ${line.sac}`, 12)
    if (line.what === 'tickets') {
      const when = [line.date && formatDayTime(line.date), line.venue].filter(Boolean).join(' · ')
      y = pen.text(when, left, y + STEP, SIZE, { color: MUTED })
      y = pen.text(`${line.category} · ${seatsOf(line)}`, left, y + STEP, SIZE, { color: MUTED })
    }
    if (paper.placeOfSupply === null && line.place !== null) row(words.paperPlace, line.place)
    amounts(line)
  }
  rule(2)
  amounts(totals)
  y += 6
  row(words.paperTotal, exactRupees(totals.total), 13)
}
