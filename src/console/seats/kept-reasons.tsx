import { keptByReason, type CategoryOwners } from '#shop/seats/hall.ts'
import { count } from '#ui/format.ts'

/** Lists the kept seats by reason; a press chooses all seats of one. */
export function KeptReasons({
  categories,
  onChoose,
}: {
  categories: readonly CategoryOwners[]
  onChoose: (keys: string[]) => void
}) {
  const reasons = keptByReason(categories)
  if (reasons.length === 0) return null
  return (
    <section aria-labelledby="kept-reasons">
      <h2 id="kept-reasons" className="head-4">
        Kept
      </h2>
      <ul className="rows mt-2">
        {reasons.map(({ reason, keys }) => (
          <li key={reason} className="flex items-baseline justify-between gap-3 py-2">
            <span className="min-w-0 break-words">
              {reason} <span className="text-2 text-muted tabular-nums">{count(keys.length)}</span>
            </span>
            <button
              type="button"
              className="link min-h-6 flex-none text-2"
              aria-label={`Choose the seats kept for ${reason}`}
              onClick={() => onChoose(keys)}
            >
              Choose
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
