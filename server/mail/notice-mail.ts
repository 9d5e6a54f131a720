import { formatDayTime } from '#platform/time/ist.ts'
import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import { inLanguage } from '../words/words.ts'
import type { ServerWords } from '../words/en.ts'
import { rupees, type MailContext } from './decision-mail.ts'
import type { Mail } from './mailer.ts'
import { seatText } from './seat-text.ts'

interface Place {
  date: string
  city: string
  venue: string
}

interface Everyones {
  name: string | null
  event_name?: string
  event_date?: string
}

/** `seats`: missing of standing places. */
interface Offered {
  category: string
  count: number
  seats?: string[] | null
  sections?: SectionNames | null
}

type About =
  | { kind: 'message'; content: Everyones & { subject: string; message: string } }
  | { kind: 'event_cancelled'; content: Everyones & { reason?: string; owed?: number } }
  | { kind: 'event_moved'; content: Everyones & { from: Place; to: Place } }
  | { kind: 'event_changed'; content: Everyones & { from: string; to: string } }
  | { kind: 'screen_only'; content: Everyones & { to: boolean } }
  | {
      kind: 'seats_changed'
      content: Everyones & { category: string; from: string[]; to: string[]; sections?: SectionNames }
    }
  | {
      kind: 'ticket_revoked'
      content: Everyones & { category: string; seats: string[]; sections?: SectionNames; reason?: string }
    }
  | {
      kind: 'old_code_used'
      content: Everyones & {
        category: string
        seats: string[]
        sections?: SectionNames
        at: string
        gate: string
        gave: boolean
        person?: string
      }
    }
  | { kind: 'refund_owed'; content: Everyones & { order_code: string; amount: number; has_upi_id: boolean } }
  | { kind: 'refunded'; content: Everyones & { order_code: string; amount: number; utr?: string; how?: string } }
  | { kind: 'offer'; content: Everyones & Offered & { until: string; total: number } }
  | { kind: 'offer_lapsed'; content: Everyones & Offered & { waits: boolean } }
  | { kind: 'return_sold'; content: Everyones & Offered & { order_code: string; amount: number; has_upi_id: boolean } }

export type NoticeMail = About & { email: string }

const placeText = (place: Place): string => `${formatDayTime(place.date)}, ${place.venue}, ${place.city}`

const seatsOf = (seats: readonly string[], sections: SectionNames | null | undefined, words: ServerWords): string =>
  seatText({ seats, sections }, words)

const offeredSeats = ({ seats, count, sections }: Offered, words: ServerWords): string =>
  seats ? seatsOf(seats, sections, words) : words.standing({ n: count })

