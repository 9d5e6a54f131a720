/**
 * `npm test -- changed`: which layers, and which stories of the browser layer, a change can break. What it leaves out
 * cannot see the changed files: surfaces never import each other (scripts/lint/direction.mjs).
 */
import { spawnSync } from 'node:child_process'

/** What each kind of file can break; the first match counts. What no line names can break everything. */
const breaks = [
  [/^supabase\//, ['sql', 'database types', 'races', 'api', 'build', 'e2e', 'engines']],
  [/^server\//, ['api', 'races', 'build', 'e2e', 'engines']],
  [/^src\/.*\.test\.tsx?$/, []],
  [/^src\/(shop|platform)\//, ['api', 'races', 'build', 'bytes', 'e2e', 'engines']],
  [/^(src|public)\/|^(index\.html|vite\.config\.ts|manifest\.webmanifest)$/, ['build', 'bytes', 'e2e', 'engines']],
  [/^tests\/e2e\//, ['build', 'e2e']],
  [/^tests\/engines\//, ['build', 'engines']],
  [/^tests\/api\//, ['api']],
  [/^tests\/sql-races\//, ['races']],
  [/^tests\/storm\//, ['races', 'api']],
  [/^tests\/bench\//, ['bytes']],
  [/^tests\/(mutants\/|tools\/mutants)/, []],
  [/^docs\/|^[^/]+\.md$|^\.github\//, []],
]
/** Cheap, and about files of any kind. */
const always = [
  'format',
  'lint',
  'lint fixture',
  'rooms fixture',
  'unused',
  'used by tests only',
  'repeated',
  'licences',
  'types',
  'unit',
]

/** A story that never names these never opens the surface. */
const surfaces = [
  { folder: /^src\/console\//, opens: /staff|admin/i },
  { folder: /^src\/gate\//, opens: /gate|volunteer/i },
]

/**
 * @param {string[]} files changed files, as paths from the repository's root
 * @param {{ file: string, text: string }[]} stories every file of tests/e2e
 * @returns {{ layers: Set<string> | null, stories: string[] | null }} null: all of them
 */
export function affected(files, stories) {
  const layers = new Set(always)
  const chosen = new Set()
  let allStories = false
  for (const file of files) {
    const found = breaks.find(([pattern]) => pattern.test(file))
    if (!found) return { layers: null, stories: null }
    for (const layer of found[1]) layers.add(layer)
    if (!found[1].includes('e2e')) continue
    const surface = surfaces.find(({ folder }) => folder.test(file))
    if (surface) {
      for (const story of stories) if (surface.opens.test(story.text)) chosen.add(story.file)
    } else if (stories.some((story) => story.file === file)) chosen.add(file)
    else allStories = true
  }
  if (allStories) return { layers, stories: null }
  // No story at all: without a file the runner would take every one.
  if (chosen.size === 0) layers.delete('e2e')
  return { layers, stories: [...chosen] }
}

const git = (root, ...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : null
}

/** Files that differ from `$BASE`, else from where this branch left origin/main, else from the last commit; new ones too. */
export function changedFiles(root) {
  const base = process.env.BASE ?? git(root, 'merge-base', 'HEAD', 'origin/main')?.[0] ?? 'HEAD'
  const files = git(root, 'diff', '--name-only', base)
  if (!files) throw new Error(`git knows no ${base} to compare with.`)
  return { base, files: [...files, ...(git(root, 'ls-files', '--others', '--exclude-standard') ?? [])] }
}
