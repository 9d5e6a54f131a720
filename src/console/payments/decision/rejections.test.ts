import { beforeEach, expect, it, vi } from 'vitest'

const said: string[] = []
const sent: string[] = []
let answer: unknown = { ok: true, value: null }
let page: { left: () => void } | undefined

vi.mock('#ui/toast.tsx', () => ({
  toast: {
    show: (text: string) => said.push(text),
    success: (text: string) => said.push(text),
    error: (text: string) => said.push(text),
    dismiss: () => undefined,
  },
}))
vi.mock('#platform/device/page-life.ts', () => ({ onPageLife: (life: { left: () => void }) => (page = life) }))
vi.mock('#shop/payments/review.api.ts', () => ({
  reviewPayment: (id: string, _decision: string, note: string) => {
    sent.push(`${id}: ${note}`)
    return Promise.resolve(answer)
  },
  rejectionToSend: (id: string) => Promise.resolve(() => sent.push(`${id}, at once`)),
}))

const { rejectLater, sendRejections, undoRejection, UNDO_MS } = await import('./rejections.ts')

beforeEach(() => {
  vi.useFakeTimers()
  said.length = sent.length = 0
  answer = { ok: true, value: null }
  return () => vi.useRealTimers()
})

it('sends each rejection after ten seconds', async () => {
  rejectLater('a', 'Asha', 'no credit')
  await vi.advanceTimersByTimeAsync(5_000)
  rejectLater('b', 'Bela', '')
  await vi.advanceTimersByTimeAsync(UNDO_MS - 5_001)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toEqual(['a: no credit'])
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect(sent).toEqual(['a: no credit', 'b: '])
  expect(said).toEqual([
    'Rejecting the payment of Asha',
    'Rejecting the payment of Bela',
    'Payment rejected',
    'Payment rejected',
  ])
})

it('does not send an undone rejection, nor undo a sent one', async () => {
  rejectLater('a', 'Asha', 'no credit')
  await vi.advanceTimersByTimeAsync(UNDO_MS - 1)
  undoRejection('a')
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect(sent).toEqual([])
  rejectLater('a', 'Asha', 'no credit')
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  undoRejection('a')
  expect(sent).toEqual(['a: no credit'])
  expect(said.at(-1)).toBe('Payment rejected')
})

it('sends a waiting rejection once when the page is closed', async () => {
  rejectLater('a', 'Asha', '')
  await vi.advanceTimersByTimeAsync(1)
  page?.left()
  page?.left()
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect(sent).toEqual(['a, at once'])
})

it('sends waiting rejections before logout, and ignores a second press', async () => {
  rejectLater('a', 'Asha', 'no credit')
  rejectLater('a', 'Asha', 'another')
  await sendRejections()
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect(sent).toEqual(['a: no credit'])
})

it('reports a refusal and can be tried again', async () => {
  answer = { ok: false, failure: { code: 'unreachable', message: '' } }
  rejectLater('a', 'Asha', 'no credit')
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect(said.at(-1)).toBe('Error updating payment status')
  answer = { ok: true, value: null }
  rejectLater('a', 'Asha', 'no credit')
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect(said.at(-1)).toBe('Payment rejected')
})
