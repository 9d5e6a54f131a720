import { useSyncExternalStore } from 'react'

const read = (): number => devicePixelRatio || 1

function subscribe(listener: () => void): () => void {
  let query = matchMedia(`(resolution: ${read()}dppx)`)
  const onChange = (): void => {
    query.removeEventListener('change', onChange)
    query = matchMedia(`(resolution: ${read()}dppx)`)
    query.addEventListener('change', onChange)
    listener()
  }
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Device pixels per CSS pixel; changes with the screen and the page's zoom. */
export const useDeviceRatio = (): number => useSyncExternalStore(subscribe, read)
