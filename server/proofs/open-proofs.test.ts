import { createHmac } from 'node:crypto'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { listening } from '../../tests/support/server/listening.ts'
import { proofInput, type Proof } from '#shop/proofs/proof.ts'
import { send } from '../http/http-message.ts'
import { log } from '../log.ts'
import { answerProofCall } from './payment-proof-function.ts'
import { connectedGateways, MAX_MESSAGE_BYTES } from './proof-message.ts'
import { ProofRoutes } from './open-proofs.ts'

const SECRET = 'a webhook secret of some length'
const CREDITED = '2026-12-05T10:00:00.000Z'
const payment = { id: 'pay_DESyzxuld02Zul', amount: 180000, currency: 'INR', status: 'captured', method: 'upi' }
const captured = JSON.stringify({
  event: 'payment.captured',
  payload: { payment: { entity: { ...payment, notes: { code: 'MF7K2QX4MD' }, acquirer_data: { rrn: '412583617700' } } } },
  created_at: 1567675357,
}) // prettier-ignore
const sign = (body: string) => createHmac('sha256', SECRET).update(body).digest('hex')
const post = (body: string, headers: Record<string, string> = { 'x-razorpay-signature': sign(body) }): RequestInit => ({
  method: 'POST',
  headers,
  body,
})

const servers: Server[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const server of servers.splice(0)) server.close()
})

/** A server with these routes alone. */
async function listen(take: (proof: Proof) => Promise<unknown>): Promise<string> {
  const routes = new ProofRoutes(connectedGateways({ razorpay: SECRET, cashfree: null }), take)
  const server = createServer((request, response) => {
    void routes
      .answer(request, new URL(request.url!, 'http://shop').pathname)
      .then((answer) => send(request, response, answer ?? { status: 204, headers: {}, body: null }))
  })
  servers.push(server)
  return listening(server)
}

test('a message is answered with success only after its proof is stored', async () => {
  const events: string[] = []
  const address = await listen(async ({ externalId }) => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    events.push(externalId)
  })
  const answer = await fetch(`${address}/proofs/razorpay`, post(captured))
  events.push(String(answer.status))
  expect(events).toEqual(['pay_DESyzxuld02Zul', '200'])
})

test('a proof that cannot be stored is asked for again, and the log has none of its content', async () => {
  const lines: string[] = []
  vi.spyOn(log, 'warn').mockImplementation((line) => void lines.push(line))
  const address = await listen(() => Promise.reject(new TypeError('of gaurav.kumar@upi')))
  const answer = await fetch(`${address}/proofs/razorpay`, post(captured))
  expect(answer.status).toBe(503)
  expect(lines).toEqual(['A message of razorpay could not be stored (TypeError).'])
})

test('refuses forgeries and broken messages with one line in the log', async () => {
  const lines: string[] = []
  vi.spyOn(log, 'warn').mockImplementation((line) => void lines.push(line))
  const taken: Proof[] = []
  const address = await listen(async (proof) => taken.push(proof))
  const status = async (init: RequestInit) => (await fetch(`${address}/proofs/razorpay`, init)).status
  expect(await status(post(captured, { 'x-razorpay-signature': sign(`${captured} `) }))).toBe(401)
  expect(await status(post(captured, {}))).toBe(401)
  expect(await status(post('{"of":"gaurav.kumar@upi"'))).toBe(400)
  expect(await status(post(captured.replace('"pay_', '"x_')))).toBe(422)
  expect(await status({ method: 'GET' })).toBe(405)
  expect(taken).toEqual([])
  expect(lines).toEqual([
    'A message for razorpay was refused (signature).',
    'A message for razorpay was refused (json).',
    'A message for razorpay was refused (content).',
  ])
})

test('answers what says nothing of money with success, so that the gateway goes on', async () => {
  const address = await listen(() => Promise.reject(new Error('not to be called')))
  const answer = await fetch(`${address}/proofs/razorpay`, post(captured.replace('payment.captured', 'payment.failed')))
  expect([answer.status, await answer.text()]).toEqual([200, 'Ignored.\n'])
})

test('takes no messages of a gateway that is not connected, and leaves other paths alone', async () => {
  const address = await listen(() => Promise.resolve())
  expect((await fetch(`${address}/proofs/cashfree`, post(captured))).status).toBe(404)
  expect((await fetch(`${address}/proofs/paypal`, post(captured))).status).toBe(404)
  expect((await fetch(`${address}/proofs/razorpay/x`, post(captured))).status).toBe(204)
})

