import type { IncomingMessage } from 'node:http'
import { bodies, SMALL_BODY_BYTES } from '../http/bodies.ts'
import { repeatedKeys } from '#platform/text/json-keys.ts'
import type { Answer } from '../http/http-message.ts'
import { bodyUnread, nameTwice, signedInForSoMuch, tooManyAtOnce, tooManyValues, unreadableBody } from './answers.ts'
import { FairShare } from './fair-share.ts'
import { readJson } from './request-checks.ts'
import type { ApiRoute } from './routes.ts'

/** Large bodies of one account that are read and answered at once; others wait unread. */
const LARGE = { atOnce: 2, waiting: 20 }
/** Values in a body: a stadium's map has 40,000 seats, a season 10,000 concerts. */
const MAX_VALUES = 20_000
const MAX_STAFF_VALUES = 250_000

export interface GivenBody {
  bytes: Buffer
  /** The JSON of `bytes`; undefined for a picture and for no body. */
  value: unknown
}

/** Reads bodies for the API only when it is known who sends them, and parses each once. */
export class GivenBodies {
  readonly #shares = new FairShare()

  /**
   * Reads a request's body and answers with it. A body over 20 kB is read only with a signed token, in a place of its
   * account, and where only staff write so much, after `isStaff` confirms it. Refused ones are not read to their end.
   */
  async answer(
    request: IncomingMessage,
    route: ApiRoute,
    person: string | null,
    isStaff: () => Promise<true | Answer>,
    answer: (body: GivenBody) => Promise<Answer>,
  ): Promise<Answer> {
    const { area, bodyLimit } = route
    const declared = Number(request.headers['content-length'] ?? 0)
    const isLarge = declared > SMALL_BODY_BYTES || request.headers['transfer-encoding'] !== undefined
    if (declared > bodyLimit) return bodyUnread(area, 'too_large')
    if (!isLarge || person === null) {
      const limit = Math.min(bodyLimit, SMALL_BODY_BYTES)
      const bytes = await bodies.read(request, limit, person)
      if (bytes === 'too_large' && limit < bodyLimit) return signedInForSoMuch(area)
      return this.#parsed(route, bytes, answer)
    }
    const place = await this.#shares.take(person, LARGE)
    if (!place) return { ...tooManyAtOnce(area), close: true }
    try {
      const staff = route.staff ? await isStaff() : true
      if (staff !== true) return { ...staff, close: true }
      return await this.#parsed(route, await bodies.read(request, bodyLimit, person), answer)
    } finally {
      place()
    }
  }

  async #parsed(
    { area, picture, staff, unique }: ApiRoute,
    bytes: Awaited<ReturnType<typeof bodies.read>>,
    answer: (body: GivenBody) => Promise<Answer>,
  ): Promise<Answer> {
    if (!Buffer.isBuffer(bytes)) return bodyUnread(area, bytes)
    if (picture || bytes.length === 0) return answer({ bytes, value: undefined })
    const most = staff ? MAX_STAFF_VALUES : MAX_VALUES
    const read = readJson(area, bytes, most)
    if (read === 'too_many') return tooManyValues(area, most)
    if (read === 'unreadable') return unreadableBody(area)
    const twice = unique ? repeatedKeys(bytes.toString('utf8'))[0] : undefined
    return twice ? nameTwice(twice.path, twice.lines) : answer({ bytes, value: read.value })
  }
}
