import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { resolve } from 'node:path'
import { MAX_PASSWORD_BYTES, PASSWORD_MIN } from '#shop/people/profile.ts'
import { readGateways, type GatewaySettings } from './gateway-settings.ts'
import { StartupError } from '../startup-error.ts'
import { isLoopback, readProxies, type Proxies } from './proxies.ts'
import { readProofs, type ProofSettings } from './proof-settings.ts'
import {
  EMAIL,
  email,
  onOff,
  optionalNumber,
  pair,
  readFile,
  text,
  wholeNumber,
  type Environment,
} from './setting-values.ts'

export interface MailSettings {
  host: string
  port: number
  secure: boolean
  user: string | null
  password: string | null
  from: string
}

export interface Limits {
  /** Failed sign-ins, sign-ups, recoveries and confirmations per e-mail address in 15 minutes; 0 for no limit. */
  signInPerAddress: number
  /** The same per network, which may be a whole campus or carrier; a tenth of it for requested mails. */
  signInPerIp: number
  /** Contact messages per sender; 0 for no limit, null keeps the database's value (5). */
  contactPerHour: number | null
  /** Minimum time of answers that could reveal whether an address has an account. */
  authAnswerMs: number
  /** Megabytes of disk that uploads leave free; 0 disables the limit. */
  freeMb: number
}

export interface Settings {
  port: number
  host: string
  loopback: boolean
  dataDir: string
  /** Folder of the built pages: PAGES_DIR, else dist/. */
  pagesDir: string
  databaseUrl: string | null
  /** Public origin without a slash at the end; null when it is the listening address. */
  publicUrl: string | null
  tls: { cert: string; key: string } | null
  proxies: Proxies
  adminEmail: string | null
  /** 'auto' fills a new data folder when only this machine can connect. */
  demo: 'on' | 'off' | 'auto'
  demoPassword: string | null
  mail: MailSettings | null
  /** Mails of the shop's bank as proofs of payments; null without. */
  proofs: ProofSettings | null
  google: { clientId: string; clientSecret: string } | null
  gateways: GatewaySettings
  limits: Limits
  statementMs: number
  /** Address of the main server whose front this process is; null: it is a main server. */
  frontOf: string | null
  /** The secret with which Prometheus reads /metrics; null: not served. */
  metricsToken: string | null
  /** Origin of another Supabase that the pages use (VITE_SUPABASE_URL). */
  backendOrigin: string | null
}

const DEFAULT_PORT = 4173
const project = fileURLToPath(new URL('../..', import.meta.url))

function readHost(env: Environment): string {
  const host = text(env, 'HOST') ?? '127.0.0.1'
  const bare = host.replace(/^\[|\]$/g, '')
  const name = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i
  // Host names never end in a number, so 256.1.1.1 is not one.
  if (isIP(bare) === 0 && (!name.test(bare) || /(^|\.)\d+$/.test(bare))) {
    throw new StartupError(`HOST must be a host name or an IP address to listen on; it is "${host}".`)
  }
  return bare
}

function readUrl(env: Environment, name: string): string | null {
  const value = text(env, name)
  if (value === null) return null
  const wanted = `${name} must be an address like https://tickets.example.in, without a path; it is "${value}".`
  if (!URL.canParse(value)) throw new StartupError(wanted)
  const url = new URL(value)
  const plain = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  if (!/^https?:$/.test(url.protocol) || !plain) throw new StartupError(wanted)
  return url.origin
}

function readDatabaseUrl(env: Environment): string | null {
  const value = text(env, 'DATABASE_URL')
  if (value === null) return null
  // Never in a message: it holds a password.
  const fits = URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)
  if (!fits) throw new StartupError('DATABASE_URL must look like postgres://user:password@host:5432/name.')
  return value
}

/** Returns null without SMTP_HOST. @throws {StartupError} when SMTP_* is incomplete */
export function readMail(env: Environment): MailSettings | null {
  const host = text(env, 'SMTP_HOST')
  if (host === null) {
    const stray = Object.keys(env).find((name) => name.startsWith('SMTP_') && text(env, name) !== null)
    if (stray) throw new StartupError(`${stray} is set but SMTP_HOST is not; mail needs SMTP_HOST and SMTP_FROM.`)
    return null
  }
  const from = text(env, 'SMTP_FROM')
  if (from === null) throw new StartupError('SMTP_HOST is set but SMTP_FROM is not; mail needs a sender address.')
  if (!EMAIL.test(/<([^<>]+)>$/.exec(from)?.[1] ?? from)) {
    throw new StartupError(`SMTP_FROM must be an e-mail address, or Name <address>; it is "${from}".`)
  }
  const login = pair(env, 'SMTP_USER', 'SMTP_PASSWORD')
  const port = wholeNumber(env, 'SMTP_PORT', 587, 1, 65_535)
  return {
    host,
    port,
    secure: onOff(env, 'SMTP_SECURE') ?? port === 465,
    user: login?.[0] ?? null,
    password: login?.[1] ?? null,
    from,
  }
}

