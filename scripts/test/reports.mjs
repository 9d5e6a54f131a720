// What the layers' own reports say: how many passed, which failed and why, which did not run.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '../install.mjs'

/** The first line of a message that says something, without colours, cut to what a terminal shows at once. */
function firstLine(message) {
  // eslint-disable-next-line no-control-regex
  const plain = (message ?? '').replaceAll(/\u001b\[[\d;]*m/g, '')
  return (plain.split('\n').find((line) => line.trim() !== '') ?? 'no message').trim().slice(0, 200)
}

/** Each failed test of vitest's report, and each file that failed outside any test. */
function vitestFailures(report) {
  return report.testResults.flatMap((one) => {
    const file = relative(root, one.name)
    const failed = one.assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && one.status === 'failed') return [`${file}: ${firstLine(one.message)}`]
    return failed.map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`)
  })
}

function ofVitest(report) {
  const tests = report.testResults.flatMap((one) => one.assertionResults)
  const titleOf = (test) => test.fullName
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    notRun: tests.filter((test) => test.status !== 'passed' && test.status !== 'failed').map(titleOf),
    // One that passed keeps the failures of its earlier attempts.
    again: tests.filter((test) => test.status === 'passed' && test.failureMessages?.length > 0).map(titleOf),
    failures: vitestFailures(report),
  }
}

function ofPlaywright(report) {
  const notRun = []
  const again = []
  const failures = (report.errors ?? []).map((error) => firstLine(error.message))
  const look = (spec, test) => {
    if (test.status === 'flaky') again.push(spec.title)
    if (test.status === 'skipped') notRun.push(spec.title)
    if (test.status !== 'unexpected') return
    const why = test.results.findLast((result) => result.error)?.error.message
    failures.push(`${spec.file}:${spec.line} > ${spec.title}: ${firstLine(why)}`)
  }
  const walk = (suite) => {
    for (const spec of suite.specs ?? []) for (const test of spec.tests) look(spec, test)
    for (const inner of suite.suites ?? []) walk(inner)
  }
  for (const suite of report.suites) walk(suite)
  return { passed: report.stats.expected + again.length, failed: report.stats.unexpected, notRun, again, failures }
}

/** Reads the report of a layer that ended with `code`. One without a report is one test. */
export function readCounts(kind, file, code) {
  const alone = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, notRun: [], again: [], failures: [] }
  if (!kind) return alone
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const counts = kind === 'vitest' ? ofVitest(report) : ofPlaywright(report)
    // A runner that failed outside any test (a broken file, a crash) has failed all the same.
    if (code !== 0 && counts.failed === 0) counts.failed = 1
    // A layer that executed nothing proves nothing.
    if (counts.passed + counts.failed === 0) counts.failed = 1
    return counts
  } catch {
    return { ...alone, passed: 0, failed: 1 }
  }
}
