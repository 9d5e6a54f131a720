// Must fail: the pure room reaches for the device, statically and dynamically.
import { readCart } from '#shop/cart/cart.store.ts'
export const later = () => import('../ui/toast.tsx')
export { readCart }