const MIN_TOKEN_LENGTH = 16

function readMetricsToken(env: Environment): string | null {
  const token = text(env, 'METRICS_TOKEN')
  if (token !== null && (token.length < MIN_TOKEN_LENGTH || /\s/.test(token)))
    throw new StartupError(`METRICS_TOKEN must have at least ${MIN_TOKEN_LENGTH} characters, none of them a space.`)
  return token
}

function readTls(env: Environment): Settings['tls'] {
  const files = pair(env, 'TLS_CERT', 'TLS_KEY')
  return files && { cert: readFile('TLS_CERT', files[0]), key: readFile('TLS_KEY', files[1]) }
}

/** Reads every setting. @throws {StartupError} that names the invalid one */
export function readSettings(env: Environment): Settings {
  const host = readHost(env)
  const mail = readMail(env)
  const google = pair(env, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET')
  if (google && !mail) {
    throw new StartupError(
      'GOOGLE_CLIENT_ID needs SMTP_HOST too: with Google sign-in, other addresses are confirmed by mail.',
    )
  }
  const demo = onOff(env, 'DEMO')
  const demoPassword = text(env, 'DEMO_PASSWORD')
  if (demoPassword !== null && (demoPassword.length < PASSWORD_MIN || demoPassword.length > MAX_PASSWORD_BYTES)) {
    throw new StartupError(`DEMO_PASSWORD must have ${PASSWORD_MIN} to ${MAX_PASSWORD_BYTES} characters.`)
  }
  const dataDir = resolve(project, text(env, 'DATA_DIR') ?? '.data')
  if (existsSync(dataDir) && dataDir === resolve(project)) {
    throw new StartupError('DATA_DIR cannot be the project folder itself; name a folder for the data alone.')
  }
  return {
    port: wholeNumber(env, 'PORT', DEFAULT_PORT, 0, 65_535),
    host,
    loopback: isLoopback(host),
    dataDir,
    pagesDir: resolve(project, text(env, 'PAGES_DIR') ?? 'dist'),
    databaseUrl: readDatabaseUrl(env),
    publicUrl: readUrl(env, 'PUBLIC_URL'),
    tls: readTls(env),
    proxies: readProxies(env),
    adminEmail: email(env, 'ADMIN_EMAIL'),
    demo: demo === null ? 'auto' : demo ? 'on' : 'off',
    demoPassword,
    mail,
    proofs: readProofs(env),
    google: google && { clientId: google[0], clientSecret: google[1] },
    gateways: readGateways(env),
    limits: {
      signInPerAddress: wholeNumber(env, 'LIMITS_SIGN_IN_PER_ADDRESS', 10, 0, 1_000_000),
      signInPerIp: wholeNumber(env, 'LIMITS_SIGN_IN_PER_IP', 600, 0, 1_000_000),
      contactPerHour: optionalNumber(env, 'LIMITS_CONTACT_PER_HOUR', 0, 1_000_000),
      authAnswerMs: wholeNumber(env, 'LIMITS_AUTH_ANSWER_MS', 400, 0, 10_000),
      freeMb: wholeNumber(env, 'LIMITS_FREE_MB', 1024, 0, 10_000_000),
    },
    statementMs: 1_000 * wholeNumber(env, 'LIMITS_STATEMENT_SECONDS', 15, 1, 600),
    frontOf: readUrl(env, 'FRONT_OF'),
    metricsToken: readMetricsToken(env),
    backendOrigin: readUrl(env, 'VITE_SUPABASE_URL'),
  }
}

export function addressOf(settings: Settings, port: number): string {
  if (settings.publicUrl) return settings.publicUrl
  const scheme = settings.tls ? 'https' : 'http'
  const everywhere = settings.host === '0.0.0.0' || settings.host === '::'
  const name = settings.loopback || everywhere ? 'localhost' : settings.host
  const shown = name.includes(':') ? `[${name}]` : name
  const usual = settings.tls ? 443 : 80
  return `${scheme}://${shown}${port === usual ? '' : `:${port}`}`
}

/** Returns true when browsers use https, the server's or a proxy's. */
export const isEncrypted = ({ tls, publicUrl }: Pick<Settings, 'tls' | 'publicUrl'>): boolean =>
  tls !== null || publicUrl?.startsWith('https:') === true

/** True when other machines may reach the shop, or its database is not the data folder's. */
export const isExposed = (settings: Settings): boolean =>
  !settings.loopback || settings.databaseUrl !== null || settings.publicUrl !== null
