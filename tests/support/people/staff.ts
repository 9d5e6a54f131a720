import { expect, type Locator, type Page } from '@playwright/test'
import { DEMO_PASSWORD, type Shop } from '../server/shop.ts'
import { demoPerson } from '../server/visitor.ts'
import type { Customer, Payment } from './customer.ts'

/** Runs `story` with a customer as a second admin; afterwards the shop has one again. */
export async function withSecondAdmin(
  shop: Pick<Shop, 'url'>,
  { email, page }: Pick<Customer, 'email' | 'page'>,
  story: (second: Staff) => Promise<void>,
): Promise<void> {
  const { client } = await demoPerson(shop, 'admin')
  const { data } = await client.from('profiles').select('id').eq('email', email).single().throwOnError()
  const becomes = (role: 'admin' | null) =>
    client.rpc('set_staff_role', { p_user_id: data.id, p_role: role }).throwOnError()
  await becomes('admin')
  try {
    await story(new Staff(page))
  } finally {
    await becomes(null)
  }
}

export class Staff {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async signsIn(email = 'admin@demo.mehfil.example', password = DEMO_PASSWORD): Promise<void> {
    const { page } = this
    await page.goto('/admin/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  }

  /** Opens a page from the menu, in the place that it belongs to. */
  async choosesFromMenu(place: string, page: string): Promise<void> {
    const menu = this.page.getByRole('navigation', { name: 'Admin' })
    await expect(menu).toBeVisible()
    const closed = menu.getByRole('button', { name: place, expanded: false })
    if ((await closed.count()) > 0) await closed.click()
    await menu.getByRole('link', { name: page }).click()
  }

  async opensBooking({ name }: Pick<Customer, 'name'>, { orderCode }: Pick<Payment, 'orderCode'>): Promise<void> {
    const { page } = this
    await page.goto(`/admin/bookings?q=${orderCode}`)
    await page.getByRole('button', { name: new RegExp(`^View booking of ${name}`) }).click()
  }

  async opensPayment(payment: Payment): Promise<Locator> {
    const { page } = this
    await page.goto('/admin/payments?status=all')
    await page.getByLabel('Search').fill(payment.orderCode)
    const row = page.getByRole('row').filter({ hasText: payment.orderCode })
    await expect(row).toHaveCount(1)
    await row.getByRole('button', { name: /^View payment of / }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(payment.orderCode)
    await expect(dialog.getByRole('button', { name: /^Approve/ })).toBeVisible()
    return dialog
  }

  /** Opens a payment that may be decided already. */
  async looksAtPayment({ orderCode }: Pick<Payment, 'orderCode'>): Promise<Locator> {
    const { page } = this
    await page.goto(`/admin/payments?status=all&q=${orderCode}`)
    await page
      .getByRole('button', { name: /^View / })
      .first()
      .click()
    return page.getByRole('dialog')
  }

  /** Opens a person's page among the users. */
  async opensUser({ name, email }: Pick<Customer, 'name' | 'email'>): Promise<Locator> {
    const { page } = this
    await page.goto(`/admin/users?q=${email}`)
    await page.getByRole('button', { name: `View ${name} ${email}` }).click()
    return page.getByRole('dialog')
  }

  /** Begins a new concert from the list that is open, and fills in its first step. */
  async beginsEvent(of: { singer: string; city: string; venue: string; date: string; time: string }): Promise<Locator> {
    await this.page.getByRole('link', { name: 'New concert' }).click()
    const form = this.page.getByRole('form', { name: 'New concert' })
    await form.getByLabel('Singer').fill(of.singer)
    await form.getByLabel('City').fill(of.city)
    await form.getByLabel('Venue').fill(of.venue)
    await form.getByLabel('Date', { exact: true }).fill(of.date)
    await form.getByLabel('Time', { exact: true }).fill(of.time)
    return form
  }

  /** Opens the form of a new ticket category of an event, with its name and price. */
  async beginsCategory(event: string, name: string, price: string): Promise<Locator> {
    const { page } = this
    await page.goto(`/admin/tickets?event=${event}`)
    await page.getByRole('button', { name: 'Add Ticket Category' }).first().click()
    const form = page.getByRole('form', { name: 'Add a ticket category' })
    await form.getByLabel('Name', { exact: true }).fill(name)
    await form.getByLabel('Price', { exact: true }).fill(price)
    return form
  }

  /** Chooses a file on the bank's page. */
  async choosesStatement(name: string, content: string | Buffer): Promise<void> {
    const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }
    await this.page.getByLabel('Statement or report, as CSV, text or Excel').setInputFiles(file)
  }

  /** Submits it, and returns its row. */
  async addsCategory(form: Locator, name: string): Promise<Locator> {
    await form.getByRole('button', { name: 'Add Ticket Category' }).click()
    const row = this.page.getByRole('row').filter({ hasText: name })
    await expect(row).toBeVisible()
    return row
  }

  /** Records the refund whose dialog is open, with the UTR of its transfer unless it was cash or card. */
  async marksAsRefunded(utr?: string): Promise<void> {
    const dialog = this.page.getByRole('dialog')
    if (utr) await dialog.getByLabel('UTR of the transfer').fill(utr)
    await dialog.getByRole('button', { name: 'Mark as refunded' }).click()
  }

  async approves(payment: Payment): Promise<void> {
    const dialog = await this.opensPayment(payment)
    await dialog.getByRole('button', { name: `Approve ${payment.amount}` }).click()
    await expect(dialog.getByText(/^Approved by /)).toBeVisible()
  }
}
