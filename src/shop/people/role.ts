/** What staff may do: everything of the console (`admin`), or scan at the gates they are assigned to (`gate`). */
export const staffRoles = ['admin', 'gate'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Of a signed-in person; null for a customer. */
export type Role = StaffRole | null
