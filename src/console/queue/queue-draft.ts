import { MAX_A_MINUTE, rulesOf, type AdminQueue, type QueueTimes } from '#shop/queue/queue-admin.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { count } from '#ui/format.ts'
import { readMoment, typedMoment } from '../ticket-categories/category-draft.ts'
import { readCount } from '../ticket-categories/prices/numbers.ts'

/** The form as typed: times are 'YYYY-MM-DDTHH:MM' in IST. */
export interface TypedQueue {
  joinsFrom: string
  opensAt: string
  /** `shop`: as many people a minute as the shop bears; a typed number waits. */
  pace: 'shop' | 'number'
  perMinute: string
}

export type QueueProblems = Partial<Record<keyof TypedQueue, string>>

export const noPace: Pick<TypedQueue, 'pace' | 'perMinute'> = { pace: 'shop', perMinute: '' }

export const typedOfQueue = ({ joinsFrom, opensAt, perMinute }: QueueTimes): TypedQueue => ({
  joinsFrom: typedMoment(joinsFrom),
  opensAt: typedMoment(opensAt),
  ...(perMinute === null ? noPace : { pace: 'number', perMinute: String(perMinute) }),
})

const noTime = 'There is no such date and time.'
const notCount = `Enter a whole number from 1 to ${count(MAX_A_MINUTE)}.`

/**
 * Returns what to save of a new queue or of `stored`, or a problem for each field. Fields show minutes: a time that was not
 * edited goes back as it is stored. `now` in ms.
 */
export function readQueueDraft(
  typed: TypedQueue,
  stored: AdminQueue | null,
  event: { date: string },
  now: number,
): { times: QueueTimes } | { problems: QueueProblems } {
  const problems: QueueProblems = {}
  const before = stored && typedOfQueue(stored)
  const rules = stored && rulesOf(stored)
  const read = (field: 'joinsFrom' | 'opensAt', missing: string): string | null => {
    if (stored && before?.[field] === typed[field]) return stored[field]
    const at = readMoment(typed[field])
    if (!at) problems[field] = at === null ? missing : noTime
    return at ?? null
  }
  const joinsFrom = read('joinsFrom', 'Choose when joining opens.')
  const opensAt = read('opensAt', 'Choose when the sale opens.')
  if (joinsFrom !== null && joinsFrom !== stored?.joinsFrom) {
    if (rules?.joinsFrom === false) problems.joinsFrom = joinsFromStays(stored!)
    else if (Date.parse(joinsFrom) <= now) problems.joinsFrom = joinsInPast
  }
  if (opensAt !== null && opensAt !== stored?.opensAt) {
    if (rules?.opensAt === 'no') problems.opensAt = opensAtStays(stored!)
    else if (rules?.opensAt === 'later' && Date.parse(opensAt) < Date.parse(stored!.opensAt))
      problems.opensAt = onlyLater(stored!)
    else if (Date.parse(opensAt) >= Date.parse(event.date)) problems.opensAt = opensAfterEvent
  }
  if (joinsFrom !== null && opensAt !== null && Date.parse(opensAt) <= Date.parse(joinsFrom))
    problems.opensAt ??= opensBeforeJoining
  const perMinute = typed.pace === 'shop' ? null : readCount(typed.perMinute)
  if (typed.pace === 'number' && (perMinute === null || perMinute < 1 || perMinute > MAX_A_MINUTE))
    problems.perMinute = notCount
  if (Object.keys(problems).length > 0 || joinsFrom === null || opensAt === null) return { problems }
  return { times: { joinsFrom, opensAt, perMinute } }
}

export const joinsInPast = 'Joining opens after now: the hash of the seed has to be public before anyone joins.'
export const opensBeforeJoining = 'The sale opens after joining does.'
const opensAfterEvent = 'The sale opens before the concert begins.'

export const joinsFromStays = ({ joinsFrom, endedAt }: Pick<AdminQueue, 'joinsFrom' | 'endedAt'>): string =>
  endedAt === null ? `It stays: joining opened ${formatDayTime(joinsFrom)}.` : 'It stays: the queue has ended.'

export const opensAtStays = ({ listedAt, endedAt }: Pick<AdminQueue, 'listedAt' | 'endedAt'>): string =>
  endedAt === null && listedAt !== null
    ? `It stays: the list was closed ${formatDayTime(listedAt)}.`
    : 'It stays: the queue has ended.'

export const onlyLater = ({ opensAt }: Pick<AdminQueue, 'opensAt'>): string =>
  `It can only be later than ${formatDayTime(opensAt)}: people count on having time to join until then.`
