import { readOfTab, writeOfTab } from '#platform/device/stored.ts'

export type AccountWay = 'new' | 'known'

/** The fields of the form that this tab keeps; never the password. */
export interface AccountDraft {
  way: AccountWay
  name: string
  email: string
}

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
