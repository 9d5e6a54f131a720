import type { CategoryLayoutRow, CategoryRow } from '#shop/catalogue/catalogue-rows.ts'
import type { Paise } from '#shop/prices/money.ts'
import { priceOrder, type OrderPrice, type PricedLine } from '#shop/prices/price.ts'
import type { Rates } from '#shop/prices/rates.ts'

/** What a code takes off the price of a seat: a percent, or paise; a code without both only opens categories. */
export interface CodeValue {
  percent: number | null
  amount: Paise | null
}

/** A code that the signed-in customer has opened on this device (docs/decisions/0054-codes.md). */
export interface OpenedCode extends CodeValue {
  id: string
  code: string
  /** Null: every event. */
  eventId: string | null
  /** Null: all of the event. */
  categoryIds: string[] | null
  /** ISO instant; null without an end. */
  until: string | null
  /** The hidden categories that it opens, and their halls. */
  categories: CategoryRow[]
  links: CategoryLayoutRow[]
}

export interface CodesOfOwner {
  ownerId: string
  /** The newest last. */
  codes: OpenedCode[]
  /** Id of the code that the customer uses; null for none. */
  appliedId: string | null
}

/** Why a code cannot be used, as `check_code` says it. */
export type CodeRefusal = 'unknown' | 'not_for_this_event' | 'not_yet' | 'ended' | 'used_up'

/** `from`: when the code begins, ISO. */
export type CodeAnswer = { opened: OpenedCode } | { refusal: CodeRefusal; from: string | null }

export const SHORTEST_CODE = 4
export const LONGEST_CODE = 32

/** Returns a code as the database stores it: upper case, without spaces and hyphens. Same as `private.fold_code`. */
export const foldCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\u2010-\u2015-]/g, '')
    .toUpperCase()

/** Returns the price of a seat with a code, half up in paise, never below 0. Same as `private.price_with_code`. */
export const priceWithCode = (full: Paise, { percent, amount }: CodeValue): Paise =>
  percent !== null ? Math.floor((full * (100 - percent) + 50) / 100) : Math.max(0, full - (amount ?? 0))

interface OfCategory {
  eventId: string
  categoryId: string
}

const covers = (code: OpenedCode, { eventId, categoryId }: OfCategory): boolean =>
  (code.eventId === null || code.eventId === eventId) &&
  (code.categoryIds === null || code.categoryIds.includes(categoryId))

/** Returns true when the code opens this hidden category. */
export const opens = (code: OpenedCode, { categoryId }: OfCategory): boolean =>
  code.categories.some(({ id }) => id === categoryId)

/** Returns true when the code changes something about this category. */
export const fits = (code: OpenedCode, line: OfCategory): boolean =>
  covers(code, line) && (code.percent !== null || code.amount !== null || opens(code, line))

/** Returns true until the code's end, by the server's time in ms. */
export const isCurrent = (code: OpenedCode, now: number): boolean => code.until === null || Date.parse(code.until) > now

/** Returns the code to send with these lines: one that opens a hidden category among them, even one that has ended; else the
 * one in use. */
export const codeFor = (own: CodesOfOwner | null, lines: readonly OfCategory[], now: number): OpenedCode | null => {
  const usable = (own?.codes ?? []).filter((code) => isCurrent(code, now) && lines.some((line) => fits(code, line)))
  const hidden = lines.filter((line) => own?.codes.some((code) => opens(code, line)))
  const applied = usable.find(({ id }) => id === own?.appliedId)
  if (hidden.length === 0) return applied ?? null
  if (applied && hidden.some((line) => opens(applied, line))) return applied
  const opening = (code: OpenedCode): boolean => hidden.some((line) => opens(code, line))
  // One that has ended says so; without a code the server would say that the tickets are not on sale.
  return usable.findLast(opening) ?? own?.codes.findLast(opening) ?? null
}

/** True when some of these lines are sold only with this code. */
export const isNeeded = (code: OpenedCode, lines: readonly OfCategory[]): boolean =>
  lines.some((line) => opens(code, line))

/** Returns the seat's price with the code, or null when the code leaves it as it is. */
export const reducedPrice = (code: OpenedCode | null, line: OfCategory & { price: Paise }): Paise | null => {
  if (!code || !covers(code, line)) return null
  const price = priceWithCode(line.price, code)
  return price === line.price ? null : price
}

/** Prices lines of which a code lowered some; an order that it brings to 0 has no fee. Throws as priceRated(). */
export const priceWithCodes = (
  lines: readonly (PricedLine & { fullPrice?: Paise | undefined })[],
  rates: Rates,
): OrderPrice => {
  const free = lines.every(({ unitPrice }) => unitPrice === 0) && lines.some(({ fullPrice }) => fullPrice !== undefined)
  return priceOrder(lines, free ? { ...rates, feePerSeat: 0 } : rates)
}

/** Returns the codes with this one as the newest and in use; hidden categories of its other events stay. */
export const withCode = (own: CodesOfOwner, code: OpenedCode): CodesOfOwner => {
  const before = own.codes.find(({ id }) => id === code.id)
  const isNew = (rows: readonly { id: string }[]) => (row: { id: string }) => !rows.some(({ id }) => id === row.id)
  const merged: OpenedCode = {
    ...code,
    categories: [...(before?.categories.filter(isNew(code.categories)) ?? []), ...code.categories],
    links: [...(before?.links.filter(isNew(code.links)) ?? []), ...code.links],
  }
  return { ...own, codes: [...own.codes.filter(({ id }) => id !== code.id), merged], appliedId: code.id }
}
