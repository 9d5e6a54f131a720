import { publishConcert } from '../support/sales/concerts.ts'
import { newReference } from '../support/people/customer.ts'
import { receipt } from '../support/sales/files.ts'
import { Keyboard } from '../support/people/keyboard.ts'
import { listen } from '../support/looks/listener.ts'
import { approves } from '../support/sales/purchases.ts'
import { expect, test } from '../support/stories/story.ts'

test('A purchase by keyboard alone, with everything that is only visible said aloud', async ({ visitor, shop }) => {
  const { singer } = await publishConcert(shop, [{ name: 'Balcony', price: 900, total: 20 }])
  const heard = await listen(visitor.context)
  const { page } = visitor
  const keys = new Keyboard(page)
  const hears = (text: string | RegExp): Promise<void> =>
    expect.poll(() => heard, { timeout: 30_000 }).toContainEqual(expect.stringMatching(text))

  await page.goto(`/concerts?q=${encodeURIComponent(singer)}`)
  await keys.presses(page.getByRole('button', { name: `Book ${singer}, ` }))
  await hears('Please sign in to book tickets')
  await keys.presses(page.getByRole('link', { name: 'Create an account' }))
  await keys.types(page.getByLabel('Name'), visitor.name)
  await keys.types(page.getByLabel('Email'), visitor.email)
  await keys.types(page.getByLabel('Password', { exact: true }), visitor.password)
  await keys.types(page.getByLabel('Confirm password'), visitor.password)
  await page.keyboard.press('Enter')
  await hears('Registration successful!')

  await keys.presses(page.getByRole('button', { name: /^Choose Seats, / }))
  const picker = page.getByRole('dialog', { name: 'Select Your Seats' })
  await expect(picker.getByRole('heading', { name: 'Select Your Seats' })).toBeFocused()
  const seats = picker.getByRole('grid').getByRole('button')
  await seats.first().waitFor()
  await keys.goesTo(seats)
  for (const chosen of [/^1 seat selected: .+\. ₹/, /^2 seats selected: .+ and .+\. ₹/]) {
    await keys.findsFreeSeat()
    await page.keyboard.press('Enter')
    await hears(chosen)
  }
  await keys.presses(picker.getByRole('button', { name: /^Add 2 Seats to Cart/ }))
  await hears('Added to cart!')

  const cart = page.getByRole('dialog', { name: 'Your cart' })
  await keys.presses(cart.getByRole('button', { name: /^Proceed to Checkout/ }))
  await hears('Holding your seats…')
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  await keys.presses(page.getByRole('button', { name: 'Hold 5 minutes longer' }))
  await hears(/^Your seats are held until /)
  const reference = newReference()
  await keys.types(page.getByLabel('UTR, 12 digits'), reference)
  const chooser = page.waitForEvent('filechooser')
  await keys.presses(page.getByLabel('Choose a screenshot'))
  await (await chooser).setFiles(receipt({ amount: '₹1.00', reference, from: visitor.name }))
  await expect(page.getByRole('img', { name: 'Your screenshot' })).toBeVisible()
  const orderCode = /MF[0-9A-Z]{8}$/.exec(await page.getByText(/ · order code MF/).innerText())?.[0] ?? ''
  await keys.presses(page.getByRole('button', { name: 'Send the details' }))
  await hears('Payment verification started')

  await approves(shop, orderCode)
  await hears('Tickets created successfully!')
  await expect(page.getByRole('heading', { level: 1, name: singer })).toBeVisible()
})
