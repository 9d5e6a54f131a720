import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { toPaise } from '#shop/prices/money.ts'
import type { Database } from '../database/database.ts'
import { readBody, textAnswer, type Answer } from '../http/http-message.ts'
import type { DemoPayment } from './mail/demo-bank.ts'
import type { MailResult } from './mail/mail-proofs.ts'

const PATH = '/proofs/demo'
const MAX_BYTES = 100

/** Pays an order at the demo's pretended bank, as a UPI app would at a real one: `POST /proofs/demo` with its code. */
export class DemoPay {
  readonly #pay: (payment: DemoPayment) => Promise<MailResult>
  readonly #database: Database

  constructor(pay: (payment: DemoPayment) => Promise<MailResult>, database: Database) {
    this.#pay = pay
    this.#database = database
  }

  /** Returns null for paths of other parts, 404 for a code of no order. */
  async answer(request: IncomingMessage, pathname: string): Promise<Answer | null> {
    if (pathname !== PATH) return null
    if (request.method !== 'POST') return textAnswer(405, 'Payments come by POST.', { allow: 'POST' })
    const body = await readBody(request, MAX_BYTES)
    const code = body?.toString('utf8').trim() ?? ''
    const [order] = await this.#database.query<{ amount: string | null }>(
      'select (select sum(s) from unnest(o.shares) as s)::text as amount from private.orders o where o.order_code = $1',
      [code],
    )
    if (!order?.amount) return textAnswer(404, 'There is no such order.')
    await this.#pay({
      amountPaise: toPaise(Number(order.amount)),
      utr: `4${randomInt(100_000_000_000).toString().padStart(11, '0')}`,
      note: code.slice(2),
      payerVpa: 'customer@demobank',
      at: new Date(),
    })
    return textAnswer(200, 'Paid.')
  }
}
