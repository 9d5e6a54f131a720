import type { BankSetup, SetupToSave } from '#shop/bank/bank-setup.api.ts'
import type { Problems } from '../../kit/form/use-form.ts'

export interface SetupDraft {
  bank: string
  mailTo: string
  account: string
  mailHours: string
  confirmed: string[]
  imapHost: string
  imapPort: string
  imapUser: string
  imapFolder: string
  imapPassword: string
}

export const setupLabels: Readonly<Record<keyof SetupDraft, string>> = {
  bank: 'Bank',
  mailTo: 'Address that the bank writes to',
  account: 'Last digits of the account',
  mailHours: 'How old a mail may be',
  confirmed: 'Confirmed wordings',
  imapHost: 'Mail server (IMAP)',
  imapPort: 'Port',
  imapUser: 'User',
  imapFolder: 'Folder',
  imapPassword: 'Password',
}

/** Names of columns in the database's refusals. */
export const fieldOfColumn: Readonly<Record<string, keyof SetupDraft>> = {
  bank: 'bank',
  mail_to: 'mailTo',
  account: 'account',
  mail_hours: 'mailHours',
  confirmed: 'confirmed',
  imap_host: 'imapHost',
  imap_port: 'imapPort',
  imap_user: 'imapUser',
  imap_folder: 'imapFolder',
  imap_password: 'imapPassword',
}

export const setupDraftOf = (setup: BankSetup): SetupDraft => ({
  bank: setup.bank ?? '',
  mailTo: setup.mailTo ?? '',
  account: setup.account ?? '',
  mailHours: String(setup.mailHours),
  confirmed: setup.confirmed,
  imapHost: setup.imapHost ?? '',
  imapPort: String(setup.imapPort),
  imapUser: setup.imapUser ?? '',
  imapFolder: setup.imapFolder,
  imapPassword: '',
})

const MAX_HOURS = 168
const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/

/** Returns what is to be saved, or a problem for each field. `seen`: as it is stored. */
export function readSetupDraft(draft: SetupDraft, seen: BankSetup): { setup: SetupToSave } | { problems: Problems } {
  const trimmed = (name: Exclude<keyof SetupDraft, 'confirmed'>): string => draft[name].trim()
  const problems: Record<string, string> = {}
  const [mailTo, account, imapHost, imapUser] = [
    trimmed('mailTo').toLowerCase(),
    trimmed('account'),
    trimmed('imapHost').toLowerCase(),
    trimmed('imapUser'),
  ]
  const numberFrom = (name: 'mailHours' | 'imapPort', most: number): number => {
    const typed = trimmed(name)
    const value = /^\d{1,5}$/.test(typed) ? Number(typed) : 0
    if (value < 1 || value > most) problems[name] = `A number from 1 to ${most}.`
    return value
  }
  const mailHours = numberFrom('mailHours', MAX_HOURS)
  const imapPort = numberFrom('imapPort', 65_535)
  const arrives = imapHost !== '' || seen.hasSecret
  if (mailTo === '' ? arrives : !EMAIL.test(mailTo))
    problems.mailTo = 'Write the e-mail address to which the bank sends.'
  if (account === '' ? arrives : !/^\d{3,6}$/.test(account)) problems.account = 'Write the last three to six digits.'
  if (imapHost !== '' && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(imapHost))
    problems.imapHost = 'Write a name such as imap.gmail.com.'
  if (imapHost === '' && (imapUser !== '' || draft.imapPassword !== ''))
    problems.imapHost = 'Write the name of the mail server, too.'
  if (imapHost !== '' && imapUser === '') problems.imapUser = 'Write the name with which the mailbox is opened.'
  const isOther = imapHost !== (seen.imapHost ?? '') || imapPort !== seen.imapPort || imapUser !== (seen.imapUser ?? '')
  if (imapHost !== '' && draft.imapPassword === '' && (isOther || !seen.hasPassword))
    problems.imapPassword = 'Write the password of this mailbox.'
  if (Object.keys(problems).length > 0) return { problems }
  return {
    setup: {
      bank: draft.bank || null,
      mailTo: mailTo || null,
      account: account || null,
      mailHours,
      confirmed: draft.confirmed,
      imapHost: imapHost || null,
      imapPort,
      imapUser: imapUser || null,
      imapFolder: trimmed('imapFolder') || 'INBOX',
      imapPassword: draft.imapPassword,
    },
  }
}
