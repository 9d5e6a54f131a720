import { classes } from '../controls/classes.ts'
import { shopName } from '../shop.ts'

/** The viewBoxes; vite.config.ts copies the outlines from public/brand into index.html. */
const LOCKUP = '60 -340 11816 2040'
const WORDMARK = '60 0 4960 1700'

/** Draws the wordmark. `both`: two scripts, else Latin only (console). Set the height; the width follows. */
export function Wordmark({ both = false, className }: { both?: boolean; className?: string }) {
  return (
    <svg
      viewBox={both ? LOCKUP : WORDMARK}
      role="img"
      aria-label={shopName}
      className={classes('w-auto max-w-none [--word-2:var(--ink-muted)]', className)}
    >
      <use href={both ? '#brand-lockup' : '#brand-wordmark'} />
    </svg>
  )
}
