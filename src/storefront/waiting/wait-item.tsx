import { useState, type ReactNode } from 'react'
import type { MyWait } from '#shop/waiting/waits.store.ts'
import { leaveList } from '#shop/waiting/waits.store.ts'
import { offerState } from '#shop/waiting/waits.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { Alert } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/waiting.ts'
import { paths } from '#ui/paths.ts'
import { OfferCard } from './offer-card.tsx'
import { waitingFailureText } from './waiting-words.ts'

/**
 * Shows one wait: the place in the list, an offer, or that it is lost. `about`: the concert and category, where it is
 * not clear.
 */
export function WaitItem({ wait, now, about }: { wait: MyWait; now: number; about?: ReactNode }) {
  const state = offerState(wait, now)
  if (state !== 'none' && wait.offer)
    return <OfferCard wait={wait} offer={wait.offer} state={state} now={now} about={about} />
  return (
    <div className="grid justify-items-start gap-1.5 text-2">
      {about}
      {wait.outcome === null ? <Place wait={wait} /> : <Lost wait={wait} />}
    </div>
  )
}

/** 'You wait for 2 seats side by side. 3 people are before you.' */
const placeWords = ({ seats: n, standing, together, before }: MyWait): string =>
  [t('waiting.wish', { n, standing, together }), before === null ? '' : t('waiting.before', { n: before })]
    .filter(Boolean)
    .join(' ')

function Place({ wait }: { wait: MyWait }) {
  const [asks, setAsks] = useState(false)
  const leaving = useAction(() => leaveList(wait.id), { done: () => t('waiting.left'), leaves: true })
  return (
    <>
      <p role="status">{placeWords(wait)}</p>
      <Button small kind="bare" onClick={() => setAsks(true)}>
        {t('waiting.leave')}
      </Button>
      <ConfirmDialog
        open={asks}
        question={t('waiting.leave.question')}
        confirmLabel={t('waiting.leave')}
        cancelLabel={t('waiting.leave.stay')}
        busy={leaving.busy}
        busyLabel={t('waiting.leaving')}
        onConfirm={() => void leaving.run()}
        onCancel={() => setAsks(false)}
      >
        <p>{t('waiting.leave.text')}</p>
        <Alert className="mt-3">{leaving.failure && waitingFailureText(leaving.failure)}</Alert>
      </ConfirmDialog>
    </>
  )
}

function Lost({ wait }: { wait: MyWait }) {
  const { seats: n, standing, eventId, ticketCategoryId, outcome } = wait
  return (
    <>
      <p>{t(outcome === 'rejected' ? 'waiting.over.rejected' : 'waiting.over.lapsed', { n, standing })}</p>
      <ButtonLink small kind="line" to={paths.waiting(eventId, ticketCategoryId)}>
        {t('waiting.again')}
      </ButtonLink>
    </>
  )
}
