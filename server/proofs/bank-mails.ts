import { createHash } from 'node:crypto'
import type { MailTrial } from '#shop/proofs/mail-trial.ts'
import type { Database } from '../database/database.ts'
import { every } from '../every.ts'
import { log } from '../log.ts'
import type { ProofSettings } from '../settings/proof-settings.ts'
import type { MailPosition, PositionStore } from './mail/imap-source.ts'
import type { InboundMail } from './mail/inbound-mail.ts'
import type { MailProofs } from './mail/mail-proofs.ts'
import { readStoredProofs, storedRevision } from './stored-setup.ts'
import type { TakeProof } from './proof-message.ts'

const MAILBOX = 'mailbox'
const DEMO_BANK = 'demo-bank'
/** How soon a change in the console is taken up, and the state of a mailbox told. */
const LOOK_EVERY_MS = 3_000
const ANNOUNCE_EVERY_MS = 60_000

/**
 * The bank's mails, by the environment's settings where there are any, else by those that the console stored, which it
 * follows without a restart. Several servers of one database each read the mailbox: the database tells a repeat.
 */
export class BankMails {
  readonly #database: Database
  readonly #fixed: ProofSettings | null
  readonly #take: (proof: Parameters<TakeProof>[0]) => Promise<unknown>
  #settings: ProofSettings | null = null
  #mails: MailProofs | null = null
  #revision: number | null = null
  #looking: Promise<void> | null = null
  #announced = { fault: '' as string | null, at: 0 }
  #stopLooking: () => Promise<void> = async () => undefined

  constructor(
    database: Database,
    fixed: ProofSettings | null,
    take: (proof: Parameters<TakeProof>[0]) => Promise<unknown>,
  ) {
    this.#database = database
    this.#fixed = fixed
    this.#take = take
  }

  /** Opens what is set up, and looks for changes from then on. */
  async start(): Promise<void> {
    await this.#database.query(
      'update private.bank_setup set from_environment = $1 where id = 1 and from_environment is distinct from $1',
      [this.#fixed !== null],
    )
    await this.#look()
    this.#stopLooking = every(LOOK_EVERY_MS, "The state of the bank's mails could not be stored", () => this.#look(), {
      atOnce: true,
    })
  }

  async stop(): Promise<void> {
    await this.#stopLooking()
    await this.#mails?.stop()
  }

  /** As the settings of the moment say. */
  get inbound(): InboundMail | null {
    const [mails, hash] = [this.#mails, this.#settings?.secretHash ?? null]
    return mails && { secretHash: hash, deliver: (raw) => mails.deliver(raw) }
  }

  get demoPay(): MailProofs['demoPay'] {
    return this.#mails?.demoPay ?? null
  }

  /** Returns what judges a mail on trial, by what was saved a moment ago; null while no mail can be judged. */
  async examiner(): Promise<((raw: Buffer) => Promise<MailTrial>) | null> {
    // Else by what was known before.
    await this.#look().catch(() => undefined)
    const mails = this.#mails
    return mails && ((raw) => mails.examine(raw, (note) => this.#codesIn(note)))
  }

  /** Follows once at a time, for all who ask. */
  #look(): Promise<void> {
    this.#looking ??= this.#follow().finally(() => (this.#looking = null))
    return this.#looking
  }

  async #follow(): Promise<void> {
    if (this.#fixed) {
      if (!this.#mails) await this.#open(this.#fixed)
    } else {
      const revision = await storedRevision(this.#database)
      if (revision !== this.#revision) {
        await this.#open(await readStoredProofs(this.#database))
        this.#revision = revision
      }
    }
    await this.#announce()
  }

  async #open(settings: ProofSettings | null): Promise<void> {
    await this.#mails?.stop()
    this.#mails = null
    this.#settings = settings
    if (!settings) return
    // Loading what reads mail takes half a second, which a shop without it need not wait.
    const { startMailProofs } = await import('./mail/mail-proofs.ts')
    this.#mails = await startMailProofs(settings, this.#take, this.#positionOf(settings), log)
  }

  async #announce(): Promise<void> {
    const settings = this.#settings
    if (!settings || (!settings.imap && settings.secretHash === null && !settings.demoBank)) {
      if (this.#announced.at === 0 || this.#announced.fault !== '')
        await this.#database.query('delete from private.proof_sources where name = $1', [MAILBOX])
      this.#announced = { fault: '', at: Date.now() }
      return
    }
    const fault = this.#mails?.fault() ?? null
    if (fault === this.#announced.fault && Date.now() - this.#announced.at < ANNOUNCE_EVERY_MS) return
    await this.#database.query('select private.note_proof_source($1, $2)', [this.#nameOf(settings), fault])
    this.#announced = { fault, at: Date.now() }
  }

  #nameOf = ({ demoBank }: ProofSettings): string => (demoBank ? DEMO_BANK : MAILBOX)

  /** The position is that of one mailbox: another one is read from its own beginning. */
  #positionOf(settings: ProofSettings): PositionStore {
    const database = this.#database
    const { host, port, user, folder } = settings.imap ?? { host: '', port: 0, user: '', folder: '' }
    const of = createHash('sha256').update([host, port, user, folder].join('\n')).digest('hex')
    return {
      async read() {
        const [row] = await database.query<{ position: (MailPosition & { of?: string }) | null }>(
          'select "position" from private.proof_sources where name = $1',
          [MAILBOX],
        )
        return row?.position?.of === of ? row.position : null
      },
      async save(position) {
        await database.query('select private.note_proof_source($1, null, $2::text::jsonb)', [
          MAILBOX,
          JSON.stringify({ ...position, of }),
        ])
      },
      setAside: async () => {
        await database.query('select private.note_set_aside($1)', [this.#nameOf(settings)])
      },
      async count(bank, wording) {
        await database.query('select private.note_bank_mail($1, $2)', [bank, wording])
      },
    }
  }

  async #codesIn(note: string): Promise<string[]> {
    const [row] = await this.#database.query<{ codes: string[] }>('select private.codes_in($1) as codes', [note])
    return row?.codes ?? []
  }
}