test('reads no more than the limit, stated or not', async () => {
  const taken: Proof[] = []
  const address = await listen(async (proof) => taken.push(proof))
  const padded = (length: number) => captured + ' '.repeat(length - captured.length)
  expect((await fetch(`${address}/proofs/razorpay`, post(padded(MAX_MESSAGE_BYTES)))).status).toBe(200)
  expect((await fetch(`${address}/proofs/razorpay`, post(padded(MAX_MESSAGE_BYTES + 1)))).status).toBe(413)
  const chunked = await new Promise<number | undefined>((resolve, reject) => {
    const request = httpRequest(`${address}/proofs/razorpay`, { method: 'POST' }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    request.on('error', reject)
    for (let at = 0; at < 20; at += 1) request.write('x'.repeat(64 * 1024))
    request.end()
  })
  expect(chunked).toBe(413)
  expect(taken).toHaveLength(1)
})

const env = {
  SUPABASE_URL: 'https://ref.supabase.example',
  SUPABASE_SERVICE_ROLE_KEY: 'service-key',
  RAZORPAY_WEBHOOK_SECRET: SECRET,
}
const call = (query: string, init: RequestInit) =>
  new Request(`https://x.example/functions/v1/payment-proof${query}`, init)

test('the function of a hosted shop does the same', async () => {
  const taken: unknown[] = []
  const lines: string[] = []
  const answer = async (query: string, init: RequestInit, changes: Record<string, string> = {}) =>
    (
      await answerProofCall(
        call(query, init),
        { ...env, ...changes },
        async (url, key, proof) => taken.push([url, key, proof.externalId]),
        (line) => lines.push(line),
      )
    ).status
  expect(await answer('?from=razorpay', post(captured))).toBe(200)
  expect(taken).toEqual([['https://ref.supabase.example', 'service-key', 'pay_DESyzxuld02Zul']])
  expect(await answer('?from=razorpay', post(captured, {}))).toBe(401)
  expect(await answer('?from=cashfree', post(captured))).toBe(404)
  expect(await answer('', post(captured))).toBe(404)
  expect(await answer('?from=razorpay', { method: 'GET' })).toBe(405)
  expect(await answer('?from=razorpay', post(captured + ' '.repeat(MAX_MESSAGE_BYTES)))).toBe(413)
  expect(await answer('?from=razorpay', post(captured), { SUPABASE_URL: '' })).toBe(500)
  expect(await answer('?from=razorpay', post(captured), { RAZORPAY_WEBHOOK_SECRET: 'short' })).toBe(500)
  expect([taken.length, lines]).toEqual([1, ['A message for razorpay was refused (signature).']])
})

test('the function calls take_proof with the service key, and says when it fails', async () => {
  const calls: unknown[] = []
  let status = 200
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      calls.push([request.url, request.headers['apikey'], request.headers['authorization'], JSON.parse(body)])
      response.writeHead(status).end('{}')
    })
  })
  servers.push(server)
  const local = { ...env, SUPABASE_URL: `${await listening(server)}/` }
  expect((await answerProofCall(call('?from=razorpay', post(captured)), local)).status).toBe(200)
  const [[path, key, bearer, sent]] = calls as [[string, string, string, { p_proof: Record<string, unknown> }]]
  expect([path, key, bearer]).toEqual(['/rest/v1/rpc/take_proof', 'service-key', 'Bearer service-key'])
  expect(sent.p_proof).toMatchObject({ source: 'gateway', external_id: 'pay_DESyzxuld02Zul', amount: '1800.00' })
  const lines: string[] = []
  status = 500
  const failed = await answerProofCall(call('?from=razorpay', post(captured)), local, undefined, (line) =>
    lines.push(line),
  )
  expect([failed.status, lines]).toEqual([503, ['A message of razorpay could not be stored (Error HTTP_500).']])
})

test('take_proof gets the amount as text', () => {
  const same = { source: 'gateway', utr: null, note: null, certain: true, content: {} } as const
  const proof: Proof = { ...same, externalId: 'cf_1', creditedAt: CREDITED, amountPaise: 7, payerVpa: null }
  const sent = { ...same, external_id: 'cf_1', credited_at: CREDITED, amount: '0.07', payer_vpa: null }
  expect(proofInput(proof)).toEqual(sent)
})
