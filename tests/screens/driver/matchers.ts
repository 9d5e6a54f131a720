import { expect } from 'vitest'
import type { Locator } from './locator.ts'
import type { Page } from './page.ts'
import { until } from './until.ts'

type Text = string | RegExp
type Seen = Promise<{ pass: boolean; found: unknown }>
type Looks<W> = Record<string, (what: W, ...wanted: never[]) => Seen>

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const says = (text: string, wanted: Text, whole: boolean): boolean => {
  if (typeof wanted !== 'string') return wanted.test(plain(text))
  return whole ? plain(text) === plain(wanted) : plain(text).includes(plain(wanted))
}
const is = (text: string | undefined, wanted: Text) => ({
  pass: text !== undefined && says(text, wanted, true),
  found: text ?? 'nothing',
})
/** A list of wanted texts is for as many elements. */
const texts =
  (whole: boolean) =>
  async (locator: Locator, wanted: Text | Text[]): Seen => {
    if (!Array.isArray(wanted)) {
      const found = await locator.seeOne('text')
      return { pass: found !== undefined && says(found, wanted, whole), found }
    }
    const found = await locator.see('text')
    return { pass: found.length === wanted.length && wanted.every((one, at) => says(found[at]!, one, whole)), found }
  }
const fact =
  (name: 'visible' | 'disabled' | 'checked' | 'focused' | 'readOnly', wanted: boolean) =>
  async (locator: Locator): Seen => {
    const found = await locator.seeOne(name)
    return { pass: found === wanted, found: found === undefined ? 'nothing' : `${name}: ${found}` }
  }

const ofElements: Looks<Locator> = {
  toBeVisible: fact('visible', true),
  toBeInViewport: fact('visible', true),
  toBeHidden: async (locator) => {
    const found = await locator.seeOne('visible')
    return { pass: found !== true, found }
  },
  toBeAttached: async (locator) => ({ pass: (await locator.see('visible')).length > 0, found: 'nothing' }),
  toBeEnabled: fact('disabled', false),
  toBeDisabled: fact('disabled', true),
  toBeEditable: fact('readOnly', false),
  toBeFocused: fact('focused', true),
  toBeChecked: fact('checked', true),
  toHaveCount: async (locator, wanted: number) => {
    const found = await locator.count()
    return { pass: found === wanted, found }
  },
  toHaveText: texts(true),
  toContainText: texts(false),
  toHaveValue: async (locator, wanted: Text) => is(await locator.seeOne('value'), wanted),
  toHaveAttribute: async (locator, name: string, wanted?: Text) => {
    const found = (await locator.seeOne('attributes'))?.[name]
    return wanted === undefined ? { pass: found !== undefined, found } : is(found, wanted)
  },
  toHaveAccessibleName: async (locator, wanted: Text) => is(await locator.seeOne('name'), wanted),
  toHaveAccessibleDescription: async (locator, wanted: Text) => is(await locator.seeOne('description'), wanted),
}

const ofPages: Looks<Page> = {
  toHaveURL: async (page, wanted: Text) => {
    const found = await page.lookAtAddress()
    return {
      pass: typeof wanted === 'string' ? found === new URL(wanted, found).href : wanted.test(found),
      found,
    }
  },
  toHaveTitle: async (page, wanted: Text) => is(await page.title(), wanted),
}

/** As Playwright's: the last argument may say how long to wait, in milliseconds. */
function patienceOf(wanted: unknown[]): number | undefined {
  const last = wanted.at(-1)
  if (typeof last !== 'object' || last === null || !('timeout' in last)) return undefined
  wanted.pop()
  return Number(last.timeout)
}

/** Looks until it is so, or with `.not` until it is not. */
const watched = ([name, look]: [string, Looks<never>[string]]) => [
  name,
  async function (this: { isNot?: boolean }, what: { selector?: string }, ...wanted: never[]) {
    const isNot = this.isNot === true
    const timeout = patienceOf(wanted)
    let found: unknown
    const message = (): string =>
      `${isNot ? 'not ' : ''}${name}(${wanted.map(String).join(', ')}) of ${what.selector ?? 'the page'}; found: ${JSON.stringify(found)}`
    const become = until(
      async () => {
        const seen = await look(what as never, ...wanted)
        found = seen.found
        return seen.pass === isNot ? undefined : true
      },
      message,
      timeout,
    )
    const became = await become.catch((error: Error) => (error.message === message() ? false : Promise.reject(error)))
    return { pass: became !== isNot, message }
  },
]
expect.extend(Object.fromEntries([...Object.entries(ofElements), ...Object.entries(ofPages)].map(watched as never)))
/** Every matcher here waits as long as it needs. */
Object.assign(expect, { configure: () => expect })

export { expect }
