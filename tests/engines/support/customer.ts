import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asSaid, newPerson } from '../../support/people/customer.ts'
import { receipt } from '../../support/sales/files.ts'
import type { Device } from './engine.ts'
import { ageSession, keptEvents, keptLanguages, leaveAfter, updateIsWaiting } from './kept.ts'
import { Screen, type Way } from './screen.ts'

const NEWS_MS = 60_000
/** The longest wait of an outbox after a few failures, and the request. */
const ARRIVAL_MS = 90_000

export interface Choice {
  singer: string
  category: string
  seats: string[]
}

export interface Payment {
  orderCode: string
  reference: string
  amount: string
  path: string
}

export class Customer {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly device: Device
  readonly url: string
  screen: Screen

  /** Without an account: a visitor who may register. */
  constructor(device: Device, screen: Screen, url: string, account = newPerson()) {
    this.name = account.name
    this.email = account.email
    this.password = account.password
    this.device = device
    this.screen = screen
    this.url = url
  }

  async opensAnotherWindow(): Promise<Screen> {
    this.screen = new Screen(await this.device.newTab(), this.url)
    return this.screen
  }

  async turnsTo(screen: Screen): Promise<void> {
    this.screen = screen
    await screen.tab.front()
  }

  async signsIn(): Promise<void> {
    const { screen } = this
    await screen.label('Email').fill(this.email)
    await screen.label('Password').fill(this.password)
    await screen.role('button', 'Sign in').press()
    await this.isSignedIn()
  }

  async registersOnTheWayToCheckout(): Promise<void> {
    const { screen } = this
    await screen.opens('/cart')
    await screen.role('link', /^Proceed to Checkout/).press()
    await screen.label('Name').fill(this.name)
    await screen.label('Email').fill(this.email)
    await screen.label('Password').fill(this.password)
    await screen.role('button', 'Create account').press()
    await this.isSignedIn()
    await this.seesTheSeatsHeld()
  }

  async isSignedIn(): Promise<void> {
    await this.screen.role('button', `Account of ${this.name}`).isThere()
  }

  /** Waits until a worker serves the page and the catalogue is stored: then it opens offline. */
  async isReadyForOffline(): Promise<void> {
    await this.screen.asks(
      () => navigator.serviceWorker.controller !== null,
      (served) => served,
      'No worker serves the page',
    )
    await this.screen.asks(keptEvents, (n) => n > 0, 'The device keeps no concerts')
  }

  async keepsTheLanguage(language: string): Promise<void> {
    const kept = (languages: string[]) => languages.includes(language)
    await this.screen.asks(keptLanguages, kept, `The device does not keep ${language}`)
  }

  async leavesAfter(answers: number, path: string): Promise<void> {
    await this.screen.tab.run(leaveAfter, answers, path)
    await this.screen.isAt(new RegExp(`^${path}`))
  }

  async looksForAnUpdate(): Promise<void> {
    await this.screen.asks(updateIsWaiting, (waiting) => waiting, 'No new version is waiting')
  }

  async acceptsTheNewVersion(): Promise<void> {
    const { screen } = this
    const prompt = screen.role('status', undefined, { saying: 'A new version is ready.' })
    await prompt.role('button', 'Reload').press()
    await prompt.isGone()
    await screen.asks(updateIsWaiting, (waiting) => !waiting, 'The new version is still waiting')
  }

  async letsAWeekPass(): Promise<void> {
    await this.screen.tab.run(ageSession, 7 * 24)
  }

  async seesTheFrontPage(): Promise<void> {
    await this.screen.isAt(/^\/$/)
    await this.screen.role('heading', 'Upcoming concerts').isThere()
    await this.screen.role('button', /^Book /).isThere()
  }

  concerts(): Way {
    return this.screen.role('region', 'Concerts').role('listitem')
  }

  /** Filters the list by a city; returns how many concerts the button promised. */
  async filtersByCity(city: string): Promise<number> {
    const { screen } = this
    await this.concerts().isThere()
    await screen.label('City').choose(city)
    const { says } = await screen.role('button', /^Apply Filters/).until((found) => /\d/.test(found.says[0] ?? ''))
    await screen.role('button', /^Apply Filters/).press()
    await screen.isAt(new RegExp(`city=${city}`))
    return Number(/\d+/.exec(says[0] ?? '')?.[0])
  }

  async seesConcerts(n: number, saying: string): Promise<void> {
    await this.concerts().until(({ says }) => says.length === n && says.every((one) => one.includes(saying)))
  }

  async seesConcertsOnSale(): Promise<void> {
    await this.screen.role('listitem', undefined, { saying: 'On sale' }).isThere()
  }

  /** Opens the page of a singer's first concert in the list that is not nearly sold out. */
  async opensConcert(singer: string): Promise<void> {
    await this.screen.opens(`/concerts?q=${encodeURIComponent(singer)}`)
    await this.screen.role('listitem', undefined, { saying: 'On sale' }).role('link').at(0).press()
    await this.screen.role('heading', singer).isThere()
  }

  async opensSeats(): Promise<string> {
    const { screen } = this
    const offered = screen.role('listitem', undefined, { saying: 'seats available' })
    const choose = offered.role('button', /^Choose Seats, /).at(0)
    const { label } = await choose.until((found) => found.count > 0)
    await choose.press()
    await this.picker().isThere()
    return label.slice('Choose Seats, '.length)
  }

  picker(): Way {
    return this.screen.role('dialog', 'Select Your Seats')
  }

