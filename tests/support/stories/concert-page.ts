import type { Locator, Page } from '@playwright/test'

/** The tabs of a concert's page, by what staff read on them. */
export type Tab =
  'Overview' | 'Tickets & prices' | 'Seats' | 'Orders' | 'Guests' | 'Door' | 'Messages' | 'Settlement' | 'Settings'

/** Opens a tab of the concert whose page is open. */
export const opensTab = (page: Page, tab: Tab): Promise<void> =>
  page.getByRole('navigation', { name: 'Concert' }).getByRole('link', { name: tab, exact: true }).click()

/** Opens the page of a concert by its name in the list that is open, and a tab there. */
export async function opensConcert(page: Page, singer: string, tab: Tab = 'Overview'): Promise<void> {
  await page.getByRole('table', { name: 'Events' }).getByRole('link', { name: singer }).first().click()
  await opensTab(page, tab)
}

/** Opens the page of the first concert in the list that is open, and a tab there. */
export async function opensFirstConcert(page: Page, tab: Tab): Promise<void> {
  await page.getByRole('table', { name: 'Events' }).getByRole('link').first().click()
  await opensTab(page, tab)
}

/** Presses an action in the menu ⋯ of a row, or of the page's head: of the first whose name begins with `of`. */
export async function choosesFromMenu(within: Page | Locator, action: string, of = ''): Promise<void> {
  await opensMenu(within, of)
  await within
    .getByRole('list', { name: `More: ${of}` })
    .getByRole('button', { name: `${action}: ` })
    .click()
}

export const opensMenu = (within: Page | Locator, of = ''): Promise<void> =>
  within
    .getByRole('button', { name: `More: ${of}` })
    .first()
    .click()

/** Types into the search of concerts that is open, and returns the one that it finds. */
export async function findsConcert(page: Page, singer: string): Promise<Locator> {
  await page.getByLabel('Find a concert').fill(singer)
  return page.getByRole('option', { name: singer })
}

/** Chooses a concert in a field that opens the search, by its singer. */
export async function choosesConcert(page: Page, singer: string, label = 'Event'): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label} `) }).click()
  await (await findsConcert(page, singer)).click()
}
