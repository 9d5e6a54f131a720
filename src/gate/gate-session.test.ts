import { describe, expect, it } from 'vitest'
import type { Decision } from '#shop/gate/decision.ts'
import type { Judged } from '#shop/gate/scans/judge.store.ts'
import { emptyGate, gateReducer, type GateState } from './gate-session.ts'
import { reasonWords } from './verdict/verdict-words.ts'

const enter = (seats: string[]): Decision => ({ verdict: 'ENTER', seats, mark: null })
const part = (seats: string[], most: number): Decision => ({
  verdict: 'CHECK',
  why: 'part_admitted',
  seats,
  most,
  changedFrom: null,
  admissions: [{ scanId: 's0', seats: ['A1'], gate: 'Gate A', at: Date.parse('2026-12-05T13:28:00Z') }],
  event: null,
  mark: null,
})
const alreadyIn = (ago: number): Decision => {
  const admissions = [{ scanId: 's0', seats: ['A1'], gate: 'Gate A', at: -ago }]
  return { verdict: 'ALREADY IN', at: -ago, gate: 'Gate A', seats: ['A1'], admissions }
}
const judged = (decision: Decision, id: string | null = 's1'): Judged =>
  ({
    key: 'k',
    decision,
    at: 0,
    ticket: null,
    list: {},
    categoryName: 'Gold',
    ticketId: 't',
    scan: id ? { id } : null,
  }) as never
const after = (...actions: Parameters<typeof gateReducer>[1][]): GateState => actions.reduce(gateReducer, emptyGate)

describe('the screen', () => {
  it('admits a single seat by itself and shows that for a moment', () => {
    const state = after({ type: 'judged', judged: judged(enter(['A1'])), at: 5 })
    expect(state.shown).toMatchObject({ ticked: null, letIn: ['A1'], brief: true })
    expect(gateReducer(state, { type: 'time over', turn: state.shown!.turn }).shown).toBeNull()
  })

  it('opens a group with all seats ticked and waits', () => {
    const state = after({ type: 'judged', judged: judged(enter(['A1', 'A2', 'A3']), null), at: 5 })
    expect(state.shown).toMatchObject({ ticked: ['A1', 'A2', 'A3'], letIn: null, brief: false })
    expect(state.recent).toEqual([])
    const fewer = gateReducer(state, { type: 'tick', seat: 'A2' })
    expect(fewer.shown?.ticked).toEqual(['A1', 'A3'])
    expect(gateReducer(fewer, { type: 'tick', seat: 'A2' }).shown?.ticked).toEqual(['A1', 'A2', 'A3'])
  })

  it('ticks no more seats of a partly admitted group than are left', () => {
    const state = after({ type: 'judged', judged: judged(part(['A2', 'A3', 'A4'], 2)), at: 5 })
    expect(state.shown?.ticked).toEqual(['A2', 'A3'])
    expect(gateReducer(state, { type: 'tick', seat: 'A4' }).shown?.ticked).toEqual(['A2', 'A3'])
  })

  it('keeps a refusal until Next is pressed', () => {
    const refused: Decision = { verdict: 'NOT VALID', why: 'forged', note: null }
    const state = after({ type: 'judged', judged: judged(refused), at: 5 })
    expect(gateReducer(state, { type: 'time over', turn: state.shown!.turn }).shown).not.toBeNull()
    expect(gateReducer(state, { type: 'next' }).shown).toBeNull()
  })

  it('shows the first answer again for its full time, whatever an old timer does', () => {
    const first = after({ type: 'judged', judged: judged(enter(['A1'])), at: 5 })
    const gone = gateReducer(first, { type: 'time over', turn: first.shown!.turn })
    const again = gateReducer(gone, { type: 'again' })
    expect(again.shown?.judged).toBe(first.shown?.judged)
    expect(gateReducer(again, { type: 'time over', turn: first.shown!.turn }).shown).not.toBeNull()
    expect(again.recent).toHaveLength(1)
  })

  it('shows a changed answer with the seats that may still enter, and has not admitted anyone', () => {
    const group = after({ type: 'judged', judged: judged(enter(['A1', 'A2', 'A3']), null), at: 5 })
    const some = gateReducer(group, { type: 'changed', judged: judged(part(['A2', 'A3'], 2)), seats: ['A2'], at: 9 })
    expect(some.shown).toMatchObject({ ticked: ['A2'], letIn: null, brief: false })
    expect(some.recent).toEqual([])
    // A single seat left of a group waits as well, so that staff look before they admit it.
    const one = gateReducer(group, { type: 'changed', judged: judged(enter(['A2']), null), seats: ['A2'], at: 9 })
    expect(one.shown).toMatchObject({ ticked: ['A2'], letIn: null, brief: false })
    const all = gateReducer(group, { type: 'changed', judged: judged(alreadyIn(0)), seats: [], at: 9 })
    expect(all.shown).toMatchObject({ ticked: null, letIn: null, brief: false })
    expect(all.recent[0]).toMatchObject({ verdict: 'ALREADY IN', letIn: null })
  })

  it('forgets the first answer once it is undone', () => {
    const state = gateReducer(after({ type: 'judged', judged: judged(enter(['A1'])), at: 5 }), {
      type: 'undone',
      scanId: 's1',
    })
    expect(state).toMatchObject({ shown: null, first: null })
    expect(state.recent[0]?.undone).toBe(true)
  })
})

describe('the sentence', () => {
  it('gives the number of people and their row', () => {
    expect(reasonWords(judged(enter(['D4', 'D5'])), ['D4', 'D5'])).toBe('Gold, row D. 2 people.')
    expect(reasonWords(judged(enter(['BALC-D4', 'BALC-E5'])), null)).toBe('Gold. 2 people.')
  })
  it('says that a ticket was let in just now, and later the time', () => {
    expect(reasonWords(judged(alreadyIn(2_200)), null)).toMatch(/^Let in just now, 2 s ago, through Gate A\./)
    expect(reasonWords(judged(alreadyIn(60_000)), null)).toMatch(/^Entered at \d+:\d\d [ap]m through Gate A\.$/)
    // One device's clock was set meanwhile.
    expect(reasonWords(judged(alreadyIn(-5_000)), null)).toMatch(/^Entered at/)
  })
  it('does not say of a typed code that there is no such ticket', () => {
    const unknown: Decision = { ...part([], 0), why: 'unknown_code', admissions: [] } as Decision
    expect(reasonWords(judged(unknown), null)).toMatch(/^Not on a list of this device\./)
  })
  it('says which seats are in already', () => {
    expect(reasonWords(judged(part(['A2'], 1)), null)).toBe('A1 is in since 6:58 pm, Gate A. Who is entering now?')
    const twice = part(['A2'], 1) as Extract<Decision, { verdict: 'CHECK' }>
    const admissions = [...twice.admissions, { ...twice.admissions[0]!, scanId: 's9', gate: 'Gate C' }]
    expect(reasonWords(judged({ ...twice, admissions }), null)).toMatch(/^A1 is in since/)
  })
})
