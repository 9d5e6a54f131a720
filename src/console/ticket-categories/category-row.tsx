import { useState, useMemo } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { deleteCategory, readSeatCategory } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import type { LayoutRow } from '#shop/catalogue/catalogue-rows.ts'
import { formatDay, formatDayTime, formatTime } from '#platform/time/ist.ts'
import { count } from '#ui/format.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { Cell } from '#ui/display/table.tsx'
import { paths, withQuery } from '#ui/paths.ts'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { HistoryDialog } from '../history/history-list.tsx'
import { ActionsCell, RowActions, useRowForm, type RowAction } from '../kit/list/row-actions.tsx'
import { leaveOrAsk } from '../kit/unsaved-work.ts'
import { AssignLayoutDialog } from './assign-layout-dialog.tsx'
import { EditCategory } from './edit-category.tsx'
import { CategoryPrice } from './prices/category-price.tsx'
import { takenSeats } from '#shop/seats/seats.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { seatMapOf, type SeatMap } from '#shop/seats/seat-map.ts'
import { Dialog } from '#ui/controls/dialog.tsx'
import { SeatMapView } from '#ui/seat-map/seat-map-view.tsx'
import { Bar, Skeleton } from '#ui/display/note.tsx'
import { toast } from '#ui/toast.tsx'
import { ListFailure } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { counted } from '../kit/words/counted.ts'

type Open = 'edit' | 'delete' | 'assign' | 'view' | 'history' | null

export function CategoryRow({
  category,
  inConcert,
  layouts,
  onChanged,
}: {
  category: CategoryListRow
  /** On the page of its concert. */
  inConcert: boolean
  layouts: readonly LayoutRow[]
  onChanged: () => Promise<unknown>
}) {
  const [open, setOpen] = useState<Open>(null)
  const navigate = useNavigate()
  const name = `${category.name}, ${category.singerName}, ${category.city}`
  const close = () => setOpen(null)
  const { row, endForm } = useRowForm(close, onChanged)

  if (open === 'edit')
    return (
      <tr>
        <Cell colSpan={inConcert ? 4 : 6} className="py-4!">
          <p className="mb-3 text-muted">
            {category.singerName}, {category.city}, {formatDay(category.date)}
          </p>
          <EditCategory category={category} onDone={endForm} />
        </Cell>
      </tr>
    )

  const actions: RowAction[] = [
    { label: 'Edit', onChoose: () => setOpen('edit'), opensForm: true },
    ...(category.standing ? [] : [{ label: 'Assign Layout', onChoose: () => setOpen('assign') }]),
    { label: 'View Layout', onChoose: () => setOpen('view') },
    {
      label: 'Seats',
      onChoose: () =>
        leaveOrAsk(() => void navigate(withQuery(paths.adminEventSeats(category.eventId), { category: category.id }))),
    },
    { label: 'History', onChoose: () => setOpen('history'), adminOnly: true },
    { label: 'Delete', onChoose: () => setOpen('delete'), grave: true },
  ]

  return (
    <tr ref={row}>
      <Cell>
        <span className="font-strong">{category.name}</span>
        {inConcert ? null : (
          <span className="block text-1 text-muted desk:hidden">
            {category.singerName}, {category.city}, {formatDay(category.date)}
          </span>
        )}
        <span className="block text-1 text-muted">{placesOf(category)}</span>
        {category.hidden ? <span className="block text-1 text-muted">Only with an access code</span> : null}
        {category.saleFrom ? (
          <span className="block text-1 text-muted">Sale from {formatDayTime(category.saleFrom)}</span>
        ) : null}
        {category.saleUntil ? (
          <span className="block text-1 text-muted">Sale until {formatDayTime(category.saleUntil)}</span>
        ) : null}
        <RowActions actions={actions} name={name} className="mt-1 desk:hidden" />
      </Cell>
      {inConcert ? null : <ConcertCells category={category} />}
      <Cell number>
        <CategoryPrice category={category} />
      </Cell>
      <Cell number>
        {count(category.ticketsSold - category.ticketsTested)} of {count(category.totalTickets)}
        {category.ticketsTested > 0 ? (
          <span className="block text-1 text-muted">and {count(category.ticketsTested)} as a test</span>
        ) : null}
        {category.ticketsGiven > 0 ? (
          <span className="block text-1 text-muted">{count(category.ticketsGiven)} of them at ₹0</span>
        ) : null}
        {category.ticketsSold >= category.totalTickets ? (
          <span className="block text-1 text-muted">sold out</span>
        ) : null}
        {category.held > 0 ? <span className="block text-1 text-muted">{count(category.held)} held</span> : null}
        {category.underReview > 0 ? (
          <span className="block text-1 text-muted">{count(category.underReview)} under review</span>
        ) : null}
        {category.ticketsKept > 0 ? (
          <span className="block text-1 text-muted">{count(category.ticketsKept)} kept</span>
        ) : null}
      </Cell>
      <ActionsCell actions={actions} name={name}>
        {open === 'assign' ? (
          <AssignLayoutDialog category={category} layouts={layouts} onClose={close} onDone={onChanged} />
        ) : null}
        {open === 'view' ? <ViewLayoutDialog category={category} onClose={close} /> : null}
        {open === 'history' ? (
          <HistoryDialog
            name={name}
            of={[
              { noun: 'ticket_categories', ids: [category.id] },
              { noun: 'ticket_category_layouts', ids: [category.id] },
            ]}
            onClose={close}
          />
        ) : null}
        {open === 'delete' ? (
          <DeleteDialog
            noun="ticket category"
            remove={() => deleteCategory(category.id)}
            instead={(failure) =>
              failure.code === 'in_use' ? (
                <p className="mt-1">To stop its sale, cancel the event, or raise the sold count to the total.</p>
              ) : null
            }
            onClose={close}
            onDeleted={onChanged}
          >
            <p>
              {name}, {formatDay(category.date)}
            </p>
          </DeleteDialog>
        ) : null}
      </ActionsCell>
    </tr>
  )
}

function ConcertCells({ category }: { category: CategoryListRow }) {
  return (
    <>
      <Cell deskOnly>
        <Link className="link" to={paths.adminEvent(category.eventId)}>
          {category.singerName}
        </Link>
        <span className="block text-1 text-muted">
          {category.city} · {category.venue}
        </span>
        {category.eventStatus === 'cancelled' ? <StateMark kind="bad">Cancelled</StateMark> : null}
      </Cell>
      <Cell deskOnly className="whitespace-nowrap">
        {formatDay(category.date)}
        <span className="block text-1 text-muted">{formatTime(category.date)}</span>
      </Cell>
    </>
  )
}

const placesOf = ({ layout, standing }: CategoryListRow): string =>
  standing ? 'Standing' : (layout?.name ?? 'Rows by number')

async function readSeats(categoryId: string): Promise<Result<{ map: SeatMap; taken: string[] }>> {
  const [seats, taken] = await Promise.all([readSeatCategory(categoryId), takenSeats(categoryId)])
  if (!seats.ok) return seats
  if (!taken.ok) return taken
  return ok({ map: seatMapOf(seats.value), taken: [...taken.value.taken, ...taken.value.mine] })
}

function ViewLayoutDialog({ category, onClose }: { category: CategoryListRow; onClose: () => void }) {
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
        {counted(totalTickets, 'place')} without seat numbers: {count(ticketsSold)} sold, {count(underReview)} under
        review, {count(held)} held, {count(Math.max(0, totalTickets - ticketsSold - underReview - held))} free.
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
          ? `${name}: ${count(Math.max(0, value.map.total - taken.size))} of ${counted(value.map.total, 'seat')} free`
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
