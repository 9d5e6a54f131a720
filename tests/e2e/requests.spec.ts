import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../support/server/shop.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { expect, newShop, test } from '../support/stories/story.ts'

/** What a page asks the backend from now on, such as 'rpc/my_wallet'. */
function asksOf(page: Page): string[] {
  const asked: string[] = []
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url())
    const [, name] = /^\/(?:rest|auth|storage)\/v1\/(.*)/.exec(pathname) ?? []
    if (name !== undefined) asked.push(name)
  })
  return asked
}

/** Until nothing was asked for two seconds. */
async function calm(page: Page, asked: string[]): Promise<void> {
  for (let before = -1; before !== asked.length;) {
    before = asked.length
    await page.waitForTimeout(2_000)
  }
}

test('A first visit asks one question, to the list and to a concert', async ({ visitor, shop }) => {
  const { page } = visitor
  const { id } = await publishConcert(shop, [hall])
  const asked = asksOf(page)
  await page.goto(`/events/${id}`)
  await expect(page.getByRole('button', { name: /^Choose Seats/ }).first()).toBeVisible()
  await calm(page, asked)
  expect(asked).toEqual(['rpc/read_catalogue'])
})

const MOST_FILES = 12

/** Files of the shop's that the page itself asks for; posters are as many as there are concerts in sight. */
async function filesOf(page: Page, path: string, ready: () => Promise<void>): Promise<string[]> {
  const files: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!/^\/(?:rest|auth|storage|posters)\//.test(pathname)) files.push(pathname)
  })
  await page.goto(path)
  await ready()
  await calm(page, files)
  return files
}

test('Home comes in twelve files, and none of them is of checkout, the console or the gate', async ({ visitor }) => {
  const { page } = visitor
  const files = await filesOf(page, '/', () => expect(page.getByRole('link', { name: /₹/ }).first()).toBeVisible())
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(MOST_FILES)
  expect(files.filter((file) => /checkout|console|gate|staff|decoder/.test(file))).toEqual([])
})

test('A concert comes in twelve files, those of its seats with them', async ({ visitor, shop }) => {
  const { page } = visitor
  const { id } = await publishConcert(shop, [hall])
  const choose = page.getByRole('button', { name: /^Choose Seats/ }).first()
  const files = await filesOf(page, `/events/${id}`, () => expect(choose).toBeVisible())
  const before = files.length
  await choose.click()
  await expect(page.getByRole('heading', { name: 'Select Your Seats' })).toBeVisible()
  await calm(page, files)
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(MOST_FILES)
  expect(files.length).toBe(before)
})

test('Who is signed in and comes back asks two, and hears nothing new in few bytes', async ({ customer }) => {
  const { page } = customer
  const asked = asksOf(page)
  await page.goto('/my-tickets')
  await expect(page.getByRole('heading', { level: 1, name: 'My Tickets' })).toBeVisible()
  await calm(page, asked)
  asked.length = 0
  const answered = page.waitForResponse(/\/rpc\/my_wallet/)
  await page.reload()
  const { responseBodySize } = await (await answered).request().sizes()
  expect(responseBodySize).toBeLessThan(100)
  await calm(page, asked)
  expect(asked.toSorted()).toEqual(['rpc/my_wallet', 'rpc/read_catalogue'])
})

// Home, where it ends, asks for the posters of other stories' concerts too.
test.extend({ shop: newShop })('Signing in asks at most four questions', async ({ visitor }) => {
  const { page } = visitor
  await page.goto('/login')
  const asked = asksOf(page)
  await calm(page, asked)
  asked.length = 0
  await page.getByLabel('Email').fill('customer@demo.mehfil.example')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await calm(page, asked)
  expect(asked.length, asked.join()).toBeLessThanOrEqual(4)
})
