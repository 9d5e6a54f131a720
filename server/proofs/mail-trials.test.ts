import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listening } from '../../tests/support/server/listening.ts'
import type { MailTrial } from '#shop/proofs/mail-trial.ts'
import { send, textAnswer } from '../http/http-message.ts'
import { MailTrials } from './open-proofs.ts'

const trial: MailTrial = { steps: [], read: null, outcome: 'refused', doubts: [], reason: 'unreadable', isOld: false }
let examined: string[] = []
let trials: MailTrials
const server = createServer((request, response) => {
  const admin = request.headers['x-admin']
  const adminOf = async () =>
    typeof admin === 'string' ? { admin } : { refused: textAnswer(403, 'This is for admins.') }
  void trials
    .answer(request, request.url ?? '', adminOf)
    .then((found) => send(request, response, found ?? textAnswer(418, 'Another part.')))
})
let url = ''

beforeAll(async () => void (url = await listening(server)))
afterAll(() => void server.close())
beforeEach(() => {
  examined = []
  trials = new MailTrials(async () => async (raw) => {
    examined.push(raw.toString())
    return trial
  })
})

const post = async (admin: string | null, body: string, path = '/proofs/mail/try') =>
  fetch(`${url}${path}`, { method: 'POST', headers: admin === null ? {} : { 'x-admin': admin }, body })

test('answers an admin with the trial, and reads nothing of anybody else', async () => {
  expect(await (await post('a', 'mail')).json()).toEqual(trial)
  expect((await post(null, 'mail')).status).toBe(403)
  expect((await post('a', 'mail', '/proofs/mail')).status).toBe(418)
  expect((await fetch(`${url}/proofs/mail/try`, { headers: { 'x-admin': 'a' } })).status).toBe(405)
  expect((await post('a', 'x'.repeat(1_048_577))).status).toBe(413)
  expect(examined).toEqual(['mail'])
})

test('each admin has thirty trials in ten minutes', async () => {
  // oxlint-disable-next-line no-await-in-loop
  for (let n = 0; n < 30; n += 1) expect((await post('a', 'x')).status).toBe(200)
  const refused = await post('a', 'x')
  expect([refused.status, Number(refused.headers.get('retry-after')) > 500]).toEqual([429, true])
  expect((await post('b', 'x')).status).toBe(200)
})

test('says that it reads no mails, to admins alone, and that it could not judge one', async () => {
  trials = new MailTrials(async () => null)
  expect([(await post('a', 'x')).status, (await post(null, 'x')).status]).toEqual([404, 403])
  trials = new MailTrials(async () => () => Promise.reject(new Error('of a customer')))
  const failed = await post('a', 'x')
  expect([failed.status, (await failed.text()).includes('customer')]).toEqual([503, false])
})
