import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** Sentences of the specification with the files that say them. tests/e2e/console-messages.spec.ts sees them on screen. */
const promised: [says: string, where: string | string[]][] = [
  ['Error fetching singers', 'singers/singers-route.tsx'],
  ['Singer added successfully', 'singers/singers-route.tsx'],
  ['Error adding singer', 'singers/singers-route.tsx'],
  ['Singer updated successfully', 'singers/singer-row.tsx'],
  ['Error updating singer', 'singers/singer-row.tsx'],
  ['noun="singer"', 'singers/singer-row.tsx'],
  ['Error fetching data', ['events/events-route.tsx', 'ticket-categories/ticket-categories-route.tsx']],
  ['Event added successfully', 'events/add-event.tsx'],
  ['Error adding event', 'events/add-event.tsx'],
  ['Event updated successfully', ['events/edit-event.tsx', 'events/event-dialogs.tsx']],
  ['Error updating event', ['events/edit-event.tsx', 'events/event-dialogs.tsx']],
  ['noun="event"', 'events/event-dialogs.tsx'],
  ['Ticket category added successfully', 'ticket-categories/add-category.tsx'],
  ['Error adding ticket category', 'ticket-categories/add-category.tsx'],
  ['Ticket category updated successfully', 'ticket-categories/edit-category.tsx'],
  ['noun="ticket category"', 'ticket-categories/category-row.tsx'],
  ['Tickets sold cannot exceed total tickets', 'ticket-categories/edit-category.tsx'],
  ['Error fetching layouts', ['ticket-categories/ticket-categories-route.tsx', 'layouts/layouts-route.tsx']],
  ['Layout assigned successfully', 'ticket-categories/assign-layout-dialog.tsx'],
  ['Error assigning layout', 'ticket-categories/assign-layout-dialog.tsx'],
  ['Are you sure you want to delete this ${noun}?', 'kit/delete-dialog.tsx'],
  ['Error deleting ${noun}', 'kit/delete-dialog.tsx'],
  ['deleted successfully', 'kit/delete-dialog.tsx'],
  ['Data imported successfully', 'bulk-upload/bulk-upload-route.tsx'],
  ['Error processing file', 'bulk-upload/bulk-upload-route.tsx'],
  ['Error reading file', 'bulk-upload/bulk-upload-route.tsx'],
  ['Error loading payments. Please try again.', 'payments/payments-route.tsx'],
  ['Invalid payment ID', ['payments/review/payment-dialog.tsx', 'payments/decision/decide.ts']],
  ['Payment approved', 'payments/decision/decide.ts'],
  ['Payment rejected', 'payments/decision/rejections.ts'],
  ['Error updating payment status', ['payments/decision/decide.ts', 'payments/decision/rejections.ts']],
  ['Transaction ID copied!', 'payments/review/payment-review.tsx'],
  ['Error loading screenshot', 'payments/review/screenshot-view.tsx'],
  ['Error loading profiles', 'users/users-route.tsx'],
  ['Error loading tickets', 'tickets/tickets-route.tsx'],
  ['Authentication failed. Please try again.', 'sign-in-words.ts'],
  ['Failed to sign in. Please try again.', 'sign-in-words.ts'],
  ['Failed to sign out. Please try again.', 'shell/logout-button.tsx'],
  ['Dashboard Overview', 'dashboard/dashboard-route.tsx'],
]

const folder = fileURLToPath(new URL('.', import.meta.url))

it.each(promised)('“%s”', (says, where) => {
  for (const file of [where].flat()) expect(readFileSync(`${folder}${file}`, 'utf8'), file).toContain(says)
})
