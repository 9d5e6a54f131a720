/**
 * Which browser engines beside Chromium this machine has for the layer `engines`, and where. Plain JavaScript, because
 * `npm test` asks before it knows anything else.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const firstOf = (paths) => paths.find((path) => path && existsSync(path)) ?? null

/** A program by its name, in the folders of $PATH. */
const inPath = (name) =>
  firstOf(
    (process.env.PATH ?? '')
      .split(':')
      .filter(Boolean)
      .map((folder) => join(folder, name)),
  )

/** Debian's Python: the one that finds python3-gi. */
const PYTHON = '/usr/bin/python3'

/** Firefox: `$FIREFOX_PATH`, else Debian's, else one in $PATH. */
export const firefoxPath = () =>
  firstOf([process.env.FIREFOX_PATH, '/usr/bin/firefox-esr']) ?? inPath('firefox-esr') ?? inPath('firefox')

/** Playwright's own WebKit: `$WEBKIT_PATH`, else one that was installed for it. */
export function playwrightWebKit() {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(process.env.HOME ?? '', '.cache', 'ms-playwright')
  const found = existsSync(folder) ? readdirSync(folder).filter((name) => /^webkit-\d+$/.test(name)) : []
  return firstOf([process.env.WEBKIT_PATH, ...found.map((name) => join(folder, name, 'pw_run.sh'))])
}

/** The folder of WebKitGTK's own programs, named after its interface and this machine. */
function miniBrowser() {
  const folders = ['/usr/libexec', '/usr/lib', ...ofMachine('/usr/lib'), ...ofMachine('/usr/libexec')]
  return firstOf(folders.flatMap((folder) => [`${folder}/webkit2gtk-4.1/MiniBrowser`]))
}

const ofMachine = (folder) =>
  existsSync(folder)
    ? readdirSync(folder).flatMap((name) => (name.includes('-linux-') ? [join(folder, name)] : []))
    : []

/** WebKitGTK with its driver, its browser and a screen for them; null when a part is missing. */
export function webkitGtk() {
  const driver = inPath('WebKitWebDriver')
  const screen = inPath('Xvfb')
  const browser = miniBrowser()
  return driver && screen && browser ? { driver, screen, browser } : null
}

/** True when Python can open a WebKit view, which the lasting profile needs. */
export function pythonHasWebKit() {
  const look = "import gi; gi.require_version('WebKit2', '4.1')"
  return existsSync(PYTHON) && spawnSync(PYTHON, ['-c', look], { stdio: 'ignore' }).status === 0
}

export { PYTHON as pythonPath }

/** Engines of the stories, each with what it is called in a log and what to install where it is missing. */
const engines = [
  { project: 'firefox', name: 'Firefox', packages: 'firefox-esr', has: () => firefoxPath() !== null },
  {
    project: 'webkit-private',
    name: 'WebKit, private session',
    packages: 'webkit2gtk-driver xvfb',
    has: () => playwrightWebKit() !== null || webkitGtk() !== null,
  },
  {
    project: 'webkit-lasting',
    name: 'WebKit, lasting profile',
    packages: 'webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1',
    has: () => playwrightWebKit() !== null || (webkitGtk() !== null && pythonHasWebKit()),
  },
]

/** The projects of tests/engines.config.ts that can run here, and those that cannot, in words. */
export function enginesHere() {
  const here = engines.map((engine) => ({ ...engine, found: engine.has() }))
  return {
    projects: here.filter((engine) => engine.found).map((engine) => engine.project),
    missing: here
      .filter((engine) => !engine.found)
      .map((engine) => `engines: ${engine.name} (not on this machine; Debian has ${engine.packages})`),
  }
}
