import type { Database, Sql } from '../database/database.ts'
import { StartupError } from '../startup-error.ts'
import type { StoredFiles } from '../files/stored-files.ts'
import { MARKED_ID } from './demo-mark.ts'
import { PAYEE_VPA } from './make-purchases.ts'
import { DEMO_DOMAIN, demoStaff } from './people.ts'

export interface Removed {
  /** True when no other account can open the console. */
  keptAdmin: boolean
}

/** Their triggers would write history or count seats. */
const quiet = [
  'public.singers',
  'public.events',
  'public.ticket_categories',
  'public.ticket_category_layouts',
  'public.seating_layouts',
  'public.seat_claims',
  'public.tills',
  'public.till_moves',
  'public.discount_codes',
  'public.payments',
  'public.payment_lines',
  'public.user_tickets',
  'public.refunds',
  'public.payouts',
  'public.profiles',
  'public.staff',
  'public.staff_events',
  'public.shop_settings',
  'public.shop_terms',
]

async function nameWhatGoes(sql: Sql): Promise<void> {
  const marked = (table: string): string => `select id from public.${table} where id::text like '${MARKED_ID}'`
  await sql.run(`
    create temporary table demo_people on commit drop as
      select id from auth.users where email like '%@${DEMO_DOMAIN}';
    create temporary table demo_events on commit drop as ${marked('events')};
    -- To whom the demo's staff sold or gave tickets of its concerts.
    insert into demo_people
      select p.user_id from public.payments p
      where p.made_by in (select id from demo_people) and not exists (
        select from public.payment_lines l where l.payment_id = p.id and l.event_id not in (select id from demo_events));
    create temporary table demo_categories on commit drop as
      select id from public.ticket_categories where event_id in (select id from demo_events);
    create temporary table demo_payments on commit drop as
      select id, screenshot_url from public.payments where user_id in (select id from demo_people);
    create temporary table demo_tickets on commit drop as
      select id from public.user_tickets where payment_id in (select id from demo_payments);
    analyze demo_people; analyze demo_events; analyze demo_categories; analyze demo_payments; analyze demo_tickets;
  `)
}

/** @throws {StartupError} when real customers bought or hold demo seats */
async function refuseWhatIsNot(sql: Sql): Promise<void> {
  const [others] = await sql.query<{ payments: number; claims: number }>(`
    select (select count(*) from public.payment_lines l where l.event_id in (select id from demo_events)
              and l.user_id not in (select id from demo_people))::integer as payments,
           (select count(*) from public.seat_claims c where c.event_id in (select id from demo_events)
              and c.user_id not in (select id from demo_people) and (c.state <> 'held' or c.expires_at > now()))::integer as claims`)
  if (others && others.payments + others.claims > 0) {
    throw new StartupError(
      `Customers who are no demo have ${others.payments} booked lines and ${others.claims} seats of demo concerts; nothing was removed. ` +
        'Refund them first, or keep the demo and start with a new DATA_DIR.',
    )
  }
}

async function deleteSales(sql: Sql): Promise<void> {
  await sql.run(`
    delete from private.admitted_seats where event_id in (select id from demo_events);
    delete from public.ticket_scans where event_id in (select id from demo_events)
      or known_ticket in (select id from demo_tickets);
    delete from public.refunds where payment_id in (select id from demo_payments);
    delete from public.payout_lines where payment_id in (select id from demo_payments);
    delete from public.payouts o where not exists (select from public.payout_lines l where l.payout_id = o.id);
    -- A shop's books begin without the demo's.
    alter table public.ledger disable trigger append_only;
    alter table public.papers disable trigger append_only;
    delete from public.papers where payment_id in (select id from demo_payments);
    delete from private.paper_series s where not exists (
      select from public.papers x where (coalesce(x.gstin, ''), x.year, left(x.number, 2)) = (s.gstin, s.year, s.family));
    alter table public.papers enable trigger append_only;
    create temporary table demo_touched on commit drop as
      select distinct ticket_category_id as id from public.seat_claims
       where user_id in (select id from demo_people) and event_id not in (select id from demo_events);
    delete from public.seat_claims where event_id in (select id from demo_events) or user_id in (select id from demo_people);
    -- The free standing places that those claims leave.
    delete from public.seat_claims where event_id in (select id from demo_events);
    update public.ticket_categories c set updated_at = clock_timestamp(), tickets_sold = (
        select count(*) from public.seat_claims s where s.ticket_category_id = c.id and s.state = 'sold')
      where c.id in (select id from demo_touched);
    delete from public.user_tickets where id in (select id from demo_tickets);
    delete from public.outgoing_mail where user_id in (select id from demo_people);
    delete from public.notices where user_id in (select id from demo_people);
    delete from public.payment_flags where payment_id in (select id from demo_payments);
    delete from public.payment_lines where payment_id in (select id from demo_payments);
    delete from public.payments where id in (select id from demo_payments);
    delete from public.tills t where t.opened_by in (select id from demo_people)
      and not exists (select from public.payments p where p.till_id = t.id);
    delete from public.ledger l where l.payment_id in (select id from demo_payments)
      or l.kind = 'till' and not exists (select from public.tills t where t.id = l.subject);
    alter table public.ledger enable trigger append_only;
    -- Months that were closed with the demo's sales in them open again.
    alter table public.closed_months disable trigger append_only;
    delete from public.closed_months;
    alter table public.closed_months enable trigger append_only;
    delete from private.order_prices where order_id in (
      select id from private.orders where user_id in (select id from demo_people))
      or ticket_category_id in (select id from demo_categories);
    delete from private.orders where user_id in (select id from demo_people);
    delete from private.hold_usage where event_id in (select id from demo_events) or user_id in (select id from demo_people);
    delete from private.code_grants where user_id in (select id from demo_people);
    delete from private.code_tries where user_id in (select id from demo_people);
    delete from public.contact_messages where user_id in (select id from demo_people);
  `)
}

