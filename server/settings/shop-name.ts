import { readFileSync } from 'node:fs'

export function shopName(): string {
  const config = JSON.parse(readFileSync(new URL('../../mehfil.config.json', import.meta.url), 'utf8')) as {
    name?: unknown
  }
  return typeof config.name === 'string' && config.name !== '' ? config.name : 'Mehfil'
}
