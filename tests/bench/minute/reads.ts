import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atLeast, notMeasured, type Report } from '../measure.ts'
import { availabilityPath, FROM_BROWSER, requireAvailability } from './availability.ts'
import { openHall, type Hall } from './hall.ts'
import { compare, CONNECTIONS, type Compared } from './rates.ts'
import { NAMES, openShop, type Kind, type ShopOfKind } from './shop-kinds.ts'
import { SmallOrders } from './small-orders.ts'

const LEAST = 0.8
const HALL = { categories: 1, seatsEach: 2_000, customers: 100, half: true }
const FILE = 'bench-availability.json'
const dist = join(import.meta.dirname, '..', '..', '..', 'dist')

interface Comparison {
  name: string
  ours: string
  reference: string
  measure(opened: ShopOfKind, hall: Hall, pages: string): Promise<Compared>
}

const COMPARISONS: Comparison[] = [
  {
    name: 'page',
    ours: '/events/{id}',
    reference: '/index.html',
    measure: ({ shop }, hall) => {
      const headers = { accept: 'text/html', 'accept-encoding': 'br' }
      return compare(shop.url, { path: `/events/${hall.event}`, headers }, { path: '/index.html', headers })
    },
  },
  {
    name: 'taken',
    ours: 'taken seats',
    reference: 'a file with the same content',
    measure: async (opened, hall, pages) => {
      const { shop } = opened
      const category = hall.categories[0]!.id
      writeFileSync(join(pages, FILE), await requireAvailability(shop.url, category))
      // The server reads its files when it starts.
      await shop.restart()
      const orders = new SmallOrders(opened, hall)
      const found = await compare(
        shop.url,
        { path: availabilityPath(category), headers: FROM_BROWSER },
        { path: `/${FILE}`, headers: FROM_BROWSER },
      )
      await orders.stop()
      return found
    },
  },
]

/** Compares what everybody reads with files that the same server has in memory, on both databases. */
export async function reads(isWanted: (part: string) => boolean): Promise<Report> {
  const comparisons = COMPARISONS.filter(({ name }) => isWanted(name))
  const report: Report = { tables: [], measures: [] }
  const rows: string[][] = []
  for (const kind of ['embedded', 'postgres'] satisfies Kind[])
    await withHall(kind, async (opened, hall, pages) => {
      for (const { ours, reference, measure } of comparisons) {
        const what = `${ours} : ${reference}, ${NAMES[kind]}`
        try {
          const found = await measure(opened, hall, pages)
          rows.push([what, ...cellsOf(found)])
          report.measures.push(atLeast(what, found.ratio, LEAST))
        } catch (error) {
          report.measures.push(notMeasured(what, error as Error))
        }
      }
    })
  if (rows.length > 0)
    report.tables.push({
      title: `Answers per second over ${CONNECTIONS} connections, with brotli`,
      head: ['', 'answers', 'of the file', 'bytes', 'of the file', 'cores of the load'],
      rows,
    })
  return report
}

const cellsOf = ({ ours, reference, bytes, load }: Compared): string[] => [
  ours.toFixed(0),
  reference.toFixed(0),
  String(bytes.ours),
  String(bytes.reference),
  load.toFixed(2),
]

/** Opens a shop with a half full hall and a copy of the built pages. */
async function withHall(
  kind: Kind,
  work: (opened: ShopOfKind, hall: Hall, pages: string) => Promise<void>,
): Promise<void> {
  const pages = mkdtempSync(join(tmpdir(), 'mehfil-pages-'))
  try {
    cpSync(dist, pages, { recursive: true, preserveTimestamps: true })
    const opened = await openShop(kind, { PAGES_DIR: pages })
    try {
      await work(opened, await opened.inDatabase((sql) => openHall(sql, HALL)), pages)
    } finally {
      await opened.close()
    }
  } finally {
    rmSync(pages, { recursive: true, force: true })
  }
}
