import { createContext, useCallback, useContext, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { toast as hotToast, useToaster } from 'react-hot-toast/headless'
import type { Toast } from 'react-hot-toast/headless'
import { classes } from '../controls/classes.ts'
import { ACTION_TOAST_MS, durations, type ToastAction, type ToastKind, type ToastOptions } from './toast-options.ts'
import { useTopLayer } from '../controls/top-layer.ts'

export function showToast(kind: ToastKind, text: string, { id, action, lasts }: ToastOptions & { id: string }): void {
  const options = { id, duration: lasts ?? (action ? ACTION_TOAST_MS : durations[kind]) }
  const message = action
    ? () => (
        <>
          <span className="min-w-0 flex-1">{text}</span>
          <ActionButton id={id} action={action} />
        </>
      )
    : () => <span className="min-w-0 flex-1">{text}</span>
  if (kind === 'blank') hotToast(message, options)
  else hotToast[kind](message, options)
}

export const dismissToast = (id: string): void => hotToast.dismiss(id)

/** Pauses all toasts; returns a function that resumes them. */
const HoldToasts = createContext<() => () => void>(() => () => undefined)

/** Returns true only for a mouse: a finger never leaves and would hold the toasts for good. */
export const canHoldToasts = (pointerType: string): boolean => pointerType === 'mouse'

/** The only part that takes the pointer. Hover and keyboard focus pause the toasts. */
function ActionButton({ id, action }: { id: string; action: ToastAction }) {
  const hold = useContext(HoldToasts)
  const [mouse, setMouse] = useState(false)
  const [keyboard, setKeyboard] = useState(false)
  const held = mouse || keyboard
  // An effect, because a removed button gets no leave or blur event.
  useEffect(() => (held ? hold() : undefined), [held, hold])
  return (
    <button
      type="button"
      className="min-h-10 flex-none cursor-pointer px-2 font-strong underline decoration-1 underline-offset-4 focus-visible:outline-inverse-ink"
      onPointerEnter={(event) => setMouse(canHoldToasts(event.pointerType))}
      onPointerLeave={() => setMouse(false)}
      onFocus={(event) => setKeyboard(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => setKeyboard(false)}
      onClick={() => {
        hotToast.dismiss(id)
        action.onClick()
      }}
    >
      {action.label}
    </button>
  )
}

const marks: Record<Toast['type'], string> = {
  success: 'rounded-full bg-accent',
  blank: 'rounded-full bg-accent',
  custom: 'rounded-full bg-accent',
  loading: 'rounded-full bg-inverse-muted',
  error: 'rotate-45 bg-inverse-ink',
}

/** On a phone at the top, where no form has its button; else bottom right. Taps pass through, except on an action. */
export function ToastStack() {
  const { toasts, handlers } = useToaster()
  const { startPause, endPause } = handlers
  const [holds, setHolds] = useState(0)
  const hold = useCallback(() => {
    setHolds((n) => n + 1)
    return () => setHolds((n) => n - 1)
  }, [])
  const held = holds > 0
  // Two effects: `endPause` is new after each pause, and another `startPause` would forget its start.
  useEffect(() => {
    if (held) startPause()
  }, [held, startPause])
  useEffect(() => {
    if (!held) endPause()
  }, [held, endPause])

  return createPortal(
    <HoldToasts value={hold}>
      <div className="toast-stack pointer-events-none fixed inset-x-4 z-50 flex flex-col gap-2 desk:right-10 desk:left-auto desk:w-[360px]">
        {toasts.map((one) => (
          <ToastRow key={one.id} one={one} />
        ))}
      </div>
    </HoldToasts>,
    useTopLayer(),
  )
}

export function ToastRow({ one }: { one: Toast }) {
  return (
    <div
      role="status"
      aria-live="polite"
      className={classes(
        'flex items-center gap-3 rounded-control bg-inverse pt-3 pr-2 pb-2.5 pl-4 text-inverse-ink shadow-over',
        'transition-[opacity,translate] duration-(--t-move) ease-out starting:translate-y-2 starting:opacity-0',
        one.visible ? '[&_button]:pointer-events-auto' : 'translate-y-2 opacity-0',
      )}
    >
      <span aria-hidden="true" className={classes('size-[9px] flex-none', marks[one.type])} />
      {typeof one.message === 'function' ? one.message(one) : one.message}
    </div>
  )
}
