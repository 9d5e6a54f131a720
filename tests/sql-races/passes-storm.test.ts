import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PassGate } from '../storm/pass-gate.ts'
import { PassSchedule } from '../storm/pass-schedule.ts'
import { openPassShop, type PassShop } from '../storm/pass-shop.ts'
import { isLongStorm, seededRandom, stormSeed } from '../storm/random.ts'

const SCHEDULES = isLongStorm() ? 10_000 : Number(process.env.N ?? 160)
const LONG_MS = 7_200_000
/** Pairs of gates that work at the same time. */
const PAIRS = 3
const MAX_FAULTY = 3
/** A single schedule of a seed, to repeat it. */
const only = process.env['STORM_ONLY']

describe('four passes at two gates', () => {
  const seed = stormSeed()
  let shop: PassShop
  let pairs: PassGate[][]

  beforeAll(async () => {
    shop = await openPassShop('postgres')
    pairs = []
    for (let n = 0; n < PAIRS; n += 1)
      pairs.push([await PassGate.open(shop, 'Gate A', shop.staff[0]), await PassGate.open(shop, 'Gate B', shop.staff[1])])
    console.log(`Passes storm: STORM_SEED=${seed}`)
  })
  afterAll(async () => {
    for (const gate of pairs.flat()) await gate.close()
    await shop?.stop()
  })

  it('let in four people, whatever was handed over and whichever gate had no network, and every double names both', {
    timeout: LONG_MS,
  }, async () => {
    const queue = only === undefined ? Array.from({ length: SCHEDULES }, (_, n) => n) : [Number(only)]
    const counts = new Map<string, number>()
    const faulty: string[] = []
    let done = 0
    const started = performance.now()
    const work = async (gates: PassGate[]): Promise<void> => {
      for (let n = queue.shift(); n !== undefined && faulty.length < MAX_FAULTY; n = queue.shift()) {
        const random = seededRandom(`${seed}/passes/${n}`)
        const order = await shop.sellFour(random, random.once(5))
        const report = await new PassSchedule(shop, gates, order, random).run()
        await shop.closeEvent(order.eventId)
        done += 1
        for (const [what, times] of report.counts) counts.set(what, (counts.get(what) ?? 0) + times)
        if (report.faults.length > 0)
          faulty.push(
            [`STORM_SEED=${seed} STORM_ONLY=${n}`, ...report.lines, ...report.faults.map((one) => `! ${one}`)].join('\n'),
          )
      }
    }
    await Promise.all(pairs.map(work))
    const seconds = (performance.now() - started) / 1000
    console.log(`${done} schedules in ${seconds.toFixed(0)} s:`, Object.fromEntries([...counts].sort()))
    if (faulty.length > 0) console.log(faulty.join('\n\n'))
    expect(faulty).toEqual([])
  })
})
