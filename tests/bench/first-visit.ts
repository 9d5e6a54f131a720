import { visitor } from '../support/server/visitor.ts'
import type { Shop } from '../support/server/shop.ts'
import { milliseconds, within, type Measure } from './measure.ts'

/** Good values: https://web.dev/articles/vitals */
const GOOD_CLS = 0.1
const GOOD_LCP_MS = 2_500

/** Of a visit; `where` ends the words of each. */
export const vitals = (lcp: number, cls: number, where = ''): Measure[] => [
  within(`largest contentful paint${where}`, lcp, GOOD_LCP_MS, milliseconds),
  within(`cumulative layout shift${where}`, cls, GOOD_CLS, (value) => String(Number(value.toFixed(3)))),
]

export async function nextConcert(shop: Pick<Shop, 'url'>): Promise<{ id: string; singer: string }> {
  const { data } = await visitor(shop)
    .from('events')
    .select('id, singers(name)')
    .gt('date', new Date().toISOString())
    .order('date')
    .limit(1)
  const event = (data as unknown as { id: string; singers: { name: string } }[])[0]
  if (!event) throw new Error('The demo has no upcoming concert')
  return { id: event.id, singer: event.singers.name }
}
