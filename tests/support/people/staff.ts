import { expect, type Locator, type Page } from '@playwright/test'
import { DEMO_PASSWORD, type Shop } from '../server/shop.ts'
import { demoPerson } from '../server/visitor.ts'
import type { Choice, Customer, Payment } from './customer.ts'

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

  async signsIn(): Promise<void> {
    const { page } = this
    await page.goto('/admin/login')
    await page.getByLabel('Email').fill('admin@demo.mehfil.example')
    await page.getByLabel('Password').fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
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

  async approves(payment: Payment): Promise<void> {
    const dialog = await this.opensPayment(payment)
    await dialog.getByRole('button', { name: `Approve ${payment.amount}` }).click()
    await expect(dialog.getByText(/^Approved by /)).toBeVisible()
  }

  async rejects(payment: Payment, note: string): Promise<void> {
    const dialog = await this.opensPayment(payment)
    await dialog.getByLabel('Note to the customer').fill(note)
    await dialog.getByRole('button', { name: /^Reject/ }).click()
    await this.page
      .getByRole('dialog', { name: 'Reject this payment?' })
      .getByRole('button', { name: 'Reject', exact: true })
      .click()
    await expect(dialog.getByText(/^Rejected by /)).toBeVisible()
  }

  async cancels({ singer, city, day }: Pick<Choice, 'singer' | 'city' | 'day'>): Promise<void> {
    const { page } = this
    await page.goto('/admin/events')
    await page.getByLabel('Search singer, city or venue').fill(singer)
    await page.getByRole('button', { name: `Cancel: ${singer}, ${city}, ${day}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('The hall is flooded.')
    await dialog.getByRole('button', { name: 'Cancel the event' }).click()
    await expect(page.getByText('Event updated successfully')).toBeVisible()
  }
}
