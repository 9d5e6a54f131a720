import { isRefusedReason, type Decision, type Verdict } from '#shop/gate/decision.ts'
import { formatDayShort, formatTime } from '#platform/time/ist.ts'
import { holderName } from '#shop/gate/lists/roster-ticket.ts'
import type { Judged } from '#shop/gate/scans/judge.store.ts'
import { count } from '#ui/format.ts'
import { isStanding } from '#shop/seats/standing.ts'
import { listedSeats } from '#ui/seat-map/said-seats.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/gate/gate.ts'
import { verdicts } from './verdicts.ts'

/** A test ticket is refused with a word of its own. */
const isTest = (decision: Decision): boolean => decision.verdict === 'NOT VALID' && decision.why === 'test'

const wordOf = (decision: Decision): string => t(isTest(decision) ? 'gate.word.test' : verdicts[decision.verdict].word)

export const decisionLines = (decision: Decision): string[] => wordOf(decision).split('\n')

export const decisionLine = (decision: Decision): string => wordOf(decision).replaceAll('\n', ' ')

const verdictLine = (verdict: Verdict): string => t(verdicts[verdict].word).replaceAll('\n', ' ')

export const otherWord = (decision: Decision): string => t(verdicts[decision.verdict].other)
export const otherLanguage = (): string => t('gate.other.lang')

/** Returns 'NOT VALID: wrong signature', for the server's counts; an unknown reason is shown unchanged. */
export function refusedLine(verdict: string, reason: string | null): string {
  const word = verdict in verdicts ? verdictLine(verdict as Verdict) : verdict
  if (!reason) return word
  return `${word}: ${isRefusedReason(reason) ? t(`gate.refused.${reason}`) : reason.replaceAll('_', ' ')}`
}

const MARKS = {
  sold_after_last_sync: 'gate.soldAfter',
  newer_than_list: 'gate.newerThanList',
  new_device: 'gate.newDevice',
} as const

/** Two admissions of one code within this time: two people may hold up one picture. */
const JUST_NOW_MS = 60_000

function sharedRow(seats: readonly string[]): string | null {
  const rows = new Set(seats.map((seat) => /([A-Z]{1,2})\d+$/.exec(seat)?.[1] ?? ''))
  return rows.size === 1 ? ([...rows][0] ?? null) : null
}

/** Says the sentence under the verdict. `letIn`: the seats that this answer admitted. */
export function reasonWords(judged: Judged, letIn: readonly string[] | null): string {
  const { decision, categoryName } = judged
  switch (decision.verdict) {
    case 'ENTER': {
      const seats = letIn ?? decision.seats
      const row = sharedRow(seats)
      const where = [categoryName, row ? t('gate.row', { row }) : null].filter(Boolean).join(', ')
      const who = `${where ? `${where}. ` : ''}${t('gate.people', { n: seats.length })}`
      return decision.mark ? `${who} ${t(MARKS[decision.mark])}` : who
    }
    case 'ALREADY IN': {
      const latest = decision.admissions.at(-1)
      const ago = latest ? judged.at - latest.at : Infinity
      if (latest && ago >= 0 && ago < JUST_NOW_MS)
        return t('gate.justNow', { seconds: Math.max(1, Math.round(ago / 1000)), gate: latest.gate })
      const gates = new Set(decision.admissions.map((one) => one.gate))
      const entered = { time: formatTime(decision.at), gate: decision.gate }
      return gates.size > 1 ? t('gate.enteredOthers', entered) : t('gate.entered', entered)
    }
    case 'NOT VALID': {
      if (decision.why === 'replaced' && decision.note) return t('gate.replacedBy', { name: decision.note })
      const why = t(`gate.no.${decision.why}`)
      return decision.note ? `${why} ${sentence(decision.note)}` : why
    }
    case 'CHECK':
      if (letIn) return t('gate.afterCheck', { n: letIn.length })
      return checkWords(decision)
  }
}

