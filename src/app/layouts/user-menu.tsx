import { Suspense, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useIdentity } from '#account/session/identity.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import { useListener, type Source } from '#ui/hooks/use-listener.ts'
import { MenuPanel, NoticeMark } from '../chunks/load.ts'

const presses: Source<PointerEvent> = (listener) => {
  document.addEventListener('pointerdown', listener)
  return () => document.removeEventListener('pointerdown', listener)
}

/** Closes on Esc, a press outside and any navigation. */
export function UserMenu() {
  const identity = useIdentity()
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === key
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const close = (): void => setOpenAt(null)

  useListener(open ? presses : null, ({ target }) => {
    if (target instanceof Node && !box.current?.contains(target)) close()
  })

  const signedIn = identity.status === 'signed-in' ? identity : null
  return (
    <div
      ref={box}
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        close()
        button.current?.focus()
      }}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !box.current?.contains(event.relatedTarget)) close()
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        aria-label={signedIn ? t('app.accountOf', { name: signedIn.name || signedIn.email }) : t('app.account')}
        onClick={() => setOpenAt(open ? null : key)}
        className="grid size-11 cursor-pointer place-items-center rounded-control"
      >
        <Icon name="person" />
      </button>
      {/* Beside the button, whose name is the person's. */}
      <Suspense>
        <NoticeMark className="pointer-events-none top-[5px] right-[3px] max-desk:hidden" />
      </Suspense>
      {open && (
        <div
          id={listId}
          className="absolute top-full right-0 z-30 w-[280px] rounded-control bg-raised py-2 shadow-over"
        >
          <Suspense fallback={<p className="px-4 py-2 text-muted">{t('common.loading')}</p>}>
            <MenuPanel person={signedIn} onClose={close} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
