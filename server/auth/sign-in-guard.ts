import { setTimeout as sleep } from 'node:timers/promises'
import { resendConfirmation } from '../mail/auth-mail.ts'
import { AttemptLimit, PasswordQueue, KnownSenders } from './sign-in-limits.ts'
import { refusal, tooManyAttempts } from '../api/answers.ts'
import type { ApiRoute } from '../api/routes.ts'
import type { Database } from '../database/database.ts'
import { newDevice } from './device-cookie.ts'
import { limitKeyOf } from '../http/host-check.ts'
import { jsonAnswer, type Answer } from '../http/http-message.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Limits } from '../settings/settings.ts'
import { newcomer, refuseAddress, refusePassword } from './sign-up.ts'

const SIGN_IN_WINDOW_MS = 15 * 60_000
/** Slower answers are rounded up to a multiple of this. */
const ANSWER_STEP_MS = 200
const MAX_PASSWORD_CHANGES = 5
const TURN_WAIT_MS = 10_000

export interface AuthRequest {
  attempt: NonNullable<ApiRoute['attempt']>
  /** The query's `grant_type`, which tells a sign-in from a refresh. */
  grantType: string | null
  body: Record<string, unknown>
  ip: string
  /** The cookie's device number; null when it has none. */
  device: string | null
}

const stringIn = (body: Record<string, unknown>, name: string): string => {
  const value = body[name]
  return typeof value === 'string' ? value.trim().toLowerCase() : ''
}

/** Pads an answer's time to the floor, then to whole steps, so that it reveals nothing. */
export function paddedTime(tookMs: number, floorMs: number): number {
  if (floorMs === 0) return tookMs
  return tookMs <= floorMs ? floorMs : floorMs + Math.ceil((tookMs - floorMs) / ANSWER_STEP_MS) * ANSWER_STEP_MS
}

export interface SignInGuardOptions {
  limits: Limits
  database: Database
  mailer: Mailer | null
  address: string
  encrypted: boolean
}

interface Counted {
  at: number
  places: { limit: AttemptLimit; key: string }[]
}

/** Guards sign-in, sign-up and recovery with limits and with answers that do not reveal who has an account. */
export class SignInGuard {
  readonly #perAddress: AttemptLimit
  readonly #perKnown: AttemptLimit
  readonly #guessesPerIp: AttemptLimit
  readonly #signUpsPerIp: AttemptLimit
  readonly #mailsPerIp: AttemptLimit
  readonly #passwordChanges = new AttemptLimit(MAX_PASSWORD_CHANGES, SIGN_IN_WINDOW_MS)
  readonly #knownNetworks = new KnownSenders()
  readonly #knownDevices = new KnownSenders()
  readonly #turns = new PasswordQueue()
  readonly #options: SignInGuardOptions

  constructor(options: SignInGuardOptions) {
    this.#options = options
    const { signInPerAddress, signInPerIp } = options.limits
    this.#perAddress = new AttemptLimit(signInPerAddress, SIGN_IN_WINDOW_MS)
    this.#perKnown = new AttemptLimit(signInPerAddress, SIGN_IN_WINDOW_MS)
    this.#guessesPerIp = new AttemptLimit(signInPerIp, SIGN_IN_WINDOW_MS)
    this.#signUpsPerIp = new AttemptLimit(signInPerIp, SIGN_IN_WINDOW_MS)
    this.#mailsPerIp = new AttemptLimit(Math.ceil(signInPerIp / 10), SIGN_IN_WINDOW_MS)
  }

