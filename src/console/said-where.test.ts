import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/**
 * Sentences the console promises to say, word for word, and the files that say them; stories in
 * tests/e2e/console-messages.spec.ts see them on the screen. Those of deleting are put together from a noun.
 */
const promised: [says: string, where: string | string[]][] = [
  ['Error fetching singers', 'singers/singers-route.tsx'],
  ['Singer added successfully', 'singers/singers-route.tsx'],
  ['Error adding singer', 'singers/singers-route.tsx'],
  ['Singer updated successfully', 'singers/singer-row.tsx'],
  ['Error updating singer', 'singers/singer-row.tsx'],
  ['noun="singer"', 'singers/singer-row.tsx'],
  ['Error fetching data', ['events/events-route.tsx', 'tickets/tickets-route.tsx']],
  ['Event added successfully', 'events/add-event.tsx'],
  ['Error adding event', 'events/add-event.tsx'],
  ['Event updated successfully', ['events/edit-event.tsx', 'events/event-dialogs.tsx']],
  ['Error updating event', ['events/edit-event.tsx', 'events/event-dialogs.tsx']],
  ['noun="event"', 'events/event-dialogs.tsx'],
  ['Ticket category added successfully', 'tickets/add-category.tsx'],
  ['Error adding ticket category', 'tickets/add-category.tsx'],
  ['Ticket category updated successfully', 'tickets/edit-category.tsx'],
  ['noun="ticket category"', 'tickets/category-row.tsx'],
  ['Tickets sold cannot exceed total tickets', 'tickets/edit-category.tsx'],
  ['Error fetching layouts', ['tickets/tickets-route.tsx', 'layouts/layouts-route.tsx']],
  ['Layout assigned successfully', 'tickets/assign-layout-dialog.tsx'],
  ['Error assigning layout', 'tickets/assign-layout-dialog.tsx'],
  ['Are you sure you want to delete this ${noun}?', 'delete-dialog.tsx'],
  ['Error deleting ${noun}', 'delete-dialog.tsx'],
  ['deleted successfully', 'delete-dialog.tsx'],
  ['Data imported successfully', 'bulk-upload/bulk-upload-route.tsx'],
  ['Error processing file', 'bulk-upload/bulk-upload-route.tsx'],
  ['Error reading file', 'bulk-upload/bulk-upload-route.tsx'],
  ['Error loading payments. Please try again.', 'payments/payments-route.tsx'],
  ['Invalid payment ID', ['payments/payment-dialog.tsx', 'payments/decide.ts']],
  ['Payment approved', 'payments/decide.ts'],
  ['Payment rejected', 'payments/rejections.ts'],
  ['Error updating payment status', ['payments/decide.ts', 'payments/rejections.ts']],
  ['Transaction ID copied!', 'payments/payment-review.tsx'],
  ['Error loading screenshot', 'payments/screenshot-view.tsx'],
  ['Error loading profiles', 'users/users-route.tsx'],
  ['Error loading tickets', 'bookings/bookings-route.tsx'],
  ['Authentication failed. Please try again.', 'sign-in-words.ts'],
  ['Failed to sign in. Please try again.', 'sign-in-words.ts'],
  ['Failed to sign out. Please try again.', 'logout-button.tsx'],
  ['Dashboard Overview', 'dashboard/dashboard-route.tsx'],
]

const folder = fileURLToPath(new URL('.', import.meta.url))

it.each(promised)('“%s”', (says, where) => {
  for (const file of [where].flat()) expect(readFileSync(`${folder}${file}`, 'utf8'), file).toContain(says)
})
