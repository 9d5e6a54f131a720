// Must fail: two files that need each other, if only for a type.
import type { Other } from './other-of-the-ring.ts'
export interface One {
  other: Other
}
