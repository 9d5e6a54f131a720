import { expect, test } from 'vitest'
import { repeatedKeys } from './json-keys.ts'

test('names a key that comes twice, with both lines', () => {
  const text =
    '{\n  "Asha": {\n    "Mumbai": { "a": 1 },\n    "Mumbai"\n: { "a": [{ "b": 1 }, { "b": 2, "b": 3 }] }\n  }\n}'
  expect(repeatedKeys(text)).toEqual([
    { path: ['Asha', 'Mumbai'], lines: [3, 4] },
    { path: ['Asha', 'Mumbai', 'a', '2', 'b'], lines: [5, 5] },
  ])
})

test('compares keys as they are read, and nothing else', () => {
  expect(repeatedKeys('{"a": 1, "\\u0061": 2}')).toHaveLength(1)
  expect(repeatedKeys('{"a": 1}\r\n')).toEqual([])
  for (const text of [
    '{"a": "a\\": {", "b": "a"}',
    '["a", "a"]',
    '"a"',
    '{"a": {"a": 1}}',
    '{"__proto__": 1, "x": {"__proto__": 2}}',
  ])
    expect(repeatedKeys(text), text).toEqual([])
})
