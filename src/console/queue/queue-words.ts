import type { Failure } from '#platform/failure/failure.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { phaseOf, waitingOf, type AdminQueue, type SaleConcerns } from '#shop/queue/queue-admin.ts'
import type { StateKind } from '#ui/display/state-mark.tsx'
import { count } from '#ui/format.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { joinsInPast, opensBeforeJoining, type QueueProblems } from './queue-draft.ts'
import { counted } from '../kit/words/counted.ts'

/** Says a queue's state in two words, and a sentence about what comes next. */
export function phaseWords(queue: AdminQueue): { kind: StateKind; mark: string; text: string } {
  switch (phaseOf(queue)) {
    case 'before':
      return { kind: 'info', mark: 'Not open yet', text: `Joining opens ${formatDayTime(queue.joinsFrom)}.` }
    case 'joining':
      return {
        kind: 'ok',
        mark: 'Joining is open',
        text: `The list is drawn when the sale opens, ${formatDayTime(queue.opensAt)}.`,
      }
    case 'drawing':
      return { kind: 'warn', mark: 'Being drawn', text: 'The list is closed now and drawn within seconds.' }
    case 'letting in':
      return { kind: 'ok', mark: 'Letting in', text: lettingIn(queue) }
    case 'ended':
      return {
        kind: 'off',
        mark: 'Ended',
        text: `Since ${formatDayTime(queue.endedAt!)} everyone may buy.${queue.drawnAt === null ? ' It was not drawn.' : ''}`,
      }
  }
}

function lettingIn(queue: AdminQueue): string {
  const waiting = waitingOf(queue)
  if (waiting === 0) return 'Everyone who joined is let in. Who comes now enters at once, as far as the rate allows.'
  if (queue.rate === 0) return 'The shop lets in no one now: it is at its limit.'
  const minutes = Math.ceil(waiting / queue.rate)
  return `At this rate the last of them is let in within ${minutes === 1 ? 'a minute' : counted(minutes, 'minute')}.`
}

/** Returns '600 a minute, as the shop bears' */
export const rateWords = ({ rate, perMinute }: Pick<AdminQueue, 'rate' | 'perMinute'>): string =>
  perMinute === null ? `${count(rate)} a minute, as the shop bears` : `${count(rate)} a minute, as you set`

const listed = (names: readonly string[]): string => new Intl.ListFormat('en-IN').format(names)
const are = (names: readonly string[]): string => (names.length === 1 ? 'is' : 'are')

/** Says what to know before saving. `isPublic`: the event is published, so its open categories are being bought. */
export const concernWords = ({ stopped, earlier, later }: SaleConcerns, isPublic: boolean): string[] => [
  ...(stopped.length === 0
    ? []
    : [
        isPublic
          ? `${listed(stopped)} ${are(stopped)} on sale now. While there is a queue, no one can buy until the list is drawn.`
          : `${listed(stopped)} would be on sale at once. With a queue, no one can buy until the list is drawn.`,
      ]),
  ...(earlier.length === 0
    ? []
    : [`The sale of ${listed(earlier)} opens earlier than the queue: no one can buy until the list is drawn.`]),
  ...(later.length === 0
    ? []
    : [`The sale of ${listed(later)} opens later than the queue: the first people let in cannot buy yet.`]),
]

/** Returns the fields that the server refused; empty for another failure. */
export function refusedFields({ code, detail }: Failure): QueueProblems {
  if (code === 'too_late' && detail === 'p_joins_from') return { joinsFrom: 'It stays: people can join already.' }
  if (code === 'too_late' && detail === 'p_opens_at')
    return { opensAt: 'It can no longer be so: people count on the time that was said, or the list is closed.' }
  if (code !== 'invalid') return {}
  if (detail === 'p_joins_from') return { joinsFrom: joinsInPast }
  if (detail === 'p_opens_at') return { opensAt: `${opensBeforeJoining} It opens before the concert begins.` }
  return detail === 'p_per_minute' ? { perMinute: 'The server refused this number.' } : {}
}

export function whyQueueFailed(failure: Failure): string {
  switch (failure.code) {
    case 'too_late':
      return 'It is too late for this: people can join already, or the list is closed.'
    case 'queue_ended':
      return 'The queue has ended, which cannot be taken back.'
    case 'not_on_sale':
      return 'The event is over or cancelled.'
    case 'not_found':
      return 'There is no such event any more, or someone removed its queue.'
    default:
      return whyFailed(failure)
  }
}
