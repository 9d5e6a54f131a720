import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

/**
 * A bar at the foot of a phone's screen: the price and the next step. While a page has one it has no tab bar, and the
 * page and the offer of a new version keep clear of it (index.css). On the desktop it is not drawn.
 */
export function BottomBar({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      data-bottom-bar=""
      className={classes(
        'fixed inset-x-0 bottom-0 z-20 flex items-center justify-between gap-4 bg-surface pt-2.5 shadow-bar desk:hidden',
        'pr-[max(16px,env(safe-area-inset-right))] pb-[calc(10px+env(safe-area-inset-bottom))] pl-[max(16px,env(safe-area-inset-left))]',
        className,
      )}
    />
  )
}
