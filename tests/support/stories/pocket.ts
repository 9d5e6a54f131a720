import { randomBytes } from 'node:crypto'
import { signedIn } from '../device/stored-session.ts'
import { newCustomer } from '../server/visitor.ts'
import { Customer } from '../people/customer.ts'
import { Phone } from '../people/phone.ts'
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
  owner: async ({ phone, shop }, use) => {
    const account = await newCustomer(shop, `Asha ${randomBytes(4).toString('hex')}`)
    await phone.context.setStorageState(await signedIn(shop, account))
    await use(new Customer(phone.context, phone.page, account))
  },
})
