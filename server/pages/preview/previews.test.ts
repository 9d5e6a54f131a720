import { expect, test } from 'vitest'
import { anEvent } from '../../../tests/support/concerts/plain-rows.ts'
import { FIRST_LOOK } from '#shop/settings/shop-look.ts'
import { UNREAD } from '../kept-pages.ts'
import { previewPath, previewOf } from './preview.ts'
import { Previews } from './previews.ts'
import type { Ordered } from './preview-worker.ts'

const idOf = (n: number): string => `8a1b6f7e-0000-4000-8000-${String(n).padStart(12, '0')}`
const request = (headers = {}, method = 'GET') => ({ method, headers })

function aShop({ poster = null as Buffer | null, fails = (_: Ordered): boolean => false, bytes = 1_000 } = {}) {
  const drawn: Ordered[] = []
  const events = new Map([1, 2, 3].map((n) => [idOf(n), anEvent({ id: idOf(n) })]))
  const own = `${idOf(1)}/0123456789abcdef-1280x1600-webp`
  const about = { ...anEvent().about!, poster: { path: own, alt: 'A lamp' } }
  if (poster) events.set(idOf(1), anEvent({ id: idOf(1), about }))
  let isRead = true
  const previews = new Previews(
    {
      found: async (id) => {
        const event = events.get(id)
        return isRead ? (event ? { event, look: FIRST_LOOK, terms: [] } : null) : UNREAD
      },
    },
    {
      draw: async (ordered) => {
        drawn.push(ordered)
        await Promise.resolve()
        return fails(ordered) ? null : Buffer.alloc(bytes, drawn.length)
      },
    },
    {
      pages: { textOf: (name) => `<svg ${name}>` },
      stored: {
        readObject: async (bucket, name) =>
          poster && bucket === 'posters' && name === `${own}-1280.jpg`
            ? { bytes: poster, mimetype: 'image/jpeg', eTag: '"x"' }
            : null,
      },
    },
  )
  const ask = (path: string, headers = {}, method = 'GET', sender = 'one') =>
    previews.answer(request(headers, method), new URL(`http://shop${path}`), sender)
  return { ask, drawn, events, refuse: () => void (isRead = false) }
}

test('a picture is drawn once for all who ask, whatever is behind its address', async () => {
  const { ask, drawn } = aShop()
  const path = `/events/${idOf(1)}.png`
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => ask(`${path}?v=${at}&x=${at}`, {}, 'GET', `sender ${at % 20}`)),
  )
  expect(answers.map((one) => one?.status)).toEqual(answers.map(() => 200))
  expect(drawn).toHaveLength(1)
  expect(answers[0]?.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-cache' })
  const { etag } = answers[0]!.headers
  expect(await ask(path, { 'if-none-match': `"x", W/${etag}` })).toMatchObject({ status: 304, body: null })
  expect((await ask(path.toUpperCase().replace('/EVENTS', '/events').replace('PNG', 'png')))?.status).toBe(200)
  expect(drawn).toHaveLength(1)
})

test('the address with the version is kept for ever; another version is drawn anew', async () => {
  const { ask, drawn, events } = aShop()
  const event = events.get(idOf(1))!
  const path = previewPath(event.id, previewOf(event, FIRST_LOOK))
  expect((await ask(path))?.headers['cache-control']).toContain('immutable')
  events.set(idOf(1), { ...event, venue: 'Elsewhere' })
  const changed = await ask(path)
  expect(changed?.headers['cache-control']).toBe('no-cache')
  expect(drawn.map(({ preview }) => preview.venue)).toEqual(['Saptak Hall', 'Elsewhere'])
})

test('what no visitor may read has no picture', async () => {
  const { ask, drawn, refuse } = aShop()
  expect((await ask(`/events/${idOf(9)}.png`))?.status).toBe(404)
  for (const path of [
    '/events/x.png',
    `/events/${idOf(1)}.png/`,
    `/events/..%2f${idOf(1)}.png`,
    `/events/${idOf(1)}.svg`,
  ])
    expect(await ask(path)).toBeNull()
  expect((await ask(`/events/${idOf(1)}.png`, {}, 'POST'))?.status).toBe(405)
  refuse()
  expect(await ask(`/events/${idOf(1)}.png`)).toMatchObject({ status: 503, headers: { 'cache-control': 'no-store' } })
  expect(drawn).toEqual([])
})

test('the uploaded poster is used, and the drawn one where that fails', async () => {
  const poster = Buffer.from('jpeg')
  const good = aShop({ poster })
  await good.ask(`/events/${idOf(1)}.png`)
  expect(good.drawn.map((one) => one.pictures.jpeg)).toEqual([poster])
  const bad = aShop({ poster, fails: (ordered) => ordered.pictures.jpeg !== null })
  expect((await bad.ask(`/events/${idOf(1)}.png`))?.status).toBe(200)
  expect(bad.drawn.map((one) => one.pictures.jpeg)).toEqual([poster, null])
})

test('what cannot be drawn is not tried again at once', async () => {
  const { ask, drawn } = aShop({ fails: () => true })
  for (const _ of [1, 2, 3]) expect((await ask(`/events/${idOf(1)}.png`))?.status).toBe(503)
  expect(drawn).toHaveLength(1)
})

test('the pictures that were not used for longest are forgotten when there are too many bytes', async () => {
  const { ask, drawn } = aShop({ bytes: 10 * 1024 * 1024 })
  for (const n of [1, 2, 1, 3, 1]) await ask(`/events/${idOf(n)}.png`)
  expect(drawn).toHaveLength(3)
  await ask(`/events/${idOf(2)}.png`)
  expect(drawn).toHaveLength(4)
})
