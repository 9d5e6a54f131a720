import { ImapFlow } from 'imapflow'
import { backoff } from '#platform/time/backoff.ts'
import { nameOfError, type Log } from '../../log.ts'
import { isLoopback } from '../../settings/proxies.ts'
import type { ImapSettings } from '../../settings/proof-settings.ts'
import { MAX_MAIL_BYTES } from '#shop/proofs/mail-trial.ts'
import { TryAgainLater } from './verify-mail.ts'

/** How far a mailbox was read: up to and with this UID, but for those of `later`, while the mailbox keeps its UIDVALIDITY. */
export interface MailPosition {
  uidValidity: string
  uid: number
  /** UIDs that could not be judged yet. */
  later: number[]
}

/** Keeps over a restart how far the mailbox was read, and how many mails were set aside. */
export interface PositionStore {
  read(): Promise<MailPosition | null>
  save(position: MailPosition): Promise<void>
  setAside(): Promise<void>
  /** Counts a mail that a bank signed, by the id of its wording or `unknown`. */
  count(bank: string, wording: string): Promise<void>
}

export interface MailboxWatch {
  imap: ImapSettings
  /** Only mail that says it is from one of these is fetched. */
  domains: readonly string[]
  /** Ms: where nothing was read yet, older mail is left alone. */
  maxAgeMs: number
  /** Takes a mail. A rejection means: the same mail again later. */
  deliver(raw: Buffer): Promise<unknown>
  position: PositionStore
  log: Log
}

export interface MailSource {
  /** True while the mailbox is open and told to announce new mail. */
  connected(): boolean
  /** Returns what ended the last connection; null before one ended. */
  failure(): unknown
  stop(): Promise<void>
}

/** Looks without an announcement, too: not every server announces. */
const LOOK_EVERY_MS = 120_000
const RETRY_MS = 15_000
/** Of a mail that could not be judged; for one that the database did not take RETRY_MS. */
const LONGEST_RETRY_MS = 15 * 60_000
/** More are set aside, the oldest first. */
const MAX_LATER = 100
const TIMEOUT_MS = 30_000
const DAY_MS = 86_400_000

/**
 * Brings each new mail of a mailbox, at least once, the newest first: mail that waits or that others send in masses delays
 * no new one. Opens the mailbox read-only: nothing is deleted, moved or marked as read. Connects again with growing waits.
 */
export function watchMailbox(watch: MailboxWatch): MailSource {
  let stopped = false
  let open: Session | null = null
  let failure: unknown = null
  let endWait: () => void = () => undefined
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      endWait = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const run = async (): Promise<void> => {
    for (let failures = 0; !stopped;) {
      const session = new Session(watch)
      open = session
      try {
        await session.read(() => (failures = 0))
      } catch (error) {
        failure = error
        if (!stopped) watch.log.warn(`The mailbox for payments cannot be read (${nameOfError(error)}).`)
      }
      session.close()
      failures += 1
      if (!stopped) await pause(backoff(failures))
    }
  }
  const running = run()
  return {
    connected: () => open?.isOpen() === true,
    failure: () => failure,
    async stop() {
      stopped = true
      open?.close()
      endWait()
      await running
    },
  }
}

/** One connection, from its greeting to its end. */
class Session {
  readonly #watch: MailboxWatch
  readonly #client: ImapFlow
  #opened = false
  #closed = false
  #news = false
  #wake: () => void = () => undefined
  /** The highest UID that was listed. */
  #listed = 0
  /** UIDs to bring, in their order. */
  #open: number[] = []
  /** UIDs that are brought again, `at` a time in ms. */
  readonly #later = new Map<number, { failures: number; at: number }>()
  #saved = ''

