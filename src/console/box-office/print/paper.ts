import { useState } from 'react'
import { readStored, writeStored } from '#platform/device/stored.ts'

/** Rolls of receipt printers by their width in mm, and sheets. */
export const papers = ['58', '80', 'a4'] as const
export type Paper = (typeof papers)[number]

export const paperNames: Record<Paper, string> = { '58': '58 mm roll', '80': '80 mm roll', a4: 'A4 sheet' }

const MM_A_PIXEL = 25.4 / 96

/** Room for rounding, so that no line of text begins a second page. */
const SLACK_MM = 2

/** The page's size and margins. A roll has no height of its own: it is cut after the tallest page, in CSS pixels. */
export function pageRule(paper: Paper, tallest: number): string {
  if (paper === 'a4') return '@page { size: A4; margin: 12mm; }'
  const width = Number(paper)
  // A page that is wider than high would be turned by printers.
  const height = Math.max(width, Math.ceil(tallest * MM_A_PIXEL) + SLACK_MM)
  return `@page { size: ${width}mm ${height}mm; margin: 0; }`
}

/** The paper of this device, which it remembers. */
export function usePaper(): [Paper, (paper: Paper) => void] {
  const [paper, setPaper] = useState<Paper>(() => papers.find((one) => one === readStored('receiptPaper')) ?? '80')
  const choose = (next: Paper): void => {
    setPaper(next)
    writeStored('receiptPaper', next)
  }
  return [paper, choose]
}
