import { useState } from 'react'
import { rememberReturn } from '#account/session/sign-in.ts'
import type { Failure } from '#platform/failure/failure.ts'
import type { OrderLine, Order, OrderedLine } from '#shop/orders/order.ts'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { terms } from '#ui/terms.ts'
import { useWaiting } from '../../cart/cart-view.ts'
import { SeatPicker } from '../../seats/picker/seat-picker.tsx'
import { CodeRefused, isCodeRefusal, PlacesTaken, NotYourTurn } from './refusals.tsx'
import { isPlacesLost, lostSeatsOf, withoutLost, withSeats } from '#shop/seats/lost-seats.ts'
import { GoOnWith, Problem, type HoldRefused } from './problem.tsx'
import { useLostLines, type LostLine } from './lost-lines.ts'
import { seatsOf } from '../ordered-lines.ts'
import '#ui/messages/en/buying/waiting.ts'

export function HoldProblem({ order, failure, onLines, onRetry }: HoldRefused) {
  const waiting = useWaiting(order.lines)
  if (order.ofOffer && failure.code === 'hold_expired') return <OfferOver order={order} />
  const kept = failure.code === 'companion_seat'
  const lost = kept || failure.code === 'seats_taken' ? lostSeatsOf(failure.detail) : []
  if (isPlacesLost(order.lines, lost)) return <PlacesTaken order={order} lost={lost} onLines={onLines} />
  if (lost.length > 0) return <SeatsTaken {...{ order, lost, kept, onLines }} />
  if (failure.code === 'signed_out' || failure.code === 'not_signed_in') {
    return (
      <Problem {...wordsOf(failure, order)}>
        <ButtonLink kind="lit" to={paths.login} onClick={() => rememberReturn(paths.order(order.id))}>
          {t('checkout.status.signIn.action')}
        </ButtonLink>
      </Problem>
    )
  }
  if (isCodeRefusal(failure)) return <CodeRefused order={order} failure={failure} onRetry={onRetry} />
  if (failure.code === 'not_your_turn')
    return <NotYourTurn order={order} failure={failure} onLines={onLines} onRetry={onRetry} />
  const notNow = failure.code === 'not_on_sale' && waiting.length > 0
  const rest = notNow ? order.lines.filter((line) => !waiting.includes(line)) : []
  return (
    <Problem {...wordsOf(failure, order)} {...(notNow ? { title: t('checkout.notNow.title') } : {})}>
      <GoOnWith order={order} rest={rest} onLines={onLines} />
      <ButtonLink kind={rest.length > 0 ? 'line' : 'lit'} to={paths.cart}>
        {t('checkout.toCart')}
      </ButtonLink>
      <Button kind="line" onClick={onRetry}>
        {t('checkout.retry')}
      </Button>
    </Problem>
  )
}

export function OffSale({
  order,
  lines,
  onLines,
}: {
  order: Order
  lines: readonly OrderedLine[]
  onLines: (lines: OrderedLine[]) => void
}) {
  const rest = order.lines.filter((line) => !lines.includes(line))
  return (
    <Problem title={t('checkout.notOnSale.title')} text={t('checkout.notOnSale.paid', { code: order.code })}>
      <ul className="grid w-full gap-0.5">
        {lines.map((line) => (
          <li key={line.ticketCategoryId}>
            {line.eventName} · {t('checkout.line.seats', { category: line.categoryName, list: saidSeats(line).list })}
          </li>
        ))}
      </ul>
      <GoOnWith order={order} rest={rest} onLines={onLines} />
      <ButtonLink kind={rest.length > 0 ? 'bare' : 'lit'} to={paths.cart}>
        {t('checkout.toCart')}
      </ButtonLink>
    </Problem>
  )
}

function wordsOf(failure: Failure, order: Order): { title: string; text: string } {
  switch (failure.code) {
    case 'signed_out':
    case 'not_signed_in':
      return { title: t('checkout.signIn.title'), text: t('checkout.signIn.text') }
    case 'held_too_long':
      return { title: t('checkout.tooLong.title'), text: t('checkout.tooLong.text') }
    case 'too_many':
      return {
        title: t('checkout.tooMany.title'),
        text: t(failure.detail === 'free' ? 'checkout.free.limit' : 'checkout.tooMany.text'),
      }
    case 'not_on_sale':
      return { title: t('checkout.notOnSale.title'), text: t('checkout.notOnSale.text') }
    default:
      return { title: t('checkout.refused.title'), text: t('checkout.refused.text', { code: order.code }) }
  }
}

