import type { PGliteInterface } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalCodes } from '../../src/shop/refusals/refusal-codes.ts'
import { buildDatabase } from './tap-runner.ts'

let database: PGliteInterface
/** The bodies of the shop's functions, by name. */
let functions: { name: string; body: string }[]

beforeAll(async () => {
  database = await buildDatabase()
  const { rows } = await database.query<{ name: string; body: string }>(
    `select p.oid::regprocedure::text as name, p.prosrc as body from pg_proc p
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  functions = rows
})

afterAll(() => database.close())

const refusals = (body: string): RegExpMatchArray[] => [
  ...body.matchAll(/private\.refuse\(\s*(?<status>\d+),\s*'(?<code>[a-z_]+)'/g),
]

test('the database raises exactly the codes of refusalCodes', () => {
  const raised = functions.flatMap(({ body }) => refusals(body).map((one) => one.groups?.['code']))
  expect([...new Set(raised)].sort()).toEqual([...refusalCodes].sort())
})

test('every refusal is raised through private.refuse, as PT4xx', () => {
  const raising = functions.filter(({ body }) => /^\s*raise\s+(exception|sqlstate)\b/im.test(body))
  expect(raising.map(({ name }) => name)).toEqual([expect.stringMatching(/^private\.refuse\(/)])
  const statuses = functions.flatMap(({ body }) => refusals(body).map((one) => Number(one.groups?.['status'])))
  expect(statuses.filter((status) => status < 400 || status > 499)).toEqual([])
})
