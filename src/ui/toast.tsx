import { Suspense, lazy, useSyncExternalStore } from 'react'
import { variable } from '#platform/observable/observable.ts'
import { useListener, type Source } from './hooks/use-listener.ts'
import { whenIdle } from './hooks/when-idle.ts'

export interface ToastAction {
  label: string
  onClick: () => void
}
export interface ToastOptions {
  /**
   * The same id replaces the toast that carries it, for example loading → success. Without one the text is the id, so
   * the same sentence is on the screen once; a sentence whose action differs each time needs an id.
   */
  id?: string
  /** At most one; the toast then stays for `ACTION_TOAST_MS`. */
  action?: ToastAction
  /** How long it stays, in ms, when the action has its own end. */
  lasts?: number
}
export type ToastKind = 'success' | 'error' | 'blank' | 'loading'

/** How long a toast with an action stays, in ms. */
export const ACTION_TOAST_MS = 8000

const wanted = variable(false)
/** A page that is never idle has it after this many milliseconds all the same. */
const IDLE_WITHIN_MS = 5_000
/** Pause between attempts to load the stack, in milliseconds. */
const AGAIN_MS = 3_000
let loading: Promise<typeof import('./toast-stack.tsx')> | undefined

/** Toasts are rare: their library is no part of the first frame. What is said while it does not come is said later. */
const load = () => (loading ??= attempt())
async function attempt(): Promise<typeof import('./toast-stack.tsx')> {
  for (;;) {
    try {
      return await import('./toast-stack.tsx')
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
}

function show(kind: ToastKind, text: string, options: ToastOptions = {}): string {
  const id = options.id ?? text
  wanted.set(true)
  void load().then((stack) => stack.showToast(kind, text, { ...options, id }))
  return id
}

/**
 * One short sentence about what just happened. Success stays 2 s, error and plain 4 s, loading until replaced or
 * dismissed, anything with an action 8 s. Errors that need an action stand inline as well. Returns the toast's id.
 */
export const toast = {
  success: (text: string, options?: ToastOptions): string => show('success', text, options),
  error: (text: string, options?: ToastOptions): string => show('error', text, options),
  show: (text: string, options?: ToastOptions): string => show('blank', text, options),
  loading: (text: string, options?: ToastOptions): string => show('loading', text, options),
  dismiss: (id: string): void => {
    if (wanted.get()) void load().then((stack) => stack.dismissToast(id))
  },
}

const Stack = lazy(() => load().then((stack) => ({ default: stack.ToastStack })))

const idle: Source<void> = (listener) => whenIdle(listener, IDLE_WITHIN_MS)

/** Where toasts appear; the app mounts one. */
export function Toasts() {
  const needed = useSyncExternalStore(wanted.subscribe, wanted.get)
  // What a toast says first is often that there is no network: its code has come by then.
  useListener(idle, () => void load())
  return needed ? (
    <Suspense>
      <Stack />
    </Suspense>
  ) : null
}
