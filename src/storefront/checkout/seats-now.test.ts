import { describe, expect, it } from 'vitest'
import type { CatalogueEvent } from '#domain/catalogue.ts'
import { seatsNow } from './seats-now.ts'

const concert = (status: CatalogueEvent['status'], ...categories: string[]): CatalogueEvent => ({
  id: `event of ${categories.join()}`,
  singer: { id: 's', name: 'Meher Qazi' },
  city: 'Mumbai',
  venue: 'Saptak Hall',
  date: '2026-12-05T14:00:00.000Z',
  previousDate: null,
  status,
  genre: null,
  categories: categories.map((id) => ({
    id,
    eventId: 'e',
    name: id,
    price: 150_000,
    totalTickets: 100,
    ticketsSold: 0,
    gridColumns: 10,
    layout: null,
  })),
})
const payment = (seatsHeld: boolean, ...categories: string[]) => ({
  seatsHeld,
  lines: categories.map((ticketCategoryId) => ({ ticketCategoryId })),
})

describe('what a payment’s page says of its seats', () => {
  it('promises them only while they are held', () => {
    expect(seatsNow(payment(true, 'gold'), [concert('scheduled', 'gold')])).toBe('checkout.status.seatsHeld')
    expect(seatsNow(payment(false, 'gold'), [concert('scheduled', 'gold')])).toBe('checkout.status.seatsLost')
  })

  it('says that the concert was cancelled, held or not, and if only one of several was', () => {
    const events = [concert('scheduled', 'gold'), concert('cancelled', 'silver', 'balcony')]
    expect(seatsNow(payment(true, 'silver'), events)).toBe('checkout.status.cancelled')
    expect(seatsNow(payment(false, 'silver'), events)).toBe('checkout.status.cancelled')
    expect(seatsNow(payment(true, 'gold', 'balcony'), events)).toBe('checkout.status.cancelled')
  })

  it('says nothing of a cancelled concert that was not paid for, and goes by the payment before the catalogue is read', () => {
    expect(seatsNow(payment(true, 'gold'), [concert('cancelled', 'silver')])).toBe('checkout.status.seatsHeld')
    expect(seatsNow(payment(true, 'gold'), undefined)).toBe('checkout.status.seatsHeld')
  })
})
