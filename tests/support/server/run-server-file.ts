import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { SHORT_LIVED } from '../database/short-lived.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export function runServerFile(
  file: string,
  env: Record<string, string>,
  args: string[] = [],
  timeoutMs = 60_000,
): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const kept = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', DEMO: '0' }
    const child = spawn(process.execPath, [SHORT_LIVED, file, ...args], {
      cwd: root,
      env: { ...kept, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    child.once('exit', (code) => {
      clearTimeout(timer)
      resolve({ code, out, err })
    })
  })
}
