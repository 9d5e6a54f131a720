import { formatDay, formatTime, isSameIstDay } from '#platform/time/ist.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/waiting.ts'

/** Why a list was not joined or left, or an offer not given up. */
export function waitingFailureText({ code, detail }: Failure): string {
  switch (code) {
    case 'unreachable':
      return t('waiting.failed.offline')
    case 'not_sold_out':
      return t('waiting.failed.free')
    case 'not_on_sale':
    case 'not_found':
      return t('waiting.failed.closed')
    case 'too_many':
      return t(detail === 'hour' ? 'waiting.failed.hour' : 'waiting.failed.many')
    case 'in_use':
      return t('waiting.failed.other')
    case 'order_submitted':
      return t('waiting.failed.submitted')
    case 'not_your_turn':
      return t('waiting.failed.turn')
    case 'signed_out':
    case 'not_signed_in':
      return t('waiting.failed.signIn')
    default:
      return t('waiting.failed')
  }
}

/** Returns '7:42 pm' today, 'Fri 20 Nov 2026, 7:42 pm' on other days. */
export const untilWords = (until: string, now: number): string =>
  isSameIstDay(Date.parse(until), now) ? formatTime(until) : `${formatDay(until)}, ${formatTime(until)}`
