import { classes } from '../controls/classes.ts'
import { FIRST_LOOK } from '#shop/settings/shop-look.ts'
import { shopName } from '../shop.ts'

/** The viewBoxes; vite.config.ts copies the outlines from public/brand into index.html. */
const LOCKUP = '60 -340 11816 2040'
const WORDMARK = '60 0 4960 1700'

/** Draws the build's wordmark, or writes the name that staff have typed. `both`: two scripts, else Latin only (console). Set
 * the height; the width follows. */
export function Wordmark({ both = false, className }: { both?: boolean; className?: string }) {
  if (shopName() !== FIRST_LOOK.name)
    return (
      <span className={classes('grid max-w-[44vw] items-center head-4 desk:max-w-80', className)}>
        <span className="truncate">{shopName()}</span>
      </span>
    )
  return (
    <svg
      viewBox={both ? LOCKUP : WORDMARK}
      role="img"
      aria-label={shopName()}
      className={classes('w-auto max-w-none [--word-2:var(--ink-muted)]', className)}
    >
      <use href={both ? '#brand-lockup' : '#brand-wordmark'} />
    </svg>
  )
}
