import { afterAll, beforeAll, beforeEach, describe, test as plain } from 'vitest'
import { Context, type ContextOptions } from './page.ts'

// Stands in place of '@playwright/test' in this layer (vitest.config.ts): the same names, for pages that are threads of
// Node with a DOM.

export { expect } from './matchers.ts'

type Make = (fixtures: never, use: (value: unknown) => Promise<void>) => Promise<void>
type Options = Partial<Omit<ContextOptions, 'baseURL'>>

let used: Options = {}

function storyTest(test: typeof plain): unknown {
  const extend = test.extend.bind(test) as (fixtures: Record<string, unknown>) => typeof plain
  return Object.assign(test, {
    beforeEach,
    describe,
    setTimeout: () => undefined,
    slow: () => undefined,
    step: <T>(_title: string, work: () => Promise<T>): Promise<T> => work(),
    /** For the stories of this file or group. */
    use: (options: Options): void => {
      let around: Options = {}
      beforeAll(() => {
        around = used
        used = { ...used, ...options }
      })
      afterAll(() => void (used = around))
    },
    extend: (fixtures: Record<string, Make | [Make, { scope?: 'test' | 'worker'; auto?: boolean }]>) => {
      const ours = Object.entries(fixtures).map(([name, fixture]) => {
        if (!Array.isArray(fixture)) return [name, fixture]
        const [make, { scope = 'test', auto = false }] = fixture
        return [name, [make, { scope, auto }]]
      })
      return storyTest(extend(Object.fromEntries(ours) as Record<string, unknown>))
    },
  })
}

export const test = storyTest(
  plain.extend({
    baseURL: '',
    browser: async ({ baseURL }: { baseURL: string }, use: (browser: unknown) => Promise<void>) => {
      await use({ newContext: async (options: Options) => new Context({ baseURL, ...used, ...options }) })
    },
  } as never),
)
