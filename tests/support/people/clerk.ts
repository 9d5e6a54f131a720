import { expect, type Page } from '@playwright/test'
import type { Shop } from '../server/shop.ts'
import { demoPerson, personOf } from '../server/visitor.ts'
import type { Customer } from './customer.ts'

/** Counts the keys that are pressed, and prints nothing on paper. */
export class Clerk {
  readonly page: Page
  pressed = 0

  private constructor(page: Page) {
    this.page = page
  }

  /** Makes a customer box office staff of an event, and opens their box office. */
  static async comes(shop: Shop, { page, email, password }: Customer, event: string): Promise<Clerk> {
    const { id } = await personOf(shop, { email, password })
    const { client: admin } = await demoPerson(shop, 'admin')
    await admin.rpc('set_staff_role', { p_user_id: id, p_role: 'box_office' }).throwOnError()
    await admin.rpc('set_staff_events', { p_user_id: id, p_event_ids: [event] }).throwOnError()
    await page.addInitScript(() => {
      globalThis.print = () => {
        document.documentElement.dataset.printed = String(Number(document.documentElement.dataset.printed ?? 0) + 1)
      }
    })
    await page.goto('/admin/box-office')
    await expect(page.getByText('No till is open, so nothing can be sold.')).toBeVisible()
    return new Clerk(page)
  }

  async opensTheTill(cash: string): Promise<void> {
    const { page } = this
    await page.getByLabel('Cash in the drawer').fill(cash)
    await page.getByRole('button', { name: 'Open the till' }).click()
    await expect(page.getByRole('form', { name: 'Sale' })).toBeVisible()
  }

  async presses(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key)
      this.pressed += 1
    }
  }

  /** Looks at the total, as before every sale, then presses Enter. */
  async sells(total: string, sold: string): Promise<void> {
    await expect(this.page.getByRole('button', { name: `Sell ${total}` })).toBeVisible()
    await this.presses('Enter')
    await expect(this.page.getByText(sold, { exact: true })).toBeVisible()
  }
}
