import { describe, expect, it } from 'vitest'
import { embedsTooMuch, isDecodable, readJson } from './request-checks.ts'

const body = (text: string): Buffer => Buffer.from(text)
const isReadable = (area: 'rest' | 'auth' | 'storage', bytes: Buffer): boolean =>
  typeof readJson(area, bytes, 1_000_000) === 'object'

describe('a body of the data API', () => {
  it.each(['{}', '[]', '[{"a":1},{}]', '{"a":"\\u0000"}'])('may hold rows of any content: %s', (text) =>
    expect(isReadable('rest', body(text))).toBe(true),
  )
  it.each(['', 'null', '1', '"x"', '[1]', '[[{}]]', '[null]', '{"a":'])('must hold rows: %s', (text) =>
    expect(isReadable('rest', body(text))).toBe(false),
  )
})

describe('a body for sign-in and storage', () => {
  it.each(['{}', '{"data":{"name":"आशा","list":[1,null,"🎟️"]}}'])('may hold an object of texts: %s', (text) => {
    expect(isReadable('auth', body(text))).toBe(true)
    expect(isReadable('storage', body(text))).toBe(true)
  })
  it.each([
    ...['', 'null', '[]', '[{}]', '"x"', '{"email":'],
    ...['{"email":"a\\u0000b"}', '{"data":{"name":["\\ud800"]}}', '{"data":{"a\\u0000":1}}'],
  ])('may not be malformed or hold texts that cannot be stored: %s', (text) => {
    expect(isReadable('auth', body(text))).toBe(false)
    expect(isReadable('storage', body(text))).toBe(false)
  })
})

const nested = (levels: number): string => `${'{"a":['.repeat(levels)}${']}'.repeat(levels)}`

it.each(['rest', 'auth', 'storage'] as const)('a body of %s has a maximum depth', (area) => {
  expect(isReadable(area, body(nested(40)))).toBe(true)
  expect(isReadable(area, body(nested(60)))).toBe(false)
  expect(isReadable(area, body(nested(100_000)))).toBe(false)
})

describe('the values of a body', () => {
  const most = 10
  const read = (text: string): unknown => readJson('rest', body(text), most)
  it.each([
    ['{"a":[1,2,3,4,5,6,7,8]}', true],
    ['{"a":[1,2,3,4,5,6,7,8,9]}', false],
    ['{"a":[[],[],[],[],[],[],[],[]]}', false],
    ['[{},{},{},{},{},{},{},{},{},{}]', false],
    ['{"a":"[,[,[,{,\\",[,[,[,[,[,[\\\\"}', true],
    ['{"a":"\\\\","b":[1,2,3,4,5,6,7,8]}', false],
    [`{"a":[${'9,'.repeat(100)}`, false],
  ])('are counted outside of texts: %s', (text, fits) =>
    expect(read(text)).toEqual(fits ? { value: JSON.parse(text) } : 'too_many'),
  )
})

describe('embedded tables', () => {
  const isTooMuch = (...selects: string[]): boolean =>
    embedsTooMuch(new URL(`http://shop/rest/v1/events?${new URLSearchParams(selects.map((one) => ['select', one]))}`))

  it('may be several, nested three deep', () => {
    expect(isTooMuch()).toBe(false)
    expect(isTooMuch('*')).toBe(false)
    expect(isTooMuch('id,ticket_categories(name,events(date,singers(name))),layouts!inner(id)')).toBe(false)
  })
  it('are limited in depth and number', () => {
    expect(isTooMuch('id,ticket_categories(events(ticket_categories(events(ticket_categories(*)))))')).toBe(true)
    const beside = Array.from({ length: 9 }, (_, n) => `a${n}:ticket_categories(*)`)
    expect(isTooMuch(beside.slice(1).join())).toBe(false)
    expect(isTooMuch(beside.join())).toBe(true)
    expect(isTooMuch(...beside)).toBe(true)
  })
})

it.each(['email', 'password', 'refresh_token', 'token_hash', 'type'])(
  'the auth service takes %s as a text only',
  (name) => {
    expect(isReadable('auth', body(`{"${name}":"x"}`))).toBe(true)
    expect(isReadable('auth', body(`{"${name}":null}`))).toBe(true)
    for (const other of ['[]', '["x"]', '{}', '1', 'false'])
      expect(isReadable('auth', body(`{"${name}":${other}}`)), other).toBe(false)
  },
)

it.each([
  ['{"prefix":"a","limit":100,"offset":0,"sortBy":{"column":"name","order":"asc"}}', true],
  ['{"prefixes":["a/b.png"]}', true],
  ['{"limit":-1}', false],
  ['{"limit":1e308}', false],
  ['{"offset":0.5}', false],
  ['{"sortBy":"name"}', false],
  ['{"sortBy":{"column":"owner\\"; drop table x","order":"asc"}}', false],
  ['{"sortBy":{"column":"name","order":"sideways"}}', false],
])('checks the options of a storage list: %s', (text, is) => expect(isReadable('storage', body(text))).toBe(is))

it.each([
  ['/storage/v1/object/%E0%A4%86.png', true],
  ['?type=signup&redirect_to=https%3A%2F%2Fshop.example%2F', true],
  ['/a%00b', false],
  ['/%ff', false],
  ['?token=%', false],
])('requires decodable addresses: %s', (address, is) => expect(isDecodable(address)).toBe(is))
