import { randomBytes, randomInt } from 'node:crypto'
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { formatDay } from '../../../src/platform/time/ist.ts'
import type { MadeConcert } from '../sales/concerts.ts'
import { receipt } from '../sales/files.ts'

/** Two polls of a payment's result, which come every ten seconds, and some more. */
const NEWS_MS = 45_000

export interface Choice {
  singer: string
  city: string
  day: string
  category: string
  seats: string[]
}

export interface Payment {
  orderCode: string
  reference: string
  amount: string
  path: string
}

/** What a UPI app gets of an order. */
export interface ToPay {
  amount: string
  note: string
  code: string
}

/** The seats of the picker's chips as labels of the data: chips say 'Front rows A9', labels are 'FRNT-A9'. */
export const labelsOf = (chips: Locator): Promise<string[]> =>
  chips.evaluateAll((all) => all.map((chip) => (chip as HTMLButtonElement).value))

/** Seats without their section's code, which customers see as its name: 'A9, A10' of 'Front rows A9, A10'. */
export const asSaid = (seats: readonly string[]): string => seats.map((seat) => seat.replace(/^\w+-/, '')).join(', ')

/** '₹1,829.50' as a number. */
export const rupees = (amount: string): number => Number(amount.replaceAll(/[₹,]/g, ''))

export const newReference = (): string => String(randomInt(1e11, 9e11))

export function newPerson(): { name: string; email: string; password: string } {
  const mark = randomBytes(4).toString('hex')
  return { name: `Asha ${mark}`, email: `asha.${mark}@example.com`, password: 'correct horse battery' }
}

export class Customer {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly context: BrowserContext
  page: Page

  /** Without an account: a visitor who may register. */
  constructor(context: BrowserContext, page: Page, account = newPerson()) {
    this.name = account.name
    this.email = account.email
    this.password = account.password
    this.context = context
    this.page = page
  }

