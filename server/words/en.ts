/** Mails and link previews. The original of hi.ts and mr.ts (docs/translations.md). */
export const en = {
  hello: (p: { name: string | null }) => (p.name ? `Hello ${p.name},` : 'Hello,'),
  approved: (p: { amount: string; code: string }) =>
    `your payment of ${p.amount} for order ${p.code} is approved, and your tickets are ready:`,
  rejected: (p: { amount: string; code: string; reference: string }) =>
    `your payment of ${p.amount} for order ${p.code} (reference ${p.reference}) was not confirmed.`,
  seats: (p: { n: number; list: string }) => `${p.n === 1 ? 'seat' : 'seats'} ${p.list}`,
  standing: (p: { n: number }) => (p.n === 1 ? 'standing, 1 person' : `standing, ${p.n} people`),
  open: (p: { link: string }) => `Open ${p.link} once before you leave home: after that they open without a network.`,
  notLost: (p: { link: string }) =>
    `If the money has left your account, it is not lost. See ${p.link}, or write to us with the order code.`,
  switchOff: (p: { link: string }) =>
    `All times are India time. You can switch these mails off in the settings of your account: ${p.link}`,
  approvedSubject: (p: { code: string }) => `Your tickets for order ${p.code}`,
  rejectedSubject: (p: { code: string }) => `About your payment for order ${p.code}`,

  confirmSubject: (p: { shop: string }) => `Confirm your email address for ${p.shop}`,
  confirm: (p: { shop: string }) =>
    `Welcome to ${p.shop}. Confirm that this address is yours. The link works once, within one hour:`,
  confirmNot: 'If you did not register, do nothing.',
  recoverSubject: (p: { shop: string }) => `Set a new password for ${p.shop}`,
  recover: (p: { shop: string }) =>
    `Someone, probably you, asked to set a new password for ${p.shop}. The link works once, within one hour:`,
  recoverNot: 'If it was not you, do nothing: your password stays as it is.',
  moveSubject: (p: { shop: string }) => `Confirm your new email address for ${p.shop}`,
  move: (p: { shop: string; to: string }) =>
    `Confirm that ${p.to} is the new email address of your account at ${p.shop}:`,
  moveNot: 'If it was not you, do nothing and set a new password.',

  /** `when` is in IST. */
  concert: (p: { singer: string; venue: string; city: string; when: string }) =>
    `${p.singer} at ${p.venue}, ${p.city}. ${p.when} IST.`,
  cancelled: (p: { concert: string }) => `Cancelled: ${p.concert}`,
  onSale: (p: { concert: string; from: string; total: string }) =>
    `${p.concert} Tickets from ${p.from}, ${p.total} all in.`,
}

type Worded<English> = {
  [K in keyof English]: English[K] extends (parameters: infer P) => string ? (parameters: P) => string : string
}
export type ServerWords = Worded<typeof en>
