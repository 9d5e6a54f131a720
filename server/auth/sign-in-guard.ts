import { setTimeout as sleep } from 'node:timers/promises'
import { resendConfirmation } from '../mail/auth-mail.ts'
import { AttemptLimit } from './attempt-limit.ts'
import { refusal, tooManyAttempts } from '../api/answers.ts'
import type { ApiRoute } from '../api/routes.ts'
import type { Database } from '../database/database.ts'
import { newDevice } from './device-cookie.ts'
import { HashTurns } from './hash-turns.ts'
import { limitKeyOf } from '../http/host-check.ts'
import { jsonAnswer, type Answer } from '../http/http-message.ts'
import { KnownSenders } from './known-senders.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Limits } from '../settings/settings.ts'
import { newcomer } from './sign-up-answer.ts'
import { refuseAddress, refusePassword } from './sign-up-checks.ts'

/** Window of the limits on signing in, signing up and recovering, in milliseconds. */
const SIGN_IN_WINDOW_MS = 15 * 60_000
/** Answers that take longer than the floor are rounded up to a multiple of this, in milliseconds. */
const ANSWER_STEP_MS = 200
/** Passwords an account may set in a window; each takes as long as comparing one. */
const MAX_PASSWORD_CHANGES = 5
/** Wait in the answer when a network has too many passwords waiting to be compared, in milliseconds. */
const TURN_WAIT_MS = 10_000

export interface AuthRequest {
  attempt: NonNullable<ApiRoute['attempt']>
  /** The query's `grant_type`, which tells a sign-in from a refresh. */
  grantType: string | null
  body: Record<string, unknown>
  /** Network address of the sender. */
  ip: string
  /** What its browser was given with an earlier session; null when it has none. */
  device: string | null
}

const stringIn = (body: Record<string, unknown>, name: string): string => {
  const value = body[name]
  return typeof value === 'string' ? value.trim().toLowerCase() : ''
}

/** How long to hold an answer back, so that its time says nothing: at least the floor, then whole steps. */
export function paddedTime(tookMs: number, floorMs: number): number {
  if (floorMs === 0) return tookMs
  return tookMs <= floorMs ? floorMs : floorMs + Math.ceil((tookMs - floorMs) / ANSWER_STEP_MS) * ANSWER_STEP_MS
}

export interface SignInGuardOptions {
  limits: Limits
  database: Database
  mailer: Mailer | null
  shop: string
  address: string
  /** The shop is reached by https. */
  encrypted: boolean
}

/** What an attempt was counted under, until its answer says whether it was a guess. */
interface Counted {
  at: number
  places: { limit: AttemptLimit; key: string }[]
}

/**
 * Guards sign-in, sign-up and recovery: limits, and answers that do not tell who has an account. Who knows the
 * password is never counted; a network is a whole campus or carrier, so its number is high, and what it costs is bounded by
 * turns.
 */
export class SignInGuard {
  readonly #perAddress: AttemptLimit
  readonly #perKnown: AttemptLimit
  readonly #guessesPerIp: AttemptLimit
  readonly #signUpsPerIp: AttemptLimit
  readonly #mailsPerIp: AttemptLimit
  readonly #passwordChanges = new AttemptLimit(MAX_PASSWORD_CHANGES, SIGN_IN_WINDOW_MS)
  readonly #knownNetworks = new KnownSenders()
  readonly #knownDevices = new KnownSenders()
  readonly #turns = new HashTurns()
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

