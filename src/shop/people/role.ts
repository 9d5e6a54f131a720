/** What staff may do: everything of the console (`admin`), or scan at the gates they are assigned to (`gate`). */
export type StaffRole = 'admin' | 'gate'

/** Of a signed-in person; null for a customer. */
export type Role = StaffRole | null
