import { useId, useState } from 'react'
import type { TicketCategory } from '#shop/catalogue/catalogue.ts'
import { watchReachable } from '#shop/device/connectivity.ts'
import type { Failure } from '#platform/failure/failure.ts'
import type { Wish } from '#shop/waiting/waits.ts'
import { Button } from '#ui/controls/button.tsx'
import { CheckField, FieldError } from '#ui/controls/field.tsx'
import { Form } from '#ui/controls/form.tsx'
import { Stepper } from '#ui/controls/stepper.tsx'
import { Alert, Note } from '#ui/display/note.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/waiting.ts'
import { terms } from '#ui/terms.ts'
import { readPeople, stepPeople, whyNotStanding } from '../seats/picker/standing-choice.ts'
import { waitingFailureText } from './waiting-words.ts'

/** Asks how many seats, side by side or not, to join a waiting list, and says what happens then. */
export function JoinForm({
  category,
  first,
  busy,
  failure,
  onJoin,
  onChoose,
}: {
  category: TicketCategory
  first: Wish
  busy: boolean
  failure: Failure | null
  onJoin: (wish: Wish) => void
  onChoose: () => void
}) {
  const standing = category.standing === true
  const [typed, setTyped] = useState(String(first.seats))
  const [together, setTogether] = useState(first.together)
  const [pressed, setPressed] = useState(false)
  const reachable = useWatched(watchReachable, []).value
  const id = useId()
  const most = Math.min(terms().seatsPerLine, category.totalTickets)
  const room = { most, inCart: 0, left: Infinity }
  const n = readPeople(typed)
  const wrong = whyNotStanding(n, room)
  const shown = wrong !== null && (pressed || n !== null)

  const join = (): void => {
    setPressed(true)
    if (busy || n === null || wrong !== null) return
    onJoin({ ticketCategoryId: category.id, seats: n, together: standing || n === 1 || together })
  }
  return (
    <Form onSend={join} className="grid gap-4">
      <p>{t('waiting.text')}</p>
      <div className="grid justify-items-start gap-1.5">
        <label htmlFor={id} className="text-2 leading-5 font-strong">
          {t(standing ? 'waiting.places' : 'waiting.people')}
        </label>
        <Stepper
          id={id}
          value={typed}
          fewer={t('waiting.fewer')}
          more={t('waiting.more')}
          atLeast={n !== null && n <= 1}
          atMost={n !== null && n >= most}
          onStep={(by) => setTyped(String(stepPeople(typed, by, room)))}
          onChange={({ target }) => {
            setTyped(target.value)
            setPressed(false)
          }}
          aria-invalid={shown || undefined}
          aria-describedby={`${id}-words`}
        />
        <div id={`${id}-words`} role="status">
          {shown ? (
            <FieldError>{t('waiting.most', { n: most })}</FieldError>
          ) : (
            <p className="text-1 text-muted">{t('waiting.most', { n: most })}</p>
          )}
        </div>
      </div>
      {!standing && n !== null && n > 1 && (
        <CheckField
          label={t('waiting.together')}
          hint={t('waiting.together.hint')}
          checked={together}
          onChange={({ target }) => setTogether(target.checked)}
        />
      )}
      {reachable === false && !failure && <Note kind="warn">{t('waiting.network')}</Note>}
      {failure && (
        <Alert className="grid justify-items-start gap-2">
          <p>{waitingFailureText(failure)}</p>
          {failure.code === 'not_sold_out' && (
            <Button small kind="line" onClick={onChoose}>
              {t(standing ? 'event.chooseNumber' : 'event.chooseSeats')}
            </Button>
          )}
        </Alert>
      )}
      <Button type="submit" kind="lit" wide arrow busy={busy} busyLabel={t('waiting.joining')}>
        {t('waiting.join')}
      </Button>
    </Form>
  )
}
