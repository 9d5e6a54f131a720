import { Button } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'

export function PracticeBar({ onEnd }: { onEnd: () => void }) {
  return (
    <div
      className="flex flex-none items-center justify-between gap-3 bg-inverse px-4 py-1.5 text-2 text-inverse-ink desk:px-12"
      role="status"
    >
      <span>{t('gate.practice')}</span>
      <Button kind="bare" small className="flex-none focus-visible:outline-inverse-ink" onClick={onEnd}>
        {t('gate.practice.end')}
      </Button>
    </div>
  )
}
