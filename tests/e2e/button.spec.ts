import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { inDatabase } from '../support/database/database.ts'
import type { Shop } from '../support/server/shop.ts'
import { expect, test } from '../support/stories/story.ts'

/** Shows `body` as a page of another origin, with a policy that allows the shop's scripts and no inline styles. */
async function onOwnSite(shop: Shop, body: string, story: (address: string) => Promise<void>): Promise<void> {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Our hall</title></head><body>${body}</body></html>`
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.setHeader('content-security-policy', `default-src 'none'; script-src ${shop.url}; style-src 'self'`)
    response.setHeader('cross-origin-embedder-policy', 'require-corp')
    response.end(html)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  try {
    await story(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  } finally {
    site.close()
  }
}

const someEvent = (shop: Shop): Promise<{ id: string; name: string }> =>
  inDatabase(shop, async (sql) => {
    const [event] = await sql.query<{ id: string; name: string }>(
      `select e.id, s.name from public.events e join public.singers s on s.id = e.singer_id
        where e.status = 'scheduled' and e.date > now() order by e.date limit 1`,
    )
    return event!
  })

const links = (page: Page) => page.getByRole('link')

test('An organiser’s own page shows a button, and it opens the shop at the concert', async ({ page, shop }) => {
  const event = await someEvent(shop)
  const script = `${shop.url}/button.js`
  const file = await (await fetch(script)).arrayBuffer()
  expect(file.byteLength).toBeLessThanOrEqual(2048)
  const body = `
    <style>a { display: none !important }</style>
    <a href="${shop.url}/events/${event.id}" data-mehfil-event="${event.id}">Book your seat</a>
    <div lang="mr"><script src="${script}" data-event="${event.id}" async></script></div>
    <script src="${script}" data-event="${event.id}" data-label="&lt;b&gt;Seats&lt;/b&gt;" data-theme="dark" async></script>`
  await onOwnSite(shop, body, async (address) => {
    await page.goto(address)
    await expect(links(page)).toHaveText(['Book your seat', 'तिकीट घ्या', '<b>Seats</b>'])
    for (const link of await links(page).all())
      await expect(link).toHaveAttribute('href', `${shop.url}/events/${event.id}`)
    await expect(links(page).first()).toHaveCSS('background-color', 'rgb(247, 166, 0)')
    await links(page).first().click()
    await expect(page).toHaveURL(`${shop.url}/events/${event.id}`)
    await expect(page.getByRole('heading', { name: event.name }).first()).toBeVisible()
    expect(await page.evaluate(() => document.referrer)).toBe('')
  })
})

test('Without scripts the snippet is a link, and attributes that lead elsewhere do nothing', async ({
  browser,
  page,
  shop,
}) => {
  const event = await someEvent(shop)
  const script = `<script src="${shop.url}/button.js" async></script>`
  const plain = `<a href="${shop.url}/events/${event.id}" data-mehfil-event="${event.id}">Tickets</a>${script}`
  const still = await browser.newContext({ javaScriptEnabled: false })
  await onOwnSite(shop, plain, async (address) => {
    const quiet = await still.newPage()
    await quiet.goto(address)
    await expect(links(quiet)).toHaveAttribute('href', `${shop.url}/events/${event.id}`)
  })
  await still.close()

  const hostile = [
    `<a href="https://elsewhere.example/" data-mehfil-event="${event.id}">Another shop</a>`,
    `<a href="${shop.url}/events/x" data-mehfil-event="../../login?next=//elsewhere.example">No event</a>`,
    `<a href="javascript:alert(1)" data-mehfil-event="${randomUUID()}">Script</a>`,
    `<script src="${shop.url}/button.js" data-event="javascript:alert(1)" async></script>`,
    `<script src="${shop.url}/button.js" data-event="//elsewhere.example" async></script>`,
    `<span></span>${plain}`,
  ].join('')
  await onOwnSite(shop, hostile, async (address) => {
    await page.goto(address)
    // The good one is last: when it is a button, the others were looked at.
    await expect(page.locator('a[data-mehfil-event]')).toHaveText(['Another shop', 'No event', 'Script'])
    await expect(links(page)).toHaveCount(4)
    await expect(links(page).first()).toHaveAttribute('href', 'https://elsewhere.example/')
    await expect(links(page).nth(1)).toHaveAttribute('href', `${shop.url}/events/x`)
  })
})
