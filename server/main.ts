import './api/lite-environment.ts'
import { ensureAdmin, isHosted } from './auth/admin.ts'
import { ApiGuard } from './api/api-guard.ts'
import { Availability } from './sale/availability.ts'
import { Catalogue } from './sale/catalogue.ts'
import { Figures } from './sale/figures.ts'
import { Live } from './sale/live.ts'
import { Queues } from './sale/queue/queues.ts'
import { SaleCalls } from './sale/sale-calls.ts'
import { startQueueRate } from './sale/queue/queue-rate.ts'
import { startQueueWork } from './sale/queue/queue-work.ts'
import { authMailer } from './mail/auth-mail.ts'
import { startBackend } from './api/backend.ts'
import { openDataFolder } from './files/data-folder.ts'
import { openEmbedded, openPostgres, type Database } from './database/database.ts'
import { EventPages } from './pages/event-page.ts'
import { FoundPages } from './pages/found-pages.ts'
import { PreviewDrawer } from './pages/preview/preview-drawer.ts'
import { Previews } from './pages/preview/previews.ts'
import { sendOutgoingMail, startAnnouncements } from './mail/outgoing-mail.ts'
import { fontsOfShop } from './mail/pdf/shop-fonts.ts'
import { prepareDemo } from './demo/prepare-demo.ts'
import { startHousekeeping } from './database/housekeeping.ts'
import { log, nameOfError, quietConsole } from './log.ts'
import { openMailer } from './mail/mailer.ts'
import { startPictureRetention } from './files/picture-retention.ts'
import { openProofs } from './proofs/open-proofs.ts'
import { Posters } from './files/posters.ts'
import { freeBytes, FreeSpace } from './files/free-space.ts'
import { shopName } from './settings/shop-name.ts'
import { FIRST_LOOK } from '#shop/settings/shop-look.ts'
import { ShopPages } from './pages/shop-pages.ts'
import { machineSettings } from './settings/machine.ts'
import { addressOf, isEncrypted, readSettings, type Settings } from './settings/settings.ts'
import { SignInGuard } from './auth/sign-in-guard.ts'
import { StartupError } from './startup-error.ts'
import { StaticFiles } from './pages/static-files.ts'
import { StoredFiles } from './files/stored-files.ts'
import { answerOf } from './http/surfaces.ts'
import { Opening } from './http/opening.ts'
import { openWebServer } from './http/web-server.ts'
import { Reports } from './front/reports.ts'
import { startFront } from './front/start-front.ts'

/** Marks an opened data folder, so that deleted demo data does not come back. */
const OPENED_FILE = 'opened.json'

/** Last first. */
const undo: (() => void | Promise<void>)[] = []
let stopping: Promise<void> | undefined

function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const step of undo.reverse()) await step()
  })()
  return stopping
}

const NO_LIMIT = 1_000_000

/** Sets the limit in the database, which enforces it on hosted shops, too. */
async function limitContactMessages(database: Database, perHour: number | null): Promise<void> {
  if (perHour === null) return
  const most = perHour === 0 ? NO_LIMIT : perHour
  await database.query("update private.limits set per_hour = $1 where name = 'contact_messages'", [most])
  // The limit for all visitors together must not be lower than the one for a sender.
  await database.query(
    "update private.limits set per_hour = greatest(per_hour, $1) where name = 'contact_messages_of_strangers'",
    [most],
  )
}

function endWith(code: number): void {
  void stop().then(
    () => process.exit(code),
    () => process.exit(1),
  )
}

