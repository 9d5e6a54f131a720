import { readDraft, writeDraft } from '../session/tab-memory.ts'

/** Making an account, or signing in to the one there is. */
export type AccountWay = 'new' | 'known'

/** What was typed and may be kept: never the password. */
export interface AccountDraft {
  way: AccountWay
  name: string
  email: string
}

/** What this tab kept of the form, when the page was loaded again in the middle; else nothing typed, in that way. */
export function readAccountDraft(way: AccountWay): AccountDraft {
  try {
    const kept = JSON.parse(readDraft('new-account') ?? '{}') as Partial<AccountDraft> | null
    const text = (value: unknown): string => (typeof value === 'string' ? value : '')
    return {
      way: kept?.way === 'new' || kept?.way === 'known' ? kept.way : way,
      name: text(kept?.name),
      email: text(kept?.email),
    }
  } catch {
    return { way, name: '', email: '' }
  }
}

export const keepAccountDraft = ({ way, name, email }: AccountDraft): void =>
  writeDraft('new-account', JSON.stringify({ way, name, email }))

export const dropAccountDraft = (): void => writeDraft('new-account', null)
