import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tempFolder } from '../../tests/support/server/temp-folder.ts'
import { EmbeddedDatabase } from './embedded-database.ts'

/** Only statements that never end should hit this limit. */
const STATEMENT_MS = 300
const ENDLESS = 'select count(*) from generate_series(1, 1000000000000)'

const folder = tempFolder()
let database: EmbeddedDatabase

// A busy machine takes a while to make a database.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

beforeAll(async () => {
  database = new EmbeddedDatabase(folder, STATEMENT_MS)
  await database.run('create table kept (n integer)')
})
afterAll(async () => database.close(true))

const kept = async (): Promise<unknown> =>
  (await database.query<{ n: number }>('select n from kept order by n')).rows.map(({ n }) => n)

describe('values', () => {
  test('are returned as they were given', async () => {
    const asked = await database.query(
      'select $1::bytea as bytes, $2::timestamptz as at, $3::jsonb as json, $4::numeric as price, $5::text[] as texts, 9007199254740993::int8 as large, $6::boolean as yes',
      [new Uint8Array([0, 255]), new Date('2027-01-02T13:30:00Z'), { a: [1] }, '1500.10', ['a', '"b"'], true],
    )
    expect(asked.rows).toEqual([
      {
        bytes: new Uint8Array([0, 255]),
        at: '2027-01-02T13:30:00+00:00',
        json: { a: [1] },
        price: 1500.1,
        texts: ['a', '"b"'],
        large: 9_007_199_254_740_993n,
        yes: true,
      },
    ])
  })

  test('of types that cannot be sent are refused without blocking', async () => {
    await expect(database.query('select $1::text', [() => 'x'], { timed: true })).rejects.toThrow()
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('that break a rule fail with the database’s own error', async () => {
    await database.run('create table strict (n integer constraint small check (n < 10))')
    await expect(database.query('insert into strict values ($1)', [11])).rejects.toMatchObject({
      code: '23514',
      constraint: 'small',
      table: 'strict',
      message: expect.stringContaining('violates check constraint') as string,
      detail: expect.stringContaining('11') as string,
    })
    const refused = database.run("do $$ begin raise exception 'no' using errcode = 'PT409', hint = 'later'; end $$")
    await expect(refused).rejects.toMatchObject({ code: 'PT409', message: 'no', hint: 'later' })
  })

  test('report how many rows changed', async () => {
    expect((await database.query('insert into strict values (1), (2)')).affectedRows).toBe(2)
  })
})

describe('a statement that takes too long', () => {
  test('ends with its transaction; committed data is kept and later statements are answered', async () => {
    await database.run('insert into kept values (1)')
    const { opened } = database
    await database.query('begin', [], { since: opened })
    await database.query('insert into kept values (2)', [], { since: opened })
    const endless = database.query(ENDLESS, [], { timed: true, since: opened })
    // This thread is not blocked.
    await new Promise((resolve) => setImmediate(resolve))
    await expect(endless).rejects.toMatchObject({ code: '57014' })
    // The request’s next statement must not run in another session.
    await expect(database.query('insert into kept values (3)', [], { since: opened })).rejects.toMatchObject({
      code: '57P01',
    })
    expect(await kept()).toEqual([1])
    await database.run('insert into kept values (4)')
    expect(await kept()).toEqual([1, 4])
  })

  test('continues when it is the server’s own', async () => {
    const long = database.query<{ n: number }>('select count(*)::int as n from generate_series(1, 3000000)')
    expect((await long).rows).toEqual([{ n: 3_000_000 }])
  })
})

test('fails to open a folder that is not a database', async () => {
  const broken = new EmbeddedDatabase('/dev/null/database', 1_000)
  await expect(broken.ready).rejects.toThrow()
})

test('closes without waiting for a running statement and keeps committed data', async () => {
  const refused = expect(database.query(ENDLESS)).rejects.toMatchObject({ code: '57P01' })
  await database.ready
  await database.close(false)
  await refused
  database = new EmbeddedDatabase(folder, STATEMENT_MS)
  expect(await kept()).toEqual([1, 4])
})
