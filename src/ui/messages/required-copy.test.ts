import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { account } from './en/account/account.ts'
import { app } from './en/app/app.ts'
import { cart } from './en/buying/cart.ts'
import { catalogue } from './en/shop/catalogue.ts'
import { checkout } from './en/buying/checkout.ts'
import { paymentStatus } from './en/buying/payment-status.ts'
import { common } from './en/app/common.ts'
import { event } from './en/shop/event.ts'
import { info } from './en/shop/info.ts'
import { leaving } from './en/account/leaving.ts'
import { profile } from './en/account/profile.ts'
import { seats } from './en/shop/seats.ts'
import { wallet } from './en/buying/wallet.ts'

/** Texts that the shop promises word for word, and the code that shows them. tests/e2e checks many on the screen. */
const en = {
  ...account,
  ...app,
  ...cart,
  ...catalogue,
  ...checkout,
  ...paymentStatus,
  ...common,
  ...event,
  ...info,
  ...leaving,
  ...profile,
  ...seats,
  ...wallet,
}
type Key = keyof typeof en
/** The text, its key, the files of src that use it (without ending), and its parameters. */
type Promised = [says: string, key: Key, where: string | string[], parameters?: object]

const signIn = 'account/pages/login-route'
const accountStep = 'account/form/account-step'
const register = 'account/pages/register-route'
const callback = 'account/pages/callback-route'
const concerts = 'storefront/catalogue/filters/nothing-found'
const filters = 'storefront/catalogue/filters/filter-form'
const eventPage = 'storefront/catalogue/event/event-route'
const tickets = 'storefront/catalogue/event/event-tickets'
const overEvent = 'storefront/catalogue/event/event-dialogs'
const picker = 'storefront/seats/picker/seat-picker'
const basket = 'storefront/seats/picker/seat-basket'
const legend = 'storefront/seats/picker/seat-legend'
const cartPage = 'storefront/cart/cart-route'
const prices = 'storefront/cart/price-table'
const form = 'storefront/checkout/pay/payment-form'
const screenshot = 'storefront/checkout/pay/screenshot-field'
const status = 'storefront/checkout/status/status-page'
const outcome = 'storefront/checkout/status/outcome-dialogs'
const footer = 'app/layouts/footer'
const header = 'app/layouts/header'
const menu = 'app/layouts/user-menu'
const failed = 'storefront/catalogue/catalogue-failed'

const onScreens: Promised[] = [
  ['Home', 'app.home', [header, footer, 'app/layouts/tab-bar']],
  ['Concerts', 'app.concerts', [header, footer, 'app/layouts/tab-bar']],
  ['About', 'app.about', [header, footer]],
  ['Contact', 'app.contact', [header, footer]],
  ['My Tickets', 'app.myTickets', menu],
  ['Profile', 'app.profile', menu],
  ['Settings', 'app.settings', menu],
  ['Help Center', 'app.helpCenter', [menu, footer]],
  ['Admin Panel', 'app.adminPanel', menu],
  ['Sign Out', 'app.signOut', [menu, 'app/layouts/sign-out-button']],
  ['Sign in', 'app.signIn', menu],
  ['Get started', 'app.getStarted', menu],
  ['Quick Links', 'app.footer.quick', footer],
  ['Support', 'app.footer.support', footer],
  ['Contact Us', 'app.footer.contact', footer],
  ['Show All 5 dates', 'catalogue.showAll', 'storefront/catalogue/home/singer-events', { n: 5 }],
  ['Apply Filters', 'catalogue.apply', filters],
  ['No concerts found', 'catalogue.none', [concerts, 'storefront/catalogue/home/home-route']],
  ['Try Again', 'common.tryAgain', [failed, eventPage, 'storefront/seats/seats-failed']],
  ['Event not found', 'event.notFound', eventPage],
  ['Choose Seats', 'event.chooseSeats', tickets],
  ['View Layout', 'event.viewLayout', tickets],
  ['Important information', 'event.info', 'storefront/catalogue/event/event-information'],
  ['Booking & Tickets', 'info.faq.booking', []],
  ['Account & Security', 'info.faq.account', []],
  ['Event Day', 'info.faq.day', []],
  ['Update Profile', 'profile.submit', 'storefront/profile/profile-route'],
  ['tickets purchased', 'profile.stats.tickets', 'storefront/profile/profile-route'],
  ['upcoming events', 'profile.stats.upcoming', 'storefront/profile/profile-route'],
  ['past events', 'profile.stats.past', 'storefront/profile/profile-route'],
  ['Select Your Seats', 'seats.title', picker],
  ['Gold · ₹1,500 per ticket', 'seats.perTicket', picker, { category: 'Gold', price: '₹1,500' }],
  ['Maximum 10 seats per booking', 'seats.note.maximum', basket],
  ['Seats cannot be changed after booking', 'seats.note.fixed', basket],
  ['Valid ID proof required for entry', 'seats.note.id', basket],
  ['Stage', 'seats.stage', 'ui/seat-map/seat-map-view'],
  ['Available', 'seats.legend.available', legend],
  ['Selected', 'seats.legend.selected', legend],
  ['Sold', 'seats.legend.sold', legend],
  ['Available Seats:', 'seats.counts.available', basket],
  ['Sold:', 'seats.counts.sold', basket],
  ['Add 1 Seat to Cart', 'seats.add', basket, { n: 1 }],
  ['Add 3 Seats to Cart', 'seats.add', basket, { n: 3 }],
  ['Your cart is empty', 'cart.empty.title', cartPage],
  ['GST 18%', 'cart.gst', prices, { percent: 18 }],
  ['Convenience fee', 'cart.fee', prices],
  ['Platform fee (2%)', 'cart.platformFee', prices],
  ['Not charged', 'cart.platformFee.none', prices],
  ['Arrive 60 minutes early with valid ID proof.', 'cart.entry.text', cartPage],
  ['Try Again', 'checkout.rejected.tryAgain', [outcome, status]],
  ['Return to Cart', 'checkout.toCart', [outcome, status]],
  ['Please arrive 60 minutes early with valid ID proof.', 'checkout.success.arrive', outcome],
]

