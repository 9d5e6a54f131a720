import { useState } from 'react'
import { seatCount } from '#shop/cart/cart.ts'
import { storedItems } from '#storefront/cart/cart-items.ts'
import { classes } from '#ui/controls/classes.ts'
import { useValue } from '#ui/hooks/use-value.ts'

export const useCartCount = (): number => seatCount(useValue(storedItems))

/** Shows the number of the cart. It is hidden from screen readers: the link's name includes the count. */
export function CartBadge({ className }: { className?: string }) {
  const count = useCartCount()
  const [before, setBefore] = useState({ count, more: false })
  if (before.count !== count) setBefore({ count, more: count > before.count })
  if (count === 0) return null
  return (
    <span
      key={count}
      aria-hidden="true"
      className={classes(
        'absolute h-[18px] min-w-[18px] rounded-[9px] bg-accent px-1 pt-px text-center text-[12px] leading-[18px] font-strong text-accent-ink tabular-nums',
        before.more && 'comes',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
