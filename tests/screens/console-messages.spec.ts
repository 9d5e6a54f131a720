import type { Locator, Page } from '@playwright/test'
import { dayAhead } from '../support/stories/days.ts'
import { refused, says } from '../support/looks/refusing.ts'
import { withSecondAdmin } from '../support/people/staff.ts'
import { gold, publishConcert } from '../support/sales/concerts.ts'
import { choosesFromMenu, opensMenu, choosesConcert } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'
import { saysInAToast } from '../support/looks/toasts.ts'

const lists: [path: string, message: string][] = [
  ['/admin/singers', 'Error fetching singers'],
  ['/admin/events', 'Error fetching data'],
  ['/admin/tickets', 'Error fetching data'],
  ['/admin/layouts', 'Error fetching layouts'],
  ['/admin/payments', 'Error loading payments. Please try again.'],
  ['/admin/users', 'Error loading profiles'],
  ['/admin/bookings', 'Error loading tickets'],
  ['/admin/bookings/refunds', 'Error loading refunds'],
  ['/admin/dashboard/history', 'Error loading the history'],
  ['/admin/settings', 'Error loading settings'],
  ['/admin/help?tab=messages', 'Error loading messages'],
]

test('Each list says that it could not be read, and reads again', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin')
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  for (const [path, message] of lists)
    await test.step(path, async () => {
      await refused(page, { path: /\/rest\/v1\/(?!rpc\/my_role)/ }, async () => {
        await saysInAToast(page, message, () => page.goto(path))
        await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
      })
      await page.getByRole('button', { name: 'Try Again' }).first().click()
      await expect(page.getByRole('alert').filter({ hasText: message })).toHaveCount(0)
    })

  await test.step('Layouts that tickets are made with', async () => {
    await refused(page, { path: /seating_layouts/ }, async () => {
      await page.goto('/admin/tickets')
      await expect(page.getByText('Error fetching layouts')).toBeVisible()
    })
  })
})

const words = (doing: 'adding' | 'updating' | 'assigning' | 'deleting', noun: string) => ({
  failed: `Error ${doing} ${noun}`,
  done: `${noun[0]!.toUpperCase()}${noun.slice(1)} ${doing.replace('ing', 'ed')} successfully`,
})

async function deletes(page: Page, row: string, noun: string, path: RegExp): Promise<void> {
  // Behind ⋯ where a row has more than three actions.
  if (noun !== 'singer') await opensMenu(page, row)
  await page.getByRole('button', { name: `Delete: ${row}` }).click()
  const dialog = page.getByRole('dialog', {
    name: `Are you sure you want to delete this ${noun}?`,
  })
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await says(page, path, words('deleting', noun), () =>
    dialog.getByRole('button', { name: 'Delete', exact: true }).click(),
  )
  await expect(dialog).toHaveCount(0)
}

const save = (form: Locator) => () => form.getByRole('button', { name: 'Save' }).click()