const ofValidation: Promised[] = [
  ['Passwords do not match', 'account.mismatch', [register, 'account/pages/reset-password-route']],
  ['Please select seats to continue', 'seats.nothing', basket],
  ['Please sign in to book tickets', 'catalogue.signInToBook', 'storefront/catalogue/book-button'],
  ['Please sign in to book tickets', 'account.login.toBook', signIn],
  ['Please provide both transaction ID and screenshot', 'checkout.both', form],
  ['Please upload an image file', 'checkout.screenshot.notImage', screenshot],
  ['File size must be less than 5MB', 'checkout.screenshot.tooLarge', screenshot],
  ['Only 100 tickets left!', 'catalogue.few', 'storefront/catalogue/sale-mark', { n: 100 }],
  ['Only 20 tickets left!', 'event.few', tickets, { n: 20 }],
  [
    'A UPI reference has 12 digits. You entered 11.',
    'checkout.reference.digits',
    'storefront/checkout/pay/reference-field',
    { n: 11 },
  ],
  ['Send it anyway', 'checkout.reference.sendAnyway', 'storefront/checkout/pay/reference-field'],
]

const ofFeedback: Promised[] = [
  ['Error loading event details', 'event.failed', eventPage],
  ['Error loading seat information', 'seats.error', 'storefront/seats/picker/seat-picker-body'],
  ['Failed to load concerts. Please try again.', 'catalogue.failed', failed],
  ['Unable to load concerts. Please try again later.', 'catalogue.unable', failed],
  ['Unable to load tickets. Please try again.', 'wallet.failed', 'storefront/wallet/my-tickets-route'],
  ['Invalid email or password', 'account.login.failed', signIn],
  ['Welcome back!', 'account.login.success', [signIn, accountStep]],
  ['Signing in...', 'account.login.busy', signIn],
  ['Error signing in with Google. Please try again.', 'account.login.google.failed', signIn],
  ['Error signing up with Google. Please try again.', 'account.register.google.failed', register],
  ['Registration failed. Please try again.', 'account.register.failed', register],
  ['Registration successful!', 'account.register.success', [register, accountStep]],
  [
    'Registration successful! Please check your email to verify your account.',
    'account.register.confirm',
    [register, accountStep],
  ],
  ['Failed to sign in. Please try again.', 'account.callback.failed', callback],
  ['Successfully signed in!', 'account.callback.success', callback],
  ['Authentication failed. Please try again.', 'account.storeFailed', 'account/form/failure-words'],
  ['Failed to sign out. Please try again.', 'leaving.failed', 'app/layouts/sign-out-button'],
  [
    'Error submitting payment. Please try again.',
    'checkout.submitFailed',
    [form, 'storefront/checkout/facts/sending-failure'],
  ],
  [
    'Failed to upload payment screenshot. Please try again.',
    'checkout.uploadFailed',
    'storefront/checkout/facts/sending-failure',
  ],
  ['It is saved on this device and will be sent.', 'checkout.willBeSent', 'storefront/checkout/facts/sending-failure'],
  [
    'Failed to verify payment creation',
    'checkout.creationFailed',
    ['storefront/checkout/status/unsent-payment', status],
  ],
  ['Payment verification timeout. Please try again.', 'checkout.status.timeout', status],
  [
    'Your payment is safe and still being checked. Do not pay again.',
    'checkout.status.timeout.safe',
    'storefront/checkout/status/status-words',
  ],
  ['Payment was rejected. Please try again with correct details.', 'checkout.rejected', [status, outcome]],
  ['Error creating tickets. Please contact support.', 'checkout.ticketsFailed', status],
  ['Tickets created successfully!', 'checkout.success', [status, outcome]],
  ['Added to cart!', 'event.added', overEvent],
  ['UPI ID copied!', 'checkout.copy.idDone', 'storefront/checkout/pay/ways-to-pay'],
  ['Link copied to clipboard!', 'event.linkCopied', 'storefront/catalogue/event/event-tools'],
  ['Payment verification started', 'checkout.started', status],
  [
    'You already sent this reference with order MF7K2QX4MD.',
    'checkout.reference.used',
    [status, form],
    { code: 'MF7K2QX4MD' },
  ],
  ['This event is no longer on sale.', 'event.over', eventPage],
  ['This event is no longer on sale.', 'cart.notOnSale', 'storefront/cart/cart-line'],
  ['Ticket not found', 'wallet.ticket.notFound', 'storefront/wallet/ticket-route'],
  ['This area is for staff.', 'account.staff.only', 'account/session/guards'],
  ['Your seats stay yours while we check.', 'checkout.status.seatsHeld', 'storefront/checkout/status/seats-now'],
  [
    'Your seats are kept until 6:40 pm.',
    'checkout.status.seatsUntil',
    'storefront/checkout/status/seats-now',
    { time: '6:40 pm' },
  ],
  [
    'Your payment is recorded. Some seats are no longer free; our staff will offer others or refund you.',
    'checkout.status.seatsLost',
    'storefront/checkout/status/seats-now',
  ],
]

