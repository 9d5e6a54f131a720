import { beforeEach, expect, it, vi } from 'vitest'
import { ASHA, backend, freshDevice } from '../../../tests/support/device/device.ts'
import { pass } from '../../../tests/support/device/time.ts'
import { GATE_EVENT as EVENT, newScan } from '../../../tests/support/gate/gate-scan.ts'
import { GateServer, openGate } from '../../../tests/support/gate/gate-server.ts'

let sync: typeof import('./sync.store.ts')

freshDevice(ASHA)
beforeEach(async () => {
  const server = new GateServer(EVENT, [])
  backend.own = (call) =>
    /\/rpc\/(gate_trouble|gate_counters|report_gate_device)/.test(call.path) ? [200, {}] : server.answer(call)
  const gate = await openGate()
  await (await import('./setup.store.ts')).saveGateSetup({ gate: 'Gate B', eventIds: [EVENT] })
  expect((await gate.lists.refreshGateList(EVENT)).ok).toBe(true)
  sync = await import('./sync.store.ts')
})

it('reports the device every second round of its own, also while another loop sends scans', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const stopSending = sync.startScanSending()
  await pass(sync.GATE_EVERY_MS / 2)
  const stop = sync.gateSync().subscribe(() => undefined)
  await pass(10 * sync.GATE_EVERY_MS)
  const rounds = backend.count('/rpc/gate_trouble')
  expect(rounds).toBeGreaterThanOrEqual(4)
  expect(backend.count('/rpc/report_gate_device')).toBe(Math.ceil(rounds / 2))
  stop()
  stopSending()
})

it('starts without what another loop has met', async () => {
  backend.fail('lost-before', 'record_scans', 99)
  const scans = await import('./scans/scans.store.ts')
  await scans.commitScan(newScan('t1'))
  const stopSending = sync.startScanSending()
  await pass(1_000)
  stopSending()
  const seen: (string | undefined)[] = []
  const stop = sync.gateSync().subscribe((state) => seen.push(state.failure?.code))
  expect(seen).toEqual([undefined])
  stop()
})
