import { fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EMBEDDED_PUBLISHABLE_KEY as KEY } from '../../../src/platform/supabase/embedded-key.ts'
import { staticHostFiles } from '../../../server/pages/static-host.ts'
import { freePort } from '../../support/server/shop.ts'
import { within, type Report } from '../measure.ts'
import { requireAvailability } from './availability.ts'
import { CHANGES, HEAD, watchChanges, type Crowd } from './change-seen.ts'
import { openHall } from './hall.ts'
import { openShop } from './shop-kinds.ts'

const SEATS = 2_000
/** Without a cache, and with one. */
const CROWDS: [Crowd, Crowd] = [
  { watchers: 1_000, comeWithinMs: 5_000, limitMs: 15_000 },
  { watchers: 10_000, comeWithinMs: 10_000, limitMs: 15_000 },
]

/** Of one category, which may be kept for a second. */
const MOST_ASKED = 1.1

/**
 * A hosted shop's seat maps, without a cache and with nginx in front by the file that `npm run static-host -- nginx` writes:
 * how often the database is asked. Not measured without nginx.
 */
export async function cache(): Promise<Report> {
  if (spawnSync('nginx', ['-v']).error)
    return {
      tables: [],
      measures: [{ what: 'shared answers of a hosted shop, kept by nginx', value: 'nginx is not installed' }],
    }
  const opened = await openShop('postgres')
  const undo: (() => unknown)[] = [() => opened.close()]
  try {
    const size = { categories: 2, seatsEach: SEATS, customers: 2 * CHANGES }
    const hall = await opened.inDatabase((sql) => openHall(sql, size))
    const api = fork(join(import.meta.dirname, 'shared-server.ts'), [opened.databaseUrl!])
    undo.push(() => api.kill())
    const [port] = (await once(api, 'message')) as [number]
    const url = `http://127.0.0.1:${port}`
    const nginx = await startNginx(url)
    undo.push(nginx.stop)
    const rows: string[][] = []
    const measures: Report['measures'] = []
    for (const [n, at] of [url, nginx.url].entries()) {
      const crowd = CROWDS[n]!
      await requireAvailability(at, hall.categories[n]!.id)
      const before = await askedOf(url)
      const began = performance.now()
      const found = await watchChanges(opened, hall, n, crowd, at)
      const asked = ((await askedOf(url)) - before) / ((performance.now() - began) / 1_000)
      const how = n === 0 ? 'no cache' : 'nginx'
      rows.push([how, asked.toFixed(1), ...found.row])
      if (n === 1)
        measures.push(
          within(
            `hosted, nginx: ${crowd.watchers.toLocaleString('en')} watchers ask the database`,
            asked,
            MOST_ASKED,
            timesASecond,
          ),
        )
      measures.push(...found.measures.map((one) => ({ ...one, what: `hosted, ${how}: ${one.what}` })))
    }
    const title = 'Seat maps of a hosted shop: how often the database is asked, and when a change is seen'
    return { tables: [{ title, head: ['', 'asked a second', ...HEAD], rows }], measures }
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

const timesASecond = (times: number): string => `${times.toFixed(1)} times a second`

const askedOf = async (url: string): Promise<number> => Number(await (await fetch(`${url}/asked`)).text())

async function startNginx(backend: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'mehfil-nginx-'))
  const port = await freePort()
  const shared = staticHostFiles('nginx', { html: '<html></html>', backendOrigin: backend, key: KEY })[
    'nginx-mehfil-shared.conf'
  ]!
  writeFileSync(join(folder, 'shared.conf'), shared)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/pid; error_log stderr warn;
events { worker_connections 2048; }
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  proxy_cache_path ${folder}/cache keys_zone=mehfil:1m inactive=30s;
  server { listen 127.0.0.1:${port}; include ${folder}/shared.conf; }
}
`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 50 && !(await fetch(`${url}/`).catch(() => null)); tries += 1) await sleep(100)
  return {
    url,
    stop: async () => {
      child.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
