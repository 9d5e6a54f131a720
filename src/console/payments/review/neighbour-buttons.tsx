import { classes } from '#ui/controls/classes.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { count } from '#ui/format.ts'
import { Icon } from '#ui/controls/icon.tsx'

export function NeighbourButtons({
  position,
  total,
  onNext,
  onPrevious,
  className,
}: {
  position: number | null
  total: string
  onNext: (() => void) | null
  onPrevious: (() => void) | null
  className?: string
}) {
  return (
    <div className={classes('flex items-center justify-end gap-1 text-2 text-muted tabular-nums', className)}>
      {position === null ? null : (
        <span className="mr-2">
          {count(position)} of {total}
        </span>
      )}
      <IconButton label="Previous payment" disabled={!onPrevious} onClick={onPrevious ?? undefined}>
        <Icon name="back" />
      </IconButton>
      <IconButton label="Next payment" disabled={!onNext} onClick={onNext ?? undefined}>
        <Icon name="back" className="rotate-180" />
      </IconButton>
    </div>
  )
}
