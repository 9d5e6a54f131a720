import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkSubjects } from './commit-subjects.mjs'

// A release file is tested where there may be no git.
const testWithGit = test.skipIf(spawnSync('git', ['--version']).status !== 0)

let root
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'mehfil-commits-'))))
afterEach(() => rmSync(root, { recursive: true, force: true }))

const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.in', '-c', 'commit.gpgsign=false', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()

/** Makes a commit without files and returns its name. */
function commit(subject) {
  git('commit', '--allow-empty', '-m', subject)
  return git('rev-parse', 'HEAD')
}

testWithGit('refuses a subject that is long or names no area, and none from before the rule', () => {
  git('init', '-q')
  commit('An older one')
  const from = commit('Another of them')
  commit('seats, cart: a short one')
  commit('npm test: one of two words')
  expect(checkSubjects(root, from)).toMatchObject({ wrong: [], checked: 2 })
  commit('A sentence')
  commit(`seats: ${'a'.repeat(66)}`)
  commit('seats:')
  expect(checkSubjects(root, from).wrong).toEqual([
    expect.stringContaining('seats:'),
    expect.stringContaining('73 signs'),
    expect.stringContaining('A sentence'),
  ])
})

testWithGit('says so where there is nothing to check', () => {
  expect(checkSubjects(root, 'a'.repeat(40))).toEqual({ skipped: 'This folder is no checkout of git.' })
  git('init', '-q')
  expect(checkSubjects(root, 'a'.repeat(40)).skipped).toContain('does not reach')
  commit('A sentence')
  expect(checkSubjects(root, 'a'.repeat(40)).skipped).toContain('does not reach')
})
