import type { DoorSale } from '../../../src/shop/box-office/door-sale.ts'

export const doorSale = (more: Partial<DoorSale>): DoorSale => ({
  ...{ orderId: 'o1', tillId: 't1', eventId: 'e1', lines: [], method: 'cash', total: 0 },
  ...{ name: '', phone: '', reference: '', given: null },
  ...more,
})
