/** Rules are only worth something if they refuse: runs the one of sizes over files and folders that are too large. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MAX_FILES_PER_FOLDER, MAX_LINES_PER_FILE } from './rooms.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'mehfil-rooms-'))
const config = join(scratch, 'oxlintrc.json')
writeFileSync(
  config,
  JSON.stringify({ jsPlugins: [join(root, 'scripts/lint/rooms.mjs')], rules: { 'rooms/size': 'error' } }),
)

/** Writes a file of that many lines. */
function write(path, lines = 1) {
  const file = join(scratch, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, Array.from({ length: lines }, (_, n) => `export const line${n} = ${n}\n`).join(''))
}

/** Fills a folder with that many files, and what does not count among them. */
function fill(folder, files) {
  for (let n = 0; n < files; n += 1) write(`${folder}/file-${String(n).padStart(2, '0')}.ts`)
  for (const other of ['file-00.test.ts', 'types.d.ts', 'names.json', 'look.css']) write(`${folder}/${other}`)
}

write('src/shop/orders/long.ts', MAX_LINES_PER_FILE + 1)
write('src/shop/orders/long.test.ts', MAX_LINES_PER_FILE + 1)
write('src/platform/supabase/database.types.ts', MAX_LINES_PER_FILE + 1)
write('server/mail/as-long-as-allowed.ts', MAX_LINES_PER_FILE)
write('scripts/long.ts', MAX_LINES_PER_FILE + 1)
fill('server/full', MAX_FILES_PER_FOLDER)
fill('src/overfull', MAX_FILES_PER_FOLDER + 1)
fill('tests/support/overfull', MAX_FILES_PER_FOLDER + 1)
fill('tests/stories', MAX_FILES_PER_FOLDER + 1)
write('tests/support/server/long.ts', MAX_LINES_PER_FILE + 1)

const { stdout, stderr } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/oxlint/bin/oxlint'), '-c', config, '--format', 'json', '.'],
  { cwd: scratch, encoding: 'utf8' },
)
rmSync(scratch, { recursive: true, force: true })

const expected = ['src/overfull/file-00.ts', 'src/shop/orders/long.ts', 'tests/support/overfull/file-00.ts']
let refused
try {
  refused = JSON.parse(stdout)
    .diagnostics.filter((one) => one.code === 'rooms(size)')
    .map((one) => one.filename.replaceAll('\\', '/'))
    .sort()
} catch {
  console.error(`oxlint did not answer as expected:\n${stdout}${stderr}`)
  process.exit(1)
}
if (refused.join() !== expected.join()) {
  console.error(`expected refusals of ${expected.join(', ')}; found ${refused.join(', ') || 'none'}`)
  process.exit(1)
}
console.log('The rule of sizes refuses what it must.')
