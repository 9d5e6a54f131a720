/** Short reasons for lists; an unknown reason is shown as it is. */
const words: Record<string, string> = {
  not_a_ticket: 'not a ticket',
  forged: 'wrong signature',
  code_withdrawn: 'code was replaced',
  event_cancelled: 'event cancelled',
  revoked: 'taken back',
  payment_rejected: 'payment rejected',
  payment_pending: 'payment not checked yet',
  unknown_code: 'unknown code',
  other_event: 'another event',
  seat_changed: 'seat changed',
  part_admitted: 'part of the group in',
  not_on_list: 'not on the list',
  unknown_key: 'newer key',
  other_code: 'another code',
}

export const refusedWords = (reason: string): string => words[reason] ?? reason.replaceAll('_', ' ')
