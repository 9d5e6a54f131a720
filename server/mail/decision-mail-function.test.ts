import { expect, test } from 'vitest'
import { decisionContent } from '../../tests/support/mail/mail-rows.ts'
import { answerMailCall } from './decision-mail-function.ts'
import type { OutgoingMail } from './outgoing-mail.ts'
import type { Mail } from './mailer.ts'

const SECRET = 'a secret of some length, certainly'
const env = {
  MAIL_CALL_SECRET: SECRET,
  SUPABASE_DB_URL: 'postgres://shop@db.example/postgres',
  PUBLIC_URL: 'https://tickets.example.in/',
  SMTP_HOST: 'smtp.example.in',
  SMTP_FROM: 'Tickets <tickets@example.in>',
}

const due = (n: number): OutgoingMail =>
  Object.assign(
    { language: null, sections: null, payment_id: null },
    { id: String(n), email: `farah${n}@test.example`, kind: 'payment_approved' as const, content: decisionContent },
  )

function shopWith(...batches: OutgoingMail[][]) {
  const happened = { letters: [] as Mail[], done: [] as unknown[], opened: 0, closed: 0 }
  const open = async () => {
    happened.opened += 1
    return {
      database: {
        query: async <Row>(text: string, params: readonly unknown[] = []): Promise<Row[]> => {
          if (text.includes('from public.shop_settings')) return [{ name: 'Saptak' }] as Row[]
          if (text.includes('settle_mail')) happened.done.push(params[0])
          return (text.includes('claim_mail') ? (batches.shift() ?? []) : []) as Row[]
        },
      },
      mailer: { send: async (mail: Mail) => void happened.letters.push(mail) },
      close: async () => void (happened.closed += 1),
    }
  }
  return { happened, open }
}

const call = (secret: string | null, method = 'POST') =>
  new Request('https://x.example/functions/v1/decision-mail', {
    method,
    headers: secret === null ? {} : { 'x-mail-call-secret': secret },
  })

test('sends all due mails for a caller with the secret', async () => {
  const { happened, open } = shopWith([due(1), due(2)], [due(3)])
  const answer = await answerMailCall(call(SECRET), env, open)
  expect([answer.status, await answer.json()]).toEqual([200, { sent: 3 }])
  expect(happened.letters.map((letter) => letter.to)).toEqual([1, 2, 3].map((n) => `farah${n}@test.example`))
  expect(happened.letters[0]?.subject).toContain('Saptak')
  expect(happened.letters[0]?.text).toContain('https://tickets.example.in/my-tickets')
  expect(happened.done).toEqual(['1', '2', '3'])
  expect([happened.opened, happened.closed]).toEqual([1, 1])
})

test('refuses other callers before it opens a connection', async () => {
  const { happened, open } = shopWith([due(1)])
  for (const secret of [null, '', SECRET.slice(1), `${SECRET}x`]) {
    expect((await answerMailCall(call(secret), env, open)).status, String(secret)).toBe(401)
  }
  expect((await answerMailCall(call(SECRET, 'GET'), env, open)).status).toBe(405)
  // Without a secret anyone could call the function.
  expect((await answerMailCall(call(''), { ...env, MAIL_CALL_SECRET: '' }, open)).status).toBe(500)
  expect((await answerMailCall(call('short'), { ...env, MAIL_CALL_SECRET: 'short' }, open)).status).toBe(500)
  expect(happened.opened).toBe(0)
})

test('names a missing setting', async () => {
  const { open } = shopWith()
  for (const name of ['SUPABASE_DB_URL', 'PUBLIC_URL', 'SMTP_HOST', 'SMTP_FROM']) {
    const answer = await answerMailCall(call(SECRET), { ...env, [name]: undefined }, open)
    expect(answer.status, name).toBe(500)
    expect(await answer.text()).toContain(name)
  }
})

test('reveals only the kind of an error and closes its connections', async () => {
  const { happened, open } = shopWith()
  const broken = async () => ({
    ...(await open()),
    database: { query: () => Promise.reject(new TypeError('password hunter22')) },
  })
  const answer = await answerMailCall(call(SECRET), env, broken)
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('hunter22')
  expect(happened.closed).toBe(1)
})
