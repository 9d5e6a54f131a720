import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { tokenOf } from '../bench/sale-load.ts'
import type { SaleDatabase } from '../sql-races/sale-database.ts'

export type Outcome = { answer: unknown } | { refusal: { code: string; detail: string } }

/** Acts as a user in SQL or over HTTP. Throws anything but an answer or a refusal. */
export interface Sale {
  sql: Sql
  call(userId: string, name: string, args: Record<string, unknown>): Promise<Outcome>
  /** Changes a row as staff do in the console. */
  edit(userId: string, table: 'ticket_categories', id: string, change: Record<string, unknown>): Promise<Outcome>
}

/** Runs each call in its own transaction as that user; retries deadlocks like the server. */
export function saleInSql(shop: SaleDatabase): Sale {
  return {
    sql: shop.sql,
    call: (userId, name, args) =>
      shop.call(userId, (tx) => {
        const names = Object.keys(args)
        const values = names.map((key) => {
          const value = args[key]
          return Array.isArray(value) && typeof value[0] === 'object' ? tx.json(value as never) : value
        })
        const list = names.map((key, n) => `${key} => $${n + 1}`).join(', ')
        return tx.unsafe(`select public.${name}(${list}) as answer`, values as never[])
      }),
    edit: (userId, table, id, change) =>
      shop.call(
        userId,
        (tx) => tx`update ${tx(`public.${table}`)} set ${tx(change)} where id = ${id} returning id as answer`,
      ),
  }
}

const MAX_TRIES = 3

/**
 * The same over HTTP, against a server on that database. Asks again, as a phone does, when the database is busy or the
 * connection was lost. Throws any other 5xx.
 */
export function saleOverHttp(url: string, jwtSecret: string, sql: Sql): Sale {
  const ask = async (userId: string, method: string, path: string, body: unknown, tries = 1): Promise<Outcome> => {
    const response = await fetch(`${url}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: EMBEDDED_PUBLISHABLE_KEY,
        authorization: `Bearer ${tokenOf(userId, jwtSecret)}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      body: JSON.stringify(body),
    }).catch((error: unknown) => {
      if (tries === MAX_TRIES) throw error
      return null
    })
    const wait = response?.status === 503 ? Number(response.headers.get('retry-after')) : 0
    if (!response || (wait > 0 && tries < MAX_TRIES)) {
      console.warn(`${method} ${path} is asked again: ${response ? await response.text() : 'no connection'}`)
      await sleep(wait * 1_000)
      return ask(userId, method, path, body, tries + 1)
    }
    const text = await response.text()
    if (response.ok) return { answer: text === '' ? null : (JSON.parse(text) as unknown) }
    const problem = (text.startsWith('{') ? JSON.parse(text) : {}) as {
      code?: string
      message?: string
      details?: string
    }
    if (response.status >= 500 || !/^PT4\d\d$/.test(problem.code ?? '')) {
      throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`)
    }
    return { refusal: { code: problem.message ?? '', detail: problem.details ?? '' } }
  }
  return {
    sql,
    call: (userId, name, args) => ask(userId, 'POST', `rpc/${name}`, args),
    edit: (userId, table, id, change) => ask(userId, 'PATCH', `${table}?id=eq.${id}`, change),
  }
}
