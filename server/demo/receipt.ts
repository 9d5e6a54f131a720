import { formatDayTime } from '#platform/time/ist.ts'
import { Picture, type Colour } from './picture.ts'

export interface Receipt {
  /** Rupees. */
  amount: number
  reference: string
  at: Date
  from: string
  to: string
}

const paper: Colour = [250, 250, 247]
const ink: Colour = [32, 30, 36]
const faint: Colour = [118, 114, 124]
const rule: Colour = [221, 219, 214]
const good: Colour = [24, 128, 84]

const WIDTH = 540
const HEIGHT = 900
const MARGIN = 40

const rupees = (amount: number): string =>
  `₹${amount.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** Draws a screenshot of an invented payment app. */
export function drawReceipt(receipt: Receipt): Buffer {
  const picture = new Picture(WIDTH, HEIGHT, paper)
  picture.fill(0, 0, WIDTH, 64, good)
  picture.write('DEMO PAY', MARGIN, 22, 3, paper)
  picture.disc(WIDTH / 2, 170, 52, good)
  for (let step = 0; step < 20; step += 1) picture.fill(WIDTH / 2 - 28 + step, 170 + step, 9, 9, paper)
  for (let step = 0; step < 40; step += 1) picture.fill(WIDTH / 2 - 8 + step, 190 - step, 9, 9, paper)
  picture.writeCentred('PAYMENT SUCCESSFUL', 252, 3, ink)
  picture.writeCentred(rupees(receipt.amount), 312, 7, ink)
  picture.writeCentred(formatDayTime(receipt.at).toUpperCase(), 396, 3, faint)
  const grouped = receipt.reference.replace(/(\d{4})(?=\d)/g, '$1 ')
  const lines: [string, string][] = [
    ['TO', receipt.to],
    ['UTR', grouped],
    ['FROM', receipt.from],
    ['STATUS', 'COMPLETED'],
  ]
  lines.forEach(([label, value], index) => {
    const top = 470 + index * 92
    picture.fill(MARGIN, top, WIDTH - 2 * MARGIN, 2, rule)
    picture.write(label, MARGIN, top + 20, 2, faint)
    picture.write(value.toUpperCase(), MARGIN, top + 46, value.length > 24 ? 2 : 3, ink)
  })
  picture.writeCentred('DEMO PICTURE. NO MONEY MOVED.', 860, 2, faint)
  return picture.toPng()
}
