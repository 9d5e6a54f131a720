import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { sale } from '../../../../tests/support/concerts/review-payment.ts'
import type { ReviewPayment } from '#shop/payments/review-rows.ts'
import { PaymentDialog } from './payment-dialog.tsx'

// A store of the browser, which has no state on a server.
vi.mock('../decision/rejections.ts', async (original) => ({ ...(await original<object>()), useRejection: () => null }))

const id = '8c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a'
const nothing = async () => undefined

/** The names of the dialog's buttons for a payment. */
const buttonsOf = (payment: Partial<ReviewPayment>): string[] => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <PaymentDialog
        {...{ paymentId: id, listed: { ...sale, id, ...payment }, freshAt: null, watched: null, statusNow: null }}
        {...{ me: null, now: 0, position: null, total: '', onNext: null, onPrevious: null, approving: null }}
        {...{ startWithNote: false, shortcutsOn: false, onChanged: nothing, onClose: nothing }}
        approve={async () => 'busy'}
      />
    </MemoryRouter>,
  )
  return [...html.matchAll(/<button[^>]*><span>([^<]+)/g)].map(([, name]) => name!.trim())
}

test('only a payment that waits can be approved or rejected', () => {
  expect(buttonsOf({ status: 'pending' })).toEqual(['Reject', 'Approve ₹1,770.00'])
  expect(buttonsOf({ status: 'approved' })).toEqual(['Close', 'Start a refund'])
  expect(buttonsOf({ status: 'rejected' })).toEqual(['Close', 'Start a refund'])
})
