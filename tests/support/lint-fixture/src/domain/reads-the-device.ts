// Must fail: the pure room reaches for the device, statically and dynamically.
import { readCart } from '#offline/cart.ts'
export const later = () => import('../ui/toast.tsx')
export { readCart }
