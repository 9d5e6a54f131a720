import type { Judged } from '#shop/gate/scans/judge.store.ts'
import { t } from '#ui/messages/messages.ts'
import { undoLeft } from '../scanner/last-line.tsx'
import type { Gate } from '../use-gate.ts'
import { useTicks } from '../use-clock.ts'
import { VerdictButton } from './verdict-screen.tsx'
import { isUnread } from './verdict-words.ts'

export function VerdictActions({
  session,
  onUndo,
  onSearch,
  onType,
}: {
  session: Gate
  onUndo: (judged: Judged) => void
  onSearch: () => void
  onType: () => void
}) {
  const ticks = useTicks(500)
  const { shown, recent } = session.state
  if (!shown) return null
  const { verdict } = shown.judged.decision
  const nextButton = (
    <VerdictButton verdict={verdict} fill={shown.ticked === null} onClick={session.next} data-next="">
      {t('gate.next')}
    </VerdictButton>
  )
  if (shown.ticked) {
    const n = shown.ticked.length
    return (
      <>
        <VerdictButton verdict={verdict} onClick={session.next}>
          {t('gate.nobody')}
        </VerdictButton>
        <VerdictButton verdict={verdict} fill disabled={n === 0} onClick={() => void session.letIn()}>
          {t('gate.letIn', { n })}
        </VerdictButton>
      </>
    )
  }
  const last = recent.find((one) => one.judged.scan?.id !== undefined && one.judged.scan.id === shown.judged.scan?.id)
  const left = undoLeft(last, ticks)
  if (left > 0)
    return (
      <>
        <VerdictButton verdict={verdict} onClick={() => onUndo(shown.judged)}>
          {t('gate.undo', { seconds: Math.ceil(left / 1000) })}
        </VerdictButton>
        {nextButton}
      </>
    )
  // An unread code can be typed; a typed one that is not found is searched by name.
  const unread = isUnread(shown.judged) && verdict === 'NOT VALID'
  return (
    <>
      {shown.letIn ? null : (
        <VerdictButton verdict={verdict} onClick={unread ? onType : onSearch}>
          {t(unread ? 'gate.typeTheCode' : 'gate.searchByName')}
        </VerdictButton>
      )}
      {nextButton}
    </>
  )
}
