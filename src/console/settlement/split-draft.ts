import { shareBases, type Cost, type Settlement, type Share, type ShareBase } from '#shop/settlement/settlement.ts'
import { readPrice } from '../ticket-categories/prices/numbers.ts'

/** A row as typed: a percent of a base, or rupees of a fixed sum. */
export interface TypedShare {
  name: string
  of: ShareBase | 'sum'
  value: string
}
interface TypedCost {
  label: string
  amount: string
}
export interface SplitDraft {
  shares: TypedShare[]
  costs: TypedCost[]
}

const usualNames = ['Artist', 'Venue']

/** Returns the next row of shares: the artist's, then the venue's. */
export const nextShare = (shares: readonly TypedShare[]): TypedShare => ({
  name: usualNames.find((name) => !shares.some((share) => share.name === name)) ?? '',
  of: 'sales',
  value: '',
})

const rupeesText = (paise: number): string => String(paise / 100)

export const splitDraftOf = ({ split, costs }: Pick<Settlement, 'split' | 'costs'>): SplitDraft => ({
  shares: split.shares.map(({ name, percent, of, amount }) =>
    percent === null || of === null
      ? { name, of: 'sum', value: rupeesText(amount) }
      : { name, of, value: String(percent) },
  ),
  costs: costs.map(({ label, amount }) => ({ label, amount: rupeesText(amount) })),
})

const readPercent = (typed: string): number | null => {
  const percent = /^\d{1,3}([.]\d{1,2})?$/.test(typed.trim()) ? Number(typed) : 0
  return percent > 0 && percent <= 100 ? percent : null
}

/** Returns shares and costs, or a problem for each field, by `shares.0.name`. */
export function readSplit(
  draft: SplitDraft,
): { shares: Share[]; costs: Cost[] } | { problems: Record<string, string> } {
  const problems: Record<string, string> = {}
  const named = (field: string, typed: string): string => {
    if (typed.trim() === '') problems[field] = 'Write what it is for.'
    return typed.trim()
  }
  const sum = (field: string, typed: string): number => {
    const paise = readPrice(typed)
    if (!paise) problems[field] = 'An amount in rupees, such as 25000 or 1250.50.'
    return paise ?? 0
  }
  let all = 0
  const shares = draft.shares.map((typed, at): Share => {
    const name = named(`shares.${at}.name`, typed.name)
    const field = `shares.${at}.value`
    if (typed.of === 'sum') return { name, amount: sum(field, typed.value) }
    const percent = readPercent(typed.value)
    all += percent ?? 0
    if (percent === null) problems[field] = 'A percent above 0, such as 70 or 12.5.'
    else if (all > 100) problems[field] = 'All percents together are at most 100.'
    return { name, percent: percent ?? 0, of: typed.of }
  })
  const costs = draft.costs.map((typed, at) => ({
    label: named(`costs.${at}.label`, typed.label),
    amount: sum(`costs.${at}.amount`, typed.amount),
  }))
  return Object.keys(problems).length > 0 ? { problems } : { shares, costs }
}

export const isShareBase = (of: string): of is ShareBase => shareBases.some((base) => base === of)
