import { describe, expect, test, vi } from 'vitest'
import { decisionContent, mailedPaper, mailedPass, mailedTicket } from '../../tests/support/mail/mail-rows.ts'
import { log } from '../log.ts'
import type { Mail } from './mailer.ts'
import { sendDueMail, type OutgoingMail } from './outgoing-mail.ts'
import { fontsOfShop } from './pdf/shop-fonts.ts'
import type { MailedTicket } from './pdf/ticket-pdf.ts'

const address = 'https://tickets.example.in'
const ticket = mailedTicket(['F5', 'F6'])

const approved = (id: string): OutgoingMail => ({
  id,
  email: `${id}@test.example`,
  kind: 'payment_approved',
  language: 'hi',
  sections: null,
  payment_id: `payment of ${id}`,
  content: decisionContent,
})
const message = (id: string): OutgoingMail => ({
  id,
  email: `${id}@test.example`,
  kind: 'message',
  language: null,
  payment_id: null,
  content: { name: null, subject: 'Doors', message: 'At six.', event_name: 'Meher Qazi - Mumbai' },
})

function queue(due: OutgoingMail[], tickets: MailedTicket[] | Error = [ticket], papers: object[] = []) {
  const settled: Record<string, unknown> = {}
  return {
    settled,
    query: async <Row>(text: string, params: readonly unknown[] = []): Promise<Row[]> => {
      if (text.includes('claim_mail')) return due.splice(0) as Row[]
      if (text.includes('settle_mail')) settled[params[0] as string] = params[1]
      if (text.includes('user_tickets') && tickets instanceof Error) throw tickets
      if (text.includes('public.papers')) return papers as Row[]
      return (text.includes('user_tickets') ? tickets : []) as Row[]
    },
  }
}

const sender = (fails: (mail: Mail) => boolean = () => false) => {
  const sent: Mail[] = []
  const send = async (mail: Mail): Promise<void> => {
    if (fails(mail)) throw new TypeError('refused')
    sent.push(mail)
  }
  return { sent, send }
}

describe('the queue of mails', () => {
  test('an approval carries its tickets and its date', async () => {
    const [database, mailer] = [queue([approved('asha')]), sender()]
    expect(await sendDueMail(database, mailer, address, fontsOfShop)).toEqual({ claimed: 1, sent: 1, failed: 0 })
    const [mail] = mailer.sent
    expect(mail?.files?.map((file) => [file.filename, file.contentType])).toEqual([
      ['MF7K2QX4MD.pdf', 'application/pdf'],
      ['meher-qazi-2026-12-05.ics', 'text/calendar; charset=utf-8; method=PUBLISH'],
    ])
    expect(String(mail?.files?.[0]?.content).slice(0, 5)).toBe('%PDF-')
    const calendar = String(mail?.files?.[1]?.content).replaceAll('\r\n ', '')
    expect(calendar).toContain(`UID:${ticket.event_id}@tickets.example.in`)
    expect(calendar).toContain('Gold: सीट F5\\, F6 (7K2Q-X4MD-E)')
    expect(mail?.messageId).toBe('<asha@tickets.example.in>')
    expect(mail?.text).toContain('पीडीएफ़')
  })

  test('an approval that was paid carries its invoice, under its number, beside the tickets', async () => {
    const mailer = sender()
    await sendDueMail(queue([approved('asha')], [ticket], [mailedPaper()]), mailer, address, fontsOfShop)
    const files = mailer.sent[0]?.files ?? []
    expect(files.map((file) => file.filename)).toEqual([
      ...['MF7K2QX4MD.pdf', 'MF-2627-000012.pdf', 'meher-qazi-2026-12-05.ics'],
    ])
    expect(String(files[1]?.content).slice(0, 5)).toBe('%PDF-')
  })

  test('a mail that cannot have its files is sent with its link, and logged', async () => {
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
    const broken: [MailedTicket[] | Error, (() => Uint8Array[]) | null, number][] = [
      [new TypeError('no rows'), fontsOfShop, 0],
      [[{ ...ticket, passes: [{ ...mailedPass, signature: 'none' }] }], fontsOfShop, 1],
      [[ticket], () => [new Uint8Array([1, 2, 3])], 1],
    ]
    for (const [tickets, fonts, files] of broken) {
      const mailer = sender()
      expect(await sendDueMail(queue([approved('asha')], tickets), mailer, address, fonts)).toMatchObject({ sent: 1 })
      expect(mailer.sent[0]?.files).toHaveLength(files)
      expect(mailer.sent[0]?.text).toContain('https://tickets.example.in/my-tickets')
      expect(mailer.sent[0]?.text).not.toContain('पीडीएफ़')
    }
    expect(warn).toHaveBeenCalledTimes(3)
    warn.mockRestore()
  })

  test('a shop without fonts mails the date alone, as does any for who gave all passes away', async () => {
    for (const [passes, fonts] of [
      [ticket.passes, null],
      [null, fontsOfShop],
    ] as const) {
      const mailer = sender()
      await sendDueMail(
        queue([approved('asha')], [{ ...ticket, passes: passes && [...passes] }]),
        mailer,
        address,
        fonts,
      )
      expect(mailer.sent[0]?.files?.map((file) => file.filename)).toEqual(['meher-qazi-2026-12-05.ics'])
    }
  })

  test('each mail is settled, and one that fails stops no other', async () => {
    const database = queue(['asha', 'bela', 'chitra', 'dev'].map(message))
    const mailer = sender((mail) => mail.to.startsWith('bela'))
    expect(await sendDueMail(database, mailer, address, null)).toEqual({ claimed: 4, sent: 3, failed: 1 })
    expect(database.settled).toEqual({ asha: null, bela: 'TypeError', chitra: null, dev: null })
  })

  test('a mail that was sent, but not marked so, has the same id when it is sent again; no other mail has it', async () => {
    const mailer = sender()
    const crashed = (due: OutgoingMail[]) => {
      const { query } = queue(due)
      return {
        query: <Row>(text: string, params?: readonly unknown[]): Promise<Row[]> =>
          text.includes('settle_mail') ? Promise.reject(new Error('The server has gone.')) : query<Row>(text, params),
      }
    }
    await expect(sendDueMail(crashed([message('asha')]), mailer, address, null)).rejects.toThrow('has gone')
    await sendDueMail(queue([message('asha'), message('bela')]), mailer, address, null)
    const [first, again, other] = mailer.sent.map((mail) => mail.messageId)
    expect([first, again]).toEqual(['<asha@tickets.example.in>', '<asha@tickets.example.in>'])
    expect(other).toBe('<bela@tickets.example.in>')
  })

  test('a mail whose lease ends soon is left for the next claim', async () => {
    vi.useFakeTimers()
    const database = queue(['asha', 'bela', 'chitra', 'dev'].map(message))
    const sent: string[] = []
    const send = async (mail: Mail): Promise<void> => {
      sent.push(mail.to)
      vi.setSystemTime(Date.now() + 4 * 60_000)
    }
    await sendDueMail(database, { send }, address, null)
    vi.useRealTimers()
    expect(sent.length).toBeLessThan(4)
    expect(Object.keys(database.settled)).toHaveLength(sent.length)
  })
})
