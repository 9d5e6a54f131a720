import { useNavigate } from 'react-router-dom'
import { ConcertTime } from '#account/concert-time.tsx'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { priceWords, totalWords } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { isLost } from '#shop/cart/line-state.ts'
import { useCartView } from './cart-view.ts'
import { PriceTable } from './price-table.tsx'

export function MiniCart({ onClose }: { onClose: () => void }) {
  const { rows, payable, price, seats } = useCartView()
  const navigate = useNavigate()
  // Replaces the dialog's history entry, so Back leads to the page below.
  const go = (path: string): void => void navigate(path, { replace: true })
  return (
    <Dialog
      open
      onClose={onClose}
      size="narrow"
      title={t('cart.title')}
      subtitle={t('cart.count', { n: seats })}
      footer={
        rows.length > 0 && (
          <div className="grid gap-2.5">
            <Button
              kind="lit"
              wide
              value={totalWords(price.total)}
              disabled={payable.length === 0}
              onClick={() => go(paths.checkout)}
            >
              {t('cart.checkout')}
            </Button>
            <Button kind="line" wide arrow onClick={() => go(paths.cart)}>
              {t('cart.mini.view')}
            </Button>
          </div>
        )
      }
    >
      {rows.length === 0 ? (
        <p>{t('cart.empty.title')}</p>
      ) : (
        <>
          <ul className="rows" aria-label={t('cart.lines')}>
            {rows.map(({ item, event, state, reduced }) => (
              <li key={item.id} className="grid grid-cols-[1fr_auto] gap-x-4 py-2.5 first:pt-0">
                <div>
                  <p className="font-strong">{event?.singer.name ?? item.eventName}</p>
                  <p className="text-2 text-muted">
                    <ConcertTime at={item.date} day />
                  </p>
                  <p className="text-2 tabular-nums">
                    {item.categoryName} · {t('cart.seats', saidSeats(item))}
                  </p>
                  {state !== 'on-sale' && state !== 'unknown' && (
                    <p className="text-1 text-bad">{t(isLost(state) ? 'cart.notOnSale' : 'cart.notNow')}</p>
                  )}
                </div>
                <p className="font-strong tabular-nums">
                  {priceWords((reduced ?? item.price) * item.seats.length, item.free)}
                </p>
              </li>
            ))}
          </ul>
          <div className="mt-2 border-t border-rule pt-1">
            <PriceTable price={price} seats={seats} />
          </div>
        </>
      )}
    </Dialog>
  )
}
