import type { Locator } from '@playwright/test'

/** Counts what a person does: presses, fields typed into or chosen in, keys, files. */
export class Actions {
  count = 0

  async press(what: Locator): Promise<void> {
    this.count += 1
    await what.click()
  }

  async types(field: Locator, text: string): Promise<void> {
    this.count += 1
    await field.fill(text)
  }

  async key(field: Locator, key: string): Promise<void> {
    this.count += 1
    await field.press(key)
  }
}
