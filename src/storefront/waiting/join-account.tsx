import { useEffect, type RefObject } from 'react'
import { AccountStep } from '#account/form/account-step.tsx'
import { hadTickets } from '#shop/tickets/had-tickets.store.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/account.ts'

/**
 * Asks for the account on the way to a waiting list or a queue, as at checkout. `text`: why one is needed. `ended`: the
 * server ended the session.
 */
export function JoinAccount({
  ended,
  text,
  heading,
  onDone,
}: {
  ended: boolean
  text: string
  heading: RefObject<HTMLHeadingElement | null>
  onDone: () => void
}) {
  useEffect(() => heading.current?.focus({ preventScroll: true }), [heading])
  return (
    <AccountStep
      way={ended || hadTickets() ? 'known' : 'new'}
      text={{ new: text, known: text }}
      note={ended ? t('account.login.again') : undefined}
      heading={heading}
      onDone={onDone}
    />
  )
}
