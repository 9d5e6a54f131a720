import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { t } from '../messages/messages.ts'
import { addToTopLayer } from './top-layer.ts'

export interface DialogProps {
  open: boolean
  /** Called by Esc, the × and, when narrow, a press beside it. The caller closes by setting `open` to false. */
  onClose: () => void
  title: ReactNode
  subtitle?: ReactNode
  /** narrow: a bottom sheet on the phone · wide · seats: the map's frame; both fill a phone's screen. */
  size?: 'narrow' | 'wide' | 'seats'
  footer?: ReactNode
  children: ReactNode
}

const sizes = {
  narrow:
    'mt-auto mb-0 w-full rounded-t-sheet max-h-[92dvh] desk:m-auto desk:w-[440px] desk:max-h-[min(720px,92dvh)] desk:rounded-[6px]',
  wide: 'h-dvh max-h-none w-full max-desk:pt-[env(safe-area-inset-top)] desk:m-auto desk:h-auto desk:w-[760px] desk:max-h-[min(720px,92dvh)] desk:rounded-[6px]',
  seats:
    'h-dvh max-h-none w-full max-desk:pt-[env(safe-area-inset-top)] desk:m-auto desk:h-[min(900px,94dvh)] desk:w-[min(1400px,96vw)] desk:rounded-[6px]',
}

/**
 * Opens a modal <dialog>. Focuses `data-autofocus`, else the title; returns the focus. Mounts children only while open.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog({ onClose, title, subtitle, size = 'wide', footer, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const opener = document.activeElement
    element.showModal()
    const leave = addToTopLayer(element)
    const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector<HTMLElement>('h2')
    first?.focus({ preventScroll: true })
    // The browser may close it (second Esc, back gesture). The event is late: a remounted dialog may be open by then.
    const onNativeClose = (): void => {
      if (element.open) return
      // Whether it closes is the caller's to say: it may ask first.
      element.showModal()
      close()
    }
    element.addEventListener('close', onNativeClose)
    return () => {
      element.removeEventListener('close', onNativeClose)
      leave()
      element.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])

  // After every render: a dialog that was moved in the document, as in a reordered list, is no longer modal.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element?.open || element.matches(':modal')) return
    const focused = document.activeElement
    element.close()
    element.showModal()
    if (focused instanceof HTMLElement && element.contains(focused)) focused.focus({ preventScroll: true })
  })

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      data-size={size}
      onCancel={(event) => {
        // A file chooser's `cancel` bubbles too.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (size === 'narrow' && event.target === dialog.current) onClose()
      }}
      className={classes(
        'dialog max-w-none flex-col overflow-hidden bg-raised p-0 text-left text-ink shadow-over max-desk:safe-x open:flex',
        sizes[size],
      )}
    >
      {/* Fills the dialog: a press on the dialog itself is beside it. In WebKit `flex-1` would have no height. */}
      <div className="flex min-h-0 flex-auto flex-col">
        <header className="flex items-start gap-4 border-b border-rule py-2.5 pr-1 pl-4 desk:pt-4 desk:pr-3 desk:pb-3.5 desk:pl-6">
          <div className="min-w-0 flex-1 pt-1.5">
            <h2 id={titleId} tabIndex={-1} className="head-4 outline-none">
              {title}
            </h2>
            {subtitle && <p className="text-2 text-muted">{subtitle}</p>}
          </div>
          <IconButton label={t('common.close')} onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        </header>
        <div
          className={classes(
            'flex min-h-0 flex-auto flex-col',
            size === 'seats' ? 'overflow-hidden' : 'overflow-y-auto overscroll-contain px-4 py-4 desk:px-6 desk:py-5',
            size !== 'seats' && !footer && 'max-desk:pb-[calc(16px+env(safe-area-inset-bottom))]',
          )}
        >
          {children}
        </div>
        {footer && (
          <footer className="border-t border-rule px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] desk:px-6 desk:pb-4">
            {footer}
          </footer>
        )}
      </div>
    </dialog>
  )
}
