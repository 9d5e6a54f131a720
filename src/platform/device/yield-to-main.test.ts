import { afterEach, expect, it, vi } from 'vitest'
import { startStaggered } from './yield-to-main.ts'

afterEach(() => vi.unstubAllGlobals())

/** Runs all pending microtasks. */
const withinTheTask = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}

function three() {
  const begun: string[] = []
  const begin = (name: string) => async () => {
    begun.push(name)
    return `${name} done`
  }
  return { begun, answers: startStaggered(begin('a'), begin('b'), begin('c')) }
}

it('startStaggered starts each piece in its own task and returns the results in order', async () => {
  vi.stubGlobal('document', {})
  const { begun, answers } = three()
  await withinTheTask()
  expect(begun).toEqual(['a'])
  await new Promise((resolve) => setTimeout(resolve))
  await withinTheTask()
  expect(begun).toEqual(['a', 'b'])
  expect(await answers).toEqual(['a done', 'b done', 'c done'])
})

it('startStaggered starts all at once without a document', async () => {
  const { begun } = three()
  await withinTheTask()
  expect(begun).toEqual(['a', 'b', 'c'])
})

it('startStaggered starts the next piece before the first has ended', async () => {
  const begun: string[] = []
  let end = (): void => {}
  const slow = async () => {
    begun.push('slow')
    await new Promise<void>((resolve) => (end = resolve))
  }
  const answers = startStaggered(slow, async () => void begun.push('next'))
  await withinTheTask()
  expect(begun).toEqual(['slow', 'next'])
  end()
  await answers
})
