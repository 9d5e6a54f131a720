/** What travels in the history entry to /login, /register and /reset-password. */
export interface LoginState {
  /** Why someone was sent here: to book, or to see a page of their own. */
  reason?: 'book' | 'see'
  /** What was already typed on the neighbouring form. */
  email?: string
}
