import { classes } from '../controls/classes.ts'

/** Only for the words that the brand font has glyphs for (fonts/README.md). */
export function Deva({ children, className }: { children: string; className?: string }) {
  return (
    <span lang="hi" className={classes('font-deva text-[.93em] font-medium tracking-normal', className)}>
      {children}
    </span>
  )
}
