/**
 * Set-up shared by `npm start` and `npm test`. Plain JavaScript for Node 20, because it runs before anything is
 * installed; everything after it runs on the Node that `modernNode` returns.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const OLDEST_NODE = 20
/** The first that runs TypeScript as it is. */
const MODERN_NODE = 24
/** What is installed, from npm, on a machine whose own Node is older than that. */
const BROUGHT_NODE = '24.21.0'

const here = process.versions.node
const major = Number(here.split('.')[0])
if (major < OLDEST_NODE) {
  console.error(`Mehfil needs Node ${OLDEST_NODE} or newer to set itself up; this is Node ${here}.`)
  process.exit(1)
}

const windows = process.platform === 'win32'

/** Runs npm's `install` in that folder; returns whether it succeeded. */
function npmInstall(folder, args) {
  const all = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...args]
  const options = { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] }
  // `npm run` tells where its own code is; without it (a direct call) the shell finds npm.
  const npm = process.env.npm_execpath
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...all], options)
    : spawnSync('npm', all, { ...options, shell: windows })
  return status === 0
}

/**
 * The Node that everything but this set-up runs on: the machine's own from Node 24 on, else one in `.cache/`, which is
 * installed when it is not there.
 */
export function modernNode() {
  if (major >= MODERN_NODE) return process.execPath
  const file = windows ? 'node.exe' : 'node'
  const folder = join(root, '.cache', `node-${BROUGHT_NODE}`)
  const program = join(folder, file)
  if (existsSync(program)) return program
  console.log(`Installing Node ${BROUGHT_NODE} beside this Node ${here} (120 MB, once) …`)
  const platform = windows ? 'win' : process.platform
  // The package `node` is a script that installs one of these. Of its files the program alone is kept.
  const name = `${platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${process.arch}`
  const scratch = join(folder, `install-${process.pid}`)
  mkdirSync(scratch, { recursive: true })
  const done = npmInstall(scratch, ['--ignore-scripts', '--package-lock=false', `${name}@${BROUGHT_NODE}`])
  if (done) renameSync(join(scratch, 'node_modules', name, 'bin', file), program)
  rmSync(scratch, { recursive: true, force: true })
  if (done) return program
  console.error(`Node ${MODERN_NODE} could not be installed beside this Node ${here}; install it and try again.`)
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
 * @param {{ development?: boolean }} options `development`: also what only checks and tests need
 */
export function ensureInstalled(name, { development = false } = {}) {
  const folder = join(root, name)
  // `all` or `run`, and the fingerprint of the lock file.
  const marker = join(folder, 'node_modules', '.mehfil-installed')
  const [kind, of] = existsSync(marker) ? readFileSync(marker, 'utf8').split(' ') : []
  const wanted = fingerprint(folder)
  if (of === wanted && (kind === 'all' || !development)) return
  console.log(`Installing ${name === '.' ? 'packages' : `what the ${name} need`} (about a minute the first time) …`)
  // An update keeps the development part where it was installed once.
  const all = development || kind === 'all'
  // Not `npm ci`: it refuses a lock file without the optional packages of every platform, and which of those a lock
  // file lists depends on the machine that wrote it. `npm install` keeps every locked version just the same.
  if (!npmInstall(folder, [all ? '--include=dev' : '--omit=dev'])) {
    console.error(`Installing in ${name === '.' ? 'the project folder' : `${name}/`} failed; the lines above say why.`)
    process.exit(1)
  }
  writeFileSync(marker, `${all ? 'all' : 'run'} ${wanted}`)
}
