import { classes } from '../controls/classes.ts'

/** Hindi beside its Latin twin, in the brand cut: only the words that font was cut for (see fonts/README.md). */
export function Deva({ children, className }: { children: string; className?: string }) {
  return (
    <span lang="hi" className={classes('font-deva text-[.93em] font-medium tracking-normal', className)}>
      {children}
    </span>
  )
}
