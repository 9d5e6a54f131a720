import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { categoryLeft, isOnSale, lowStockOfCategory, minimumPrice, ticketsLeft } from '#domain/catalogue.ts'
import type { CatalogueEvent, TicketCategory } from '#domain/catalogue.ts'
import { BottomBar } from '#ui/bottom-bar.tsx'
import { Button } from '#ui/button.tsx'
import { count } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { Price } from '#ui/price.tsx'
import { StateMark } from '#ui/state-mark.tsx'
import { toast } from '#ui/toast.tsx'
import { cart } from '../cart/cart-state.ts'

const loadPicker = () => import('../seats/seat-picker.tsx')
const loadMiniCart = () => import('../cart/mini-cart.tsx')
const SeatPicker = lazy(async () => ({ default: (await loadPicker()).SeatPicker }))
const MiniCart = lazy(async () => ({ default: (await loadMiniCart()).MiniCart }))
const LayoutView = lazy(async () => ({ default: (await import('../seats/layout-view.tsx')).LayoutView }))

/** After the page itself is there, so that the picker opens at once, offline too. */
const PREFETCH_AFTER_MS = 1500

/**
 * The categories with their price and state, the picker, and after adding the mini cart. While the event is not
 * `onDevice`, what is pressed opens and waits for it there: the plan of the hall comes from the device.
 */
export function EventTickets({ event, onDevice, now }: { event: CatalogueEvent; onDevice: boolean; now: number }) {
  const [choosing, setChoosing] = useState<string | null>(null)
  const [layoutOpen, setLayoutOpen] = useState(false)
  const [cartOpen, setCartOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const onSale = isOnSale(event, now)
  const buyable = onSale ? event.categories.filter((category) => categoryLeft(category) > 0) : []
  const category = event.categories.find(({ id }) => id === choosing)

  useEffect(() => {
    const timer = setTimeout(() => {
      // Offline on a first visit these fail; the press that needs them tries again.
      void loadPicker()
        .then(loadMiniCart)
        .catch(() => undefined)
    }, PREFETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  const add = (seats: string[]): void => {
    if (!category) return
    const { added, left } = cart.add(event, category, seats)
    if (left.length > 0) toast.error(t('event.seatsLeftOut', { seats: left.join(', ') }))
    if (added.length === 0 && left.length > 0) return
    toast.success(t('event.added'))
    setChoosing(null)
    setCartOpen(true)
  }
  const chooseFromBar = (): void => {
    if (buyable.length === 1 && buyable[0]) return setChoosing(buyable[0].id)
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }

  const price = minimumPrice(event)
  return (
    <section aria-labelledby="tickets" className="mt-10">
      <div className="section-head pb-1!">
        <h2 id="tickets" ref={heading} tabIndex={-1} className="head-4 scroll-mt-4 outline-none">
          {t('event.tickets')}
        </h2>
        {event.categories.some(({ layout }) => layout !== null) && (
          <button type="button" className="-my-2 link py-2 text-2" onClick={() => setLayoutOpen(true)}>
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
              <CategoryRow key={one.id} category={one} onSale={onSale} onChoose={() => setChoosing(one.id)} />
            ))}
          </ul>
          <p className="border-t border-rule pt-2.5 text-1 text-muted">{t('event.prices')}</p>
        </>
      )}
      {onSale && ticketsLeft(event) > 0 && price !== null && (
        <BottomBar>
          <Price paise={price} from />
          <Button kind="lit" arrow onClick={chooseFromBar}>
            {t('event.chooseSeats')}
          </Button>
        </BottomBar>
      )}
      <Suspense>
        {category && (
          <SeatPicker
            event={event}
            category={category}
            waiting={!onDevice}
            onClose={() => setChoosing(null)}
            onAdd={add}
          />
        )}
      </Suspense>
      <Suspense>
        {layoutOpen && <LayoutView event={event} waiting={!onDevice} onClose={() => setLayoutOpen(false)} />}
        {cartOpen && <MiniCart open onClose={() => setCartOpen(false)} />}
      </Suspense>
    </section>
  )
}

function CategoryRow({
  category,
  onSale,
  onChoose,
}: {
  category: TicketCategory
  onSale: boolean
  onChoose: () => void
}) {
  const left = categoryLeft(category)
  const few = lowStockOfCategory(category)
  const soldOut = left === 0
  const kind = few !== null ? 'warn' : soldOut ? 'off' : 'ok'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3.5 desk:grid-cols-[minmax(0,1fr)_140px_150px] desk:gap-x-6">
      <div className="min-w-0">
        <h3 className="head-4">{category.name}</h3>
        {/* What is left of a cancelled or past concert is not available to anybody. */}
        {onSale && (
          <StateMark kind={kind}>
            {few !== null ? t('event.few', { n: few }) : t('event.available', { n: count(left) })}
          </StateMark>
        )}
      </div>
      <Price paise={category.price} big className="text-right" />
      {onSale && (
        <Button
          kind="solid"
          small
          disabled={soldOut}
          onClick={onChoose}
          onPointerEnter={() => void loadPicker().catch(() => undefined)}
          aria-label={soldOut ? undefined : t('event.chooseSeatsOf', { category: category.name })}
          arrow={!soldOut}
          className={
            'max-desk:col-span-2 max-desk:mt-2 max-desk:min-h-11! max-desk:justify-between! desk:w-full desk:[&_svg]:hidden ' +
            (soldOut ? '' : 'max-desk:border-control! max-desk:bg-transparent! max-desk:text-ink!')
          }
        >
          {soldOut ? t('event.soldOut') : t('event.chooseSeats')}
        </Button>
      )}
    </li>
  )
}
