import { instant, list, number, oneOf, or, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { toPaise } from '#shop/prices/money.ts'

const blank = or(text, '')

/** Paise. */
const sums = { taxable: toPaise, cgst: toPaise, sgst: toPaise, igst: toPaise, localTax: toPaise, total: toPaise }

const parseLine = row({
  what: oneOf(['tickets', 'fee', 'rounding'] as const),
  /** 'Singer - City'; '' of a fee, as the three below. */
  event: blank,
  category: blank,
  /** ISO instant. */
  date: orNull(instant),
  venue: blank,
  seats: or(list(text), []),
  quantity: number,
  /** '' of rounding, which is no supply and has only a total. */
  sac: text,
  /** The state; null where neither the venue's nor the seller's is known. */
  place: orNull(text),
  /** Percent of GST. */
  rate: number,
  ...sums,
})
export type PaperLine = Of<typeof parseLine>

const parsePaper = row({
  number: text,
  kind: oneOf(['tax_invoice', 'invoice_bill', 'bill_of_supply', 'credit_note'] as const),
  gstin: orNull(text),
  /** YYYY-MM-DD in India. */
  day: text,
  seller: row({ name: blank, address: blank }),
  buyer: row({ name: blank, company: blank, gstin: blank, address: blank }),
  placeOfSupply: orNull(text),
  lines: list(parseLine),
  totals: row(sums),
})
/**
 * A tax invoice, a bill of supply, one paper that is both (invoice_bill: taxed and exempt, CGST Rules 2017, rule 46A) or a
 * credit note, as it was issued.
 */
export type Paper = Of<typeof parsePaper>

export const PAPER_COLUMNS = 'number,kind,gstin,day,seller,buyer,place_of_supply,lines,totals'

/** Reads the papers of one order: what was sold, then what went back, oldest first. */
export const parsePapers = (papers: never): Paper[] =>
  list(parsePaper)(papers).sort(
    (a, b) => Number(isCreditNote(a)) - Number(isCreditNote(b)) || (a.number < b.number ? -1 : 1),
  )

/** True where rule 46 (p) asks whether tax is payable on reverse charge. */
export const isInvoice = ({ kind }: Pick<Paper, 'kind'>): boolean => kind === 'tax_invoice' || kind === 'invoice_bill'

export const isCreditNote = ({ kind }: Pick<Paper, 'kind'>): boolean => kind === 'credit_note'

/** Returns the taxes of a line, or of a sum without a rate, that are not 0: ['CGST 9%', 13500]. */
export function taxesOf(part: Pick<PaperLine, 'cgst' | 'sgst' | 'igst'> & { rate?: number }): [string, number][] {
  const named = (name: string, share: number): string =>
    part.rate === undefined ? name : `${name} ${part.rate * share}%`
  const taxes: [string, number][] = [
    [named('CGST', 0.5), part.cgst],
    [named('SGST', 0.5), part.sgst],
    [named('IGST', 1), part.igst],
  ]
  return taxes.filter(([, amount]) => amount > 0)
}
