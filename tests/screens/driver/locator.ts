import {
  getByAltTextSelector,
  getByLabelSelector,
  getByPlaceholderSelector,
  getByRoleSelector,
  getByTextSelector,
  getByTitleSelector,
} from 'ivya'
import type { actions, facts, gentle } from './page/actions.ts'
import type { Thread } from './thread.ts'
import { until } from './until.ts'

type Text = string | RegExp
interface Exactly {
  exact?: boolean
}
interface Filter {
  hasText?: Text
  hasNotText?: Text
  has?: Locator
  hasNot?: Locator
  visible?: boolean
}
/** As stories name a file to give. */
export interface File {
  name: string
  mimeType: string
  buffer: Uint8Array
}
export const given = (files: File | File[]) =>
  [files].flat().map(({ name, mimeType, buffer }) => ({ name, type: mimeType, bytes: new Uint8Array(buffer) }))

const quoted = (text: Text): string => (typeof text === 'string' ? `${JSON.stringify(text)}i` : String(text))

/** Finds elements as Playwright does, with its engine, anew at each use; what it is told to do it does in the page. */
export class Locator {
  readonly selector: string
  readonly #thread: () => Thread

  constructor(thread: () => Thread, selector: string) {
    this.#thread = thread
    this.selector = selector
  }

  locator = (inner: string | Locator): Locator => this.#in(typeof inner === 'string' ? inner : inner.selector)
  getByRole = (role: string, options?: Parameters<typeof getByRoleSelector>[1]): Locator =>
    this.#in(getByRoleSelector(role, options))
  getByLabel = (text: Text, options?: Exactly): Locator => this.#in(getByLabelSelector(text, options))
  getByText = (text: Text, options?: Exactly): Locator => this.#in(getByTextSelector(text, options))
  getByTitle = (text: Text, options?: Exactly): Locator => this.#in(getByTitleSelector(text, options))
  getByAltText = (text: Text, options?: Exactly): Locator => this.#in(getByAltTextSelector(text, options))
  getByPlaceholder = (text: Text, options?: Exactly): Locator => this.#in(getByPlaceholderSelector(text, options))
  first = (): Locator => this.#in('nth=0')
  last = (): Locator => this.#in('nth=-1')
  nth = (at: number): Locator => this.#in(`nth=${at}`)
  and = (other: Locator): Locator => this.#in(`internal:and=${JSON.stringify(other.selector)}`)
  or = (other: Locator): Locator => this.#in(`internal:or=${JSON.stringify(other.selector)}`)

  filter({ hasText, hasNotText, has, hasNot, visible }: Filter): Locator {
    const parts = [
      hasText !== undefined && `internal:has-text=${quoted(hasText)}`,
      hasNotText !== undefined && `internal:has-not-text=${quoted(hasNotText)}`,
      has && `internal:has=${JSON.stringify(has.selector)}`,
      hasNot && `internal:has-not=${JSON.stringify(hasNot.selector)}`,
      visible !== undefined && `visible=${visible}`,
    ]
    return this.#in(parts.filter(Boolean).join(' >> '))
  }

  /** The fact of each element that matches now. */
  see<F extends keyof typeof facts>(fact: F): Promise<ReturnType<(typeof facts)[F]>[]> {
    return this.#thread().call('see', this.selector, fact) as never
  }

  /** The fact of the one element that matches now, if one does. @throws when several do */
  async seeOne<F extends keyof typeof facts>(fact: F): Promise<ReturnType<(typeof facts)[F]> | undefined> {
    const [seen, ...more] = await this.see(fact)
    if (more.length > 0) {
      const texts = (await this.see('text')).map((text) => `“${text}”`).join(', ')
      throw new Error(`${more.length + 1} elements are ${this.selector}: ${texts}`)
    }
    return seen
  }

  count = async (): Promise<number> => (await this.see('visible')).length
  all = async (): Promise<Locator[]> => (await this.see('visible')).map((_, at) => this.nth(at))
  allTextContents = (): Promise<string[]> => this.see('text')
  allInnerTexts = (): Promise<string[]> => this.see('innerText')
  textContent = (): Promise<string> => this.#wait('text')
  innerText = (): Promise<string> => this.#wait('innerText')
  inputValue = (): Promise<string> => this.#wait('value')
  getAttribute = async (name: string): Promise<string | null> => (await this.#wait('attributes'))[name] ?? null
  isVisible = async (): Promise<boolean> => (await this.seeOne('visible')) ?? false
  isHidden = async (): Promise<boolean> => !(await this.isVisible())
  isChecked = (): Promise<boolean> => this.#wait('checked')
  isDisabled = (): Promise<boolean> => this.#wait('disabled')
  isEnabled = async (): Promise<boolean> => !(await this.#wait('disabled'))

  async evaluate<R, A>(work: (element: HTMLElement, argument: A) => R, argument?: A): Promise<R> {
    await this.#wait('visible')
    return this.#thread().call('evaluateOn', this.selector, String(work), argument) as Promise<R>
  }

  evaluateAll<R, A>(work: (elements: HTMLElement[], argument: A) => R, argument?: A): Promise<R> {
    return this.#thread().call('evaluateOnAll', this.selector, String(work), argument) as Promise<R>
  }

  click = (): Promise<void> => this.#act('click')
  tap = (): Promise<void> => this.#act('click')
  dblclick = (): Promise<void> => this.#act('dblclick')
  hover = (): Promise<void> => this.#act('hover')
  fill = (text: string): Promise<void> => this.#act('fill', text)
  clear = (): Promise<void> => this.#act('fill', '')
  check = (): Promise<void> => this.#act('setChecked', true)
  uncheck = (): Promise<void> => this.#act('setChecked', false)
  setChecked = (checked: boolean): Promise<void> => this.#act('setChecked', checked)
  selectOption = (option: string | { label?: string; index?: number }): Promise<void> => this.#act('select', option)
  setInputFiles = (files: File | File[]): Promise<void> => this.#act('upload', given(files))
  focus = (): Promise<void> => this.#act('focus')
  blur = (): Promise<void> => this.#act('blur')
  press = (keys: string): Promise<void> => this.#act('press', keys)
  pressSequentially = (text: string): Promise<void> => this.#act('type', text)
  scrollIntoViewIfNeeded = async (): Promise<void> => void (await this.#wait('visible'))

  async waitFor({ state = 'visible' }: { state?: 'visible' | 'hidden' | 'attached' | 'detached' } = {}): Promise<void> {
    const is = async (): Promise<boolean> => {
      const seen = await this.seeOne('visible')
      if (state === 'visible') return seen === true
      if (state === 'hidden') return seen !== true
      return (seen !== undefined) === (state === 'attached')
    }
    await until(
      async () => (await is()) || undefined,
      () => `${this.selector} is not ${state}`,
    )
  }

  #in(selector: string): Locator {
    return new Locator(this.#thread, this.selector === '' ? selector : `${this.selector} >> ${selector}`)
  }

  #wait<F extends keyof typeof facts>(fact: F): Promise<ReturnType<(typeof facts)[F]>> {
    return until<ReturnType<(typeof facts)[F]>>(
      () => this.seeOne(fact),
      () => `Nothing is ${this.selector}`,
    )
  }

  async #act(what: keyof typeof actions | keyof typeof gentle, ...of: unknown[]): Promise<void> {
    await until(
      async () => (await this.#thread().call('act', this.selector, what, of)) || undefined,
      () => `Nothing that can be used is ${this.selector}`,
    )
  }
}
