import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const schema = join(root, 'supabase', 'schema')
const functions = readdirSync(schema)
  .filter((name) => name.endsWith('.sql'))
  .flatMap((name) =>
    readFileSync(join(schema, name), 'utf8')
      .split(/^create function /m)
      .slice(1),
  )

/** A limit that the database refuses by, and a page that says it before: one number, written twice. */
const twins: readonly (readonly [sql: string, ts: string])[] = [
  ['send_contact_message c_longest', 'src/storefront/info/contact-form.tsx MAX_MESSAGE_CHARACTERS'],
  ['guard_ticket_category_shape c_most_rows', 'src/shop/seats/seat-map.ts MAX_GRID_ROWS'],
  ['guard_ticket_category_shape c_most_standing', 'src/shop/seats/standing.ts MAX_STANDING_PLACES'],
  ['check_layout_data c_most_sections', 'src/shop/layouts/layout-draft.ts MAX_SECTIONS'],
  ['check_layout_data c_most_rows', 'src/shop/layouts/layout-draft.ts MAX_ROWS'],
  ['check_layout_data c_most_cells', 'src/shop/layouts/layout-draft.ts MAX_ROW_CELLS'],
  ['check_layout_data c_most_seats', 'src/shop/layouts/layout-draft.ts MAX_SEATS'],
  ['read_phases c_most', 'src/console/ticket-categories/category-draft.ts MAX_PHASES'],
  ['read_phases c_longest_name', 'src/console/ticket-categories/category-draft.ts MAX_PHASE_NAME'],
  ['chosen_seats c_most_seats', 'src/shop/seats/hall.ts MAX_SEATS_A_CALL'],
  ['keep_seats c_longest_reason', 'src/shop/seats/seats-admin.api.ts MAX_KEPT_REASON_CHARACTERS'],
  ['save_queue c_most_a_minute', 'src/shop/queue/queue-admin.ts MAX_A_MINUTE'],
  ['seat_availability c_most_counted', 'src/storefront/seats/picker/standing-choice.ts MOST_COUNTED'],
  ['taken_seats c_most_counted', 'src/storefront/seats/picker/standing-choice.ts MOST_COUNTED'],
  ['check_payment c_longest_reference', 'src/shop/payments/utr.ts MAX_REFERENCE_LENGTH'],
  ['sell_at_door c_longest_reference', 'src/shop/payments/utr.ts MAX_REFERENCE_LENGTH'],
  ['revoke_tickets c_longest_reason', 'src/shop/tickets/tickets-admin.api.ts MAX_REASON_CHARACTERS'],
  ['start_refund c_longest_note', 'src/shop/refunds/refunds-admin.api.ts MAX_REFUND_NOTE_CHARACTERS'],
  ['decision_note c_longest_note', 'src/shop/payments/review.api.ts MAX_NOTE_CHARACTERS'],
  ['save_concert c_most_dates', 'src/console/events/new/draft/concert-draft.ts MAX_DATES'],
  ['send_announcement c_longest_message', 'src/shop/notices/announcements-admin.api.ts MAX_MESSAGE_CHARACTERS'],
  ['add_guests c_most_guests', 'src/shop/guests/guest.ts MAX_GUESTS_A_CALL'],
  ['add_guests c_contact_longest', 'src/shop/guests/guest.ts MAX_GUEST_CONTACT'],
  ['add_guests c_note_longest', 'src/shop/guests/guest.ts MAX_GUEST_NOTE'],
  ['find_credits c_listed', 'src/shop/bank/credits.api.ts CREDITS_PAGE'],
  ['share_credit c_most', 'src/console/bank/credits/give-dialog.tsx MOST_ORDERS'],
  ['share_by_codes c_most', 'src/console/bank/credits/give-dialog.tsx MOST_ORDERS'],
  ['make_payout c_most_lines', 'src/console/refunds/payouts/pick-refunds.tsx MOST_LINES'],
  ['marked_lines c_most_lines', 'src/console/refunds/payouts/pick-refunds.tsx MOST_LINES'],
]

/** Returns the number of an SQL constant: 'function constant'. */
function inSql(place: string): number {
  const [name, constant] = place.split(' ')
  const found = functions.filter((text) => new RegExp(`^(public|private)\\.${name}\\(`).test(text))
  const values = found.flatMap((text) => [
    ...text.matchAll(new RegExp(`\\b${constant} constant integer := (\\d+)`, 'g')),
  ])
  expect(values, place).toHaveLength(1)
  return Number(values[0]?.[1])
}

/** Returns the number of a constant of TypeScript: 'file CONSTANT'. */
function inTypeScript(place: string): number {
  const [file = '', constant] = place.split(' ')
  const value = new RegExp(`\\bconst ${constant} = ([\\d_]+)\\n`).exec(readFileSync(join(root, file), 'utf8'))?.[1]
  expect(value, place).toBeDefined()
  return Number(value?.replaceAll('_', ''))
}

it.each(twins)('%s is %s', (sql, ts) => {
  expect(inTypeScript(ts)).toBe(inSql(sql))
})

it('a concert goes on for as long in My Tickets as in the database', () => {
  const hours = functions.find((text) => text.startsWith('private.goes_on_for('))?.match(/interval '(\d+) hours'/)?.[1]
  const file = readFileSync(join(root, 'src/storefront/wallet/ticket-groups.ts'), 'utf8')
  expect(file).toContain(`UPCOMING_AFTER_START_MS = ${hours} * 60 * 60_000`)
})