  /** Answers an attempt within the limits, in turn, and no sooner than its time could reveal something. */
  async answer(request: AuthRequest, began: number, ask: () => Promise<Answer>): Promise<Answer> {
    const counted = this.admit(request, began)
    if ('status' in counted) return counted
    const answer = (await this.answerFirst(request)) ?? (await this.#inTurn(request, ask))
    this.settle(request, answer, counted)
    await sleep(this.holdBack(request, answer, Date.now() - began))
    return this.markDevice(request, answer)
  }

  async changePassword(owner: string, now: number, change: () => Promise<Answer>): Promise<Answer> {
    const wait = this.#passwordChanges.waitFor(owner, now)
    if (wait > 0) return tooManyAttempts(wait)
    this.#passwordChanges.count(owner, now)
    return (await this.#turns.run(owner, change)) ?? tooManyAttempts(TURN_WAIT_MS)
  }

  /** Refuses an attempt over the limit. Known devices and networks count apart, so that guesses lock no owner out. */
  admit(request: AuthRequest, now: number): Answer | Counted {
    const places = guessesSecrets(request) ? this.#placesOf(request) : []
    const wait = Math.max(0, ...places.map(({ limit, key }) => limit.waitFor(key, now)))
    if (wait > 0) return tooManyAttempts(wait)
    for (const { limit, key } of places) limit.count(key, now)
    return { at: now, places }
  }

  // Keyed apart from known senders: an attacker may send anything as the address.
  #placesOf(request: AuthRequest): Counted['places'] {
    const ip = limitKeyOf(request.ip)
    const email = stringIn(request.body, 'email')
    const known = this.#knownSender(request)
    if (known) return [{ limit: this.#perKnown, key: known }]
    const ofNetwork = { 'sign-up': this.#signUpsPerIp, recover: this.#mailsPerIp, resend: this.#mailsPerIp }
    const network = { limit: ofNetwork[request.attempt as 'sign-up'] ?? this.#guessesPerIp, key: ip }
    return email ? [network, { limit: this.#perAddress, key: email }] : [network]
  }

  /** Returns a known device, else a known network, each with the address; null for a stranger. */
  #knownSender(request: AuthRequest): string | null {
    const ip = limitKeyOf(request.ip)
    const email = stringIn(request.body, 'email')
    if (request.device && this.#knownDevices.has(email, request.device)) return `${request.device} ${email}`
    return this.#knownNetworks.has(email, ip) ? `${ip} ${email}` : null
  }

  async #inTurn(request: AuthRequest, ask: () => Promise<Answer>): Promise<Answer> {
    if (!guessesSecrets(request)) return ask()
    const sender = this.#knownSender(request) ?? limitKeyOf(request.ip)
    return (await this.#turns.run(sender, ask)) ?? tooManyAttempts(TURN_WAIT_MS)
  }

  /** Takes the attempt back when its answer is a session: it was no guess. */
  settle(request: AuthRequest, answer: Answer, { at, places }: Counted): void {
    this.learn(request, answer)
    if (request.attempt === 'sign-up' || sessionOf(answer) === null) return
    for (const { limit, key } of places) limit.forgive(key, at)
  }

  learn(request: AuthRequest, answer: Answer): void {
    const email = sessionOf(answer)
    if (!email) return
    this.#knownNetworks.remember(email, limitKeyOf(request.ip))
    if (request.device) this.#knownDevices.remember(email, request.device)
  }

  markDevice(request: AuthRequest, answer: Answer): Answer {
    const email = request.device ? null : sessionOf(answer)
    if (!email) return answer
    const { device, header } = newDevice(this.#options.encrypted)
    this.#knownDevices.remember(email, device)
    return { ...answer, headers: { ...answer.headers, 'set-cookie': header } }
  }

  /** Answers what the backend answers badly; null passes the request on. */
  async answerFirst(request: AuthRequest): Promise<Answer | null> {
    const { mailer, database, address } = this.#options
    if (request.attempt === 'sign-up') {
      return refuseAddress(stringIn(request.body, 'email')) ?? refusePassword(request.body['password'])
    }
    if (request.attempt === 'recover' && !mailer) {
      return refusal('auth', 422, 'email_provider_disabled', 'This shop cannot send e-mail; please contact support.')
    }
    if (request.attempt !== 'resend') return null
    if (mailer && request.body['type'] === 'signup') {
      await resendConfirmation(database, mailer, address, stringIn(request.body, 'email'))
    }
    return jsonAnswer(200, {})
  }

  /** Replaces a backend answer that reveals who has an account; null keeps it. */
  async conceal(request: AuthRequest, answer: { status: number; text: string }): Promise<Answer | null> {
    const { mailer, database, address } = this.#options
    const code = errorCode(answer.text)
    if (request.attempt === 'sign-up' && mailer && answer.status === 429) {
      // A known address gets the same answer as a new one, and a new mail if it never confirmed.
      await resendConfirmation(database, mailer, address, stringIn(request.body, 'email'))
      return jsonAnswer(200, newcomer(stringIn(request.body, 'email'), request.body['data']))
    }
    if (request.attempt === 'sign-in' && code === 'email_not_confirmed' && !(await this.#passwordFits(request))) {
      return refusal('auth', 400, 'invalid_credentials', 'Invalid login credentials')
    }
    return null
  }

  holdBack(request: AuthRequest, answer: Answer, tookMs: number): number {
    if (!guessesSecrets(request)) return 0
    const session = answer.status === 200 && Buffer.isBuffer(answer.body) && answer.body.includes('"access_token"')
    return session ? 0 : paddedTime(tookMs, this.#options.limits.authAnswerMs) - tookMs
  }

  async #passwordFits(request: AuthRequest): Promise<boolean> {
    const password = request.body['password']
    if (typeof password !== 'string') return false
    // bcryptjs marks its hashes 2b; pgcrypto calls the same algorithm 2a.
    const rows = await this.#options.database.query(
      `select 1 from auth.users
        where email = $1
          and extensions.crypt($2, '$2a$' || substr(encrypted_password, 5)) = '$2a$' || substr(encrypted_password, 5)`,
      [stringIn(request.body, 'email'), password],
    )
    return rows.length > 0
  }
}

/** False for a refresh or PKCE exchange, whose secret is long and random. */
export const guessesSecrets = (request: AuthRequest): boolean =>
  request.attempt !== 'sign-in' || !['refresh_token', 'pkce'].includes(request.grantType ?? '')

/** Returns the address whose session an answer carries, or null. */
function sessionOf({ status, body }: Answer): string | null {
  if (status !== 200 || !Buffer.isBuffer(body) || !body.includes('"access_token"')) return null
  try {
    const { access_token: token, user } = JSON.parse(body.toString()) as Record<string, unknown>
    if (typeof token !== 'string' || typeof user !== 'object' || user === null) return null
    return stringIn(user as Record<string, unknown>, 'email') || null
  } catch {
    return null
  }
}

function errorCode(text: string): string {
  try {
    return String((JSON.parse(text) as { error_code?: unknown }).error_code ?? '')
  } catch {
    return ''
  }
}
