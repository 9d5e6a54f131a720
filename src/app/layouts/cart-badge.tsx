import { useAtomValue } from 'jotai'
import { cartCountAtom } from '#storefront/cart/cart-items.ts'
import { classes } from '#ui/controls/classes.ts'

export const useCartCount = (): number => useAtomValue(cartCountAtom)

/** Shows the number of the cart. It is hidden from screen readers: the link's name includes the count. */
export function CartBadge({ className }: { className?: string }) {
  const count = useCartCount()
  if (count === 0) return null
  return (
    <span
      aria-hidden="true"
      className={classes(
        'absolute h-[18px] min-w-[18px] rounded-[9px] bg-accent px-1 pt-px text-center text-[12px] leading-[18px] font-strong text-accent-ink tabular-nums',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
