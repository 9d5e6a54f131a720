import { visitor } from '../support/visitor.ts'
import type { Shop } from '../support/shop.ts'

/** Good values: https://web.dev/articles/vitals */
export const GOOD_CLS = 0.1
export const GOOD_LCP_MS = 2_500

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
