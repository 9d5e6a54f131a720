import type { Failure } from '#platform/failure/failure.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/back.ts'
import { seatWords, statusOf } from './give-words.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import type { ShownCode } from '#shop/tickets/passes/passes.ts'
import { giveBack } from '#shop/waiting/returns.store.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { Alert } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'

/** Why a pass was not given back, or not kept. */
export function backFailureText({ code, detail }: Failure): string {
  if (code === 'unreachable') return t('back.failed.offline')
  if (code === 'too_many') return t('back.failed.many')
  if (code === 'too_late') return t(detail === 'in' ? 'back.failed.in' : 'back.failed.over')
  if (code === 'not_refundable') return t(detail === 'received' ? 'back.failed.received' : 'back.failed.nothing')
  if (code === 'already_decided')
    return t(statusOf(detail) === 'revoked' ? 'back.failed.revoked' : 'back.failed.bought')
  return t('back.failed')
}

/** Returns one pass for its money, after saying what then happens to the seat. */
export function GiveBackDialog({ ticket, code, onClose }: { ticket: MyTicket; code: ShownCode; onClose: () => void }) {
  const giving = useAction(() => giveBack(ticket.id, code.number), { done: () => t('back.given') })
  const give = async (): Promise<void> => {
    const given = await giving.run()
    if (given?.ok) onClose()
  }
  return (
    <ConfirmDialog
      open
      question={t('back.title')}
      confirmLabel={t('back.give')}
      kind="solid"
      busy={giving.busy}
      busyLabel={t('back.giving')}
      onConfirm={() => void give()}
      onCancel={onClose}
    >
      <div className="grid gap-3">
        <p className="font-strong">
          {ticket.singer} · {seatWords(ticket, code)}
        </p>
        <p>{t('back.text.offer')}</p>
        <p>{t('back.text.yours')}</p>
        <p>{t('back.text.money')}</p>
        <Alert>{giving.failure && backFailureText(giving.failure)}</Alert>
      </div>
    </ConfirmDialog>
  )
}
