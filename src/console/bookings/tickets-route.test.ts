import { expect, it } from 'vitest'
import type { BookingRecord } from '#shop/tickets/tickets-admin.api.ts'
import { ticketColumns } from './tickets-route.tsx'

const utrOf = (booking: Pick<BookingRecord, 'transactionId' | 'orderCode'>) =>
  ticketColumns.find(({ head }) => head === 'UTR')?.cell(booking as BookingRecord)

it('the file has no reference of a bank where there was no transfer', () => {
  expect(utrOf({ transactionId: '412345678901', orderCode: 'MF7K2QX4MD' })).toBe('412345678901')
  expect(utrOf({ transactionId: 'MF7K2QX4MD', orderCode: 'MF7K2QX4MD' })).toBeNull()
})
