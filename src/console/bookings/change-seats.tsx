import { useState } from 'react'
import { changeTicketSeats, MAX_REASON_CHARACTERS, type Booking } from '#shop/tickets/tickets-admin.api.ts'
import { compareSeats } from '#shop/seats/seat-map.ts'
import { Button } from '#ui/controls/button.tsx'
import { Chip } from '#ui/controls/chip.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { LineSeats } from '../payments/decision/line-seats.tsx'
import { seatsIn, whyNoSeats } from '../payments/decision/reassign-lines.ts'
import { buyerOf, seatsNoticeText } from './ticket-state.tsx'
import { counted } from '../kit/words/counted.ts'
import { FailureNote } from '../kit/form/form-frame.tsx'
import { problemsIn, useForm } from '../kit/form/use-form.ts'

export function ChangeSeats({
  booking,
  ticketId,
  ticketCategoryId,
  first,
  back = 'Back to the booking',
  onClose,
  onDone,
}: {
  booking: Booking
  ticketId: string
  ticketCategoryId: string
  /** The seat to give up at first. */
  first?: string
  back?: string
  onClose: () => void
  onDone: () => Promise<void>
}) {
  const [givenUp, setGivenUp] = useState<string[]>(
    booking.seats.length === 1 ? booking.seats : booking.seats.filter((seat) => seat === first),
  )
  const [chosen, setChosen] = useState<string[]>([])
  const [asked, setAsked] = useState<{ reason: string } | null>(null)
  /** Each refusal raises it and so reloads the free seats. */
  const [round, setRound] = useState(0)
  const line = { ...booking, ticketCategoryId, categoryName: booking.category, lostSeats: givenUp }
  const missing = givenUp.length - chosen.length
  const form = useForm({
    start: { reason: '' },
    read: ({ reason }) =>
      problemsIn({ reason: reason.trim() === '' && 'Write a reason: the history keeps it.' }) ?? {
        reason: reason.trim(),
      },
    ask: setAsked,
    save: ({ reason }: { reason: string }) => {
      const kept = booking.seats.filter((seat) => !givenUp.includes(seat))
      return changeTicketSeats(ticketId, [...kept, ...chosen].sort(compareSeats), reason)
    },
    onSaved: () => {
      setAsked(null)
      return onDone()
    },
    onRefused: ({ code, detail }) => {
      setAsked(null)
      if (code === 'seats_taken') {
        const gone = seatsIn(detail)
        setChosen((now) => now.filter((seat) => !gone.has(seat)))
        setRound((n) => n + 1)
      }
      return {}
    },
    isUnsaved: ({ reason }) => chosen.length > 0 || reason.trim() !== '',
    onClose,
    done: 'Seats changed',
    failed: 'Error changing the seats',
  })
  const { busy, forget } = form

  return (
    <Dialog
      open
      onClose={busy ? () => undefined : form.close}
      title="Choose other seats"
      subtitle={subtitleOf(booking)}
      size="seats"
    >
      <div className="flex min-h-0 flex-1 flex-col desk:flex-row">
        <LineSeats
          line={line}
          round={round}
          chosen={chosen}
          lostWord="given up"
          onChosen={(seats) => {
            forget()
            setChosen(seats)
          }}
        />
        <div className="flex flex-col gap-4 overflow-y-auto border-rule p-4 max-desk:max-h-[55%] max-desk:border-t desk:w-[320px] desk:border-l desk:p-6">
          <div role="group" aria-label="Seats to give up" className="grid gap-2 text-2">
            <p className="font-strong">Seats to give up</p>
            <div className="flex flex-wrap gap-2">
              {booking.seats.map((seat) => (
                <Chip
                  key={seat}
                  on={givenUp.includes(seat)}
                  onClick={() => {
                    setGivenUp((now) => (now.includes(seat) ? now.filter((one) => one !== seat) : [...now, seat]))
                    setChosen([])
                  }}
                >
                  {seat}
                </Chip>
              ))}
            </div>
          </div>
          <TextField
            {...form.field('reason')}
            error={form.draft.reason.trim() === '' ? form.problems['reason'] : undefined}
            label="Reason"
            maxLength={MAX_REASON_CHARACTERS}
          />
          <FailureNote failure={form.failure} words={whyNoSeats} />
          <div className="mt-auto grid gap-3">
            <p className="text-2 text-muted" role="status">
              {statusOf(givenUp, chosen)}
            </p>
            <Button
              kind="lit"
              wide
              disabled={givenUp.length === 0 || missing > 0}
              busy={busy}
              busyLabel="Changing..."
              onClick={() => void form.submit()}
            >
              Give these seats
            </Button>
            <Button kind="line" wide disabled={busy} onClick={onClose}>
              {back}
            </Button>
          </div>
        </div>
      </div>
      <ConfirmDialog
        open={asked !== null}
        question={`Give ${chosen.join(', ')} in place of ${[...givenUp].sort(compareSeats).join(', ')}?`}
        confirmLabel="Give them"
        kind="solid"
        busy={busy}
        busyLabel="Changing..."
        onConfirm={() => asked && void form.send(asked)}
        onCancel={() => setAsked(null)}
      >
        <p>
          {booking.sellerId === null
            ? 'My Tickets shows the new seats once the customer’s device has synced.'
            : 'A phone that opened the ticket’s link shows the new seats once it has synced; paper keeps the old ones.'}{' '}
          Until then the gate says CHECK and names both. The seats given up are free for others.{' '}
          {seatsNoticeText(booking)}
        </p>
      </ConfirmDialog>
    </Dialog>
  )
}

const subtitleOf = (booking: Booking): string =>
  [buyerOf(booking), booking.eventName, booking.category].filter(Boolean).join(' · ')

function statusOf(givenUp: readonly string[], chosen: readonly string[]): string {
  if (givenUp.length === 0) return 'Press the seats to change.'
  const missing = givenUp.length - chosen.length
  if (missing > 0) return `${counted(missing, 'seat')} still to choose.`
  return `${[...givenUp].sort(compareSeats).join(', ')} becomes ${chosen.join(', ')}.`
}
