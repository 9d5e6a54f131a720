import type { Sql } from '../../database/database.ts'
import { posters, type PosterName } from '#shop/catalogue/catalogue.ts'
import { markedId, markedIdOfPoster } from '../demo-mark.ts'
import { halls } from './halls.ts'
import { planSeason, type EventPlan } from './season.ts'
import { textOf } from './texts.ts'

interface MadeCategory {
  id: string
  seats: number
}

export interface MadeEvent {
  plan: EventPlan
  id: string
  categories: MadeCategory[]
}

export async function makeCatalogue(sql: Sql, now: Date): Promise<MadeEvent[]> {
  const plans = planSeason(now)
  const layouts = halls.map((hall) => ({ ...hall, id: markedId() }))
  await sql.query(
    `insert into public.seating_layouts (id, name, description, layout_data)
     select id, name, description, data from jsonb_to_recordset($1::text::jsonb)
       as l (id uuid, name text, description text, data jsonb)`,
    [JSON.stringify(layouts)],
  )
  const names = [...new Set(plans.map((plan) => plan.singer))]
  await sql.query(
    `insert into public.singers (id, name) select id, n from unnest($1::uuid[], $2::text[]) as given (id, n)
      where not exists (select from public.singers s where private.fold_text(s.name) = private.fold_text(n))`,
    [names.map(markedId), names],
  )
  const singers = await sql.query<{ id: string; name: string }>(
    'select s.id, n as name from unnest($1::text[]) as n join public.singers s on private.fold_text(s.name) = private.fold_text(n)',
    [names],
  )
  const singerId = new Map(singers.map((singer) => [singer.name, singer.id]))
  const events = plans.map((plan) => ({
    plan,
    // One poster per singer, so that neighbours in a list differ.
    id: markedIdOfPoster(posters[names.indexOf(plan.singer) % posters.length] as PosterName),
    categories: plan.categories.map((category) => ({ ...category, id: markedId() })),
  }))
  await sql.query(
    `insert into public.events (id, singer_id, city, venue, date, genre, description, line_up)
     select id, singer_id, city, venue, date, genre, description, array(select jsonb_array_elements_text("lineUp"))
       from jsonb_to_recordset($1::text::jsonb) as e (id uuid, singer_id uuid, city text, venue text, date timestamptz,
         genre text, description text, "lineUp" jsonb)`,
    [
      JSON.stringify(
        events.map(({ id, plan }, at) => ({
          ...plan,
          ...textOf(plan.singer, plans.slice(0, at).filter(({ singer }) => singer === plan.singer).length),
          id,
          singer_id: singerId.get(plan.singer),
        })),
      ),
    ],
  )
  const categories = events.flatMap((event) =>
    event.categories.map((category) => ({ ...category, event_id: event.id, hall: event.plan.hall })),
  )
  await sql.query(
    `insert into public.ticket_categories (id, event_id, name, price, total_tickets)
     select id, event_id, name, price, total from jsonb_to_recordset($1::text::jsonb)
       as c (id uuid, event_id uuid, name text, price numeric, total integer)`,
    [JSON.stringify(categories)],
  )
  const links = categories
    .filter((category) => category.hall !== null)
    .map(({ id, hall, sections }) => ({ id, layout: layouts.find((one) => one.name === hall)?.id, sections }))
  await sql.query(
    `insert into public.ticket_category_layouts (ticket_category_id, seating_layout_id, section_ids)
     select id, layout, array(select jsonb_array_elements_text(sections)) from jsonb_to_recordset($1::text::jsonb)
       as l (id uuid, layout uuid, sections jsonb)`,
    [JSON.stringify(links)],
  )
  const sizes = await sql.query<{ id: string; seats: number }>(
    'select id, total_tickets as seats from public.ticket_categories where id = any ($1::uuid[])',
    [categories.map((category) => category.id)],
  )
  const seats = new Map(sizes.map((one) => [one.id, one.seats]))
  return events.map(({ plan, id, categories: made }) => ({
    plan,
    id,
    categories: made.map((category) => ({ id: category.id, seats: seats.get(category.id) ?? 0 })),
  }))
}

/** Sells the box office's seats after customers took the good ones, in two statements without triggers. */
export async function sellAtBoxOffice(sql: Sql, events: readonly MadeEvent[]): Promise<void> {
  const wanted = events.flatMap((event) =>
    event.categories.map((category, index) => ({
      id: category.id,
      sold: Math.floor(category.seats * (event.plan.categories[index]?.soldPart ?? 0)),
    })),
  )
  await sql.run(
    'alter table public.seat_claims disable trigger user; alter table public.ticket_categories disable trigger user',
  )
  await sql.query(
    `insert into public.seat_claims (event_id, place, seat, ticket_category_id, state, source)
     select r.event_id, r.place, r.seat, r.id, 'sold', 'box_office' from (
       select c.id, c.event_id, s.place, s.seat, w.sold - c.tickets_sold as missing,
         row_number() over (partition by c.id order by private.box_office_rank(c.id, s.seat), s.seat) as n
       from jsonb_to_recordset($1::text::jsonb) as w (id uuid, sold integer)
       join public.ticket_categories c on c.id = w.id, lateral private.seats_of(c.id) as s
       where not exists (select from public.seat_claims k where k.event_id = c.event_id and k.place = s.place and k.seat = s.seat)
     ) as r where r.n <= r.missing`,
    [JSON.stringify(wanted)],
  )
  await sql.query(
    `update public.ticket_categories c set tickets_sold = sold.count, updated_at = clock_timestamp()
       from (select k.ticket_category_id, count(*) from public.seat_claims k where k.state = 'sold' group by 1) as sold
      where c.id = sold.ticket_category_id and c.id = any ($1::uuid[])`,
    [wanted.map((one) => one.id)],
  )
  await sql.run(
    'alter table public.seat_claims enable trigger user; alter table public.ticket_categories enable trigger user',
  )
}
