import { instant, list, oneOf, oneOfOrNull, orNull, row } from '#platform/text/wire.ts'
import { doorRoles, staffRoles, type HeldRole } from '#shop/people/role.ts'

const parseRole = row({ role: oneOfOrNull(staffRoles), endsAt: orNull(instant) })

/** Reads roles as the database lists them. A role that this version does not know opens nothing. */
export const parseRoles = (rows: unknown): HeldRole[] =>
  list(parseRole)(rows).flatMap(({ role, endsAt }) => (role === null ? [] : { role, endsAt }))

export const parseDoorRole = oneOf(doorRoles)
