import { forget } from './support/kept.ts'
import { expect, test } from './support/story.ts'

/** The first sync of a visitor is one answer. */
const MOMENTS = [0, 1]

test('The first page is left before and after the answer of the first sync: the next page has its concerts, and so has Back', async ({
  visitor,
}) => {
  for (const answers of MOMENTS) {
    await test.step(`after ${answers} answers`, async () => {
      await visitor.screen.opens('/robots.txt')
      await visitor.screen.tab.run(forget)
      await visitor.screen.opens('/')
      await visitor.leavesAfter(answers, '/concerts')
      await visitor.seesConcertsOnSale()
      await visitor.screen.tab.back()
      await visitor.seesTheFrontPage()
      await visitor.screen.tab.reload()
      await visitor.seesTheFrontPage()
    })
  }
})

test('A page that was left while drawing finishes when it is shown again', async ({ visitor }) => {
  const { screen } = visitor
  await screen.opens('/about')
  await screen.role('heading', 'You choose the seat').isThere()
  // A page that is not complete is loaded again instead, and has nothing left to draw.
  await screen.asks(() => 'whole' in document.documentElement.dataset, Boolean, 'The page is not whole')
  // React schedules its next turn this way while it has something to draw.
  await screen.tab.run(() => {
    const page = globalThis as unknown as { turns: number; setImmediate?: (act: () => void) => void }
    page.turns = 0
    const turn = (): void => {
      page.turns += 1
      page.setImmediate?.(turn)
    }
    turn()
    setTimeout(() => location.assign('/concerts'), 100)
  })
  await screen.isAt(/^\/concerts/)
  await visitor.seesConcertsOnSale()
  await screen.tab.back()
  await screen.isAt(/^\/about/)
  const turns = () => screen.tab.run(() => (globalThis as unknown as { turns?: number }).turns ?? -1)
  const before = await turns()
  if (before >= 0) await expect.poll(turns).toBeGreaterThan(before)
})
