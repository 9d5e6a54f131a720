// `npm run check-proofs` checks every kept mail of a bank again, with the DNS answers of its day: whether the bank signed
// it, and whether it says what its credit says. Exits with 1 when one does not hold.
import { toPaise } from '#shop/prices/money.ts'
import { log } from '../log.ts'
import { verifyAgain } from '../proofs/mail/mail-proof.ts'
import { StartupError } from '../startup-error.ts'
import { operate } from './operator.ts'

interface KeptMail {
  external_id: string
  amount: string
  utr: string | null
  content: Record<string, unknown>
}

const AT_ONCE = 100

await operate(async ({ database }) => {
  let checked = 0
  const wrong: string[] = []
  for (let last = ''; ;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const mails = await database.query<KeptMail>(
      `select o.external_id, b.amount::text as amount, b.utrs[1] as utr, o.content
         from public.credit_proofs o join public.credits b on b.id = o.credit_id
        where o.source = 'mail' and o.content <> '{}' and o.external_id > $1 order by o.external_id limit ${AT_ONCE}`,
      [last],
    )
    for (const { external_id: externalId, amount, utr, content } of mails) {
      // oxlint-disable-next-line no-await-in-loop
      const holds = await verifyAgain({ externalId, amountPaise: toPaise(amount), utr, content })
      if (!holds) wrong.push(externalId)
      checked += 1
    }
    last = mails.at(-1)?.external_id ?? ''
    if (mails.length < AT_ONCE) break
  }
  if (wrong.length > 0) {
    throw new StartupError(`${wrong.length} of ${checked} kept mails do not hold: ${wrong.slice(0, 20).join(', ')}`)
  }
  log.say(`All ${checked} kept mails hold.`)
})
