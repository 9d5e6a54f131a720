import type { Locator, Page } from '@playwright/test'

/**
 * Walks through the shop on a phone and counts what it costs. A tap is a press of a button, a link or a seat. A field is
 * one that is typed into; getting into it and out of it is part of the typing. A screen is whatever fills the phone's
 * attention at a press or while typing: a page by its address and its heading, a dialog over it (the seat picker, the mini
 * cart) as one more, the page below a dialog only if something is pressed there.
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

  /** What was counted so far. */
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
