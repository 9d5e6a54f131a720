import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventsFromAt } from '../../../src/shop/catalogue/catalogue-rows.ts'
import { availabilityPath, FROM_BROWSER } from './availability.ts'
import { encode } from './http-client.ts'
import { from } from './requests.ts'
import { addressOf, PAGE, type Watcher, type Watching } from './watchers.ts'

const dist = join(import.meta.dirname, '..', '..', '..', 'dist')
const WITHOUT_WAITING =
  /^assets\/(?:rolldown-runtime|react|first|after-load|event|sync|anek-(?:latin|rupee|deva-brand))-/
const CATALOGUE = `/rest/v1/rpc/read_catalogue?p_events_from=${encodeURIComponent(eventsFromAt(Date.now()))}`

/** Returns the files that an event's page asks for; those that its worker keeps afterwards are not counted. */
export function filesOfPage(): string[] {
  const worker = readFileSync(join(dist, 'service-worker.js'), 'utf8')
  const kept = [...worker.matchAll(/url:"([^"]+)"|"url":"([^"]+)"/g)].map(([, plain, quoted]) => plain ?? quoted!)
  return kept.filter((file) => WITHOUT_WAITING.test(file)).map((file) => `/${file}`)
}

/** Visits as a browser that has nothing: the event's page and its files, the catalogue, a category's seats. */
export async function visit(
  stranger: Watcher,
  { pool, answers, page }: Pick<Watching, 'pool' | 'answers'> & { page: string },
  files: readonly string[],
): Promise<void> {
  const origin = from(addressOf(stranger.number))
  const ask = (what: string, path: string, headers: Record<string, string>): Promise<unknown> =>
    answers.note(what, pool.ask(encode({ path, headers: { ...headers, ...origin } })))
  const fetched = { accept: '*/*', 'accept-encoding': 'br' }
  await sleep(stranger.comesAt)
  await ask('strangers: event page', page, PAGE)
  await Promise.all(files.map((file) => ask('strangers: files of the page', file, fetched)))
  await ask('strangers: catalogue', CATALOGUE, FROM_BROWSER)
  await ask('strangers: seats', availabilityPath(stranger.category), FROM_BROWSER)
}