function checkWords(decision: Extract<Decision, { verdict: 'CHECK' }>): string {
  const { why, event, changedFrom, seats, most, admissions } = decision
  if (why === 'other_event' && event)
    return t('gate.otherEvent', { day: formatDayShort(event.date), event: event.name })
  const changed =
    changedFrom === null ? null : t('gate.changed', { now: listedSeats(seats), before: listedSeats([changedFrom]) })
  if (why === 'seat_changed' && changed) return changed
  if (why === 'part_admitted') {
    const inside = [...new Set(admissions.flatMap((one) => one.seats))]
    const who = { seats: inside.join(', '), n: inside.length }
    const some = { n: inside.length, of: inside.length + most }
    const first = admissions[0]
    const since = first && { time: formatTime(first.at), gate: first.gate }
    const said = isStanding(inside)
      ? since
        ? t('gate.standing.insideSince', { ...some, ...since })
        : t('gate.standing.inside', some)
      : since
        ? t('gate.insideSince', { ...who, ...since })
        : t('gate.inside', who)
    return [said, changed].filter(Boolean).join(' ')
  }
  return t(`gate.check.${why}`)
}

const sentence = (text: string): string => (/[.!?।]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

export interface Fact {
  label: string
  value: string
}

const READ_SHOWN = 24

export const isUnread = ({ decision, ticket }: Judged): boolean =>
  !ticket &&
  (decision.verdict === 'NOT VALID' ||
    (decision.verdict === 'CHECK' && ['unknown_code', 'typed_offline', 'scan_again'].includes(decision.why)))

export function verdictFacts(judged: Judged, letIn: readonly string[] | null, gate: string): Fact[] {
  const { decision, ticket, list, at, key } = judged
  const unlisted = t('gate.fact.notOnList')
  const isOthers = decision.verdict === 'CHECK' && decision.why === 'other_event'
  if (isUnread(judged) || (!ticket && isOthers)) {
    const read = key.length > READ_SHOWN ? `${key.slice(0, READ_SHOWN)}…` : key
    return [
      ...(isOthers ? [] : [{ label: t('gate.fact.read'), value: read || t('gate.fact.readNothing') }]),
      { label: t('gate.fact.list'), value: listText(list, at) },
      { label: t('gate.fact.scanned'), value: formatTime(at) },
      { label: t('gate.fact.gate'), value: gate },
    ]
  }
  const seats =
    letIn ?? (decision.verdict === 'ENTER' || decision.verdict === 'CHECK' ? decision.seats : (ticket?.seats ?? []))
  const shown = seats.length > 0 ? seats : (ticket?.seats ?? [])
  return [
    {
      label: isStanding(shown) ? t('gate.fact.places') : t('gate.fact.seats', { n: shown.length }),
      value: listedSeats(shown) || unlisted,
    },
    { label: t('gate.fact.name'), value: ticket ? (holderName(ticket, shown) ?? t('gate.fact.noName')) : unlisted },
    { label: t('gate.fact.category'), value: judged.categoryName ?? unlisted },
    decision.verdict === 'ALREADY IN'
      ? { label: t('gate.fact.firstScan'), value: `${formatTime(decision.at)}, ${decision.gate}` }
      : { label: t('gate.fact.scanned'), value: formatTime(at) },
  ]
}

export const listText = (list: { tickets: number; listAt: number | null }, now: number): string =>
  t('gate.listOf', { n: list.tickets, count: count(list.tickets), age: ageText(list.listAt, now) })

const MINUTE_MS = 60_000

/** Returns 'up to date', '2 min old'. A list of an `offline` device is never up to date. */
export function ageText(at: number | null, now: number, offline = false): string {
  if (at === null) return t('gate.age.none')
  const minutes = Math.floor((now - at) / MINUTE_MS)
  if (minutes < 1) return t(offline ? 'gate.age.under' : 'gate.age.now')
  if (minutes < 60) return t('gate.age.minutes', { n: minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? t('gate.age.hours', { n: hours }) : t('gate.age.days', { n: Math.floor(hours / 24) })
}
