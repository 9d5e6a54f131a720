import { createHash } from 'node:crypto'
import { bankMailTemplates, demoBankTemplate, type BankMailTemplate } from '#shop/proofs/bank-mail-templates.ts'
import type { MailFault, MailTrial } from '#shop/proofs/mail-trial.ts'
import type { MailRefusal, Proof } from '#shop/proofs/proof.ts'
import type { Log } from '../../log.ts'
import type { ProofSettings } from '../../settings/proof-settings.ts'
import { openDemoBank, type DemoPayment } from './demo-bank.ts'
import { watchMailbox, type PositionStore } from './imap-source.ts'
import { systemTxt, type TxtResolver } from './mail-dns.ts'
import { proofOfMail, type MailOutcome } from './mail-proof.ts'
import { tryMail } from './mail-trial.ts'
import { TryAgainLater } from './verify-mail.ts'

/** In a mailbox that is half an hour, by its growing waits. */
const MAX_TRIES = 8
const MAX_COUNTED = 1_000

/** Counts, in memory, how often each mail could not be judged. */
class Tries {
  readonly #counts = new Map<string, number>()

  /** Counts one more; true for the last that a mail has. */
  isLast(raw: Buffer): boolean {
    const key = createHash('sha256').update(raw).digest('base64')
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.delete(key)
    if (count >= MAX_TRIES) return true
    if (this.#counts.size >= MAX_COUNTED) this.#counts.delete(this.#counts.keys().next().value ?? '')
    this.#counts.set(key, count)
    return false
  }
}

/** `unjudged`: it could not be judged so often that it is set aside. */
export type MailResult = { taken: true } | { refused: MailFault | MailRefusal | 'unjudged' }

/** Says what an admin can do about a mailbox that cannot be read. */
function mailboxFault(failure: unknown): string {
  if (failure === null) return 'The mailbox is not connected.'
  const { authenticationFailed, code, responseStatus } = failure as Record<string, unknown>
  if (authenticationFailed === true) return 'The mail server refuses the user or the password.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'There is no mail server of that name.'
  if (responseStatus === 'NO') return 'The mailbox has no such folder.'
  return 'The mail server does not answer.'
}

/** The bank's mails as proofs, from a mailbox, by post and from the demo's bank. */
export interface MailProofs {
  /** True while a mailbox is open, mails can be posted, or the demo's bank is on. */
  live(): boolean
  /** Says why no mail can come; null while it can. */
  fault(): string | null
  /** Judges a raw mail and hands its proof on. @throws when it should be brought again */
  deliver(raw: Buffer): Promise<MailResult>
  /** Says how a raw mail would be judged; hands nothing on and remembers nothing. */
  examine(raw: Buffer, codesIn: (note: string) => Promise<string[]>): Promise<MailTrial>
  /** Lets the demo's bank tell about a payment; null without DEMO_BANK. */
  demoPay: ((payment: DemoPayment) => Promise<MailResult>) | null
  stop(): Promise<void>
}

/**
 * Starts to take mails of banks. `take` gets each proof, at least once and perhaps again: the database tells a repeat
 * (`known`).
 * A rejection of it brings the mail again. `txt` asks DNS, the system's by default.
 */
export async function startMailProofs(
  settings: ProofSettings,
  take: (proof: Proof) => Promise<unknown>,
  position: PositionStore,
  log: Log,
  txt: TxtResolver = systemTxt(),
): Promise<MailProofs> {
  const demo = settings.demoBank ? await openDemoBank(settings.to, settings.account) : null
  const templates: BankMailTemplate[] = demo ? [...bankMailTemplates, demoBankTemplate] : [...bankMailTemplates]
  const ask = demo ? demo.txt(txt) : txt
  const tries = new Tries()
  const judge = async (raw: Buffer): Promise<MailOutcome | { refused: 'unjudged' }> => {
    try {
      return await proofOfMail(raw, settings, templates, ask)
    } catch (error) {
      if (!(error instanceof TryAgainLater) || !tries.isLast(raw)) throw error
      await position.setAside()
      return { refused: 'unjudged' }
    }
  }
  const deliver = async (raw: Buffer): Promise<MailResult> => {
    const outcome = await judge(raw)
    if ('refused' in outcome) {
      if ('bank' in outcome && outcome.bank !== undefined) await position.count(outcome.bank, 'unknown')
      log.say(`A mail was no proof of a payment (${outcome.refused}).`)
      return { refused: outcome.refused }
    }
    const taken = await take(outcome.proof)
    if (taken !== 'known') await position.count(outcome.bank, String(outcome.proof.content.template))
    return { taken: true }
  }
  const mailbox =
    settings.imap &&
    watchMailbox({
      imap: settings.imap,
      domains: templates.flatMap(({ domains }) => domains),
      maxAgeMs: settings.maxAgeMs,
      deliver,
      position,
      log,
    })
  // Mails that could be posted as well say nothing about the mailbox.
  const live = (): boolean => demo !== null || (mailbox ? mailbox.connected() : settings.secretHash !== null)
  return {
    live,
    fault: () => (live() ? null : mailboxFault(mailbox?.failure() ?? null)),
    deliver,
    examine: (raw, codesIn) => tryMail(raw, settings, templates, ask, codesIn),
    demoPay: demo && (async (payment) => deliver(await demo.mailAbout(payment))),
    stop: async () => mailbox?.stop(),
  }
}
