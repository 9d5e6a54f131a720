import type { Tile } from '#shop/settings/shop-look.ts'
import { createAccount } from '../auth/account.ts'
import type { Database, Sql } from '../database/database.ts'
import type { StoredFiles } from '../files/stored-files.ts'
import { actAs, DEMO_DOMAIN, demoBuyers, demoClerk, demoStaff, purchases } from './people.ts'
import { makeCatalogue, sellAtBoxOffice } from './catalogue/make-catalogue.ts'
import { makeEvenings } from './evenings/make-evenings.ts'
import { askForRefund, buy, makeOlder, PAYEE_VPA, type MadePurchase } from './make-purchases.ts'

export interface DemoOptions {
  now: Date
  passwords: Record<keyof typeof demoStaff, string>
  files: StoredFiles
}

async function makePeople(sql: Sql, passwords: DemoOptions['passwords']) {
  const account = async (person: { name: string; email: string }, password: string | null) => {
    const [there] = await sql.query<{ id: string }>('select id from auth.users where email = $1', [person.email])
    return there?.id ?? createAccount(sql, { ...person, password })
  }
  const customer = await account(demoStaff.customer, passwords.customer)
  const admin = await account(demoStaff.admin, passwords.admin)
  const gate = await account(demoStaff.gate, passwords.gate)
  const clerk = await account(demoClerk, null)
  await sql.query(
    `insert into public.staff (user_id, role) values ($1, 'admin'), ($2, 'gate'), ($3, 'box_office')
      on conflict (user_id, role) do nothing`,
    [admin, gate, clerk],
  )
  const buyers: string[] = []
  for (const person of demoBuyers) buyers.push(await account(person, null))
  return { customer, admin, gate, clerk, buyers }
}

/** Claims of an invented shop, in the specification's words. */
const tiles: Tile[] = [
  {
    number: { en: '3M+', hi: '30 लाख+', mr: '30 लाख+' },
    label: { en: 'Trusted users', hi: 'भरोसेमंद ग्राहक', mr: 'विश्वासू ग्राहक' },
  },
  { number: { en: '300+' }, label: { en: 'Concerts managed', hi: 'कॉन्सर्ट सँभाले', mr: 'कॉन्सर्ट हाताळल्या' } },
  {
    number: { en: '55M+', hi: '5.5 करोड़+', mr: '5.5 कोटी+' },
    label: { en: 'Tickets sold', hi: 'टिकट बेचे', mr: 'तिकिटे विकली' },
  },
  {
    number: { en: "India's largest", hi: 'भारत का सबसे बड़ा', mr: 'भारतातील सर्वांत मोठा' },
    label: { en: 'platform', hi: 'प्लैटफ़ॉर्म', mr: 'प्लॅटफॉर्म' },
  },
]

async function makeSettings(sql: Sql): Promise<void> {
  await sql.query(
    `update public.shop_settings
        set payee_name = 'Mehfil', upi_id = $1, email = 'help@mehfil.example', phone = '+91 00000 00000',
            whatsapp = '+91 00000 00000', address = 'Saptak Hall, Bandra West, Mumbai 400050',
            gstin = '27AAPFU0939F1ZV', grievance_officer = 'A. Kulkarni', grievance_email = 'grievance@mehfil.example',
            social_links = '{"instagram": "https://instagram.mehfil.example", "youtube": "https://youtube.mehfil.example"}',
            tiles = $2::text::jsonb
      where upi_id is null and email is null`,
    [PAYEE_VPA, JSON.stringify(tiles)],
  )
}

/** Gives the demo 18 % on every price, unless tax and fee have been set. */
async function makeTerms(sql: Sql): Promise<void> {
  // Without triggers, which keep the terms of past days.
  await sql.run(`
    alter table public.shop_terms disable trigger user;
    update public.shop_terms set gst_by = 'flat' where (select count(*) from public.shop_terms) = 1;
    alter table public.shop_terms enable trigger user;
  `)
}

/** Adds a year of invented events, sales and payments, mostly through the shop's own functions. All or nothing. */
export async function seedDemo(database: Database, options: DemoOptions): Promise<void> {
  await database.transaction(async (sql) => {
    const people = await makePeople(sql, options.passwords)
    await makeTerms(sql)
    await actAs(sql, people.admin)
    await makeSettings(sql)
    const made = await makeCatalogue(sql, options.now)
    const byDate = [...made].sort((a, b) => Date.parse(a.plan.date) - Date.parse(b.plan.date))
    const events = {
      upcoming: byDate.filter(
        ({ plan }) => Date.parse(plan.date) > options.now.getTime() && !plan.cancelled && !plan.atTheGate,
      ),
      past: byDate.filter((event) => Date.parse(event.plan.date) <= options.now.getTime()),
      cancelled: byDate.find((event) => event.plan.cancelled),
      tomorrow: byDate.find((event) => event.plan.atTheGate),
    }
    const evenings = await makeEvenings(sql, options.now, people)
    await actAs(sql, people.admin)
    const gates = [events.tomorrow, ...events.upcoming, ...evenings].flatMap((event) => (event ? [event.id] : []))
    await sql.query('select public.set_staff_events($1, $2::uuid[])', [people.gate, gates])
    const bought: MadePurchase[] = []
    for (const plan of purchases) {
      const id = plan.buyer < 0 ? people.customer : people.buyers[plan.buyer]
      const name = plan.buyer < 0 ? demoStaff.customer.name : demoBuyers[plan.buyer]?.name
      if (!id || !name) throw new Error('The demo has a purchase of no one.')
      const purchase = await buy(sql, options, { id, name }, events, plan, bought)
      bought.push(purchase)
      await actAs(sql, people.admin)
      if (purchase.given)
        await sql.query('select public.reassign_seats($1, $2::text::jsonb)', [purchase.paymentId, purchase.given])
      if (plan.decision) {
        await sql.query('select public.review_payment($1, $2, $3)', [
          purchase.paymentId,
          plan.decision,
          plan.note ?? null,
        ])
      }
      if (plan.revoked !== undefined) {
        await sql.query(
          'select public.revoke_tickets(array(select id from public.user_tickets where payment_id = $1), $2)',
          [purchase.paymentId, plan.revoked],
        )
      }
    }
    await sellAtBoxOffice(sql, made)
    for (const event of made.filter((one) => one.plan.cancelled)) {
      await sql.query('select public.cancel_event($1, $2)', [event.id, 'The venue is closed for repairs.'])
    }
    await askForRefund(sql, people.customer)
    await sql.query('select private.work_announcements(1000) from generate_series(1, 20)')
    // These addresses have no mailbox.
    await sql.query('delete from public.outgoing_mail where email like $1', [`%@${DEMO_DOMAIN}`])
    await sql.query('update public.announcements set mails = 0 where event_id = any ($1::uuid[])', [
      made.map((event) => event.id),
    ])
    await makeOlder(sql, bought)
    await actAs(sql, people.admin)
    await closeMonths(sql)
  })
}

/** Issues papers on the days of their approvals, the oldest first, and closes the months that are over. */
async function closeMonths(sql: Sql): Promise<void> {
  await sql.run(`
    select private.write_invoice(p.id, p.reviewed_at) from (
      select p.id, p.reviewed_at from public.payments p where p.status = 'approved' order by p.reviewed_at, p.id offset 0) as p`)
  await sql.run(`
    select public.close_month(m.month) from (
      select (m ->> 'month')::date as month from jsonb_array_elements(public.list_months()) as m
      where m ->> 'state' = 'over' order by 1 offset 0) as m`)
}
