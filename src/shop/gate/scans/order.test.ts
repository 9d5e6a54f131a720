import { beforeEach, expect, it, vi } from 'vitest'
import { ASHA, backend, freshDevice, page, restart } from '../../../../tests/support/device/device.ts'
import { settled } from '../../../../tests/support/device/time.ts'
import { GateServer, openGate } from '../../../../tests/support/gate/gate-server.ts'

// One gate device against random orders of scans, undos, requests, answers, losses, restarts and clock changes.
const DAY_MS = 86_400_000
const SEEDS = 16
const STEPS = 70

let server: GateServer
let gate: Awaited<ReturnType<typeof openGate>>

freshDevice(ASHA)
beforeEach(async () => {
  backend.own = (call) => server.answer(call)
  gate = await openGate()
})

const idOf = (seed: number, n: number): string => `${String(seed).padStart(4, '0')}000${n}-0000-4000-8000-000000000000`
const eventOf = (seed: number): string => `eeeeeeee-0000-4000-8000-${String(seed).padStart(12, '0')}`

async function begins(seed: number): Promise<void> {
  server = new GateServer(
    eventOf(seed),
    [['A1'], ['B1', 'B2'], ['C1', 'C2', 'C3']].map((seats, n) => ({ id: idOf(seed, n), seats })),
  )
  expect((await gate.lists.refreshGateList(server.eventId)).ok).toBe(true)
}
const options = () => ({ gate: 'Gate B', eventIds: [server.eventId], last: null, practice: null })
/** Waits for work that waits for an answer or for its time, and lets that time pass. */
async function soon<T>(work: Promise<T>): Promise<T> {
  let isDone = false
  const done = (): void => void (isDone = true)
  work.then(done, done)
  for (;;) {
    await settled(1)
    if (isDone) return work
    await vi.advanceTimersByTimeAsync(200)
  }
}
const reads = (ticketId: string) => soon(judges(ticketId))
const judges = (ticketId: string) => gate.judge.judge({ kind: 'row', ticketId, eventId: server.eventId }, options())

function counted(): Promise<number | undefined> {
  return new Promise((resolve) => {
    const stop = gate.counts.watchGateCounts([server.eventId]).subscribe((counts) => {
      resolve(counts[0]?.admitted)
      setTimeout(() => stop())
    })
  })
}

it('a list that is older than the answer to a scan does not let a ticket in again when it arrives after that answer', async () => {
  await begins(0)
  expect(await reads(idOf(0, 0))).toMatchObject({ decision: { verdict: 'ENTER' } })
  server.open = false
  const sent = gate.outbox.drainScans()
  await vi.waitFor(() => expect(server.pending).toHaveLength(1))
  const refreshed = gate.lists.refreshGateList(server.eventId)
  await vi.waitFor(() => expect(server.pending).toHaveLength(2))
  const [scan, list] = [...server.pending] as [(typeof server.pending)[0], (typeof server.pending)[0]]
  server.arrive(list)
  server.deliver(scan)
  expect(await sent).toBeNull()
  server.deliver(list)
  expect(await refreshed).toEqual({ ok: true, value: null })
  expect(await counted()).toBe(1)
  expect(await reads(idOf(0, 0))).toMatchObject({ decision: { verdict: 'ALREADY IN' } })
  server.open = true
  await gate.outbox.drainScans()
  await gate.lists.refreshGateList(server.eventId)
  expect(await counted()).toBe(1)
  expect((await (await page.store.table('gateScans')).all()).map((row) => row.state)).toEqual(['settled', 'settled'])
})

/** A seeded random generator, 0 to below 1. */
function randomOf(seed: number): () => number {
  let state = seed + 0x6d2b79f5
  return () => {
    state = Math.imul(state ^ (state >>> 15), state | 1)
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
    return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296
  }
}

