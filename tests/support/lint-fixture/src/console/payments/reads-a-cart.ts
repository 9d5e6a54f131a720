// Must fail: the console keeps nothing on the device.
import { readStoredCart } from '#shop/cart/cart.store.ts'
export { readStoredCart }
