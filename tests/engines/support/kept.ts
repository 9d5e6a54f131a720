/** Functions that read the device's storage in the page, each self-contained: only its own text is sent. */

/** Number of stored concerts; does not create the database. */
export function keptEvents(): Promise<number> {
  return new Promise((resolve) => {
    const request = indexedDB.open('mehfil')
    request.addEventListener('upgradeneeded', () => request.transaction?.abort())
    request.addEventListener('error', (event) => {
      event.preventDefault()
      resolve(0)
    })
    request.addEventListener('success', () => {
      const db = request.result
      const close = (n: number) => {
        db.close()
        resolve(n)
      }
      if (!db.objectStoreNames.contains('events')) return close(0)
      const count = db.transaction('events').objectStore('events').count()
      count.addEventListener('success', () => close(count.result))
      count.addEventListener('error', () => close(0))
    })
  })
}

interface Database {
  name: string
  version: number
  stores: {
    name: string
    keyPath: string
    indexes: { name: string; keyPath: string; multiEntry: boolean; unique: boolean }[]
    records: { value: unknown }[]
  }[]
}

/** Makes a database with these rows. */
export function restore({ name, version, stores }: Database): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, version)
    opening.addEventListener('upgradeneeded', () => {
      for (const { name, keyPath, indexes, records } of stores) {
        const store = opening.result.createObjectStore(name, { keyPath })
        for (const index of indexes) store.createIndex(index.name, index.keyPath, index)
        for (const { value } of records) store.put(value)
      }
    })
    opening.addEventListener('success', () => {
      opening.result.close()
      resolve()
    })
    opening.addEventListener('error', () => reject(new Error('the database cannot be made')))
  })
}

/** Deletes everything that pages stored. */
export async function forget(): Promise<void> {
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
  for (const { name } of await indexedDB.databases())
    await new Promise((resolve) => indexedDB.deleteDatabase(name!).addEventListener('success', resolve))
  localStorage.clear()
  sessionStorage.clear()
}

export async function keptLanguages(): Promise<string[]> {
  const kept = await caches.match('/kept-languages.json', { cacheName: 'mehfil-languages' })
  return kept ? ((await kept.json()) as string[]) : []
}

export async function updateIsWaiting(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration && !registration.installing && !registration.waiting) await registration.update()
  return Boolean(registration?.waiting)
}

/** Goes to another address once the API has answered that often, or after two seconds. */
export function leaveAfter(answers: number, path: string): void {
  const answered = () => performance.getEntriesByType('resource').filter((one) => one.name.includes('/rest/v1/')).length
  const until = performance.now() + 2_000
  const timer = setInterval(() => {
    if (answered() < answers && performance.now() < until) return
    clearInterval(timer)
    location.assign(path)
  }, 1)
}

/** Makes the stored session's token expired for that many hours. */
export function ageSession(hours: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('mehfil')
    request.addEventListener('error', () => reject(new Error('no database')))
    request.addEventListener('success', () => {
      const db = request.result
      const write = db.transaction('session', 'readwrite')
      const sessions = write.objectStore('session')
      const read = sessions.getAll()
      read.addEventListener('success', () => {
        for (const row of read.result as { key: string; value: unknown }[]) {
          if (row.key !== 'mehfil.session' || typeof row.value !== 'string') continue
          const session = JSON.parse(row.value) as Record<string, unknown>
          const over = Date.now() - hours * 3_600_000
          const value = { ...session, local_expires_at: over, expires_at: Math.round(over / 1000) }
          sessions.put({ key: row.key, value: JSON.stringify(value) })
        }
      })
      write.addEventListener('complete', () => {
        db.close()
        resolve()
      })
      write.addEventListener('error', () => reject(new Error('the session cannot be written')))
    })
  })
}
