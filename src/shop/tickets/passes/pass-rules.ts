/** What people may do with the passes of an event. */
export interface PassRules {
  handOver: boolean
  /** ISO instant; null: as long as the event goes on. */
  handOverUntil: string | null
  /** Codes are bound to the holder's device and change with the time. */
  screenOnly: boolean
  /** To the waiting list, at the price paid. */
  giveBack: boolean
  /** ISO instant; null: until the event begins. */
  giveBackUntil: string | null
  /** For how long seats are offered to a person of the waiting list. */
  offerMinutes: number
}

export const OFFER_MINUTES = { least: 10, most: 1440 } as const

/** Those of an event for which none were set. A test compares them with the database. */
export const FIRST_PASS_RULES: Omit<PassRules, 'screenOnly'> = {
  handOver: true,
  handOverUntil: null,
  giveBack: true,
  giveBackUntil: null,
  offerMinutes: 60,
}
