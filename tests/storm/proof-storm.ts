import { buy, dealBuyers, type Buyer } from './proof-buyers.ts'
import { faultsOfProofs, readBooks, type Transfer } from './proof-books.ts'
import type { ProofShop } from './proof-shop.ts'
import type { Random } from './random.ts'

const AT_ONCE = 8

export interface BuyersReport {
  faults: string[]
  paid: number
  /** Orders of those who paid that have tickets without a person. */
  served: number
  /** Those who have none, by what they did. */
  left: Map<string, number>
  transfers: Transfer[]
}

/** Lets buyers of three kinds pay while the server settles, and judges what came of it. */
export async function runBuyers(shop: ProofShop, count: number, random: Random): Promise<BuyersReport> {
  const buyers = dealBuyers(count, random)
  const queue = buyers.map((buyer, n) => ({ buyer, random: random.fork(n) }))
  const stopSettling = shop.settling.start()
  try {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = queue.shift(); next; next = queue.shift()) await buy(shop, next.buyer, next.random)
      }),
    )
  } finally {
    await stopSettling()
  }
  await shop.letCreditsWait()
  // Those above the number a minute wait for the next sweeps.
  for (let [before, tries] = [-1, 0]; tries < 10; tries += 1) {
    await shop.sweepOnce()
    const { size } = (await readBooks(shop.database)).approved
    if (size === before) break
    before = size
  }
  const { approved, tickets, payments } = await readBooks(shop.database)
  const transfers = buyers.flatMap(({ transfer }) => transfer ?? [])
  const faults = await faultsOfProofs(shop.database, transfers)
  const wrong = buyers.filter((one) => isApproved(one, approved) && !hasPaid(one))
  faults.push(...wrong.map(({ order, fault }) => `${order?.id} has tickets for ${fault}`))
  if (tickets !== approved.size) faults.push(`${tickets} tickets of ${approved.size} orders`)
  if (payments > buyers.length) faults.push(`${payments} payments of ${buyers.length} orders`)
  const paid = buyers.filter(({ transfer }) => transfer)
  const left = new Map<string, number>()
  for (const one of paid.filter((buyer) => !isApproved(buyer, approved))) {
    const what = `${one.fault}${one.hasNote ? '' : ', no note'}`
    left.set(what, (left.get(what) ?? 0) + 1)
  }
  const served = paid.filter((one) => isApproved(one, approved)).length
  return { faults, paid: paid.length, served, left, transfers }
}

const isApproved = ({ order }: Buyer, approved: Set<string>): boolean => order !== undefined && approved.has(order.id)

const hasPaid = ({ order, transfer }: Buyer): boolean => transfer !== undefined && transfer.amount === order?.price
