import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_SEEN_BYTES, MAX_SEEN_FILE_BYTES, MAX_SEEN_FILES, keepSeen, serveSeen } from './seen-pictures.ts'

class FakeCache {
  readonly files = new Map<string, Response>()
  match = async (at: string | Request) => this.files.get(typeof at === 'string' ? at : at.url)?.clone()
  put = async (url: string, answer: Response) => void this.files.set(url, answer)
  keys = async () => [...this.files.keys()].map((url) => new Request(url))
  delete = async (at: Request) => this.files.delete(at.url)
}

let cache: FakeCache
let answer: () => Promise<Response>
beforeEach(() => {
  cache = new FakeCache()
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal('fetch', () => answer())
})
afterEach(() => vi.unstubAllGlobals())

const picture =
  (bytes: number, type = 'image/webp') =>
  async () =>
    new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })

async function see(url: string): Promise<Response> {
  const work: Promise<unknown>[] = []
  const seen = await serveSeen(
    'seen',
    new Request(url),
    (_, kept) => kept[0],
    (more) => work.push(more),
  )
  await Promise.all(work)
  return seen
}
const at = (n: number): string => `https://shop.example/${n}.webp`

test('a picture of before the worker is kept once, and a page in its place never', async () => {
  const asked = vi.fn<() => Promise<Response>>(picture(10))
  answer = asked
  await keepSeen('seen', at(1))
  await keepSeen('seen', at(1))
  expect([...cache.files.keys()]).toEqual([at(1)])
  expect(asked).toHaveBeenCalledTimes(1)
  answer = picture(10, 'text/html')
  await keepSeen('seen', at(2))
  expect([...cache.files.keys()]).toEqual([at(1)])
})

test('a picture that was seen is shown without a network', async () => {
  answer = picture(10)
  await see(at(1))
  answer = () => Promise.reject(new TypeError('offline'))
  expect((await (await see(at(1))).arrayBuffer()).byteLength).toBe(10)
  expect((await (await see(at(2))).arrayBuffer()).byteLength).toBe(10)
})

test('what was never seen fails', async () => {
  answer = () => Promise.reject(new TypeError('offline'))
  await expect(see(at(1))).rejects.toThrow('offline')
})

test('pages and errors are not kept', async () => {
  answer = picture(10, 'text/html')
  await see(at(1))
  answer = async () => new Response('gone', { status: 404, headers: { 'content-type': 'image/webp' } })
  await see(at(2))
  answer = picture(MAX_SEEN_FILE_BYTES + 1)
  await see(at(3))
  expect(cache.files.size).toBe(0)
})

test('the oldest go, by number and by size', async () => {
  answer = picture(10)
  for (let n = 0; n < MAX_SEEN_FILES + 3; n += 1) await see(at(n))
  expect([...cache.files.keys()][0]).toBe(at(3))
  expect(cache.files.size).toBe(MAX_SEEN_FILES)
  answer = picture(MAX_SEEN_FILE_BYTES)
  for (let n = 200; n < 230; n += 1) await see(at(n))
  expect(cache.files.size * MAX_SEEN_FILE_BYTES).toBeLessThanOrEqual(MAX_SEEN_BYTES)
})
