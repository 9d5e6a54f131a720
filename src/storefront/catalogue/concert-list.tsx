import { ago } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { Bar, Skeleton } from '#ui/display/note.tsx'
import { concertGrid } from './concert-row.tsx'

export function ListHead({ n, updatedAt, now }: { n: number; updatedAt: number | null; now: number }) {
  return (
    <div className="section-head pb-0!">
      <h2 className="head-4 tabular-nums" aria-live="polite">
        {t('catalogue.count', { n })}
      </h2>
      {updatedAt !== null && (
        <span className="text-1 text-muted">{t('catalogue.updated', { ago: ago(updatedAt, now) })}</span>
      )}
    </div>
  )
}

export function ListSkeleton() {
  return (
    <Skeleton>
      <div className="section-head pb-0!">
        <Bar dark className="h-[26px] w-32" />
      </div>
      <div className="rows">
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <div key={row} className={concertGrid}>
            <Bar dark className="h-10 w-[84px]" />
            <Bar className="col-start-2 row-span-2 row-start-1 aspect-4/5 w-full desk:row-span-1" />
            <div className="mt-3 desk:col-start-3 desk:mt-0">
              <Bar dark className="h-6 w-3/5" />
              <Bar className="my-1.5 h-4 w-2/5" />
              <Bar className="h-4 w-4/5" />
            </div>
          </div>
        ))}
      </div>
    </Skeleton>
  )
}
