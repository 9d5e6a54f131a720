import { describe, expect, test } from 'vitest'
import { tempFolder } from '../../tests/support/server/temp-folder.ts'
import { openEmbedded } from './database.ts'
import { listMigrations, migrationsFolder } from './migrations.ts'
import { numericAsPostgrest, timestampAsPostgrest } from './value-types.ts'

const folder = tempFolder()

describe('values in PostgREST’s format', () => {
  test.each([
    ['2027-01-02 13:30:00+00', '2027-01-02T13:30:00+00:00'],
    ['2027-01-02 13:30:00.123456+00', '2027-01-02T13:30:00.123456+00:00'],
    ['2027-01-02 19:00:00+05:30', '2027-01-02T19:00:00+05:30'],
    ['12027-01-02 19:00:00-03', '12027-01-02T19:00:00-03:00'],
    ['infinity', 'infinity'],
    ['-infinity', '-infinity'],
  ])('%s', (given, wanted) => expect(timestampAsPostgrest(given)).toBe(wanted))

  test('money is a number', () => {
    expect(numericAsPostgrest('1500.00')).toBe(1500)
    expect(numericAsPostgrest('0.10')).toBe(0.1)
    expect(numericAsPostgrest('9999999999.99')).toBe(9_999_999_999.99)
    expect(numericAsPostgrest('NaN')).toBe('NaN')
  })
})

describe('migrations', () => {
  test('have unique versions and a fixed order', () => {
    const versions = listMigrations(migrationsFolder).map((migration) => migration.version)
    expect(versions.length).toBeGreaterThan(0)
    expect(new Set(versions).size).toBe(versions.length)
    expect([...versions].sort()).toEqual(versions)
  })
})

test(
  'the embedded database refuses a value of the wrong type and keeps its session',
  { timeout: 180_000 },
  async () => {
    const database = await openEmbedded(folder)
    try {
      const values: [string, unknown][] = [
        ['text[]', -0.01],
        ['uuid[]', 7],
        ['boolean', 'perhaps'],
        ['boolean', { a: 1 }],
        ['timestamptz', {}],
        ['uuid', { toString: 1 }],
      ]
      for (const [type, value] of values) {
        const asked = database.query(`select $1::${type} as answer`, [value])
        await expect(asked, `${type} ${JSON.stringify(value)}`).rejects.toMatchObject({
          code: expect.stringMatching(/^22/) as string,
        })
        expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
      }
      expect(await database.query('select $1::text[] as answer', [['a', '', '"b"']])).toEqual([
        { answer: ['a', '', '"b"'] },
      ])
    } finally {
      await database.close()
    }
  },
)
