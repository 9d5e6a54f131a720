import { expect, it } from 'vitest'
import { secretOf } from './invitation.ts'

it('reads the secret of a link, and nothing else', () => {
  expect(secretOf('#Zm9vYmFyYmF6cXV4LV8wMQ')).toBe('Zm9vYmFyYmF6cXV4LV8wMQ')
  for (const hash of [
    '',
    '#',
    '#short',
    '#Zm9vYmFyYmF6cXV4LV8wMQ=',
    '#<script>alert(1)</script>',
    '#AAAA AAAAAAAAAAAAAAAAA',
  ])
    expect(secretOf(hash)).toBeNull()
})
