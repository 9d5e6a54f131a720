import { expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../support/server/shop.ts'
import { demoPerson, visitor as clientOf } from '../support/server/visitor.ts'
import { receipt } from '../support/sales/files.ts'
import { newReference } from '../support/people/customer.ts'
import { readyForOffline } from '../support/people/phone.ts'
import { approves } from '../support/sales/purchases.ts'
import { test } from '../support/stories/pocket.ts'
import { goesOn } from '../support/looks/sound.ts'
import { namesIn, Reader } from '../support/people/reading.ts'
import { opensTicket } from '../support/sales/tickets.ts'

const languageOf = (page: Page) => page.locator('html')

async function choosesLanguage(page: Page, name: 'English' | 'हिन्दी' | 'मराठी'): Promise<void> {
  await page.getByRole('contentinfo').getByRole('combobox').selectOption({ label: name })
}

async function keeps(page: Page, language: 'hi' | 'mr'): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const kept = await caches.match('/kept-languages.json', { cacheName: 'mehfil-languages' })
        return kept ? ((await kept.json()) as string[]) : []
      }),
    )
    .toContain(language)
}

test('A ticket is bought in Hindi and opened offline in Marathi', async ({ phone, owner, shop }) => {
  const { page } = owner
  await test.step('the switch takes effect at once, and loses nothing that was typed', async () => {
    await page.goto('/concerts?q=Arka')
    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.last().fill('Arka Sen')
    await choosesLanguage(page, 'हिन्दी')
    await expect(page.getByRole('heading', { level: 1, name: 'कॉन्सर्ट' })).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'खोजें' }).last()).toHaveValue('Arka Sen')
    await expect(languageOf(page)).toHaveAttribute('lang', 'hi-IN')
    await expect(page).toHaveTitle('कॉन्सर्ट · Mehfil')
  })

  const onSale = page.getByRole('listitem').filter({ hasText: 'बिक्री चालू' })
  await onSale
    .getByRole('button', { name: /^Arka Sen, .* बुक करें$/ })
    .first()
    .click()
  const offered = page.getByRole('listitem').filter({ hasText: 'सीटें उपलब्ध' })
  await offered
    .getByRole('button', { name: /^सीटें चुनें, / })
    .first()
    .click()
  const picker = page.getByRole('dialog', { name: 'अपनी सीटें चुनें' })
  await picker.getByRole('button', { name: 'साथ-साथ सबसे अच्छी 2 सीटें' }).click()
  await picker.getByRole('button', { name: /^2 सीटें कार्ट में डालें/ }).click()
  await page.goto('/cart')
  await expect(page.getByText('सुविधा शुल्क').first()).toBeVisible()
  await page.getByRole('link', { name: /^चेकआउट पर जाएँ/ }).click()
  await expect(page.getByText(/^सीटें .* बजे तक आपके लिए रोकी गई हैं/)).toBeVisible()
  const reference = newReference()
  const amount = await page
    .getByText(/^₹[\d,]+\.\d\d$/)
    .first()
    .innerText()
  const to = await page.getByText(/ · ऑर्डर कोड MF/).innerText()
  await page.getByLabel('UTR, 12 अंक').fill(reference)
  const chooser = page.waitForEvent('filechooser')
  await page.getByText('स्क्रीनशॉट चुनें', { exact: true }).click()
  await (await chooser).setFiles(receipt({ amount, reference, from: owner.name }))
  await expect(page.getByRole('img', { name: 'आपका स्क्रीनशॉट' })).toBeVisible()
  await page.getByRole('button', { name: 'जानकारी भेजें' }).click()
  await expect(page.getByRole('heading', { name: 'हम आपका भुगतान जाँच रहे हैं।' })).toBeVisible()
  await approves(shop, /MF[0-9A-Z]{8}$/.exec(to)?.[0] ?? '')
  await expect(page).toHaveURL(/\/my-tickets\//, { timeout: 45_000 })

  await test.step('Settings switch to Marathi, on this device and in the profile', async () => {
    await page.goto('/settings')
    await page.getByRole('main').getByRole('combobox', { name: 'भाषा' }).selectOption('mr')
    await expect(page.getByRole('heading', { level: 1, name: 'सेटिंग्ज' })).toBeVisible()
    const client = clientOf(shop)
    await client.auth.signInWithPassword({ email: owner.email, password: owner.password })
    const saved = async (): Promise<unknown> =>
      (await client.from('profiles').select('language').single()).data?.language
    await expect.poll(saved).toBe('mr')
    await keeps(page, 'mr')
  })
  await page.goto('/my-tickets')
  await readyForOffline(page)
  await phone.close()

  const later = await phone.open()
  await phone.context.setOffline(true)
  await later.goto('/my-tickets')
  await expect(later.getByRole('heading', { level: 1, name: 'माझी तिकिटे' })).toBeVisible()
  await expect(languageOf(later)).toHaveAttribute('lang', 'mr-IN')
  const qr = await opensTicket(later, later.getByRole('link', { name: /^तिकीट दाखवा/ }))
  await expect(qr).toHaveAccessibleName(/^तिकीट .* चा QR कोड, /)
  await expect(later.getByText('सेव्ह आहे · इंटरनेटशिवाय उघडते')).toBeVisible()
  await expect(later.getByText(/[a-z], [\u0900-\u097F]+$/).first()).toBeVisible()
  const face = (): Promise<boolean> =>
    later.evaluate(() =>
      [...document.fonts].some(({ family, status }) => /Deva Text/.test(family) && status === 'loaded'),
    )
  await expect.poll(face).toBe(true)

  await test.step('Hindi was chosen here before, and needs no network either', async () => {
    await later.goto('/my-tickets')
    await choosesLanguage(later, 'हिन्दी')
    await expect(later.getByRole('heading', { level: 1, name: 'मेरे टिकट' })).toBeVisible()
  })
})

