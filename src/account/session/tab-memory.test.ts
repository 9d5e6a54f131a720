import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cartItem } from '../../../tests/support/concerts/plain-rows.ts'
import { stubStorage } from '../../../tests/support/device/fake-storage.ts'

const [ASHA, BELA] = ['asha', 'bela']
const item = (seat: string) => cartItem([seat], { id: seat })

/** A tab with its own modules and session storage; tabs of a device share its local storage. */
async function openTab(device: Map<string, string>) {
  vi.resetModules()
  stubStorage('localStorage', device)
  const own = stubStorage('sessionStorage')
  const cart = await import('#shop/cart/cart.store.ts')
  const memory = await import('./tab-memory.ts')
  const { readOfTab, writeOfTab } = await import('#platform/device/stored.ts')
  return {
    cart,
    ...memory,
    readOfTab,
    writeOfTab,
    own,
    here: () => stubStorage('sessionStorage', own),
    add: (seat: string) => cart.changeStoredCart((items) => [...items, item(seat)]),
    seats: () => cart.readStoredCart().flatMap(({ seats }) => seats),
    remembersAWay: (path: string) => memory.rememberReturn(path),
  }
}

let device: Map<string, string>
const tabOf = async (person: string | null) => {
  const tab = await openTab(device)
  tab.switchPerson(person)
  return tab
}
beforeEach(() => void (device = new Map()))
afterEach(() => void vi.unstubAllGlobals())

describe('the cart', () => {
  it('of a visitor passes to the person who signs in', async () => {
    const tab = await openTab(device)
    tab.add('A1')
    tab.switchPerson(ASHA)
    expect(tab.seats()).toEqual(['A1'])
  })

  it('of an ended session is hidden, and removed when another person signs in', async () => {
    const tab = await tabOf(ASHA)
    tab.add('A1')
    tab.switchPerson(null, true)
    expect(tab.seats()).toEqual([])
    expect(tab.cart.hasParkedCart()).toBe(true)
    tab.switchPerson(BELA)
    expect(tab.seats()).toEqual([])
    expect(device.get('mehfil.cart')).not.toContain('A1')
    tab.switchPerson(null, true)
    tab.switchPerson(ASHA)
    expect(tab.seats()).toEqual([])
  })

  it('returns to its owner, followed by seats chosen meanwhile, even after a reload', async () => {
    const before = await tabOf(ASHA)
    before.add('A1')
    before.switchPerson(null, true)
    const tab = await openTab(device)
    tab.switchPerson(null, true)
    tab.add('A2')
    tab.switchPerson(ASHA)
    expect(tab.seats()).toEqual(['A1', 'A2'])
    expect(tab.cart.hasParkedCart()).toBe(false)
  })

  it('of a visitor after an ended session passes to the next person, without the last one’s', async () => {
    const tab = await tabOf(ASHA)
    tab.add('A1')
    tab.switchPerson(null, true)
    tab.add('A2')
    tab.switchPerson(BELA)
    expect(tab.seats()).toEqual(['A2'])
  })

  it('is settled alike by two tabs that learn of the same person', async () => {
    const one = await tabOf(ASHA)
    one.add('A1')
    const other = await tabOf(ASHA)
    one.switchPerson(null, true)
    other.switchPerson(null, true)
    one.switchPerson(ASHA)
    other.switchPerson(ASHA)
    expect(other.seats()).toEqual(['A1'])
    expect(one.seats()).toEqual(['A1'])
  })
})

describe('a tab’s memory', () => {
  it('keeps a visitor’s chosen seats at sign-in and drops them at sign-out', async () => {
    const tab = await tabOf(null)
    tab.writeOfTab('choosing', '{"gold":["A1"]}')
    tab.switchPerson(ASHA)
    expect(tab.readOfTab('choosing')).toBe('{"gold":["A1"]}')
    tab.switchPerson(null)
    expect(tab.readOfTab('choosing')).toBeNull()
  })

  it('is kept for the same person, however the session ended', async () => {
    const tab = await tabOf(ASHA)
    tab.writeOfTab('paying', 'order-1')
    tab.switchPerson(null, true)
    tab.remembersAWay('/checkout?order=order-1')
    tab.switchPerson(ASHA)
    expect(tab.readOfTab('paying')).toBe('order-1')
    expect(tab.takeReturn()).toBe('/checkout?order=order-1')
  })

  it.each(['/checkout?order=order-1', '/my-tickets', '/profile', '/admin/payments'])(
    'drops the last person’s page when another signs in: %s',
    async (path) => {
      const tab = await tabOf(ASHA)
      tab.writeOfTab('paying', 'order-1')
      tab.switchPerson(null, true)
      tab.remembersAWay(path)
      tab.switchPerson(BELA)
      expect(tab.readOfTab('paying')).toBeNull()
      expect(tab.takeReturn()).toBeNull()
    },
  )

  it.each(['/events/e1', '/concerts?city=Pune', '/checkout', '/cart', '/'])('keeps a public page: %s', async (path) => {
    const tab = await tabOf(ASHA)
    tab.switchPerson(null, true)
    tab.remembersAWay(path)
    tab.switchPerson(BELA)
    expect(tab.takeReturn()).toBe(path)
  })

  it('is cleared in a second tab when the first signs out', async () => {
    const second = await tabOf(ASHA)
    second.writeOfTab('paying', 'order-1')
    const first = await tabOf(ASHA)
    first.forgetPerson()
    second.here()
    second.switchPerson(null)
    expect([...second.own]).toEqual([])
  })

  it('keeps a visitor’s page at sign-in', async () => {
    const tab = await tabOf(null)
    tab.remembersAWay('/my-tickets')
    tab.switchPerson(ASHA)
    expect(tab.takeReturn()).toBe('/my-tickets')
  })
})
