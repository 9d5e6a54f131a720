import { toast as hotToast, useToaster } from 'react-hot-toast/headless'
import type { Toast } from 'react-hot-toast/headless'
import { createPortal } from 'react-dom'
import { classes } from './classes.ts'
import type { ToastKind, ToastOptions } from './toast.tsx'
import { useTopLayer } from './top-layer.ts'

/** How long each kind stays, in ms. At most 20 stand at once, which is the library's own limit. */
const durations: Record<ToastKind, number> = { success: 2000, error: 4000, blank: 4000, loading: Infinity }
const ACTION_DURATION_MS = 8000

export function showToast(kind: ToastKind, text: string, { id, action }: ToastOptions & { id: string }): void {
  const options = { id, duration: action ? ACTION_DURATION_MS : durations[kind] }
  const message = action
    ? () => (
        <>
          <span className="min-w-0 flex-1">{text}</span>
          <button
            type="button"
            className="min-h-10 flex-none cursor-pointer px-2 font-strong underline decoration-1 underline-offset-4 focus-visible:outline-inverse-ink"
            onClick={() => {
              hotToast.dismiss(id)
              action.onClick()
            }}
          >
            {action.label}
          </button>
        </>
      )
    : () => <span className="min-w-0 flex-1">{text}</span>
  if (kind === 'blank') hotToast(message, options)
  else hotToast[kind](message, options)
}

export const dismissToast = (id: string): void => hotToast.dismiss(id)

const marks: Record<Toast['type'], string> = {
  success: 'rounded-full bg-accent',
  blank: 'rounded-full bg-accent',
  custom: 'rounded-full bg-accent',
  loading: 'rounded-full bg-inverse-muted',
  error: 'rotate-45 bg-inverse-ink',
}

/** Bottom left above the bars on a phone, bottom right on the desktop; inside the topmost dialog when one is open. */
export function ToastStack() {
  const { toasts, handlers } = useToaster()
  return createPortal(
    <div
      className="toast-stack pointer-events-none fixed inset-x-4 z-50 flex flex-col gap-2 desk:right-10 desk:left-auto desk:w-[360px]"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {toasts.map((one) => (
        <div
          key={one.id}
          role="status"
          aria-live="polite"
          className={classes(
            'pointer-events-auto flex items-center gap-3 rounded-control bg-inverse pt-3 pr-2 pb-2.5 pl-4 text-inverse-ink shadow-over',
            'transition-[opacity,translate] duration-(--t-move) ease-out starting:translate-y-2 starting:opacity-0',
            !one.visible && 'pointer-events-none translate-y-2 opacity-0',
          )}
        >
          <span aria-hidden="true" className={classes('size-[9px] flex-none', marks[one.type])} />
          {typeof one.message === 'function' ? one.message(one) : one.message}
        </div>
      ))}
    </div>,
    useTopLayer(),
  )
}
