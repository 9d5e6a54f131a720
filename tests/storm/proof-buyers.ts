import { axisLetter, hdfcLetter } from '../support/mail/bank-mail.ts'
import { gridSeat } from '../sql-races/sale-database.ts'
import type { Transfer } from './proof-books.ts'
import type { HeldOrder, ProofShop } from './proof-shop.ts'
import type { Random } from './random.ts'

type Fault = 'typo' | 'app_id' | 'wrong_amount' | 'never_submitted' | 'invented' | 'none'

/** Per cent of each kind of buyer who do what goes wrong with payments by UPI. */
const KINDS: Record<string, Partial<Record<Fault, number>>> = {
  careful: { typo: 1, app_id: 2, wrong_amount: 0.3, never_submitted: 1, invented: 0.2 },
  ordinary: { typo: 3, app_id: 5, wrong_amount: 1, never_submitted: 3, invented: 1 },
  rough: { typo: 6, app_id: 12, wrong_amount: 3, never_submitted: 6, invented: 3 },
}

export interface Buyer {
  kind: string
  fault: Fault
  /** The bank's mail has the payer's note; one in three has the UTR alone. */
  hasNote: boolean
  order?: HeldOrder
  transfer?: Transfer
}

/** Deals kinds and faults out in exactly their shares, so that a run differs by chance in its order alone. */
export function dealBuyers(count: number, random: Random): Buyer[] {
  const buyers: Buyer[] = []
  const kinds = Object.entries(KINDS)
  const dealt = new Map<Fault, number>()
  for (const [n, [kind, faults]] of kinds.entries()) {
    const size = Math.floor(((n + 1) * count) / kinds.length) - Math.floor((n * count) / kinds.length)
    let [share, given] = [0, 0]
    const deal = (fault: Fault, until: number): void => {
      for (; given < until; given += 1) {
        const turn = dealt.get(fault) ?? 0
        dealt.set(fault, turn + 1)
        buyers.push({ kind, fault, hasNote: turn % 3 !== 2 })
      }
    }
    for (const [fault, percent] of Object.entries(faults) as [Fault, number][]) {
      share += percent
      deal(fault, Math.round((size * share) / 100))
    }
    deal('none', size)
  }
  for (let at = buyers.length - 1; at > 0; at -= 1) {
    const other = random(at + 1)
    ;[buyers[at], buyers[other]] = [buyers[other]!, buyers[at]!]
  }
  return buyers
}

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => String(random(10))).join('')

/** A UTR as banks number them: the year's last digit, then anything. */
export const newUtr = (random: Random): string => `6${digits(random, 11)}`

const changed = (text: string, at: number, sign: string): string => text.slice(0, at) + sign + text.slice(at + 1)

function mistyped(utr: string, random: Random): string {
  const at = 1 + random(10)
  const kind = random(4)
  if (kind === 0) return utr.slice(0, at) + utr.slice(at + 1)
  if (kind === 1) return utr.slice(0, at) + String(random(10)) + utr.slice(at)
  if (kind === 2 && utr[at] !== utr[at + 1]) return utr.slice(0, at) + utr[at + 1]! + utr[at]! + utr.slice(at + 2)
  return changed(utr, at, String((Number(utr[at]) + 1 + random(9)) % 10))
}

function wrongAmount(price: string, random: Random): string {
  const paise = Math.round(Number(price) * 100)
  const wrong = random.once(2) ? paise - 100 * (1 + random(100)) : paise + 100 * (1 + random(100))
  return (wrong / 100).toFixed(2)
}

/** Brings a mail as its source does: again until it was taken or refused. Returns the refusal; null when taken. */
export async function bring(shop: ProofShop, raw: Buffer): Promise<string | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      const result = await shop.mails.deliver(raw)
      return 'refused' in result ? result.refused : null
    } catch (error) {
      if (tries >= 8) throw error
    }
  }
}

const NOTES: ((sign: string) => string)[] = [
  (sign) => sign,
  (sign) => `${sign} Tickets`,
  (sign) => sign.toLowerCase(),
  (sign) => `MF${sign}`,
]

/** The bank's mail about a transfer: with the note or, where there is none, with the UTR alone. */
export function mailAbout(shop: ProofShop, { utr, amount }: Transfer, note: string | null): Promise<Buffer> {
  return shop.bank.sign(note === null ? hdfcLetter({ utr, amount }) : axisLetter({ utr, amount, note }))
}

/** Holds, pays and submits as this buyer does; the bank's mail comes once or more, before, after or meanwhile. */
export async function buy(shop: ProofShop, buyer: Buyer, random: Random): Promise<void> {
  // Prices differ, as those of a shop's concerts do.
  const seats = Array.from({ length: 1 + random(2) }, (_, n) => gridSeat(n))
  const order = await shop.order(random, {
    lines: [{ ticket_category_id: await shop.category(500 + random(4000)), seats }],
  })
  buyer.order = order
  const utr = newUtr(random)
  const mail = async (): Promise<void> => {
    const amount = buyer.fault === 'wrong_amount' ? wrongAmount(order.price, random) : order.price
    const transfer = { utr, amount, order: order.id }
    buyer.transfer = transfer
    const raw = await mailAbout(shop, transfer, buyer.hasNote ? random.pick(NOTES)(order.code.slice(2)) : null)
    const copies = random.once(4) ? 2 + random(2) : 1
    const answers = await Promise.all(Array.from({ length: copies }, () => bring(shop, raw)))
    const refused = answers.find((answer) => answer !== null)
    if (refused) throw new Error(`A real mail was refused: ${refused}`)
  }
  const typed: Record<string, () => string> = {
    typo: () => mistyped(utr, random),
    app_id: () => `T26${digits(random, 20)}`,
    invented: () => newUtr(random),
  }
  const submit = (): Promise<void> => shop.submit(order, typed[buyer.fault]?.() ?? utr)
  if (buyer.fault === 'invented') return submit()
  if (buyer.fault === 'never_submitted') return mail()
  const when = random(3)
  if (when === 0) await Promise.all([mail(), submit()])
  if (when === 1) await mail().then(submit)
  if (when === 2) await submit().then(mail)
}
