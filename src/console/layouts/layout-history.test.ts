import { expect, it } from 'vitest'
import { addSection, newLayout, renameSection, setCell } from '#shop/layouts/layout-draft.ts'
import { MAX_STEPS, redo, startHistory, takeStep, undo } from './layout-history.ts'

const first = newLayout()

it('undoes and redoes every step', () => {
  let history = startHistory(first)
  const seen = [first]
  for (let n = 0; n < 5; n += 1) {
    history = takeStep(history, addSection(history.present))
    seen.push(history.present)
  }
  for (const plan of seen.toReversed()) {
    expect(history.present).toBe(plan)
    history = undo(history)
  }
  for (const plan of seen) {
    expect(history.present).toBe(plan)
    history = redo(history)
  }
})

it('undoes each stroke as one step', () => {
  let history = startHistory(first)
  for (const cell of [0, 1, 2])
    history = takeStep(history, setCell(history.present, { section: 0, row: 0, cell }, 'blocked'), 'stroke 1')
  history = takeStep(history, setCell(history.present, { section: 0, row: 1, cell: 0 }, 'blocked'), 'stroke 2')
  history = undo(history)
  expect(history.present.sections[0]?.rows[0]?.blocked).toEqual([1, 2, 3])
  expect(undo(history).present).toBe(first)
})

it('ignores a step without a change, and a new step clears redo', () => {
  const history = takeStep(startHistory(first), renameSection(first, 0, { name: 'Floor' }))
  expect(takeStep(history, history.present)).toBe(history)
  expect(takeStep(undo(history), addSection(first)).future).toEqual([])
})

it('keeps at most MAX_STEPS steps', () => {
  let history = startHistory(first)
  for (let n = 0; n < MAX_STEPS + 5; n += 1)
    history = takeStep(history, renameSection(history.present, 0, { name: `Floor ${n}` }))
  expect(history.past).toHaveLength(MAX_STEPS)
})
