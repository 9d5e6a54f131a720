import type { Paise } from '#shop/prices/money.ts'
import { mailRefusals } from './proof.ts'

/** No bank's mail is larger. */
export const MAX_MAIL_BYTES = 1_048_576

const mailFaults = [
  'too-large',
  'unreadable',
  'headers',
  'from',
  'bank',
  'unsigned',
  'signature',
  'expired',
  'partly-signed',
  'unsigned-header',
  'stale',
  'future',
  'to',
] as const
/** Why a mail does not count as its bank's. */
export type MailFault = (typeof mailFaults)[number]

export const trialReasons = [...mailFaults, ...mailRefusals, 'dns'] as const
/** `dns`: the name server did not answer, so nothing is known. */
export type TrialReason = (typeof trialReasons)[number]

/** The checks of a mail, in their order. */
export const trialSteps = [
  'mail',
  'bank',
  'signature',
  'alignment',
  'whole',
  'fresh',
  'address',
  'template',
  'reading',
] as const
export type TrialStep = (typeof trialSteps)[number]

export interface TrialResult {
  step: TrialStep
  /** Null: it could not be judged, because of an earlier step or the name server. */
  holds: boolean | null
  reason: TrialReason | null
  /** What the step is about: a domain, the template's id, when the mail was sent (ISO); null for none. */
  of: string | null
}

export const trialDoubts = ['no-utr', 'unconfirmed', 'too-long'] as const
/** Why a mail that counts is left to a person. */
export type TrialDoubt = (typeof trialDoubts)[number]

export const trialOutcomes = ['approves', 'person', 'refused', 'unjudged'] as const

/** How a mail would be judged if its bank sent it now. Nothing of it is kept. */
export interface MailTrial {
  steps: TrialResult[]
  /** What its template reads, also where the mail is refused; null where none fits. */
  read: {
    template: string
    /** The bank and kind of mail that the template is for. */
    name: string
    confirmed: boolean
    amountPaise: Paise
    utr: string | null
    payerVpa: string | null
    note: string | null
    /** Order codes in the note. */
    codes: string[]
    creditedAt: string
  } | null
  /** `approves`: by the shop's rules; `person`: its credit is stored for staff; `unjudged`: the name server was silent. */
  outcome: (typeof trialOutcomes)[number]
  doubts: TrialDoubt[]
  /** The first reason against it, age left aside; null without any. */
  reason: TrialReason | null
  /** It is too old to count today; the rest was judged all the same. */
  isOld: boolean
}
