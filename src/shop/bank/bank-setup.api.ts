import type { Result } from '#platform/failure/failure.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { boolean, columnsOf, instant, list, number, orNull, row, text, type Of } from '#platform/text/wire.ts'

/** Id of the only row in the audit log. */
export const SETUP_ROW = '1'

const fields = {
  /** Id of `banks`. */
  bank: orNull(text),
  /** The address that the bank writes to. */
  mailTo: orNull(text),
  /** The last digits of the account, three to six. */
  account: orNull(text),
  /** Hours that a mail and its credit may be old. */
  mailHours: number,
  /** Ids of wordings that an admin has seen on a real mail. */
  confirmed: list(text),
  imapHost: orNull(text),
  imapPort: number,
  imapUser: orNull(text),
  imapFolder: text,
}
const parseFields = row(fields)
type SetupFields = Of<typeof parseFields>

const parseMails = row({
  bank: text,
  /** Id of the template that read them; `unknown`: none did. */
  wording: text,
  mails: number,
  lastAt: instant,
})

const parseSetup = row({
  ...fields,
  /** A password is stored. Nothing reads it but the server. */
  hasPassword: boolean,
  /** A provider may post mails. */
  hasSecret: boolean,
  revision: number,
  updatedAt: instant,
  /** The server reads its environment's variables, and nothing of this. */
  fromEnvironment: boolean,
  /** What its bank signed and was read so far. */
  mails: list(parseMails),
})
/** How the shop's server sees the bank's mails. */
export type BankSetup = Of<typeof parseSetup>

export const readBankSetup = (): Promise<Result<BankSetup>> => asStaff.read('bank_setup', {}, parseSetup)

/** `imapPassword`: empty keeps the stored one, as long as host, port and user stay. */
export interface SetupToSave extends SetupFields {
  imapPassword: string
}

/** Saves over the revision that was read. Refusals: changed_meanwhile, invalid (detail: the column). */
export const saveBankSetup = (revision: number, { imapPassword, ...setup }: SetupToSave): Promise<Result<null>> =>
  asStaff.call('save_bank_setup', {
    p_revision: revision,
    p_setup: { ...columnsOf(fields, setup), imap_password: imapPassword },
  })

/** Makes a new secret for posting mails and returns it this once; `on` false: null, and no one may post any more. */
export const renewInboundSecret = (revision: number, on: boolean): Promise<Result<string | null>> =>
  asStaff.call(
    'renew_inbound_secret',
    { p_revision: revision, p_on: on },
    (answer: Parameters<typeof parseSecret>[0]) => parseSecret(answer).secret,
  )

const parseSecret = row({ secret: orNull(text) })
