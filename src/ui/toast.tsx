import { Suspense, lazy, useSyncExternalStore } from 'react'
import { makeListeners } from './listeners.ts'

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
}
export type ToastKind = 'success' | 'error' | 'blank' | 'loading'

/** How long a toast with an action stays, in ms. */
export const ACTION_TOAST_MS = 8000

let wanted = false
const { subscribe, tell } = makeListeners()
// Toasts are rare: the library comes with the first of them.
const load = (): Promise<typeof import('./toast-stack.tsx')> => import('./toast-stack.tsx')

function show(kind: ToastKind, text: string, options: ToastOptions = {}): string {
  const id = options.id ?? text
  wanted = true
  tell()
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
    if (wanted) void load().then((stack) => stack.dismissToast(id))
  },
}

const Stack = lazy(() => load().then((stack) => ({ default: stack.ToastStack })))

/** Where toasts appear; the app mounts one. */
export function Toasts() {
  const needed = useSyncExternalStore(subscribe, () => wanted)
  return needed ? (
    <Suspense>
      <Stack />
    </Suspense>
  ) : null
}
