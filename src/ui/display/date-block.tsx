import {
  dayKey,
  formatDay,
  formatDayNames,
  formatDayNumber,
  istParts,
  weekdayNamesHindi,
  yearToSay,
} from '#platform/time/ist.ts'
import { classes } from '../controls/classes.ts'
import { Deva } from './deva.tsx'
import { spokenLanguage } from '../language.ts'

/**
 * Shows the day as a numeral with month and weekday (beside English also in Hindi); the year when needed (`yearToSay`).
 * `sm` keeps the phone's size on the desktop; `onAccent` is for the marigold field of the event page.
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
  const { weekday } = istParts(date)
  // oxlint-disable-next-line purity -- the year is said when it is not the present one
  const year = yearToSay(date, Date.now())
  const names = formatDayNames(date)
  const hindi = weekdayNamesHindi[weekday] ?? ''
  const large = size === 'lg'
  const soft = onAccent ? '' : 'text-muted'
  const english = spokenLanguage() === 'en'
  const inYear = year !== null && (
    <span className={classes('font-head text-1 leading-[.8] tabular-nums [font-stretch:80%]', soft)}> {year}</span>
  )
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
        className={classes(
          'text-2 leading-[17px] font-strong whitespace-nowrap',
          large && 'desk:text-3 desk:leading-[22px]',
        )}
      >
        {names.month}
        {english && inYear}
        <span className={classes('block font-text', soft)}>
          {names.weekday} {english ? <Deva>{hindi}</Deva> : inYear}
        </span>
      </span>
    </time>
  )
}
