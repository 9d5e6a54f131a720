import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres, type Sql } from '../../server/database/database.ts'
import { parseRosterPage } from '../../src/shop/gate/lists/roster-rows.ts'
import { fillHouse } from '../support/concerts/full-house.ts'
import { bearer, newCustomer, post, type Customer } from '../support/server/visitor.ts'
import { inTurns, median, notMeasured, within, type Measure } from './measure.ts'
import { NAMES, openShop, type Kind, type ShopOfKind } from './minute/shop-kinds.ts'

export const name = 'The gate: a list of 100,000 tickets, from the server over HTTP to a parsed list'
export const note =
  'Page after page, as a gate device asks; read and parsed as there, not stored. The first gate asks after a start of the server. ' +
  'The same as files: the answers’ bytes, which the same server reads from its folder, parsed in the same way. Medians of five in turns.'

const TICKETS = 100_000
const PAGE_ROWS = 5_000
const MOST_SECONDS = 10
const MOST_OF_FIRST = 0.5
const MOST_OF_FILES = 4
const ROUNDS = 5

const dist = join(import.meta.dirname, '..', '..', 'dist')
const fileOf = (n: number): string => `bench-gate-${n}.json`
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

export async function run(): Promise<Measure[]> {
  const found: Measure[] = []
  for (const kind of ['embedded', 'postgres'] satisfies Kind[])
    found.push(
      ...(await measure(kind).catch((error: Error) => [notMeasured(`a list of 100,000, ${NAMES[kind]}`, error)])),
    )
  return found
}

async function measure(kind: Kind): Promise<Measure[]> {
  const pages = mkdtempSync(join(tmpdir(), 'mehfil-pages-'))
  cpSync(dist, pages, { recursive: true, preserveTimestamps: true })
  const opened = await openShop(kind, { PAGES_DIR: pages })
  const { shop } = opened
  let event = ''
  try {
    event = await fill(opened)
    const [first, second] = [await gateStaff(opened, event), await gateStaff(opened, event)]
    const answers: Buffer[] = []
    await listOf(async (after) => {
      answers.push(Buffer.from(await (await ask(first, after)).arrayBuffer()))
      return answers.at(-1)!
    })
    for (const [n, answer] of answers.entries()) writeFileSync(join(pages, fileOf(n)), answer)
    // The server reads its files when it starts, and has no list then.
    await shop.restart()

    const from = (who: Customer) => () =>
      listOf(async (after) => Buffer.from(await (await ask(who, after)).arrayBuffer()))
    const fromFiles = () => {
      let n = 0
      return listOf(async () => Buffer.from(await (await fetch(`${shop.url}/${fileOf(n++)}`)).arrayBuffer()))
    }
    const once = await from(first)()
    const rounds = await inTurns(1, ROUNDS, from(second), fromFiles)
    const again = median(rounds.map(({ ours }) => ours))
    const ratio = median(rounds.map(({ ours, theirs }) => ours / theirs))
    const on = NAMES[kind]
    return [
      within(`the first gate’s list, ${on}`, once, MOST_SECONDS * 1_000, seconds),
      { what: `the second gate’s list, ${on}`, value: seconds(again) },
      within(`the second gate : the first, ${on}`, again / once, MOST_OF_FIRST),
      within(`the second gate : the same as files, ${on}`, ratio, MOST_OF_FILES),
    ]
  } finally {
    await opened.close()
    rmSync(pages, { recursive: true, force: true })
  }

  function ask(who: Customer, after: string | null): Promise<Response> {
    const about = { p_event_id: event, p_after: after, p_since: null, p_rows: PAGE_ROWS }
    return post(shop, '/rest/v1/rpc/gate_roster', about, bearer(who))
  }

  /** Reads and parses all pages; returns how long it took, in milliseconds. */
  async function listOf(read: (after: string | null) => Promise<Buffer>): Promise<number> {
    const began = performance.now()
    let [after, tickets]: [string | null, number] = [null, 0]
    do {
      const page = parseRosterPage(JSON.parse((await read(after)).toString('utf8')), event)
      tickets += page.tickets.length
      after = page.next
    } while (after !== null)
    if (tickets !== TICKETS) throw new Error(`The list has ${tickets} tickets`)
    return performance.now() - began
  }
}

/** As if sold an hour ago: what changed within two minutes is asked for again. */
const AN_HOUR_AGO = `begin; set local session_replication_role = replica;
  ${['events', 'user_tickets', 'payment_lines']
    .map((table) => `update public.${table} set updated_at = now() - interval '1 hour';`)
    .join('\n')}
  commit`

const house = async (sql: Sql): Promise<string> => (await fillHouse(sql, TICKETS, 1)).event

/** Returns the event of a full house. */
async function fill({ databaseUrl, inDatabase, shop }: ShopOfKind): Promise<string> {
  if (databaseUrl === null) {
    const event = await inDatabase(house)
    await shop.stop()
    await inDatabase(async (sql) => {
      await sql.run(AN_HOUR_AGO)
      await sql.run('vacuum analyze')
    })
    await shop.restart()
    return event
  }
  const database = await openPostgres(databaseUrl)
  try {
    // One connection: it has tables of its own.
    const event = await database.transaction(house)
    await database.run(AN_HOUR_AGO)
    await database.run('vacuum analyze')
    return event
  } finally {
    await database.close()
  }
}

async function gateStaff({ shop, inDatabase }: ShopOfKind, event: string): Promise<Customer> {
  const person = await newCustomer(shop)
  await inDatabase(async (sql) => {
    await sql.query(`insert into public.staff (user_id, role) values ($1, 'gate')`, [person.id])
    await sql.query("insert into public.staff_events (user_id, role, event_id) values ($1, 'gate', $2)", [
      person.id,
      event,
    ])
  })
  return person
}
