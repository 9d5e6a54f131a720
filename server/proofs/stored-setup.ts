import type { Database } from '../database/database.ts'
import { IMAPS_PORT, type ProofSettings } from '../settings/proof-settings.ts'

interface StoredSetup {
  revision: number
  mail_to: string | null
  account: string | null
  mail_hours: number
  confirmed: string[]
  imap_host: string | null
  imap_port: number
  imap_user: string | null
  imap_folder: string
  imap_password: string | null
  inbound_hash: string | null
}

export const storedRevision = async (database: Database): Promise<number> => {
  const [row] = await database.query<{ revision: number }>('select revision from private.bank_setup where id = 1')
  return row?.revision ?? 0
}

/** Reads what the console stored about the bank's mails; null while address or account are missing: nothing can be judged. */
export async function readStoredProofs(database: Database): Promise<ProofSettings | null> {
  const [row] = await database.query<StoredSetup>('select * from private.bank_setup where id = 1')
  if (!row?.mail_to || !row.account) return null
  const { imap_host: host, imap_port: port, imap_user: user, imap_password: password } = row
  return {
    to: row.mail_to,
    account: row.account,
    confirmed: row.confirmed,
    maxAgeMs: 3_600_000 * row.mail_hours,
    imap:
      host !== null && user !== null && password !== null
        ? { host, port, secure: port === IMAPS_PORT, user, password, folder: row.imap_folder }
        : null,
    secretHash: row.inbound_hash,
    demoBank: false,
  }
}