  constructor(watch: MailboxWatch) {
    this.#watch = watch
    const { host, port, secure, user, password } = watch.imap
    this.#client = new ImapFlow({
      host,
      port,
      secure,
      ...(!secure && !isLoopback(host) && { doSTARTTLS: true }),
      auth: { user, pass: password },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      maxLiteralSize: 2 * MAX_MAIL_BYTES,
    })
    // The failing call rejects as well; without a listener Node would end the process.
    this.#client.on('error', () => this.close())
    this.#client.on('close', () => this.close())
    this.#client.on('exists', () => this.#ring())
  }

  isOpen(): boolean {
    return this.#opened && !this.#closed
  }

  /** Reads until the connection ends; `worked` is called after each look. @throws when it breaks */
  async read(worked: () => void): Promise<void> {
    await this.#client.connect()
    const mailbox = await this.#client.mailboxOpen(this.#watch.imap.folder, { readOnly: true })
    const uidValidity = String(mailbox.uidValidity)
    const kept = await this.#watch.position.read()
    if (kept?.uidValidity === uidValidity) {
      this.#listed = kept.uid
      for (const uid of kept.later) this.#later.set(uid, { failures: 0, at: 0 })
    }
    this.#opened = true
    while (!this.#closed) {
      this.#news = false
      await this.#list()
      // Always one, or steady news would leave all of them.
      do await this.#bring(this.#next())
      while (!this.#news && !this.#closed && (this.#open.length > 0 || this.#waitMs() === 0))
      if (this.#open.length === 0) await this.#save(uidValidity)
      worked()
      if (!this.#news && !this.#closed) await this.#untilNews(this.#waitMs())
    }
  }

  close(): void {
    this.#closed = true
    this.#client.close()
    this.#wake()
  }

  #ring(): void {
    this.#news = true
    this.#wake()
  }

  async #untilNews(longest: number): Promise<void> {
    const woken = new Promise<void>((resolve) => (this.#wake = resolve))
    const timer = setTimeout(() => this.#wake(), longest)
    // The next command ends IDLE; a broken connection closes the session.
    this.#client.idle().catch(() => undefined)
    await woken
    clearTimeout(timer)
  }

  /** Returns the newest that was not brought, then one whose time to be brought again has come. */
  #next(): number | undefined {
    const now = Date.now()
    return this.#open.pop() ?? [...this.#later].findLast(([, { at }]) => at <= now)?.[0]
  }

  /** Ms until the next is to be brought, or the next look. */
  #waitMs(): number {
    const due = Math.min(...[...this.#later.values()].map(({ at }) => at))
    return Math.min(LOOK_EVERY_MS, Math.max(0, due - Date.now()))
  }

  async #bring(uid: number | undefined): Promise<void> {
    if (uid === undefined || this.#closed) return
    const failures = (this.#later.get(uid)?.failures ?? 0) + 1
    try {
      await this.#fetchAndDeliver(uid)
      this.#later.delete(uid)
    } catch (error) {
      if (this.#closed) throw error
      const longest = error instanceof TryAgainLater ? LONGEST_RETRY_MS : RETRY_MS
      this.#later.set(uid, { failures, at: Date.now() + Math.min(RETRY_MS * 2 ** (failures - 1), longest) })
      this.#watch.log.warn(`A mail about a payment waits to be taken (${nameOfError(error)}).`)
      const [oldest] = this.#later.size > MAX_LATER ? [...this.#later.keys()].toSorted((a, b) => a - b) : []
      if (oldest === undefined) return
      this.#later.delete(oldest)
      await this.#watch.position.setAside()
    }
  }

  async #save(uidValidity: string): Promise<void> {
    const position = { uidValidity, uid: this.#listed, later: [...this.#later.keys()] }
    const text = JSON.stringify(position)
    if (text === this.#saved || this.#listed === 0) return
    await this.#watch.position.save(position)
    this.#saved = text
  }

  async #list(): Promise<void> {
    const now = Date.now()
    const from = this.#listed
    const since = new Date(now - this.#watch.maxAgeMs - DAY_MS)
    const range = from > 0 ? `${from + 1}:*` : await this.#client.search({ since }, { uid: true })
    if (!range || range.length === 0) return
    const fields = { uid: true, size: true, envelope: true }
    for await (const { uid, size, envelope } of this.#client.fetch(range, fields, { uid: true })) {
      // `n:*` names the last mail even if its UID is below n.
      if (uid <= from) continue
      this.#listed = Math.max(this.#listed, uid)
      const domain = envelope?.from?.[0]?.address?.split('@').pop()?.toLowerCase() ?? ''
      const isOld = new Date(envelope?.date ?? now) < since
      if (this.#watch.domains.includes(domain) && (size ?? 0) <= MAX_MAIL_BYTES && !isOld) this.#open.push(uid)
    }
    this.#open.sort((a, b) => a - b)
  }

  async #fetchAndDeliver(uid: number): Promise<void> {
    const mail = await this.#client.fetchOne(String(uid), { source: true }, { uid: true })
    // It was deleted meanwhile.
    if (!mail || !mail.source) return
    await this.#watch.deliver(mail.source)
  }
}
