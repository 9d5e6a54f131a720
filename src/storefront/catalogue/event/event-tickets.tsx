import { Suspense, lazy, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import {
  canBeBought,
  categoryLeft,
  cheapestCategory,
  cheapestPaid,
  isSelling,
  lowStockOfCategory,
  type CatalogueEvent,
  type TicketCategory,
} from '#shop/catalogue/catalogue.ts'
import { BottomBar } from '../../bottom-bar.tsx'
import { Button } from '#ui/controls/button.tsx'
import { count } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { SEATS_QUERY, WAITING_QUERY, paths } from '#ui/paths.ts'
import { Price } from '#ui/display/price.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { terms } from '#ui/terms.ts'
import { DialogFrame } from './dialog-frame.tsx'
import type { OverEvent } from './event-dialogs.tsx'
import { optionalPart } from '../../optional-part.ts'

const loadDialogs = () => import('./event-dialogs.tsx')
const EventDialogs = lazy(async () => ({ default: (await loadDialogs()).EventDialogs }))

const CategorySale = optionalPart(() => import('../sale/category-sale.tsx').then((part) => part.CategorySale))
const CategoryPhase = optionalPart(() => import('../sale/category-sale.tsx').then((part) => part.CategoryPhase))
const CategoryWait = optionalPart(() => import('../../waiting/category-wait.tsx').then((part) => part.CategoryWait))

/** Loads the dialogs after the page, so that the picker opens at once, offline too. */
const PREFETCH_AFTER_MS = 1500

/** Dialogs open at their own address. Until the event is `onDevice` they wait there for the hall's plan. A `preview`
 * sells nothing, and nothing is sold to who waits for a turn in the event's queue. */
export function EventTickets({
  event,
  onDevice,
  now,
  preview,
  waitsTurn,
}: {
  event: CatalogueEvent
  onDevice: boolean
  now: number
  preview: boolean
  waitsTurn: boolean
}) {
  const navigate = useNavigate()
  const { hash, search, state } = useLocation()
  const over = (state as OverEvent | null)?.over
  const cheapest = cheapestCategory(event, now)
  const choose = (category: TicketCategory): void =>
    void navigate(paths.seats(event.id, category.id), { state: { over: 'seats' } satisfies OverEvent })

  const standing = event.categories.some((one) => one.standing === true)
  useEffect(() => {
    const timer = setTimeout(() => {
      // Fails offline on a first visit; the press that needs it tries again.
      void loadDialogs()
        .then((dialogs) => dialogs.prefetch(standing))
        .catch(() => undefined)
    }, PREFETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [standing])

  return (
    <section aria-labelledby="tickets" className="mt-10">
      <div className="section-head pb-1!">
        <h2 id="tickets" className="head-4">
          {t('event.tickets')}
        </h2>
        {event.categories.some(({ layout }) => layout !== null) && (
          <button
            type="button"
            className="-my-2 link py-2 text-2"
            onClick={() => void navigate({ hash }, { state: { over: 'layout' } satisfies OverEvent })}
          >
            {t('event.viewLayout')}
          </button>
        )}
      </div>
      {event.categories.length === 0 ? (
        <p className="py-3 text-muted">{t('event.noTickets')}</p>
      ) : (
        <>
          <ul className="rows">
            {event.categories.map((one) => (
              <CategoryRow
                key={one.id}
                event={event}
                category={one}
                now={now}
                preview={preview}
                waitsTurn={waitsTurn}
                onChoose={() => choose(one)}
              />
            ))}
          </ul>
          <p className="border-t border-rule pt-2.5 text-1 text-muted">{t('event.prices')}</p>
        </>
      )}
      {cheapest && !preview && !waitsTurn && canBeBought(event, now) && (
        <BottomBar>
          <Price
            paise={cheapest.price}
            free={cheapest.free}
            paidFrom={cheapestPaid(event, now)}
            state={event.state}
            from
          />
          <Button kind="lit" arrow onClick={() => choose(cheapest)}>
            {t(cheapest.standing ? 'event.chooseNumber' : 'event.chooseSeats')}
          </Button>
        </BottomBar>
      )}
      {/* Inside the condition: a boundary that is there before the press would keep the page as it is while it loads. */}
      {(over || (!preview && [SEATS_QUERY, WAITING_QUERY].some((query) => search.includes(query)))) && (
        <Suspense
          fallback={
            (over === 'seats' || over === 'layout') && (
              <DialogFrame
                over={over}
                standing={event.categories.some((one) => one.standing && search.includes(one.id))}
              />
            )
          }
        >
          <EventDialogs event={event} onDevice={onDevice} now={now} />
        </Suspense>
      )}
    </section>
  )
}

function CategoryRow({
  event,
  category,
  now,
  preview,
  waitsTurn,
  onChoose,
}: {
  event: CatalogueEvent
  category: TicketCategory
  now: number
  preview: boolean
  waitsTurn: boolean
  onChoose: () => void
}) {
  const selling = isSelling(event, category, now)
  const onSale = selling && !preview
  const left = categoryLeft(category)
  const few = lowStockOfCategory(category, terms().lowStockCategory)
  const soldOut = left === 0
  const standing = category.standing === true
  const kind = few !== null ? 'warn' : soldOut ? 'off' : 'ok'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 gap-y-1 py-3.5 desk:grid-cols-[minmax(0,1fr)_140px_150px] desk:gap-x-6">
      <div className="min-w-0">
        <h3 className="head-4">{category.name}</h3>
        {standing && <p className="text-2 text-muted">{t('event.standing')}</p>}
        {/* Seats left of a cancelled or past concert cannot be bought. */}
        {onSale && (
          <StateMark kind={kind}>
            {few !== null
              ? t('event.few', { n: few })
              : t(standing ? 'event.places' : 'event.available', { n: count(left) })}
          </StateMark>
        )}
        <Suspense>
          {!selling && left > 0 && <CategorySale event={event} category={category} now={now} />}
          {left > 0 && category.lastPrice !== undefined && <CategoryPhase category={category} now={now} />}
        </Suspense>
      </div>
      <Price paise={category.price} free={category.free} state={event.state} big className="text-right" />
      {onSale && !waitsTurn && (
        <Button
          kind="solid"
          small
          disabled={soldOut}
          onClick={onChoose}
          onPointerEnter={() => void loadDialogs().catch(() => undefined)}
          aria-label={
            soldOut
              ? undefined
              : t(standing ? 'event.chooseNumberOf' : 'event.chooseSeatsOf', { category: category.name })
          }
          arrow={!soldOut}
          className={
            'desk:w-full desk:[&_svg]:hidden ' +
            (soldOut
              ? ''
              : 'max-desk:size-11 max-desk:gap-0! max-desk:px-0! max-desk:border-control! max-desk:bg-transparent! max-desk:text-ink!')
          }
        >
          {soldOut ? (
            t('event.soldOut')
          ) : (
            // On a phone the bar below has the words.
            <span className="max-desk:hidden">{t(standing ? 'event.chooseNumber' : 'event.chooseSeats')}</span>
          )}
        </Button>
      )}
      <Suspense>
        {/* Elsewhere the customer’s wait is in My Tickets alone. */}
        {onSale && (soldOut || (few !== null && !waitsTurn)) && (
          <CategoryWait event={event} category={category} soldOut={soldOut} now={now} />
        )}
      </Suspense>
    </li>
  )
}
