import type { Locator } from '@playwright/test'
import { answer } from '../api/support/cast.ts'
import { demoPerson } from '../support/server/visitor.ts'
import { floor, publishConcert } from '../support/sales/concerts.ts'
import type { Customer } from '../support/people/customer.ts'
import { expect, test } from '../support/stories/story.ts'

/** Three people join within this time, one of them with a new account. */
const JOINING_MS = 25_000

const phase = ({ page }: Customer, words: string): Locator => page.getByRole('heading', { level: 2, name: words })

async function joins(customer: Customer, event: string): Promise<void> {
  await customer.page.goto(`/queue/${event}`)
  await customer.page.getByRole('button', { name: 'Join the queue' }).click()
}

async function placeOf({ page }: Customer): Promise<number> {
  await expect(page).toHaveTitle(/^Place [123], Singer/, { timeout: JOINING_MS + 30_000 })
  return Number(/\d/.exec(await page.title())![0])
}

test('A queue is joined, drawn, and lets in by its order; who comes before their turn waits and keeps the seats in the cart', async ({
  customer,
  rival,
  visitor,
  shop,
}) => {
  const admin = await demoPerson(shop, 'admin')
  const { id: event, categories } = await publishConcert(shop, [floor])
  const times = {
    p_joins_from: new Date(Date.now() + 2_000).toISOString(),
    p_opens_at: new Date(Date.now() + JOINING_MS).toISOString(),
  }
  const lets = (perMinute: number) =>
    answer(admin.client, 'save_queue', { p_event_id: event, ...times, p_per_minute: perMinute })
  await lets(1)

  await test.step('Two customers join, and a visitor makes an account on the way', async () => {
    await joins(customer, event)
    await expect(phase(customer, 'You are in the queue')).toBeFocused()
    await joins(rival, event)
    await expect(phase(rival, 'You are in the queue')).toBeVisible()
    await joins(visitor, event)
    const dialog = visitor.page.getByRole('dialog', { name: 'Join the queue' })
    await visitor.typesWhoTheyAre(dialog)
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await expect(phase(visitor, 'You are in the queue')).toBeVisible()
    await customer.page.reload()
    await expect(phase(customer, 'You are in the queue')).toBeVisible()
    await expect(customer.page.getByText('You can close this page: your place stays.')).toBeVisible()
  })

  const [first, , last] = await test.step('The draw gives each a place', async () => {
    const people = [customer, rival, visitor]
    const places = await Promise.all(people.map(placeOf))
    expect(places.toSorted()).toEqual([1, 2, 3])
    return [1, 2, 3].map((place) => people[places.indexOf(place)]!) as [Customer, Customer, Customer]
  })

  await test.step('The last sees the place again after a reload, without a network, and on the event’s page', async () => {
    const { page, context } = last
    await expect(page.getByText(/^2 people are before you\. About/)).toBeVisible()
    await context.setOffline(true)
    await page.reload()
    await expect(page).toHaveTitle(/^Place 3, /)
    await expect(page.getByText(/^An estimate: /)).toBeVisible()
    await context.setOffline(false)
    await page.goto(`/events/${event}`)
    await expect(page.getByText('You are in the queue, place 3')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Show my place' }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Choose Number/ })).toHaveCount(0)
  })

  await test.step('Checkout before the turn leads to the queue', async () => {
    const { page } = last
    await page.goto(`/events/${event}?seats=${categories.Floor}`)
    await putsOnePlaceIntoTheCart(last)
    await last.leavesTheCart()
    const refused = page.getByRole('alert').filter({ hasText: 'It is not your turn yet' })
    await expect(refused).toContainText('You have place 3.')
    await refused.getByRole('link', { name: 'To the queue' }).click()
    await expect(page).toHaveTitle(/^Place 3, /)
  })

  await lets(60)
  await test.step('The first is let in, and holds seats', async () => {
    const { page } = first
    await expect(phase(first, 'It is your turn')).toBeVisible()
    await expect(page).toHaveTitle(/^Your turn: Singer/)
    await page.getByRole('link', { name: 'Choose seats' }).click()
    await putsOnePlaceIntoTheCart(first)
    await first.goesToCheckout()
  })

  await test.step('The last comes later, with the seat in the cart', async () => {
    const { page } = last
    await expect(phase(last, 'It is your turn')).toBeVisible()
    await page.getByRole('link', { name: 'To the seats in your cart' }).click()
    await page.getByRole('link', { name: /^Proceed to Checkout/ }).click()
    await expect(page.getByText(/^Seats held until/)).toBeVisible()
  })

  await test.step('The draw can be checked in the browser', async () => {
    const { page } = first
    await page.goto(`/queue/${event}`)
    await page.getByRole('link', { name: 'How the order was made' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'How the order was made' })).toBeVisible()
    await page.getByRole('button', { name: 'Check it yourself' }).click()
    await expect(page.getByText('It agrees: seed and list are those whose hashes were shown before.')).toBeVisible()
    await expect(page.getByText('And your code has place 1, as shown.')).toBeVisible()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the list' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('queue-list.txt')
  })
})

async function putsOnePlaceIntoTheCart({ page }: Customer): Promise<void> {
  const chooser = page.getByRole('dialog', { name: 'How many people?' })
  await chooser.getByRole('button', { name: /^Add to Cart/ }).click()
  await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible()
}

test('Who comes after the draw gets the next place; at the end of the queue everyone may book', async ({
  customer,
  visitor,
  shop,
}) => {
  const admin = await demoPerson(shop, 'admin')
  const { id: event } = await publishConcert(shop, [floor])
  const soon = (ms: number): string => new Date(Date.now() + ms).toISOString()
  const times = { p_joins_from: soon(2_000), p_opens_at: soon(3_000) }
  await answer(admin.client, 'save_queue', { p_event_id: event, ...times, p_per_minute: 60 })
  await visitor.page.goto(`/queue/${event}`)
  await expect(phase(visitor, 'The sale has opened')).toBeVisible()
  await expect(visitor.page.getByRole('link', { name: 'How the order was made' })).toBeVisible()
  await joins(customer, event)
  await expect(phase(customer, 'It is your turn')).toBeVisible()
  await answer(admin.client, 'end_queue', { p_event_id: event })
  await expect(phase(visitor, 'Everyone can book now')).toBeVisible()
})

test('An event without a queue says so on its address', async ({ visitor, shop }) => {
  const { id: event } = await publishConcert(shop, [floor])
  await visitor.page.goto(`/queue/${event}`)
  await expect(phase(visitor, 'This concert has no queue')).toBeVisible()
  await visitor.page.getByRole('link', { name: 'To the concert' }).click()
  await expect(visitor.page.getByRole('button', { name: 'Choose Number, Floor' })).toBeVisible()
})
