import type { Proof } from '../../src/shop/proofs/proof.ts'
import { bring, mailAbout, newUtr } from './proof-buyers.ts'
import { readBooks, faultsOfProofs, type Transfer } from './proof-books.ts'
import type { HeldOrder, ProofShop } from './proof-shop.ts'
import type { Random } from './random.ts'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** What one round of attacks expects once everything has settled. */
class Round {
  readonly shop: ProofShop
  readonly random: Random
  /** Orders that must have no tickets, by attack. */
  readonly nothing: [string, HeldOrder][] = []
  /** Orders whose own money came: they must have them. */
  readonly served: [string, HeldOrder][] = []
  readonly transfers: Transfer[] = []

  constructor(shop: ProofShop, random: Random) {
    this.shop = shop
    this.random = random
  }

  /** An order of one seat, so that all orders of a round cost the same. */
  async order(id?: string): Promise<HeldOrder> {
    return this.shop.order(this.random, { seats: 1, ...(id !== undefined && { id }) })
  }

  async mail(order: HeldOrder, note: string | null, change: Partial<Transfer> = {}): Promise<string> {
    const transfer = { utr: newUtr(this.random), amount: order.price, order: order.id, ...change }
    this.transfers.push(transfer)
    await bring(this.shop, await mailAbout(this.shop, transfer, note))
    return transfer.utr
  }

  /** A credit that a payment app's report tells: reports may be older than mails. */
  async report(amount: string, note: string | null, change: Partial<Proof> = {}): Promise<string> {
    const utr = newUtr(this.random)
    await this.shop.settling.take({
      source: 'report',
      externalId: this.random.uuid(),
      creditedAt: new Date().toISOString(),
      amountPaise: Math.round(Number(amount) * 100),
      utr,
      note,
      payerVpa: null,
      certain: true,
      content: {},
      ...change,
    })
    return utr
  }

  mustFail(name: string, ...orders: HeldOrder[]): void {
    this.nothing.push(...orders.map((order): [string, HeldOrder] => [name, order]))
  }

  mustWork(name: string, ...orders: HeldOrder[]): void {
    this.served.push(...orders.map((order): [string, HeldOrder] => [name, order]))
  }

  /** Eight signs as a code has them, with a digit and a letter among the first five. */
  word(): string {
    const sign = (): string => CROCKFORD[this.random(32)]!
    return `${CROCKFORD[10 + this.random(22)]}${1 + this.random(9)}${Array.from({ length: 6 }, sign).join('')}`
  }
}

const sign = (order: HeldOrder): string => order.code.slice(2)

