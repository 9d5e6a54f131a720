import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { t } from '../messages/messages.ts'

const shape =
  'relative inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-control border px-3 pt-px text-2 leading-none after:absolute after:inset-x-0 after:-inset-y-1'

export function Chip({ on, className, type, ...rest }: ComponentProps<'button'> & { on: boolean }) {
  return (
    <button
      type={type ?? 'button'}
      {...rest}
      aria-pressed={on}
      className={classes(
        shape,
        on ? 'border-ink bg-ink font-strong text-surface' : 'border-control hover:border-ink',
        className,
      )}
    />
  )
}

export function RemovableChip({
  label,
  onRemove,
  removeLabel,
  value,
}: {
  label: string
  onRemove: () => void
  removeLabel?: string
  value?: string
}) {
  return (
    <button
      type="button"
      value={value}
      onClick={onRemove}
      aria-label={removeLabel ?? t('common.remove', { name: label })}
      className={classes(shape, 'border-control tabular-nums hover:border-ink')}
    >
      {label}
      <Icon name="close" className="-mt-px size-3.5!" />
    </button>
  )
}
