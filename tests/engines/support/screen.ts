import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type { signedIn } from '../../support/device/stored-session.ts'
import type { Tab } from './engine.ts'
import { chooseFound, focusFound, look, type Found, type Step, type Words } from './in-page.ts'
import { restore } from './kept.ts'

const library = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

const PATIENCE_MS = 45_000
const GLANCE_MS = 60
/** A look at a page by roles computes much: the longer something takes, the rarer the looks. */
const MAX_GLANCE_MS = 600
const pauseAfter = (looks: number): Promise<void> => sleep(Math.min(MAX_GLANCE_MS, GLANCE_MS * 1.25 ** looks))
const NOTHING: Found = {
  count: 0,
  says: [],
  label: '',
  value: '',
  href: '',
  pressed: false,
  hindrance: null,
  place: '',
}

const wordsOf = (words: string | RegExp): Words =>
  typeof words === 'string' ? words : { source: words.source, flags: words.flags }

interface More {
  saying?: string | RegExp
  hidden?: boolean
}

/** A way to elements of a page, by visible names. Searches only when a verb is called. */
export class Way {
  readonly #screen: Screen
  readonly #steps: readonly Step[]

  constructor(screen: Screen, steps: readonly Step[]) {
    this.#screen = screen
    this.#steps = steps
  }

  role(role: string, name?: string | RegExp, { saying, hidden }: More = {}): Way {
    return this.#and({
      by: 'role',
      role,
      ...(name !== undefined && { words: wordsOf(name) }),
      ...(saying !== undefined && { saying: wordsOf(saying) }),
      ...(hidden && { hidden }),
    })
  }

  label(words: string | RegExp): Way {
    return this.#and({ by: 'label', words: wordsOf(words) })
  }

  text(words: string | RegExp): Way {
    return this.#and({ by: 'text', words: wordsOf(words) })
  }

  at(n: number): Way {
    const last = this.#steps.at(-1)
    if (!last) throw new Error('A way begins with a role, a label or a text.')
    return new Way(this.#screen, [...this.#steps.slice(0, -1), { ...last, at: n }])
  }

  #and(step: Step): Way {
    return new Way(this.#screen, [...this.#steps, step])
  }

  look(toPress = false): Promise<Found> {
    return this.#screen.look(this.#steps, toPress)
  }

  async until(isSo: (found: Found) => boolean, patience = PATIENCE_MS): Promise<Found> {
    const until = Date.now() + patience
    for (let looks = 0; ; looks += 1) {
      const found = await this.look()
      if (isSo(found)) return found
      if (Date.now() > until) throw new Error(await this.#complaint('was not as expected', found))
      await pauseAfter(looks)
    }
  }

  async isThere(patience?: number): Promise<string> {
    return (await this.until((found) => found.count > 0, patience)).says[0] ?? ''
  }

  async isGone(patience?: number): Promise<void> {
    await this.until((found) => found.count === 0, patience)
  }

  /** Presses the first of them with the mouse, once it is still and uncovered. */
  async press(): Promise<void> {
    await this.#once((tab) => tab.clickFound())
  }

  async fill(text: string): Promise<void> {
    await this.#once(async (tab) => {
      await tab.run(focusFound)
      await tab.type(text)
    })
    await this.until((found) => found.value === text, 5_000)
  }

  async attach(path: string): Promise<void> {
    await this.isThere()
    await this.#screen.tab.attachToFound(path)
  }

  async choose(words: string): Promise<void> {
    await this.isThere()
    if (!(await this.#screen.tab.run(chooseFound, words))) throw new Error(await this.#complaint(`has no «${words}»`))
  }

  async #once(act: (tab: Tab) => Promise<void>): Promise<void> {
    let until = Date.now() + PATIENCE_MS
    let place = ''
    let why = 'was not there'
    for (let looks = 0; ; looks += 1) {
      const found = await this.look(true)
      if (found.count > 0) {
        looks = 0
        why = found.hindrance ?? 'moved all the time'
        // Appeared late on a slow machine: gets its full time to become still.
        if (place === '') until = Date.now() + PATIENCE_MS
        if (!found.hindrance && found.place === place) {
          try {
            return await act(this.#screen.tab)
          } catch (error) {
            why = String(error)
          }
        }
        place = found.place
      }
      if (Date.now() > until) throw new Error(await this.#complaint(why))
      await pauseAfter(looks)
    }
  }

  async #complaint(why: string, found?: Found): Promise<string> {
    const way = this.#steps.map(({ by, role, words, saying, at }) => {
      const said = (one: Words) => (typeof one === 'string' ? `«${one}»` : `/${one.source}/${one.flags}`)
      return [role ?? by, words && said(words), saying && `saying ${said(saying)}`, at !== undefined && `#${at}`]
        .filter(Boolean)
        .join(' ')
    })
    const seen = found ? `\n  found: ${JSON.stringify(found)}` : ''
    return `${way.join(' > ')} ${why}.${seen}\n  ${await this.#screen.describe()}`
  }
}

