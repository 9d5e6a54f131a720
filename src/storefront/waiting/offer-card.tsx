import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { adoptOrder } from '#shop/orders/orders.store.ts'
import { declineOffer, type MyWait } from '#shop/waiting/waits.store.ts'
import { minutesLeft, type Offer, type OfferState } from '#shop/waiting/waits.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { Alert } from '#ui/display/note.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { exactRupees } from '#ui/format.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/waiting.ts'
import { paths } from '#ui/paths.ts'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import { linesOfPayment } from '../checkout/ordered-lines.ts'
import { untilWords, waitingFailureText } from './waiting-words.ts'

/** Seats that are offered: until when, and the way to the payment. */
export function OfferCard({
  wait,
  offer,
  state,
  now,
  about,
}: {
  wait: MyWait
  offer: Offer
  state: Exclude<OfferState, 'none'>
  now: number
  about?: ReactNode
}) {
  const n = offer.seats.length
  const { standing, sections } = wait
  const seats = saidSeats({ seats: offer.seats, sections })
  return (
    <div className="grid gap-2 rounded-control border-2 border-accent bg-raised p-4 text-2">
      <StateMark kind={state === 'over' ? 'off' : 'warn'} tag className="justify-self-start">
        {t('waiting.offer', { n, standing })}
      </StateMark>
      {about}
      <p className="head-4 wrap-anywhere tabular-nums">{seats.list}</p>
      {state === 'open' && <Open wait={wait} offer={offer} now={now} />}
      {state === 'submitted' && (
        <>
          <p>{t('waiting.offer.submitted')}</p>
          <ButtonLink small kind="line" to={paths.order(offer.orderId)} className="justify-self-start">
            {t('waiting.offer.follow')}
          </ButtonLink>
        </>
      )}
      <div role="status">{state === 'over' && <p>{t('waiting.offer.over')}</p>}</div>
    </div>
  )
}

/** Keeps the offer's order on this device: the payment page is the one of any order. */
async function take({ ticketCategoryId }: MyWait, { orderId, seats }: Offer): Promise<Result<string>> {
  const lines = await linesOfPayment([{ ticketCategoryId, seats }])
  if (lines.length === 0) return failed('not_found')
  const order = await adoptOrder(orderId, lines)
  return order.ok ? ok(order.value.id) : order
}

function Open({ wait, offer, now }: { wait: MyWait; offer: Offer; now: number }) {
  const navigate = useNavigate()
  const [asks, setAsks] = useState(false)
  const taking = useAction(() => take(wait, offer))
  const declining = useAction(() => declineOffer(offer.orderId), {
    done: () => t('waiting.offer.no.done'),
    leaves: true,
  })
  const go = async (): Promise<void> => {
    const taken = await taking.run()
    if (taken?.ok) await navigate(paths.order(taken.value))
  }
  return (
    <>
      <p>
        {t('waiting.offer.price', { amount: exactRupees(offer.total) })}{' '}
        <span className="tabular-nums">
          {t('waiting.offer.until', { when: untilWords(offer.until, now), minutes: minutesLeft(offer.until, now) })}
        </span>
      </p>
      <div className="flex flex-wrap gap-3 pt-1">
        <Button kind="lit" busy={taking.busy} busyLabel={t('waiting.offer.taking')} onClick={() => void go()}>
          {t('waiting.offer.take', { n: offer.seats.length })}
        </Button>
        <Button kind="line" onClick={() => setAsks(true)}>
          {t('waiting.offer.no')}
        </Button>
      </div>
      <Alert>
        {taking.failure &&
          (taking.failure.code === 'not_found' ? t('waiting.offer.unknown') : waitingFailureText(taking.failure))}
      </Alert>
      <ConfirmDialog
        open={asks}
        question={t('waiting.offer.no.question')}
        confirmLabel={t('waiting.offer.no')}
        cancelLabel={t('waiting.offer.no.keep')}
        busy={declining.busy}
        busyLabel={t('waiting.offer.no.sending')}
        onConfirm={() => void declining.run()}
        onCancel={() => setAsks(false)}
      >
        <p>{t('waiting.offer.no.text')}</p>
        <Alert className="mt-3">{declining.failure && waitingFailureText(declining.failure)}</Alert>
      </ConfirmDialog>
    </>
  )
}