  async takesASeatOfTheMap(): Promise<string> {
    return this.#takes(
      this.picker()
        .role('grid')
        .role('button', /, available$/)
        .at(0),
    )
  }

  async takesASeatOfTheList(): Promise<string> {
    const picker = this.picker()
    await picker.role('button', 'As a list').press()
    await picker
      .role('button', /[Rr]ow /)
      .at(0)
      .press()
    return this.#takes(picker.role('button', /, available$/).at(0))
  }

  async #takes(seat: Way): Promise<string> {
    const { label } = await seat.until((found) => found.count > 0)
    const name = /^.*seat \d+/.exec(label)?.[0] ?? ''
    // By its name: the map that opens moves, and another seat may be its first by now.
    await this.picker()
      .role('button', new RegExp(`^${name}, .*, available$`))
      .at(0)
      .press()
    await this.picker()
      .role('button', new RegExp(`^${name}, .*, selected$`))
      .at(0)
      .isThere()
    return name
  }

  async takesTheBest(n: number): Promise<void> {
    await this.picker()
      .role('button', n === 1 ? 'Best 1 seat' : `Best ${n} seats together`)
      .press()
  }

  async addsToCart(): Promise<string[]> {
    const picker = this.picker()
    const { says } = await picker
      .role('list', 'Your seats')
      .role('button')
      .until((found) => found.count > 0)
    // 'Front rows A9', 'A10'
    const seats = says.map((chip) => chip.slice(chip.lastIndexOf(' ') + 1))
    await picker.role('button', /^Add \d+ Seats? to Cart/).press()
    await this.screen
      .role('dialog', 'Your cart')
      .role('listitem', undefined, { saying: asSaid(seats) })
      .isThere()
    return seats
  }

  async closesTheCart(): Promise<void> {
    const cart = this.screen.role('dialog', 'Your cart')
    await cart.role('button', 'Close').press()
    await cart.isGone()
  }

  /** Puts the best `n` adjacent seats of a singer's next concert into the cart. */
  async choosesSeats(singer: string, n: number): Promise<Choice> {
    await this.opensConcert(singer)
    const category = await this.opensSeats()
    await this.takesTheBest(n)
    return { singer, category, seats: await this.addsToCart() }
  }

  async seesInTheCart(seats: number): Promise<void> {
    const name = seats === 0 ? 'Cart, empty' : seats === 1 ? 'Cart, 1 ticket' : `Cart, ${seats} tickets`
    await this.screen.role('link', name, { hidden: true }).isThere()
  }

  async goesToCheckout(): Promise<void> {
    await this.screen.opens('/cart')
    await this.screen.role('link', /^Proceed to Checkout/).press()
    await this.seesTheSeatsHeld()
  }

  async seesTheSeatsHeld(): Promise<void> {
    await this.screen.text(/^Seats held until/).isThere()
  }

  async seesTheSeatsOfTheOrder({ seats }: Pick<Choice, 'seats'>): Promise<void> {
    await this.screen.role('complementary', 'What you are paying for', { saying: asSaid(seats) }).isThere()
  }

  async fillsInPayment(): Promise<Payment> {
    const { screen } = this
    const reference = String(randomInt(1e11, 9e11))
    const amount = await screen.text(/^₹[\d,]+\.\d\d$/).isThere()
    const to = await screen.text(/ · order code MF/).isThere()
    await screen.label('UTR, 12 digits').fill(reference)
    await this.choosesScreenshot(receipt({ amount, reference, from: this.name }).buffer)
    return { orderCode: /MF[0-9A-Z]{8}$/.exec(to)?.[0] ?? '', reference, amount, path: '' }
  }

  async choosesScreenshot(picture: Buffer): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'mehfil-picture-'))
    const path = join(folder, 'screenshot.png')
    writeFileSync(path, picture)
    await this.screen.label('Choose a screenshot').attach(path)
    // The page reads the file later; it may be deleted only then.
    await this.screen.role('img', 'Your screenshot').isThere()
    rmSync(folder, { recursive: true, force: true })
  }

  /** Presses Submit; afterwards the payment is stored on the device and its own page is open. */
  async submits(payment: Payment): Promise<Payment> {
    await this.screen.role('button', /^Send the details/).press()
    return { ...payment, path: await this.screen.isAt(/^\/checkout\?order=/) }
  }

  async seesItBeingChecked(): Promise<void> {
    await this.screen.role('heading', 'We’re checking your payment.').isThere(ARRIVAL_MS)
  }

  async seesItSavedOnTheDevice(): Promise<void> {
    await this.screen.role('heading', 'Your payment details are saved on this device.').isThere()
  }

  async pays(): Promise<Payment> {
    await this.goesToCheckout()
    const payment = await this.submits(await this.fillsInPayment())
    await this.seesItBeingChecked()
    return payment
  }

  /** Waits on the payment's page for its tickets, without a reload. */
  async seesTicketsArrive(): Promise<void> {
    await this.screen.isAt(/^\/my-tickets/, NEWS_MS)
  }

  ticket(choice: Choice): Way {
    return this.screen
      .role('region', /^(Next ticket|Upcoming)$/)
      .role('listitem', undefined, { saying: asSaid(choice.seats) })
  }

  async opensTicket(choice: Choice): Promise<void> {
    const { screen } = this
    await screen.opens('/my-tickets')
    await this.ticket(choice).role('link').at(0).press()
    await screen.role('button', 'Back to My Tickets').isThere()
    await screen.isAt(/^\/my-tickets\/[\w-]{36}$/)
    await this.seesTheCode()
  }

  async readsThatItDoesNotStay(): Promise<void> {
    await this.screen
      .text(/^This is a private window: when you close it, your ticket is no longer on this device/)
      .isThere()
  }

  async seesTheCode(): Promise<void> {
    await this.screen.role('button', 'Back to My Tickets').isThere()
    await this.screen.role('img', /^QR code of ticket \w{4}-\w{4}-\w, /).isThere()
  }
}