async function start(settings: Settings): Promise<void> {
  if (settings.frontOf) {
    const { port } = await startFront(settings, settings.frontOf, undo)
    log.say(`${FIRST_LOOK.name} is open at ${addressOf(settings, port)}, a front of ${settings.frontOf}`)
    return
  }
  const folder = openDataFolder(settings.dataDir)
  undo.push(() => folder.close())
  const pages = new StaticFiles(settings.pagesDir)
  const figures = new Figures()
  const opening = new Opening()
  const web = await openWebServer(settings, {
    ...{ indexHtml: pages.indexHtml, figures },
    answer: (request, url) => opening.answer(request, url),
  })
  const database = settings.databaseUrl
    ? await openPostgres(settings.databaseUrl)
    : await openEmbedded(folder.database, settings.statementMs)
  undo.push(() => database.close())
  if (await isHosted(database)) {
    throw new StartupError(
      'DATABASE_URL names a hosted Supabase, which has a backend of its own; build the pages with VITE_SUPABASE_URL instead.',
    )
  }
  const mailer = settings.mail && openMailer(settings.mail)
  if (mailer) undo.push(() => mailer.close())
  // Port 0 is known only later, but only tests use it.
  const address = addressOf(settings, settings.port)
  const backend = await startBackend(database, folder, settings, authMailer(mailer, database, address), address)
  await limitContactMessages(database, settings.limits.contactPerHour)
  const opened = folder.readJson<{ at: string }>(OPENED_FILE)
  const demo = await prepareDemo(database, folder, settings, opened === null)
  if (!opened) folder.writeJson(OPENED_FILE, { at: new Date().toISOString() })
  const signIn = new SignInGuard({
    limits: settings.limits,
    database,
    mailer,
    address,
    encrypted: isEncrypted(settings),
  })
  const pictures = new FreeSpace(() => freeBytes(folder.files), settings.limits.freeMb)
  const catalogue = new Catalogue(database)
  const gate = new ApiGuard({
    backend,
    database,
    pictures,
    sale: new SaleCalls(database, folder.secrets.jwtSecret),
    figures,
    signIn,
    anonKey: folder.secrets.anonKey,
    jwtSecret: folder.secrets.jwtSecret,
    address,
    proxies: settings.proxies,
    google: settings.google !== null,
    host: settings.host,
    publicUrl: settings.publicUrl,
    onWrite: () => catalogue.doubt(),
  })
  const stored = new StoredFiles(folder.files)
  undo.push(startHousekeeping(database))
  undo.push(startQueueWork(database))
  undo.push(pictures.keepAnnouncing(database))
  undo.push(startPictureRetention(database, stored))
  undo.push(startAnnouncements(database))
  if (mailer) undo.push(sendOutgoingMail(database, mailer, address, fontsOfShop))
  const adminLink = settings.adminEmail && (await ensureAdmin(database, address, settings.adminEmail))
  const events = new EventPages(database, pages.indexHtml, address)
  const found = new FoundPages(database, address)
  const drawer = new PreviewDrawer(true)
  undo.push(() => drawer.close())
  const proofs = await openProofs(database, settings)
  undo.push(() => proofs.stop())
  const posters = new Posters(stored)
  const availability = new Availability(database)
  const queues = new Queues(database)
  const fronts = new Reports(folder.secrets.jwtSecret)
  undo.push(startQueueRate(database, figures, fronts))
  const live = new Live({
    ...{ database, figures, availability, queues, fronts },
    adminOf: (request) => gate.adminOf(request),
    metricsToken: settings.metricsToken,
    machine: machineSettings(settings),
  })
  const surfaces = {
    gate,
    availability,
    queues,
    catalogue,
    live,
    fronts,
    database,
    pages: new ShopPages(database, pages),
    posters,
    events,
    found,
    previews: new Previews(events, drawer, { pages, stored }),
    proofs,
  }
  opening.open(answerOf(surfaces, settings))
  undo.push(() => web.close())
  log.say(`${await shopName(database)} is open at ${addressOf(settings, web.port)}`)
  for (const account of demo.accounts) log.say(`${account.role}  ${account.email}  ${account.password}`)
  if (demo.banner) log.say(demo.banner)
  if (adminLink) log.say(`Set the password of ${settings.adminEmail} (works once, for 24 hours): ${adminLink}`)
}

async function giveUp(why: unknown): Promise<never> {
  const sentence = why instanceof StartupError ? why.message : `Mehfil could not start (${nameOfError(why)}).`
  log.warn(sentence)
  if (process.env.MEHFIL_TRACE === '1') log.warn(why instanceof Error ? (why.stack ?? '') : String(why))
  try {
    await stop()
  } catch {
    // Report why the start failed, not why closing did.
  }
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    endWith(0)
  })
}
// `npm start` ended.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The state is unknown after an uncaught exception: close the data, a supervisor restarts.
process.on('uncaughtException', (fault) => {
  log.warn(`The shop stopped on a fault (${nameOfError(fault)}).`)
  endWith(1)
})
// Without this, a log line that cannot be written is an uncaught exception, and its report cannot be written either.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
// An unhandled rejection must not end the shop.
process.on('unhandledRejection', (error) => log.warn(`Something failed in the background (${nameOfError(error)}).`))

const OLDEST_NODE = 24
if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  log.warn(`The server needs Node ${OLDEST_NODE}; this is Node ${process.versions.node}. Start it with npm start.`)
  process.exit(1)
}
// Files are readable by their owner only.
process.umask(0o077)
quietConsole()
try {
  await start(readSettings(process.env))
} catch (error) {
  await giveUp(error)
}
