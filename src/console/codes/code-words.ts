import type { CodeRow, CodeUse } from '#shop/codes/codes-admin.api.ts'
import { formatDay, formatDayTime } from '#platform/time/ist.ts'
import { count, rupees } from '#ui/format.ts'
import { csvTime, rupeesCell, type CsvColumn } from '../kit/list/csv-button.tsx'

/** Returns '20 % off, opens hidden tickets' */
export function givesText({ percent, amount, opensHidden }: CodeRow): string {
  const off = percent !== null ? `${percent} % off` : amount !== null ? `${rupees(amount)} off a seat` : null
  return [off, opensHidden ? (off ? 'opens hidden tickets' : 'Opens hidden tickets') : null].filter(Boolean).join(', ')
}

export const eventText = ({ event }: CodeRow): string =>
  event ? `${event.singerName}, ${event.city}, ${formatDay(event.date)}` : 'Every event'

export function windowText({ fromAt, untilAt }: CodeRow): string | null {
  if (fromAt && untilAt) return `${formatDayTime(fromAt)} to ${formatDayTime(untilAt)}`
  if (fromAt) return `From ${formatDayTime(fromAt)}`
  return untilAt ? `Until ${formatDayTime(untilAt)}` : null
}

export type CodeState = 'valid' | 'paused' | 'before' | 'ended' | 'used up'

/** Returns where a code is between its start and its end. `now` in ms. */
export function stateOfCode(code: CodeRow, now: number): CodeState {
  if (code.pausedAt) return 'paused'
  if (code.untilAt && Date.parse(code.untilAt) <= now) return 'ended'
  if (code.fromAt && Date.parse(code.fromAt) > now) return 'before'
  return code.usesTotal !== null && code.uses >= code.usesTotal ? 'used up' : 'valid'
}

export const usesText = ({ uses, usesTotal }: CodeRow): string =>
  usesTotal === null ? count(uses) : `${count(uses)} of ${count(usesTotal)}`

const sum = ({ lines }: CodeUse, of: 'discount' | 'quantity'): number =>
  lines.reduce((total, line) => total + line[of], 0)

export const usedColumns: CsvColumn<CodeUse>[] = [
  { head: 'Code', cell: (use) => use.code },
  { head: 'Order', cell: (use) => use.orderCode },
  { head: 'Submitted (IST)', cell: (use) => csvTime(use.createdAt) },
  { head: 'State', cell: (use) => use.status },
  { head: 'Tickets', cell: (use) => sum(use, 'quantity') },
  { head: 'Discount (INR)', cell: (use) => rupeesCell(sum(use, 'discount')) },
  { head: 'For', cell: (use) => use.lines.map((line) => `${line.eventName} ${line.categoryName}`).join('; ') },
]
