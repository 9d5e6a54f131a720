import { expect, test } from '../support/stories/story.ts'

test('A message from the contact page is read and handled', async ({ visitor, staff }) => {
  const { page: shop } = visitor
  await shop.goto('/contact')
  await shop.getByLabel('Name').fill('Farah <b>Khan</b>')
  await shop.getByLabel(/^E-?mail/).fill(visitor.email)
  await shop.getByLabel('Message').fill('My order\nhas not arrived')
  await shop.getByRole('button', { name: /^Send/ }).click()
  await expect(shop.getByRole('main').getByText('Your message has reached us.')).toBeVisible()

  const { page } = staff
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Help' }).click()
  await expect(page.getByRole('heading', { name: 'Support', exact: true })).toBeVisible()
  await expect(page.getByText('Support e-mail:')).toBeVisible()
  await expect(page.getByRole('link', { name: 'WhatsApp Support' })).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+$/)
  await page.getByText('Checking a payment').click()
  await expect(page.getByText('A screenshot alone proves nothing.')).toBeVisible()
  await expect(page.getByText('rejecting can be undone for ten seconds')).toBeVisible()

  await page.getByRole('button', { name: /^Messages/ }).click()
  const message = page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: visitor.email })
  await expect(message).toContainText('Farah <b>Khan</b>')
  await expect(message).toContainText('has not arrived')
  await message.getByRole('button', { name: /^Mark as handled/ }).click()
  await expect(message).toHaveCount(0)
  await page.getByRole('button', { name: 'Handled', exact: true }).click()
  await expect(message).toContainText('Handled ')
  await message.getByRole('button', { name: /^Mark as waiting/ }).click()
  await expect(message).toHaveCount(0)
  await page.getByRole('button', { name: 'Waiting', exact: true }).click()
  await page.getByLabel('Search name, e-mail, text or order').fill(visitor.email)
  await expect(message).toHaveCount(1)
})

test('Help says how a gate is prepared, who works there, and what to do about a lost phone', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/help')
  await page.getByText('Preparing a phone as a scanner').click()
  await expect(page.getByRole('link', { name: 'the gate' })).toHaveAttribute('href', '/admin/scan')
  await page.getByText('The 48 hours before a concert').click()
  await expect(page.getByText('from 48 hours before the start to 24 hours after it')).toBeVisible()
  await page.getByText('Which statements can be read').click()
  await expect(page.getByText('This device remembers them')).toBeVisible()
  await page.getByText('A phone of the gate is lost').click()
  await expect(page.getByText('press This phone is lost')).toBeVisible()
})
