import { expect, it } from 'vitest'
import type { Failure } from '#platform/failure/failure.ts'
import { whyNothing } from './why-nothing.ts'

const idle = { syncing: false, reachable: true, failure: null }
const of = (code: Failure['code']): Failure => ({ code, message: '' })
const first = { error: undefined, never: true, sync: idle }

it('waits while the first sync runs or has not begun', () => {
  expect(whyNothing({ ...first, sync: undefined })).toBeNull()
  expect(whyNothing({ ...first, sync: { ...idle, syncing: true, failure: of('storage') } })).toBeNull()
  expect(whyNothing(first)).toBeNull()
})

it.each(['storage', 'server', 'unreachable'] as const)('ends with a first sync that failed: %s', (code) => {
  expect(whyNothing({ ...first, sync: { ...idle, failure: of(code) } })?.code).toBe(code)
})

it('ends without an answer, and with a device that cannot be read', () => {
  expect(whyNothing({ ...first, sync: { ...idle, reachable: false } })?.code).toBe('unreachable')
  expect(whyNothing({ error: new Error('x'), never: false, sync: idle })?.code).toBe('storage')
})

it('what a sync has brought stays, whatever failed since', () => {
  expect(whyNothing({ ...first, never: false, sync: { ...idle, reachable: false, failure: of('storage') } })).toBeNull()
})
