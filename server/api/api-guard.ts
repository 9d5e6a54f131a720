import type { IncomingMessage } from 'node:http'
import { EMBEDDED_PUBLISHABLE_KEY } from '#platform/supabase/embedded-key.ts'
import { isCanonicalToken } from '../auth/access-token.ts'
import {
  addressStays,
  answerToDatabaseError,
  busy,
  forbidden,
  fromAnotherSite,
  internalError,
  missingKey,
  notEmbedded,
  notOffered,
  noSpace,
  pictureThere,
  tooManyAtOnce,
  tooMuchEmbedded,
  unreadableAddress,
  unreadableToken,
  wrongKey,
} from './answers.ts'
import { isApiPath, routeOf, type ApiRoute } from './routes.ts'
import type { Backend } from './backend.ts'
import type { Sql } from '../database/database.ts'
import { TIMED_OUT, wasEnded } from '../database/ended.ts'
import { deviceOf } from '../auth/device-cookie.ts'
import { FairShare, ownerOf } from './fair-share.ts'
import { GivenBodies, type GivenBody } from './given-body.ts'
import { addressOfSender, isFromAnotherSite, limitKeyOf } from '../http/host-check.ts'
import { jsonAnswer, type Answer } from '../http/http-message.ts'
import { log } from '../log.ts'
import { askPatiently, RETRIED } from './ask-patiently.ts'
import { headersFor } from './pass-on.ts'
import { changePassword } from '../auth/password-change.ts'
import { infoAsHosted, faultOfUpload, unpackUpload, UPLOAD_LIMIT_BYTES } from '../files/picture-upload.ts'
import type { Proxies } from '../settings/proxies.ts'
import type { FreeSpace } from '../files/free-space.ts'
import type { Figures } from '../sale/figures.ts'
import { mayChangeCatalogue } from '../sale/catalogue.ts'
import type { SaleCalls } from '../sale/sale-calls.ts'
import { asObject, embedsInWrite, embedsTooMuch, isDecodable, changesAddress, parseJson } from './request-checks.ts'
import { guessesSecrets, type AuthRequest, type SignInGuard } from '../auth/sign-in-guard.ts'

export interface ApiGuardOptions {
  backend: Backend
  database: Sql
  pictures: Pick<FreeSpace, 'isFull' | 'take'>
  sale: Pick<SaleCalls, 'answer'>
  figures: Pick<Figures, 'sale'>
  signIn: Pick<SignInGuard, 'answer' | 'changePassword' | 'conceal'>
  anonKey: string
  jwtSecret: string
  address: string
  proxies: Proxies
  google: boolean
  host: string
  publicUrl: string | null
  /** Called when a write that may have changed the catalogue is answered, before its sender has the answer. */
  onWrite: () => void
}

/** Requests answered at once for one person and for one network, which may be a whole venue or carrier. */
const PERSON = { atOnce: 4, waiting: 200 }
const NETWORK = { atOnce: 8, waiting: 500 }

/** The only way to the backend: checks path, key and limits. Answers reveal no internals and allow no other site. */
export class ApiGuard {
  readonly #options: ApiGuardOptions
  readonly #shares = new FairShare()
  readonly #bodies = new GivenBodies()

  constructor(options: ApiGuardOptions) {
    this.#options = options
  }

