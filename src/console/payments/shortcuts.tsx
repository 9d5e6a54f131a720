import { useState } from 'react'
import { readStored, writeStored } from '#platform/device/stored.ts'
import { useKeydown } from '../kit/use-keydown.ts'

export function ShortcutKey({ on, children }: { on: boolean; children: string }) {
  if (!on) return null
  return (
    <kbd
      aria-hidden="true"
      className="ml-2 rounded-seat border border-current px-[5px] pt-px font-sans text-1 font-text opacity-75 max-desk:hidden"
    >
      {children}
    </kbd>
  )
}

export function useShortcutsOn(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => readStored('shortcuts') !== 'off')
  const set = (next: boolean) => {
    setOn(next)
    writeStored('shortcuts', next ? null : 'off')
  }
  return [on, set]
}

/** Ignores letters typed in a field or with Ctrl, Meta or Alt. */
export function useShortcuts(actions: Partial<Record<string, () => void>>, on: boolean): void {
  useKeydown(
    (event) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]'))
        return
      const action = actions[event.key.toLowerCase()]
      if (!action) return
      event.preventDefault()
      action()
    },
    { on },
  )
}
