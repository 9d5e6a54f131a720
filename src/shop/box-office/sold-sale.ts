import type { Paise } from '#shop/prices/money.ts'
import type { Pass } from '#shop/tickets/passes/passes.ts'
import type { DoorMethod } from './door-sale.ts'

interface SoldTicket {
  id: string
  code: string
  seats: string[]
  passes: Pass[]
  quantity: number
  ticketCategoryId: string
  userId: string
  eventId: string
  total: Paise
}

export interface SoldSale {
  orderId: string
  orderCode: string
  paymentId: string
  method: DoorMethod
  total: Paise
  tickets: SoldTicket[]
  /** Of the link by which the buyer takes the tickets over; null when the server gave none. */
  secret: string | null
}
