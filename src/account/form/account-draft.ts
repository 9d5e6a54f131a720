import { readOfTab, writeOfTab } from '#platform/device/stored.ts'

/** Making an account, or signing in to the one there is. */
export type AccountWay = 'new' | 'known'

/** What was typed and may be kept: never the password. */
export interface AccountDraft {
  way: AccountWay
  name: string
  email: string
}

/** Reads what this tab kept of the form before a reload; else an empty one that begins with `way`. */
export function readAccountDraft(way: AccountWay): AccountDraft {
  try {
    const kept = JSON.parse(readOfTab('newAccount') ?? '{}') as Partial<AccountDraft> | null
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
  void writeOfTab('newAccount', JSON.stringify({ way, name, email }))

export const dropAccountDraft = (): void => void writeOfTab('newAccount', null)
