import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/test.ts'
import { Note } from '#ui/display/note.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'

/** Says that an order, or its ticket, is a test of an admin. */
export function TestNote({
  words,
  className,
}: {
  words: 'test.order' | 'test.doNotPay' | 'test.ticket'
  className?: string
}) {
  return (
    <Note kind="warn" role="note" className={className}>
      <b className="font-strong">{t('test.word')}.</b> {t(words)}
    </Note>
  )
}

export function TestMark() {
  return (
    <StateMark kind="warn" tag>
      {t('test.word')}
    </StateMark>
  )
}
