import { isRefusedReason } from '#shop/gate/decision.ts'
import { gate } from '#ui/messages/en/gate/gate.ts'

/** Short reasons for lists; an unknown reason is shown as it is. */
export const refusedWords = (reason: string): string =>
  isRefusedReason(reason) ? gate[`gate.refused.${reason}`] : reason.replaceAll('_', ' ')
