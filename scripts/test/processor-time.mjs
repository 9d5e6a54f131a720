// The processor seconds of a layer with all its processes: of a control group, where this program may make one, else what
// the system has counted of the processes that ended (man 5 proc, cutime and cstime).
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const V1 = '/sys/fs/cgroup/cpuacct'
const V2 = '/sys/fs/cgroup'
/** Clock ticks of Linux. */
const TICKS_PER_S = 100

let made = 0

function makeGroup() {
  const parent = existsSync(V1) ? V1 : existsSync(join(V2, 'cgroup.procs')) ? V2 : null
  if (!parent) return null
  made += 1
  const folder = join(parent, `mehfil-test-${process.pid}-${made}`)
  try {
    mkdirSync(folder)
    return folder
  } catch {
    return null
  }
}

function secondsOf(folder) {
  const v1 = join(folder, 'cpuacct.usage')
  if (existsSync(v1)) return Number(readFileSync(v1, 'utf8')) / 1e9
  return Number(/usage_usec (\d+)/.exec(readFileSync(join(folder, 'cpu.stat'), 'utf8'))?.[1] ?? 0) / 1e6
}

function secondsOfEnded() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_S
  } catch {
    return null
  }
}

/**
 * Measures one command. `wrap` gives the program and arguments to start in its place; `end` returns the seconds, null
 * where the system tells nothing. Without a group, of commands at the same time each counts them all.
 */
export function measureProcessor() {
  const group = makeGroup()
  if (!group) {
    const before = secondsOfEnded()
    return {
      wrap: (program, args) => [program, args],
      end: () => (before === null ? null : secondsOfEnded() - before),
    }
  }
  return {
    wrap: (program, args) => [
      'sh',
      ['-c', `echo $$ > ${join(group, 'cgroup.procs')}; exec "$0" "$@"`, program, ...args],
    ],
    end: () => {
      const seconds = secondsOf(group)
      try {
        // Processes that end a moment later move back.
        for (const pid of readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean))
          writeFileSync(join(group, '..', 'cgroup.procs'), pid)
        rmdirSync(group)
      } catch {}
      return seconds
    },
  }
}
