import { formatTime, isSameIstDay, formatDayNear } from '#platform/time/ist.ts'
import type { Failure } from '#platform/failure/failure.ts'
import type { QueuePhase } from '#shop/queue/queue.ts'
import { count } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/queue/queue.ts'

/** Returns '7:42 pm' today, 'Fri 20 Nov, 7:42 pm' on other days. `now` in ms. */
export const whenWords = (at: string, now: number): string =>
  isSameIstDay(at, now) ? formatTime(at) : `${formatDayNear(at, now)}, ${formatTime(at)}`

/** Says in one sentence where this person is in the queue. */
export function phaseHead(phase: QueuePhase, joinsFrom: string, now: number): string {
  switch (phase.kind) {
    case 'before':
      return t('queue.before', { when: whenWords(joinsFrom, now) })
    case 'open':
      return t(phase.late ? 'queue.late' : 'queue.open')
    case 'drawing':
      return t(phase.late ? 'queue.placing' : 'queue.drawing')
    case 'line':
      return t('queue.joined')
    default:
      return t(`queue.${phase.kind}`)
  }
}

/** '11 people are before you. About 2 minutes.' */
export function lineWords({ ahead, minutes }: Extract<QueuePhase, { kind: 'line' }>): string {
  const before = t('queue.ahead', { n: ahead, said: count(ahead) })
  if (minutes === null) return `${before} ${t('queue.paused')}`
  return `${before} ${t('queue.minutes', { n: minutes, said: count(minutes) })}`
}

/** Why the queue was not joined. */
export function joinFailureText({ code }: Failure): string {
  switch (code) {
    case 'unreachable':
      return t('queue.failed.offline')
    case 'queue_not_open':
      return t('queue.failed.early')
    case 'queue_ended':
      return t('queue.failed.ended')
    case 'not_on_sale':
    case 'not_found':
      return t('queue.failed.closed')
    case 'signed_out':
    case 'not_signed_in':
      return t('queue.failed.signIn')
    default:
      return t('queue.failed')
  }
}
