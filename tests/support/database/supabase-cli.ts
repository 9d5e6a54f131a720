import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const program = fileURLToPath(new URL('../../node_modules/supabase/dist/supabase.js', import.meta.url))

export function supabase(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }
    const child = spawn(process.execPath, [program, ...args, '--agent=no'], { cwd: root, env })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
    child.once('exit', (code) => resolve({ code, out, err }))
  })
}
