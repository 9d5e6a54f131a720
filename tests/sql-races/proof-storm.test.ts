import { setTimeout as delay } from 'node:timers/promises'
import { describe, afterAll, beforeAll, expect, it } from 'vitest'
import type { Transfer } from '../storm/proof-books.ts'
import { openProofShop, type ProofShop } from '../storm/proof-shop.ts'
import { runAttacks } from '../storm/proof-attacks.ts'
import { runForgers } from '../storm/proof-forgers.ts'
import { runThieves } from '../storm/proof-thieves.ts'
import { runBuyers } from '../storm/proof-storm.ts'
import { isLongStorm, seededRandom, stormSeed } from '../storm/random.ts'

const size = isLongStorm()
  ? { buyers: 2000, forgeries: 10_000, rounds: 50, thieves: 2000 }
  : { buyers: 150, forgeries: 300, rounds: 2, thieves: 24 }
const LONG_MS = 7_200_000
/** Of those who sent money, however much and with whatever note. */
const SERVED_SHARE = 0.95

describe.each(['embedded', 'postgres'] as const)('payments that prove themselves, %s', (kind) => {
  const seed = stormSeed()
  let transfers: Transfer[] = []
  let shop: ProofShop

  beforeAll(async () => {
    shop = await openProofShop(kind)
    console.log(`Proof storm, ${kind}: STORM_SEED=${seed}`)
  })
  afterAll(async () => {
    await shop?.stop()
  })

  it('give those who paid their tickets without a person', { timeout: LONG_MS }, async () => {
    const report = await runBuyers(shop, size.buyers, seededRandom(`${seed}/buyers`))
    transfers = report.transfers
    console.log(
      `${size.buyers} buyers, ${report.paid} paid, ${report.served} have tickets without a person ` +
        `(${((100 * report.served) / report.paid).toFixed(1)} %); left to people:`,
      Object.fromEntries(report.left),
    )
    expect(report.faults, `STORM_SEED=${seed}: ${report.faults.join('\n')}`).toEqual([])
    expect(report.served / report.paid, `STORM_SEED=${seed}`).toBeGreaterThanOrEqual(SERVED_SHARE)
  })

  /** By itself a shop approves a thousand a minute at most (proof_rules): a fast machine's buyers use that up. */
  const nextMinute = (): Promise<void> => delay(isLongStorm() ? 61_000 : 0)

  it('give nothing to forgeries', { timeout: LONG_MS }, async () => {
    await nextMinute()
    const report = await runForgers(shop, size.forgeries, transfers, seededRandom(`${seed}/forgers`))
    transfers = report.transfers
    console.log(`${report.sent} forgeries:`, Object.fromEntries([...report.refused].sort()))
    expect(report.faults, `STORM_SEED=${seed}: ${report.faults.join('\n')}`).toEqual([])
  })

  it('give nothing to hostile claims', { timeout: LONG_MS }, async () => {
    await nextMinute()
    const report = await runAttacks(shop, size.rounds, transfers, seededRandom(`${seed}/attacks`))
    transfers = report.transfers
    console.log(`${report.attacks} attacks on the matching`)
    expect(report.faults, `STORM_SEED=${seed}: ${report.faults.join('\n')}`).toEqual([])
  })
  it('give nothing to those who pay for what a hold would refuse', { timeout: LONG_MS }, async () => {
    await nextMinute()
    const report = await runThieves(shop, size.thieves, transfers, seededRandom(`${seed}/thieves`))
    console.log(`${report.thieves} thieves; ${report.served} of ${report.late} honest late payments approved`)
    expect(report.faults, `STORM_SEED=${seed}: ${report.faults.join('\n')}`).toEqual([])
    expect(report.served / report.late, `STORM_SEED=${seed}`).toBeGreaterThanOrEqual(SERVED_SHARE)
  })
})
