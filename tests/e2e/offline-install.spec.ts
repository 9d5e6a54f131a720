import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Customer } from '../support/people/customer.ts'
import { Phone, readyForOffline } from '../support/people/phone.ts'
import { expect, test } from '../support/stories/pocket.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { approves, buysSeats } from '../support/sales/purchases.ts'

interface Manifest {
  errors: { message: string }[]
  data?: string
  url: string
}

test('The browser finds the shop installable, and no answer of the server in a cache', async ({
  phone,
  owner,
  shop,
}) => {
  const { page } = owner
  const bought = await buysSeats(shop, owner, ['A1'])
  await page.goto('/')
  await readyForOffline(page)
  const cdp = await phone.context.newCDPSession(page)
  const manifest = (await cdp.send('Page.getAppManifest')) as Manifest
  expect(manifest.url).toContain('/manifest.webmanifest')
  expect(manifest.errors).toEqual([])
  expect(manifest.data).toContain('"screenshots"')
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  // Playwright's contexts count as private windows, which no browser installs from.
  expect(installabilityErrors.map((error) => error.errorId).filter((id) => id !== 'in-incognito')).toEqual([])

  await page.goto('/my-tickets')
  await expect(owner.ticket(bought)).toBeVisible()
  const kept = await page.evaluate(async () => {
    const urls: string[] = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) urls.push(new URL(request.url).pathname)
    return urls
  })
  expect(kept).toContain('/index.html')
  // Posters are public files, kept when they were seen.
  const answers = kept.filter((path) => !path.startsWith('/storage/v1/object/public/posters/'))
  expect(answers.filter((path) => /^\/(rest|auth|storage|healthz)(\/|$)/.test(path))).toEqual([])
})

/** Runs in the page before its own code: answers install and notification prompts with yes, and records them. */
function answerForThePerson(): void {
  const asked: string[] = []
  Object.assign(globalThis, { asked })
  // A headless browser may have denied it already.
  let permission: NotificationPermission = 'default'
  Object.defineProperty(Notification, 'permission', { get: () => permission })
  Notification.requestPermission = async () => {
    asked.push('notifications')
    return (permission = 'granted')
  }
  const answers = {
    prompt: { value: async () => asked.push('install') },
    userChoice: { value: Promise.resolve({ outcome: 'accepted' }) },
  }
  // Chromium fires its own event for an installable page; the packaged browser does not.
  const { BeforeInstallPromptEvent: Offer } = globalThis as { BeforeInstallPromptEvent?: { prototype: Event } }
  if (Offer) Object.defineProperties(Offer.prototype, answers)
  addEventListener('load', () => {
    dispatchEvent(Object.defineProperties(new Event('beforeinstallprompt', { cancelable: true }), answers))
  })
}

test('Installing, keeping and notifications are offered beside the first ticket, and only asked by a press', async ({
  phone,
  owner,
  shop,
}) => {
  const { page } = owner
  await phone.context.addInitScript(answerForThePerson)
  const asked = () => page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
  await page.goto('/my-tickets')
  await expect(page.getByRole('heading', { name: 'No tickets yet' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Install the app' })).toHaveCount(0)

  await owner.takesSeats(await publishConcert(shop, [hall]), 1)
  await approves(shop, (await owner.pays()).orderCode)
  await owner.seesTicketsArrive()
  await page.goto('/my-tickets')
  const keep = page.getByRole('region', { name: 'Your tickets on this device' })
  await expect(keep).toBeVisible()
  await expect(keep.getByText(/^The browser (will keep|may clear)/)).toBeVisible()
  expect(await asked()).toEqual([])
  await keep.getByRole('button', { name: 'Install the app' }).click()
  await keep.getByRole('button', { name: 'Tell me when tickets arrive' }).click()
  await expect.poll(asked).toEqual(['install', 'notifications'])
  await expect(keep.getByRole('button', { name: 'Install the app' })).toHaveCount(0)
  await expect(keep.getByText('You get a notification when tickets arrive')).toBeVisible()
})

test('An iPhone shows how to install, before signing in too', async ({ visitor, shop }) => {
  await visitor.context.addInitScript(() => {
    // Safari in a tab:
    // https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/SafariWebContent
    Object.defineProperty(navigator, 'standalone', { value: false })
    Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 })
  })
  await visitor.page.goto(`${shop.url}/login`)
  await expect(visitor.page.getByText('the installed app starts empty')).toBeVisible()
  await visitor.page.goto('/register')
  await expect(visitor.page.getByText('the installed app starts empty')).toBeVisible()
})

test('On an address that is not secure the shop works and says what will not work', async ({ shop }) => {
  // The same server under a name that browsers do not count as localhost.
  const proxy = createServer((request, response) => {
    const headers = { ...request.headers, host: new URL(shop.url).host }
    // The server refuses requests from another origin.
    if (headers.origin) headers.origin = shop.url
    const { method, url: path } = request
    const onward = send({ host: 'localhost', port: shop.port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', () => resolve()))
  const { port } = proxy.address() as AddressInfo
  const baseURL = `http://mehfil.test:${port}`
  const phone = new Phone({ baseURL, args: ['--host-resolver-rules=MAP mehfil.test 127.0.0.1'] })
  try {
    const page = await phone.open()
    const broken: string[] = []
    page.on('pageerror', (error) => broken.push(error.message))
    await page.goto('/')
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await expect(page.getByRole('status').filter({ hasText: 'This address is not secure' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Book / }).first()).toBeVisible()
    const person = new Customer(phone.context, page)
    await person.registers()
    await person.takesSeats(await publishConcert(shop, [hall]), 1)
    await person.pays()
    await page.goto('/contact')
    await expect(page.getByLabel('Message')).toBeVisible()
    expect(broken).toEqual([])
  } finally {
    await phone.dispose()
    proxy.closeAllConnections()
    proxy.close()
  }
})
