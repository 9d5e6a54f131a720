import { useState } from 'react'
import { wordSaveFailure } from '#account/save-words.ts'
import { isRefundUpiId } from '#shop/people/profile.ts'
import { saveProfile } from '#shop/people/profile.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { toast } from '#ui/toast.tsx'
import { UpiIdField } from '../refunds/upi-id-field.tsx'

/** Where a refund goes. `kept` is what the profile says; an empty field forgets it. */
export function RefundIdForm({ kept }: { kept: string }) {
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const value = typed ?? kept

  const save = async (): Promise<void> => {
    const refundUpiId = value.trim()
    if (refundUpiId !== '' && !isRefundUpiId(refundUpiId)) {
      setProblem(t('settings.refund.bad'))
      document.getElementById('refund-upi-id')?.focus()
      return
    }
    setProblem(undefined)
    setBusy(true)
    const saved = await saveProfile({ refundUpiId })
    setBusy(false)
    if (!saved.ok) {
      const words = wordSaveFailure(saved.failure)
      setProblem(words)
      toast.error(words)
      return
    }
    setTyped(null)
    toast.success(t('settings.saved'))
  }

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save()
      }}
    >
      <UpiIdField id="refund-upi-id" value={value} error={problem} onType={setTyped} />
      <Button type="submit" wide kind="line" busy={busy} busyLabel={t('profile.saving')}>
        {t('settings.refund.submit')}
      </Button>
    </form>
  )
}
