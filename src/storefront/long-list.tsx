import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#ui/controls/button.tsx'
import { count } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/wallet.ts'

/** Each press doubles the rows shown. Some customers have thousands. */
const FIRST_ROWS = 20

export function LongList<T>({
  title,
  rows,
  shownOf,
  children,
}: {
  title: string
  rows: readonly T[]
  shownOf: (figures: { shown: string; n: string }) => string
  children: (row: T, index: number) => ReactNode
}) {
  const [shown, setShown] = useState(FIRST_ROWS)
  const list = useRef<HTMLUListElement>(null)
  const showMore = (): void => {
    flushSync(() => setShown(shown * 2))
    // For the keyboard: focus continues at the first new row.
    list.current?.children[shown]?.querySelector<HTMLElement>('a, button, summary')?.focus({ preventScroll: true })
  }
  if (rows.length === 0) return null
  const left = rows.length - shown
  return (
    <section className="mt-6 desk:mt-10" aria-label={title}>
      <div className="section-head pb-0!">
        <h2 className="head-4">{title}</h2>
        {left > 0 && (
          <p className="text-2 text-muted" role="status">
            {shownOf({ shown: count(shown), n: count(rows.length) })}
          </p>
        )}
      </div>
      <ul ref={list} className="rows">
        {rows.slice(0, shown).map(children)}
      </ul>
      {left > 0 && (
        <Button kind="line" className="no-print mt-4" onClick={showMore}>
          {t('wallet.more', { n: count(Math.min(shown, left)) })}
        </Button>
      )}
    </section>
  )
}
