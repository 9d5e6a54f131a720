import { describe, expect, it } from 'vitest'
import { aCategory, openedCode } from '../../../tests/support/concerts/plain-rows.ts'
import { codeFor, fits, foldCode, isNeeded, priceWithCode, priceWithCodes, reducedPrice, withCode } from './code.ts'
import type { CodesOfOwner, OpenedCode } from './code.ts'
import { FIRST_TERMS } from '#shop/terms/terms.ts'
import cases from './code-cases.json' with { type: 'json' }

const code = openedCode
const own = (codes: OpenedCode[], appliedId: string | null = null): CodesOfOwner => ({
  ...{ ownerId: 'asha', codes, appliedId },
})
const hidden = { ...aCategory({ id: 'members', name: 'Members', price: 200_000, totalTickets: 20 }), phases: [] }
const gold = { eventId: 'e1', categoryId: 'gold' }
const members = { eventId: 'e1', categoryId: 'members' }
const elsewhere = { eventId: 'e2', categoryId: 'lawn' }
const terms = FIRST_TERMS

describe('prices and signs are those of the database', () => {
  it.each(cases.prices)('$name', ({ full, percent, amount, price }) => {
    expect(priceWithCode(full, { percent: percent ?? null, amount: amount ?? null })).toBe(price)
  })
  it.each(cases.signs)('typed as "$typed"', ({ typed, code: folded }) => {
    expect(foldCode(typed)).toBe(folded)
  })
})

describe('which code goes with an order', () => {
  it('is the one in use, where it fits', () => {
    expect(codeFor(own([code()], 'c1'), [gold], 0)?.id).toBe('c1')
    expect(codeFor(own([code()], null), [gold], 0)).toBeNull()
    expect(codeFor(own([code()], 'c1'), [elsewhere], 0)).toBeNull()
    expect(codeFor(own([code({ categoryIds: ['silver'] })], 'c1'), [gold], 0)).toBeNull()
    expect(codeFor(null, [gold], 0)).toBeNull()
  })

  it('is not one that has ended', () => {
    const until = '2026-11-25T12:00:00.000Z'
    expect(codeFor(own([code({ until })], 'c1'), [gold], Date.parse(until) - 1)?.id).toBe('c1')
    expect(codeFor(own([code({ until })], 'c1'), [gold], Date.parse(until))).toBeNull()
  })

  it('is the one that opens a hidden category, whatever is in use', () => {
    const door = code({ id: 'c2', percent: null, categoryIds: ['members'], categories: [hidden] })
    expect(codeFor(own([code(), door], 'c1'), [gold, members], 0)?.id).toBe('c2')
    expect(codeFor(own([code(), door], 'c1'), [gold], 0)?.id).toBe('c1')
    expect(isNeeded(door, [members])).toBe(true)
    expect(isNeeded(door, [gold])).toBe(false)
    expect(fits(door, gold)).toBe(false)
  })

  it('is the one that opens a hidden category even when it has ended, so that the server says so', () => {
    const until = '2026-11-25T12:00:00.000Z'
    const door = code({ id: 'c2', until, percent: null, categoryIds: ['members'], categories: [hidden] })
    expect(codeFor(own([code(), door], 'c1'), [members], Date.parse(until))?.id).toBe('c2')
    expect(codeFor(own([code(), door], 'c1'), [gold], Date.parse(until))?.id).toBe('c1')
  })
})

describe('prices with a code', () => {
  it('are lowered for its categories only', () => {
    expect(reducedPrice(code(), { ...gold, price: 100_000 })).toBe(80_000)
    expect(reducedPrice(code(), { ...elsewhere, price: 100_000 })).toBeNull()
    expect(reducedPrice(code({ percent: null }), { ...gold, price: 100_000 })).toBeNull()
    expect(reducedPrice(null, { ...gold, price: 100_000 })).toBeNull()
  })

  it('have no fee when a code brings the order to 0', () => {
    const free = { unitPrice: 0, quantity: 2, fullPrice: 50_000 }
    expect(priceWithCodes([free], terms).total).toBe(0)
    expect(priceWithCodes([free, { unitPrice: 10_000, quantity: 1 }], terms).total).toBe(11_800 + 9000)
    expect(priceWithCodes([{ unitPrice: 0, quantity: 1 }], terms).total).toBe(3000)
  })
})

it('opening a code again keeps the hidden categories of its other events', () => {
  const first = withCode(own([]), code({ eventId: null, categories: [hidden] }))
  const lawn = { ...hidden, id: 'friends', eventId: 'e2' }
  const both = withCode(first, code({ eventId: null, categories: [lawn] }))
  expect(both.codes.map(({ categories }) => categories.map(({ id }) => id))).toEqual([['members', 'friends']])
  expect(both.appliedId).toBe('c1')
})
