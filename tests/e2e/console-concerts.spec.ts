import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { inDatabase } from '../support/database.ts'
import { expect, test } from './support/story.ts'

const hall = {
  stage: 'top',
  sections: [
    { code: 'STAL', name: 'Stalls', rows: [{ label: 'A', seats: [1, 2, 3] }] },
    { code: 'BALC', name: 'Balcony', rows: [{ label: 'A', seats: [1, 2] }] },
  ],
}

async function addsZone(page: Page, event: string, name: string): Promise<void> {
  await page.goto(`/admin/tickets?event=${event}`)
  await page.getByRole('button', { name: 'Add Ticket Category' }).first().click()
  const form = page.getByRole('form', { name: 'Add a ticket category' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Price', { exact: true }).fill('800')
  await form.getByLabel('Layout (optional)').selectOption({ label: 'Hall of two zones' })
}

test('Two price zones of one hall are put on sale, each with its own sections', async ({ staff, shop }) => {
  const event = randomUUID()
  await inDatabase(shop, async (sql) => {
    await sql.query(
      `with singer as (insert into public.singers (name) values ('Zoya Irani') returning id)
        insert into public.events (id, singer_id, city, venue, date)
        select $1, id, 'Nagpur', 'Hall', now() + interval '100 days' from singer`,
      [event],
    )
    await sql.query('insert into public.seating_layouts (name, layout_data) values ($1, $2)', [
      'Hall of two zones',
      JSON.stringify(hall),
    ])
  })
  const { page } = staff
  await addsZone(page, event, 'Gold')
  const form = page.getByRole('form', { name: 'Add a ticket category' })
  await form.getByLabel('Balcony (BALC), 2 seats').uncheck()
  await form.getByRole('button', { name: 'Add Ticket Category' }).click()
  await expect(page.getByText('Ticket category added successfully')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Gold' })).toContainText('0 of 3')

  await addsZone(page, event, 'Silver')
  await expect(form.getByLabel('Stalls (STAL), 3 seats')).toBeDisabled()
  await expect(form.getByText('Sold as Gold')).toBeVisible()
  await expect(form.getByLabel('Balcony (BALC), 2 seats')).toBeChecked()
  await form.getByRole('button', { name: 'Add Ticket Category' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Silver' })).toContainText('0 of 2')

  await addsZone(page, event, 'Third')
  await form.getByRole('button', { name: 'Add Ticket Category' }).click()
  await expect(form.getByText('Every section of this layout is sold already.')).toBeVisible()
  await page.goto(`/admin/tickets?event=${event}`)
  await expect(page.getByRole('row').filter({ hasText: 'Silver' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Third' })).toHaveCount(0)
  await page.getByRole('button', { name: /^Assign Layout: Silver/ }).click()
  await expect(page.getByRole('dialog').getByText('Sold as Gold')).toBeVisible()
})

test('A concert that is sold keeps its date and place in Edit, and Move takes it elsewhere', async ({
  staff,
  shop,
}) => {
  const event = randomUUID()
  await inDatabase(shop, async (sql) => {
    await sql.query(
      `with singer as (insert into public.singers (name) values ('Yamini Bose') returning id)
        insert into public.events (id, singer_id, city, venue, date)
        select $1, id, 'Nagpur', 'Hall', date_trunc('hour', now() + interval '100 days') from singer`,
      [event],
    )
    await sql.query(
      `insert into public.ticket_categories (event_id, name, price, total_tickets, tickets_sold) values ($1, 'Gold', 500, 40, 2)`,
      [event],
    )
  })
  const { page } = staff
  await page.goto('/admin/events?q=Yamini')
  await page.getByRole('button', { name: /^Edit: Yamini Bose/ }).click()
  const form = page.getByRole('form', { name: /^Edit Yamini Bose/ })
  await expect(form.getByText('date, city and venue change by Move')).toBeVisible()
  for (const field of ['City', 'Venue', 'Date', 'Time'])
    await expect(form.getByLabel(field, { exact: true })).toBeDisabled()
  await form.getByLabel('Genre (optional)').selectOption('Jazz')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Event updated successfully')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Yamini Bose' })).toContainText('Jazz')

  await page.getByRole('button', { name: /^Edit: Yamini Bose/ }).click()
  await form.getByRole('button', { name: 'Move instead' }).click()
  const move = page.getByRole('dialog', { name: 'Move this event' })
  await move.getByLabel('New venue').fill('Garden stage')
  await move.getByRole('button', { name: 'Move the event' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Yamini Bose' })).toContainText('Garden stage')
})
