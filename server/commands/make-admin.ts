// `npm run make-admin -- name@example.in` prints the link that sets the new admin's password. On a hosted Supabase
// (DATABASE_URL) the account must be confirmed; unless it is staff, its password and sessions end.
import { notAttached } from '../database/policies.ts'
import { ensureAdmin, promoteHosted } from '../auth/admin.ts'
import { log } from '../log.ts'
import { operate } from './operator.ts'
import { StartupError } from '../startup-error.ts'

await operate(async ({ database, hosted, address }) => {
  const email = (process.argv[2] ?? '').trim().toLowerCase()
  if (!/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(email)) {
    throw new StartupError('Say whose: npm run make-admin -- asha@example.in')
  }
  if (!hosted) {
    const link = await ensureAdmin(database, address, email, true)
    log.say(`${email} is an admin. Set the password (works once, for 24 hours): ${link}`)
    return
  }
  const missing = await notAttached(database)
  if (missing.length > 0) throw new StartupError(`First run in the project's SQL editor: ${missing.join(' ')}`)
  const outcome = await promoteHosted(database, email)
  if (outcome === 'unknown') throw new StartupError(`No one signed up as ${email} yet; sign up in the shop first.`)
  if (outcome === 'unconfirmed') {
    throw new StartupError(`${email} has not confirmed its address yet; open the link in the mail first.`)
  }
  log.say(
    outcome === 'taken-over'
      ? `${email} is an admin. Its password and its sessions have ended: set a new password with "Forgot password?" in the shop.`
      : `${email} is an admin.`,
  )
})
