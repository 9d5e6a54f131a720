import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { tempFolder } from '../../tests/support/server/temp-folder.ts'

const done = vi.hoisted((): string[] => [])

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const names = new Map<number, string>()
  return {
    ...fs,
    openSync: (...args: Parameters<typeof fs.openSync>) => {
      const file = fs.openSync(...args)
      names.set(file, String(args[0]))
      return file
    },
    fsyncSync: (file: number) => {
      done.push(`sync ${basename(names.get(file) ?? '').replace(/\..*/, '')}`)
      fs.fsyncSync(file)
    },
    renameSync: (from: string, to: string) => {
      done.push(`rename to ${basename(to)}`)
      fs.renameSync(from, to)
    },
  }
})

test('a file is on the disk before it has its name, and its name before the write is over', async () => {
  const { writeWhole } = await import('./data-folder.ts')
  const folder = join(tempFolder())
  writeWhole(join(folder, 'secrets'), 'content')
  expect(readFileSync(join(folder, 'secrets'), 'utf8')).toBe('content')
  expect(done).toEqual(['sync secrets', 'rename to secrets', `sync ${basename(folder).replace(/\..*/, '')}`])
})
