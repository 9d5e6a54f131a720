/** Checks that the subject of each commit is `area: what changed` and short enough for lists. */
import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const MAX_SIGNS = 72
const AREA_AND_CHANGE = /^[\p{L}\d][^:]*: \S/u

/** Commits up to this one are older than the check. */
const FROM = 'f3ca7b5316f6ba997d1ae96b2faac9be95906127'

/**
 * Checks the commits after `from`. A folder without them is no fault: a release file has no history, a shallow clone only
 * the end of it.
 * @returns {{ skipped: string } | { wrong: string[], checked: number }}
 */
export function checkSubjects(root, from) {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const top = git('rev-parse', '--show-toplevel')
  // Inside the checkout of something else, its history is not ours.
  if (top.status !== 0 || realpathSync(top.stdout.trim()) !== realpathSync(root))
    return { skipped: 'This folder is no checkout of git.' }
  if (git('merge-base', '--is-ancestor', from, 'HEAD').status !== 0)
    return { skipped: `This checkout does not reach back to ${from.slice(0, 8)}.` }
  const subjects = git('log', '--no-merges', '--format=%h %s', `${from}..HEAD`).stdout.split('\n').filter(Boolean)
  const wrong = subjects.flatMap((line) => {
    const subject = line.slice(line.indexOf(' ') + 1)
    const signs = Array.from(subject).length
    if (signs > MAX_SIGNS) return `${line}: ${signs} signs, at most ${MAX_SIGNS}`
    return AREA_AND_CHANGE.test(subject) ? [] : `${line}: not "area: what changed"`
  })
  return { wrong, checked: subjects.length }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { skipped, wrong, checked } = checkSubjects(fileURLToPath(new URL('../..', import.meta.url)), FROM)
  for (const line of wrong ?? []) console.error(line)
  if (!wrong?.length)
    console.log(
      skipped ? `${skipped} Subjects of commits are not checked.` : `${checked} subjects are as they should be.`,
    )
  process.exitCode = wrong?.length ? 1 : 0
}
