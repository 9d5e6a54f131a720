import { vi } from 'vitest'

/** Dexie as the page that was opened last has it. */
const dexie = async () => (await import('dexie')).Dexie

/** Closes the browser's database connection, as iOS does with a page behind the UPI app. */
export function loseConnection(Dexie: Awaited<ReturnType<typeof dexie>>): void {
  const { connections } = Dexie as unknown as { connections: InstanceType<typeof Dexie>[] }
  for (const db of connections) db.close({ disableAutoOpen: false })
}

/** Opens no database until the returned function is called. */
export async function refuseDatabase(): Promise<() => void> {
  const Dexie = await dexie()
  const lost = new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  const open = vi.spyOn(Dexie.prototype, 'open').mockImplementation(() => Dexie.Promise.reject(lost) as never)
  return () => open.mockRestore()
}

/** Closes the connection, and opens no other until the returned function is called. */
export async function loseDatabase(): Promise<() => void> {
  const opensAgain = await refuseDatabase()
  loseConnection(await dexie())
  return opensAgain
}

/** Keeps each opening of the database waiting until the returned function is called. */
export async function slowDatabase(): Promise<() => void> {
  const Dexie = await dexie()
  const { open } = Dexie.prototype
  let letGo = (): void => undefined
  vi.spyOn(Dexie.prototype, 'open').mockImplementation(function (this: InstanceType<typeof Dexie>) {
    return new Dexie.Promise((resolve) => (letGo = () => resolve(undefined))).then(() => open.call(this)) as never
  })
  return () => letGo()
}