  /** Answers an attempt: within the limits, in its turn, and no sooner than answers that could tell something. */
  async answer(request: AuthRequest, began: number, ask: () => Promise<Answer>): Promise<Answer> {
    const counted = this.admit(request, began)
    if ('status' in counted) return counted
    const answer = (await this.answerFirst(request)) ?? (await this.#inTurn(request, ask))
    this.settle(request, answer, counted)
    await sleep(this.holdBack(request, answer, Date.now() - began))
    return this.markDevice(request, answer)
  }

  /** Lets an account set a password, in its turn and five times in a window at most. */
  async changePassword(owner: string, now: number, change: () => Promise<Answer>): Promise<Answer> {
    const wait = this.#passwordChanges.waitFor(owner, now)
    if (wait > 0) return tooManyAttempts(wait)
    this.#passwordChanges.count(owner, now)
    return (await this.#turns.run(owner, change)) ?? tooManyAttempts(TURN_WAIT_MS)
  }

  /**
   * Refuses an attempt beyond the limits; counts one that is let through. Attempts of a device that has had a session of
   * the address have a count of their own and no other: what strangers guess, elsewhere or behind the same network
   * address, does not keep its owner out. So have attempts from a network that has had one, for browsers without cookies
   * and for the owner's new phone at home.
   */
  admit(request: AuthRequest, now: number): Answer | Counted {
    const places = guessesSecrets(request) ? this.#placesOf(request) : []
    const wait = Math.max(0, ...places.map(({ limit, key }) => limit.waitFor(key, now)))
    if (wait > 0) return tooManyAttempts(wait)
    for (const { limit, key } of places) limit.count(key, now)
    return { at: now, places }
  }

  // Counts of their own: an attacker may write anything where an address should be.
  #placesOf(request: AuthRequest): Counted['places'] {
    const ip = limitKeyOf(request.ip)
    const email = stringIn(request.body, 'email')
    const known = this.#knownSender(request)
    if (known) return [{ limit: this.#perKnown, key: known }]
    const ofNetwork = { 'sign-up': this.#signUpsPerIp, recover: this.#mailsPerIp, resend: this.#mailsPerIp }
    const network = { limit: ofNetwork[request.attempt as 'sign-up'] ?? this.#guessesPerIp, key: ip }
    return email ? [network, { limit: this.#perAddress, key: email }] : [network]
  }

  /** The device or else the network, with the address that was signed in to there; null for a stranger. */
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

  /** Takes back what was counted when the answer is a session: that was no guess. */
  settle(request: AuthRequest, answer: Answer, { at, places }: Counted): void {
    this.learn(request, answer)
    if (request.attempt === 'sign-up' || sessionOf(answer) === null) return
    for (const { limit, key } of places) limit.forgive(key, at)
  }

  /** Remembers from where, and with what device, a session was given or renewed. */
  learn(request: AuthRequest, answer: Answer): void {
    const email = sessionOf(answer)
    if (!email) return
    this.#knownNetworks.remember(email, limitKeyOf(request.ip))
    if (request.device) this.#knownDevices.remember(email, request.device)
  }

  /** Gives a browser its number with its first session. */
  markDevice(request: AuthRequest, answer: Answer): Answer {
    const email = request.device ? null : sessionOf(answer)
    if (!email) return answer
    const { device, header } = newDevice(this.#options.encrypted)
    this.#knownDevices.remember(email, device)
    return { ...answer, headers: { ...answer.headers, 'set-cookie': header } }
  }

  /** Answers what the backend behind cannot answer well; null lets the request go on. */
  async answerFirst(request: AuthRequest): Promise<Answer | null> {
    const { mailer, database, shop, address } = this.#options
    if (request.attempt === 'sign-up') {
      return refuseAddress(stringIn(request.body, 'email')) ?? refusePassword(request.body['password'])
    }
    if (request.attempt === 'recover' && !mailer) {
      return refusal('auth', 422, 'email_provider_disabled', 'This shop cannot send e-mail; please contact support.')
    }
    if (request.attempt !== 'resend') return null
    if (mailer && request.body['type'] === 'signup') {
      await resendConfirmation(database, mailer, shop, address, stringIn(request.body, 'email'))
    }
    return jsonAnswer(200, {})
  }

  /** The backend's answer as it may be seen outside. */
  async conceal(request: AuthRequest, answer: { status: number; text: string }): Promise<Answer | null> {
    const { mailer, database, shop, address } = this.#options
    const code = errorCode(answer.text)
    if (request.attempt === 'sign-up' && mailer && answer.status === 429) {
      // An address that is known already: the same answer as a new one, and a new mail if it never confirmed.
      await resendConfirmation(database, mailer, shop, address, stringIn(request.body, 'email'))
      return jsonAnswer(200, newcomer(stringIn(request.body, 'email'), request.body['data']))
    }
    if (request.attempt === 'sign-in' && code === 'email_not_confirmed' && !(await this.#passwordFits(request))) {
      return refusal('auth', 400, 'invalid_credentials', 'Invalid login credentials')
    }
    return null
  }

  /** Milliseconds to hold back an answer that took that long already. */
  holdBack(request: AuthRequest, answer: Answer, tookMs: number): number {
    if (!guessesSecrets(request)) return 0
    const session = answer.status === 200 && Buffer.isBuffer(answer.body) && answer.body.includes('"access_token"')
    return session ? 0 : paddedTime(tookMs, this.#options.limits.authAnswerMs) - tookMs
  }

  async #passwordFits(request: AuthRequest): Promise<boolean> {
    const password = request.body['password']
    if (typeof password !== 'string') return false
    // bcryptjs marks its hashes 2b, pgcrypto knows the same algorithm as 2a.
    const rows = await this.#options.database.query(
      `select 1 from auth.users
        where email = $1
          and extensions.crypt($2, '$2a$' || substr(encrypted_password, 5)) = '$2a$' || substr(encrypted_password, 5)`,
      [stringIn(request.body, 'email'), password],
    )
    return rows.length > 0
  }
}

/** A refresh or a PKCE exchange presents something long and random; everything else here can be guessed at. */
export const guessesSecrets = (request: AuthRequest): boolean =>
  request.attempt !== 'sign-in' || !['refresh_token', 'pkce'].includes(request.grantType ?? '')

/** The address whose session an answer carries; null when it carries none. */
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
