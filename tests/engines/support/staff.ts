import type { Payment } from './customer.ts'
import type { Screen } from './screen.ts'

export class Staff {
  readonly screen: Screen

  constructor(screen: Screen) {
    this.screen = screen
  }

  async approves({ orderCode, amount }: Payment): Promise<void> {
    const { screen } = this
    await screen.opens('/admin/payments?status=all')
    await screen.label('Search').fill(orderCode)
    const row = screen.role('row', undefined, { saying: orderCode })
    await row.until((found) => found.count === 1)
    await row.role('button', /^View payment of /).press()
    const dialog = screen.role('dialog', undefined, { saying: orderCode })
    await dialog.role('button', `Approve ${amount}`).press()
    await dialog.text(/^Approved by /).isThere()
  }
}
