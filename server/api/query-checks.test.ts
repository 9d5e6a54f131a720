import { describe, expect, it } from 'vitest'
import { faultOfQuery } from './query-checks.ts'

const filtered = (filters: unknown): string | null => faultOfQuery({ from: 'events', where: { venue: filters } })

describe('a filter', () => {
  it.each([
    [{ $eq: 'a.match.b' }],
    [{ $gte: 1, $lt: 2 }],
    [{ $in: ['a', null, 3] }],
    [{ $is: null }],
    [{ $not: { $is: null } }],
    [{ $contains: { order_code: 'MF1' } }],
    [{ $like: 'A%' }],
    [{ $not: { $ilike: `%${'_'.repeat(100)}%` } }],
  ])('allows comparisons and patterns: %j', (filters) => expect(filtered(filters)).toBeNull())

  it.each([
    ...['$regex', '$iregex', '$regexAny', '$iregexAll', '$textSearch', '$ilikeAny', '$eqAny', '$rangeAdjacent', 'eq'],
    ...['$notRegex', '$exists', '__proto__x'],
  ])('refuses other operators: %s', (operator) => {
    expect(filtered({ [operator]: 'a' })).not.toBeNull()
    expect(filtered({ $not: { [operator]: 'a' } })).not.toBeNull()
    expect(filtered({ $eq: 'a', [operator]: 'a' })).not.toBeNull()
  })

  it.each([
    [{ $eq: { $regex: 'a' } }],
    [{ $eq: { $ref: 'id' } }],
    [{ $in: [{ type: 'query', from: 'events' }] }],
    [{ $contains: { type: 'query', from: 'events' } }],
    [{ $contains: { a: { type: 'query' } } }],
    [{ $not: { $not: { $regex: 'a' } } }],
    [{ $not: 'a' }],
    ['a'],
    [[{ $regex: 'a' }]],
  ])('refuses queries as operands: %j', (filters) => expect(filtered(filters)).not.toBeNull())

  it('limits the length and wildcards of a pattern', () => {
    expect(filtered({ $like: 'a'.repeat(200) })).toBeNull()
    expect(filtered({ $like: 'a'.repeat(201) })).not.toBeNull()
    expect(filtered({ $ilike: '%a'.repeat(8) })).toBeNull()
    expect(filtered({ $ilike: '%a'.repeat(9) })).not.toBeNull()
    expect(filtered({ $ilike: ['%a'] })).not.toBeNull()
  })
})

describe('groups of filters', () => {
  const regex = { venue: { $regex: 'a' } }
  const fine = { venue: { $eq: 'a' } }
  it('are checked to the last filter', () => {
    expect(faultOfQuery({ where: { $or: [fine, { $and: [fine, { $not: fine }] }] } })).toBeNull()
    expect(faultOfQuery({ where: { $or: [fine, { $and: [fine, { $not: regex }] }] } })).not.toBeNull()
  })
  it('must be lists of filters', () => {
    for (const where of [{ $or: fine }, { $and: 'a' }, { $exists: fine }, { $or: [null] }, [regex]])
      expect(faultOfQuery({ where }), JSON.stringify(where)).not.toBeNull()
  })
  it('are limited in depth', () => {
    const nested = (levels: number): unknown => (levels === 0 ? fine : { $or: [nested(levels - 1)] })
    expect(faultOfQuery({ where: nested(9) })).toBeNull()
    expect(faultOfQuery({ where: nested(100) })).not.toBeNull()
  })
})

describe('a selection', () => {
  const events = (inside: Record<string, unknown>): string | null =>
    faultOfQuery({ select: ['id', { events: { select: ['id', { singers: { select: ['id'], ...inside } }] } }] })
  it('is checked in embedded tables', () => {
    expect(events({ where: { name: { $eq: 'a' } } })).toBeNull()
    expect(events({ where: { name: { $regex: 'a' } } })).not.toBeNull()
  })
  it('allows casts to types without a length only', () => {
    const as = (cast: string): string | null => faultOfQuery({ select: [{ long: { column: 'name', cast } }] })
    for (const type of ['text', 'TEXT', 'bigint', 'jsonb']) expect(as(type), type).toBeNull()
    for (const type of ['char(10485760)', 'bit(83886080)', 'xml', 'regclass', 'text[]']) {
      expect(as(type), type).not.toBeNull()
      expect(faultOfQuery({ select: [{ sum: { aggregate: 'sum', preCast: type } }] }), type).not.toBeNull()
    }
  })
})

it('allows any content in written rows', () =>
  expect(faultOfQuery({ type: 'insert', values: [{ layout_data: { $regex: { type: 'query' } } }] })).toBeNull())
