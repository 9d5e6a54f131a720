import { useSyncExternalStore } from 'react'
import { variable } from '#platform/observable/observable.ts'
import type { OthersHere } from '#shop/people/others-here.store.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/account.ts'

/** 'unknown': the device could not be read. */
type Others = OthersHere | 'unknown'

interface Question {
  others: Others
  email: string
  answer: (yes: boolean) => void
}

const asked = variable<Question | null>(null)

/** Asks whether to replace other people's data on this device; resolves with the answer. Needs <ReplaceQuestion>. */
export function askToReplace(others: Others, email: string): Promise<boolean> {
  asked.get()?.answer(false)
  return new Promise((resolve) => {
    asked.set({
      others,
      email,
      answer: (yes) => {
        asked.set(null)
        resolve(yes)
      },
    })
  })
}

export function ReplaceQuestion() {
  const question = useSyncExternalStore(asked.subscribe, asked.get)
  if (question === null) return null
  const { others, email, answer } = question
  return (
    <ConfirmDialog
      open
      kind="lit"
      question={t('account.replace.question', { email })}
      confirmLabel={t('account.replace.confirm')}
      cancelLabel={t('account.replace.stay')}
      onCancel={() => answer(false)}
      onConfirm={() => answer(true)}
    >
      <div className="grid gap-3 text-2">
        {others === 'unknown' ? <p>{t('account.replace.unknown')}</p> : <Losses others={others} />}
      </div>
    </ConfirmDialog>
  )
}

function Losses({ others: { name: known, signedIn, tickets } }: { others: OthersHere }) {
  const name = known ?? t('account.replace.somebody')
  return (
    <>
      {signedIn && <p>{t('account.replace.signedIn', { name })}</p>}
      {tickets > 0 && <p>{t('account.replace.tickets', { n: tickets, name })}</p>}
    </>
  )
}
