import { randomBytes } from 'node:crypto'
import { replacePassword } from '../auth/account.ts'
import type { DataFolder } from '../files/data-folder.ts'
import type { Database } from '../database/database.ts'
import { isExposed, type Settings } from '../settings/settings.ts'
import { StartupError } from '../startup-error.ts'
import { StoredFiles } from '../files/stored-files.ts'
import { demoStaff } from './people.ts'
import { seedDemo } from './seed-demo.ts'

interface DemoAccount {
  role: DemoRole
  email: string
  password: string
}

export interface Demo {
  accounts: DemoAccount[]
  banner: string | null
}

type DemoRole = keyof typeof demoStaff
type Passwords = Record<DemoRole, string>

const PASSWORDS_FILE = 'demo-accounts.json'
const roles: readonly DemoRole[] = ['customer', 'admin', 'gate']

const newPassword = (): string => randomBytes(9).toString('base64url')

function allPasswords(of: () => string): Passwords {
  return { customer: of(), admin: of(), gate: of() }
}

/** Returns the demo accounts that exist: all, none, or only the admin after the demo was removed. */
async function rolesPresent(database: Database): Promise<DemoRole[]> {
  const rows = await database.query<{ email: string }>('select email from auth.users where email = any ($1::text[])', [
    roles.map((role) => demoStaff[role].email),
  ])
  return roles.filter((role) => rows.some((row) => row.email === demoStaff[role].email))
}

function wantsDemo(settings: Settings, firstStart: boolean): boolean {
  if (settings.demo !== 'auto') return settings.demo === 'on'
  return firstStart && !isExposed(settings)
}

const BANNER = [
  '!! DEMO=1: this shop has demo data and demo accounts, and may be reached from outside.',
  '!! Anybody who knows their passwords is an admin here. Do not take real payments with it.',
].join('\n')

/** Fills a new shop or finds its demo. @throws {StartupError} when demo accounts would be exposed without DEMO=1 */
export async function prepareDemo(
  database: Database,
  folder: DataFolder,
  settings: Settings,
  firstStart: boolean,
): Promise<Demo> {
  const there = await rolesPresent(database)
  const fill = !there.includes('customer') && wantsDemo(settings, firstStart)
  if (there.length === 0 && !fill) return { accounts: [], banner: null }
  if (there.length > 0 && settings.demo !== 'on' && isExposed(settings)) {
    throw new StartupError(
      'This shop has demo accounts, so it is not opened to others. Make an admin of your own (ADMIN_EMAIL) and run ' +
        '`npm run demo -- --remove`, or use another DATA_DIR, or set DEMO=1 to show the demo to them.',
    )
  }
  const kept = folder.readJson<Passwords>(PASSWORDS_FILE)
  const wanted = settings.demoPassword
  const passwords = wanted ? allPasswords(() => wanted) : (kept ?? allPasswords(newPassword))
  const changed = !kept || roles.some((role) => kept[role] !== passwords[role])
  if (changed) folder.writeJson(PASSWORDS_FILE, passwords)
  if (fill) await seedDemo(database, { now: new Date(), passwords, files: new StoredFiles(folder.files) })
  if (changed) {
    await database.transaction(async (sql) => {
      for (const role of there) {
        const [user] = await sql.query<{ id: string }>('select id from auth.users where email = $1', [
          demoStaff[role].email,
        ])
        if (user) await replacePassword(sql, user.id, passwords[role])
      }
    })
  }
  const open = fill ? roles : there
  return {
    accounts: open.map((role) => ({ role, email: demoStaff[role].email, password: passwords[role] })),
    banner: isExposed(settings) ? BANNER : null,
  }
}
