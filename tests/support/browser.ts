import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Flags every test browser starts with; none of them changes what a page may do. */
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
  /** False in the packaged browser, whose build leaves Background Sync out. */
  backgroundSync: boolean
}

/**
 * The browser for tests: `$CHROMIUM_PATH`, else Debian's, else the one that the npm package carries (no root needed).
 * The packaged one is used with our flags alone: its own are meant for a cloud function and switch off the very things
 * tested here.
 */
export async function testBrowser(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet
  for (const path of [process.env.CHROMIUM_PATH, '/usr/bin/chromium']) {
    if (path && existsSync(path)) return { executablePath: path, args, backgroundSync: true }
  }
  const scratch = join(tmpdir(), 'mehfil-chromium')
  mkdirSync(scratch, { recursive: true })
  process.env.TMPDIR = scratch
  const { default: chromium } = await import('@sparticuz/chromium')
  return { executablePath: await chromium.executablePath(), args: [...args, '--no-sandbox'], backgroundSync: false }
}
