import { expect, type Locator, type Page } from '@playwright/test'

const WAY_BACK = /^(Back to My Tickets|मेरे टिकट पर वापस जाएँ|माझ्या तिकिटांकडे परत)$/
const QR = /^QR code of (the ticket for |ticket \w{4}-\w{4}-\w, )|QR कोड/

/** Opens a ticket of My Tickets and returns its QR code, once the list with its several codes is gone. */
export async function opensTicket(page: Page, link: Locator): Promise<Locator> {
  await link.click()
  await expect(page).toHaveURL(/\/my-tickets\/[\w-]{36}$/)
  await expect(page.getByRole('button', { name: WAY_BACK })).toBeVisible()
  const qr = page.getByRole('img', { name: QR })
  await expect(qr).toBeVisible()
  return qr
}
