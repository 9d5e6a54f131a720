// `npm run demo` adds demo data and prints its accounts; `-- --large` adds years of sales; `-- --remove` removes all.
import { fillLarge } from '../demo/large/fill-large.ts'
import { prepareDemo } from '../demo/prepare-demo.ts'
import { removeDemo } from '../demo/remove-demo.ts'
import { demoStaff } from '../demo/people.ts'
import { updateStatistics } from '../database/housekeeping.ts'
import { log } from '../log.ts'
import { operate } from './operator.ts'
import { StartupError } from '../startup-error.ts'
import { StoredFiles } from '../files/stored-files.ts'

const wishes = process.argv.slice(2)

await operate(async ({ database, folder, settings, hosted }) => {
  if (wishes.length > 1 || wishes.some((wish) => wish !== '--large' && wish !== '--remove')) {
    throw new StartupError('npm run demo takes nothing, or one of: -- --large, -- --remove.')
  }
  if (hosted) throw new StartupError('Demo data is for a shop of your own, not for a hosted Supabase.')
  const files = new StoredFiles(folder.files)
  if (wishes[0] === '--remove') {
    const { keptAdmin } = await removeDemo(database, files)
    log.say('The demo is gone: its concerts, people, payments and tickets. What others made is as it was.')
    if (keptAdmin) {
      log.say(
        `${demoStaff.admin.email} stays, because no other admin could open the console. Start with ADMIN_EMAIL to make ` +
          'yours, then remove once more.',
      )
    }
    return
  }
  const demo = await prepareDemo(database, folder, { ...settings, demo: 'on' }, true)
  if (wishes[0] === '--large') {
    await fillLarge(database, { now: new Date(), files, say: (text) => log.say(text) })
    await updateStatistics(database)
  }
  log.say('The shop has demo data. Its accounts:')
  for (const account of demo.accounts) log.say(`${account.role}  ${account.email}  ${account.password}`)
  if (demo.banner) log.say(demo.banner)
})
