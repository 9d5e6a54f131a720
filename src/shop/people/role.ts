/** The widest first, as private.staff_roles(); what each may do is in shop/staff/role-rights.ts. A person may have several. */
export const staffRoles = ['admin', 'events', 'payments', 'box_office', 'gate'] as const
export type StaffRole = (typeof staffRoles)[number]

export interface HeldRole {
  role: StaffRole
  /** ISO instant from which on the role gives nothing; null: it has no end. */
  endsAt: string | null
}

export const isOver = (endsAt: string | null | undefined, now: number): boolean =>
  endsAt ? Date.parse(endsAt) <= now : false

/** Returns whether these roles are an admin's or one of `any`. For what is shown: the database decides. */
export const may = (roles: readonly StaffRole[], ...any: readonly StaffRole[]): boolean =>
  roles.some((role) => role === 'admin' || any.includes(role))

/** Roles of those who work at single concerts. */
export const doorRoles = ['gate', 'box_office'] as const
export type DoorRole = (typeof doorRoles)[number]

export const isDoorRole = (role: StaffRole): role is DoorRole => doorRoles.some((one) => one === role)
