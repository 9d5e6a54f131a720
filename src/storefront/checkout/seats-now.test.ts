import { describe, expect, it } from 'vitest'
import { cancelledReasons, seatsNow } from './seats-now.ts'

const line = {}
const cancelled = (reason: string | null) => ({ cancelled: { reason } })

describe('what a payment’s page says of its seats', () => {
  it('promises them only while they are held', () => {
    expect(seatsNow({ seatsHeld: true, lines: [line] })).toBe('checkout.status.seatsHeld')
    expect(seatsNow({ seatsHeld: false, lines: [line] })).toBe('checkout.status.seatsLost')
  })

  it('says that the concert was cancelled, held or not, and if only one of several was', () => {
    expect(seatsNow({ seatsHeld: true, lines: [cancelled(null)] })).toBe('checkout.status.cancelled')
    expect(seatsNow({ seatsHeld: false, lines: [cancelled(null)] })).toBe('checkout.status.cancelled')
    expect(seatsNow({ seatsHeld: true, lines: [line, cancelled(null)] })).toBe('checkout.status.cancelled')
  })

  it('says why, each reason once', () => {
    expect(cancelledReasons([line, cancelled('The hall is flooded.'), cancelled('The hall is flooded.')])).toBe(
      'The hall is flooded.',
    )
    expect(cancelledReasons([cancelled('Rain.'), cancelled('Illness.')])).toBe('Rain. · Illness.')
    expect(cancelledReasons([line, cancelled(null)])).toBe('')
  })
})
