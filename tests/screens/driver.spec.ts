import { choosesFromMenu } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'

/** What this layer rests on: an expectation that is not met fails, and one that is met waits for it. */

const SOON = { timeout: 300 }

test('What a page does not show is not found, and what it shows cannot be denied', async ({ visitor }) => {
  const { page } = visitor
  await page.goto('/login')
  const heading = page.getByRole('heading', { name: 'Sign in', level: 1 })
  await expect(heading).toBeVisible()
  const refused = [
    () => expect(page.getByText('No such words')).toBeVisible(SOON),
    () => expect(heading).not.toBeVisible(SOON),
    () => expect(heading).toBeHidden(SOON),
    () => expect(heading).toHaveText('Sign', SOON),
    () => expect(heading).toHaveCount(2, SOON),
    () => expect(page).toHaveURL('/register', SOON),
    () => expect(page.getByLabel('Email')).toHaveValue('someone', SOON),
    () => expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled(SOON),
  ]
  for (const wrong of refused) {
    const outcome = await wrong().then(
      () => 'passed',
      () => 'failed',
    )
    expect(outcome, String(wrong)).toBe('failed')
  }
})

test('A dialog is modal, Escape closes it, and hidden parts cannot be pressed', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/events')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await choosesFromMenu(page, 'Cancel')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('What is stored is there after a reload, and a request can be refused', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/payments')
  await expect(page.getByRole('button', { name: /^View payment of / }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^View payment of / }).first()).toBeVisible()
  await page.route(/\/rpc\//, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^View payment of / })).toHaveCount(0)
})

test('A page knows its device and language, and its clock goes on from a later time', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, locale: 'mr-IN' })
  const page = await context.newPage()
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'mr-IN')
  expect(await page.evaluate(() => navigator.maxTouchPoints)).toBe(1)
  const before = Date.now()
  await page.clock.fastForward('10:00')
  expect(await page.evaluate(() => new Date().getTime())).toBeGreaterThanOrEqual(before + 600_000)
  await page.goto('about:blank')
  await expect(page.getByRole('main')).not.toBeVisible(SOON)
  await context.close()
})

test('A page that is left tells no fault any more, and the next one tells its own', async ({ browser }) => {
  const context = await browser.newContext({})
  const faults: string[] = []
  context.on('weberror', (event) => faults.push(String(event.error()).split('\n')[0]!))
  let answer = (): void => undefined
  await context.exposeFunction('isAsked', () => new Promise<void>((resolve) => (answer = resolve)))
  const page = await context.newPage()
  await page.goto('/login')
  await page.evaluate(() => {
    const { isAsked } = globalThis as unknown as { isAsked: () => Promise<void> }
    void isAsked().then(() => {
      throw new Error('of the page that was left, asked')
    })
    void fetch('/api/config').then(() => {
      throw new Error('of the page that was left, answered')
    })
    addEventListener('pagehide', () => void Promise.reject(new Error('of the page that was left, hidden')))
  })
  await page.goto('/login')
  answer()
  await page.evaluate(() => void Promise.reject(new Error('of this page')))
  await expect.poll(() => faults).toEqual(['of this page'])
  await context.close()
})
