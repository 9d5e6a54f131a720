import { formatDayTime } from '#platform/time/ist.ts'
import type { NoticeAbout } from '#shop/notices/notices.store.ts'
import { standingPlaces } from '#shop/seats/standing.ts'
import { cityWords, exactRupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import '#ui/messages/en/buying/notices.ts'
import '#ui/messages/en/buying/wallet.ts'

export interface NoticeText {
  title: string
  /** Sentences, one a line. */
  lines: string[]
  /** What staff wrote, with its own lines. */
  written?: string
  isBad: boolean
}

const placeText = (place: { date: string; venue: string; city: string }): string =>
  `${formatDayTime(place.date)}, ${place.venue}, ${cityWords(place.city)}`

type Seats = Extract<NoticeAbout, { kind: 'ticket_revoked' }>
const seatText = (category: string, seats: readonly string[], sections: Seats['sections']): string =>
  t('notice.seats.of', { category, list: t('wallet.seats', saidSeats({ seats, sections })) })

type Offered = Extract<NoticeAbout, { kind: 'offer' }>
const offeredText = ({
  category,
  seats,
  count,
  sections,
}: Pick<Offered, 'category' | 'seats' | 'count' | 'sections'>): string =>
  seatText(category, seats ?? standingPlaces(count), sections)

const beforeAndNow = (before: string, now: string): string[] => [
  t('notice.before', { what: before }),
  t('notice.now', { what: now }),
]

/** Returns a notice's text in the reader's language. `openOffers`: orders of seats that are still offered. */
export function noticeText(about: NoticeAbout, openOffers: ReadonlySet<string> = new Set()): NoticeText {
  const good = (title: string, lines: string[]): NoticeText => ({ title, lines, isBad: false })
  const bad = (title: string, lines: string[]): NoticeText => ({ title, lines, isBad: true })
  const reason = (text: string | null): string[] => (text ? [t('notice.reason', { reason: text })] : [])
  switch (about.kind) {
    case 'message':
      return { title: about.subject, lines: [], written: about.message, isBad: false }
    case 'event_cancelled':
      return bad(t('notice.cancelled'), [
        ...reason(about.reason),
        ...(about.owed > 0 ? [t('notice.cancelled.owed', { amount: exactRupees(about.owed) })] : []),
      ])
    case 'event_moved':
      return good(t('notice.moved'), [
        ...beforeAndNow(placeText(about.from), placeText(about.to)),
        t('notice.moved.valid'),
        ...(about.from.date === about.to.date ? [] : [t('notice.moved.refund')]),
      ])
    case 'event_changed':
      return good(t('notice.changed'), [...beforeAndNow(about.from, about.to), t('notice.moved.valid')])
    case 'screen_only':
      return about.to ? bad(t('notice.onePhone'), [t('notice.onePhone.text')]) : good(t('notice.anyScreen'), [])
    case 'seats_changed':
      return good(
        t('notice.seats'),
        beforeAndNow(
          seatText(about.category, about.from, about.sections),
          seatText(about.category, about.to, about.sections),
        ),
      )
    case 'ticket_revoked':
      return bad(t('notice.revoked'), [seatText(about.category, about.seats, about.sections), ...reason(about.reason)])
    case 'old_code_used':
      return bad(t('notice.oldCode'), [
        seatText(about.category, about.seats, about.sections),
        t(about.gave ? 'notice.oldCode.gave' : 'notice.oldCode.has', {
          person: about.person,
          gate: about.gate,
          when: formatDayTime(about.at),
        }),
        t('notice.oldCode.text'),
      ])
    case 'refund_owed':
      return good(t('notice.owed', { amount: exactRupees(about.amount) }), [
        t('notice.order', { code: about.orderCode }),
        ...(about.hasUpiId ? [] : [t('notice.owed.where')]),
      ])
    case 'refunded':
      return good(refundedTitle(about), [
        t('notice.order', { code: about.orderCode }),
        ...(about.utr !== null ? [t('notice.refunded.reference', { reference: about.utr })] : []),
        ...(about.how !== null ? [about.how] : []),
      ])
    case 'offer':
      if (!openOffers.has(about.orderId)) return good(t('notice.offered', { n: about.count }), [offeredText(about)])
      return good(t('notice.offer', { n: about.count }), [
        offeredText(about),
        t('notice.offer.until', { when: formatDayTime(about.until), amount: exactRupees(about.total) }),
      ])
    case 'offer_lapsed':
      return bad(t('notice.offerOver'), [
        offeredText(about),
        t(about.waits ? 'notice.offerOver.waits' : 'notice.offerOver.again'),
      ])
    case 'return_sold':
      return good(t('notice.sold'), [
        offeredText(about),
        t('notice.sold.money', { amount: exactRupees(about.amount), code: about.orderCode }),
        ...(about.hasUpiId ? [] : [t('notice.owed.where')]),
      ])
  }
}

function refundedTitle({ amount, utr, how }: Extract<NoticeAbout, { kind: 'refunded' }>): string {
  const shown = { amount: exactRupees(amount) }
  if (utr !== null) return t('notice.refunded', shown)
  return how === null ? t('notice.refunded.cash', shown) : t('notice.refunded.other', shown)
}