  /** The form leads on by itself: a story that went elsewhere before would be taken along. */
  async #isLedOn(): Promise<void> {
    const { page } = this
    // Checks lasting content, not a toast of two seconds that a stalled machine would miss.
    await expect(page.getByRole('button', { name: `Account of ${this.name}` })).toBeVisible()
    await page.waitForURL((url) => url.pathname !== '/register' && url.pathname !== '/login')
  }

  async registers(): Promise<void> {
    await this.page.goto('/register')
    await this.fillsInTheRegistration()
  }

  async fillsInTheRegistration(): Promise<void> {
    const { page } = this
    await page.getByLabel('Name').fill(this.name)
    await page.getByLabel('Email').fill(this.email)
    await page.getByLabel('Password', { exact: true }).fill(this.password)
    await page.getByLabel('Confirm password').fill(this.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await this.#isLedOn()
  }

  async signsIn(): Promise<void> {
    const { page } = this
    await page.goto('/login')
    await page.getByLabel('Email').fill(this.email)
    await page.getByLabel('Password').fill(this.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await this.#isLedOn()
  }

  /** Signs in to another account in the same browser. */
  async signsInAs({ name, email, password }: Pick<Customer, 'name' | 'email' | 'password'>): Promise<Customer> {
    const other = new Customer(this.context, this.page, { name, email, password })
    await other.signsIn()
    return other
  }

  /** Fills in the form of an account that is made on the way. */
  async typesWhoTheyAre(form: Page | Locator = this.page): Promise<void> {
    await form.getByLabel('Name').fill(this.name)
    await form.getByLabel('Email').fill(this.email)
    await form.getByLabel('Password').fill(this.password)
  }

  /** Presses Book beside the singer's first concert at this venue; by default the first that is not nearly sold out. Returns its day. */
  async books(singer: string, venue?: RegExp): Promise<string> {
    const { page } = this
    await page.goto('/concerts')
    const onSale = page.getByRole('listitem').filter({ hasText: venue ?? 'On sale' })
    const book = onSale.getByRole('button', { name: new RegExp(`^Book ${singer}, `) }).first()
    const name = (await book.getAttribute('aria-label')) ?? ''
    await book.click()
    return name.slice(`Book ${singer}, `.length)
  }

  /** Opens a category's seats; by default of the first with more than a few left. */
  async opensSeats(category?: string): Promise<{ picker: Locator; category: string }> {
    const { page } = this
    const row = page.getByRole('listitem').filter({ hasText: 'seats available' })
    const choose = category
      ? page.getByRole('button', { name: `Choose Seats, ${category}` })
      : row.getByRole('button', { name: /^Choose Seats, / }).first()
    const name = (await choose.getAttribute('aria-label')) ?? ''
    await choose.click()
    const picker = page.getByRole('dialog', { name: 'Select Your Seats' })
    await expect(picker.getByText('Available Seats:')).toBeVisible()
    return { picker, category: name.slice('Choose Seats, '.length) }
  }

  /** Puts the best `n` adjacent seats of a singer's next concert (at this venue) into the cart. */
  async choosesSeats(singer: string, n: number, category?: string, venue?: RegExp): Promise<Choice> {
    const day = await this.books(singer, venue)
    const opened = await this.opensSeats(category)
    await opened.picker.getByRole('button', { name: n === 1 ? 'Best 1 seat' : `Best ${n} seats together` }).click()
    return this.addsToCart(singer, day, opened)
  }

  /** Puts the best `n` adjacent seats of a concert into the cart, by default of its first category. */
  async takesSeats(concert: MadeConcert, n: number, category = Object.keys(concert.categories)[0]!): Promise<Choice> {
    await this.page.goto(`/events/${concert.id}`)
    const opened = await this.opensSeats(category)
    await opened.picker.getByRole('button', { name: n === 1 ? 'Best 1 seat' : `Best ${n} seats together` }).click()
    return this.addsToCart(concert.singer, formatDay(concert.date), opened)
  }

  /** Puts seats of row A, by their numbers, into the cart; in the list of seats. */
  async choosesInRowA(event: string, ...seats: number[]): Promise<void> {
    const { page } = this
    await page.goto(`/events/${event}`)
    await page.getByRole('button', { name: 'Choose Seats, Balcony' }).click()
    const picker = page.getByRole('dialog', { name: 'Select Your Seats' })
    await picker.getByRole('button', { name: 'As a list' }).click()
    await picker.getByRole('button', { name: /\bRow A/i, expanded: false }).click()
    for (const seat of seats)
      await picker.getByRole('button', { name: new RegExp(`\\bRow A seat ${seat},`, 'i') }).click()
    await picker.getByRole('button', { name: /^Add \d+ Seats? to Cart/ }).click()
    await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible()
  }

  async addsToCart(
    singer: string,
    day: string,
    { picker, category }: { picker: Locator; category: string },
  ): Promise<Choice> {
    const { page } = this
    const chips = picker.getByRole('list', { name: 'Your seats' }).getByRole('button')
    await expect(chips.first()).toBeVisible()
    const seats = await labelsOf(chips)
    await picker.getByRole('button', { name: /^Add \d+ Seats? to Cart/ }).click()
    const cart = page.getByRole('dialog', { name: 'Your cart' })
    const line = cart
      .getByRole('listitem')
      .filter({ hasText: singer })
      .filter({ hasText: asSaid(seats) })
    await expect(line.first()).toBeVisible()
    const here = page.getByRole('navigation', { name: 'Breadcrumb', includeHidden: true }).locator('[aria-current]')
    const city = (await here.innerText()).slice(`${singer}, `.length)
    return { singer, city, day, category, seats }
  }

  /** Puts so many standing places of an event's category into the cart. */
  async choosesPlaces(event: string, n: number, category = 'Floor'): Promise<void> {
    const { page } = this
    await page.goto(`/events/${event}`)
    await page.getByRole('button', { name: `Choose Number, ${category}` }).click()
    const chooser = page.getByRole('dialog', { name: 'How many people?' })
    await chooser.getByLabel('Number of people').fill(String(n))
    await chooser.getByRole('button', { name: /^Add to Cart/ }).click()
    const cart = page.getByRole('dialog', { name: 'Your cart' })
    await expect(cart.getByText(`${category} · Standing, ${n} ${n === 1 ? 'person' : 'people'}`)).toBeVisible()
  }

  /** Leaves for checkout, which may refuse, from the open cart or from its page. */
  async leavesTheCart(): Promise<void> {
    const { page } = this
    const open = page.getByRole('dialog', { name: 'Your cart' })
    if (await open.isVisible()) return open.getByRole('button', { name: /^Proceed to Checkout/ }).click()
    if (new URL(page.url()).pathname !== '/cart') await page.goto('/cart')
    await page.getByRole('link', { name: /^Proceed to Checkout/ }).click()
  }

  async goesToCheckout(): Promise<void> {
    await this.leavesTheCart()
    await expect(this.page.getByText(/^Seats held until/)).toBeVisible()
  }

  /** The same for a race: false when another customer took some of the seats. */
  async triesToCheckOut(): Promise<boolean> {
    const { page } = this
    await this.leavesTheCart()
    const held = page.getByText(/^Seats held until/)
    const lost = page.getByRole('alert').filter({ hasText: /no longer free|kept for a companion/ })
    await expect(held.or(lost)).toBeVisible()
    return held.isVisible()
  }

  order(): Locator {
    return this.page.getByRole('complementary', { name: 'What you are paying for' })
  }

  /** Opens the form for reference and screenshot where it is behind a press. */
  async opensTheForm(): Promise<void> {
    const field = this.page.getByLabel('UTR, 12 digits')
    const fold = this.page.getByRole('button', { name: /^(I have already paid|It does not appear\?)$/ })
    await expect(field.or(fold).first()).toBeVisible()
    if (!(await field.isVisible())) await fold.click()
    await expect(field).toBeVisible()
  }

  async typesReference(reference: string): Promise<void> {
    await this.opensTheForm()
    await this.page.getByLabel('UTR, 12 digits').fill(reference)
    await this.page.getByLabel('UTR, 12 digits').blur()
  }

  async choosesFile(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const { page } = this
    const chooser = page.waitForEvent('filechooser')
    await page.getByText(/^(Choose a screenshot|Replace)$/).click()
    await (await chooser).setFiles(file)
  }

  async fillsInPayment(reference = newReference()): Promise<Payment> {
    const { page } = this
    const { amount, code } = await this.whatToPay()
    await this.typesReference(reference)
    await this.choosesFile(receipt({ amount, reference, from: this.name }))
    await expect(page.getByRole('img', { name: 'Your screenshot' })).toBeVisible()
    return { orderCode: code, reference, amount, path: '' }
  }

  /** Presses Submit; afterwards the payment is stored on the device and its own page is open. */
  async submits(payment: Payment): Promise<Payment> {
    const { page } = this
    await page.getByRole('button', { name: 'Send the details' }).click()
    await page.waitForURL(/\/checkout\?order=/)
    const { pathname, search } = new URL(page.url())
    return { ...payment, path: pathname + search }
  }

  async seesItBeingChecked(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'We’re checking your payment.' })).toBeVisible()
  }

  /** The fields of the pay step's link: amount, note and order code. */
  async whatTheUpiAppGets(): Promise<ToPay> {
    const link = this.page.getByRole('link', { name: 'Pay in UPI app' })
    const fields = new URLSearchParams(((await link.getAttribute('href')) ?? '').split('?')[1])
    return { amount: fields.get('am') ?? '', note: fields.get('tn') ?? '', code: fields.get('tr') ?? '' }
  }

  /** What checkout shows to everyone: amount and order code. */
  async whatToPay(): Promise<{ amount: string; code: string }> {
    const amount = this.page.getByText(/^₹[\d,]+\.\d\d$/).first()
    const to = await this.page.getByText(/ · order code MF/).innerText()
    return { amount: await amount.innerText(), code: /MF[0-9A-Z]{8}$/.exec(to)?.[0] ?? '' }
  }

  /** Presses the link to a UPI app, of which the page of a story has none. */
  async opensTheUpiApp(): Promise<void> {
    await this.page.evaluate(() =>
      document.addEventListener(
        'click',
        (event) => {
          if ((event.target as Element).closest('a[href^="upi:"]')) event.preventDefault()
        },
        true,
      ),
    )
    await this.page.getByRole('link', { name: 'Pay in UPI app' }).click()
  }

  /** As a phone does that kept the page meanwhile. */
  async comesBackFromTheUpiApp(): Promise<void> {
    await this.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  }

  /** Fills in the form of an order at checkout and submits it. */
  async sendsPayment(reference?: string): Promise<Payment> {
    const payment = await this.submits(await this.fillsInPayment(reference))
    await this.seesItBeingChecked()
    return payment
  }

  async pays(reference?: string): Promise<Payment> {
    await this.goesToCheckout()
    return this.sendsPayment(reference)
  }

  /** Requests a refund of what is listed there, to this UPI id. */
  async requestsRefund(listed: Locator, upiId: string): Promise<void> {
    await listed.getByRole('button', { name: /^Request refund/ }).click()
    const dialog = this.page.getByRole('dialog', { name: 'Request a refund?' })
    await dialog.getByLabel('UPI id for refunds').fill(upiId)
    await dialog.getByRole('button', { name: 'Request refund' }).click()
  }

  /** Waits on the payment's page for its tickets, which open by themselves, without a reload. */
  async seesTicketsArrive(): Promise<void> {
    await expect(this.page).toHaveURL(/\/my-tickets/, { timeout: NEWS_MS })
  }

  /** Waits on the payment's page for its rejection with that note and the text about the money. */
  async seesRejection(note: string): Promise<Locator> {
    const dialog = this.page.getByRole('dialog', { name: 'Your payment was rejected.' })
    await expect(dialog).toContainText(note, { timeout: NEWS_MS })
    await expect(dialog).toContainText('If the money has left your account, do not pay again')
    return dialog
  }

  ticket(choice: Choice): Locator {
    return this.page
      .getByRole('region', { name: /^(Next ticket|Upcoming)$/ })
      .getByRole('listitem')
      .filter({ hasText: choice.singer })
      .filter({ hasText: choice.category })
      .filter({ hasText: asSaid(choice.seats) })
  }
}