/** Returns the subject and what the mail says between greeting and footer. */
function partsOf(mail: NoticeMail, words: ServerWords, link: string): { subject: string; parts: string[] } {
  const event = mail.content.event_name ?? ''
  switch (mail.kind) {
    case 'message':
      return { subject: mail.content.subject, parts: [mail.content.message, words.about({ event })] }
    case 'event_cancelled': {
      const { reason, owed = 0, event_date: date } = mail.content
      return {
        subject: words.eventCancelledSubject({ event }),
        parts: [
          words.eventCancelled({ event, when: date ? formatDayTime(date) : '' }),
          ...(reason ? [words.reason({ reason })] : []),
          ...(owed > 0 ? [words.owedForTickets({ amount: rupees(owed), link })] : []),
        ],
      }
    }
    case 'event_moved': {
      const { from, to } = mail.content
      return {
        subject: words.eventMovedSubject({ event }),
        parts: [
          words.eventMoved({ event }),
          `${words.before({ what: placeText(from) })}\n${words.now({ what: placeText(to) })}`,
          ...(Date.parse(from.date) === Date.parse(to.date) ? [] : [words.movedRefund({ link })]),
        ],
      }
    }
    case 'event_changed': {
      const { from, to } = mail.content
      return {
        subject: words.eventChangedSubject({ event }),
        parts: [words.eventChanged({ event }), `${words.before({ what: from })}\n${words.now({ what: to })}`],
      }
    }
    case 'screen_only':
      return {
        subject: words.onePhoneSubject({ event }),
        parts: [mail.content.to ? words.onePhone({ event }) : words.anyScreen({ event })],
      }
    case 'seats_changed': {
      const { category, from, to, sections } = mail.content
      const lines = [
        words.before({ what: seatsOf(from, sections, words) }),
        words.now({ what: seatsOf(to, sections, words) }),
      ]
      return {
        subject: words.seatsChangedSubject({ event }),
        parts: [words.seatsChanged({ event, category }), lines.join('\n'), words.open({ link })],
      }
    }
    case 'ticket_revoked': {
      const { category, seats, sections, reason } = mail.content
      return {
        subject: words.revokedSubject({ event }),
        parts: [
          words.revoked({ event, category, seats: seatsOf(seats, sections, words) }),
          ...(reason ? [words.reason({ reason })] : []),
        ],
      }
    }
    case 'old_code_used': {
      const { category, seats, sections, at, gate, gave, person = null } = mail.content
      const about = { seats: seatsOf(seats, sections, words), category, person, gate, when: formatDayTime(at) }
      return {
        subject: words.oldCodeSubject({ event }),
        parts: [gave ? words.oldCodeOfGiver(about) : words.oldCodeOfHolder(about), words.oldCodeText],
      }
    }
    case 'refund_owed': {
      const about = { amount: rupees(mail.content.amount), code: mail.content.order_code }
      return {
        subject: words.refundOwedSubject(about),
        parts: [words.refundOwed(about), ...(mail.content.has_upi_id ? [] : [words.refundWhere({ link })])],
      }
    }
    case 'refunded': {
      const { amount, order_code: code, utr: reference, how } = mail.content
      const about = { amount: rupees(amount), code }
      if (reference) return { subject: words.refundedSubject(about), parts: [words.refunded({ ...about, reference })] }
      return {
        subject: words.settledSubject(about),
        parts: [how ? words.settled({ ...about, how }) : words.refundedInCash(about)],
      }
    }
    case 'offer': {
      const { category, until, total } = mail.content
      const about = { event, category, seats: offeredSeats(mail.content, words) }
      return {
        subject: words.offerSubject({ event }),
        parts: [words.offer(about), words.offerUntil({ when: formatDayTime(until), amount: rupees(total), link })],
      }
    }
    case 'offer_lapsed': {
      const { category, waits } = mail.content
      const about = { event, category, seats: offeredSeats(mail.content, words) }
      return {
        subject: words.offerOverSubject({ event }),
        parts: [words.offerOver(about), waits ? words.offerOverWaits : words.offerOverAgain],
      }
    }
    case 'return_sold': {
      const { category, amount, order_code: code, has_upi_id: hasUpiId } = mail.content
      const about = { event, category, seats: offeredSeats(mail.content, words) }
      return {
        subject: words.returnSoldSubject({ event }),
        parts: [
          words.returnSold(about),
          words.refundOwed({ amount: rupees(amount), code }),
          ...(hasUpiId ? [] : [words.refundWhere({ link })]),
        ],
      }
    }
  }
}

/** Writes the mail of a notice. What staff wrote is neither translated nor changed. */
export function noticeMail(mail: NoticeMail, { shop, address, language }: MailContext): Mail {
  const link = `${address}/my-tickets`
  return inLanguage(language, (words) => {
    const { subject, parts } = partsOf(mail, words, link)
    const all = [
      words.hello(mail.content),
      ...parts,
      words.seeTickets({ link }),
      words.switchOff({ link: `${address}/settings` }),
    ]
    return { to: mail.email, subject: `${subject} · ${shop}`, text: `${all.join('\n\n')}\n` }
  })
}
