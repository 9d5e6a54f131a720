/** `admin` may do everything in the console, `gate` may scan and `box_office` sell at assigned events. */
export const staffRoles = ['admin', 'gate', 'box_office'] as const
export type StaffRole = (typeof staffRoles)[number]

export type Role = StaffRole | null

export interface HeldRole {
  role: Role
  /** ISO instant from which on the role gives nothing; null: it has no end. */
  endsAt: string | null
}

export const isOver = (endsAt: string | null | undefined, now: number): boolean =>
  endsAt ? Date.parse(endsAt) <= now : false
