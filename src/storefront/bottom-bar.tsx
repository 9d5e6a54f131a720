import type { ComponentProps } from 'react'
import { classes } from '#ui/controls/classes.ts'

/** Fixes a bar at the foot of a phone's screen. It replaces the tab bar, and pages keep clear of it (index.css). */
export function BottomBar({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      data-bottom-bar=""
      className={classes(
        'fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-surface pt-2.5 shadow-bar desk:hidden',
        // With letters twice as large the button is below the price, and its words wrap.
        '*:min-w-0 *:max-w-full [&>button]:whitespace-normal',
        'pr-[max(16px,env(safe-area-inset-right))] pb-[calc(10px+env(safe-area-inset-bottom))] pl-[max(16px,env(safe-area-inset-left))]',
        className,
      )}
    />
  )
}
