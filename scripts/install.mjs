// Set-up shared by `npm start` and `npm test`. Plain JavaScript for Node 20: it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const OLDEST_NODE = 20
/** The first that runs TypeScript directly. */
const MODERN_NODE = 24
/** Installed from npm on a machine with an older Node. */
const BROUGHT_NODE = '24.21.0'

const here = process.versions.node
const major = Number(here.split('.')[0])
if (major < OLDEST_NODE) {
  console.error(`Mehfil needs Node ${OLDEST_NODE} or newer to set itself up; this is Node ${here}.`)
  process.exit(1)
}

const windows = process.platform === 'win32'

function runNpm(command, folder, args) {
  const all = [command, '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', ...args]
  const options = { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] }
  // `npm run` sets npm_execpath; without it the shell finds npm.
  const npm = process.env.npm_execpath
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...all], options)
    : spawnSync('npm', all, { ...options, shell: windows })
  return status === 0
}

/** Returns a Node for everything but this set-up: the machine's from 24 on, else one that it installs in `.cache/`. */
export function modernNode() {
  if (major >= MODERN_NODE) return process.execPath
  const file = windows ? 'node.exe' : 'node'
  const folder = join(root, '.cache', `node-${BROUGHT_NODE}`)
  const program = join(folder, file)
  if (existsSync(program)) return program
  console.log(`Installing Node ${BROUGHT_NODE} beside this Node ${here} (120 MB, once) …`)
  const platform = windows ? 'win' : process.platform
  // The package `node` only installs one of these. Keeps just the program.
  const name = `${platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${process.arch}`
  const scratch = join(folder, `install-${process.pid}`)
  mkdirSync(scratch, { recursive: true })
  const wanted = `${name}@${BROUGHT_NODE}`
  const done = runNpm('install', scratch, ['--no-save', '--ignore-scripts', '--package-lock=false', wanted])
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

const scratchOf = (pid) => join(root, '.cache', `install-${pid}`)

/** Removes what interrupted installs left. */
function clearScratch() {
  const names = existsSync(join(root, '.cache')) ? readdirSync(join(root, '.cache')) : []
  for (const pid of names.map((name) => Number(/^install-(\d+)$/.exec(name)?.[1])).filter(Boolean)) {
    try {
      process.kill(pid, 0)
    } catch (error) {
      if (error.code === 'ESRCH') rmSync(scratchOf(pid), { recursive: true, force: true })
    }
  }
}

/** Puts what was made in the place of the packages, unless another command has meanwhile installed `enough`. */
function replace(packages, made, before, enough) {
  if (enough()) return true
  try {
    if (existsSync(packages)) renameSync(packages, before)
    renameSync(made, packages)
  } catch (error) {
    if (enough()) return true
    if (!existsSync(packages) && existsSync(before)) renameSync(before, packages)
    console.error(`${packages} could not be replaced (${error.code}): does a shop run in this folder?`)
    return false
  }
  return true
}

/** Installs a folder's packages unless they match its lock file. `development`: also those for checks and tests. */
export function ensureInstalled(name, { development = false } = {}) {
  const folder = join(root, name)
  const packages = join(folder, 'node_modules')
  const wanted = fingerprint(folder)
  const read = () => {
    // Holds `all` or `run`, and the lock file's fingerprint.
    const marker = join(packages, '.mehfil-installed')
    const [kind, of] = existsSync(marker) ? readFileSync(marker, 'utf8').split(' ') : []
    return { kind, enough: of === wanted && (kind === 'all' || !development) }
  }
  const { kind, enough } = read()
  if (enough) return
  console.log(`Installing ${name === '.' ? 'packages' : `what the ${name} need`} (about a minute the first time) …`)
  clearScratch()
  // Keeps development packages where they were installed once.
  const all = development || kind === 'all'
  // `npm ci` begins by removing all packages. Elsewhere, a running shop and an install that fails keep theirs.
  const scratch = scratchOf(process.pid)
  const made = join(scratch, 'node_modules')
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(folder, file), join(scratch, file))
  let done = runNpm('ci', scratch, [all ? '--include=dev' : '--omit=dev'])
  if (done) {
    mkdirSync(made, { recursive: true })
    writeFileSync(join(made, '.mehfil-installed'), `${all ? 'all' : 'run'} ${wanted}`)
    done = replace(packages, made, join(scratch, 'before'), () => read().enough)
  }
  rmSync(scratch, { recursive: true, force: true })
  if (done) return
  console.error(`Installing in ${name === '.' ? 'the project folder' : `${name}/`} failed; the lines above say why.`)
  process.exit(1)
}
