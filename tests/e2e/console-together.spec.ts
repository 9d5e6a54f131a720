import { Staff } from './support/staff.ts'
import { expect, test } from './support/story.ts'

test('Two people who review at once see each other, and what the other decides', async ({ customer, rival, staff }) => {
  await customer.choosesSeats('Ira Deshpande', 2)
  const payment = await customer.pays()

  await staff.page.goto(`/admin/users?q=${rival.email}`)
  await staff.page.getByRole('button', { name: new RegExp(`^View .*${rival.email}$`) }).click()
  const person = staff.page.getByRole('dialog')
  await person.getByLabel('Role').selectOption('admin')
  await person.getByRole('button', { name: 'Change role' }).click()
  await expect(staff.page.getByText('Role changed')).toBeVisible()
  const second = new Staff(rival.page)

  const first = await staff.opensPayment(payment)
  const theirs = await second.opensPayment(payment)
  await expect(first.getByText(`${rival.name} has this payment open, since `)).toBeVisible()
  await expect(theirs.getByText(/^.+ has this payment open, since /)).toBeVisible()

  await first.getByLabel('Note to the customer').fill('Half typed')
  await theirs.getByRole('button', { name: `Approve ${payment.amount}` }).click()
  await expect(theirs.getByText(`Approved by ${rival.name}`)).toBeVisible()
  await expect(first.getByText(`Approved by ${rival.name}`)).toBeVisible()
  await expect(first.getByRole('button', { name: /^Approve/ })).toHaveCount(0)

  await staff.page.keyboard.press('Escape')
  const row = staff.page.getByRole('row').filter({ hasText: payment.orderCode })
  await expect(row.getByText(`${rival.name} has this payment open`)).toBeVisible()
  await rival.page.keyboard.press('Escape')
  await expect(row.getByText(`${rival.name} has this payment open`)).toHaveCount(0)
})
