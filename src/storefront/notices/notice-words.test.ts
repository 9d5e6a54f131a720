import { expect, it } from 'vitest'
import { noticeText } from './notice-words.ts'

const offer = {
  ...{ kind: 'offer' as const, orderId: 'o1', until: '2026-12-01T12:00:00.000Z', total: 299_850, category: 'Gold' },
  ...{ count: 2, seats: ['A1', 'A2'], sections: null },
}

it('an offer is one for as long as its seats can be taken', () => {
  expect(noticeText(offer, new Set(['o1']))).toMatchObject({ title: '2 seats are offered to you' })
  expect(noticeText(offer, new Set(['o1'])).lines).toHaveLength(2)
})

it('an offer that was taken, declined or is over is said as past, without its hour and price', () => {
  for (const open of [new Set<string>(), new Set(['o2'])])
    expect(noticeText(offer, open)).toMatchObject({
      title: '2 seats were offered to you',
      lines: ['Gold, Seats A1, A2'],
    })
  expect(noticeText({ ...offer, count: 1 }).title).toBe('A seat was offered to you')
})
