import type { GateCount } from '#shop/gate/lists/counts.store.ts'
import type { GateListRow } from '#shop/gate/lists/lists.store.ts'
import { count } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { ageText } from './verdict/verdict-words.ts'
import { useDocumentTitle } from '#ui/browser/page-title.ts'
import { shopName } from '#ui/shop.ts'
import '#ui/messages/en/gate/gate.ts'

export function GateHead(props: {
  gate: string
  lists: readonly GateListRow[]
  counts: readonly GateCount[]
  waiting: number
  news: number
  practice: boolean
  offline: boolean
  /** The server's time, in ms. */
  now: number
  onOpen: () => void
}) {
  const { gate, lists, counts, waiting, news, practice, offline, now, onOpen } = props
  const admitted = counts.reduce((sum, one) => sum + one.admitted, 0)
  const expected = counts.reduce((sum, one) => sum + one.expected, 0)
  const oldest = lists.length > 0 ? Math.min(...lists.map((list) => list.listAt ?? 0)) : null
  const age = ageText(oldest === 0 ? null : oldest, now, offline)
  const name = lists.length === 1 ? lists[0]!.event.name : t('gate.head.events', { n: lists.length })
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={t('gate.head.label', {
        gate,
        event: name,
        admitted: count(admitted),
        expected: count(expected),
        waiting,
        age,
        news,
        offline,
      })}
      className="flex w-full flex-none cursor-pointer justify-between gap-4 border-b border-current/35 px-4 pt-[calc(12px+env(safe-area-inset-top))] pb-2.5 text-left text-2 leading-5 outline-offset-[-4px] desk:px-12"
    >
      <span className="min-w-0">
        <span className="block truncate font-strong">{practice ? t('gate.head.practice', { gate }) : gate}</span>
        <span className="block truncate">{name}</span>
      </span>
      <span className="flex-none text-right tabular-nums">
        <span className="block font-strong">
          {offline ? `${t('gate.head.offline')} · ` : ''}
          {t('gate.head.in', { admitted: count(admitted), expected: count(expected) })}
        </span>
        <span className="block">
          {news > 0 ? (
            <strong className="font-strong">{t('gate.head.toLook', { n: news })}</strong>
          ) : (
            t('gate.head.toSync', { count: count(waiting) })
          )}
          {` · ${t('gate.head.list', { age })}`}
        </span>
      </span>
    </button>
  )
}

export const useGateTitle = (page: string): void => useDocumentTitle(t('gate.title.page', { page, shop: shopName() }))
