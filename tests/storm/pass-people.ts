import { toHex } from '../../src/platform/text/bytes.ts'
import { compressed } from '../../src/shop/tickets/passes/device-key.ts'
import { stepAt } from '../../src/shop/tickets/passes/pass-code.ts'
import { changingCode, type PassKey } from '../../src/shop/tickets/passes/pass-key.store.ts'
import { codesOf } from '../../src/shop/tickets/passes/passes.ts'
import type { Turns } from './pass-gate.ts'
import type { PassOrder, PassOutcome, PassShop } from './pass-shop.ts'
import type { Random } from './random.ts'

/** Whose pass it is: an account, or a person without one by the link that their device opened. */
interface Person {
  name: string
  account: string | null
  link?: { p_secret: string; p_device: string }
}

/** A code that was shown on a phone once; a screenshot of it may come to any gate. */
export interface SeenCode {
  pass: number
  issue: number
  /** Whose it was, as gates write a name. */
  person: string
  /** Changes with the time. */
  isBound: boolean
  /** Its holder had shown the pass on another phone before. */
  isMoved: boolean
  /** The text of its QR at a time, milliseconds. */
  text(at: number): Promise<string>
}

export interface Link {
  pass: number
  from: Person
  to: 'buyer' | 'friend' | 'guest'
  id: string
  secret: string
}

/** From this issue on the codes of a pass are valid; certain after the turn `done`. */
interface Voiding {
  pass: number
  issue: number
  done: number
  isHandOver: boolean
}

interface PassRow {
  number: number
  seat: string
  holder_id: string
  issue: number
  key_number: number
  signature: string
  device_key: string | null
}

const SHORT_NAMES = { buyer: 'Asha R.', friend: 'Bela D.', guest: 'Dev P.' }

/** Three people with phones, of whom one bought four passes. */
export class PassPeople {
  readonly codes: SeenCode[] = []
  readonly voidings: Voiding[] = []
  links: Link[] = []
  /** How many links were made. */
  made = 0
  readonly #shop: PassShop
  readonly #order: PassOrder
  readonly #turns: Turns
  readonly #random: Random
  readonly #holders: Person[]
  readonly #keys = new Map<string, PassKey>()
  /** How often its holder bound a pass, by number. */
  readonly #bindings = new Map<number, number>()

  constructor(shop: PassShop, order: PassOrder, turns: Turns, random: Random) {
    this.#shop = shop
    this.#order = order
    this.#turns = turns
    this.#random = random
    this.#holders = order.seats.map(() => ({ name: SHORT_NAMES.buyer, account: order.buyer }))
  }

