import { cancelsConcert, hall, publishConcert } from '../support/sales/concerts.ts'
import { submits } from '../support/sales/purchases.ts'
import { refundDue } from '../support/sales/refunds.ts'
import { expect, test } from '../support/stories/story.ts'
import { saysInAToast } from '../support/looks/toasts.ts'

test('A cancelled concert says why, and neither offers seats nor asks its ticket’s holder to come', async ({
  visitor,
  shop,
}) => {
  const buyer = await refundDue(shop, 'Devika Sane')
  const { data } = await buyer.client.from('user_tickets').select('id,event_id').single()
  const { id, event_id: eventId } = data as { id: string; event_id: string }
  const { page } = visitor
  const reason = 'Reason: The ground is under water.'

  await page.goto(`/events/${eventId}`)
  await expect(page.getByText('This concert is cancelled.')).toBeVisible()
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByText('you can request a refund in My Tickets.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Floor' })).toBeVisible()
  await expect(page.getByText('seats available')).toHaveCount(0)
  await expect(page.getByText('60 minutes early.')).toHaveCount(0)

  await saysInAToast(page, 'Welcome back!', () => visitor.signsInAs(buyer))
  await page.goto('/my-tickets')
  const cancelled = page.getByRole('region', { name: 'Cancelled' }).getByRole('listitem')
  await expect(cancelled).toContainText(reason)

  await page.goto(`/my-tickets/${id}`)
  await expect(page.getByRole('alert')).toContainText('The organiser cancelled this concert.')
  await expect(page.getByRole('alert')).toContainText(reason)
  await expect(page.getByText('Refund requested')).toBeVisible()
  await expect(page.getByText('60 minutes early')).toHaveCount(0)
  await expect(page.getByText('Valid ID proof')).toHaveCount(0)
})

test('A payment that is being checked says that its concert was cancelled, and why', async ({ customer, shop }) => {
  const concert = await publishConcert(shop, [hall])
  const { path } = await submits(shop, customer, concert.categories.Hall!, ['D1'])
  await cancelsConcert(shop, concert.id)
  const { page } = customer
  const reason = 'Reason: The hall is flooded.'
  await page.goto(path)
  await expect(page.getByRole('main')).toContainText('The organiser has cancelled a concert of this order.')
  await expect(page.getByRole('main')).toContainText(reason)
  await page.goto('/my-tickets')
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText(reason)
})
