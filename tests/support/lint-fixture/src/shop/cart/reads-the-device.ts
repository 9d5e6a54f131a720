// Must fail: a pure rule reaches for the device, statically and dynamically.
import { readCart } from './cart.store.ts'
export const later = () => import('#ui/toast.tsx')
export { readCart }
