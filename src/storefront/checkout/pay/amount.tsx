import { useState } from 'react'
import type { Paise } from '#shop/prices/money.ts'
import { classes } from '#ui/controls/classes.ts'
import { Fold } from '#ui/controls/fold.tsx'
import { Note } from '#ui/display/note.tsx'
import { exactRupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { PriceTable, type ShownPrice } from '../../cart/price-table.tsx'

/** Says how much is paid to whom, and that it changed. Amounts in paise. */
export function Amount({
  total,
  before,
  payee,
  code,
  small,
}: {
  total: Paise
  before: Paise
  payee: string
  code: string
  small: boolean
}) {
  return (
    <div>
      <p
        className={classes(
          'figure leading-none tracking-[-.02em]',
          small ? 'text-[1.75rem]' : 'text-[min(3.25rem,15vw)] desk:text-[4rem]',
        )}
      >
        {exactRupees(total)}
      </p>
      <p className="mt-1.5 text-2 text-muted">{t('checkout.amount.to', { payee, code })}</p>
      <div role="status">
        {total !== before && (
          <Note kind="warn" className="mt-2">
            {t('checkout.amount.changed', { now: exactRupees(total), before: exactRupees(before) })}
          </Note>
        )}
      </div>
    </div>
  )
}

/** Lists the parts of the price; `folded` behind a press. */
export function PriceOfOrder({ price, seats, folded }: { price: ShownPrice; seats: number; folded: boolean }) {
  const [open, setOpen] = useState(false)
  const table = <PriceTable price={price} seats={seats} />
  return (
    <div className="desk:col-start-2">
      {folded ? (
        <Fold title={t('cart.summary')} open={open} onOpen={setOpen}>
          {table}
        </Fold>
      ) : (
        table
      )}
    </div>
  )
}
