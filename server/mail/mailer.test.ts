import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openMailbox, type Mailbox } from '../../tests/support/mail/mailbox.ts'
import { openMailer, type Mail, type Mailer } from './mailer.ts'

let mailbox: Mailbox
let mailer: Mailer

beforeEach(async () => {
  mailbox = await openMailbox()
  const from = 'Tickets <tickets@example.in>'
  mailer = openMailer({ host: '127.0.0.1', port: mailbox.port, secure: false, user: null, password: null, from })
})
afterEach(async () => {
  await mailer.close()
  await mailbox.close()
})

const mail = (to: string, more: Partial<Mail> = {}): Mail => ({ to, subject: 'Welcome', text: 'Hello\n', ...more })

test('a mail that is tried again, because no answer came, is the same to mail programs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  mailbox.vanish = true
  mailer.post(mail('asha@test.example'))
  const arrived = (n: number) =>
    vi.waitFor(() => expect(mailbox.letters).toHaveLength(n), { timeout: 10_000, interval: 100 })
  await arrived(1)
  mailbox.vanish = false
  await arrived(2)
  mailer.post(mail('asha@test.example'))
  await arrived(3)
  vi.useRealTimers()
  const [first, again, other] = mailbox.letters.map(({ id }) => id)
  expect(first).toMatch(/^<[0-9a-f-]{36}@example\.in>$/)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('a mail with an id of its own has it on its way', async () => {
  await mailer.send(mail('asha@test.example', { messageId: '<row@tickets.example.in>' }))
  expect(mailbox.letters.map(({ id }) => id)).toEqual(['<row@tickets.example.in>'])
})
