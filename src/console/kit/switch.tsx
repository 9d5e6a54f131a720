import { classes } from '#ui/controls/classes.ts'

export function Switch({
  on,
  onChange,
  children,
  className,
}: {
  on: boolean
  onChange: (on: boolean) => void
  children: string
  className?: string
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      onClick={() => onChange(!on)}
      className={classes('flex min-h-9 cursor-pointer items-center gap-2 text-2', className)}
    >
      <span
        aria-hidden="true"
        className={classes(
          'relative h-5 w-9 flex-none rounded-[10px] border',
          on ? 'border-ink bg-ink' : 'border-control',
        )}
      >
        <span
          className={classes(
            'absolute top-[2px] size-[14px] rounded-[7px]',
            on ? 'right-[2px] bg-surface' : 'left-[2px] bg-control',
          )}
        />
      </span>
      <span className="pt-px">{children}</span>
    </button>
  )
}
