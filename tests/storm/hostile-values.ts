import type { Random } from './random.ts'

export interface Known {
  own: string[]
  others: string[]
}

const MARKUP = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "javascript:alert('1')",
  '=HYPERLINK("http://evil.example","x")',
  '@SUM(1+1)*cmd|calc',
  '{{constructor.constructor("alert(1)")()}}',
]

const SQL = [
  "' or '1'='1",
  "'; drop table payments; --",
  '1); delete from public.payments; --',
  "') union select email from auth.users --",
  "pg_sleep(1)'",
  '$1',
  '%s%n',
  '*',
  'null',
  "E'\\x27",
]

const ODD_TEXT = [
  '',
  ' ',
  '\u0000',
  '\\u0000',
  '\ud800',
  '\u202eabc\u202c',
  'a\nb\r\nc\td',
  'ก้้้้้้้้้้้้',
  '🎟️'.repeat(50),
  'x'.repeat(70_000),
  '../../../etc/passwd',
  'A1',
  'a1',
  'A0',
  'ZZ999',
  'approved',
  'admin',
  'infinity',
  '-infinity',
  'NaN',
  '2030-01-01T00:00:00Z',
  '0000-00-00',
  '294277-01-01',
  '99999-99-99T99:99:99Z',
  '{}',
  '[]',
  '{"a":',
  '\\x00ff',
  '{1,2,NULL}',
  '(,,)',
]

const NUMBERS = [0, -1, 1, 0.001, -0.01, 1e9, 1e15, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, Number.MIN_VALUE]

function lines(random: Random, known: Known): unknown {
  const seat = (): unknown =>
    random.once(3) ? hostileValue(random, known, 2) : `${random.pick([...'ABCDEFGH'])}${1 + random(12)}`
  const category = (): unknown => random.pick([...known.others, ...known.own, random.uuid()])
  return Array.from({ length: random(4) }, () => ({
    ticket_category_id: random.once(4) ? hostileValue(random, known, 2) : category(),
    seats: random.once(6) ? hostileValue(random, known, 2) : Array.from({ length: random(13) }, seat),
    ...(random.once(4) && { unit_price: 0.01, total_amount: 0, user_id: category(), state: 'sold' }),
  }))
}

function fields(random: Random, known: Known, depth: number): unknown {
  const keys = [
    'id',
    'name',
    'email',
    'phone',
    'role',
    'user_id',
    'status',
    'amount',
    'event_id',
    'ticket_id',
    'message',
  ]
  const more = [
    'topic',
    'seats',
    'verdict',
    'undoes',
    'price',
    'tickets_sold',
    'marketing_consent',
    '__proto__',
    'updated_at',
  ]
  const value = (): unknown => hostileValue(random, known, depth + 1)
  return Object.fromEntries(Array.from({ length: random(6) }, () => [random.pick([...keys, ...more]), value()]))
}

/** Returns any JSON value, mostly a known attack. */
export function hostileValue(random: Random, known: Known, depth = 0): unknown {
  const kinds: (() => unknown)[] = [
    () => random.pick(known.own),
    () => random.pick(known.others),
    () => random.pick(known.others),
    () => random.uuid(),
    () => random.pick(MARKUP),
    () => random.pick(SQL),
    () => random.pick(ODD_TEXT),
    () => random.pick(NUMBERS),
    () => null,
    () => random.once(2),
  ]
  if (depth < 3) {
    kinds.push(
      () => Array.from({ length: random(5) }, () => hostileValue(random, known, depth + 1)),
      () => Array.from({ length: 1 + random(3) }, () => random.pick(known.others)),
      () => fields(random, known, depth),
      () => lines(random, known),
    )
  }
  if (depth === 0 && random.once(40)) return nested(2000)
  return random.pick(kinds)()
}

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown

/** Returns a value for the type; half of the time one that it can read. */
export function hostileArgument(type: string, random: Random, known: Known): unknown {
  if (random.once(2)) return hostileValue(random, known)
  if (type === 'uuid') return random.pick([...known.own, ...known.others])
  if (type === 'uuid[]') return Array.from({ length: random(4) }, () => random.pick([...known.own, ...known.others]))
  if (/json/.test(type)) return random.once(2) ? lines(random, known) : fields(random, known, 0)
  if (/^(numeric|integer|bigint)/.test(type)) return random.pick(NUMBERS)
  if (type === 'boolean') return random.once(2)
  if (/timestamp|date/.test(type)) return random.pick(['2031-01-01T00:00:00Z', 'infinity', '-infinity', '1970-01-01'])
  return random.pick([...known.own, ...known.others, 'approved', 'rejected', ...MARKUP, ...SQL, ...ODD_TEXT])
}
