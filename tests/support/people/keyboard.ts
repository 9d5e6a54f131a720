import type { Locator, Page } from '@playwright/test'

/** More Tab stops than any page has between two elements. */
const MAX_STOPS = 200

export class Keyboard {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async goesTo(target: Locator): Promise<void> {
    for (let stop = 0; stop < MAX_STOPS; stop += 1) {
      const there = await target.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))
      if (there) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`Tab never reaches ${target.toString()}`)
  }

  async presses(target: Locator): Promise<void> {
    await target.first().waitFor()
    await this.goesTo(target)
    await this.page.keyboard.press('Enter')
  }

  async types(field: Locator, text: string): Promise<void> {
    await field.waitFor()
    await this.goesTo(field)
    await this.page.keyboard.type(text)
  }

  /** Moves to a free seat, right and then to the next row. Returns its accessible name. */
  async findsFreeSeat(): Promise<string> {
    for (let step = 0; step < MAX_STOPS; step += 1) {
      const name = (await this.page.locator(':focus').getAttribute('aria-label')) ?? ''
      if (name.endsWith(', available')) return name
      await this.page.keyboard.press('ArrowRight')
      const moved = (await this.page.locator(':focus').getAttribute('aria-label')) ?? ''
      if (moved === name) {
        await this.page.keyboard.press('Home')
        await this.page.keyboard.press('ArrowDown')
      }
    }
    throw new Error('The map has no free seat.')
  }
}
