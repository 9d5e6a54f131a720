/** The history state of /login, /register and /reset-password. */
export interface LoginState {
  reason?: 'book' | 'see'
  email?: string
}
