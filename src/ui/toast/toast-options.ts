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

export const ACTION_TOAST_MS = 8000
