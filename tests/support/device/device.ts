import 'fake-indexeddb/auto'
import { beforeEach, onTestFinished, vi } from 'vitest'
import type { StoreState } from '../../../src/shop/device/store.ts'
import { FakeBackend } from './fake-backend.ts'
import { releaseLocks } from './locks.ts'

export const ASHA = 'aaaaaaaa-0000-4000-8000-000000000001'
export const BINA = 'bbbbbbbb-0000-4000-8000-000000000002'

/** The device of the running test: its server, and the page that was opened last. */
export let backend: FakeBackend
export let page: Page

/** The pages of the device; its test closes them. */
const opened: { store: { closeStore: () => Promise<unknown> } }[] = []

/** Gives each test of a file or group a new device with one page, signed in as `userId` if it is given. */
export const freshDevice = (userId?: string): void => beforeEach(() => newDevice(userId))

/** A new device: an empty database, a fake backend, and a clock that tests set ahead. Its test ends with its pages, spies and stubs. */
export async function newDevice(userId?: string): Promise<void> {
  onTestFinished(async () => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    for (const one of opened.splice(0)) await one.store.closeStore()
    vi.useRealTimers()
  })
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase('mehfil')
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
  await releaseLocks()
  const now = new Date('2026-11-20T10:00:00Z')
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now, shouldAdvanceTime: true })
  backend = new FakeBackend()
  page = await openTab()
  if (userId) await signIn(userId)
}

/** Closes the page and opens another on the same device. */
export async function restart(): Promise<void> {
  await page.store.closeStore()
  page = await openTab()
}

/** Loads the modules of one more page on the same device. */
export async function openTab() {
  vi.resetModules()
  // Loaded on first use; preloaded, so that it takes no time later.
  await import('@supabase/postgrest-js')
  await import('@supabase/supabase-js')
  await import('../../../src/shop/device/engine/store-engine.ts')
  await import('../../../src/shop/device/engine/memory-store.ts')
  const { configureBackend } = await import('../../../src/platform/supabase/client.ts')
  const session = await import('../../../src/shop/people/session.store.ts')
  const { fetch } = backend
  configureBackend({ sessionStorage: session.sessionOnDevice, url: 'http://backend.test', key: 'test-key', fetch })
  const tab = {
    session,
    store: await import('../../../src/shop/device/store.ts'),
    watch: await import('../../../src/shop/device/observable.ts'),
    orders: await import('../../../src/shop/orders/orders.store.ts'),
    receivedOrders: await import('../../../src/shop/orders/received-orders.store.ts'),
    cart: await import('../../../src/shop/cart/cart.store.ts'),
    orderHistory: await import('../../../src/shop/orders/order-history.store.ts'),
    drafts: await import('../../../src/shop/orders/order-rows.store.ts'),
    pictures: await import('../../../src/shop/pictures/pictures.store.ts'),
    outbox: await import('../../../src/shop/orders/outbox/outbox.store.ts'),
    messages: await import('../../../src/shop/enquiries/enquiries.store.ts'),
    notices: await import('../../../src/shop/notices/notices.store.ts'),
    dismissed: await import('../../../src/shop/payments/dismissed-payments.store.ts'),
    wallet: await import('../../../src/shop/tickets/wallet.store.ts'),
    profile: await import('../../../src/shop/people/profile.store.ts'),
    walletDigest: await import('../../../src/shop/tickets/wallet-digest.store.ts'),
    queue: await import('../../../src/shop/queue/queue.store.ts'),
    waits: await import('../../../src/shop/waiting/waits.store.ts'),
    walletSync: await import('../../../src/shop/tickets/wallet-sync.store.ts'),
    catalogue: await import('../../../src/shop/catalogue/catalogue.store.ts'),
    sync: await import('../../../src/shop/sync/sync.store.ts'),
    shopClock: await import('../../../src/shop/device/shop-clock.ts'),
    syncState: await import('../../../src/shop/sync/sync-state.store.ts'),
    catalogueSync: await import('../../../src/shop/catalogue/catalogue-sync.store.ts'),
  }
  opened.push(tab)
  return tab
}
type Page = Awaited<ReturnType<typeof openTab>>

/** Signs a user in on the device, by default with a token valid for an hour. */
export async function signIn(userId: string, secondsLeft = 3600): Promise<void> {
  const tokens = backend.signIn(userId)
  const session = {
    ...tokens,
    expires_in: 3600,
    local_expires_at: Date.now() + secondsLeft * 1000,
    user: { id: userId, email: `${userId}@mail.example`, user_metadata: { name: 'Asha' } },
  }
  await page.session.sessionOnDevice.setItem('mehfil.session', JSON.stringify(session))
}

/** Syncs what the account has, by default a second later. */
export async function syncWallet(laterMs = 1_000) {
  vi.setSystemTime(Date.now() + laterMs)
  return page.walletSync.syncWallet()
}

export function storeState(): StoreState {
  let state: StoreState = 'opening'
  page.store.watchStoreState().subscribe((next) => (state = next))()
  return state
}
