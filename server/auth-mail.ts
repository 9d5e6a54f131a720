import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'
import type { Mail, Mailer } from './mailer.ts'

/** What the embedded backend calls when it wants somebody to prove an address. */
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

/**
 * Writes the mails of signing up and of a forgotten password. Sending happens afterwards and by itself, so an answer
 * takes the same time and says the same whether or not the address has an account. Without SMTP nothing is written.
 */
export function authMailer(mailer: Mailer | null, shop: string, address: string): AuthMailer {
  const post = async (mail: Mail): Promise<void> => mailer?.post(mail)
  return {
    sendConfirmation: (to, tokenHash) => post(confirmationMail(shop, address, to, tokenHash)),
    sendRecovery: (to, tokenHash) =>
      post(
        letter(to, `Set a new password for ${shop}`, [
          `Somebody, probably you, asked to set a new password for ${shop}. The link works once and for an hour:`,
          linkTo(address, tokenHash, 'recovery'),
          'If it was not you, do nothing: your password stays as it is.',
        ]),
      ),
    sendEmailChange: (to, tokenHash, _code, about) =>
      post(
        letter(to, `Confirm your new e-mail address for ${shop}`, [
          `Confirm that your account at ${shop} moves to ${about?.newEmail ?? to}:`,
          linkTo(address, tokenHash, 'email_change'),
          'If it was not you, do nothing and set a new password.',
        ]),
      ),
    // Neither is offered by the shop, and the gate lets no request through that would lead here.
    sendMagicLink: async () => undefined,
    sendReauthentication: async () => undefined,
  }
}

function confirmationMail(shop: string, address: string, to: string, tokenHash: string): Mail {
  return letter(to, `Confirm your e-mail address for ${shop}`, [
    `Welcome to ${shop}. Confirm that this address is yours; the link works once and for an hour:`,
    linkTo(address, tokenHash, 'signup'),
    'If you did not register, do nothing.',
  ])
}

/** A one-time token as the backend stores it: long enough that nobody guesses it. */
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
  if (rows.length > 0) mailer.post(confirmationMail(shop, address, email, token))
}
