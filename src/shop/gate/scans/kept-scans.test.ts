import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ASHA, BINA, newDevice, openPage, pass, signInOn, type Page } from '../../../../tests/support/device.ts'
import type { FakeBackend } from '../../../../tests/support/fake-backend.ts'
import { newScan as scan } from '../../../../tests/support/gate-scan.ts'

let backend: FakeBackend
let page: Page
let scans: typeof import('./scans.store.ts')
let outbox: typeof import('./outbox.store.ts')
let sync: typeof import('../sync.store.ts')
let batches: string[][]
let takes: boolean
let online: boolean

beforeEach(async () => {
  backend = await newDevice()
  batches = []
  takes = online = true
  const rest = backend.fetch
  backend.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!online) throw new TypeError('fetch failed')
    if (!url.includes('/rpc/record_scans')) return rest(input, init)
    const rows = (JSON.parse(String(init?.body)) as { p_scans: { id: string; ticket_id: string }[] }).p_scans
    batches.push(rows.map((row) => row.ticket_id))
    const answers = rows.map(({ id }, index) =>
      takes
        ? { index, id, ok: true, corrected_at: new Date().toISOString(), problem: null }
        : { index, id, ok: false, code: 'invalid', field: 'seats' },
    )
    const body = JSON.stringify({ at: new Date().toISOString(), conflicts: [], answers })
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  }
  page = await openPage(backend)
  scans = await import('./scans.store.ts')
  outbox = await import('./outbox.store.ts')
  sync = await import('../sync.store.ts')
  await signInOn(page, backend, ASHA)
})

const states = async () =>
  (await (await page.store.table('gateScans')).all()).map((row) => [row.ticketId, row.state]).sort()
const turnedBack = async () => (await page.watch.readOnce(scans.watchUnsentScans())).refused.map((row) => row.ticketId)

describe('a refused scan', () => {
  beforeEach(async () => {
    takes = false
    await scans.commitScan(scan('t1'))
    expect(await outbox.drainScans()).toBeNull()
    expect(await turnedBack()).toEqual(['t1'])
  })

  it('is mentioned at sign-out, hidden from others, and sent again when its owner opens the gate', async () => {
    expect(await page.session.unsentOf(ASHA)).toBe(1)
    expect(await page.session.turnedBackScansOf(ASHA)).toBe(1)
    await page.session.leave(true)
    await signInOn(page, backend, BINA)
    await page.session.eraseOthers(BINA)
    expect(await turnedBack()).toEqual([])
    expect(await page.session.unsentOf(BINA)).toBe(0)

    await page.session.leave(false)
    await signInOn(page, backend, ASHA)
    expect(await turnedBack()).toEqual(['t1'])
    takes = true
    const stop = sync.gateSync().subscribe(() => undefined)
    await vi.waitFor(async () => expect(await states()).toEqual([['t1', 'sent']]))
    stop()
  })

  it('is deleted at sign-out if its owner wants that', async () => {
    await page.session.leave(false)
    expect(await states()).toEqual([])
  })

  it('is not resent in every round after another refusal', async () => {
    const stop = sync.gateSync().subscribe(() => undefined)
    await pass(60_000)
    stop()
    expect(batches).toEqual([['t1'], ['t1']])
    expect(await turnedBack()).toEqual(['t1'])
  })
})

it('sends scans without a list from the page that prepares a gate', async () => {
  await scans.commitScan(scan('t1'))
  online = false
  expect((await outbox.drainScans())?.code).toBe('unreachable')
  const stop = sync.startScanSending()
  await pass(5_000)
  online = true
  await pass(90_000)
  expect(await states()).toEqual([['t1', 'sent']])
  stop()
})