/** An order's id is made on the device: its first forty bits are the code. */
function idWithCode(signs: string, random: Random): string {
  const bits = [...signs].reduce((sum, one) => sum * 32n + BigInt(CROCKFORD.indexOf(one)), 0n)
  const hex = bits.toString(16).padStart(10, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${random.uuid().slice(11)}`
}

const near = (utr: string, at: number): string =>
  utr.slice(0, at) + String((Number(utr[at]) + 5) % 10) + utr.slice(at + 1)

type Attack = (round: Round) => Promise<void>

const ATTACKS: Record<string, Attack> = {
  "another's UTR, whose note has the code": async (round) => {
    const [owner, thief] = [await round.order(), await round.order()]
    const utr = newUtr(round.random)
    const steal = (): Promise<void> => round.shop.submit(thief, utr)
    const pay = (): Promise<string> => round.mail(owner, sign(owner), { utr })
    const when = round.random(3)
    if (when === 0) await steal().then(pay)
    if (when === 1) await Promise.all([steal(), pay()])
    if (when === 2) await pay().then(() => steal().catch(refused))
    round.mustFail("another's UTR", thief)
    round.mustWork('whose UTR was stolen', owner)
  },
  "another's UTR, claimed by both before the mail": async (round) => {
    const [owner, thief] = [await round.order(), await round.order()]
    const utr = newUtr(round.random)
    await Promise.all([round.shop.submit(owner, utr), round.shop.submit(thief, utr)])
    await round.mail(owner, null, { utr })
    round.mustFail('two claims of one UTR', owner, thief)
  },
  "another's UTR, after it was approved": async (round) => {
    const [owner, thief] = [await round.order(), await round.order()]
    const utr = newUtr(round.random)
    await round.shop.submit(owner, utr)
    await round.mail(owner, null, { utr })
    await round.shop.submit(thief, utr).catch(refused)
    round.mustFail('a UTR that is used', thief)
    round.mustWork('the first with the UTR', owner)
  },
  'a code that is a word of narrations': async (round) => {
    const word = round.word()
    await round.report('499.00', `${word} SALE`, { creditedAt: new Date(Date.now() - DAY_MS).toISOString() })
    const thief = await round.order(idWithCode(word, round.random))
    await round.report(thief.price, `${word} SALE`)
    round.mustFail('a word as a code', thief)
  },
  'a code of a credit that was seen': async (round) => {
    const word = round.word()
    await round.report('1530.00', word, { creditedAt: new Date(Date.now() - 10 * MINUTE_MS).toISOString() })
    round.mustFail('a credit before its order', await round.order(idWithCode(word, round.random)))
  },
  'a UTR of a credit that was seen': async (round) => {
    const utr = await round.report('1530.00', null, { creditedAt: new Date(Date.now() - 10 * MINUTE_MS).toISOString() })
    const thief = await round.order()
    await round.shop.submit(thief, utr)
    round.mustFail('a UTR before its order', thief)
  },
  "a rupee with another's code": async (round) => {
    const [owner, short] = [await round.order(), await round.order()]
    const rupee = (order: HeldOrder): Promise<string> => round.mail(order, sign(order), { amount: '1.00' })
    await rupee(short)
    const payments = await round.shop.database.query('select id from public.payments where order_id = $1', [short.id])
    if (payments.length > 0) throw new Error("A rupee ended another's order.")
    // Its owner pays in full, before, after or meanwhile.
    const pay = (): Promise<string> => round.mail(owner, sign(owner))
    const when = round.random(3)
    if (when === 0) await rupee(owner).then(pay)
    if (when === 1) await Promise.all([rupee(owner), pay(), rupee(owner)])
    if (when === 2) await pay().then(() => rupee(owner))
    round.mustFail("a rupee with another's code", short)
    round.mustWork("a rupee beside the owner's payment", owner)
  },
  'rupees beside less than the price': async (round) => {
    const [thief, forger] = [await round.order(), await round.order()]
    const less = (order: HeldOrder): string => (Number(order.price) - 3).toFixed(2)
    await round.mail(thief, sign(thief), { amount: '1.00' })
    await round.mail(thief, sign(thief), { amount: less(thief) })
    await round.mail(forger, sign(forger), { amount: '1.00' })
    await round.report(forger.price, sign(forger), { certain: false })
    round.mustFail('rupees beside less than the price', thief, forger)
  },
  "the price beside another's UTR": async (round) => {
    const [victim, thief] = [await round.order(), await round.order()]
    const utr = newUtr(round.random)
    await round.mail(victim, null, { utr, amount: '5000.00' })
    await round.shop.submit(thief, utr)
    await round.mail(thief, sign(thief))
    round.mustFail("the price beside another's UTR", thief, victim)
  },
  'a paisa too little': async (round) => {
    const order = await round.order()
    await round.mail(order, sign(order), { amount: (Number(order.price) - 0.01).toFixed(2) })
    round.mustFail('a paisa too little', order)
  },
  'two credits near one claim': async (round) => {
    const thief = await round.order()
    const utr = newUtr(round.random)
    const [first, second] = [await round.order(), await round.order()]
    await round.mail(first, null, { utr: near(utr, 3) })
    await round.mail(second, null, { utr: near(utr, 8) })
    await round.shop.submit(thief, utr)
    round.mustFail('two credits near one claim', thief, first, second)
  },
  'two claims near one credit': async (round) => {
    const [owner, thief] = [await round.order(), await round.order()]
    const utr = newUtr(round.random)
    await round.shop.submit(owner, near(utr, 4))
    await round.shop.submit(thief, near(utr, 9))
    await round.mail(owner, null, { utr })
    round.mustFail('two claims near one credit', owner, thief)
  },
  'a note with two codes': async (round) => {
    const [one, other] = [await round.order(), await round.order()]
    await round.mail(one, `${sign(one)} ${sign(other)}`)
    round.mustFail('a note with two codes', one, other)
  },
  "two orders with one code's beginning": async (round) => {
    const word = round.word()
    const at = round.random(31)
    const [one, other] = [
      await round.order(idWithCode(`${word.slice(0, 7)}${CROCKFORD[at]}`, round.random)),
      await round.order(idWithCode(`${word.slice(0, 7)}${CROCKFORD[at + 1]}`, round.random)),
    ]
    await round.mail(one, word.slice(0, 5))
    round.mustFail('a beginning of two codes', one, other)
  },
  "a beginning with another order's amount": async (round) => {
    const order = await round.order()
    await round.mail(order, sign(order).slice(0, 5), { amount: (Number(order.price) + 1).toFixed(2) })
    round.mustFail('a beginning with another amount', order)
  },
  'a proof that is not certain': async (round) => {
    const order = await round.order()
    await round.report(order.price, sign(order), { certain: false })
    round.mustFail('not certain', order)
  },
}

const refused = (error: unknown): void => {
  if ((error as { code?: string }).code !== 'PT409') throw error
}

export interface AttackReport {
  faults: string[]
  transfers: Transfer[]
  attacks: number
}

/** Attacks the matching itself: the mails are real and the money is a customer's, the claims are hostile. */
export async function runAttacks(
  shop: ProofShop,
  rounds: number,
  earlier: readonly Transfer[],
  random: Random,
): Promise<AttackReport> {
  const report: AttackReport = { faults: [], transfers: [...earlier], attacks: 0 }
  const done: Round[] = []
  for (let n = 0; n < rounds; n += 1) {
    const round = new Round(shop, random.fork(n))
    done.push(round)
    for (const attack of Object.values(ATTACKS)) {
      // oxlint-disable-next-line no-await-in-loop -- each ends before the next
      await attack(round)
      report.attacks += 1
    }
  }
  await shop.sweepOnce()
  const { approved } = await readBooks(shop.database)
  for (const { nothing, served } of done) {
    for (const [name, order] of nothing) if (approved.has(order.id)) report.faults.push(`${name}: approved`)
    for (const [name, order] of served) if (!approved.has(order.id)) report.faults.push(`${name}: not approved`)
  }
  report.transfers.push(...done.flatMap((round) => round.transfers))
  report.faults.push(...(await faultsOfProofs(shop.database, report.transfers)))
  return report
}
