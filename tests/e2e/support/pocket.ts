import { Customer } from './customer.ts'
import { Phone } from './phone.ts'
import { test as base } from './story.ts'

export { expect } from './story.ts'

interface Pocket {
  phone: Phone
  owner: Customer
}

export const test = base.extend<Pocket>({
  phone: async ({ shop }, use) => {
    const phone = new Phone({ baseURL: shop.url })
    await phone.open()
    await use(phone)
    await phone.dispose()
  },
  owner: async ({ phone }, use) => {
    const owner = new Customer(phone.context, phone.page)
    await owner.registers()
    await use(owner)
  },
})
