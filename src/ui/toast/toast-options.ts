export interface ToastAction {
  label: string
  onClick: () => void
}
export interface ToastOptions {
  /** Replaces the toast with the same id; by default the text. A text whose action differs each time needs its own. */
  id?: string
  action?: ToastAction
  /** Milliseconds, when the action has its own end. */
  lasts?: number
}
export type ToastKind = 'success' | 'error' | 'blank' | 'loading'

/** Milliseconds. */
export const durations: Record<ToastKind, number> = { success: 2000, error: 4000, blank: 4000, loading: Infinity }
export const ACTION_TOAST_MS = 8000
