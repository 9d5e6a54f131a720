// Must fail: what asks the backend reads what the device keeps, from its noun's store and from the store of all.
import { readCart } from './cart.store.ts'
import { openStore } from '../device/store.ts'
export { openStore, readCart }
