import { expect, it } from 'vitest'
import { paths } from '#ui/paths.ts'
import { isBusyPage } from './worker-update.ts'

it('is busy at every address of checkout, the scanner and the sign-in callback', () => {
  for (const path of [paths.checkout, '/checkout/', paths.adminScan, '/admin/scan/', '/admin/scan/practice'])
    expect(isBusyPage(path), path).toBe(true)
  expect(isBusyPage(new URL(paths.order('7f0c'), 'https://shop.example').pathname)).toBe(true)
  expect(isBusyPage(paths.authCallback)).toBe(true)
})

it('is not busy on any other page', () => {
  for (const path of [paths.home, paths.cart, paths.myTickets, '/checkouts', paths.admin, paths.adminTickets])
    expect(isBusyPage(path), path).toBe(false)
})
