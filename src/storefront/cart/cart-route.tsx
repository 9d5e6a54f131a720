import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useIdentity } from '#account/session/identity.ts'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import { hasParkedCart, changeStoredCart, readStoredCart } from '#shop/cart/cart.store.ts'
import { dropSubmittedSeats } from '#shop/cart/submitted.store.ts'
import { isAboveUsualLimit } from '#shop/payments/upi.ts'
import { orderLinesOf, newCartItem, replaceSeats } from '#shop/cart/cart-changes.ts'
import { draftFor, hasBegun, watchDrafts } from '#shop/orders/order-rows.store.ts'
import { discardOrder } from '#shop/orders/orders.store.ts'
import type { Order } from '#shop/orders/order.ts'
import { watchMyPayments } from '#shop/tickets/wallet.store.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Empty, Note } from '#ui/display/note.tsx'
import { totalWords } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { useGoBack } from '#ui/hooks/use-go-back.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { BegunOrders, useUnreportedOrders } from '../checkout/begun-orders.tsx'
import { CodeOfLines } from '../codes/code-of-lines.tsx'
import { SeatPicker } from '../seats/picker/seat-picker.tsx'
import { TestNote } from '../test-mark.tsx'
import { CartLine } from './cart-line.tsx'
import { useCart } from './cart-state.ts'
import { useCartView, type CartRow } from './cart-view.ts'
import { heldUntil } from './held-until.ts'
import { PriceTable } from './price-table.tsx'
import { toastIdOf } from './quantity.tsx'
import { posterOf, type CatalogueEvent, type TicketCategory } from '#shop/catalogue/catalogue.ts'
import { terms } from '#ui/terms.ts'

const CLOCK_MS = 5000

export function CartRoute() {
  usePageTitle(t('cart.page'))
  const { rows, payable, price, seats, code } = useCartView()
  const identity = useIdentity()
  const owner = identity.status === 'signed-in' ? identity.userId : null
  const drafts = useWatched(watchDrafts, [owner]).value
  const payments = useWatched(watchMyPayments, [owner]).value
  const begun = useUnreportedOrders(owner)
  const now = useNow(CLOCK_MS)
  // The seat map has its own history entry, so Back closes it.
  const navigate = useNavigate()
  const picking = (useLocation().state as { changing?: string } | null)?.changing
  const closeMap = useGoBack()

  useEffect(() => {
    if (owner) void dropSubmittedSeats()
  }, [owner])

  useDiscardWhenEmptied(drafts)

  if (rows.length === 0) {
    // The server ended the session: the cart is hidden until its owner signs in again.
    const parked = identity.status === 'signed-out' && identity.ended === true && hasParkedCart()
    return (
      <div className="wrap pb-10">
        <Empty
          level="h1"
          title={t(parked ? 'cart.parked.title' : 'cart.empty.title')}
          way={{ to: paths.concerts, label: t('cart.empty.action') }}
        >
          {t(parked ? 'cart.parked.text' : 'cart.empty.text')}
        </Empty>
        <BegunOrders orders={begun} className="mt-4" />
      </div>
    )
  }

  const heldOf = ({ item }: CartRow): number | null => heldUntil(item, drafts ?? [], payments ?? [], now)
  const unpayable = rows.length - payable.length
  const picked = rows.find((row) => row.item.id === picking)
  const category = picked?.event?.categories.find((other) => other.id === picked.item.categoryId)
  return (
    <div className="wrap pb-18">
      <h1 className="head-5 pt-6">{t('cart.title')}</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10 pt-4 desk:grid-cols-[minmax(0,1fr)_368px] desk:gap-18">
        <section aria-label={t('cart.lines')}>
          <BegunOrders orders={begun} className="mb-6" />
          {draftFor(drafts ?? [], orderLinesOf(payable))?.isTest && (
            <TestNote words="test.order" className="mb-4 max-w-[60ch]" />
          )}
          <ul className="rows border-t-2 border-rule-strong">
            {rows.map((row) => (
              <CartLine
                key={row.item.id}
                row={row}
                code={code?.code.code ?? null}
                held={heldOf(row)}
                onPick={() => void navigate('', { state: { changing: row.item.id } })}
              />
            ))}
          </ul>
          <Note className="mt-4">
            <b className="font-strong">{t('cart.entry')}</b> {t('cart.entry.text')}
          </Note>
        </section>
        <aside aria-label={t('cart.summary')} className="border-t-2 border-rule-strong pt-1 desk:pt-2.5">
          <h2 className="head-4 pb-1 max-desk:hidden">{t('cart.summary')}</h2>
          <CodeOfLines code={code} events={rows.map(({ item }) => item.eventId)} typedAt={paths.cart} />
          <PriceTable price={price} seats={seats} platformFee />
          {unpayable > 0 && (
            <Note kind="warn" className="mt-3">
              {t('cart.someNotOnSale', { n: unpayable })}
            </Note>
          )}
          {isAboveUsualLimit(price.total) && (
            <Note kind="warn" className="mt-3">
              {t('cart.limit')}
            </Note>
          )}
          {payable.length > 0 ? (
            <ButtonLink kind="lit" wide to={paths.checkout} value={totalWords(price.total)} className="mt-3">
              {t('cart.checkout')}
            </ButtonLink>
          ) : (
            <Button kind="lit" wide disabled className="mt-3">
              {t('cart.checkout')}
            </Button>
          )}
        </aside>
      </div>
      {picked?.event && category && (
        <SeatPicker
          event={picked.event}
          category={category}
          changing={picked.item.seats}
          onClose={closeMap}
          onAdd={([line]) => {
            const chosen = line?.seats ?? []
            const undo = changeSeats(picked.item.id, picked.event!, category, chosen)
            toast.show(t('cart.seatsChanged', saidSeats({ ...picked.item, seats: chosen })), {
              id: toastIdOf(picked.item),
              action: { label: t('common.undo'), onClick: undo },
            })
            closeMap()
          }}
        />
      )}
    </div>
  )
}

/** Emptying the cart by hand releases its open order and the seats it holds. An order already begun stays. */
function useDiscardWhenEmptied(drafts: readonly Order[] | undefined): void {
  const { items } = useCart()
  const before = useRef(items)
  useEffect(() => {
    const removed = items.length === 0 ? before.current : []
    before.current = items
    const categories = new Set(removed.map((item) => item.categoryId))
    for (const draft of drafts ?? []) {
      if (hasBegun(draft) || draft.ofOffer) continue
      if (draft.lines.some((line) => categories.has(line.ticketCategoryId))) void discardOrder(draft.id)
    }
  }, [items, drafts])
}

/** Replaces the seats of a line. Returns a function that restores the old ones. */
function changeSeats(
  id: string,
  event: CatalogueEvent,
  category: TicketCategory,
  seats: readonly string[],
): () => void {
  const before = readStoredCart().find((item) => item.id === id)
  const item = newCartItem(event, category, seats, posterOf(event.id), Date.now())
  changeStoredCart((items) => replaceSeats(items, id, item, terms().seatsPerLine))
  return () => changeStoredCart((items) => items.map((line) => (line.id === id && before ? before : line)))
}
