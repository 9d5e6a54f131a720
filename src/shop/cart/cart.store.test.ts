import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cartItem } from '../../../tests/support/concerts/plain-rows.ts'
import type { CartItem } from './cart.ts'

const item = (id: string) => cartItem(['A1'], { id, eventId: `event-${id}`, categoryId: `gold-${id}` })

class FakeStorage {
  values = new Map<string, string>()
  full = false
  getItem = (key: string): string | null => this.values.get(key) ?? null
  setItem = (key: string, value: string): void => {
    if (this.full) throw new DOMException('full', 'QuotaExceededError')
    this.values.set(key, value)
  }
}

async function openTab(storage: FakeStorage | null): Promise<typeof import('./cart.store.ts')> {
  vi.resetModules()
  if (storage) vi.stubGlobal('localStorage', storage)
  else
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
  return import('./cart.store.ts')
}

let storage: FakeStorage
beforeEach(() => {
  storage = new FakeStorage()
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(globalThis, 'localStorage')
})

it('the stored cart survives a reload, under a fixed key and with its lines only', async () => {
  const before = await openTab(storage)
  before.changeStoredCart((items) => [...items, item('1')])
  expect(JSON.parse(storage.getItem('mehfil.cart') ?? '')).toEqual({ items: [item('1')] })
  const after = await openTab(storage)
  expect(after.readStoredCart()).toEqual([item('1')])
})

it('the stored cart changes what is stored, not what a tab read earlier', async () => {
  const one = await openTab(storage)
  const other = await openTab(storage)
  one.changeStoredCart((items) => [...items, item('1')])
  other.changeStoredCart((items) => [...items, item('2')])
  expect(one.readStoredCart().map(({ id }) => id)).toEqual(['1', '2'])
})

it('the stored cart returns the same array while nothing changes, and sends no change', async () => {
  const tab = await openTab(storage)
  tab.changeStoredCart(() => [item('1')])
  const onChange = vi.fn<(items: CartItem[]) => void>()
  const stop = tab.watchStoredCart(onChange)
  expect(tab.readStoredCart()).toBe(tab.readStoredCart())
  tab.changeStoredCart((items) => items)
  expect(onChange).not.toHaveBeenCalled()
  tab.clearStoredCart()
  expect(onChange).toHaveBeenCalledExactlyOnceWith([])
  stop()
  tab.changeStoredCart(() => [item('2')])
  expect(onChange).toHaveBeenCalledOnce()
})

it('the stored cart notifies this tab of another tab’s change, and of no other key', async () => {
  const listeners = new Map<string, (event: { key: string | null }) => void>()
  vi.stubGlobal('addEventListener', (name: string, listener: never) => listeners.set(name, listener))
  const tab = await openTab(storage)
  const onChange = vi.fn<(items: CartItem[]) => void>()
  tab.watchStoredCart(onChange)
  storage.setItem('mehfil.cart', JSON.stringify({ items: [item('9')] }))
  listeners.get('storage')?.({ key: 'theme' })
  expect(onChange).not.toHaveBeenCalled()
  listeners.get('storage')?.({ key: 'mehfil.cart' })
  expect(onChange).toHaveBeenCalledExactlyOnceWith([item('9')])
  storage.values.clear()
  listeners.get('storage')?.({ key: null })
  expect(onChange).toHaveBeenLastCalledWith([])
})

it.each(['blocked', 'full'])('the stored cart lasts as long as the page where storage is %s', async (how) => {
  storage.full = true
  const tab = await openTab(how === 'full' ? storage : null)
  expect(tab.readStoredCart()).toEqual([])
  tab.changeStoredCart((items) => [...items, item('1')])
  tab.changeStoredCart((items) => [...items, item('2')])
  expect(tab.readStoredCart().map(({ id }) => id)).toEqual(['1', '2'])
})
