import { atTheGate, soldNow } from '../support/sales/sold-tickets.ts'
import { DEMO_PASSWORD } from '../support/server/shop.ts'
import { signedIn } from '../support/device/stored-session.ts'
import { Screen } from './support/screen.ts'
import { test } from './support/story.ts'
import { Volunteer } from './support/volunteer.ts'

test('Two gates without a network let the same seat in, and both show it afterwards', async ({ lends, shop }) => {
  const { event } = await atTheGate(shop)
  const ticket = await soldNow(shop, event.id)
  const gates = ['Gate A', 'Gate B']
  const volunteers: Volunteer[] = []
  for (const gate of gates) {
    const phone = await lends({ phone: true })
    const screen = new Screen(await phone.newTab(), shop.url)
    await screen.keepsSession(await signedIn(shop, { email: 'gate@demo.mehfil.example', password: DEMO_PASSWORD }))
    const volunteer = new Volunteer(gate, screen)
    await volunteer.prepares(event.name)
    volunteers.push(volunteer)
  }

  await shop.kill()
  for (const volunteer of volunteers) {
    await volunteer.typesCode(ticket.code, 'CHECK')
    await volunteer.goesOn()
    await volunteer.typesCode(ticket.qr, 'ENTER')
    await volunteer.waitsForTheNext()
  }
  await volunteers[0]!.typesCode(ticket.qr, 'ALREADY IN')
  await shop.restart()
  for (const volunteer of volunteers) await volunteer.hearsThatItCameTwice(ticket.seats[0]!)
})
