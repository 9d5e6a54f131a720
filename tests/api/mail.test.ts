import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { openMailbox, type Mailbox } from '../support/mail/mailbox.ts'
import { saidBy, streamsOf } from '../support/mail/read-pdf.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { demoPerson, visitor } from '../support/server/visitor.ts'

let mailbox: Mailbox
let shop: Shop

beforeAll(async () => {
  mailbox = await openMailbox()
  shop = await startShop({
    template: 'demo',
    on: 'postgres',
    env: { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mailbox.port), SMTP_FROM: 'Mehfil <tickets@test.example>' },
  })
})
afterAll(async () => {
  await shop?.dispose()
  await mailbox?.close()
})

async function follow(text: string) {
  const link = new URL(/https?:\S+\/reset-password\?\S+/.exec(text)?.[0] ?? 'http://none')
  const client = visitor(shop)
  const type = link.searchParams.get('type') as 'signup' | 'recovery'
  const { error } = await client.auth.verifyOtp({ token_hash: link.searchParams.get('token_hash') ?? '', type })
  return { client, error, link }
}

const signUp = (email: string, password: string) =>
  visitor(shop).auth.signUp({ email, password, options: { data: { name: 'Farah' } } })
const signIn = (email: string, password: string) => visitor(shop).auth.signInWithPassword({ email, password })

