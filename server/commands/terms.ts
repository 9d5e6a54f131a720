// `npm run terms` lists the terms, each row with its first day (IST). `npm run terms -- 2027-04-01 gst_percent=12` adds
// a row; amounts are rupees. `gst=0@500,18` sets GST by price, `local='Tamil Nadu:10'` a state's tax. Stop the server first, unless DATABASE_URL names a hosted shop's database.
import { changeTerms, listRules, listTerms } from './change-terms.ts'
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
  for (const { from_day: from, rules } of await listRules(database)) log.say(`Rules of tax from ${from}: ${rules}`)
})
