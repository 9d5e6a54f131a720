import { useState } from 'react'
import { useIdentity } from '#account/session/identity.ts'
import {
  closeAccount,
  closedAccounts,
  rejectPayments,
  releaseCustomerSeats,
  reopenAccount,
  undecidedPaymentsOf,
} from '#shop/upkeep/clean-up.api.ts'
import type { ProfileRow } from '#shop/people/users-admin.api.ts'
import { MAX_NOTE_CHARACTERS } from '#shop/payments/review.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { TextArea } from '#ui/controls/field.tsx'
import { count } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { FailureNote } from '../kit/form/form-frame.tsx'
import { useRefreshPaymentCounts } from '../payments/payment-tabs.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { useAskingClose } from '../kit/unsaved-work.ts'
import { counted } from '../kit/words/counted.ts'

type Step = 'reject' | 'seats' | 'close'

const payments = (n: number): string => counted(n, 'undecided payment')

async function readState(userId: string) {
  const [undecided, closed] = await Promise.all([undecidedPaymentsOf(userId), closedAccounts()])
  if (!undecided.ok) return undecided
  if (!closed.ok) return closed
  return ok({ undecided: undecided.value, closed: closed.value.find((one) => one.userId === userId) ?? null })
}

export function CleanUp({ person, onChanged }: { person: ProfileRow; onChanged: () => Promise<unknown> }) {
  const identity = useIdentity()
  const { value, failure: unread, reload } = useLoaded(person.id, () => readState(person.id))
  const refreshCounts = useRefreshPaymentCounts()
  const [asked, setAsked] = useState<Step | null>(null)
  const [note, setNote] = useState('')
  const [done, setDone] = useState(0)
  const {
    busy,
    failure,
    run: change,
  } = useAction((work: () => Promise<Result<string>>) => work(), {
    done: (said) => said,
    failed: 'Error saving the change',
  })
  const close = useAskingClose(asked === 'reject' && note !== '', () => setAsked(null))
  const undecided = value?.undecided ?? []
  const n = undecided.length
  const me = identity.status === 'signed-in' && identity.userId === person.id

  const run = async <T,>(work: () => Promise<Result<T>>, said: (value: T) => string) => {
    const result = await change(async () => {
      setDone(0)
      const made = await work()
      return made.ok ? ok(said(made.value)) : made
    })
    if (!result) return
    setAsked(null)
    await Promise.all([reload(), refreshCounts(), onChanged()])
  }
  const steps = {
    reject: {
      question: `Reject ${payments(n)}?`,
      label: 'Reject',
      text: 'Decisions can’t be reversed. The customer reads the note with each of them.',
      run: () =>
        run(
          () => rejectPayments(undecided, note, setDone),
          ({ rejected, refused }) =>
            `${count(rejected)} rejected${refused > 0 ? `, ${count(refused)} were decided meanwhile` : ''}`,
        ),
    },
    seats: {
      question: 'Free this customer’s seats?',
      label: 'Free seats',
      text: 'All seats that are held or under review. The payments stay in the list; seats that are sold stay sold.',
      run: () =>
        run(
          () => releaseCustomerSeats(person.id),
          (seats) => counted(seats, 'seat is free', 'seats are free'),
        ),
    },
    close: {
      question: 'Close this account?',
      label: 'Close account',
      text: 'All its sessions end, and it cannot sign in or submit until you open it again. Undecided payments stay in the list, tickets stay valid. The account loses any staff role.',
      run: () =>
        run(
          () => closeAccount(person.id),
          () => 'Account closed',
        ),
    },
  } satisfies Record<Step, unknown>

  if (unread && !value) return null
  return (
    <section className="mt-5">
      <h3 className="mb-2 font-strong">Stop misuse</h3>
      {value?.closed ? (
        <Note kind="warn" className="mb-3">
          Closed {formatDayTime(value.closed.closedAt)}
          {value.closed.closedBy ? ` by ${value.closed.closedBy}` : ''}. It cannot sign in.
        </Note>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button kind="no" small disabled={n === 0 || busy} onClick={() => setAsked('reject')}>
          {n === 0 ? 'No undecided payments' : `Reject ${payments(n)}`}
        </Button>
        <Button kind="line" small disabled={!value || busy} onClick={() => setAsked('seats')}>
          Free the seats they hold
        </Button>
        {value?.closed ? (
          <Button
            kind="line"
            small
            busy={busy}
            onClick={() =>
              run(
                () => reopenAccount(person.id),
                () => 'Account open again',
              )
            }
          >
            Open account again
          </Button>
        ) : (
          <Button kind="no" small disabled={!value || me || busy} onClick={() => setAsked('close')}>
            Close account
          </Button>
        )}
      </div>
      <FailureNote
        failure={failure}
        but={{ last_admin: 'This is the last admin, and the shop needs one.' }}
        className="mt-3"
      />
      {asked ? (
        <ConfirmDialog
          open
          question={steps[asked].question}
          confirmLabel={steps[asked].label}
          busy={busy}
          busyLabel={asked === 'reject' && n > 100 ? `${count(done)} of ${count(n)}` : 'Working...'}
          onConfirm={() => void steps[asked].run()}
          onCancel={() => setAsked(null)}
          onClose={close}
        >
          <p>{steps[asked].text}</p>
          {asked === 'reject' ? (
            <TextArea
              label="Note to the customer"
              className="mt-3"
              rows={2}
              maxLength={MAX_NOTE_CHARACTERS}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          ) : null}
        </ConfirmDialog>
      ) : null}
    </section>
  )
}