/** Facts on the information pages: the page, and a pattern that one of its texts matches. */
const facts: [page: string, text: RegExp][] = [
  [
    'info.q.',
    /Only if the organiser cancels the concert\. Request it in My Tickets; the money comes back within 7–10 business days/,
  ],
  ['info.q.', /Duplicate charges are returned within 3–5 business days/],
  ['info.q.', /ask for a refund within 7 days/],
  ['info.q.', /60 minutes before the start, with valid ID proof/],
  ['info.q.', /18% GST.*₹30 a ticket/],
  ['info.q.', /Up to 10 seats of a ticket category in one booking/],
  ['info.refund.', /7–10 business days/],
  ['info.refund.', /within 3–5 business days/],
  ['info.refund.', /within 7 days of the change/],
  ['info.refund.', /no refunds except when the organiser cancels/],
  ['info.terms.', /arrive 60 minutes early/],
  ['info.terms.', /GST of 18% and a convenience fee of ₹30 a ticket/],
  ['info.help.', /Arrive 60 minutes early/],
  ['event.info.', /60 minutes early/],
  ['event.info.', /Only if the organiser cancels; 7–10 business days/],
]

const src = fileURLToPath(new URL('../..', import.meta.url))

function source(file: string): string {
  for (const ending of ['.tsx', '.ts'])
    try {
      return readFileSync(`${src}${file}${ending}`, 'utf8')
    } catch {
      continue
    }
  throw new Error(`There is no ${file} in src`)
}

const wordsOf = (key: Key, parameters: object = {}): string => {
  const message = en[key] as string | ((parameters: object) => string)
  return typeof message === 'function' ? message(parameters) : message
}

describe.each([
  ['screens', onScreens],
  ['validation', ofValidation],
  ['feedback', ofFeedback],
])('promised words of %s', (_, promised) => {
  it.each(promised)('“%s” is %s', (says, key, where, parameters) => {
    expect(wordsOf(key, parameters)).toBe(says)
    for (const file of [where].flat()) expect(source(file), `${file} says ${key}`).toContain(`'${key}'`)
  })
})

describe('feedback by toast', () => {
  it.each([
    [eventPage, "toast.error(t('event.failed'))"],
    ['storefront/seats/picker/seat-picker-body', "toast.error(t('seats.error')"],
    ['storefront/catalogue/book-button', "toast.error(t('catalogue.signInToBook'))"],
    [signIn, "toast.success(t('account.login.success'))"],
    [callback, "toast.success(t('account.callback.success'))"],
    [callback, "toast.error(t('account.callback.failed'))"],
    ['app/layouts/sign-out-button', "failed: () => t('leaving.failed')"],
    [overEvent, "toast.success(t('event.added'))"],
    ['storefront/catalogue/event/event-tools', "toast.success(t('event.linkCopied'))"],
    ['storefront/profile/profile-route', "done: () => t('profile.saved')"],
    [status, "toast.success(t('checkout.started'))"],
    [status, "toast.success(t('checkout.success'))"],
    [status, "toast.error(t('checkout.ticketsFailed'))"],
    [status, "toast.error(t('checkout.rejected'))"],
    [status, "toast.error(t('checkout.status.timeout'))"],
  ])('%s: %s', (file, call) => {
    expect(source(file)).toContain(call)
  })
})

describe('facts on the information pages', () => {
  it.each(facts)('%s… has %s', (page, text) => {
    const texts = Object.entries(en)
      .filter(([key]) => key.startsWith(page))
      .map(([key]) => wordsOf(key as Key))
    expect(texts.filter((one) => text.test(one))).not.toEqual([])
  })

  it('asks for one arrival time everywhere', () => {
    const minutes = Object.keys(en).flatMap((key) => {
      const words = /(?:^|[^\d])(\d+) minutes early/i.exec(String(en[key as Key]))
      return words ? [words[1]] : []
    })
    expect(minutes.length).toBeGreaterThan(3)
    expect(new Set(minutes)).toEqual(new Set(['60']))
  })
})