test('Singers, events and ticket categories: every message appears where it belongs', async ({ staff }) => {
  const { page } = staff
  const day = dayAhead(100)

  await test.step('Singers', async () => {
    await page.goto('/admin/singers')
    const sent: string[] = []
    await page.route(/\/rest\/v1\/singers/, (route) => {
      if (route.request().method() === 'POST') sent.push(route.request().url())
      return route.fallback()
    })
    await page.getByLabel('New singer').fill('   ')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('New singer').fill('  Revati Ketkar ')
    expect(sent.filter((url) => url.includes('/singers'))).toEqual([])
    await says(page, /\/singers$/, words('adding', 'singer'), () =>
      page.getByRole('button', { name: 'Add', exact: true }).click(),
    )
    await page.goto('/admin/singers?q=Ketkar')
    await page.getByRole('button', { name: 'Rename: Revati Ketkar' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Revati Ketkar-Rao')
    await says(page, /\/singers$/, words('updating', 'singer'), save(page.locator('table')))
  })

  await test.step('Events', async () => {
    await page.goto('/admin/events?q=Ketkar')
    await page.getByRole('link', { name: 'New concert' }).click()
    const form = page.getByRole('form', { name: 'New concert' })
    for (const field of ['Date', 'Time']) await form.getByLabel(field, { exact: true }).fill('')
    await form.getByRole('button', { name: 'Add Event' }).click()
    for (const problem of ['Enter a singer.', 'Enter a city.', 'Enter a venue.', 'Choose a date.', 'Choose a time.'])
      await expect(form.getByRole('link', { name: problem })).toBeVisible()
    await form.getByLabel('Singer', { exact: true }).fill('Revati Ketkar-Rao')
    await form.getByLabel('City', { exact: true }).fill('Bengaluru')
    await form.getByLabel('Venue', { exact: true }).fill('Chowdiah Hall')
    await form.getByLabel('Date', { exact: true }).fill(day.key)
    await form.getByLabel('Time', { exact: true }).fill('19:30')
    await says(page, /\/events$/, words('adding', 'event'), () =>
      form.getByRole('button', { name: 'Add Event' }).click(),
    )
    await page.goto('/admin/events?q=Ketkar')
    // India time in any browser time zone; another name of a city is the same city.
    const row = `Revati Ketkar-Rao, Bangalore, ${day.text}`
    await expect(page.getByRole('row').filter({ hasText: day.text })).toContainText('7:30 pm')
    await page.getByRole('button', { name: `Edit: ${row}` }).click()
    await page.getByLabel('Venue', { exact: true }).fill('Chowdiah Memorial Hall')
    await save(page.getByRole('form'))()
    await says(page, /change_concert$/, words('updating', 'event'), () =>
      page.getByRole('dialog').getByRole('button', { name: 'Save the changes' }).click(),
    )
  })

  await test.step('Ticket categories', async () => {
    await page.goto('/admin/tickets?q=Ketkar')
    await page.getByRole('button', { name: 'Add Ticket Category' }).first().click()
    const form = page.getByRole('form', { name: 'Add a ticket category' })
    await form.getByLabel('Total tickets').fill('0')
    await form.getByRole('button', { name: 'Add Ticket Category' }).click()
    for (const problem of ['Choose an event.', 'Enter a name, such as Gold.', 'Enter a whole number of at least 1.'])
      await expect(form.getByText(problem)).toBeVisible()
    await choosesConcert(page, 'Revati Ketkar-Rao')
    await form.getByLabel('Name', { exact: true }).fill('Gold')
    await form.getByLabel('Price', { exact: true }).fill('1,500.50')
    await form.getByLabel('Total tickets').fill('40')
    await says(page, /add_ticket_category$/, words('adding', 'ticket category'), () =>
      form.getByRole('button', { name: 'Add Ticket Category' }).click(),
    )
    const row = 'Gold, Revati Ketkar-Rao, Bangalore'
    await page.getByRole('button', { name: `Edit: ${row}` }).click()
    const edit = page.getByRole('form', { name: `Edit ${row}` })
    await edit.getByLabel('Sold by others').fill('41')
    const tooMany = 'Tickets sold cannot exceed total tickets'
    await saysInAToast(page, tooMany, save(edit))
    await expect(edit.getByText(tooMany)).toBeVisible()
    await edit.getByLabel('Sold by others').fill('0')
    await edit.getByLabel('Price', { exact: true }).fill('1,600')
    await save(edit)()
    await expect(page.getByText('Ticket category updated successfully')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Gold' })).toContainText('₹1,600')

    await page.getByRole('button', { name: `Assign Layout: ${row}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Layout', { exact: true }).selectOption({ index: 1 })
    await says(page, /assign_layout$/, words('assigning', 'layout'), () =>
      dialog.getByRole('button', { name: 'Assign Layout' }).click(),
    )
    await choosesFromMenu(page, 'View Layout', row)
    await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await deletes(page, row, 'ticket category', /\/ticket_categories$/)
  })

  await test.step('And away again', async () => {
    await page.goto('/admin/events?q=Ketkar')
    await deletes(page, `Revati Ketkar-Rao, Bangalore, ${day.text}`, 'event', /\/events$/)
    await page.goto('/admin/singers?q=Ketkar')
    await deletes(page, 'Revati Ketkar-Rao', 'singer', /\/singers$/)
  })
})

test('A row in use cannot be deleted, and the message says what can be done', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/tickets?sort=-tickets_sold')
  const more = page.getByRole('button', { name: /^More: / }).first()
  const [, singer = ''] = (await more.getAttribute('aria-label'))!.split(', ')
  await choosesFromMenu(page, 'Delete')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Seats, bookings or payments depend on it, so it has to stay.')
  await expect(dialog.getByRole('alert')).toContainText('To stop its sale, cancel the event')
  await page.goto(`/admin/singers?q=${encodeURIComponent(singer)}`)
  await page.getByRole('button', { name: `Delete: ${singer}` }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('link', { name: 'See this singer’s events' }).click()
  // The singer's own button has the same name.
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
  await choosesFromMenu(page, 'Delete', singer)
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('so it has to stay.')
})

test('An edit that another admin overtook is refused, keeps what was typed, and shows what is stored', async ({
  staff,
  rival,
  shop,
}) => {
  const { id: event, singer } = await publishConcert(shop, [gold])
  const { page } = staff
  await withSecondAdmin(shop, rival, async ({ page: other }) => {
    for (const one of [page, other]) {
      await one.goto(`/admin/tickets?q=${singer}`)
      await one.getByRole('button', { name: new RegExp(`^Edit: .*${singer}`) }).click()
    }
    await other.getByLabel('Name', { exact: true }).fill('Renamed')
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(other.getByText('Ticket category updated successfully')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert').first()).toContainText('Someone changed it meanwhile.')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Mine')

    const text = page.getByLabel('Text', { exact: true })
    for (const one of [page, other]) await one.goto(`/admin/events/${event}/edit#about`)
    const saves = async (one: typeof page) => {
      await one.getByRole('button', { name: 'Save', exact: true }).click()
      await one.getByRole('dialog').getByRole('button', { name: 'Save the changes' }).click()
    }
    await text.fill('An evening of sitar.')
    await other.getByLabel('House rules', { exact: true }).fill('No cameras.')
    await saves(other)
    await expect(other.getByText('Event updated successfully')).toBeVisible()
    await saves(page)
    await expect(page.getByRole('alert')).toContainText('House rules: No cameras.')
    await expect(text).toHaveValue('An evening of sitar.')
    await expect(page.getByLabel('House rules', { exact: true })).toHaveValue('No cameras.')
    await saves(page)
    await expect(page.getByText('Event updated successfully')).toBeVisible()
  })
})