/** Devices that synced the demo delete it at their next sync. */
async function deleteCatalogue(sql: Sql): Promise<void> {
  await sql.run(`
    create temporary table demo_rows on commit drop as
      select 'singers' as name, s.id from public.singers s where s.id::text like '${MARKED_ID}'
        and not exists (select from public.events e where e.singer_id = s.id and e.id not in (select id from demo_events))
      union all select 'events', id from demo_events
      union all select 'ticket_categories', id from demo_categories
      union all select 'ticket_category_layouts', ticket_category_id from public.ticket_category_layouts
        where ticket_category_id in (select id from demo_categories)
      union all select 'seating_layouts', l.id from public.seating_layouts l where l.id::text like '${MARKED_ID}'
        and not exists (select from public.ticket_category_layouts k where k.seating_layout_id = l.id
          and k.ticket_category_id not in (select id from demo_categories));
    insert into public.deleted_rows ("table", id, at) select name, id, clock_timestamp() from demo_rows
      on conflict ("table", id) do update set at = excluded.at;
    delete from public.discount_codes where event_id in (select id from demo_events);
    delete from private.event_keys where event_id in (select id from demo_events);
    delete from public.ticket_category_layouts where ticket_category_id in (select id from demo_categories);
    delete from public.ticket_categories where id in (select id from demo_categories);
    delete from public.staff_events where event_id in (select id from demo_events);
    delete from public.events where id in (select id from demo_events);
    delete from public.singers where id in (select id from demo_rows where name = 'singers');
    delete from public.seating_layouts where id in (select id from demo_rows where name = 'seating_layouts');
    -- The history is never changed; this is its owner taking back what never happened.
    alter table public.audit_log disable trigger kept;
    delete from public.audit_log where actor in (select id from demo_people)
      or row_id like '${MARKED_ID}' or row_id in (select id::text from demo_payments)
      or row_id in (select id::text from demo_tickets) or row_id in (select id::text from demo_people)
      or actor is null and "table" in ('payments', 'payment_lines', 'user_tickets', 'refunds')
        and (after ->> 'user_id')::uuid in (select id from demo_people);
    alter table public.audit_log enable trigger kept;
  `)
}

async function deletePeople(sql: Sql): Promise<boolean> {
  const others = await sql.query(
    `select from public.staff s join auth.users u on u.id = s.user_id
      where s.role = 'admin' and s.user_id not in (select id from demo_people)`,
  )
  const keptAdmin = others.length === 0
  if (keptAdmin) {
    await sql.query('delete from demo_people where id = (select id from auth.users where email = $1)', [
      demoStaff.admin.email,
    ])
  }
  await sql.run(`
    delete from public.staff where user_id in (select id from demo_people);
    delete from public.profiles where id in (select id from demo_people);
    delete from auth.refresh_tokens where user_id::text in (select id::text from demo_people);
    delete from auth.sessions where user_id in (select id from demo_people);
    delete from auth.identities where user_id in (select id from demo_people);
    delete from auth.users where id in (select id from demo_people);
  `)
  return keptAdmin
}

/** Clears the shop's details when they are the demo's, and its rate of tax when no other was set. */
async function forgetSettings(sql: Sql): Promise<void> {
  await sql.query(
    `update public.shop_settings
        set payee_name = null, upi_id = null, email = null, phone = null, whatsapp = null, address = null,
            gstin = nullif(gstin, '27AAPFU0939F1ZV'), grievance_officer = null, grievance_email = null, social_links = '{}', tiles = '[]', revision = revision + 1, updated_at = clock_timestamp()
      where upi_id = $1`,
    [PAYEE_VPA],
  )
  await sql.run(
    "update public.shop_terms set gst_by = 'rules' where gst_by = 'flat' and (select count(*) from public.shop_terms) = 1",
  )
}

/** Removes the demo, all or nothing; keeps its admin if there is no other. @throws {StartupError} if it was bought */
export async function removeDemo(database: Database, files: StoredFiles): Promise<Removed> {
  const { names, keptAdmin } = await database.transaction(async (sql) => {
    await nameWhatGoes(sql)
    await refuseWhatIsNot(sql)
    for (const table of quiet) await sql.run(`alter table ${table} disable trigger user`)
    const pictures = await sql.query<{ name: string }>(
      `delete from storage.objects o using demo_people p
        where o.bucket_id = 'payments' and o.name like p.id::text || '/%' returning o.name`,
    )
    await deleteSales(sql)
    await deleteCatalogue(sql)
    const kept = await deletePeople(sql)
    await forgetSettings(sql)
    for (const table of quiet) await sql.run(`alter table ${table} enable trigger user`)
    return { names: pictures.map((one) => one.name), keptAdmin: kept }
  })
  await files.deleteObjects('payments', names)
  await database.run('vacuum analyze')
  return { keptAdmin }
}
