import { useState, type ComponentType, type ReactNode } from 'react'
import { ok } from '#platform/failure/failure.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useKeydown } from '../kit/use-keydown.ts'

/**
 * Returns what opens the search, as Ctrl K and ⌘ K do while no other dialog is open, and the search itself, which is
 * loaded with the first opening.
 */
export function useSearch(): { show: () => void; search: ReactNode } {
  const [Palette, setPalette] = useState<ComponentType<{ onClose: () => void }>>()
  const [open, setOpen] = useState(false)
  const { run } = useAction(
    async () => {
      const { ConsolePalette } = await import('./console-palette.tsx')
      setPalette(() => ConsolePalette)
      setOpen(true)
      return ok(null)
    },
    { failed: 'The search could not be loaded. Check the connection, then reload the page.' },
  )

  useKeydown((event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (!document.querySelector('dialog[open]')) void run()
  })

  return { show: () => void run(), search: open && Palette ? <Palette onClose={() => setOpen(false)} /> : null }
}

export function SearchButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onPress}
      className="ml-auto flex min-h-10 cursor-pointer items-center gap-2.5 rounded-control text-2 text-muted hover:text-ink max-desk:-mr-2 max-desk:min-w-10 max-desk:justify-center desk:w-[260px] desk:border desk:border-control desk:px-3"
    >
      <Icon name="search" className="desk:size-4!" />
      <span className="max-desk:sr-only">Search</span>
      <kbd aria-hidden="true" className="ml-auto font-sans text-1 max-desk:hidden">
        {/Mac|iP/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}
      </kbd>
    </button>
  )
}
