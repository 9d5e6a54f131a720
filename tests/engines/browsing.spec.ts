import { expect, test } from './support/story.ts'

test('Concerts are filtered by city, the address keeps it, and Back undoes it', async ({ visitor }) => {
  await visitor.screen.opens('/concerts')
  const promised = await visitor.filtersByCity('Mumbai')
  await visitor.seesConcerts(promised, 'Mumbai')
  await visitor.screen.tab.reload()
  await visitor.seesConcerts(promised, 'Mumbai')
  await visitor.screen.tab.back()
  const { count } = await visitor.concerts().until((found) => found.count > promised)
  expect(count).toBeGreaterThan(promised)
})

test('Seats are put into the cart in Hindi, and the page stays Hindi with the server gone', async ({
  visitor,
  shop,
}) => {
  const { screen } = visitor
  await visitor.opensConcert('Arka Sen')
  await screen.role('contentinfo').role('combobox').choose('हिन्दी')
  await screen
    .role('button', /^सीटें चुनें, /)
    .at(0)
    .press()
  const picker = screen.role('dialog', 'अपनी सीटें चुनें')
  await picker.role('button', 'साथ-साथ सबसे अच्छी 2 सीटें').press()
  await picker.role('button', /^2 सीटें कार्ट में डालें/).press()
  await screen.role('dialog', 'आपका कार्ट').isThere()

  await visitor.isReadyForOffline()
  await visitor.keepsTheLanguage('hi')
  await shop.kill()
  await screen.opens('/cart')
  await screen.text('सुविधा शुल्क').isThere()
  await shop.restart()
})

test('Two tabs: the cart of one is the cart of the other', async ({ customer }) => {
  const first = customer.screen
  const second = await customer.opensAnotherWindow()
  await second.opens('/concerts')
  await customer.seesInTheCart(0)

  await customer.turnsTo(first)
  await customer.choosesSeats('Thamarai Strings', 2)
  await customer.turnsTo(second)
  await customer.seesInTheCart(2)

  await second.opens('/cart')
  await second.role('button', /^Remove /).press()
  await customer.turnsTo(first)
  await customer.seesInTheCart(0)
})
