import { useMemo } from 'react'
import { readSeatCategory } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import { takenSeats } from '#shop/seats/seats.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { seatMapOf, type SeatMap } from '#shop/seats/seat-map.ts'
import { Dialog } from '#ui/controls/dialog.tsx'
import { count } from '#ui/format.ts'
import { SeatMapView } from '#ui/seat-map/seat-map-view.tsx'
import { Bar, Skeleton } from '#ui/display/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { ListFailure } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'

async function readSeats(categoryId: string): Promise<Result<{ map: SeatMap; taken: string[] }>> {
  const [seats, taken] = await Promise.all([readSeatCategory(categoryId), takenSeats(categoryId)])
  if (!seats.ok) return seats
  if (!taken.ok) return taken
  return ok({ map: seatMapOf(seats.value), taken: [...taken.value.taken, ...taken.value.mine] })
}

export function ViewLayoutDialog({ category, onClose }: { category: CategoryListRow; onClose: () => void }) {
  return category.standing ? (
    <StandingDialog category={category} onClose={onClose} />
  ) : (
    <SeatsDialog category={category} onClose={onClose} />
  )
}

function StandingDialog({ category, onClose }: { category: CategoryListRow; onClose: () => void }) {
  const { totalTickets, ticketsSold, held, underReview } = category
  return (
    <Dialog
      open
      onClose={onClose}
      title="Standing"
      subtitle={`${category.name}, ${category.singerName}, ${category.city}`}
      size="narrow"
    >
      <p>
        {count(totalTickets)} places without seat numbers: {count(ticketsSold)} sold, {count(underReview)} under review,{' '}
        {count(held)} held, {count(Math.max(0, totalTickets - ticketsSold - underReview - held))} free.
      </p>
    </Dialog>
  )
}

function SeatsDialog({ category, onClose }: { category: CategoryListRow; onClose: () => void }) {
  const { value, failure, reload } = useLoaded(category.id, () => readSeats(category.id), {
    onFailure: () => toast.error('Error fetching layouts'),
  })
  const taken = useMemo(() => new Set(value?.taken), [value])

  const name = `${category.name}, ${category.singerName}, ${category.city}`
  return (
    <Dialog
      open
      onClose={onClose}
      title={category.layout?.name ?? 'Rows by number'}
      subtitle={
        value
          ? `${name}: ${count(Math.max(0, value.map.total - taken.size))} of ${count(value.map.total)} seats free`
          : name
      }
      size="seats"
    >
      {failure && !value ? (
        <div className="p-4">
          <ListFailure message="Error fetching layouts" failure={failure} onRetry={reload} />
        </div>
      ) : value ? (
        <SeatMapView map={value.map} label={`Seats of ${name}`} taken={taken} />
      ) : (
        <Skeleton className="p-6">
          <Bar className="h-[320px] w-full" />
        </Skeleton>
      )}
    </Dialog>
  )
}
