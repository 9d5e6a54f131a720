import { CompiledQuery } from 'kysely'
import { describe, expect, it } from 'vitest'
import { readsCallSettings, shouldPrepare } from './session-settings.ts'

const call = (name: string): string =>
  `select * from public.${name}(p_order_id := $1::uuid, p_lines := $2::jsonb) as "${name}" limit $3`

describe('statements that are prepared', () => {
  it('are calls with named arguments and the read of a token’s account', () => {
    expect(shouldPrepare(CompiledQuery.raw(call('hold_seats'), ['a', '[]', 1000]))).toBe(true)
    expect(shouldPrepare(CompiledQuery.raw('select * from public.my_role() as "my_role" limit $1', [1000]))).toBe(true)
    expect(shouldPrepare(CompiledQuery.raw('select * from "auth"."users" where "id" = $1', ['a']))).toBe(true)
  })

  it('exclude texts that a stranger shapes and arguments that would change the statement', () => {
    for (const sql of [
      'select * from "public"."events" where "city" = $1',
      `${call('hold_seats')} offset $4`,
      `select "a" from (${call('hold_seats')}) as "x"`,
      call('hold_seats').replace('p_order_id', 'p_order_id", "x'),
    ])
      expect(shouldPrepare(CompiledQuery.raw(sql, ['a', '[]', 1000]))).toBe(false)
    expect(shouldPrepare(CompiledQuery.raw(call('hold_seats'), ['a', [1, 2], 1000]))).toBe(false)
    expect(shouldPrepare(CompiledQuery.raw(call('hold_seats'), ['a', true, 1000]))).toBe(false)
  })

  it('are at most 200', () => {
    const kept = Array.from({ length: 500 }, (_, n) => {
      const letters = [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
      return shouldPrepare(CompiledQuery.raw(call(`f_${letters}`), ['a', '[]', 1000]))
    })
    expect(kept.filter(Boolean).length).toBeLessThanOrEqual(200)
    expect(shouldPrepare(CompiledQuery.raw(call('hold_seats'), ['a', '[]', 1000]))).toBe(true)
  })
})

it('recognizes the query after a call in any spacing', () => {
  const asked =
    "\n  SELECT current_setting('response.status', true) AS status,\n  current_setting('response.headers', true) AS headers\n"
  expect(readsCallSettings(CompiledQuery.raw(asked))).toBe(true)
  expect(readsCallSettings(CompiledQuery.raw(asked.replace('headers', 'status')))).toBe(false)
})