function SeatsTaken({
  order,
  lost,
  kept,
  onLines,
}: {
  order: Order
  lost: readonly OrderLine[]
  /** They are not taken but kept for companions of wheelchair users. */
  kept: boolean
  onLines: (lines: OrderedLine[]) => void
}) {
  const [picking, setPicking] = useState<LostLine | null>(null)
  const still = withoutLost(order.lines, lost)
  const lines = useLostLines(order, lost, still)
  const rest = withoutLost(
    still,
    lines.map(({ line, alone }) => ({ ticketCategoryId: line.ticketCategoryId, seats: alone })),
  )
  const n = seatsOf(lost)
  const all = lines.reduce<OrderedLine[] | null>(
    (sum, { line, instead }) => (sum && instead ? withSeats(sum, line, instead, order.lines) : null),
    rest,
  )
  return (
    <Problem
      title={t(kept ? 'checkout.companion.title' : 'checkout.taken.title', { n })}
      text={t(
        kept
          ? 'checkout.companion.text'
          : lines.length > 0 && lines.every((line) => line.ownElsewhere)
            ? 'checkout.taken.text.own'
            : rest.length > 0
              ? 'checkout.taken.text'
              : 'checkout.taken.text.all',
      )}
    >
      <ul className="grid w-full gap-0.5">
        {lines.map(({ line, seats }) => (
          <li key={line.ticketCategoryId} className="tabular-nums">
            <s>{t('checkout.taken.seats', { category: line.categoryName, ...saidSeats({ ...line, seats }) })}</s>
            <span className="text-muted"> · {line.eventName}</span>
          </li>
        ))}
      </ul>
      {all && lines.length > 0 && (
        <Button kind="lit" onClick={() => onLines(all)}>
          {t('checkout.taken.instead', {
            lost: lines.map(({ line, seats }) => saidSeats({ ...line, seats }).list).join(', '),
            seat: lines.map(({ line, instead }) => saidSeats({ ...line, seats: instead ?? [] }).list).join(', '),
          })}
        </Button>
      )}
      {rest.length > 0 && (
        <Button kind={all ? 'line' : 'lit'} onClick={() => onLines(rest)}>
          {t('checkout.taken.continue', { n: seatsOf(rest) })}
        </Button>
      )}
      {lines.map(
        (each) =>
          each.known && (
            <Button key={each.line.ticketCategoryId} kind="line" onClick={() => setPicking(each)}>
              {t('checkout.taken.choose')}
              {lines.length > 1 && `, ${each.line.categoryName}`}
            </Button>
          ),
      )}
      <ButtonLink kind="bare" to={paths.cart}>
        {t('checkout.toCart')}
      </ButtonLink>
      {picking?.known && (
        <SeatPicker
          event={picking.known.event}
          category={picking.known.category}
          already={rest.find((line) => line.ticketCategoryId === picking.line.ticketCategoryId)?.seats ?? []}
          onClose={() => setPicking(null)}
          onAdd={([chosen]) => {
            setPicking(null)
            onLines(withSeats(rest, picking.line, chosen?.seats ?? [], order.lines).map(atMost))
          }}
        />
      )}
    </Problem>
  )
}

const atMost = (line: OrderedLine): OrderedLine => {
  const { seatsPerLine } = terms()
  return line.seats.length > seatsPerLine ? { ...line, seats: line.seats.slice(0, seatsPerLine) } : line
}

/** The order is of an offer to a waiting list whose time is over; money that was sent is taken all the same. */
function OfferOver({ order }: { order: Order }) {
  return (
    <Problem title={t('waiting.refused.title')} text={t('waiting.refused.text', { code: order.code })}>
      <ButtonLink kind="lit" to={paths.myTickets}>
        {t('waiting.refused.tickets')}
      </ButtonLink>
    </Problem>
  )
}
