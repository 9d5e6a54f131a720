import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { pageRule, type Paper } from './paper.ts'
import './print.css'

/** What a print of this page consists of, and nothing else. `atOnce` prints it, then calls `onPrinted`. */
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
