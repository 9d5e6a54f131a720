import type { Settlement, SettledShare, ShareBase } from '#shop/settlement/settlement.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { toPaise } from '#shop/prices/money.ts'
import { exactRupees } from '#ui/format.ts'
import { counted } from '../kit/words/counted.ts'

export const baseNames: Record<ShareBase, string> = {
  sales: 'net ticket sales',
  after_costs: 'net ticket sales less the costs',
}

/** Says what a share is of: '70 % of net ticket sales', 'a fixed sum'. */
export const shareText = ({ percent, of }: Pick<SettledShare, 'percent' | 'of'>): string =>
  percent === null || of === null ? 'a fixed sum' : `${percent} % of ${baseNames[of]}`

/** Says a stored share or cost, for the history: 'Artist: 70 % of net ticket sales', 'Posters: ₹300.00'. */
export function partText(part: {
  name?: string
  label?: string
  percent?: number
  of?: ShareBase
  amount?: number
}): string {
  const what =
    part.amount === undefined
      ? shareText({ percent: part.percent ?? null, of: part.of ?? null })
      : exactRupees(toPaise(part.amount))
  return `${part.name ?? part.label}: ${what}`
}

/** Says of when the figures are, and who closed them. */
export function stateText({ closedAt, closedBy, at }: Pick<Settlement, 'closedAt' | 'closedBy' | 'at'>): string {
  if (closedAt === null) return formatDayTime(at)
  return `by ${closedBy ?? 'an account that is gone'}, ${formatDayTime(closedAt)}`
}

const changes = [
  ['net', 'net ticket sales'],
  ['refunded', 'refunded'],
  ['owed', 'owed to customers'],
] as const

/** Says what changed after it was closed: 'net ticket sales ₹1,000.00 less'; null for nothing. */
export function sinceText({ since }: Pick<Settlement, 'since'>): string | null {
  if (since === null) return null
  const tickets = [
    since.tickets === 0
      ? null
      : `${counted(Math.abs(since.tickets), 'ticket')} ${since.tickets > 0 ? 'more' : 'fewer'} sold`,
    since.back === 0
      ? null
      : `${counted(Math.abs(since.back), 'ticket')} ${since.back > 0 ? 'more' : 'fewer'} taken back`,
  ]
  const money = changes.map(([name, words]) =>
    since[name] === 0 ? null : `${words} ${exactRupees(Math.abs(since[name]))} ${since[name] > 0 ? 'more' : 'less'}`,
  )
  return [...tickets, ...money].filter(Boolean).join(', ') || null
}

/** Says how many tickets cost nothing: '12 complimentary and 5 free tickets'; null without any. */
export function guestsText({ methods }: Pick<Settlement, 'methods'>): string | null {
  const of = (method: 'complimentary' | 'free'): string | null => {
    const tickets = methods.find((row) => row.method === method)?.tickets ?? 0
    return tickets === 0 ? null : `${tickets} ${method}`
  }
  const all = [of('complimentary'), of('free')].filter((words) => words !== null)
  return all.length === 0
    ? null
    : `${all.join(' and ')} ${all.length === 1 && all[0]!.startsWith('1 ') ? 'ticket' : 'tickets'}`
}