  /** Returns null when the address is not part of the API. */
  async answer(request: IncomingMessage, url: URL): Promise<Answer | null> {
    if (!isApiPath(url.pathname)) return null
    const began = Date.now()
    const area = url.pathname.split('/')[1] as ApiRoute['area']
    const method = request.method ?? 'GET'
    if (method === 'OPTIONS')
      return { status: 204, headers: { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' }, body: null }
    if (isFromAnotherSite(request.headers, this.#options)) return { ...fromAnotherSite(area), close: true }
    // The database judges the data API's filters itself.
    if (!isDecodable(url.pathname) || (area !== 'rest' && !isDecodable(url.search)))
      return { ...unreadableAddress(area), close: true }
    if (!isCanonicalToken(request.headers.authorization)) return { ...unreadableToken(area), close: true }
    const route = routeOf(method, url.pathname, UPLOAD_LIMIT_BYTES)
    if (!route?.keyless) {
      const key = request.headers['apikey'] ?? url.searchParams.get('apikey')
      if (!key) return { ...missingKey(), close: true }
      if (key !== EMBEDDED_PUBLISHABLE_KEY) return { ...wrongKey(), close: true }
    }
    if (!route || (route.keyless && !this.#options.google)) return { ...notOffered(area), close: true }
    if (area === 'rest' && embedsTooMuch(url)) return { ...tooMuchEmbedded(), close: true }
    const person = ownerOf(request.headers.authorization, this.#options.jwtSecret)
    const isStaff = async (): Promise<true | Answer> => {
      const role = await this.#roleOf(request)
      return typeof role === 'object' ? role.refused : role !== '' || forbidden('This is for staff.')
    }
    return this.#bodies.answer(request, route, person, isStaff, async (body) => {
      const given = route.account || route.attempt ? asObject(body.value) : {}
      if (route.account && changesAddress(given)) return addressStays()
      const { password } = route.account ? given : {}
      if (password !== undefined) {
        if (!person) return unreadableToken(area)
        return this.#options.signIn.changePassword(person, began, () =>
          changePassword(this.#options.database, request.headers.authorization, password, () =>
            this.#ask(request, url, route, body, undefined),
          ),
        )
      }
      const attempt = route.attempt && this.#attempt(route.attempt, request, url, given)
      const askNow = (): Promise<Answer> => this.#ask(request, url, route, body, attempt)
      // Guesses have limits of their own, and a whole venue may sign in at once.
      const ask = attempt && guessesSecrets(attempt) ? askNow : () => this.#inTurn(request, url.pathname, route, askNow)
      return attempt ? this.#options.signIn.answer(attempt, began, ask) : ask()
    })
  }

  /** Returns the id of the admin who asks, as the database knows them now, or how everybody else is refused. */
  async adminOf(request: IncomingMessage): Promise<{ admin: string } | { refused: Answer }> {
    const { authorization } = request.headers
    if (isFromAnotherSite(request.headers, this.#options)) return { refused: fromAnotherSite('rest') }
    const person = ownerOf(authorization, this.#options.jwtSecret)
    if (!person || !isCanonicalToken(authorization)) return { refused: unreadableToken('rest') }
    const place = await this.#shares.take(person, PERSON)
    if (!place) return { refused: tooManyAtOnce('rest') }
    try {
      const role = await this.#roleOf(request)
      if (typeof role === 'object') return role
      return role === 'admin' ? { admin: person } : { refused: forbidden('This is for admins.') }
    } finally {
      place()
    }
  }

  /** Returns the role of who asks, as the database knows them now; '' for none. */
  async #roleOf(request: IncomingMessage): Promise<string | { refused: Answer }> {
    const headers = headersFor(request, this.#options.anonKey, this.#senderOf(request))
    headers.set('content-type', 'application/json')
    const asked = new URL('/rest/v1/rpc/my_role', this.#options.address)
    const { answer } = await askPatiently(this.#options.backend, 'POST', asked, headers, Buffer.from('{}'), 'rest')
    if (answer.status >= 500) return { refused: busy('rest', TIMED_OUT) }
    if (answer.status !== 200) return { refused: answer.status === 401 ? answer : unreadableToken('rest') }
    const role: unknown = Buffer.isBuffer(answer.body) && JSON.parse(answer.body.toString('utf8'))
    return typeof role === 'string' ? role : ''
  }

  async #inTurn(
    request: IncomingMessage,
    path: string,
    { area }: ApiRoute,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const person = ownerOf(request.headers.authorization, this.#options.jwtSecret)
    const place = await (person
      ? this.#shares.take(person, PERSON)
      : this.#shares.take(limitKeyOf(this.#senderOf(request)), NETWORK))
    if (!place) return tooManyAtOnce(area)
    const began = performance.now()
    try {
      const answer = await ask()
      this.#options.figures.sale({ path, status: answer.status, ms: performance.now() - began })
      return answer
    } finally {
      place()
    }
  }

  #senderOf(request: IncomingMessage): string {
    return addressOfSender(request, this.#options.proxies)
  }

  #attempt(
    attempt: AuthRequest['attempt'],
    request: IncomingMessage,
    url: URL,
    body: AuthRequest['body'],
  ): AuthRequest {
    const grantType = url.searchParams.get('grant_type')
    return { attempt, grantType, body, ip: this.#senderOf(request), device: deviceOf(request.headers) }
  }

  async #ask(
    request: IncomingMessage,
    url: URL,
    route: ApiRoute,
    given: GivenBody,
    attempt: AuthRequest | undefined,
  ): Promise<Answer> {
    const { area } = route
    const sold = area === 'rest' && (await this.#options.sale.answer(request.method, url, request.headers, given))
    if (sold) return sold
    const headers = headersFor(request, this.#options.anonKey, this.#senderOf(request))
    let body = given.bytes
    if (route.picture) {
      const upload = await unpackUpload(
        body,
        headers.get('content-type') ?? '',
        headers.get('cache-control') ?? undefined,
      )
      const fault = faultOfUpload(upload, url.pathname)
      if (await this.#options.pictures.isFull()) return noSpace()
      if (fault || !upload) {
        const { status, error, message } = fault ?? { status: 400, error: 'InvalidRequest', message: 'No file' }
        return jsonAnswer(status, { statusCode: String(status), error, message })
      }
      body = upload.bytes
      headers.set('content-type', upload.type)
      headers.set('cache-control', upload.cacheControl)
      headers.set('content-length', String(body.length))
    }
    const target = new URL(`${url.pathname}${url.search}`, this.#options.address)
    target.searchParams.delete('apikey')
    const end = route.picture && (await this.#options.pictures.take(url.pathname))
    const { answer, notes } = await askPatiently(
      this.#options.backend,
      request.method ?? 'GET',
      target,
      headers,
      body,
      area,
    ).finally(() => end && end())
    if (mayChangeCatalogue(request.method, url.pathname)) this.#options.onWrite()
    const code = notes.databaseError?.code ?? ''
    const text = Buffer.isBuffer(answer.body) ? answer.body.toString('utf8') : ''
    if (attempt) {
      const concealed = await this.#options.signIn.conceal(attempt, { status: answer.status, text })
      if (concealed) return concealed
    }
    if (answer.status >= 500) {
      if (RETRIED.includes(code) || wasEnded(code)) return busy(area, code)
      if (route.picture && (code === '23505' || notes.fileThere)) return pictureThere()
      const known = notes.databaseError && answerToDatabaseError(area, notes.databaseError)
      if (known) return known
      if (code === '' && embedsInWrite(request.method, url)) return notEmbedded()
      log.warn(`${request.method} ${url.pathname} failed inside${code ? ` (${code})` : ''}.`)
      return internalError(area)
    }
    if (route.info && answer.status === 200) return jsonAnswer(200, infoAsHosted(parseJson(Buffer.from(text))))
    if (area === 'auth' && answer.headers['content-type']?.startsWith('text/html') && answer.status !== 302) {
      return notOffered('auth')
    }
    return answer
  }
}
