import { newUuid } from '#platform/text/uuid.ts'
import { ownerIn } from '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store } from '#shop/device/store-types.ts'
import { watch } from '#shop/device/observable.ts'

export { CLOCK_TOLERANCE_MS, serverNow, serverOffset, watchServerOffset } from './clock.store.ts'

/** The device's set-up; valid for its owner only. */
export interface GateSetup {
  ownerId: string
  gate: string
  eventIds: string[]
  /** The app starts with the scanner. */
  open: boolean
  /** Milliseconds of the last successful test scan; null when never. */
  testedAt: number | null
}

const SETUP_KEY = 'gate.setup'
const DEVICE_KEY = 'gate.device'

export const watchGateSetup = (): Observable<GateSetup | null> => watch(setupIn)

export const readGateSetup = async (): Promise<GateSetup | null> => setupIn(await openStore())

async function setupIn(store: Store): Promise<GateSetup | null> {
  const ownerId = await ownerIn(store)
  const found = (await store.table('meta').get(SETUP_KEY))?.value as GateSetup | undefined
  return found && found.ownerId === ownerId ? found : null
}

/** Saves the patch; does nothing for a visitor. */
export async function saveGateSetup(patch: Partial<Omit<GateSetup, 'ownerId'>>): Promise<void> {
  const store = await openStore()
  await store.transact(['meta', 'session'], async () => {
    const ownerId = await ownerIn(store)
    if (ownerId === null) return
    const before = await setupIn(store)
    const empty: GateSetup = { ownerId, gate: '', eventIds: [], open: false, testedAt: null }
    await store.table('meta').put({ key: SETUP_KEY, value: { ...(before ?? empty), ...patch } })
  })
}

let device: Promise<string> | null = null

/** Returns the device's id, made once and part of every scan; it does not change with the account. */
export function gateDevice(): Promise<string> {
  device ??= (async () => {
    const store = await openStore()
    return store.transact(['meta'], async () => {
      const found = (await store.table('meta').get(DEVICE_KEY))?.value
      if (typeof found === 'string') return found
      const made = newUuid()
      await store.table('meta').put({ key: DEVICE_KEY, value: made })
      return made
    })
  })()
  device.catch(() => (device = null))
  return device
}
