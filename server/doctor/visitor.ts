import { randomUUID } from 'node:crypto'
import { holds, unless, type Check } from './check.ts'
import type { Heard } from './running-shop.ts'

export const PRIVATE_TABLES = [
  'payments',
  'payment_lines',
  'payment_flags',
  'user_tickets',
  'passes',
  'pass_transfers',
  'waits',
  'offers',
  'returns',
  'event_queues',
  'ticket_scans',
  'profiles',
  'refunds',
  'credits',
  'credit_proofs',
  'bank_debits',
  'proof_rules',
  'seat_claims',
  'staff',
  'staff_events',
  'staff_invitations',
  'tills',
  'till_moves',
  'guest_tickets',
  'discount_codes',
  'audit_log',
  'contact_messages',
  'outgoing_mail',
  'announcements',
  'notices',
  'papers',
  'irns',
  'payouts',
  'payout_lines',
  'ledger',
  'settlements',
  'refund_shares',
  'closed_months',
]
export const PUBLIC_TABLES = [
  'events',
  'singers',
  'ticket_categories',
  'seating_layouts',
  'ticket_category_layouts',
  'pass_rules',
  'deleted_rows',
  'shop_settings',
  'shop_terms',
  'tax_rules',
]

/** Filter columns other than `id`. With a missing column, only its name would be refused. */
const KEYS: Readonly<Record<string, string>> = {
  payment_flags: 'payment_id',
  seat_claims: 'event_id',
  staff: 'user_id',
  staff_events: 'event_id',
  ticket_category_layouts: 'ticket_category_id',
  guest_tickets: 'ticket_id',
  passes: 'ticket_id',
  pass_rules: 'event_id',
  event_queues: 'event_id',
  irns: 'paper_id',
  payout_lines: 'payout_id',
  ledger: 'subject',
  settlements: 'event_id',
  refund_shares: 'refund_id',
  closed_months: 'closed_by',
  shop_settings: 'payee_name',
  shop_terms: 'gst_by',
}

const STAFF_FUNCTIONS: [string, Record<string, unknown>][] = [
  ['review_payment', { p_payment_id: randomUUID(), p_decision: 'approved', p_note: null }],
  ['set_staff_role', { p_user_id: randomUUID(), p_role: 'admin' }],
  ['invite_staff', { p_name: 'x', p_role: 'admin' }],
  ['add_guests', { p_ticket_category_id: randomUUID(), p_guests: [] }],
  ['import_bank_rows', { p_rows: [] }],
  ['match_bank_rows', {}],
  ['dashboard_stats', {}],
  ['cancel_event', { p_event_id: randomUUID(), p_reason: 'x' }],
]

const BUCKET = 'payments'

const rowsIn = ({ text }: Heard): number => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.length : 0
  } catch {
    return 0
  }
}
const refused = ({ status }: Heard): boolean => status >= 400 && status < 500

/** Its back references cost without bound. */
const COSTLY = `match.${'(.*)'.repeat(5)}${[1, 2, 3, 4, 5].map((n) => `\\${n}`).join('')}$`

const list = (names: readonly string[]): string | false => names.length > 0 && names.join(', ')

async function namesWhere<T>(all: readonly T[], name: (one: T) => string, is: (one: T) => Promise<boolean>) {
  const found: string[] = []
  for (const one of all) if (await is(one)) found.push(name(one))
  return list(found)
}

