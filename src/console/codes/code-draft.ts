import type { CodeFacts, CodeRow } from '#shop/codes/codes-admin.api.ts'
import { foldCode, LONGEST_CODE, SHORTEST_CODE } from '#shop/codes/code.ts'
import { readMoment, typedMoment } from '../ticket-categories/category-draft.ts'
import { readCount, readPrice } from '../ticket-categories/prices/numbers.ts'

export type CodeGives = 'percent' | 'amount' | 'access'

export interface TypedCode {
  code: string
  gives: CodeGives
  /** Percent, or rupees. */
  value: string
  opensHidden: boolean
  /** '' for every event. */
  eventId: string
  /** Empty: all of the event. */
  categoryIds: string[]
  /** 'YYYY-MM-DDTHH:MM' in IST; '' for no bound. */
  fromAt: string
  untilAt: string
  usesTotal: string
  usesPerPerson: string
  seatsPerOrder: string
  note: string
}
export type CodeProblems = Partial<Record<keyof TypedCode, string>>

/** Shorter codes are guessed more easily. */
const SAFE_SIGNS = 6
const MADE_SIGNS = 8
/** The characters of a made-up code; none looks like another. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const MAX_USES = 1_000_000

export const noCode: TypedCode = {
  code: '',
  gives: 'percent',
  value: '',
  opensHidden: false,
  eventId: '',
  categoryIds: [],
  fromAt: '',
  untilAt: '',
  usesTotal: '',
  usesPerPerson: '1',
  seatsPerOrder: '',
  note: '',
}

export const typedOfCode = (row: CodeRow): TypedCode => ({
  code: row.code,
  gives: row.percent !== null ? 'percent' : row.amount !== null ? 'amount' : 'access',
  value:
    row.percent !== null
      ? String(row.percent)
      : row.amount !== null
        ? (row.amount / 100).toFixed(2).replace(/\.00$/, '')
        : '',
  opensHidden: row.opensHidden,
  eventId: row.eventId ?? '',
  categoryIds: row.categoryIds ?? [],
  fromAt: typedMoment(row.fromAt),
  untilAt: typedMoment(row.untilAt),
  usesTotal: row.usesTotal === null ? '' : String(row.usesTotal),
  usesPerPerson: row.usesPerPerson === null ? '' : String(row.usesPerPerson),
  seatsPerOrder: row.seatsPerOrder === null ? '' : String(row.seatsPerOrder),
  note: row.note,
})

/** Returns eight random characters, each as likely as the others. */
export function makeCode(
  random: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => crypto.getRandomValues(bytes),
): string {
  // Bytes from 240 on would make the first characters likelier.
  const fair = 256 - (256 % SIGNS.length)
  let code = ''
  while (code.length < MADE_SIGNS) {
    const bytes = new Uint8Array(2 * MADE_SIGNS)
    random(bytes)
    for (const byte of bytes) if (byte < fair && code.length < MADE_SIGNS) code += SIGNS[byte % SIGNS.length]
  }
  return code
}

export const isShort = (typed: string): boolean => {
  const { length } = foldCode(typed)
  return length >= SHORTEST_CODE && length < SAFE_SIGNS
}

const notUses = 'Enter a whole number of at least 1, or nothing.'

function readUses(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const uses = readCount(text)
  return uses === null || uses < 1 || uses > MAX_USES ? undefined : uses
}

/** Returns the code and its facts, or a problem for each field. */
export function readCode(typed: TypedCode): { code: string; facts: CodeFacts } | { problems: CodeProblems } {
  const problems: CodeProblems = {}
  const code = foldCode(typed.code)
  if (!new RegExp(`^[A-Z0-9]{${SHORTEST_CODE},${LONGEST_CODE}}$`).test(code))
    problems.code = `A code has ${SHORTEST_CODE} to ${LONGEST_CODE} letters A to Z and digits.`
  const percent = typed.gives === 'percent' ? readCount(typed.value) : null
  const amount = typed.gives === 'amount' ? readPrice(typed.value) : null
  if (typed.gives === 'percent' && (percent === null || percent < 1 || percent > 100))
    problems.value = 'Enter a whole percent from 1 to 100.'
  if (typed.gives === 'amount' && (amount === null || amount === 0)) problems.value = 'Enter more than 0 rupees.'
  const [fromAt, untilAt] = [readMoment(typed.fromAt), readMoment(typed.untilAt)]
  if (fromAt === undefined) problems.fromAt = 'There is no such date and time.'
  if (untilAt === undefined) problems.untilAt = 'There is no such date and time.'
  if (fromAt && untilAt && untilAt <= fromAt) problems.untilAt = 'The code ends after it begins.'
  const [usesTotal, usesPerPerson] = [readUses(typed.usesTotal), readUses(typed.usesPerPerson)]
  const seatsPerOrder = readUses(typed.seatsPerOrder)
  if (usesTotal === undefined) problems.usesTotal = notUses
  if (usesPerPerson === undefined) problems.usesPerPerson = notUses
  if (seatsPerOrder === undefined) problems.seatsPerOrder = notUses
  if (Object.keys(problems).length > 0) return { problems }
  return {
    code,
    facts: {
      eventId: typed.eventId || null,
      categoryIds: typed.eventId && typed.categoryIds.length > 0 ? typed.categoryIds : null,
      percent,
      amount,
      opensHidden: typed.gives === 'access' || typed.opensHidden,
      fromAt: fromAt ?? null,
      untilAt: untilAt ?? null,
      usesTotal: usesTotal ?? null,
      usesPerPerson: usesPerPerson ?? null,
      seatsPerOrder: seatsPerOrder ?? null,
      note: typed.note.trim(),
    },
  }
}
