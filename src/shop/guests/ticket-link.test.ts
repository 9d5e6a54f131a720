import { expect, it } from 'vitest'
import { linkSecretOf, newDeviceId } from './ticket-link.ts'

it('reads the secret of a link, and nothing else', () => {
  expect(linkSecretOf('#Zm9vYmFyYmF6cXV4LV8wMQ')).toBe('Zm9vYmFyYmF6cXV4LV8wMQ')
  for (const hash of [
    '',
    '#',
    '#short',
    '#Zm9vYmFyYmF6cXV4LV8wMQ=',
    '#<script>alert(1)</script>',
    '#Zm9vYmFyYmF6cXV4LV8wMQ0',
  ])
    expect(linkSecretOf(hash)).toBeNull()
})

it('makes a new id for every device', () => {
  expect(newDeviceId()).toMatch(/^[0-9a-f]{64}$/)
  expect(newDeviceId()).not.toBe(newDeviceId())
})
