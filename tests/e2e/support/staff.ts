import { expect, type Locator, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../support/shop.ts'
import type { Choice, Customer, Payment } from './customer.ts'

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

  async cancels(concert: Pick<Choice, 'singer' | 'city' | 'day'>): Promise<void> {
    const dialog = await this.opensConcert('Cancel', concert)
    await dialog.getByLabel('Reason').fill('The hall is flooded.')
    await dialog.getByRole('button', { name: 'Cancel the event' }).click()
    await expect(this.page.getByText('Event updated successfully')).toBeVisible()
  }

  async deletes(concert: Pick<Choice, 'singer' | 'city' | 'day'>): Promise<void> {
    const dialog = await this.opensConcert('Delete', concert)
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(this.page.getByText('Event deleted successfully')).toBeVisible()
  }

  private async opensConcert(
    action: 'Cancel' | 'Delete',
    { singer, city, day }: Pick<Choice, 'singer' | 'city' | 'day'>,
  ): Promise<Locator> {
    const { page } = this
    await page.goto('/admin/events')
    await page.getByLabel('Search singer, city or venue').fill(singer)
    await page.getByRole('button', { name: `${action}: ${singer}, ${city}, ${day}` }).click()
    return page.getByRole('dialog')
  }
}
