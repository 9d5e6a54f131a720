import type { One } from './in-a-ring.ts'
export interface Other {
  one: One
}
