import { beforeEach, expect, it, vi } from 'vitest'
import { freshDevice, page } from '../../../../tests/support/device/device.ts'
import { GATE_EVENT as EVENT, rosterTicket } from '../../../../tests/support/gate/gate-scan.ts'
import { ticketRow } from './roster.ts'
import type { GateTicketRow } from '../gate-rows.ts'

const OTHER = 'eeeeeeee-0000-4000-8000-000000000002'

let search: (text: string, events?: string[]) => Promise<{ names: (string | null)[]; more: boolean }>
let rowsRead: number

let made = 0
const row = (name: string, seat: string, eventId = EVENT): GateTicketRow => {
  const id = `${String((made += 1)).padStart(8, '0')}-0000-4000-8000-000000000000`
  return ticketRow(rosterTicket([seat], { id, eventId, name, passes: [] }), 1)
}

freshDevice()
beforeEach(async () => {
  made = 0
  const { searchTickets } = await import('./search.store.ts')
  const store = await page.store.openStore()
  // Many common names sort before the searched one.
  const crowd = Array.from({ length: 1_500 }, (_, n) => [
    row(`Mohammed ${String.fromCodePoint(65 + (n % 10))}.`, `A${n + 1}`),
    row(`Kavya ${String.fromCodePoint(76 + (n % 10))}.`, `B${n + 1}`),
  ]).flat()
  const few = [
    row('Mohammed K.', 'Z9'),
    row('Mohammed K.', 'Z8', OTHER),
    row('Anne-Marie D’Souza', 'BALC-A1'),
    row('मीरा राव', 'Q7'),
    row('A.R. Ansari', 'Q8'),
    row('Renée Łukasz', 'Q9'),
    row('ज़ाकिर', 'Q10'),
  ]
  const rows = [...crowd.filter((one) => one.name !== 'Mohammed K.'), ...few]
  await store.table('gateTickets').putAll(rows)
  rowsRead = 0
  const table = store.table.bind(store)
  vi.spyOn(store, 'table').mockImplementation(((noun: 'gateTickets') => {
    const real = table(noun)
    return {
      ...real,
      getMany: (keys: readonly string[]) => ((rowsRead += keys.length), real.getMany(keys)),
    }
  }) as never)
  search = async (text, events = [EVENT]) => {
    const { rows: found, more } = await searchTickets(text, events)
    return { names: found.map((one) => one.name), more }
  }
})

it('a person without a code is found by a common name and an initial', async () => {
  expect(await search('Mohammed K.')).toEqual({ names: ['Mohammed K.'], more: false })
  expect(await search('k mohamm')).toEqual({ names: ['Mohammed K.'], more: false })
  expect(rowsRead).toBeLessThan(10)
})

it('a person without a code is found only if every word matches', async () => {
  expect(await search('Mohammed K. Z9')).toEqual({ names: ['Mohammed K.'], more: false })
  expect(await search('Mohammed K. Q7')).toEqual({ names: [], more: false })
  expect((await search('Mohammed K.', [OTHER, EVENT])).names).toHaveLength(2)
})

it('a person without a code is one of many for a common name, with `more` set', async () => {
  const { names, more } = await search('mohammed')
  expect([names.length, more]).toEqual([30, true])
  expect(rowsRead).toBeLessThanOrEqual(200)
})

it('a person without a code is found by any spelling of the name, and by seat', async () => {
  for (const text of ['anne', 'Anne-Marie', 'd’souza', "D'Souza, Anne", 'souza', 'balc-a1', 'मीरा', 'राव, मीरा'])
    expect((await search(text)).names, text).toHaveLength(1)
  for (const text of ['a.r. ansari', 'ar ansari', 'A R Ansari', 'ansari, a.r.'])
    expect((await search(text)).names, text).toEqual(['A.R. Ansari'])
  for (const text of ['renee', 'Renée', 'lukasz', 'Łukasz', 'जाकिर', 'ज़ाकिर', 'dsouza', 'annemarie'])
    expect((await search(text)).names, text).toHaveLength(1)
  expect(await search('  , ')).toEqual({ names: [], more: false })
})
