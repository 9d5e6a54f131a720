import { isHosted } from '../auth/admin.ts'
import { authMailer } from '../mail/auth-mail.ts'
import { startBackend } from '../api/backend.ts'
import { openDataFolder, type DataFolder } from '../files/data-folder.ts'
import { openEmbedded, openPostgres, type Database } from '../database/database.ts'
import { log, nameOfError, quietConsole } from '../log.ts'
import { addressOf, readSettings, type Settings } from '../settings/settings.ts'
import { StartupError } from '../startup-error.ts'

export interface OperatorContext {
  settings: Settings
  database: Database
  folder: DataFolder
  /** True on a hosted Supabase, where the embedded backend was not started. */
  hosted: boolean
  address: string
}

/** Runs an operator's command on the data while no server runs, then exits: 0, or 1 with one sentence. */
export async function operate(work: (context: OperatorContext) => Promise<void>): Promise<never> {
  process.umask(0o077)
  quietConsole()
  const undo: (() => void | Promise<void>)[] = []
  let code = 0
  try {
    const settings = readSettings(process.env)
    const folder = openDataFolder(settings.dataDir)
    undo.push(() => folder.close())
    const database = settings.databaseUrl
      ? await openPostgres(settings.databaseUrl)
      : await openEmbedded(folder.database)
    undo.push(() => database.close())
    const address = addressOf(settings, settings.port)
    const hosted = await isHosted(database)
    if (!hosted) {
      await startBackend(database, folder, settings, authMailer(null, database, address), address)
    }
    await work({ settings, database, folder, hosted, address })
  } catch (error) {
    log.warn(error instanceof StartupError ? error.message : `This did not work (${nameOfError(error)}).`)
    if (process.env.MEHFIL_TRACE === '1' && error instanceof Error) log.warn(error.stack ?? '')
    code = 1
  }
  for (const step of undo.reverse()) await step()
  process.exit(code)
}
