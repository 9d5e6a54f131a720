import { useState, useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode } from 'react'
import { readStored, writeStored } from '#platform/device/stored.ts'
import { createPortal } from 'react-dom'
import './print.css'

/** Rolls of receipt printers by their width in mm, and sheets. */
export const papers = ['58', '80', 'a4'] as const
export type Paper = (typeof papers)[number]

export const paperNames: Record<Paper, string> = { '58': '58 mm roll', '80': '80 mm roll', a4: 'A4 sheet' }

const MM_A_PIXEL = 25.4 / 96

/** Room for rounding, so that no line of text begins a second page. */
const SLACK_MM = 2

/**
 * Returns the page's size and margins. A roll has no height of its own: it is cut after the tallest page, in CSS
 * pixels.
 */
export function pageRule(paper: Paper, tallest: number): string {
  if (paper === 'a4') return '@page { size: A4; margin: 12mm; }'
  const width = Number(paper)
  // A page that is wider than high would be turned by printers.
  const height = Math.max(width, Math.ceil(tallest * MM_A_PIXEL) + SLACK_MM)
  return `@page { size: ${width}mm ${height}mm; margin: 0; }`
}

/** Returns the paper of this device, which it remembers. */
export function usePaper(): [Paper, (paper: Paper) => void] {
  const [paper, setPaper] = useState<Paper>(() => papers.find((one) => one === readStored('receiptPaper')) ?? '80')
  const choose = (next: Paper): void => {
    setPaper(next)
    writeStored('receiptPaper', next)
  }
  return [paper, choose]
}

/** Prints a part of this page and nothing else. `atOnce` prints it, then calls `onPrinted`. */
export function PrintSheet({
  paper,
  atOnce = false,
  onPrinted,
  children,
}: {
  paper: Paper
  atOnce?: boolean
  onPrinted?: () => void
  children: ReactNode
}) {
  const sheet = useRef<HTMLDivElement>(null)
  const [tallest, setTallest] = useState(0)
  const printed = useEffectEvent(() => onPrinted?.())

  useLayoutEffect(() => {
    const element = sheet.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const pages = [...element.querySelectorAll('.print-page')]
      setTallest(Math.max(0, ...pages.map((page) => page.getBoundingClientRect().height)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const ready = atOnce && tallest > 0
  useEffect(() => {
    if (!ready) return
    const done = (): void => printed()
    addEventListener('afterprint', done)
    globalThis.print()
    return () => removeEventListener('afterprint', done)
  }, [ready])

  return createPortal(
    <div ref={sheet} className="print-sheet" data-paper={paper}>
      <style>{pageRule(paper, tallest)}</style>
      {children}
    </div>,
    document.body,
  )
}
