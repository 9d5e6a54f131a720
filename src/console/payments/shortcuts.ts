import { useEffect, useRef, useState } from 'react'

/** Where this browser remembers that shortcuts are off. */
const SHORTCUTS_KEY = 'mehfil.console-shortcuts'

/** Single-letter shortcuts, on unless this person switched them off. */
export function useShortcutsOn(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => {
    try {
      return localStorage.getItem(SHORTCUTS_KEY) !== 'off'
    } catch {
      return true
    }
  })
  const set = (next: boolean) => {
    setOn(next)
    try {
      if (next) localStorage.removeItem(SHORTCUTS_KEY)
      else localStorage.setItem(SHORTCUTS_KEY, 'off')
    } catch {
      // Private mode: it lasts as long as the page.
    }
  }
  return [on, set]
}

/** Calls the action of a pressed letter, unless somebody is typing or another key is held with it. */
export function useShortcuts(actions: Partial<Record<string, () => void>>, on: boolean): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    if (!on) return
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]'))
        return
      const action = latest.current[event.key.toLowerCase()]
      if (!action) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [on])
}
