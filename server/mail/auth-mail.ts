import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { log, nameOfError } from '../log.ts'
import type { Mail, Mailer } from './mailer.ts'
import { inLanguage, languageOfAddress } from '../words/words.ts'
import type { ServerWords } from '../words/en.ts'

/** The embedded backend calls this to have an address confirmed. */
export interface AuthMailer {
  sendConfirmation(to: string, tokenHash: string, code: string): Promise<void>
  sendRecovery(to: string, tokenHash: string, code: string): Promise<void>
  sendMagicLink(to: string, tokenHash: string, code: string): Promise<void>
  sendEmailChange(to: string, tokenHash: string, code: string, about?: { newEmail?: string }): Promise<void>
  sendReauthentication(to: string, code: string): Promise<void>
}

/** A mailed link can be used for this long, in seconds. */
export const MAILED_LINK_SECONDS = 3600

export type LinkType = 'signup' | 'recovery' | 'email_change'

/** The page that a mailed or printed link opens; it hands the token to `verifyOtp`. */
export function linkTo(address: string, tokenHash: string, type: LinkType): string {
  return `${address}/reset-password?${new URLSearchParams({ token_hash: tokenHash, type }).toString()}`
}

const letter = (to: string, subject: string, lines: string[]): Mail => ({
  to,
  subject,
  text: `${lines.join('\n\n')}\n`,
})

/** Writes a mail in the language of its account and posts it; never throws. */
async function postIn(
  database: Database,
  mailer: Mailer,
  to: string,
  write: (words: ServerWords) => Mail,
): Promise<void> {
  const language = await languageOfAddress(database, to).catch((error: unknown) => {
    log.warn(`A mail is written in English, because its account's language could not be read (${nameOfError(error)}).`)
    return 'en' as const
  })
  mailer.post(inLanguage(language, write))
}

/**
 * Writes the mails of signing up and of a forgotten password, in the language of the account. Sending happens
 * afterwards and by itself, so an answer takes the same time and says the same whether or not the address has an
 * account. Without SMTP nothing is written.
 */
export function authMailer(mailer: Mailer | null, database: Database, shop: string, address: string): AuthMailer {
  const post = async (to: string, write: (words: ServerWords) => Mail): Promise<void> => {
    if (mailer) void postIn(database, mailer, to, write)
  }
  return {
    sendConfirmation: (to, tokenHash) => post(to, (words) => confirmationMail(words, shop, address, to, tokenHash)),
    sendRecovery: (to, tokenHash) =>
      post(to, (words) =>
        letter(to, words.recoverSubject({ shop }), [
          words.recover({ shop }),
          linkTo(address, tokenHash, 'recovery'),
          words.recoverNot,
        ]),
      ),
    sendEmailChange: (to, tokenHash, _code, about) =>
      post(to, (words) =>
        letter(to, words.moveSubject({ shop }), [
          words.move({ shop, to: about?.newEmail ?? to }),
          linkTo(address, tokenHash, 'email_change'),
          words.moveNot,
        ]),
      ),
    // Neither is offered by the shop, and the gate lets no request through that would lead here.
    sendMagicLink: async () => undefined,
    sendReauthentication: async () => undefined,
  }
}

function confirmationMail(words: ServerWords, shop: string, address: string, to: string, tokenHash: string): Mail {
  return letter(to, words.confirmSubject({ shop }), [
    words.confirm({ shop }),
    linkTo(address, tokenHash, 'signup'),
    words.confirmNot,
  ])
}

/** A one-time token as the backend stores it: too long to guess. */
export const newTokenHash = (): string => randomBytes(32).toString('hex')

/** Sends another confirmation to an address that registered and never confirmed; does nothing for any other. */
export async function resendConfirmation(
  database: Database,
  mailer: Mailer,
  shop: string,
  address: string,
  email: string,
): Promise<void> {
  const token = newTokenHash()
  const rows = await database.query(
    `update auth.users set confirmation_token = $2, confirmation_sent_at = now()
      where email = lower($1) and email_confirmed_at is null and confirmation_token is not null
      returning id`,
    [email, token],
  )
  if (rows.length > 0)
    void postIn(database, mailer, email, (words) => confirmationMail(words, shop, address, email, token))
}
