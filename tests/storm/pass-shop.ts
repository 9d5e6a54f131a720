import type { Database, Sql } from '../../server/database/database.ts'
import type { Random } from './random.ts'
import { openShopDatabase } from './shop-database.ts'

const MAX_TRIES = 8

/** How a call was refused (PT4xx). */
interface PassRefusal {
  state: string
  code: string
  detail: string
}
export type PassOutcome<T> = { answer: T } | { refusal: PassRefusal }

export interface PassOrder {
  eventId: string
  ticketId: string
  buyer: string
  /** Another customer, who may receive a pass. */
  friend: string
  seats: string[]
  screenOnly: boolean
}

/** A shop whose customers and gates call SQL functions as PostgREST does, each call in its own transaction. */
export interface PassShop {
  database: Database
  /** Accounts of two members of gate staff. */
  staff: [string, string]
  /** `who`: an account; null for a visitor. Throws any error but a refusal. */
  call<T>(who: string | null, name: string, args: Record<string, unknown>): Promise<PassOutcome<T>>
  /** Sells four seats of a new event, which is open now, as one ticket; both members of staff work there. */
  sellFour(random: Random, screenOnly: boolean): Promise<PassOrder>
  /** Ends the work of staff at this event: functions read all events of theirs. */
  closeEvent(eventId: string): Promise<void>
  stop(): Promise<void>
}

/** Opens a new shop on either database. */
export async function openPassShop(kind: Database['kind']): Promise<PassShop> {
  const { database, close } = await openShopDatabase(kind)
  const types = await typesOfArguments(database)

  const call: PassShop['call'] = async <T>(who: string | null, name: string, args: Record<string, unknown>) => {
    const names = Object.keys(args).filter((key) => args[key] !== undefined)
    const given = names.map((key, n) => `${key} => ($${n + 1}::text)::${types.get(`${name}.${key}`)}`)
    const values = names.map((key) => textOf(args[key]))
    for (let tries = 1; ; tries += 1) {
      try {
        return await database.transaction(async (sql) => {
          await actAs(sql, who)
          const [row] = await sql.query<{ answer: T }>(`select public.${name}(${given.join(', ')}) as answer`, values)
          return { answer: row?.answer as T }
        })
      } catch (error) {
        const { code = '', message, detail = '' } = error as { code?: string; message: string; detail?: string }
        if (/^PT4\d\d$/.test(code)) return { refusal: { state: code, code: message, detail } }
        if ((code !== '40P01' && code !== '40001') || tries >= MAX_TRIES) throw error
      }
    }
  }
  const must = async <T>(who: string, name: string, args: Record<string, unknown>): Promise<T> => {
    const outcome = await call<T>(who, name, args)
    if ('refusal' in outcome) throw new Error(`${name} was refused: ${outcome.refusal.code} ${outcome.refusal.detail}`)
    return outcome.answer
  }

  const account = async (name: string): Promise<string> => {
    const [row] = await database.query<{ id: string }>(
      `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at, created_at, updated_at)
       select i, i || '@storm.example', jsonb_build_object('name', $1::text), now(), now(), now() from gen_random_uuid() as i
       returning id`,
      [name],
    )
    return row!.id
  }
  const admin = await account('Admin Desk')
  const staff: PassShop['staff'] = [await account('Gita Shah'), await account('Hari Iyer')]
  await database.query("insert into public.staff (user_id, role) values ($1, 'admin'), ($2, 'gate'), ($3, 'gate')", [
    admin,
    ...staff,
  ])
  const [singer] = await database.query<{ id: string }>(
    "insert into public.singers (name) values ('Asha Bhosle') returning id",
  )

  let reference = 500_000_000_000
  const sellFour: PassShop['sellFour'] = async (random, screenOnly) => {
    const [made] = await database.query<{ event: string; category: string }>(
      `with event as (
        insert into public.events (singer_id, city, venue, date) values ($1, 'Pune', 'Hall', now() + interval '5 hours')
        returning id)
      insert into public.ticket_categories (event_id, name, price, total_tickets)
        select id, 'Gold', 1500, 100 from event returning id as category, event_id as event`,
      [singer!.id],
    )
    const { event: eventId, category } = made!
    for (const one of staff)
      await database.query("insert into public.staff_events (user_id, role, event_id) values ($1, 'gate', $2)", [
        one,
        eventId,
      ])
    if (screenOnly)
      await must(admin, 'set_pass_rules', { p_event_id: eventId, p_rules: { hand_over: true, screen_only: true } })
    const [buyer, friend] = [await account('Asha Rao'), await account('Bela Das')]
    const order = random.uuid()
    const seats = ['A1', 'A2', 'A3', 'A4']
    const lines = [{ ticket_category_id: category, seats }]
    await must(buyer, 'hold_seats', { p_order_id: order, p_lines: lines })
    const { payment_id } = await must<{ payment_id: string }>(buyer, 'submit_payment', {
      p_order_id: order,
      p_transaction_id: String((reference += 1)),
      p_amount: 7200,
      p_screenshot_path: `${buyer}/1764000000000-${order}.png`,
      p_lines: lines,
      p_screenshot_sha256: order.replaceAll('-', '').repeat(2),
    })
    await must(admin, 'review_payment', { p_payment_id: payment_id, p_decision: 'approved' })
    const [ticket] = await database.query<{ id: string }>('select id from public.user_tickets where payment_id = $1', [
      payment_id,
    ])
    return { eventId, ticketId: ticket!.id, buyer, friend, seats, screenOnly }
  }

  return {
    database,
    staff,
    call,
    sellFour,
    closeEvent: async (eventId) => {
      await database.query('delete from public.staff_events where event_id = $1', [eventId])
    },
    stop: close,
  }
}

/** The rest of the transaction is this account's; null for a visitor. */
export async function actAs(sql: Sql, who: string | null): Promise<void> {
  const role = who === null ? 'anon' : 'authenticated'
  await sql.query(
    `select set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claims', $2, true),
      set_config('role', $3, true)`,
    [who ?? '', JSON.stringify(who === null ? { role } : { sub: who, role }), role],
  )
}

const textOf = (value: unknown): string | null =>
  value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Types of the arguments of public functions, by `function.argument`. */
async function typesOfArguments(database: Database): Promise<Map<string, string>> {
  const rows = await database.query<{ key: string; type: string }>(
    `select p.proname || '.' || n.name as key, format_type(p.proargtypes[n.at - 1], null) as type
     from pg_proc p, unnest(p.proargnames) with ordinality as n (name, at)
     where p.pronamespace = 'public'::regnamespace and n.at <= p.pronargs`,
  )
  return new Map(rows.map((row) => [row.key, row.type]))
}
