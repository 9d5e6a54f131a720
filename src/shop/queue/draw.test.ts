import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../tests/support/server/temp-folder.ts'
import { checkDraw, drawCommand, type Draw } from './draw.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const codes = Array.from({ length: 1_000 }, (_, n) => `K${String(n).padStart(9, '0')}`)

function drawOf(list: string): Draw & { byPlace: string[] } {
  const seed = sha256('a seed')
  const listHash = sha256(list)
  const byPlace = list
    .split('\n')
    .filter(Boolean)
    .toSorted((a, b) => (sha256(`${seed}:${listHash}:${a}`) < sha256(`${seed}:${listHash}:${b}`) ? -1 : 1))
  return { seed, seedHash: sha256(seed), listHash, list, byPlace }
}
const folder = tempFolder()
const draw = drawOf(`${codes.join('\n')}\n`)

test('finds the place of a code as everyone can, and says how far it is', async () => {
  const seen: number[] = []
  for (const place of [1, 500, 1_000]) {
    // oxlint-disable-next-line no-await-in-loop -- each check is the whole work
    const checked = await checkDraw(draw, draw.byPlace[place - 1]!, (done) => seen.push(done))
    expect(checked).toEqual({ seedFits: true, listFits: true, people: 1_000, place })
  }
  expect(seen.slice(0, 3)).toEqual([0.4, 0.8, 1])
})

test('has no place for a code that is not in the list, nor without a code', async () => {
  expect(await checkDraw(draw, '0000000000')).toMatchObject({ place: null, listFits: true })
  expect(await checkDraw(draw, null)).toMatchObject({ place: null, people: 1_000 })
})

test('finds another seed or another list out', async () => {
  expect(await checkDraw({ ...draw, seed: sha256('another') }, null)).toMatchObject({ seedFits: false, listFits: true })
  expect(await checkDraw({ ...draw, list: `${draw.list}ZZZZZZZZZZ\n` }, null)).toMatchObject({
    seedFits: true,
    listFits: false,
    people: 1_001,
  })
})

test('of a list without anyone is a draw, too', async () =>
  expect(await checkDraw(drawOf(''), null)).toEqual({ seedFits: true, listFits: true, people: 0, place: null }))

test('the command for a shell gives the same order', () => {
  const few = drawOf(`${codes.slice(0, 12).join('\n')}\n`)
  writeFileSync(join(folder, 'list.txt'), few.list)
  const said = execFileSync('sh', ['-c', drawCommand(few, 'list.txt')], { cwd: folder, encoding: 'utf8' })
  const [seedHash, listHash, ...lines] = said.trimEnd().split('\n')
  expect(seedHash).toContain(few.seedHash)
  expect(listHash).toContain(few.listHash)
  expect(lines.map((line) => line.trim().split(/\s+/))).toEqual(few.byPlace.map((code, n) => [String(n + 1), code]))
})
