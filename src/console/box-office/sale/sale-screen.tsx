import { useEffect, useEffectEvent, useState } from 'react'
import type { SalesEvent } from '#shop/staff/invitations.api.ts'
import { readDoorCategories, type DoorCategory } from '#shop/box-office/box-office.api.ts'
import { draftOf, newDraft, withLost } from '#shop/box-office/door-draft.ts'
import { sectionsOf } from '#shop/catalogue/catalogue.ts'
import { newOrderId, orderCode } from '#shop/orders/order.ts'
import { lostSeatsOf } from '#shop/seats/lost-seats.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { Empty, Note } from '#ui/display/note.tsx'
import { usePolling } from '#ui/hooks/use-time.ts'
import { shopName } from '#ui/shop.ts'
import { ListFailure, ListSkeleton } from '../../kit/list/list-parts.tsx'
import { useLoaded } from '../../kit/use-loaded.ts'
import { whyFailed } from '../../kit/why-failed.ts'
import type { Paper } from '../print/print-sheet.tsx'
import type { ReceiptContext } from '../print/receipt-lines.ts'
import { SoldScreen } from '../sold/sold-screen.tsx'
import type { Payee } from './pay-panel.tsx'
import { SaleForm } from './sale-form.tsx'
import { refusedWords } from './sale-summary.tsx'
import { useDoorDraft } from './use-door-draft.ts'
import { useDoorPrice } from './use-door-price.ts'
import { useSelling } from './use-selling.ts'
import type { DoorSale } from '#shop/box-office/door-sale.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'

const REFRESH_MS = 30_000
const nothing: readonly DoorCategory[] = []

/** Sells one event. Mounted anew for another one. */
export function SaleScreen({
  event,
  tillId,
  payee,
  gstin,
  paper,
  on,
  onBusy,
  onChanged,
}: {
  event: SalesEvent
  tillId: string
  payee: Payee | null
  gstin: string
  paper: Paper
  /** False while another part of the page is in front. */
  on: boolean
  /** True while tickets are chosen or a sale has no answer. */
  onBusy: (busy: boolean) => void
  /** Sales of the till have changed. */
  onChanged: () => unknown
}) {
  const loaded = useLoaded(`door ${event.id}`, () => readDoorCategories(event.id))
  usePolling(loaded.reload, REFRESH_MS)
  const categories = loaded.value ?? nothing
  const [refused, setRefused] = useState<string | null>(null)

  const selling = useSelling({
    onSold: () => {
      setRefused(null)
      void onChanged()
      void loaded.reload()
    },
    onRefused: (failure, sale) => {
      const draft = door.draft.orderId === sale.orderId ? door.draft : draftOf(sale)
      const lost = failure.code === 'seats_taken' ? lostSeatsOf(failure.detail) : []
      const kept = lost.length > 0 ? withLost(draft, lost) : draft
      // The id of a sale that was undone is used up.
      door.mark(lost)
      door.put(failure.code === 'order_submitted' ? { ...kept, orderId: newOrderId() } : kept)
      setRefused(lost.length > 0 ? null : refusedWords(failure))
      void door.refresh()
      void total.reload()
      if (failure.code === 'till_closed') void onChanged()
    },
  })
  const choosing = selling.state.step === 'choosing'
  const door = useDoorDraft(event, categories, choosing)
  const total = useDoorPrice(door.draft.lines, door.draft.method)
  const busy = !choosing || door.draft.lines.length > 0
  const tell = useEffectEvent(onBusy)
  useEffect(() => tell(busy), [busy])

  const next = (): void => {
    setRefused(null)
    // A sale that was begun before the last one was shown again stays.
    if (selling.state.step === 'sold' && door.draft.orderId === selling.state.last.sale.orderId) {
      door.put(newDraft(newOrderId()))
      door.setActiveId(null)
    }
    selling.next()
  }

  if (selling.state.step === 'sold')
    return (
      <SoldScreen
        key={selling.state.last.sold.orderId}
        last={selling.state.last}
        context={contextOf(event, gstin, categories, selling.state.last.at)}
        paper={paper}
        on={on}
        onNext={next}
        onUndone={() => {
          selling.undone()
          void onChanged()
          void loaded.reload()
        }}
      />
    )
  if (!loaded.value)
    return loaded.failure ? (
      <ListFailure message="Error loading the ticket categories" failure={loaded.failure} onRetry={loaded.reload} />
    ) : (
      <ListSkeleton />
    )
  if (categories.length === 0) return <Empty title="Nothing to sell yet">This concert has no ticket categories.</Empty>

  const { state } = selling
  const waiting = state.step === 'unsure' || (state.step === 'sending' && state.unsure)
  return (
    <div className="grid gap-4">
      <SaleTrouble failure={waiting ? null : (total.failure ?? loaded.failure)} />
      {waiting ? (
        <UnsureNote
          sale={state.sale}
          busy={state.step === 'sending'}
          onRepeat={selling.repeat}
          onAbandon={() => {
            selling.abandon()
            // What was given up may have been sold: its order must not be sent again with other tickets.
            door.startOver()
          }}
        />
      ) : null}
      <div inert={waiting} className={waiting ? 'opacity-60' : undefined}>
        <SaleForm
          key={door.draft.orderId}
          categories={categories}
          door={door}
          total={total}
          payee={payee}
          busy={!choosing}
          on={on && !waiting}
          refused={refused}
          onSell={(sale) => {
            setRefused(null)
            selling.sell({ ...sale, tillId, eventId: event.id })
          }}
          onLast={selling.last ? selling.showLast : null}
        />
      </div>
    </div>
  )
}

