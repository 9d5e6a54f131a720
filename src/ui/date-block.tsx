import { dayKey, formatDay, formatDayNames, formatDayNumber, istParts, weekdayNamesHindi } from '#domain/ist.ts'
import { classes } from './classes.ts'
import { Deva } from './deva.tsx'
import { spokenLanguage } from './language.ts'

/**
 * The day as a timetable numeral with month and weekday, in India's calendar; beside English the weekday stands in both
 * scripts.
 * `sm` keeps the phone's size on the desktop; `onAccent` is for the one marigold field of the event page.
 */
export function DateBlock({
  date,
  size = 'lg',
  onAccent = false,
}: {
  date: string
  size?: 'sm' | 'lg'
  onAccent?: boolean
}) {
  const { weekday, year } = istParts(date)
  const names = formatDayNames(date)
  const hindi = weekdayNamesHindi[weekday] ?? ''
  const large = size === 'lg'
  const soft = onAccent ? '' : 'text-muted'
  return (
    <time
      dateTime={dayKey(date)}
      className={classes('grid grid-cols-[auto_1fr] items-start gap-x-2', large && 'desk:gap-x-2.5')}
    >
      <span className="sr-only">{formatDay(date)}</span>
      <span
        aria-hidden="true"
        className={classes(
          'font-head tabular-nums leading-[.8] tracking-[-.03em] [font-stretch:80%] pt-[.02em]',
          onAccent ? 'text-[3.5rem] desk:text-[4.25rem]' : large ? 'text-(length:--numeral)' : 'text-[2.75rem]',
        )}
      >
        {formatDayNumber(date)}
      </span>
      <span
        aria-hidden="true"
        className={classes('text-2 leading-[17px] font-strong', large && 'desk:text-3 desk:leading-[22px]')}
        title={String(year)}
      >
        {names.month}
        <span className={classes('block font-text whitespace-nowrap', soft)}>
          {names.weekday} {spokenLanguage() === 'en' && <Deva>{hindi}</Deva>}
        </span>
      </span>
    </time>
  )
}
