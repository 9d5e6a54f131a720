import { useEffect, type RefObject } from 'react'
import { AccountStep } from '#account/form/account-step.tsx'
import { hadTickets } from '#shop/tickets/had-tickets.store.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/account/account.ts'
import '#ui/messages/with/buying/waiting.ts'

/** The account on the way to a waiting list, as at checkout. `ended`: the server ended the session. */
export function JoinAccount({
  ended,
  heading,
  onDone,
}: {
  ended: boolean
  heading: RefObject<HTMLHeadingElement | null>
  onDone: () => void
}) {
  useEffect(() => heading.current?.focus({ preventScroll: true }), [heading])
  return (
    <AccountStep
      way={ended || hadTickets() ? 'known' : 'new'}
      text={{ new: t('waiting.account'), known: t('waiting.account') }}
      note={ended ? t('account.login.again') : undefined}
      heading={heading}
      onDone={onDone}
    />
  )
}
