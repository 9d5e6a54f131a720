import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from '../../server/database/database.ts'
import { changesFrom, eventsFromAt } from '../../src/shop/catalogue/catalogue-rows.ts'
import { atLeast, notMeasured, type Report } from './measure.ts'
import { FROM_BROWSER } from './minute/availability.ts'
import { compare, CONNECTIONS, type Compared } from './minute/rates.ts'
import { NAMES, openShop, type Kind } from './minute/shop-kinds.ts'

export const name = 'Visits: the catalogue as a device asks for it, against a file of the same content'

export const note =
  'The same server answers both from memory, as a browser asks (brotli). Whole: a device that has nothing. Nothing new: one ' +
  'that has the last version. The catalogue was last changed an hour ago. Medians of short rounds in which both sides take turns.'

const LEAST = 0.8
const SIZES = [
  { what: '30 events, 4 halls', events: 30, halls: 4 },
  { what: '300 events, 40 halls', events: 300, halls: 40 },
]
const FILE = 'bench-catalogue.json'
const dist = join(import.meta.dirname, '..', '..', 'dist')

/** Adds events to come with three categories each, and halls of eight sections with 300 seats each. */
async function fill(sql: Sql, { events, halls }: { events: number; halls: number }): Promise<void> {
  const sections = Array.from({ length: 8 }, (_, n) => ({
    code: `S${n}`,
    name: `Section ${n}`,
    rows: Array.from({ length: 15 }, (_row, at) => ({
      label: String.fromCharCode(65 + at),
      seats: Array.from({ length: 20 }, (_seat, seat) => seat + 1),
    })),
  }))
  await sql.query(
    `insert into public.seating_layouts (name, layout_data)
      select 'Hall ' || n, $2::jsonb from generate_series(1, $1::integer) as n`,
    [halls, JSON.stringify({ stage: 'Stage', sections })],
  )
  await sql.query(
    `with singer as (
        insert into public.singers (name) select 'Singer ' || n from generate_series(1, $1::integer) as n returning id
      ), event as (
        insert into public.events (singer_id, city, venue, date, description)
          select id, 'Pune', 'The Hall', now() + interval '30 days', 'An evening of songs by ' || id from singer returning id
      )
      insert into public.ticket_categories (event_id, name, price, total_tickets)
        select event.id, zone.name, zone.price, 200
        from event, (values ('Gold', 2500), ('Silver', 1500), ('Balcony', 900)) as zone (name, price)`,
    [events],
  )
  // In turns, so that each hall is used: devices have no layout without a category.
  await sql.query(
    `with hall as (select id, row_number() over (order by id) as n from public.seating_layouts),
      event as (select id, row_number() over (order by id) as n from public.events)
      insert into public.ticket_category_layouts (ticket_category_id, seating_layout_id, section_ids)
        select c.id, hall.id, case c.name when 'Gold' then '{S0,S1}'::text[] when 'Silver' then '{S2,S3,S4}' else '{S5,S6,S7}' end
        from public.ticket_categories c join event on event.id = c.event_id
        join hall on hall.n = 1 + event.n % $1::integer`,
    [halls],
  )
  // As of an hour ago: what changed within two minutes is read again by each device.
  const tables = ['singers', 'events', 'ticket_categories', 'seating_layouts', 'ticket_category_layouts']
  await sql.run(
    `begin; set local session_replication_role = replica;
      ${tables.map((table) => `update public.${table} set updated_at = now() - interval '1 hour';`).join('\n')}
      commit`,
  )
}

const pathOf = (args: Record<string, string>): string =>
  `/rest/v1/rpc/read_catalogue?${new URLSearchParams({ p_events_from: eventsFromAt(Date.now()), ...args })}`

export async function run(): Promise<Report> {
  const report: Report = { tables: [], measures: [] }
  const rows: string[][] = []
  for (const kind of ['embedded', 'postgres'] satisfies Kind[])
    for (const size of SIZES) {
      const what = `${size.what}, ${NAMES[kind]}`
      const measured = await measure(kind, size).catch((error: Error) => error)
      if (measured instanceof Error) {
        report.measures.push(notMeasured(what, measured))
        continue
      }
      for (const [asked, found] of Object.entries(measured)) {
        rows.push([`${asked}, ${what}`, ...cellsOf(found)])
        report.measures.push(atLeast(`${asked} : its file, ${what}`, found.ratio, LEAST))
      }
    }
  const head = ['', 'answers', 'of the file', 'bytes', 'of the file', 'cores of the load']
  return { ...report, tables: [{ title: `Answers per second over ${CONNECTIONS} connections`, head, rows }] }
}

async function measure(kind: Kind, size: (typeof SIZES)[number]): Promise<Record<'whole' | 'nothing new', Compared>> {
  const pages = mkdtempSync(join(tmpdir(), 'mehfil-pages-'))
  cpSync(dist, pages, { recursive: true, preserveTimestamps: true })
  const opened = await openShop(kind, { PAGES_DIR: pages })
  const { shop } = opened
  try {
    await opened.inDatabase((sql) => fill(sql, size))
    const against = async (args: Record<string, string>): Promise<Compared> => {
      const answer = await fetch(shop.url + pathOf(args), { headers: { apikey: FROM_BROWSER.apikey } })
      writeFileSync(join(pages, FILE), Buffer.from(await answer.arrayBuffer()))
      // The server reads its files when it starts.
      await shop.restart()
      return compare(
        shop.url,
        { path: pathOf(args), headers: FROM_BROWSER },
        { path: `/${FILE}`, headers: FROM_BROWSER },
      )
    }
    const whole = await against({})
    const { until, mark } = (await (
      await fetch(shop.url + pathOf({}), { headers: { apikey: FROM_BROWSER.apikey } })
    ).json()) as { until: string; mark: string | null }
    return {
      whole,
      'nothing new': await against({ p_since: changesFrom(until), ...(mark !== null && { p_mark: mark }) }),
    }
  } finally {
    await opened.close()
    rmSync(pages, { recursive: true, force: true })
  }
}

const cellsOf = ({ ours, reference, bytes, load }: Compared): string[] => [
  ours.toFixed(0),
  reference.toFixed(0),
  String(bytes.ours),
  String(bytes.reference),
  load.toFixed(2),
]
