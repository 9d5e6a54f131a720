import type { ProfileRow } from '#shop/people/users-admin.api.ts'
import { roleNames } from './roles.ts'
import { csvTime, type CsvColumn } from '../kit/list/csv-button.tsx'

export const userColumns: CsvColumn<ProfileRow>[] = [
  { head: 'Name', cell: (person) => person.name },
  { head: 'Email', cell: (person) => person.email },
  { head: 'Phone', cell: (person) => person.phone },
  { head: 'Place', cell: (person) => person.location },
  { head: 'Role', cell: (person) => (person.role ? roleNames[person.role].toLowerCase() : 'customer') },
  { head: 'Marketing consent (IST)', cell: (person) => csvTime(person.marketingConsentedAt) },
  { head: 'Registered (IST)', cell: (person) => csvTime(person.createdAt) },
  { head: 'Changed (IST)', cell: (person) => csvTime(person.updatedAt) },
  { head: 'Role ends (IST)', cell: (person) => csvTime(person.roleEndsAt) },
]
