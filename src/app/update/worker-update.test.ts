import { expect, it } from 'vitest'
import { paths } from '#ui/paths.ts'
import { isBusyPage } from './worker-update.ts'

it('is every address of checkout, of the scanner and of the way back from signing in', () => {
  for (const path of [paths.checkout, '/checkout/', paths.adminScan, '/admin/scan/', '/admin/scan/practice'])
    expect(isBusyPage(path), path).toBe(true)
  expect(isBusyPage(new URL(paths.order('7f0c'), 'https://shop.example').pathname)).toBe(true)
  expect(isBusyPage(paths.authCallback)).toBe(true)
})

it('is no other page', () => {
  for (const path of [paths.home, paths.cart, paths.myTickets, '/checkouts', paths.admin, paths.adminTickets])
    expect(isBusyPage(path), path).toBe(false)
})
