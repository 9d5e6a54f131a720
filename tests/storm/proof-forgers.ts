import { mailAbout, newUtr, bring } from './proof-buyers.ts'
import { faultsOfProofs, readBooks, type Transfer } from './proof-books.ts'
import { forge, FORGERIES, type Mark } from './proof-forgeries.ts'
import type { HeldOrder, ProofShop } from './proof-shop.ts'
import type { Random } from './random.ts'

/** Small enough that an order's seats are still held when its real money comes. */
const BATCH = 100
const MARKS = 6
const AT_ONCE = 4

export interface ForgersReport {
  faults: string[]
  transfers: Transfer[]
  sent: number
  /** Why they were refused. */
  refused: Map<string, number>
}

/**
 * Brings forgeries about orders that wait for money, some several times at once, between real mails that are brought
 * again. After each batch the real money comes: what the forgeries were about would have been approved.
 */
export async function runForgers(
  shop: ProofShop,
  count: number,
  earlier: readonly Transfer[],
  random: Random,
): Promise<ForgersReport> {
  const report: ForgersReport = { faults: [], transfers: [...earlier], sent: 0, refused: new Map() }
  let replays: Buffer[] = []
  const names = Object.keys(FORGERIES)
  while (report.sent < count) {
    const marks = await Promise.all(
      Array.from({ length: MARKS }, (_, n) => makeMark(shop, random.fork(`${report.sent}/${n}`))),
    )
    const before = await readBooks(shop.database)
    const from = report.sent
    const lane = async (): Promise<void> => {
      while (report.sent < Math.min(count, from + BATCH)) {
        const n = report.sent
        report.sent += 1
        const own = random.fork(`forgery ${n}`)
        // Each kind in its turn, so that none is left out of a short run.
        const name = n % (names.length + 1) === names.length ? 'replay' : names[n % (names.length + 1)]!
        if (name === 'replay' && replays.length > 0) {
          await bring(shop, own.pick(replays))
          note(report, 'replayed: known')
          continue
        }
        const chosen = name === 'replay' ? own.pick(names) : name
        const raw = await forge(chosen, shop.bank, own.pick(marks).mark, own)
        const copies = own.once(5) ? 2 : 1
        const answers = await Promise.all(Array.from({ length: copies }, () => bring(shop, raw)))
        for (const answer of answers) {
          if (answer === null) report.faults.push(`taken: ${chosen}`)
          note(report, answer ?? 'taken')
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    const after = await readBooks(shop.database)
    if (after.credits !== before.credits)
      report.faults.push(`${after.credits - before.credits} credits came of forgeries`)
    if (after.payments !== before.payments) report.faults.push('a payment came of a forgery')
    if (after.tickets !== before.tickets || after.approved.size !== before.approved.size)
      report.faults.push('a forgery was approved')
    replays = await Promise.all(marks.map(({ order, mark }) => pay(shop, order, mark, report.transfers)))
    const paid = (await readBooks(shop.database)).approved
    for (const { order } of marks) if (!paid.has(order.id)) report.faults.push(`real money gave ${order.id} nothing`)
    if (report.faults.length > 20) break
  }
  report.faults.push(...(await faultsOfProofs(shop.database, report.transfers)))
  return report
}

const note = ({ refused }: ForgersReport, what: string): void => void refused.set(what, (refused.get(what) ?? 0) + 1)

/** Half of them claim to have paid. */
async function makeMark(shop: ProofShop, random: Random): Promise<{ order: HeldOrder; mark: Mark }> {
  const order = await shop.order(random)
  const mark = { code: order.code.slice(2), amount: order.price, utr: newUtr(random) }
  if (random.once(2)) await shop.submit(order, mark.utr)
  return { order, mark }
}

async function pay(shop: ProofShop, order: HeldOrder, mark: Mark, transfers: Transfer[]): Promise<Buffer> {
  const transfer = { utr: mark.utr, amount: mark.amount, order: order.id }
  transfers.push(transfer)
  const raw = await mailAbout(shop, transfer, mark.code)
  const refused = await bring(shop, raw)
  if (refused !== null) throw new Error(`A real mail was refused: ${refused}`)
  return raw
}
