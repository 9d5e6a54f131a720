// `npm run doctor -- <address>` checks what docs/security.md promises, changes nothing, exits 1 when a promise fails.
// Optional: DATABASE_URL; DOCTOR_EMAIL and DOCTOR_PASSWORD of a customer; DOCTOR_KEY, the public key.
import postgres from 'postgres'
import { examine, type Finding } from '../doctor/check.ts'
import { customerChecks } from '../doctor/customer.ts'
import { databaseChecks, withoutDatabase } from '../doctor/database.ts'
import { pageChecks } from '../doctor/pages.ts'
import { openRunningShop } from '../doctor/running-shop.ts'
import { signInChecks } from '../doctor/sign-in.ts'
import { visitorChecks } from '../doctor/visitor.ts'
import { log, nameOfError } from '../log.ts'

const { DATABASE_URL, DOCTOR_EMAIL, DOCTOR_PASSWORD, DOCTOR_KEY } = process.env

function lineOf({ promise, verdict }: Finding): string {
  if (verdict.holds === true) return `  holds          ${promise}`
  const mark = verdict.holds === false ? 'DOES NOT HOLD  ' : 'not asked      '
  return `  ${mark}${promise}\n                 ${verdict.said}`
}

async function run(address: string): Promise<number> {
  const shop = await openRunningShop(address, DOCTOR_KEY)
  const session = DATABASE_URL ? postgres(DATABASE_URL, { max: 1, prepare: false, onnotice: () => {} }) : null
  const query = async <Row>(text: string, params: readonly unknown[] = []): Promise<Row[]> => [
    ...(await session!.unsafe<Row[] & (object | undefined)[]>(text, [...params] as never[])),
  ]
  const account = DOCTOR_EMAIL && DOCTOR_PASSWORD ? { email: DOCTOR_EMAIL, password: DOCTOR_PASSWORD } : null
  const parts = {
    [`Pages at ${shop.pages}`]: pageChecks,
    [`A visitor at ${shop.api}`]: visitorChecks,
    'Signing in': signInChecks,
    'A customer': customerChecks(account),
    'The database': session ? databaseChecks(query) : withoutDatabase(),
  }
  const all: Finding[] = []
  for (const [title, checks] of Object.entries(parts)) {
    const findings = await examine(shop, checks)
    log.say(`\n${title}\n${findings.map(lineOf).join('\n')}`)
    all.push(...findings)
  }
  await session?.end({ timeout: 5 })
  const count = (holds: boolean | null): number => all.filter(({ verdict }) => verdict.holds === holds).length
  log.say(`\n${count(true)} hold, ${count(false)} do not, ${count(null)} were not asked.`)
  return count(false) === 0 ? 0 : 1
}

const address = process.argv[2] ?? ''
if (!/^https?:\/\/[^/\s]+/.test(address)) {
  log.warn('Say which shop: npm run doctor -- https://tickets.example.in')
  process.exit(1)
}
process.exitCode = await run(address).catch((error: unknown) => {
  log.warn(`${address} does not answer (${nameOfError(error)}).`)
  return 1
})
