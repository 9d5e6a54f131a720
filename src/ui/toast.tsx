import { Suspense, lazy, useSyncExternalStore } from 'react'
import { variable } from '#platform/observable/observable.ts'
import { useListener, type Source } from './hooks/use-listener.ts'
import { whenIdle } from './hooks/when-idle.ts'
import type { ToastKind, ToastOptions } from './toast/toast-options.ts'

const wanted = variable(false)
const IDLE_WITHIN_MS = 5_000
const AGAIN_MS = 3_000
let loading: Promise<typeof import('./toast/toast-stack.tsx')> | undefined

/** Loaded later, as the first frame has no toasts; earlier texts wait for it. */
const load = () => (loading ??= attempt())
async function attempt(): Promise<typeof import('./toast/toast-stack.tsx')> {
  for (;;) {
    try {
      return await import('./toast/toast-stack.tsx')
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

/** Shows a sentence: success 2 s, error and plain 4 s, with an action 8 s, loading until replaced. Returns its id. */
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

export function Toasts() {
  const needed = useSyncExternalStore(wanted.subscribe, wanted.get)
  // Loaded early: the first toast often says that there is no network.
  useListener(idle, () => void load())
  return needed ? (
    <Suspense>
      <Stack />
    </Suspense>
  ) : null
}
