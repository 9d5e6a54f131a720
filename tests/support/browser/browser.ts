import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../../.cache', import.meta.url))

/** Flags of every test browser; none changes what a page may do. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
]

export interface Browser {
  executablePath: string
  args: string[]
}

/**
 * The browser for tests: `$CHROMIUM_PATH`, else the npm package's (needs no root, and as a shell without windows computes
 * a quarter less), else Debian's. The package's own flags are not used: they switch off features under test.
 */
export async function testBrowser(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet
  const given = process.env.CHROMIUM_PATH
  if (given) return { executablePath: given, args }
  if (process.platform === 'linux' && process.arch === 'x64')
    return { executablePath: await packagedBrowser(), args: [...args, '--no-sandbox'] }
  const installed = '/usr/bin/chromium'
  if (existsSync(installed)) return { executablePath: installed, args }
  throw new Error('There is no browser for tests here: name a Chromium in CHROMIUM_PATH.')
}

/** The packaged browser, unpacked once for all runs and workers, and moved into place whole. */
async function packagedBrowser(): Promise<string> {
  const manifest = readFileSync(new URL('../../node_modules/@sparticuz/chromium/package.json', import.meta.url), 'utf8')
  const place = join(cache, `chromium-${(JSON.parse(manifest) as { version: string }).version}`)
  if (!existsSync(place)) {
    mkdirSync(cache, { recursive: true })
    const making = mkdtempSync(`${place}-`)
    const before = process.env.TMPDIR
    // The package has no other option for the folder.
    process.env.TMPDIR = making
    try {
      const { default: chromium } = await import('@sparticuz/chromium')
      await chromium.executablePath()
      renameSync(making, place)
    } catch (error) {
      rmSync(making, { recursive: true, force: true })
      if (!existsSync(place)) throw error
    } finally {
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
    }
  }
  return join(place, 'chromium')
}
