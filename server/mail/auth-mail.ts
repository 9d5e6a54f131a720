import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { log, nameOfError } from '../log.ts'
import type { Mail, Mailer } from './mailer.ts'
import { FIRST_LOOK } from '#shop/settings/shop-look.ts'
import { shopName } from '../settings/shop-name.ts'
import { inLanguage, languageOfAddress } from '../words/words.ts'
import type { ServerWords } from '../words/en.ts'

export interface AuthMailer {
  sendConfirmation(to: string, tokenHash: string, code: string): Promise<void>
  sendRecovery(to: string, tokenHash: string, code: string): Promise<void>
  sendMagicLink(to: string, tokenHash: string, code: string): Promise<void>
  sendEmailChange(to: string, tokenHash: string, code: string, about?: { newEmail?: string }): Promise<void>
  sendReauthentication(to: string, code: string): Promise<void>
}

export const MAILED_LINK_SECONDS = 3600

export type LinkType = 'signup' | 'recovery' | 'email_change'

/** Returns the address of the page that passes the token to `verifyOtp`. */
export function linkTo(address: string, tokenHash: string, type: LinkType): string {
  return `${address}/reset-password?${new URLSearchParams({ token_hash: tokenHash, type }).toString()}`
}

const letter = (to: string, subject: string, lines: string[]): Mail => ({
  to,
  subject,
  text: `${lines.join('\n\n')}\n`,
})

/** Sends a mail in the language of its account; never throws. */
async function postIn(
  database: Database,
  mailer: Mailer,
  to: string,
  write: (words: ServerWords, shop: string) => Mail,
): Promise<void> {
  const language = await languageOfAddress(database, to).catch((error: unknown) => {
    log.warn(`A mail is written in English, because its account's language could not be read (${nameOfError(error)}).`)
    return 'en' as const
  })
  const shop = await shopName(database).catch(() => FIRST_LOOK.name)
  mailer.post(inLanguage(language, (words) => write(words, shop)))
}

/** Sends account mails in the background, so that timing does not reveal an account. Sends none without SMTP. */
export function authMailer(mailer: Mailer | null, database: Database, address: string): AuthMailer {
  const post = async (to: string, write: (words: ServerWords, shop: string) => Mail): Promise<void> => {
    if (mailer) void postIn(database, mailer, to, write)
  }
  return {
    sendConfirmation: (to, tokenHash) =>
      post(to, (words, shop) => confirmationMail(words, shop, address, to, tokenHash)),
    sendRecovery: (to, tokenHash) =>
      post(to, (words, shop) =>
        letter(to, words.recoverSubject({ shop }), [
          words.recover({ shop }),
          linkTo(address, tokenHash, 'recovery'),
          words.recoverNot,
        ]),
      ),
    sendEmailChange: (to, tokenHash, _code, about) =>
      post(to, (words, shop) =>
        letter(to, words.moveSubject({ shop }), [
          words.move({ shop, to: about?.newEmail ?? to }),
          linkTo(address, tokenHash, 'email_change'),
          words.moveNot,
        ]),
      ),
    // The API guard lets no request for these through.
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

export const newTokenHash = (): string => randomBytes(32).toString('hex')

/** Sends another confirmation if the address registered and never confirmed. */
export async function resendConfirmation(
  database: Database,
  mailer: Mailer,
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
    void postIn(database, mailer, email, (words, shop) => confirmationMail(words, shop, address, email, token))
}
