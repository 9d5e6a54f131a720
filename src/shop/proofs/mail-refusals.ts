export const mailRefusals = [
  'unknown',
  'failed',
  'reversed',
  'not-yet',
  'requested',
  'debited',
  'currency',
  'amount',
  'two-amounts',
  'date',
  'look-alike',
  'truncated',
  'repeated',
  'account',
] as const
/** Why a bank's mail is no proof. `unknown`: no template fits. */
export type MailRefusal = (typeof mailRefusals)[number]
