import { useId, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../messages/messages.ts'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

export interface MenuAction {
  label: string
  onChoose: () => void
  grave?: boolean
}

/** Between the menu and its button, and the edges of the window, in pixels. */
const GAP = 4
const EDGE = 8

/**
 * Shows a button ⋯ that opens the actions that there is no place for; dangerous ones are last, apart from the others.
 * `name` says of what to screen readers.
 */
export function MoreActions({
  actions,
  name,
  className = '-my-1 -ml-2 size-8',
}: {
  actions: readonly MenuAction[]
  name: string
  className?: string
}) {
  const [open, setOpen] = useState(false)
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLUListElement>(null)

  useLayoutEffect(() => {
    if (!open) return
    const [at, list] = [button.current!.getBoundingClientRect(), menu.current!]
    // Fixed: the table that it is in scrolls, and would cut it.
    const below = at.bottom + GAP + list.offsetHeight <= innerHeight
    list.style.top = `${below ? at.bottom + GAP : Math.max(EDGE, at.top - GAP - list.offsetHeight)}px`
    list.style.left = `${Math.max(EDGE, at.right - list.offsetWidth)}px`
    list.querySelector('button')?.focus({ preventScroll: true })
    const shut = () => setOpen(false)
    const outside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false)
    }
    const leaving = new AbortController()
    const { signal } = leaving
    document.addEventListener('pointerdown', outside, { signal })
    document.addEventListener('focusin', outside, { signal })
    addEventListener('scroll', shut, { signal, capture: true, passive: true })
    addEventListener('resize', shut, { signal })
    return () => leaving.abort()
  }, [open])

  const plain = actions.filter(({ grave }) => !grave)
  const grave = actions.filter((action) => action.grave)
  return (
    <div
      ref={box}
      className="inline-flex"
      onKeyDown={(event) => {
        if (!open) return
        if (event.key === 'Escape') {
          event.stopPropagation()
          setOpen(false)
          button.current?.focus()
        }
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        if (step === undefined) return
        event.preventDefault()
        const all = [...(menu.current?.querySelectorAll('button') ?? [])]
        all.at((all.indexOf(event.target as HTMLButtonElement) + step) % all.length)?.focus()
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-label={t('common.more', { name })}
        className={classes(
          'grid cursor-pointer place-items-center rounded-control font-strong hover:bg-sunk',
          className,
        )}
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
      </button>
      {open ? (
        <ul
          ref={menu}
          id={listId}
          aria-label={t('common.more', { name })}
          className="fixed z-30 max-h-dvh min-w-48 overflow-y-auto rounded-control bg-raised py-2 text-left text-2 shadow-over"
        >
          {[...plain, ...grave].map((action) => (
            <li
              key={action.label}
              className={action === grave[0] && plain.length > 0 ? 'mt-2 border-t border-rule pt-2' : undefined}
            >
              <button
                type="button"
                aria-label={`${action.label}: ${name}`}
                className={classes(
                  'min-h-10 w-full cursor-pointer px-4 text-left hover:bg-sunk',
                  action.grave && 'text-bad',
                )}
                onClick={() => {
                  setOpen(false)
                  // What the action opens gives the focus back to here.
                  button.current?.focus()
                  action.onChoose()
                }}
              >
                {action.label}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
