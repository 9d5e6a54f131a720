import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { inDatabase } from '../support/database/database.ts'
import type { ChosenFile } from '../support/sales/files.ts'
import { ARRIVAL_MS, paymentsOf, picturesOn, submissionsOf } from '../support/sales/outbox.ts'
import { ageSession, readyForOffline } from '../support/people/phone.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { expect, test } from '../support/stories/pocket.ts'

const savedOnDevice = 'Your payment details are saved on this device.'

test('Submitted with the server stopped, the browser closed: on the next visit it arrives once and the customer sees it', async ({
  phone,
  owner,
  shop,
}) => {
  const { page } = owner
  await page.goto('/')
  await readyForOffline(page)
  const choice = await owner.takesSeats(await publishConcert(shop, [hall]), 2)
  await owner.goesToCheckout()
  await shop.stop()
  const payment = await owner.submits(await owner.fillsInPayment())
  await expect(page.getByRole('heading', { name: savedOnDevice })).toBeVisible()

  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await page.goto('/my-tickets')
  const row = page.getByRole('region', { name: 'Payments' }).getByRole('listitem')
  await expect(row).toContainText(payment.orderCode)
  await expect(row).toContainText('Not sent yet')
  await phone.close()

  await shop.restart()
  owner.page = await phone.open()
  await owner.page.goto('/faq')
  await expect(owner.page.getByText(`Your payment details for order ${payment.orderCode} have arrived.`)).toBeVisible({
    timeout: ARRIVAL_MS,
  })
  await owner.page.goto('/my-tickets')
  await expect(owner.page.getByRole('region', { name: 'Payments' }).getByRole('listitem')).toContainText('Pending')

  const payments = await inDatabase(shop, (sql) => paymentsOf(sql, owner.email))
  expect(payments).toEqual([{ code: payment.orderCode, status: 'pending', pictures: 1, claims: choice.seats.length }])
})

test('A waiting payment can be changed or withdrawn before it has arrived, and not afterwards', async ({
  owner,
  shop,
}) => {
  const { page } = owner
  await owner.takesSeats(await publishConcert(shop, [hall]), 1)
  await owner.goesToCheckout()
  await shop.stop()
  const first = await owner.submits(await owner.fillsInPayment())
  await expect(page.getByRole('heading', { name: savedOnDevice })).toBeVisible()
  // After an attempt only the server knows whether it arrived, and it does not answer.
  await expect(page.getByRole('alert')).toContainText('It is saved on this device and will be sent.')
  await page.getByRole('button', { name: 'Change the details' }).click()
  await expect(page.getByText('It could not be withdrawn')).toBeVisible()
  await expect(page.getByRole('heading', { name: savedOnDevice })).toBeVisible()

  // Only the request for submitting fails: now the server answers that it has never seen it.
  let broken = true
  await owner.context.route('**/rest/v1/rpc/submit_payment', (route) =>
    broken ? route.abort('connectionreset') : route.continue(),
  )
  await shop.restart()
  await expect
    .poll(
      async () => {
        const change = page.getByRole('button', { name: 'Change the details' })
        if (await change.isVisible()) await change.click().catch(() => undefined)
        return page.getByLabel('UTR, 12 digits').isVisible()
      },
      { timeout: ARRIVAL_MS, intervals: [1000] },
    )
    .toBe(true)
  await expect(page.getByLabel('UTR, 12 digits')).toHaveValue(first.reference)
  await expect(page.getByRole('img', { name: 'Your screenshot' })).toBeVisible()
  await owner.typesReference('998877665544')
  broken = false
  await page.getByRole('button', { name: 'Send the details' }).click()
  await owner.seesItBeingChecked()
  await expect(page.getByRole('button', { name: 'Withdraw it' })).toHaveCount(0)

  const stored = await inDatabase(shop, async (sql) => ({
    payments: await paymentsOf(sql, owner.email),
    references: await sql.query<{ transaction_id: string }>(
      'select transaction_id from public.payments where order_code = $1',
      [first.orderCode],
    ),
  }))
  expect(stored.payments.map((payment) => payment.code)).toEqual([first.orderCode])
  expect(stored.references.map((one) => one.transaction_id)).toEqual(['998877665544'])
})

