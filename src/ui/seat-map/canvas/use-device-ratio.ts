import { useEffect, useState } from 'react'

/** Device pixels per CSS pixel; changes when the window goes to another screen or the page is zoomed. */
export function useDeviceRatio(): number {
  const [ratio, setRatio] = useState(() => devicePixelRatio || 1)
  useEffect(() => {
    const query = matchMedia(`(resolution: ${ratio}dppx)`)
    const read = (): void => setRatio(devicePixelRatio || 1)
    query.addEventListener('change', read)
    return () => query.removeEventListener('change', read)
  }, [ratio])
  return ratio
}