test('A first visit follows the browser’s languages; the console stays English; a language that cannot be loaded says so', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ baseURL: shop.url, locale: 'mr-IN' })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'कॉन्सर्ट', exact: true }).first()).toBeVisible()
  await expect(languageOf(page)).toHaveAttribute('lang', 'mr-IN')
  await page.goto('/admin/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(languageOf(page)).toHaveAttribute('lang', 'en-IN')
  await page.goto('/about')
  await readyForOffline(page)
  await context.setOffline(true)
  await choosesLanguage(page, 'हिन्दी')
  await expect(page.getByText('हिन्दी अजून या डिव्हाइसवर नाही.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'आमच्याविषयी' })).toBeVisible()
  await choosesLanguage(page, 'English')
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  await context.close()
})

const outside = ['/login', '/register', '/reset-password', '/cart', '/concerts?q=झझझ', '/nothing']
const info = [
  ...['/about', '/contact', '/faq', '/support', '/help', '/terms', '/privacy', '/refund'],
  ...['/accessibility', '/no-tricks'],
]

// One customer cannot hold the same seats in two orders: each language has its own concert.
for (const [language, name, singer] of [
  ['hi', 'हिन्दी', 'Meher Qazi'],
  ['mr', 'मराठी', 'The Monsoon Wires'],
] as const)
  test(`Every customer screen is in ${name} alone and fits a small phone`, async ({ browser, shop }) => {
    test.setTimeout(process.env.MEHFIL_LANGUAGE_PICTURES ? 900_000 : 300_000)
    const names = await namesIn(shop)
    const viewport = { width: 360, height: 740 }
    const context = await browser.newContext({ baseURL: shop.url, viewport, serviceWorkers: 'block' })
    await context.addInitScript((chosen) => localStorage.setItem('mehfil.language', chosen), language)
    const page = await context.newPage()
    const reader = new Reader(page, language, names)
    const reads = (screen: string): Promise<void> => reader.reads(screen)
    const visits = async (path: string): Promise<void> => {
      const before = await page.title()
      await goesOn(page, path)
      await expect(page).not.toHaveTitle(before)
      await expect(page.locator('h1, [role=dialog]').first()).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', `${language}-IN`)
      await reads(path)
    }
    // The router has to be there for the first address to count.
    await page.goto('/contact')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const path of [...outside, ...info, '/', '/events', '/concerts', '/faq']) await visits(path)
    await expect(page.getByRole('tab').first()).toBeVisible()
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await reads(`/faq ${await tab.innerText()}`)
    }

    await page.goto('/login')
    await page.locator('input[type=email]').fill('customer@demo.mehfil.example')
    await page.locator('input[type=password]').fill(DEMO_PASSWORD)
    await page.locator('form button[type=submit]').click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.getByRole('banner').getByRole('button').last().click()
    await reads('menu')
    await page.goto('/concerts')
    await page.getByRole('listitem').filter({ hasText: singer }).getByRole('button').first().click()
    await expect(page).toHaveURL(/\/events\//)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await reads('event')
    const seats = page.getByRole('button', { name: language === 'hi' ? /^सीटें चुनें, / : /^सीट्स निवडा, / })
    await seats.last().click()
    const picker = page.getByRole('dialog')
    await expect(picker.getByRole('grid').getByRole('button').first()).toBeVisible()
    await reads('seats')
    await picker.getByRole('button', { name: language === 'hi' ? 'सबसे अच्छी 1 सीट' : 'सर्वांत चांगली 1 सीट' }).click()
    await expect(picker.getByRole('list').getByRole('button').first()).toBeVisible()
    await reads('seats chosen')
    await picker.getByRole('button', { name: language === 'hi' ? 'सूची में' : 'यादीत' }).click()
    await reads('seats as a list')
    await picker.getByRole('button', { name: language === 'hi' ? /कार्ट में डालें/ : /कार्टमध्ये टाका/ }).click()
    await expect(page.getByRole('dialog', { name: language === 'hi' ? 'आपका कार्ट' : 'तुमचे कार्ट' })).toBeVisible()
    await reads('mini cart')
    await page.goto('/cart')
    await expect(page.getByText('सुविधा शुल्क').first()).toBeVisible()
    await reads('cart with seats')
    await page.getByRole('link', { name: language === 'hi' ? /^चेकआउट पर जाएँ/ : /^चेकआउटला जा/ }).click()
    await expect(page.getByText(language === 'hi' ? /तक आपके लिए रोकी गई हैं/ : /पर्यंत तुमच्यासाठी राखल्या आहेत/)).toBeVisible()
    await reads('checkout')
    await page.getByRole('button', { name: language === 'hi' ? 'मैं भुगतान कर चुका/चुकी हूँ' : 'मी पैसे भरले आहेत' }).click()
    await page.locator('form button[type=submit]').last().click()
    await reads('checkout with nothing filled in')
    for (const path of ['/my-tickets', '/profile', '/settings']) await visits(path)
    await page.goto('/my-tickets')
    await page.locator('a[href^="/checkout?order="]').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await reads('payment')
    await page.goto('/my-tickets')
    await opensTicket(
      page,
      page.getByRole('link', { name: language === 'hi' ? /^टिकट दिखाएँ/ : /^तिकीट दाखवा/ }).first(),
    )
    await reads('ticket')

    expect(reader.count).toBeGreaterThan(30)
    expect(reader.wrong).toEqual({})
    await context.close()
    // Other stories need the demo customer's profile in English.
    const { client } = await demoPerson(shop, 'customer')
    expect((await client.rpc('save_profile', { p_profile: { language: null } })).data).toMatchObject({ language: null })
  })
