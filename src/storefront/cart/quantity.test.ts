import { expect, it } from 'vitest'
import { ACTION_TOAST_MS } from '#ui/toast/toast-options.ts'
import { nextRun } from './quantity.tsx'

const NOW = 1_000_000

it('collects the seats of consecutive presses in one direction', () => {
  let run = nextRun(null, 'removed', 'A3', NOW)
  run = nextRun(run, 'removed', 'A2', NOW + 400)
  run = nextRun(run, 'removed', 'A1', NOW + 400 + ACTION_TOAST_MS - 1)
  expect(run.seats).toEqual(['A3', 'A2', 'A1'])
})

it('starts again in the other direction and once the toast is gone', () => {
  const run = nextRun(null, 'removed', 'A3', NOW)
  expect(nextRun(run, 'added', 'A3', NOW + 400)).toMatchObject({ way: 'added', seats: ['A3'] })
  expect(nextRun(run, 'removed', 'A2', NOW + ACTION_TOAST_MS).seats).toEqual(['A2'])
})
