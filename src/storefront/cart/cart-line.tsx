import { Link } from 'react-router-dom'
import { ConcertTime } from '#account/concert-time.tsx'
import { ownPoster } from '#shop/catalogue/about/event-about.ts'
import { isLost, type LineState } from '#shop/cart/line-state.ts'
import { formatTime } from '#platform/time/ist.ts'
import { isStanding } from '#shop/seats/standing.ts'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import { Button } from '#ui/controls/button.tsx'
import { FieldError } from '#ui/controls/field.tsx'
import { cityWords, exactRupees, priceWords, rupees } from '#ui/format.ts'
import { t, type MessageKey } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { Poster } from '#ui/display/poster.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { toast } from '#ui/toast.tsx'
import { CodePrice } from '../codes/code-price.tsx'
import { cart } from './cart-state.ts'
import type { CartRow } from './cart-view.ts'
import { Quantity, toastIdOf } from './quantity.tsx'

const reasons = {
  cancelled: 'cart.cancelled',
  over: 'cart.over',
  gone: 'cart.gone',
  paused: 'cart.paused',
  before: 'cart.before',
  ended: 'cart.ended',
} as const satisfies Partial<Record<LineState, MessageKey>>

/** Shows a line of the cart. `held`: when the hold on these seats ends (ms), or null. `onPick` opens the seat map. */
export function CartLine({
  row,
  code,
  held,
  onPick,
}: {
  row: CartRow
  code: string | null
  held: number | null
  onPick: () => void
}) {
  const { item, chosen, event, state, reduced } = row
  // Before the catalogue is read, the words come from the line's own name, so that nothing moves later.
  const [, singer, city] = /^(.*) - (.*)$/.exec(item.eventName) ?? [null, item.eventName, '']
  const lost = state === 'on-sale' || state === 'unknown' ? null : state
  const n = item.seats.length
  const each = reduced ?? item.price
  const amounts = { amount: each * n, each, n, free: item.free === true, struck: lost !== null }

  const remove = (): void => {
    const undo = cart.remove(item.id)
    toast.show(
      t(isStanding(item.seats) ? 'cart.standing.removed' : 'cart.removed', {
        event: item.eventName,
        n: item.seats.length,
      }),
      {
        id: toastIdOf(item),
        action: { label: t('common.undo'), onClick: undo },
      },
    )
  }

  return (
    <li className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-4 py-4 desk:grid-cols-[96px_minmax(0,1fr)_auto]">
      <Poster eventId={item.eventId} own={ownPoster(event)} className="row-span-2 self-start" />
      <div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 className="head-4">
            <Link to={paths.event(item.eventId)} className="hover:underline">
              {event?.singer.name ?? singer}
            </Link>
          </h2>
          <Amount {...amounts} className="flex-none desk:hidden" />
        </div>
        <p className="text-2 text-muted">
          <ConcertTime at={item.date} day />
          <br />
          {[item.venue, cityWords(event?.city ?? city)].filter(Boolean).join(', ')}
        </p>
        <p className="mt-1 text-2">
          <span className="font-strong">{item.categoryName}</span>
          {' · '}
          <span className="tabular-nums">{t('cart.seats', saidSeats(item))}</span>
        </p>
        {lost ? (
          <div className="mt-1.5 grid gap-0.5">
            <FieldError>{t(isLost(lost) ? 'cart.notOnSale' : 'cart.notNow')}</FieldError>
            <p className="text-1 text-muted">{t(reasons[lost])}</p>
            {lost === 'cancelled' && event?.cancelledReason && (
              <p className="text-1 text-muted">{t('cart.cancelled.reason', { reason: event.cancelledReason })}</p>
            )}
          </div>
        ) : (
          <p className="mt-1">
            {held === null ? (
              <StateMark kind="off">{t('cart.notHeld')}</StateMark>
            ) : (
              <StateMark kind="ok">{t('cart.held', { time: formatTime(held) })}</StateMark>
            )}
          </p>
        )}
        {!lost && event?.screenOnly && <p className="mt-1 text-2 text-warn">{t('cart.onePhone')}</p>}
        {!lost && reduced !== null && code && <CodePrice code={code} full={item.price} now={reduced} />}
        {!lost && item.price !== chosen.price && (
          <p className="mt-1 text-1 text-muted">
            {t('cart.priceChanged', {
              before: priceWords(chosen.price, chosen.free),
              now: priceWords(item.price, item.free),
            })}
          </p>
        )}
      </div>
      <Amount {...amounts} className="max-desk:hidden" />
      <div className="col-start-2 mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        {!lost && <Quantity item={item} event={event} onPick={onPick} />}
        {!lost && !isStanding(item.seats) && (
          <Button
            kind="bare"
            small
            disabled={!event}
            onClick={onPick}
            aria-label={t('cart.changeSeatsOf', { event: item.eventName, category: item.categoryName })}
          >
            {t('cart.changeSeats')}
          </Button>
        )}
        <Button
          kind="bare"
          small
          onClick={remove}
          aria-label={t('cart.removeLine', { event: item.eventName, category: item.categoryName })}
        >
          {t('cart.remove')}
        </Button>
      </div>
    </li>
  )
}

function Amount({
  amount,
  each,
  n,
  free,
  struck,
  className,
}: {
  amount: number
  each: number
  n: number
  free: boolean
  struck: boolean
  className: string
}) {
  return (
    <p className={`text-right tabular-nums ${className}`}>
      {struck ? (
        <>
          <s className="text-muted">{rupees(amount)}</s>
          <span className="block text-1 text-muted">{t('cart.notCharged')}</span>
        </>
      ) : (
        <>
          <span className="head-4 max-desk:text-3 max-desk:leading-6">
            {free || amount % 100 === 0 ? priceWords(amount, free) : exactRupees(amount)}
          </span>
          {n > 1 && !free && (
            <span className="block text-1 whitespace-nowrap text-muted max-desk:hidden">
              {t('cart.perSeat', { amount: rupees(each) })}
            </span>
          )}
        </>
      )}
    </p>
  )
}
