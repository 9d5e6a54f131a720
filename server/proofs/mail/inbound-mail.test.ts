import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listening } from '../../../tests/support/server/listening.ts'
import { send, textAnswer } from '../../http/http-message.ts'
import { INBOUND_MAIL_PATH, inboundMail, type InboundMail } from './inbound-mail.ts'
import type { MailResult } from './mail-proofs.ts'

const secret = 'a secret of more than twenty-four'
let delivered: Buffer[] = []
let answer: () => Promise<MailResult>
const inbound: InboundMail = {
  secretHash: createHash('sha256').update(secret).digest('hex'),
  deliver: async (raw) => {
    delivered.push(raw)
    return answer()
  },
}
let given = inbound
const server = createServer((request, response) => {
  void inboundMail(request, request.url ?? '', given).then((found) =>
    send(request, response, found ?? textAnswer(404, 'Not here.')),
  )
})
let url = ''

beforeAll(async () => void (url = (await listening(server)) + INBOUND_MAIL_PATH))
afterAll(() => void server.close())
beforeEach(() => {
  delivered = []
  given = inbound
  answer = async () => ({ taken: true })
})

const post = async (
  headers: Record<string, string> = { authorization: `Bearer ${secret}` },
  body: BodyInit = 'mail',
) => {
  const response = await fetch(url, { method: 'POST', headers, body })
  return [response.status, (await response.text()).trim()]
}

test('a mail is taken with the secret, as bearer or as password', async () => {
  expect(await post()).toEqual([200, 'Taken.'])
  const basic = `Basic ${Buffer.from(`mail:${secret}`).toString('base64')}`
  expect(await post({ authorization: basic })).toEqual([200, 'Taken.'])
  expect(delivered.map(String)).toEqual(['mail', 'mail'])
})

test('and refused without it', async () => {
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${secret} `.replace('four', 'five'),
    `Bearer ${secret}x`,
    secret,
    `Digest ${secret}`,
    `Basic ${Buffer.from(`${secret}:`).toString('base64')}`,
    'Basic %%%',
  ])
    expect((await post({ authorization }))[0]).toBe(401)
  expect(delivered).toEqual([])
})

test('what was judged is not sent again, what could not be is', async () => {
  answer = async () => ({ refused: 'stale' })
  expect(await post()).toEqual([200, 'Not a proof: stale.'])
  answer = async () => ({ refused: 'unjudged' })
  expect(await post()).toEqual([200, 'Not a proof: unjudged.'])
  answer = async () => {
    throw new Error('The database is away: secret detail')
  }
  expect(await post()).toEqual([503, 'Not now: send it again.'])
})

test('at most a megabyte, by POST, at one path, and only where it is set up', async () => {
  expect((await post(undefined, Buffer.alloc(1_048_577)))[0]).toBe(413)
  expect((await fetch(url)).status).toBe(405)
  expect((await fetch(`${url}/x`, { method: 'POST' })).status).toBe(404)
  given = { ...inbound, secretHash: null }
  expect((await post())[0]).toBe(404)
  expect(delivered).toEqual([])
})