function SaleTrouble({ failure }: { failure: Failure | null }) {
  if (!failure) return null
  const offline = failure.code === 'unreachable'
  return (
    <Note kind="warn" role="status">
      {offline
        ? 'No network. Selling needs it, so that no seat is sold twice. What you chose stays; it goes on by itself.'
        : (refusalOf(failure) ?? whyFailed(failure))}
    </Note>
  )
}

const refusalOf = (failure: Failure): string | null =>
  ['not_on_sale', 'forbidden', 'too_many_seats', 'unknown_seat'].includes(failure.code) ? refusedWords(failure) : null

function contextOf(event: SalesEvent, gstin: string, categories: readonly DoorCategory[], at: number): ReceiptContext {
  return {
    shop: shopName(),
    gstin,
    event,
    categories: new Map(
      categories.map(({ id, name, seats }) => [id, { name, sections: seats && sectionsOf(seats) }] as const),
    ),
    at,
  }
}

/** A sale without an answer: it is repeated under its id until there is one. */
function UnsureNote({
  sale,
  busy,
  onRepeat,
  onAbandon,
}: {
  sale: DoorSale
  busy: boolean
  onRepeat: () => void
  onAbandon: () => void
}) {
  const [asking, setAsking] = useState(false)
  const code = orderCode(sale.orderId)
  return (
    <Note kind="warn" role="alert" className="grid justify-items-start gap-3">
      <p>
        <span className="block font-strong">No answer for sale {code} yet.</span>
        It is sent again every few seconds under the same number, so it counts once at most. Wait here: the tickets
        appear when the network is back.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button kind="line" small busy={busy} busyLabel="Asking..." onClick={onRepeat}>
          Ask again now
        </Button>
        <Button kind="bare" small onClick={() => setAsking(true)}>
          Stop waiting
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        question={`Stop waiting for ${code}?`}
        confirmLabel="Stop waiting"
        cancelLabel="Go on waiting"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onAbandon()
        }}
      >
        <p>It may have been sold. Look into the till’s book for {code} before you sell these places again.</p>
      </ConfirmDialog>
    </Note>
  )
}
