import postgres, { type Sql } from 'postgres'
import { inTurns, median, ratioOf, within, type Report } from './measure.ts'
import { openShop } from './minute/shop-kinds.ts'
import { asUser, linesOf, openBoxOffice, perSecond, type Buyer } from './sale-load.ts'

export const name = 'Holds of standing places against holds of chosen seats, on one durable PostgreSQL'

const CONNECTIONS = 16
const ROUNDS = 9
const ORDERS = 600
const MOST = 1.02

export const note =
  'Each hold is of two places by another customer, in its own transaction. Both kinds run in turns of one round; the time ' +
  'of a standing hold is given in times of a seat hold, the median of the rounds’ own ratios.'

export async function run(): Promise<Report> {
  const { shop, databaseUrl, close } = await openShop('postgres')
  const sql = postgres(databaseUrl!, { max: CONNECTIONS, onnotice: () => {}, idle_timeout: 0 })
  try {
    await shop.stop()
    const hold = async (standing: boolean): Promise<number> => holdAll(sql, await openBoxOffice(sql, ORDERS, standing))
    const rates = await inTurns(
      1,
      ROUNDS,
      () => hold(false),
      () => hold(true),
    )
    const [seats, standing] = [median(rates.map((rate) => rate.ours)), median(rates.map((rate) => rate.theirs))]
    const ratio = median(rates.map((rate) => rate.ours / rate.theirs))
    return {
      tables: [
        {
          title: `Holds per second, ${CONNECTIONS} at a time, medians of ${ROUNDS}`,
          head: ['chosen seats', 'standing places', 'time of a standing hold : a seat hold'],
          rows: [[seats.toFixed(0), standing.toFixed(0), ratioOf(ratio)]],
        },
      ],
      measures: [within('time of a standing hold : time of a seat hold', ratio, MOST)],
    }
  } finally {
    await sql.end({ timeout: 5 })
    await close()
  }
}

const holdAll = (sql: Sql, buyers: Buyer[]): Promise<number> =>
  perSecond(buyers, CONNECTIONS, (buyer) =>
    asUser(sql, buyer.user, (tx) => tx`select public.hold_seats(${buyer.order}, ${tx.json(linesOf(buyer))})`),
  )
