import type { IncomingMessage } from 'node:http'
import { bodies, unreadAnswer } from '../http/bodies.ts'
import { textAnswer, type Answer } from '../http/http-message.ts'
import { log } from '../log.ts'
import type { Gateway } from './gateways/gateway.ts'
import { answerMessage, MAX_MESSAGE_BYTES, type TakeProof } from './proof-message.ts'

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