async function lives(seed: number): Promise<void> {
  const random = randomOf(seed)
  const pick = <T>(some: readonly T[]): T | undefined => some[Math.floor(random() * some.length)]
  await begins(seed)
  server.open = false
  /** Scan by seat that this device let in and did not undo. */
  const inside = new Map<string, string>()
  const log: string[] = []
  const enter = (scanId: string, seats: readonly string[]): void => {
    for (const seat of seats) {
      if (inside.has(seat)) throw new Error(`seed ${seed}: ${seat} was let in twice\n${log.join('\n')}`)
      inside.set(seat, scanId)
    }
  }
  const scan = async (): Promise<void> => {
    const answer = await reads(idOf(seed, Math.floor(random() * 3)))
    if (!answer || answer === 'again') return
    log.push(`scan ${answer.ticketId.slice(0, 8)}: ${answer.decision.verdict}`)
    if (answer.scan) enter(answer.scan.id, answer.scan.seats)
    const { decision } = answer
    const may = decision.verdict === 'ENTER' || decision.verdict === 'CHECK' ? decision.seats : []
    if (may.length === 0 || answer.scan?.seats.length) return
    // Other events may happen before staff confirm.
    for (let n = Math.floor(random() * 3); n > 0; n -= 1) await way()
    const chosen = may.filter(() => random() < 0.6)
    if (chosen.length === 0) return
    const outcome = await gate.judge.letIn(answer, chosen, options())
    log.push(`let in ${chosen.join()}: ${outcome?.kind}`)
    if (outcome?.kind === 'in') enter(outcome.judged.scan!.id, outcome.seats)
  }
  const undo = async (): Promise<void> => {
    const scanId = pick([...inside.values()])
    if (!scanId || !(await gate.scans.undoScan(scanId, 'Wrong person'))) return
    log.push('undo')
    for (const [seat, by] of inside) if (by === scanId) inside.delete(seat)
  }
  const way = async (): Promise<void> => {
    const one = pick(server.pending)
    if (!one) return
    const chance = random()
    log.push(chance < 0.4 ? 'arrives' : chance < 0.85 ? 'answered' : 'lost')
    if (chance < 0.4) server.arrive(one)
    else if (chance < 0.85) server.deliver(one)
    else server.lose(one)
    await settled(1)
  }
  const step = async (): Promise<void> => {
    const chance = random()
    if (chance < 0.25) return scan()
    if (chance < 0.32) return undo()
    if (chance < 0.44) return (log.push('drain'), void gate.outbox.drainScans())
    if (chance < 0.56) {
      log.push('refresh')
      return void gate.lists.refreshGateList(server.eventId, { keys: random() < 0.3 })
    }
    if (chance < 0.6) {
      log.push('clock')
      return void vi.setSystemTime(Date.now() + Math.round((random() - 0.5) * 6 * DAY_MS))
    }
    if (chance < 0.62) return (log.push('list gone'), gate.wipe.removeGateLists([server.eventId]))
    if (chance < 0.64) {
      log.push('new start')
      for (const one of [...server.pending]) server.lose(one)
      await restart()
      return void (gate = await openGate())
    }
    return way()
  }
  for (let n = 0; n < STEPS; n += 1) {
    await step()
    await settled(1)
  }
  // Finally the network works.
  server.open = true
  for (const one of [...server.pending]) server.deliver(one)
  for (let n = 0; n < 2; n += 1) {
    await soon(gate.outbox.drainScans())
    await soon(gate.lists.refreshGateList(server.eventId, { keys: true }))
  }
  await soon(gate.outbox.drainScans())
  const refreshed = await soon(gate.lists.refreshGateList(server.eventId, { keys: true }))
  expect(refreshed, `seed ${seed}\n${log.join('\n')}`).toEqual({ ok: true, value: null })
  expect(await soon(counted()), `seed ${seed}\n${log.join('\n')}`).toBe(inside.size)
  for (const { id, seats } of server.tickets) {
    const answer = await reads(id)
    const isIn = seats.every((seat) => inside.has(seat))
    const verdict = answer === 'again' ? answer : answer?.decision.verdict
    expect(verdict === 'ALREADY IN', `seed ${seed}, ${id}: ${verdict}\n${log.join('\n')}`).toBe(isIn)
  }
}

it('in any order: lets no seat in twice without an undo, and counts correctly', { timeout: 120_000 }, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) await lives(seed)
})
