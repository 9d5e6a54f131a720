import { isStanding } from '#shop/seats/standing.ts'
import { listedSeats } from '#ui/seat-map/said-seats.ts'
import { t } from '#ui/messages/messages.ts'
import type { GateData } from './use-gate-data.ts'

export function NewsBar({ data, onOpen }: { data: GateData; onOpen: () => void }) {
  const text = wordsOf(data)
  if (text === null) return null
  return (
    <div role="alert" className="flex-none">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-11 w-full cursor-pointer items-center gap-3 bg-bad-soft px-4 py-1.5 text-left text-2 font-strong text-bad desk:px-12"
      >
        {text}
      </button>
    </div>
  )
}

function wordsOf({ unseen, news, sync }: GateData): string | null {
  if (unseen > 0) {
    const first = news.find((row) => !row.seen)
    const n = unseen - 1
    if (first?.kind === 'conflict') {
      const seats = { seats: listedSeats(first.seats), standing: isStanding(first.seats) }
      return n > 0 ? t('gate.news.twiceMore', { ...seats, n }) : t('gate.news.twice', seats)
    }
    return n > 0 ? t('gate.news.badMore', { n }) : t('gate.news.bad')
  }
  if (sync?.needsSignIn) return t('gate.news.signIn')
  return null
}