  /** The buyer's phone shows all codes. */
  async open(): Promise<void> {
    for (const row of await this.#rows()) this.#see(row)
  }

  /** The customer's name, as gates write it. */
  readonly buyer = SHORT_NAMES.buyer

  holderOf = (pass: number): string => this.#holders[pass - 1]!.name

  /** The newest code of a pass. */
  current = (pass: number): SeenCode => this.codes.findLast((one) => one.pass === pass)!

  /** Whether this code was void for certain before a turn. */
  isVoid = (code: SeenCode, turn: number): boolean =>
    this.voidings.some((one) => one.done < turn && one.pass === code.pass && one.issue > code.issue)

  /** The holder makes a link to another person. Returns what came of it. */
  async handOver(pass: number, to: Link['to']): Promise<string> {
    const from = this.#holders[pass - 1]!
    if (SHORT_NAMES[to] === from.name) return 'keeps it'
    const args = { p_ticket_id: this.#order.ticketId, p_number: pass, ...from.link }
    const made = await this.#ask<{ transfer_id: string; secret: string }>(from, 'hand_over_pass', args)
    if ('refusal' in made) return made.refusal.detail || made.refusal.code
    this.made += 1
    const { transfer_id: id, secret } = made.answer
    this.links = [...this.links.filter((one) => one.pass !== pass), { pass, from, to, id, secret }]
    return 'made'
  }

  async takeBack(link: Link): Promise<string> {
    const outcome = await this.#ask<string>(link.from, 'take_back_pass', { p_transfer_id: link.id, ...link.from.link })
    this.links = this.links.filter((one) => one !== link)
    return 'answer' in outcome ? outcome.answer : outcome.refusal.code
  }

  /** The receiver opens the link, in their account or on a phone without one. Returns what came of it. */
  async accept(link: Link): Promise<string> {
    const isGuest = link.to === 'guest'
    const device = { p_secret: link.secret, p_device: toHex(crypto.getRandomValues(new Uint8Array(32))) }
    const receiver: Person = isGuest
      ? { name: SHORT_NAMES.guest, account: null, link: device }
      : { name: SHORT_NAMES[link.to], account: link.to === 'buyer' ? this.#order.buyer : this.#order.friend }
    const outcome = isGuest
      ? await this.#ask(receiver, 'open_ticket_link', { ...device, p_name: 'Dev Patel' })
      : await this.#ask(receiver, 'accept_pass', { p_secret: link.secret })
    if ('refusal' in outcome) return outcome.refusal.detail || outcome.refusal.code
    const done = this.#turns.next()
    this.links = this.links.filter((one) => one !== link)
    this.#holders[link.pass - 1] = receiver
    this.#bindings.delete(link.pass)
    const row = (await this.#rows())[link.pass - 1]!
    this.voidings.push({ pass: link.pass, issue: row.issue, done, isHandOver: true })
    this.#see(row)
    return 'accepted'
  }

  /** Binds a pass of a screen-only event to its holder's phone, or to their second one. */
  async bind(pass: number, isSecondPhone = false): Promise<string> {
    const holder = this.#holders[pass - 1]!
    const key = await this.#keyOf(`${holder.name}${isSecondPhone ? ', second phone' : ''}`)
    const args = { p_ticket_id: this.#order.ticketId, p_number: pass, p_device_key: key.publicKey, p_again: true }
    const outcome = await this.#ask(holder, 'bind_pass', { ...args, ...holder.link })
    if ('refusal' in outcome) return outcome.refusal.code
    const done = this.#turns.next()
    const row = (await this.#rows())[pass - 1]!
    if (row.issue === this.current(pass).issue) return 'bound before'
    this.#bindings.set(pass, 1 + (this.#bindings.get(pass) ?? 0))
    this.voidings.push({ pass, issue: row.issue, done, isHandOver: false })
    this.#see(row)
    return 'bound'
  }

  #ask = <T>(person: Person, name: string, args: Record<string, unknown>): Promise<PassOutcome<T>> =>
    this.#shop.call<T>(person.account, name, args)

  #rows(): Promise<PassRow[]> {
    return this.#shop.database.query<PassRow>(
      `select number, seat, holder_id, issue, key_number, signature, device_key from public.passes
       where ticket_id = $1 order by number`,
      [this.#order.ticketId],
    )
  }

  /** Its holder's phone shows the newest code of a pass. */
  #see({ holder_id: userId, key_number: keyNumber, device_key: deviceKey, ...row }: PassRow): void {
    const { ticketId: id, eventId } = this.#order
    const pass = { ...row, keyNumber, ...(deviceKey && { deviceKey }) }
    const [shown] = codesOf({ id, userId, eventId, passes: [pass] })
    const { text, bound } = shown!
    const key = bound && [...this.#keys.values()].find((one) => one.publicKey === bound.deviceKey)
    this.codes.push({
      ...{ pass: row.number, issue: row.issue, person: this.holderOf(row.number), isBound: bound !== undefined },
      isMoved: (this.#bindings.get(row.number) ?? 0) > 1,
      text: async (at) => (bound ? changingCode(bound.pass, key!, stepAt(at)) : text!),
    })
  }

  async #keyOf(phone: string): Promise<PassKey> {
    const known = this.#keys.get(phone)
    if (known) return known
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
    const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
    const made = { publicKey: toHex(compressed(point)), privateKey: pair.privateKey }
    this.#keys.set(phone, made)
    return made
  }

  /** A link that is open, if any. */
  openLink = (): Link | null => (this.links.length > 0 ? this.#random.pick(this.links) : null)
}
