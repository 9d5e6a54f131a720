import type { Locator, Page } from '@playwright/test'

/**
 * Counts taps (presses of a button, link or seat), fields (typed into) and screens (address and heading, or a dialog,
 * at a press or while typing) on the way through the shop on a phone.
 */
export class Steps {
  taps = 0
  fields = 0
  readonly screens: string[] = []
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async tap(what: Locator): Promise<void> {
    await what.waitFor()
    await this.#look()
    await what.tap()
    this.taps += 1
  }

  async types(field: Locator, text: string): Promise<void> {
    await field.waitFor()
    await this.#look()
    await field.fill(text)
    this.fields += 1
  }

  get count(): { taps: number; fields: number; screens: number } {
    return { taps: this.taps, fields: this.fields, screens: this.screens.length }
  }

  async #look(): Promise<void> {
    const dialog = this.#page.getByRole('dialog').last()
    const heading = ((await dialog.count()) > 0 ? dialog : this.#page).getByRole('heading').first()
    const screen = `${new URL(this.#page.url()).pathname}: ${await heading.innerText()}`
    if (this.screens.at(-1) !== screen) this.screens.push(screen)
  }
}
