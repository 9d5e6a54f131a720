import { istParts, formatDayTime, formatTime, isSameIstDay } from '#platform/time/ist.ts'
import type { LiveFigures, LiveQueue } from '#shop/upkeep/live.ts'
import { count } from '#ui/format.ts'
import { counted } from '../kit/words/counted.ts'

/** Returns a figure with its unit; a dash for one that the server did not send. */
export const figureText = (n: number, unit = ''): string => (Number.isNaN(n) ? '–' : `${count(n)}${unit}`)

/** Returns '10:02:15 pm' */
export function clockText(at: string | number): string {
  const ms = typeof at === 'number' ? at : Date.parse(at)
  const { hour, minute } = istParts(ms)
  const pad = (n: number): string => String(n).padStart(2, '0')
  return `${hour % 12 === 0 ? 12 : hour % 12}:${pad(minute)}:${pad(Math.floor(ms / 1_000) % 60)} ${hour < 12 ? 'am' : 'pm'}`
}

/** Returns '1 second', '40 seconds', '3 minutes' */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const [n, unit] = seconds < 120 ? [seconds, 'second'] : [Math.floor(seconds / 60), 'minute']
  return counted(n, unit)
}

interface Warning {
  /** Without figures, so that a screen reader says it once. */
  said: string
  title: string
  text: string
}

/** Says what an operator has to act on, and how; empty when all is well. */
export function warningsOf({ errorsMinute, busyMinute, queues }: LiveFigures): Warning[] {
  const warnings: Warning[] = []
  if (errorsMinute > 0)
    warnings.push({
      said: 'Warning: the server has errors.',
      title: `${counted(errorsMinute, 'error')} of the server in the last minute`,
      text: 'Read the newest lines of the server’s log. If errors go on, look whether the disk has room and the database runs, and pause the sale under Events. Payments that customers sent wait on their devices and are sent again.',
    })
  if (busyMinute > 0)
    warnings.push({
      said: 'Warning: the shop is busy.',
      title: `${counted(busyMinute, 'request was', 'requests were')} asked to wait in the last minute`,
      text: `The database cannot keep up, or one address asks for too much; devices ask again by themselves. If it lasts, ${
        queues.length > 0
          ? 'let in fewer people a minute on the queue’s page, and '
          : 'give the next large sale a queue, and '
      }leave large CSV files, imports and backups for later.`,
    })
  return warnings
}

/** Returns 'Opens 10:00 am', 'Drawn 10:00 am' */
export function queueText({ drawnAt, opensAt }: Pick<LiveQueue, 'drawnAt' | 'opensAt'>, at: string): string {
  const timeOf = (time: string): string => (isSameIstDay(time, at) ? formatTime : formatDayTime)(time)
  if (drawnAt !== null) return `Drawn ${timeOf(drawnAt)}`
  return Date.parse(opensAt) > Date.parse(at) ? `Opens ${timeOf(opensAt)}` : 'Being drawn'
}

/** Says in a sentence what the picture of the holds shows. */
export function holdsText(holds: LiveFigures['holds']): string {
  const most = holds.reduce<LiveFigures['holds'][number] | null>(
    (best, one) => (best === null || one.count > best.count ? one : best),
    null,
  )
  const last = holds.at(-1)
  if (!most || !last) return ''
  return `Most in ten seconds: ${count(most.count)} at ${clockText(most.at)}. The last ten seconds: ${count(last.count)}.`
}
