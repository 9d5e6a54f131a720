import { randomUUID } from 'node:crypto'
import postgres, { type Sql } from 'postgres'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { atLeast, median, ratioOf, type Report } from './measure.ts'
import { openShop } from './minute/shop-kinds.ts'
import { asUser, linesOf, openBoxOffice, perSecond, submissionOf, tokenOf, type Buyer } from './sale-load.ts'

export const name = 'Holds and submissions against bare single-row inserts, on one durable PostgreSQL'

const CONNECTIONS = 16
const RUNS = 5
/** Orders of a run: in SQL, over HTTP. */
const IN_SQL = 600
const OVER_HTTP = 200
const LEAST_IN_SQL = 0.3
const LEAST_OVER_HTTP = 0.8

interface Rates {
  bare: number
  hold: number
  submit: number
}

export const note =
  'Bare: one row into a table with nothing but a primary key. Holds and submissions are the shop’s own functions, each for ' +
  'another customer, two seats an order: six rows, and eight. In SQL every one of the three is the same transaction: ' +
  'begin, one statement that says who calls, the statement, commit. Over HTTP each is one signed-in request to the shop. ' +
  'Rates are medians; ratios are medians of each round’s own. A slow disk and a slow server stand around both sides and ' +
  'bring the ratios nearer to 1; memory that other programs are busy with takes from the functions alone.'

/** Uses PostgreSQL's default durability: acknowledged data is on disk. */
export async function run(): Promise<Report> {
  const { shop, secret, databaseUrl, close } = await openShop('postgres')
  const sql = postgres(databaseUrl!, { max: CONNECTIONS, onnotice: () => {}, idle_timeout: 0 })
  try {
    await sql.unsafe(`
      create table public.bare (
        id uuid primary key, event_id uuid not null, seat text not null, created_at timestamptz not null default now());
      insert into private.rights (roles, privileges, object) values ('authenticated', 'insert', 'table public.bare');`)
    await shop.restart()
    const inSql = await rounds(
      () => openBoxOffice(sql, IN_SQL),
      (buyers) => throughSql(sql, buyers),
    )
    const overHttp = await rounds(
      () => openBoxOffice(sql, OVER_HTTP),
      (buyers) => throughHttp(shop.url, secret, buyers),
    )
    return report(inSql, overHttp)
  } finally {
    await sql.end({ timeout: 5 })
    await close()
  }
}

/** Runs the three in turns, so that the machine's noise affects all. The first round only warms up. */
async function rounds(open: () => Promise<Buyer[]>, measure: (buyers: Buyer[]) => Promise<Rates>): Promise<Rates[]> {
  const found: Rates[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    const rates = await measure(await open())
    if (run > 0) found.push(rates)
  }
  return found
}

async function throughSql(sql: Sql, buyers: Buyer[]): Promise<Rates> {
  return {
    bare: await perSecond(buyers, CONNECTIONS, (buyer) =>
      asUser(
        sql,
        buyer.user,
        (tx) => tx`insert into public.bare (id, event_id, seat)
          values (${randomUUID()}, ${buyer.category}, ${buyer.seats[0]!})`,
      ),
    ),
    hold: await perSecond(buyers, CONNECTIONS, (buyer) =>
      asUser(sql, buyer.user, (tx) => tx`select public.hold_seats(${buyer.order}, ${tx.json(linesOf(buyer))})`),
    ),
    submit: await perSecond(buyers, CONNECTIONS, (buyer) => {
      const said = submissionOf(buyer)
      return asUser(
        sql,
        buyer.user,
        (tx) => tx`
          select public.submit_payment(${said.p_order_id}, ${said.p_transaction_id}, ${said.p_amount},
            ${said.p_screenshot_path}, ${tx.json(said.p_lines)}, ${said.p_screenshot_sha256})`,
      )
    }),
  }
}

async function throughHttp(url: string, secret: string, buyers: Buyer[]): Promise<Rates> {
  const post = async (buyer: Buyer, path: string, body: unknown): Promise<void> => {
    const response = await fetch(`${url}/rest/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: EMBEDDED_PUBLISHABLE_KEY,
        authorization: `Bearer ${tokenOf(buyer.user, secret)}`,
        'content-type': 'application/json',
        prefer: 'return=minimal',
      },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  }
  return {
    bare: await perSecond(buyers, CONNECTIONS, (buyer) =>
      post(buyer, 'bare', { id: randomUUID(), event_id: buyer.category, seat: buyer.seats[0] }),
    ),
    hold: await perSecond(buyers, CONNECTIONS, (buyer) =>
      post(buyer, 'rpc/hold_seats', { p_order_id: buyer.order, p_lines: linesOf(buyer) }),
    ),
    submit: await perSecond(buyers, CONNECTIONS, (buyer) => post(buyer, 'rpc/submit_payment', submissionOf(buyer))),
  }
}

function report(inSql: Rates[], overHttp: Rates[]): Report {
  const of = (rates: Rates[], what: keyof Rates): number => median(rates.map((one) => one[what]))
  /** Ratio per round: a slow moment of the machine affects both sides. */
  const against = (rates: Rates[], what: keyof Rates): number => median(rates.map((one) => one[what] / one.bare))
  const row = (way: string, rates: Rates[]): string[] => [
    way,
    of(rates, 'bare').toFixed(0),
    of(rates, 'hold').toFixed(0),
    of(rates, 'submit').toFixed(0),
    ratioOf(against(rates, 'hold')),
    ratioOf(against(rates, 'submit')),
  ]
  return {
    tables: [
      {
        title: `Per second, ${CONNECTIONS} at a time, medians of ${RUNS}`,
        head: ['', 'bare inserts', 'holds', 'submissions', 'holds : bare', 'submissions : bare'],
        rows: [row('in SQL', inSql), row('over HTTP', overHttp)],
      },
    ],
    measures: [
      atLeast('holds : bare inserts, in SQL', against(inSql, 'hold'), LEAST_IN_SQL),
      atLeast('submissions : bare inserts, in SQL', against(inSql, 'submit'), LEAST_IN_SQL),
      atLeast('holds : bare inserts, over HTTP', against(overHttp, 'hold'), LEAST_OVER_HTTP),
      atLeast('submissions : bare inserts, over HTTP', against(overHttp, 'submit'), LEAST_OVER_HTTP),
    ],
  }
}
