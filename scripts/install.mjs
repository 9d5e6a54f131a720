/**
 * Set-up shared by `npm start` and `npm test`. Plain JavaScript for Node 20, because it runs before anything is
 * installed; everything after it runs on the Node that the package `node` brings.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const OLDEST_NODE = 20
const major = Number(process.versions.node.split('.')[0])
if (major < OLDEST_NODE) {
  console.error(`Mehfil needs Node ${OLDEST_NODE} or newer to set itself up; this is Node ${process.versions.node}.`)
  process.exit(1)
}

/** The Node that everything but this set-up runs on: the package's own, else (an unusual platform) the current one. */
export function modernNode() {
  const own = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(own)) return own
  if (major >= 24) return process.execPath
  console.error(
    `Node 24 could not be installed beside this Node ${process.versions.node}; install Node 24 and try again.`,
  )
  process.exit(1)
}

const fingerprint = (folder) =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')

/**
 * Guarantees that the packages of `package-lock.json` in that folder are installed; does nothing when they already
 * are. Says what it does, because it takes a minute the first time.
 * @param {string} name folder under the repository root, '.' for the root itself
 */
export function ensureInstalled(name) {
  const folder = join(root, name)
  const marker = join(folder, 'node_modules', '.mehfil-installed')
  const wanted = fingerprint(folder)
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  console.log(`Installing ${name === '.' ? 'packages' : `what the ${name} need`} (about a minute the first time) …`)
  const npm = process.env.npm_execpath
  // Not `npm ci`: it refuses a lock file without the optional packages of every platform, and which of those a lock
  // file lists depends on the machine that wrote it. `npm install` keeps every locked version just the same.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] }
  // `npm run` tells where its own code is; without it (a direct call) the shell finds npm.
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  if (status !== 0) {
    console.error(`Installing in ${name === '.' ? 'the project folder' : `${name}/`} failed; the lines above say why.`)
    process.exit(1)
  }
  writeFileSync(marker, wanted)
}
