import type { TaxRule } from '#shop/prices/rates.ts'
import { termsOn, type ShopTerms } from '#shop/terms/terms.ts'
import type { TaxTerms } from '#shop/terms/terms-admin.api.ts'
import { PRICE_MAX, readPrice } from '../ticket-categories/prices/numbers.ts'

/** Empty `upTo`: every higher price. */
export interface TypedRate {
  upTo: string
  percent: string
}
export interface TypedLocal extends TypedRate {
  state: string
}

/** The form as typed; amounts in rupees. */
export interface TaxDraft {
  fromDay: string
  gstBy: 'flat' | 'rules'
  gstPercent: string
  pricesIncludeGst: boolean
  roundToRupee: boolean
  rates: TypedRate[]
  fee: string
  feeGst: string
  locals: TypedLocal[]
}

/** By field: `gstPercent`, `rates.0.upTo`, `locals.1.state`. */
export type TaxProblems = Record<string, string>

const MAX_FEE = 100_000_00

const amountText = (paise: number): string => String(paise / 100)

/** Terms as a form, for another first day. */
export function taxDraftOf(terms: Omit<TaxTerms, 'fromDay'>, fromDay: string): TaxDraft {
  const rate = ({ upTo, percent }: TaxRule): TypedRate => ({
    upTo: upTo === null ? '' : amountText(upTo),
    percent: String(percent),
  })
  const gst = terms.taxRules.filter((rule) => rule.kind === 'gst')
  return {
    fromDay,
    gstBy: terms.gstBy,
    gstPercent: String(terms.gstPercent),
    pricesIncludeGst: terms.pricesIncludeGst,
    roundToRupee: terms.roundToRupee,
    rates: gst.length > 0 ? gst.map(rate) : [{ upTo: '', percent: String(terms.gstPercent) }],
    fee: amountText(terms.feePerSeat),
    feeGst: String(terms.feeGstPercent),
    locals: terms.taxRules.flatMap((rule) =>
      rule.kind === 'local' ? [{ state: rule.state ?? '', ...rate(rule) }] : [],
    ),
  }
}

/**
 * Moves the form to another first day: filled with the terms of that day while nothing else was typed. `today` in IST.
 */
export function moveToDay(
  form: { initial: TaxDraft; draft: TaxDraft },
  all: readonly ShopTerms[],
  day: string,
  today: string,
): { initial: TaxDraft; draft: TaxDraft } {
  const withoutDay = (draft: TaxDraft): string => JSON.stringify({ ...draft, fromDay: '' })
  if (!isOpen(day, today) || withoutDay(form.draft) !== withoutDay(form.initial))
    return { ...form, draft: { ...form.draft, fromDay: day } }
  const draft = taxDraftOf(termsOn(all, day), day)
  return { initial: draft, draft }
}

const isOpen = (day: string, today: string): boolean => /^\d{4}-\d\d-\d\d$/.test(day) && day >= today
const isPercent = (typed: string): boolean => /^\d{1,3}([.]\d{1,2})?$/.test(typed.trim()) && Number(typed) <= 100

/** Returns the terms, or a problem for each field. `today` is a day in IST. */
export function readTaxDraft(draft: TaxDraft, today: string): { terms: TaxTerms } | { problems: TaxProblems } {
  const problems: TaxProblems = {}
  const percent = (field: string, typed: string): number => {
    if (isPercent(typed)) return Number(typed)
    problems[field] = 'A percent from 0 to 100, such as 18 or 12.5.'
    return 0
  }
  const amount = (field: string, typed: string, most = PRICE_MAX): number => {
    const paise = readPrice(typed)
    if (paise !== null && paise <= most) return paise
    problems[field] = `An amount in rupees, at most ${amountText(most)}.`
    return 0
  }
  const bound = (field: string, typed: string): number | null => (typed.trim() === '' ? null : amount(field, typed))

  if (!isOpen(draft.fromDay, today)) problems['fromDay'] = 'Today or a later day: orders of past days keep their price.'
  const flat = draft.gstBy === 'flat'
  const flatPercent = flat ? percent('gstPercent', draft.gstPercent) : 0
  const gst = draft.rates.map((rate, at): TaxRule => ({
    ...{ kind: 'gst', state: null, upTo: flat ? null : bound(`rates.${at}.upTo`, rate.upTo) },
    percent: flat ? flatPercent : percent(`rates.${at}.percent`, rate.percent),
  }))
  const locals = draft.locals.map((local, at): TaxRule => {
    if (local.state === '') problems[`locals.${at}.state`] = 'Choose a state.'
    return {
      ...{ kind: 'local', state: local.state, upTo: bound(`locals.${at}.upTo`, local.upTo) },
      percent: percent(`locals.${at}.percent`, local.percent),
    }
  })
  const twice = (rules: TaxRule[], at: number): boolean =>
    rules.findIndex((rule) => rule.state === rules[at]?.state && rule.upTo === rules[at]?.upTo) < at
  const rules = flat ? gst.slice(0, 1) : gst
  rules.forEach((_, at) => {
    if (twice(rules, at)) problems[`rates.${at}.upTo`] ??= 'There is a rate up to this price already.'
  })
  locals.forEach((_, at) => {
    if (twice(locals, at)) problems[`locals.${at}.upTo`] ??= 'There is a rate of this state up to this price already.'
  })
  if (rules.every((rule) => rule.upTo !== null) && rules.length > 0)
    problems[`rates.${rules.length - 1}.upTo`] ??= 'Leave one of these empty: the rate of every higher price.'
  // By rules the field is hidden, so a mistake in it may not refuse the form.
  const unseen = isPercent(draft.gstPercent)
    ? Number(draft.gstPercent)
    : (gst.find(({ upTo }) => upTo === null)?.percent ?? 0)
  const terms: TaxTerms = {
    fromDay: draft.fromDay,
    gstBy: draft.gstBy,
    gstPercent: flat ? flatPercent : unseen,
    pricesIncludeGst: draft.pricesIncludeGst,
    roundToRupee: draft.roundToRupee,
    feePerSeat: amount('fee', draft.fee, MAX_FEE),
    feeGstPercent: percent('feeGst', draft.feeGst),
    taxRules: [...rules, ...locals],
  }
  return Object.keys(problems).length > 0 ? { problems } : { terms }
}
