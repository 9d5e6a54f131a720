/** `admin` may do everything in the console, `gate` may scan at assigned gates. */
export const staffRoles = ['admin', 'gate'] as const
export type StaffRole = (typeof staffRoles)[number]

export type Role = StaffRole | null
