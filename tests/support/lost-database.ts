import { Dexie } from 'dexie'
import { vi } from 'vitest'

/** The browser takes the connection away and opens no other until what is returned has been called. */
export function loseDatabase(): () => void {
  const lost = new DOMException('lost', 'UnknownError')
  const open = vi.spyOn(Dexie.prototype, 'open').mockImplementation(() => Dexie.Promise.reject(lost) as never)
  const { connections } = Dexie as unknown as { connections: Dexie[] }
  for (const db of connections) db.close({ disableAutoOpen: false })
  return () => open.mockRestore()
}
