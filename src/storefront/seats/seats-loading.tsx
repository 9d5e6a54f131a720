import { t } from '#ui/messages/messages.ts'
import { Bar, Skeleton } from '#ui/display/note.tsx'

export function SeatsLoading() {
  return (
    <div className="flex min-h-0 flex-1 flex-col desk:flex-row">
      <div className="min-h-0 flex-1 overflow-hidden bg-sunk p-7">
        <span className="sr-only" role="status">
          {t('common.loading')}
        </span>
        <Skeleton className="mx-auto max-w-[420px]">
          <div className="mb-12 h-[3px] bg-rule" />
          <div className="grid grid-cols-8 gap-2">
            {Array.from({ length: 48 }, (_, place) => (
              <span key={place} className="h-7 rounded-seat bg-rule" />
            ))}
          </div>
        </Skeleton>
      </div>
      <div className="border-t border-rule p-4 desk:w-[352px] desk:border-t-0 desk:border-l desk:p-6">
        <Skeleton className="grid gap-4">
          <Bar className="w-48" />
          <Bar className="h-12" />
        </Skeleton>
      </div>
    </div>
  )
}
