import { useSyncExternalStore } from 'react'

const read = (): number => devicePixelRatio || 1

/** Each query is about one ratio: after a change the next one is asked. */
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

/** Device pixels per CSS pixel; changes when the window goes to another screen or the page is zoomed. */
export const useDeviceRatio = (): number => useSyncExternalStore(subscribe, read)