test('When the server ends a session, the waiting payment stays; the shop asks for sign-in, and then sends it', async ({
  owner,
  shop,
}) => {
  const { page } = owner
  await page.goto('/')
  await readyForOffline(page)
  await owner.takesSeats(await publishConcert(shop, [hall]), 1)
  await owner.goesToCheckout()
  await shop.stop()
  const payment = await owner.submits(await owner.fillsInPayment())
  await expect(page.getByRole('heading', { name: savedOnDevice })).toBeVisible()
  await ageSession(page, 5)
  await inDatabase(shop, async (sql) => {
    for (const table of ['refresh_tokens', 'sessions'])
      await sql.query(`delete from auth.${table} where user_id = (select id from auth.users where email = $1)`, [
        owner.email,
      ])
  })
  await shop.restart()

  await page.goto(payment.path)
  await expect(page.getByText('Your session has ended. Sign in again; nothing on this device is lost.')).toBeVisible()
  const waiting = await submissionsOf(page)
  expect(waiting.map((row) => row.orderCode)).toEqual([payment.orderCode])
  expect(await picturesOn(page)).toEqual(waiting.map((row) => row.orderId))
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await owner.seesItBeingChecked()
  expect(await inDatabase(shop, (sql) => paymentsOf(sql, owner.email))).toEqual([
    { code: payment.orderCode, status: 'pending', pictures: 1, claims: 1 },
  ])
})

async function photograph(page: Page): Promise<ChosenFile> {
  const drawn = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2800, 2000)
    const pen = canvas.getContext('2d')!
    const picture = pen.createImageData(canvas.width, canvas.height)
    // Noise compresses worst, so there is something to upload.
    for (let at = 0; at < picture.data.length; at += 1) picture.data[at] = at % 4 === 3 ? 255 : Math.random() * 120
    pen.putImageData(picture, 0, 0)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
    const bytes = new Uint8Array(await blob.arrayBuffer())
    return Array.from({ length: Math.ceil(bytes.length / 30_000) }, (_, part) =>
      btoa(String.fromCharCode(...bytes.subarray(part * 30_000, (part + 1) * 30_000))),
    )
  })
  const jpeg = Buffer.concat(drawn.map((part) => Buffer.from(part, 'base64')))
  const exif = Buffer.from(`Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0${PLACE}`, 'latin1')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(exif.length + 2)
  // APP1 follows the first two bytes of a JPEG.
  const buffer = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, exif, jpeg.subarray(2)])
  return { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer }
}

const PLACE = 'GPS 19.0760 N 72.8777 E'

test('A photograph leaves smaller and without the place where it was taken, and the page shows the progress', async ({
  phone,
  owner,
  shop,
}) => {
  const { page } = owner
  await owner.takesSeats(await publishConcert(shop, [hall]), 1)
  await owner.goesToCheckout()
  const filled = await owner.fillsInPayment()
  const photo = await photograph(page)
  expect(photo.buffer.includes(PLACE)).toBe(true)
  await owner.choosesFile(photo)
  await expect(page.getByText(photo.name)).toBeVisible()
  const cdp = await phone.context.newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 60_000 }
  await cdp.send('Network.emulateNetworkConditions', slow)
  const payment = await owner.submits(filled)
  await expect(page.getByText(/^Screenshot \d+% sent$/)).toBeVisible()
  await cdp.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await owner.seesItBeingChecked()

  const orderId = new URL(payment.path, shop.url).searchParams.get('order') ?? ''
  const path = readdirSync(shop.dataDir, { recursive: true, encoding: 'utf8' }).find((one) => one.includes(orderId))
  const stored = readFileSync(join(shop.dataDir, path ?? ''))
  expect(stored.length).toBeLessThan(photo.buffer.length)
  expect(stored.includes('Exif\0\0')).toBe(false)
  expect(stored.includes(PLACE)).toBe(false)
})