/** Checks what a client with the public key can do without signing in. */
export const visitorChecks: readonly Check[] = [
  {
    promise: 'The catalogue is there for everybody',
    ask: async (shop) => {
      const heard = await shop.call('GET', '/rest/v1/events?select=id&limit=1')
      return unless(heard.status !== 200 && `Reading events is ${heard.status}: ${heard.text.slice(0, 120)}`)
    },
  },
  {
    promise: 'A visitor reads no row of customers, payments or staff',
    ask: async (shop) => {
      const open = await namesWhere(PRIVATE_TABLES, String, async (table) => {
        const heard = await shop.call('GET', `/rest/v1/${table}?select=*&limit=1`)
        return heard.status < 300 && rowsIn(heard) > 0
      })
      return unless(open && `Rows can be read of: ${open}.`)
    },
  },
  {
    promise: 'A visitor writes into no table',
    ask: async (shop) => {
      const open = await namesWhere([...PUBLIC_TABLES, ...PRIVATE_TABLES], String, async (table) => {
        // Matches no row: a delete that is allowed changes nothing.
        const heard = await shop.call('DELETE', `/rest/v1/${table}?${KEYS[table] ?? 'id'}=eq.${randomUUID()}`)
        return !refused(heard)
      })
      return unless(open && `A delete is not refused in: ${open}.`)
    },
  },
  {
    promise: 'Roles, bank and decisions are for staff',
    ask: async (shop) => {
      const open = await namesWhere(
        STAFF_FUNCTIONS,
        ([name]) => name,
        async ([name, args]) => {
          return !refused(await shop.call('POST', `/rest/v1/rpc/${name}`, { body: args }))
        },
      )
      return unless(open && `Not refused: ${open}.`)
    },
  },
  {
    promise: 'The API shows the schema public alone',
    ask: async (shop) => {
      const open = await namesWhere(['private', 'auth', 'storage', 'cron'], String, async (schema) => {
        const heard = await shop.call('GET', '/rest/v1/users?limit=1', { headers: { 'accept-profile': schema } })
        return !refused(heard)
      })
      return unless(open && `Exposed: ${open}. Take them out of the exposed schemas.`)
    },
  },
  {
    promise: 'A key that is none opens nothing',
    ask: async (shop) => {
      const heard = await shop.call('GET', '/rest/v1/events?select=id&limit=1', { headers: { apikey: 'none' } })
      return unless(!refused(heard) && `It is ${heard.status}.`)
    },
  },
  {
    promise: 'No single request keeps the database busy',
    ask: async (shop) => {
      const heard = await shop.call('GET', `/rest/v1/events?select=id&venue=${encodeURIComponent(COSTLY)}`)
      if (heard.status >= 400) return holds
      return unless(
        'Filters by regular expression are answered. What bounds them is the statement timeout of the roles alone: see the database’s own line below.',
      )
    },
  },
  {
    promise: 'No other site calls the API from a browser',
    ask: async (shop) => {
      const heard = await shop.call('GET', '/rest/v1/events?select=id&limit=1', {
        headers: { origin: 'https://elsewhere.example' },
      })
      const allowed = heard.headers.get('access-control-allow-origin')
      return unless(
        allowed !== null &&
          `Any site may (access-control-allow-origin: ${allowed}). A sign-in is in no cookie, so such a site acts as a visitor only.`,
      )
    },
  },
  {
    promise: 'No other way to the data is open (GraphQL)',
    ask: async (shop) => {
      const heard = await shop.call('POST', '/graphql/v1', { body: { query: '{ __typename }' } })
      return unless(
        heard.status === 200 && /__typename/.test(heard.text) && 'GraphQL answers: drop extension pg_graphql.',
      )
    },
  },
  {
    promise: 'Pictures of payments are private',
    ask: async (shop) => {
      const open = await shop.call('GET', `/storage/v1/object/public/${BUCKET}/${randomUUID()}/x.png`)
      const listed = await shop.call('POST', `/storage/v1/object/list/${BUCKET}`, { body: { prefix: '', limit: 1 } })
      const bucket = await shop.call('GET', `/storage/v1/bucket/${BUCKET}`)
      return unless(
        open.status < 300 && 'A picture is public.',
        listed.status < 300 && rowsIn(listed) > 0 && 'A visitor may list them.',
        bucket.status < 300 && /"public":\s*true/.test(bucket.text) && 'The bucket is public.',
      )
    },
  },
]
