import { gridSeat, type Line } from '../sql-races/sale-database.ts'
import { bring, mailAbout, newUtr } from './proof-buyers.ts'
import { faultsOfProofs, readBooks, type Transfer } from './proof-books.ts'
import type { HeldOrder, ProofShop } from './proof-shop.ts'
import type { Random } from './random.ts'

const AT_ONCE = 4
/** Longer than late_minutes of the terms. */
const LONG_AGO = '61 minutes'
const WITHIN = '59 minutes'

/** What a concert is when the thief pays: no one can hold its seats, or not at that price. */
const WINDOWS: Record<string, string> = {
  'before the sale begins': "update public.ticket_categories set sale_from = now() + interval '1 day' where id = $1",
  'after its end': "update public.ticket_categories set sale_until = now() - interval '1 minute' where id = $1",
  'while it is paused':
    'update public.events set paused_at = now() where id = (select event_id from public.ticket_categories where id = $1)',
  'of a hidden category': 'update public.ticket_categories set is_hidden = true where id = $1',
}

export interface ThievesReport {
  faults: string[]
  transfers: Transfer[]
  thieves: number
  /** Honest orders that were paid late, inside the hour. */
  late: number
  served: number
}

/**
 * Thieves with real money and no right to the seats: options on ended prices, sales that are not open, and references that
 * differ by a digit from what others sent. Beside them honest customers pay an hour late, at the price of their hold.
 */
export async function runThieves(
  shop: ProofShop,
  count: number,
  earlier: readonly Transfer[],
  random: Random,
): Promise<ThievesReport> {
  const report: ThievesReport = { faults: [], transfers: [...earlier], thieves: 0, late: 0, served: 0 }
  const nothing = new Map<string, string>()
  const late: string[] = []
  const owners: string[] = []

  const change = (text: string, id: string): Promise<unknown> => shop.database.query(text, [id])
  const ended = async (order: string, ago: string): Promise<void> => {
    await change(`update public.seat_claims set expires_at = now() - interval '${ago}' where order_id = $1`, order)
    await change(`update private.orders set expires_at = now() - interval '${ago}' where id = $1`, order)
  }
  const pay = async (
    order: Pick<HeldOrder, 'id' | 'code'>,
    amount: string,
    utr: string,
    hasNote: boolean,
  ): Promise<void> => {
    const transfer = { utr, amount, order: order.id }
    report.transfers.push(transfer)
    await bring(shop, await mailAbout(shop, transfer, hasNote ? order.code.slice(2) : null))
  }
  /** All that the order costs by what was recorded: a thief pays it to the paisa. */
  const asked = async (order: string): Promise<string> => {
    const [row] = await shop.database.query<{ sum: string }>(
      'select sum(l.total_amount)::text as sum from public.payment_lines l join public.payments p on p.id = l.payment_id where p.order_id = $1',
      [order],
    )
    return row?.sum ?? '0.00'
  }

  const steal = async (n: number): Promise<void> => {
    report.thieves += 1
    const own = random.fork(n)
    const [category, other] = [await shop.category(1500), await shop.category(1500)]
    const lines = (first: number, seats: number): Line[] => [
      { ticket_category_id: category, seats: Array.from({ length: seats }, (_, at) => gridSeat(first + at)) },
    ]
    const kinds = [...Object.keys(WINDOWS), 'an option', 'a sprayed reference'] as const
    const kind = kinds[n % kinds.length]!
    if (kind === 'a sprayed reference') {
      const owner = await shop.order(own, { lines: lines(0, 1) })
      const thief = await shop.order(own, { lines: lines(1, 1) })
      const utr = newUtr(own)
      const at = 1 + own(11)
      await shop.submit(thief, utr.slice(0, at) + String((Number(utr[at]) + 1 + own(9)) % 10) + utr.slice(at + 1))
      await pay(owner, owner.price, utr, false)
      await shop.letCreditsWait()
      nothing.set(thief.id, kind)
      await shop.submit(owner, utr)
      owners.push(owner.id)
      return
    }
    if (kind === 'an option') {
      const option = await shop.order(own, { lines: lines(0, 1) })
      await ended(option.id, own.once(2) ? LONG_AGO : WITHIN)
      await change('update public.ticket_categories set price = price * 2 where id = $1', category)
      await shop.submit({ ...option, lines: lines(1, 10) }, newUtr(own))
      await pay(option, await asked(option.id), newUtr(own), true)
      nothing.set(option.id, kind)
    } else {
      await change(WINDOWS[kind]!, category)
      const thief = await shop.newcomer(own, lines(0, 4))
      await shop.submit({ ...thief, price: '6000.00' }, newUtr(own))
      await pay(thief, await asked(thief.id), newUtr(own), true)
      nothing.set(thief.id, kind)
    }
    // An honest customer held at a price that rises, and pays within the hour.
    const honest = await shop.order(own, { lines: [{ ticket_category_id: other, seats: [gridSeat(0), gridSeat(1)] }] })
    await ended(honest.id, WITHIN)
    await change('update public.ticket_categories set price = price * 2 where id = $1', other)
    if (own.once(2)) await shop.submit(honest, newUtr(own))
    await pay(honest, honest.price, newUtr(own), true)
    late.push(honest.id)
  }
  const lane = async (): Promise<void> => {
    while (report.thieves < count) await steal(report.thieves)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  await shop.sweepOnce()

  const { approved } = await readBooks(shop.database)
  for (const [order, kind] of nothing) if (approved.has(order)) report.faults.push(`${kind}: approved`)
  for (const order of owners) if (!approved.has(order)) report.faults.push('who paid has nothing, a sprayed reference')
  report.late = late.length
  report.served = late.filter((order) => approved.has(order)).length
  report.faults.push(...(await faultsOfProofs(shop.database, report.transfers)))
  return report
}
