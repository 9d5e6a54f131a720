import { Dexie } from 'dexie'
import { vi } from 'vitest'

/** Closes the browser's database connection and blocks new ones until the returned function is called. */
export function loseDatabase(): () => void {
  const lost = new DOMException('lost', 'UnknownError')
  const open = vi.spyOn(Dexie.prototype, 'open').mockImplementation(() => Dexie.Promise.reject(lost) as never)
  const { connections } = Dexie as unknown as { connections: Dexie[] }
  for (const db of connections) db.close({ disableAutoOpen: false })
  return () => open.mockRestore()
}