describe('with mail configured', () => {
  test('registration confirms the address by a link that works once', async () => {
    const { data, error } = await signUp('farah@test.example', 'first password')
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect((await signIn('farah@test.example', 'first password')).error?.code).toBe('email_not_confirmed')
    const letter = await mailbox.letterTo('farah@test.example', /Confirm/)
    expect(letter.text).toContain(`${shop.url}/reset-password?`)
    expect(letter.text).not.toMatch(/\b\d{6,10}\b/)
    const { client, error: refused } = await follow(letter.text)
    expect(refused).toBeNull()
    expect((await client.from('profiles').select('name')).data).toEqual([{ name: 'Farah' }])
    expect((await follow(letter.text)).error).not.toBeNull()
    expect((await signIn('farah@test.example', 'first password')).error).toBeNull()
  })

  test('registration answers the same for a new, an unconfirmed and a known address', async () => {
    await signUp('waiting@test.example', 'first password')
    const answers = []
    for (const email of ['new@test.example', 'waiting@test.example', 'customer@demo.mehfil.example']) {
      const { data, error } = await signUp(email, 'other password')
      answers.push({
        error,
        session: data.session,
        user: Object.keys(data.user ?? {}).sort(),
        identities: data.user?.identities?.length,
      })
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    // The waiting address gets another link and keeps its first password.
    await expect.poll(() => mailbox.letters.filter((one) => one.to === 'waiting@test.example').length).toBe(2)
    const latest = mailbox.letters.findLast((one) => one.to === 'waiting@test.example')
    expect((await follow(latest?.text ?? '')).error).toBeNull()
    expect((await signIn('waiting@test.example', 'first password')).error).toBeNull()
    expect(
      mailbox.letters.some((one) => one.to === 'customer@demo.mehfil.example' && /Confirm/.test(one.subject)),
    ).toBe(false)
  })

  test('a mail is in the language of registration, later in the chosen one', async () => {
    const email = 'madhu@test.example'
    const options = { data: { name: 'Madhu', language: 'hi' } }
    await visitor(shop).auth.signUp({ email, password: 'first password', options })
    const letter = await mailbox.letterTo(email, /पुष्टि/)
    expect(letter.subject).toBe('Mehfil के लिए अपने ईमेल पते की पुष्टि करें')
    const { client } = await follow(letter.text)
    expect((await client.from('profiles').select('language')).data).toEqual([{ language: 'hi' }])
    expect((await client.rpc('save_profile', { p_profile: { language: 'mr' } })).error).toBeNull()
    await visitor(shop).auth.resetPasswordForEmail(email)
    const recovery = await mailbox.letterTo(email, /नवीन पासवर्ड/)
    expect(recovery.text).toContain('लिंक एकदाच आणि एक तास चालते:')
    expect((await follow(recovery.text)).error).toBeNull()
  })

  test('an unconfirmed address with a wrong password looks like any wrong password', async () => {
    await signUp('quiet@test.example', 'right password')
    expect((await signIn('quiet@test.example', 'wrong password')).error?.code).toBe('invalid_credentials')
    expect((await signIn('quiet@test.example', 'right password')).error?.code).toBe('email_not_confirmed')
  })

  test('a mailed link sets a forgotten password; an unknown address gets the same answer and no mail', async () => {
    await signUp('forgetful@test.example', 'old password')
    await follow((await mailbox.letterTo('forgetful@test.example', /Confirm/)).text)
    expect((await visitor(shop).auth.resetPasswordForEmail('forgetful@test.example')).error).toBeNull()
    expect((await visitor(shop).auth.resetPasswordForEmail('stranger@test.example')).error).toBeNull()
    // An earlier session, perhaps of a person with the old password.
    const { data: before } = await signIn('forgetful@test.example', 'old password')
    const held = createClient(shop.url, EMBEDDED_PUBLISHABLE_KEY, {
      accessToken: async () => before.session?.access_token ?? '',
    })
    expect((await held.from('profiles').select('name')).data).toEqual([{ name: 'Farah' }])
    const { client, error } = await follow((await mailbox.letterTo('forgetful@test.example', /new password/)).text)
    expect(error).toBeNull()
    expect((await client.auth.updateUser({ password: 'new password' })).error).toBeNull()
    expect((await held.from('profiles').select('name')).status).toBe(401)
    expect((await held.rpc('my_role')).status).toBe(401)
    const renewed = await visitor(shop).auth.refreshSession({ refresh_token: before.session?.refresh_token ?? '' })
    expect(renewed.error?.code).toBe('refresh_token_not_found')
    expect((await client.from('profiles').select('name')).data).toEqual([{ name: 'Farah' }])
    expect((await signIn('forgetful@test.example', 'new password')).error).toBeNull()
    expect((await signIn('forgetful@test.example', 'old password')).error?.code).toBe('invalid_credentials')
    expect(mailbox.letters.some((one) => one.to === 'stranger@test.example')).toBe(false)
  })

  test('a decision is mailed once, even after the mail server had failed', async () => {
    const admin = await demoPerson(shop, 'admin')
    const customer = await demoPerson(shop, 'customer')
    const { data: pending } = await customer.client
      .from('payments')
      .select('id, order_code')
      .eq('status', 'pending')
      .limit(1)
      .single()
    const { data: lines } = await admin.client.from('payment_lines').select('seats').eq('payment_id', pending?.id)
    mailbox.refuse = true
    const { error } = await admin.client.rpc('review_payment', {
      p_payment_id: pending?.id,
      p_decision: 'approved',
      p_note: 'Enjoy the evening.',
    })
    expect(error).toBeNull()
    await new Promise((resolve) => setTimeout(resolve, 17_000))
    mailbox.refuse = false
    const letter = await mailbox.letterTo(customer.email, new RegExp(pending?.order_code ?? 'none'), 90_000)
    expect(letter.subject).toContain('Your tickets')
    expect(letter.text).toContain('Enjoy the evening.')
    expect(letter.text).toContain(`${shop.url}/my-tickets`)
    const seat = lines?.flatMap((line) => line.seats).find((one) => one.startsWith('PIT-'))
    expect(letter.text).toContain(`: Fan pit, Pit ${seat?.slice(4)}`)
    expect(letter.text).not.toContain('PIT-')
    const { data: papers } = await customer.client.from('papers').select('number').eq('payment_id', pending?.id)
    const number = String(papers?.[0]?.number)
    expect(letter.files.map((file) => file.type).slice(0, 3)).toEqual([
      ...['application/pdf', 'application/pdf', 'text/calendar'],
    ])
    expect(letter.files.slice(0, 2).map((file) => file.name)).toEqual([
      ...[`${pending?.order_code}.pdf`, `${number.replaceAll('/', '-')}.pdf`],
    ])
    expect(letter.files[0]?.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const paper = streamsOf(letter.files[1]!.bytes).map(saidBy).join('\n')
    for (const text of ['Tax invoice', number, `Pit ${seat?.slice(4)}`]) expect(paper).toContain(text)
    expect(letter.files[2]?.bytes.toString()).toContain('BEGIN:VEVENT')
    await new Promise((resolve) => setTimeout(resolve, 16_000))
    expect(mailbox.letters.filter((one) => one.to === customer.email)).toHaveLength(1)
  }, 180_000)

  test('an announcement is mailed to each holder once, in the holder’s language', async () => {
    const admin = await demoPerson(shop, 'admin')
    const customer = await demoPerson(shop, 'customer')
    const { data: ticket } = await customer.client
      .from('user_tickets')
      .select('event_id')
      .is('revoked_at', null)
      .limit(1)
      .single()
    await customer.client.rpc('save_profile', { p_profile: { language: 'hi' } })
    const announcement = {
      p_id: crypto.randomUUID(),
      p_event_id: ticket?.event_id,
      p_audience: 'holders',
      p_subject: 'Doors at six',
      p_message: 'Come early.\nBring the ticket.',
    }
    // A request whose answer was lost is repeated.
    for (let round = 0; round < 2; round += 1)
      expect((await admin.client.rpc('send_announcement', announcement)).error).toBeNull()
    const letter = await mailbox.letterTo(customer.email, /Come early/, 60_000)
    expect(letter.subject).toBe('Doors at six · Mehfil')
    expect(letter.text).toContain('नमस्ते')
    expect(letter.text).toContain('Come early.\nBring the ticket.')
    const { data: notices } = await customer.client.rpc('my_notices')
    expect(notices).toContainEqual(expect.objectContaining({ kind: 'message', read_at: null }))
    await expect
      .poll(
        async () =>
          (
            await admin.client
              .from('announcements')
              .select('state, people, notices, mails, mails_sent')
              .eq('id', announcement.p_id)
              .single()
          ).data,
        { timeout: 40_000 },
      )
      .toMatchObject({ state: 'done' })
    expect(mailbox.letters.filter((one) => one.to === customer.email && one.subject.startsWith('Doors'))).toHaveLength(
      1,
    )
  }, 120_000)
})
