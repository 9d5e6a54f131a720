import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import type { Mail } from './mailer.ts'
import { seatText } from './seat-text.ts'
import { inLanguage } from '../words/words.ts'
import type { ServerWords } from '../words/en.ts'
import type { Language } from '#platform/text/language.ts'

interface OutgoingLine {
  event_name: string
  category_name: string
  seats: string[]
  event_date: string | null
  venue: string | null
  total_amount: number
}

export interface DecisionMail {
  email: string
  kind: 'payment_approved' | 'payment_rejected'
  /** Section names of each line, in the order of the lines; null for a line without a seat map. */
  sections: (SectionNames | null)[] | null
  content: {
    name: string | null
    order_code: string
    transaction_id: string
    amount: number
    note: string | null
    lines: OutgoingLine[] | null
    /** Of a test order. */
    is_test: boolean
  }
}

export const rupees = (amount: number): string =>
  `${amount < 0 ? '-' : ''}₹${Math.abs(amount).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

function lineText(line: OutgoingLine, sections: SectionNames | null | undefined, words: ServerWords): string {
  const when = line.event_date ? `, ${formatDayTime(line.event_date)}` : ''
  const where = line.venue ? `, ${line.venue}` : ''
  const said = seatText({ seats: line.seats, sections }, words)
  const seats = said ? `, ${said}` : ''
  const price = line.total_amount > 0 ? ` (${rupees(line.total_amount)})` : ''
  return `- ${line.event_name}${when}${where}: ${line.category_name}${seats}${price}`
}

export interface MailContext {
  shop: string
  /** The shop's address, without a slash at its end. */
  address: string
  language: Language
}

/** Writes a decision's mail. `attached`: which files go with it. */
export function decisionMail(
  mail: DecisionMail,
  { shop, address, language }: MailContext,
  attached: 'tickets' | 'date' | 'nothing' = 'nothing',
): Mail {
  const { content } = mail
  const approved = mail.kind === 'payment_approved'
  const free = approved && content.amount === 0 && content.transaction_id === content.order_code
  return inLanguage(language, (words) => {
    const about = { amount: rupees(content.amount), code: content.order_code, reference: content.transaction_id }
    const tickets = { link: `${address}/my-tickets` }
    const parts = [
      words.hello(content),
      free ? words.taken(about) : approved ? words.approved(about) : words.rejected(about),
      ...(content.note ? [content.note] : []),
      ...(content.lines?.length
        ? [content.lines.map((line, at) => lineText(line, mail.sections?.[at], words)).join('\n')]
        : []),
      approved ? words.open(tickets) : words.notLost(tickets),
      ...(attached === 'nothing' ? [] : [attached === 'tickets' ? words.attached : words.attachedDate]),
      words.switchOff({ link: `${address}/settings` }),
    ]
    const subject = approved ? words.approvedSubject(about) : words.rejectedSubject(about)
    const mark = content.is_test ? 'TEST: ' : ''
    return { to: mail.email, subject: `${mark}${subject} · ${shop}`, text: `${parts.join('\n\n')}\n` }
  })
}
