import { randomUUID } from 'node:crypto'
import type { Sql } from '../../database/database.ts'
import { actAs } from '../people.ts'
import { MARKED_ID, markedId, markedIdOfPoster } from '../demo-mark.ts'
import { EARLY_CODE, guestLists, planEvenings, SPONSOR_SEATS, type EveningPlan } from './evening-plans.ts'
import { runTills } from './run-tills.ts'

interface MadeEvening {
  id: string
  /** Ids of its ticket categories, in the plan's order. */
  zones: string[]
}

async function singerId(sql: Sql, name: string): Promise<string> {
  const [there] = await sql.query<{ id: string }>(
    'select id from public.singers where private.fold_text(name) = private.fold_text($1)',
    [name],
  )
  if (there) return there.id
  const id = markedId()
  await sql.query('insert into public.singers (id, name) values ($1, $2)', [id, name])
  return id
}

async function hallId(sql: Sql, name: string): Promise<string> {
  const [hall] = await sql.query<{ id: string }>(
    'select id from public.seating_layouts where name = $1 and id::text like $2 limit 1',
    [name, MARKED_ID],
  )
  if (!hall) throw new Error('The demo has an evening in a hall that its season does not have.')
  return hall.id
}

/** Saves an evening as the form of a new concert does. The caller is an admin. */
async function makeEvening(sql: Sql, plan: EveningPlan): Promise<MadeEvening> {
  const { date, doors, end, poster, hall, isDraft, zones, singer, ...about } = plan
  const id = markedIdOfPoster(poster)
  const ids = zones.map(markedId)
  const concert = {
    ...about,
    singer: { id: await singerId(sql, singer) },
    dates: [{ id, date, doors_at: doors, ends_at: end }],
    hall: hall === null ? null : { id: await hallId(sql, hall) },
    categories: zones.map(({ soldElsewhere: _, ...zone }, index) => ({ ...zone, id: ids[index] })),
    publish: isDraft ? 'draft' : 'now',
  }
  await sql.query('select public.save_concert($1::text::jsonb)', [JSON.stringify(concert)])
  const sold = zones.map((zone, index) => ({ id: ids[index], sold: zone.soldElsewhere ?? 0 }))
  await sql.query(
    `update public.ticket_categories c set tickets_sold = w.sold
       from jsonb_to_recordset($1::text::jsonb) as w (id uuid, sold integer) where c.id = w.id and w.sold > 0`,
    [JSON.stringify(sold)],
  )
  return { id, zones: ids }
}

async function inviteGuests(sql: Sql, { zones }: MadeEvening): Promise<void> {
  for (const { list, zone, guests } of guestLists) {
    // No marked ids: an order's code is made of the bits that all of those share.
    const rows = guests.map(({ name, contact, count }) => ({ id: randomUUID(), name, contact, count }))
    const [made] = await sql.query<{ links: { secret: string }[] }>(
      'select public.add_guests($1, $2::text::jsonb, $3) as links',
      [zones[zone], JSON.stringify(rows), list],
    )
    for (const [index, guest] of guests.entries()) {
      if (!guest.opened) continue
      const secret = made?.links[index]?.secret
      await sql.query("select public.open_ticket_link($1, encode(extensions.gen_random_bytes(32), 'hex'))", [secret])
    }
  }
}

async function makeCode(sql: Sql, eventId: string): Promise<void> {
  const { code, percent, uses_total: uses, note } = EARLY_CODE
  await sql.query(
    `insert into public.discount_codes (id, code, event_id, percent, uses_total, note)
     select $1, $2, $3, $4, $5, $6 where not exists (select from public.discount_codes where code = $2)`,
    [markedId(), code, eventId, percent, uses, note],
  )
}

/**
 * Adds a club, a college and a draft, with guests, a code and the tills of `clerk`, who sells for the club. Returns the
 * published ones.
 */
export async function makeEvenings(
  sql: Sql,
  now: Date,
  { admin, clerk }: { admin: string; clerk: string },
): Promise<MadeEvening[]> {
  const plans = planEvenings(now)
  await actAs(sql, admin)
  const club = await makeEvening(sql, plans.club)
  const college = await makeEvening(sql, plans.college)
  const draft = await makeEvening(sql, plans.draft)
  await sql.query('select public.keep_seats($1, $2, $3)', [draft.zones[0], SPONSOR_SEATS, 'Sponsors'])
  await makeCode(sql, club.id)
  await inviteGuests(sql, club)
  await sql.query('select public.set_staff_events($1, $2::uuid[])', [clerk, [club.id]])
  await actAs(sql, clerk)
  await runTills(sql, now, club.zones)
  return [club, college]
}
