import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CartItem } from '#shop/cart/cart.ts'

const [ASHA, BELA] = ['asha', 'bela']
const item = (seat: string): CartItem => ({
  id: seat,
  eventId: 'e1',
  eventName: 'Meher Qazi - Mumbai',
  categoryId: 'gold',
  categoryName: 'Gold',
  price: 150_000,
  quantity: 1,
  date: '2026-12-05T14:00:00Z',
  venue: 'Saptak Hall',
  seats: [seat],
  image: 'chand',
})

class FakeStorage {
  values = new Map<string, string>()
  getItem = (key: string): string | null => this.values.get(key) ?? null
  setItem = (key: string, value: string): void => void this.values.set(key, value)
  removeItem = (key: string): void => void this.values.delete(key)
}

/** A tab of the device: its own modules and session storage, the device's local storage. */
async function openTab(device: FakeStorage) {
  vi.resetModules()
  const own = new FakeStorage()
  vi.stubGlobal('localStorage', device)
  vi.stubGlobal('sessionStorage', own)
  const cart = await import('#shop/cart/cart.store.ts')
  const memory = await import('./tab-memory.ts')
  const { readOfTab, writeOfTab } = await import('#platform/device/stored.ts')
  return {
    cart,
    ...memory,
    readOfTab,
    writeOfTab,
    own,
    /** Work in this tab: the modules read its own storage. */
    here: () => vi.stubGlobal('sessionStorage', own),
    add: (seat: string) => cart.changeStoredCart((items) => [...items, item(seat)]),
    seats: () => cart.readStoredCart().flatMap(({ seats }) => seats),
    remembersAWay: (path: string) => memory.rememberReturn(path),
  }
}

let device: FakeStorage
beforeEach(() => {
  device = new FakeStorage()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the cart', () => {
  it('of a visitor goes to whoever signs in', async () => {
    const tab = await openTab(device)
    tab.add('A1')
    tab.settlePerson(ASHA)
    expect(tab.seats()).toEqual(['A1'])
  })

  it('of somebody whose session the server ended is shown to nobody, and gone when another signs in', async () => {
    const tab = await openTab(device)
    tab.settlePerson(ASHA)
    tab.add('A1')
    tab.settlePerson(null, true)
    expect(tab.seats()).toEqual([])
    expect(tab.cart.hasParkedCart()).toBe(true)
    tab.settlePerson(BELA)
    expect(tab.seats()).toEqual([])
    expect(device.getItem('mehfil.cart')).not.toContain('A1')
    tab.settlePerson(null, true)
    tab.settlePerson(ASHA)
    expect(tab.seats()).toEqual([])
  })

  it('is back with its owner, with what was chosen meanwhile after it, and survives a reload in between', async () => {
    const before = await openTab(device)
    before.settlePerson(ASHA)
    before.add('A1')
    before.settlePerson(null, true)
    const tab = await openTab(device)
    tab.settlePerson(null, true)
    tab.add('A2')
    tab.settlePerson(ASHA)
    expect(tab.seats()).toEqual(['A1', 'A2'])
    expect(tab.cart.hasParkedCart()).toBe(false)
  })

  it('of a visitor after an ended session is the next person’s, without the last one’s', async () => {
    const tab = await openTab(device)
    tab.settlePerson(ASHA)
    tab.add('A1')
    tab.settlePerson(null, true)
    tab.add('A2')
    tab.settlePerson(BELA)
    expect(tab.seats()).toEqual(['A2'])
  })

  it('that an older version kept is that of who is here', async () => {
    device.setItem('mehfil.cart', JSON.stringify({ items: [item('A1')] }))
    const tab = await openTab(device)
    tab.settlePerson(ASHA)
    tab.settlePerson(null, true)
    tab.settlePerson(BELA)
    expect(tab.seats()).toEqual([])
  })

  it('is settled alike by two tabs that hear of the same person', async () => {
    const one = await openTab(device)
    one.settlePerson(ASHA)
    one.add('A1')
    const other = await openTab(device)
    other.settlePerson(ASHA)
    one.settlePerson(null, true)
    other.settlePerson(null, true)
    one.settlePerson(ASHA)
    other.settlePerson(ASHA)
    expect(other.seats()).toEqual(['A1'])
    expect(one.seats()).toEqual(['A1'])
  })
})

describe('what a tab remembers', () => {
  it('of seats that a visitor chooses stays when they sign in, and goes when they sign out', async () => {
    const tab = await openTab(device)
    tab.settlePerson(null)
    tab.writeOfTab('choosing', '{"gold":["A1"]}')
    tab.settlePerson(ASHA)
    expect(tab.readOfTab('choosing')).toBe('{"gold":["A1"]}')
    tab.settlePerson(null)
    expect(tab.readOfTab('choosing')).toBeNull()
  })

  it('is kept for the same person, however the session came to its end', async () => {
    const tab = await openTab(device)
    tab.settlePerson(ASHA)
    tab.writeOfTab('paying', 'order-1')
    tab.settlePerson(null, true)
    tab.remembersAWay('/checkout?order=order-1')
    tab.settlePerson(ASHA)
    expect(tab.readOfTab('paying')).toBe('order-1')
    expect(tab.takeReturn()).toBe('/checkout?order=order-1')
  })

  it.each(['/checkout?order=order-1', '/my-tickets', '/profile', '/admin/payments'])(
    'of the last person is gone when another comes: %s',
    async (path) => {
      const tab = await openTab(device)
      tab.settlePerson(ASHA)
      tab.writeOfTab('paying', 'order-1')
      tab.settlePerson(null, true)
      tab.remembersAWay(path)
      tab.settlePerson(BELA)
      expect(tab.readOfTab('paying')).toBeNull()
      expect(tab.takeReturn()).toBeNull()
    },
  )

  it.each(['/events/e1', '/concerts?city=Pune', '/checkout', '/cart', '/'])(
    'is kept where it says nothing of anybody: %s',
    async (path) => {
      const tab = await openTab(device)
      tab.settlePerson(ASHA)
      tab.settlePerson(null, true)
      tab.remembersAWay(path)
      tab.settlePerson(BELA)
      expect(tab.takeReturn()).toBe(path)
    },
  )

  it('is gone in a second tab, too, when somebody signs out in the first', async () => {
    const second = await openTab(device)
    second.settlePerson(ASHA)
    second.writeOfTab('paying', 'order-1')
    const first = await openTab(device)
    first.settlePerson(ASHA)
    first.forgetPerson()
    second.here()
    second.settlePerson(null)
    expect([...second.own.values]).toEqual([])
  })

  it('of a visitor is there after signing in', async () => {
    const tab = await openTab(device)
    tab.settlePerson(null)
    tab.remembersAWay('/my-tickets')
    tab.settlePerson(ASHA)
    expect(tab.takeReturn()).toBe('/my-tickets')
  })
})
