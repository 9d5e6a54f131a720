/**
 * `npm run terms` lists the terms of the shop: tax, fee, times and limits, each row from its day (IST) on.
 * `npm run terms -- 2027-04-01 gst_percent=12 fee_per_seat=25` has others hold from a day on; amounts are rupees. The
 * server is stopped, unless DATABASE_URL names the database of a hosted shop.
 */
import { changeTerms, listTerms } from './change-terms.ts'
import { log } from '../log.ts'
import { operate } from './operator.ts'

await operate(async ({ database }) => {
  const [day, ...changes] = process.argv.slice(2)
  if (day !== undefined) await changeTerms(database, day, changes)
  for (const { from_day: from = '', ...terms } of await listTerms(database)) {
    log.say(
      `From ${from}: ${Object.entries(terms)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ')}`,
    )
  }
})
