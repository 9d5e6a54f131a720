import { useState } from 'react'
import type { Judged } from '#shop/gate/scans/judge.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { Chip } from '#ui/controls/chip.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { listedSeats } from '#ui/seat-map/said-seats.ts'
import { t } from '#ui/messages/messages.ts'

const reasons = ['gate.undo.person', 'gate.undo.mistake', 'gate.undo.security', 'gate.undo.number'] as const
const MAX_REASON_LENGTH = 200

export function UndoDialog({
  judged,
  onClose,
  onUndo,
}: {
  judged: Judged | null
  onClose: () => void
  onUndo: (reason: string) => void
}) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState(false)
  const close = () => {
    setReason('')
    setError(false)
    onClose()
  }
  const seats = judged?.scan?.seats ?? []
  return (
    <Dialog
      open={judged !== null}
      onClose={close}
      title={t('gate.undo.title', { seats: listedSeats(seats) })}
      subtitle={t('gate.undo.lead')}
      size="narrow"
      footer={
        <Button
          kind="solid"
          wide
          onClick={() => {
            const words = reason.trim()
            if (words === '') return setError(true)
            setReason('')
            setError(false)
            onUndo(words)
          }}
        >
          {t('gate.undo.submit')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap gap-2" role="group" aria-label={t('gate.undo.reasons')}>
          {reasons
            .map((key) => t(key))
            .map((text) => (
              <Chip key={text} on={reason === text} onClick={() => setReason(text)}>
                {text}
              </Chip>
            ))}
        </div>
        <TextField
          label={t('gate.undo.reason')}
          value={reason}
          maxLength={MAX_REASON_LENGTH}
          onChange={(event) => setReason(event.target.value)}
          error={error ? t('gate.undo.missing') : undefined}
          autoComplete="off"
        />
      </div>
    </Dialog>
  )
}
