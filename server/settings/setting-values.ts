import { readFileSync } from 'node:fs'
import { StartupError } from '../startup-error.ts'

export type Environment = Record<string, string | undefined>

export const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/

/** Returns a variable's trimmed value; null when it is unset or empty. */
export function text(env: Environment, name: string): string | null {
  const value = env[name]?.trim()
  return value ? value : null
}

/** Reads a whole number from `least` to `most`. @throws {StartupError} for anything else */
export function wholeNumber(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const value = text(env, name)
  if (value === null) return fallback
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= least && number <= most)) {
    throw new StartupError(`${name} must be a whole number from ${least} to ${most}; it is "${value}".`)
  }
  return number
}

export const optionalNumber = (env: Environment, name: string, least: number, most: number): number | null =>
  text(env, name) === null ? null : wholeNumber(env, name, least, least, most)

/** Reads 1, true, yes, on or their opposites; null when it is unset. @throws {StartupError} for anything else */
export function onOff(env: Environment, name: string): boolean | null {
  const value = text(env, name)?.toLowerCase() ?? null
  if (value === null) return null
  if (['1', 'true', 'yes', 'on'].includes(value)) return true
  if (['0', 'false', 'no', 'off'].includes(value)) return false
  throw new StartupError(`${name} must be 1 or 0; it is "${value}".`)
}

/** Reads an e-mail address in lower case; null when it is unset. @throws {StartupError} for anything else */
export function email(env: Environment, name: string): string | null {
  const value = text(env, name)?.toLowerCase() ?? null
  if (value !== null && !EMAIL.test(value)) {
    throw new StartupError(`${name} must be an e-mail address; it is "${value}".`)
  }
  return value
}

/** Reads two variables that need each other; null when neither is set. @throws {StartupError} when one is missing */
export function pair(env: Environment, first: string, second: string): [string, string] | null {
  const [a, b] = [text(env, first), text(env, second)]
  if (a === null && b === null) return null
  if (a === null) throw new StartupError(`${second} is set but ${first} is not; set both or neither.`)
  if (b === null) throw new StartupError(`${first} is set but ${second} is not; set both or neither.`)
  return [a, b]
}

/** Reads the file that variable `name` names. @throws {StartupError} when it cannot be read */
export function readFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartupError(`${name} names "${path}", which cannot be read.`)
  }
}
