import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PassGate } from '../storm/pass-gate.ts'
import { runSchedule } from '../storm/pass-schedule.ts'
import { actAs, openPassShop, type PassShop } from '../storm/pass-shop.ts'
import { isLongStorm, seededRandom, stormSeed } from '../storm/random.ts'

const SCHEDULES = isLongStorm() ? 10_000 : 150
const LONG_MS = 4 * 3_600_000
/** Pairs of gates that work at the same time. */
const PAIRS = 3
const MAX_FAULTY = 3
const SAY_EVERY = 1_000
/** One schedule of a seed, to repeat it. */
const only = process.env['STORM_ONLY']

/** What a run must have met, or it has proved little. */
const MET = ['handed over', 'schedules with doubles', 'void code refused', 'void code let in, and flagged'] as const

describe('four passes at two gates', () => {
  const seed = stormSeed()
  const pairs: PassGate[][] = []
  let shop: PassShop

  beforeAll(async () => {
    shop = await openPassShop('postgres')
    for (let n = 0; n < PAIRS; n += 1)
      pairs.push([
        await PassGate.open(shop, 'Gate A', shop.staff[0]),
        await PassGate.open(shop, 'Gate B', shop.staff[1]),
      ])
    console.log(`Passes storm: STORM_SEED=${seed}`)
  })
  afterAll(async () => {
    for (const gate of pairs.flat()) await gate.close()
    await shop?.stop()
  })

  it(
    'let four people in, whatever was handed over or offline, and name both of each double',
    { timeout: LONG_MS },
    async () => {
      const queue = only === undefined ? Array.from({ length: SCHEDULES }, (_, n) => n) : [Number(only)]
      const counts = new Map<string, number>()
      const faulty: string[] = []
      const begun = performance.now()
      let done = 0
      const say = (): void =>
        console.log(
          `${done} schedules in ${((performance.now() - begun) / 1000).toFixed(0)} s:`,
          Object.fromEntries([...counts].sort()),
        )
      const work = async (gates: PassGate[]): Promise<void> => {
        for (let n = queue.shift(); n !== undefined && faulty.length < MAX_FAULTY; n = queue.shift()) {
          const random = seededRandom(`${seed}/passes/${n}`)
          const order = await shop.sellFour(random, random.once(5))
          const { faults, lines, counts: met } = await runSchedule(shop, gates, order, random)
          await shop.closeEvent(order.eventId)
          for (const [what, times] of met) counts.set(what, (counts.get(what) ?? 0) + times)
          if (faults.length > 0)
            faulty.push([`STORM_SEED=${seed} STORM_ONLY=${n}`, ...lines, ...faults.map((one) => `! ${one}`)].join('\n'))
          if ((done += 1) % SAY_EVERY === 0) say()
        }
      }
      await Promise.all(pairs.map(work))
      say()
      if (faulty.length > 0) console.log(faulty.join('\n\n'))
      expect(faulty).toEqual([])
      if (only === undefined) for (const what of MET) expect(counts.get(what) ?? 0, what).toBeGreaterThan(0)
    },
  )

  it('record a scan before a hand-over of that moment, or after it as one of a void code', async () => {
    const order = await shop.sellFour(seededRandom(`${seed}/moment`), false)
    const { eventId, ticketId, buyer, friend } = order
    const link = await shop.call<{ secret: string }>(buyer, 'hand_over_pass', { p_ticket_id: ticketId, p_number: 1 })
    if ('refusal' in link) throw new Error(link.refusal.code)
    const now = new Date().toISOString()
    const scan = {
      ...{
        id: randomUUID(),
        event_id: eventId,
        ticket_id: ticketId,
        verdict: 'ENTER',
        seats: ['A1'],
        pass: 1,
        issue: 0,
      },
      ...{ gate: 'Gate A', device: 'a', scanned_at: now, sent_at: now },
    }
    let recording: Promise<unknown> | undefined
    await shop.database.transaction(async (sql) => {
      await actAs(sql, friend)
      await sql.query('select public.accept_pass($1)', [link.answer.secret])
      // The gate sends the scan while the hand-over is not committed.
      recording = shop.call(shop.staff[0], 'record_scans', { p_scans: [scan] })
      await Promise.race([recording, delay(1_000)])
    })
    expect(await recording).toMatchObject({ answer: { answers: [{ ok: true, problem: 'void_code' }] } })
  })
})
