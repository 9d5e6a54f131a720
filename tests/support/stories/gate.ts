import { inDatabase } from '../database/database.ts'
import type { Shop } from '../server/shop.ts'
import { Volunteer } from '../people/volunteer.ts'
import { test as base } from './story.ts'

interface Evening {
  shop: Shop
  /** Of the volunteer's phone; who says no has a USB scanner alone. */
  hasCamera: boolean
  volunteer: Volunteer
}

/** Stories of the gate share a server; each finds the demo's evening as it is before the doors open. */
export const test = base.extend<Evening>({
  shop: async ({ gateDemo }, use) => {
    if (!gateDemo.isRunning()) await gateDemo.restart()
    await inDatabase(gateDemo, (sql) =>
      sql.run(`
        truncate public.ticket_scans, private.admitted_seats, private.gate_devices, private.relayed_scans;
        update public.profiles set language = null`),
    )
    await use(gateDemo)
  },
  hasCamera: [false, { option: true }],
  volunteer: async ({ shop, hasCamera }, use) => {
    const volunteer = await Volunteer.comes(shop, 'Gate B', { hasCamera })
    await use(volunteer)
    await volunteer.leaves()
  },
})
