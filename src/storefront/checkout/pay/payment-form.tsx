import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Failure, Result } from '#platform/failure/failure.ts'
import { readReference, referenceToSend } from '#shop/payments/utr.ts'
import { choosePicture, saveForm, submitOrder } from '#shop/orders/orders.store.ts'
import type { Order } from '#shop/orders/order.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormSummary, type FormError } from '#ui/controls/field.tsx'
import { Form } from '#ui/controls/form.tsx'
import { t } from '#ui/messages/messages.ts'
import { Alert, Note } from '#ui/display/note.tsx'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { REFERENCE_FIELD_ID, ReferenceField, formatReference } from './reference-field.tsx'
import { SCREENSHOT_FIELD_ID, ScreenshotField } from './screenshot-field.tsx'
import { Step } from './step.tsx'

/** Saves the form on the device at every keystroke, without waiting for it. */
export function usePaymentForm(order: Order) {
  const [typed, setTyped] = useState<{ id: string; reference: string; sendAnyway: boolean } | null>(null)
  const [unsaved, setUnsaved] = useState(false)
  // Until something is typed here, the order's: a page drawn anew may be ahead of its last keystroke.
  const { reference: saved, sendAnyway } = order.form
  const shown = typed?.id === order.id ? typed : { id: order.id, reference: saved, sendAnyway }
  const save = (patch: { reference?: string; sendAnyway?: boolean }): void => {
    setTyped({ ...shown, ...patch })
    void saveForm(order.id, patch).then((kept) => setUnsaved(!kept.ok || kept.value === 'page'))
  }
  const reference = readReference(shown.reference)
  return {
    text: shown.reference,
    sendAnyway: shown.sendAnyway,
    /** The device failed to save the last change. */
    unsaved,
    reference,
    /** A UTR, or another reference that was confirmed. */
    ready: reference.kind === 'utr' || (reference.kind === 'other' && reference.sendable && shown.sendAnyway),
    setText: (text: string) => save({ reference: text, sendAnyway: false }),
    setSendAnyway: (sendAnyway: boolean) => save({ sendAnyway }),
  }
}

export type PaymentForm = ReturnType<typeof usePaymentForm>

function wordFailure({ code }: Failure): string {
  const words = t('checkout.submitFailed')
  if (code === 'storage') return `${words} ${t('checkout.storeFailed')}`
  return code === 'file_refused' ? `${words} ${t('checkout.screenshot.unreadable')}` : words
}

/** Only reference and screenshot decide whether it can be submitted, not the hold or the network. */
export function PaymentFormSteps({
  order,
  form,
  total,
  days,
  firstStep,
  quiet,
  onSubmitted,
}: {
  order: Order
  form: PaymentForm
  /** paise */
  total: number
  /** Days the screenshot is kept; null while unknown. */
  days: number | null
  firstStep: number | null
  /** The second way: nothing needs to be submitted yet. */
  quiet: boolean
  onSubmitted: (submission: Submission) => void
}) {
  const [checked, setChecked] = useState(false)
  const summary = useRef<HTMLDivElement>(null)
  const screenshot = order.form.screenshot
  const refused = order.reopened?.used
  const used = refused?.reference.toUpperCase() === referenceToSend(form.text).toUpperCase() ? refused?.code : undefined

  const errors: FormError[] = []
  if (used !== undefined)
    errors.push({ field: REFERENCE_FIELD_ID, message: t('checkout.reference.used', { code: used }) })
  else if (!form.ready) {
    errors.push({ field: REFERENCE_FIELD_ID, message: formatReference(form.reference) ?? t('checkout.reference.none') })
  }
  if (!screenshot) errors.push({ field: SCREENSHOT_FIELD_ID, message: t('checkout.screenshot.none') })

  const submitting = useAction(
    async (): Promise<Result<Submission>> => {
      // Waits for the last keystroke to be saved; drops the spaces that group the reference.
      const kept = await saveForm(order.id, { reference: referenceToSend(form.text), sendAnyway: form.sendAnyway })
      return kept.ok ? submitOrder(order.id, total) : kept
    },
    { failed: () => t('checkout.submitFailed'), leaves: true },
  )

  const submit = async (): Promise<void> => {
    flushSync(() => {
      setChecked(true)
      submitting.forget()
    })
    if (errors.length > 0) {
      toast.error(
        form.reference.kind === 'empty' || !screenshot
          ? t('checkout.both')
          : (errors[0]?.message ?? t('checkout.both')),
      )
      summary.current?.querySelector<HTMLElement>('[role=group]')?.focus()
      return
    }
    const submitted = await submitting.run()
    if (submitted?.ok) onSubmitted(submitted.value)
  }

  return (
    <Form busy={submitting.busy} onSend={submit}>
      <Step n={firstStep} title={t('checkout.reference.title')} narrow>
        <ReferenceField
          text={form.text}
          sendAnyway={form.sendAnyway}
          checked={checked}
          usedBy={used ?? null}
          onText={form.setText}
          onSendAnyway={form.setSendAnyway}
        />
      </Step>
      <Step n={firstStep && firstStep + 1} title={t('checkout.screenshot.title')} narrow>
        <ScreenshotField
          orderId={order.id}
          screenshot={screenshot}
          missing={checked}
          days={days}
          onChosen={async (chosen) => {
            const kept = await choosePicture(order.id, chosen)
            return kept.ok ? kept.value : null
          }}
        />
        {checked && errors.length > 0 && (
          <div ref={summary}>
            <FormSummary errors={errors} />
          </div>
        )}
        <Alert>{submitting.failure && wordFailure(submitting.failure)}</Alert>
        {form.unsaved && <Note kind="warn">{t('checkout.notKept')}</Note>}
        <Button
          type="submit"
          kind={form.ready ? 'lit' : quiet ? 'line' : 'solid'}
          wide
          busy={submitting.busy}
          busyLabel={t('checkout.submitting')}
        >
          {t('checkout.submit')}
        </Button>
      </Step>
    </Form>
  )
}
