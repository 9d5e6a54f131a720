import { useState } from 'react'
import { saveFailureText } from '#account/save-words.ts'
import { isRefundUpiId } from '#shop/people/profile.ts'
import { saveProfile } from '#shop/people/profile.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { UpiIdField } from '../refunds/upi-id-field.tsx'

/** `kept` is the UPI id in the profile; an empty field removes it. */
export function RefundIdForm({ kept }: { kept: string }) {
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const saving = useAction(saveProfile, {
    done: () => t('settings.saved'),
    failed: (failure) => saveFailureText(failure),
  })
  const value = typed ?? kept

  const save = async (): Promise<void> => {
    const refundUpiId = value.trim()
    if (refundUpiId !== '' && !isRefundUpiId(refundUpiId)) {
      setProblem(t('settings.refund.bad'))
      document.getElementById('refund-upi-id')?.focus()
      return
    }
    setProblem(undefined)
    saving.forget()
    const saved = await saving.run({ refundUpiId })
    if (saved?.ok) setTyped(null)
  }
  const error = problem ?? (saving.failure ? saveFailureText(saving.failure) : undefined)

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving.busy) void save()
      }}
    >
      <UpiIdField id="refund-upi-id" value={value} error={error} onType={setTyped} />
      <Button type="submit" wide kind="line" busy={saving.busy} busyLabel={t('profile.saving')}>
        {t('settings.refund.submit')}
      </Button>
    </form>
  )
}
