import { expect, it } from 'vitest'
import { payStage } from './pay-stage.ts'

type Known = Parameters<typeof payStage>[0]

const watch = { live: true, returned: false, started: false, late: false, arrived: 0 } as const
const never = { paying: false, proof: false }

const stage = (more: Omit<Partial<Known>, 'watch'> & { watch?: Partial<Known['watch']> } = {}) =>
  payStage({
    order: { reopened: null, isTest: false },
    sentBefore: never,
    typed: false,
    refused: false,
    total: 242_000,
    ...more,
    watch: { ...watch, ...more.watch },
  }).stage

it('begins with paying, and looks for the money once the customer is back from the app', () => {
  expect(stage()).toBe('pay')
  expect(stage({ watch: { started: true } })).toBe('pay')
  expect(stage({ watch: { started: true, returned: true } })).toBe('looking')
  expect(stage({ watch: { started: true, late: true } })).toBe('looking')
  expect(stage({ watch: { late: true } })).toBe('pay')
  expect(stage({ sentBefore: { paying: true, proof: false } })).toBe('looking')
})

it('asks for the rest of a part payment, and leaves the form where a reference is being typed', () => {
  expect(stage({ watch: { returned: true, arrived: 100 } })).toBe('pay')
  expect(stage({ watch: { returned: true }, typed: true })).toBe('pay')
})

it('begins with the form for who has sent the money to a shop that does not see it', () => {
  expect(stage({ watch: { live: false, returned: true } })).toBe('paid')
  expect(stage({ watch: { live: false }, sentBefore: { paying: true, proof: false } })).toBe('paid')
  expect(stage({ sentBefore: { paying: true, proof: true } })).toBe('paid')
  expect(stage({ order: { reopened: { used: null }, isTest: false } })).toBe('paid')
})

it('looks for no money of a test or of an order of ₹0', () => {
  expect(stage({ watch: { returned: true }, order: { reopened: null, isTest: true } })).toBe('pay')
  expect(stage({ watch: { returned: true }, total: 0 })).toBe('pay')
})
