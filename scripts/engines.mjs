// Finds browser engines beside Chromium for the layer `engines`. Plain JavaScript: `npm test` runs it before all else.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const firstOf = (paths) => paths.find((path) => path && existsSync(path)) ?? null

const inPath = (name) =>
  firstOf(
    (process.env.PATH ?? '')
      .split(':')
      .filter(Boolean)
      .map((folder) => join(folder, name)),
  )

/** Debian's Python, which finds python3-gi. */
const PYTHON = '/usr/bin/python3'

export const firefoxPath = () =>
  firstOf([process.env.FIREFOX_PATH, '/usr/bin/firefox-esr']) ?? inPath('firefox-esr') ?? inPath('firefox')

export function playwrightWebKit() {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(process.env.HOME ?? '', '.cache', 'ms-playwright')
  const found = existsSync(folder) ? readdirSync(folder).filter((name) => /^webkit-\d+$/.test(name)) : []
  return firstOf([process.env.WEBKIT_PATH, ...found.map((name) => join(folder, name, 'pw_run.sh'))])
}

/** WebKitGTK's folder is named after its API and the machine. */
function miniBrowser() {
  const folders = ['/usr/libexec', '/usr/lib', ...ofMachine('/usr/lib'), ...ofMachine('/usr/libexec')]
  return firstOf(folders.flatMap((folder) => [`${folder}/webkit2gtk-4.1/MiniBrowser`]))
}

const ofMachine = (folder) =>
  existsSync(folder)
    ? readdirSync(folder).flatMap((name) => (name.includes('-linux-') ? [join(folder, name)] : []))
    : []

/** Returns WebKitGTK's driver, browser and screen; null when one is missing. */
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

/** Returns the projects of tests/engines.config.ts that can run here, and sentences about the others. */
export function enginesHere() {
  const here = engines.map((engine) => ({ ...engine, found: engine.has() }))
  return {
    projects: here.filter((engine) => engine.found).map((engine) => engine.project),
    missing: here
      .filter((engine) => !engine.found)
      .map((engine) => `engines: ${engine.name} (not on this machine; Debian has ${engine.packages})`),
  }
}
