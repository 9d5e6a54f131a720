import type { IncomingMessage } from 'node:http'
import { MAX_MAIL_BYTES, type MailTrial } from '#shop/proofs/mail-trial.ts'
import { bodyUnread, busy, notOffered, refusal, tooManyAtOnce } from '../api/answers.ts'
import { FairShare } from '../api/fair-share.ts'
import { AttemptLimit } from '../auth/sign-in-limits.ts'
import { TIMED_OUT } from '../database/ended.ts'
import { bodies, unreadAnswer } from '../http/bodies.ts'
import { jsonAnswer, textAnswer, type Answer } from '../http/http-message.ts'
import { log } from '../log.ts'
import type { Gateway } from './gateways/gateway.ts'
import { answerMessage, MAX_MESSAGE_BYTES, type TakeProof, connectedGateways } from './proof-message.ts'
import type { Database } from '../database/database.ts'
import { isExposed, type Settings } from '../settings/settings.ts'
import { StartupError } from '../startup-error.ts'
import type { InboundMail } from './mail/inbound-mail.ts'
import { BankMails } from './bank-mails.ts'
import { Settling } from './settling.ts'
import { randomInt } from 'node:crypto'
import { toPaise } from '#shop/prices/money.ts'
import type { DemoPayment } from './mail/demo-bank.ts'
import type { MailResult } from './mail/mail-proofs.ts'

/** The address at which admins try a mail; the same on every shop with a server of its own. */
const TRY_MAIL_PATH = '/proofs/mail/try'

const MAX_TRIALS = 30
const TRIALS_WINDOW_MS = 10 * 60_000
/** Judging a mail takes the time of many requests. */
const AT_ONCE = { atOnce: 1, waiting: 2 }

/** Returns the id of the admin who asks, or how everybody else is refused. */
type AdminOf = (request: IncomingMessage) => Promise<{ admin: string } | { refused: Answer }>

type Examiner = () => Promise<((raw: Buffer) => Promise<MailTrial>) | null>

/** Lets admins try a mail: `POST /proofs/mail/try` with the raw mail answers with a MailTrial. Stores and logs nothing. */
export class MailTrials {
  readonly #examiner: Examiner
  readonly #limit = new AttemptLimit(MAX_TRIALS, TRIALS_WINDOW_MS)
  readonly #shares = new FairShare()

  /** @param examiner returns what judges a mail, as set up at the moment; null while no mail can be judged */
  constructor(examiner: Examiner) {
    this.#examiner = examiner
  }

  /** Returns null for paths of other parts; 404 for an admin where the server reads no mails. */
  async answer(request: IncomingMessage, pathname: string, adminOf: AdminOf): Promise<Answer | null> {
    if (pathname !== TRY_MAIL_PATH) return null
    if (request.method !== 'POST') return textAnswer(405, 'Post a mail here.', { allow: 'POST' })
    const asks = await adminOf(request)
    if ('refused' in asks) return { ...asks.refused, close: true }
    const examine = await this.#examiner()
    if (!examine) return { ...notOffered('rest'), close: true }
    const now = Date.now()
    const wait = this.#limit.waitFor(asks.admin, now)
    if (wait > 0) return { ...tooManyTrials(wait), close: true }
    this.#limit.count(asks.admin, now)
    const raw = await bodies.read(request, MAX_MAIL_BYTES, asks.admin)
    if (!Buffer.isBuffer(raw)) return bodyUnread('rest', raw)
    const place = await this.#shares.take(asks.admin, AT_ONCE)
    if (!place) return tooManyAtOnce('rest')
    try {
      return jsonAnswer(200, await examine(raw))
    } catch {
      return busy('rest', TIMED_OUT)
    } finally {
      place()
    }
  }
}

function tooManyTrials(waitMs: number): Answer {
  const answer = refusal('rest', 429, 'over_request_rate_limit', 'Too many mails were tried; wait some minutes')
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(Math.ceil(waitMs / 1000)) } }
}

/** How often one text is logged at most: anybody can send messages with a wrong signature. */
const WARN_EVERY_MS = 60_000

/** Takes payment gateways' messages at `POST /proofs/<gateway>`. */
export class ProofRoutes {
  readonly #gateways: readonly Gateway[]
  readonly #take: TakeProof
  readonly #warnedAt = new Map<string, number>()

  constructor(gateways: readonly Gateway[], take: TakeProof) {
    this.#gateways = gateways
    this.#take = take
  }

  /** Returns null for paths of other parts; 404 for a gateway that is not connected. */
  async answer(request: IncomingMessage, pathname: string): Promise<Answer | null> {
    const name = /^\/proofs\/([a-z]+)$/.exec(pathname)?.[1]
    if (name === undefined) return null
    const gateway = this.#gateways.find((one) => one.name === name)
    if (!gateway) return { ...textAnswer(404, 'This shop takes no messages here.'), close: true }
    if (request.method !== 'POST') return textAnswer(405, 'Messages come by POST.', { allow: 'POST' })
    const body = await bodies.read(request, MAX_MESSAGE_BYTES)
    if (!Buffer.isBuffer(body)) return unreadAnswer(body, 'The message is too long.')
    const { status, text, warning } = await answerMessage(gateway, request.headers, body, this.#take)
    if (warning !== null) this.#warn(warning)
    return textAnswer(status, text)
  }

  #warn(warning: string): void {
    const now = Date.now()
    if (now - (this.#warnedAt.get(warning) ?? -WARN_EVERY_MS) < WARN_EVERY_MS) return
    this.#warnedAt.set(warning, now)
    log.warn(warning)
  }
}

const PATH = '/proofs/demo'
const MAX_BYTES = 100

/** Pays an order at the demo's pretended bank, as a UPI app would at a real one: `POST /proofs/demo` with its code. */
class DemoPay {
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
    const body = await bodies.read(request, MAX_BYTES)
    const code = String(body).trim()
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

export interface Proofs {
  routes: ProofRoutes
  /** As set up at the moment. */
  readonly inbound: InboundMail | null
  demo: DemoPay | null
  trials: MailTrials
  stop(): Promise<void>
}

/** Opens every source of proofs that settings or console name, and lets what they bring decide. @throws {StartupError} */
export async function openProofs(database: Database, settings: Settings): Promise<Proofs> {
  if (settings.proofs?.demoBank && isExposed(settings)) {
    throw new StartupError('DEMO_BANK is for trying the shop on this machine: anybody could pay with it for nothing.')
  }
  const gateways = connectedGateways(settings.gateways)
  const settling = new Settling(
    database,
    gateways.map(({ name }) => name),
  )
  const routes = new ProofRoutes(gateways, async (proof, gateway) => {
    await settling.take(proof)
    await database.query('select private.note_proof_source($1)', [gateway])
  })
  const stopSettling = settling.start()
  const mails = new BankMails(database, settings.proofs, (proof) => settling.take(proof))
  await mails.start()
  const { demoPay } = mails
  if (demoPay) {
    // Once, so that the demo shows it; what an admin chooses later stays.
    await database.run("update public.proof_rules set approve = 'always' where id = 1 and revision = 1")
  }
  return {
    routes,
    get inbound() {
      return mails.inbound
    },
    demo: demoPay && new DemoPay(demoPay, database),
    trials: new MailTrials(() => mails.examiner()),
    stop: async () => {
      await mails.stop()
      await stopSettling()
    },
  }
}
