/** The history state of /login, /register and /reset-password. */
export interface LoginState {
  /** Why the sign-in is shown: to book, or to see a page of the customer's own. */
  reason?: 'book' | 'see'
  email?: string
}