export class Screen {
  readonly tab: Tab
  readonly #url: string
  #trouble = ''

  constructor(tab: Tab, url: string) {
    this.tab = tab
    this.#url = url
  }

  role(role: string, name?: string | RegExp, more?: More): Way {
    return new Way(this, []).role(role, name, more)
  }

  label(words: string | RegExp): Way {
    return new Way(this, []).label(words)
  }

  text(words: string | RegExp): Way {
    return new Way(this, []).text(words)
  }

  /** Goes to an address of the shop by a new load: the page before is left. */
  opens(path: string): Promise<void> {
    return this.tab.goto(new URL(path, this.#url).href)
  }

  /** Stores what a browser has after signing in, before the shop is opened. */
  async keepsSession({ origins }: Awaited<ReturnType<typeof signedIn>>): Promise<void> {
    await this.opens('/robots.txt')
    for (const database of origins[0]!.indexedDB) await this.tab.run(restore, database)
  }

  async address(): Promise<string> {
    const url = new URL(await this.tab.run(() => location.href))
    return url.pathname + url.search
  }

  async isAt(pattern: RegExp, patienceMs = PATIENCE_MS): Promise<string> {
    const until = Date.now() + patienceMs
    for (;;) {
      const address = await this.address().catch(() => '')
      if (pattern.test(address)) return address
      if (Date.now() > until)
        throw new Error(`The page is at ${address}, not at ${pattern}.\n  ${await this.describe()}`)
      await sleep(GLANCE_MS)
    }
  }

  async asks<Answer>(work: () => Answer, isSo: (answer: Awaited<Answer>) => boolean, what: string): Promise<void> {
    const until = Date.now() + PATIENCE_MS
    for (let looks = 0; ; looks += 1) {
      const answer = await this.tab.run(work).catch((error: unknown) => {
        this.#trouble = String(error)
        return undefined
      })
      if (answer !== undefined && isSo(answer)) return
      if (Date.now() > until) throw new Error(`${what}: ${JSON.stringify(answer)}.\n  ${await this.describe()}`)
      await pauseAfter(looks)
    }
  }

  async look(steps: readonly Step[], toPress: boolean): Promise<Found> {
    try {
      const found = await this.tab.run(look, steps, toPress)
      this.#trouble = ''
      if (found) return found
      await this.tab.install(library)
      return (await this.tab.run(look, steps, toPress)) ?? NOTHING
    } catch (error) {
      // Mostly a page that is being left; reported only when the story fails.
      this.#trouble = String(error)
      return NOTHING
    }
  }

  /** Where the page is and how it begins, for failure reports. */
  async describe(): Promise<string> {
    const seen = await this.tab
      .run(
        () =>
          `${location.pathname}${location.search} says: ${document.body.innerText.replaceAll(/\s+/g, ' ').slice(0, 600)}`,
      )
      .catch(String)
    return `The page ${seen}${this.#trouble && `\n  ${this.#trouble}`}`
  }
}
