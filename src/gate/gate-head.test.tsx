import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import '#ui/messages/en/gate/gate.ts'
import { GateHead } from './gate-head.tsx'

const event = { id: 'e1', name: 'Asha Rao, Pune', date: '2026-11-28T13:30:00Z', status: 'scheduled' as const }
const list = { eventId: 'e1', event, listAt: 1_000, tickets: 7, keys: [], withdrawn: [], categories: {}, keysAt: 0 }
const head = (offline: boolean, now: number) =>
  renderToStaticMarkup(
    <GateHead
      {...{ gate: 'Gate A', counts: [], waiting: 0, news: 0, practice: false, offline, now }}
      lists={[list as never]}
      onOpen={() => undefined}
    />,
  )

it('the header says that the gate is offline, and then of no list that it is up to date', () => {
  expect(head(false, 2_000)).toContain('list up to date')
  expect(head(false, 2_000)).not.toContain('Offline')
  const offline = head(true, 2_000)
  expect(offline).toContain('Offline · ')
  expect(offline).toContain('Offline. Open the gate')
  expect(offline).not.toContain('up to date')
  expect(head(true, 121_000)).toContain('list 2 min old')
})
