import type { Sql } from '../database/database.ts'

/** The demo's people: all invented, under a domain without mailboxes. */

export const DEMO_DOMAIN = 'demo.mehfil.example'

export interface DemoPerson {
  name: string
  email: string
}

export const demoStaff = {
  customer: { name: 'Farah Nadkarni', email: `customer@${DEMO_DOMAIN}` },
  admin: { name: 'Vikram Shettigar', email: `admin@${DEMO_DOMAIN}` },
  gate: { name: 'Sunita Gate Desk', email: `gate@${DEMO_DOMAIN}` },
} as const satisfies Record<string, DemoPerson>

/** Sells at the box office; signs in nowhere. */
export const demoClerk: DemoPerson = { name: 'Nikhil Countrywala', email: `clerk@${DEMO_DOMAIN}` }

export const demoBuyers: readonly DemoPerson[] = [
  { name: 'Joseph Kuriakosan', email: `joseph.k@${DEMO_DOMAIN}` },
  { name: 'Devika Pillaithara', email: `devika.p@${DEMO_DOMAIN}` },
  { name: 'Harpreet Sodhani', email: `harpreet.s@${DEMO_DOMAIN}` },
  { name: 'Anwesha Duttaray', email: `anwesha.d@${DEMO_DOMAIN}` },
  { name: 'Rafiq Shaikhali', email: `rafiq.s@${DEMO_DOMAIN}` },
  { name: 'Lakshmi Iyengaran', email: `lakshmi.i@${DEMO_DOMAIN}` },
]

export interface PurchasePlan {
  /** Index into the buyers; -1 is the demo customer. */
  buyer: number
  /** `event`: index into the upcoming events by date, or negative from the last past one. */
  lines: { event: number | 'cancelled' | 'tomorrow'; category: number; seats: number }[]
  /** Minutes since submission. */
  minutesAgo: number
  decision: 'approved' | 'rejected' | null
  note?: string
  revoked?: string
  short?: number
  /** Reuses the reference, or the picture, of an earlier purchase. */
  referenceOf?: number
  pictureOf?: number
}

const HOUR = 60
const DAY = 24 * HOUR

/** Payments in every state; the seventh and eighth have a flag for staff. */
export const purchases: readonly PurchasePlan[] = [
  { buyer: -1, lines: [{ event: 0, category: 1, seats: 2 }], minutesAgo: 9 * DAY, decision: 'approved' },
  {
    buyer: -1,
    lines: [
      { event: 3, category: 0, seats: 1 },
      { event: 5, category: 1, seats: 2 },
    ],
    minutesAgo: 3 * DAY,
    decision: 'approved',
  },
  { buyer: -1, lines: [{ event: -1, category: 0, seats: 2 }], minutesAgo: 40 * DAY, decision: 'approved' },
  { buyer: 0, lines: [{ event: 0, category: 0, seats: 4 }], minutesAgo: 2 * DAY, decision: 'approved' },
  {
    buyer: -1,
    lines: [{ event: 8, category: 0, seats: 2 }],
    minutesAgo: 6 * DAY,
    decision: 'rejected',
    note: 'We could not find this reference in our bank account. Please check the 12 digits and send it again.',
  },
  {
    buyer: 3,
    lines: [{ event: 1, category: 0, seats: 1 }],
    minutesAgo: 5 * DAY,
    decision: 'rejected',
    note: 'The amount was ₹500 short.',
    short: 500,
  },
  { buyer: 4, lines: [{ event: 4, category: 1, seats: 2 }], minutesAgo: 52, decision: null, referenceOf: 3 },
  { buyer: 3, lines: [{ event: 1, category: 0, seats: 2 }], minutesAgo: 38, decision: null, pictureOf: 5 },
  { buyer: 1, lines: [{ event: 9, category: 1, seats: 3 }], minutesAgo: 26, decision: null, short: 30 },
  { buyer: 2, lines: [{ event: 10, category: 0, seats: 1 }], minutesAgo: 18, decision: null },
  {
    buyer: -1,
    lines: [
      { event: 2, category: 0, seats: 2 },
      { event: 6, category: 0, seats: 1 },
    ],
    minutesAgo: 9,
    decision: null,
  },
  { buyer: 5, lines: [{ event: 11, category: 0, seats: 2 }], minutesAgo: 4, decision: null },
  {
    buyer: -1,
    lines: [
      { event: 'cancelled', category: 0, seats: 2 },
      { event: 'cancelled', category: 1, seats: 1 },
    ],
    minutesAgo: 20 * DAY,
    decision: 'approved',
  },
  { buyer: -1, lines: [{ event: 'tomorrow', category: 0, seats: 2 }], minutesAgo: 12 * DAY, decision: 'approved' },
  { buyer: 0, lines: [{ event: 'tomorrow', category: 1, seats: 4 }], minutesAgo: 11 * DAY, decision: 'approved' },
  { buyer: 1, lines: [{ event: 'tomorrow', category: 0, seats: 1 }], minutesAgo: 10 * DAY, decision: 'approved' },
  {
    buyer: 2,
    lines: [{ event: 'tomorrow', category: 0, seats: 1 }],
    minutesAgo: 8 * DAY,
    decision: 'approved',
    revoked: 'The bank took the payment back.',
  },
  {
    buyer: 4,
    lines: [{ event: 'tomorrow', category: 0, seats: 1 }],
    minutesAgo: 7 * DAY,
    decision: 'rejected',
    note: 'This reference belongs to another payment.',
  },
]

export const refundUpiId = 'farah.nadkarni@examplebank'

/** Makes the user the caller for the rest of the transaction. */
export async function actAs(sql: Sql, userId: string): Promise<void> {
  const claims = JSON.stringify({ sub: userId, role: 'authenticated' })
  await sql.query(
    `select set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claim.role', 'authenticated', true),
            set_config('request.jwt.claims', $2, true)`,
    [userId, claims],
  )
}
