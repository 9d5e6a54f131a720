import { ImapFlow } from 'imapflow'
import { backoff } from '#platform/time/backoff.ts'
import { nameOfError, type Log } from '../../log.ts'
import { isLoopback } from '../../settings/loopback.ts'
import type { ImapSettings } from '../../settings/proof-settings.ts'
import { MAX_MAIL_BYTES } from '#shop/proofs/mail-trial.ts'

/** How far a mailbox was read: up to and with this UID, as long as the mailbox keeps its UIDVALIDITY. */
export interface MailPosition {
  uidValidity: string
  uid: number
}

/** Keeps the position over a restart. */
export interface PositionStore {
  read(): Promise<MailPosition | null>
  save(position: MailPosition): Promise<void>
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
  stop(): Promise<void>
}

/** Looks without an announcement, too: not every server announces. */
const LOOK_EVERY_MS = 120_000
const RETRY_MS = 15_000
const TIMEOUT_MS = 30_000
const DAY_MS = 86_400_000

/**
 * Brings each new mail of a mailbox, at least once: the position is saved only after a mail was taken. Opens the mailbox
 * read-only: nothing is deleted, moved or marked as read. Connects again with growing waits.
 */
export function watchMailbox(watch: MailboxWatch): MailSource {
  let stopped = false
  let open: Session | null = null
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
  /** Taken, but after one that was not: they are not asked for twice on this connection. */
  readonly #taken = new Set<number>()

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
    let uid = kept?.uidValidity === uidValidity ? kept.uid : 0
    this.#opened = true
    while (!this.#closed) {
      this.#news = false
      const look = await this.#look(uid, uidValidity)
      uid = look.uid
      worked()
      if (!this.#news && !this.#closed) await this.#untilNews(look.waiting ? RETRY_MS : LOOK_EVERY_MS)
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

  /** Takes every mail after `from`; returns the last UID up to which all were taken, and whether one waits. */
  async #look(from: number, uidValidity: string): Promise<{ uid: number; waiting: boolean }> {
    let [uid, waiting] = [from, false]
    const save = async (reached: number): Promise<void> => {
      if (waiting || reached <= uid) return
      await this.#watch.position.save({ uidValidity, uid: reached })
      uid = reached
      for (const one of this.#taken) if (one <= uid) this.#taken.delete(one)
    }
    const mails = await this.#listAfter(from)
    for (const mail of mails) {
      if (this.#closed) return { uid, waiting }
      if (!mail.wanted || this.#taken.has(mail.uid)) continue
      try {
        await this.#fetchAndDeliver(mail.uid)
        this.#taken.add(mail.uid)
        await save(mail.uid)
      } catch (error) {
        if (this.#closed) throw error
        waiting = true
        this.#watch.log.warn(`A mail about a payment waits to be taken (${nameOfError(error)}).`)
      }
    }
    await save(mails.at(-1)?.uid ?? 0)
    return { uid, waiting }
  }

  async #listAfter(from: number): Promise<{ uid: number; wanted: boolean }[]> {
    const since = new Date(Date.now() - this.#watch.maxAgeMs - DAY_MS)
    const range = from > 0 ? `${from + 1}:*` : await this.#client.search({ since }, { uid: true })
    if (!range || range.length === 0) return []
    const found: { uid: number; wanted: boolean }[] = []
    for await (const { uid, size, envelope } of this.#client.fetch(
      range,
      { uid: true, size: true, envelope: true },
      { uid: true },
    )) {
      const domain = envelope?.from?.[0]?.address?.split('@').pop()?.toLowerCase() ?? ''
      // `n:*` names the last mail even if its UID is below n.
      const wanted = this.#watch.domains.includes(domain) && (size ?? 0) <= MAX_MAIL_BYTES
      if (uid > from) found.push({ uid, wanted })
    }
    return found.sort((a, b) => a.uid - b.uid)
  }

  async #fetchAndDeliver(uid: number): Promise<void> {
    const mail = await this.#client.fetchOne(String(uid), { source: true }, { uid: true })
    // Somebody deleted it meanwhile.
    if (!mail || !mail.source) return
    await this.#watch.deliver(mail.source)
  }
}
