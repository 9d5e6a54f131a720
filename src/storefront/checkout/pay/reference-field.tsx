import { useState, type ReactNode } from 'react'
import { groupReference, readReference, type Reference } from '#shop/payments/utr.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'

export const REFERENCE_FIELD_ID = 'upi-reference'

export function formatReference(reference: Reference): string | null {
  if (reference.kind === 'utr') return null
  if (reference.kind === 'empty') return t('checkout.reference.none')
  switch (reference.reason) {
    case 'digit-count':
      return t('checkout.reference.digits', { n: reference.digits })
    case 'phonepe':
      return t('checkout.reference.phonepe')
    case 'google-pay':
      return t('checkout.reference.googlePay')
    case 'too-long':
      return t('checkout.reference.tooLong')
    case 'unprintable':
      return t('checkout.reference.unprintable')
    case 'letters':
      return t('checkout.reference.letters')
  }
}

/** Explains an app's own id at once, a wrong length on blur or once `checked`; one confirmation sends it anyway. */
export function ReferenceField({
  text,
  sendAnyway,
  checked,
  usedBy,
  onText,
  onSendAnyway,
}: {
  text: string
  sendAnyway: boolean
  /** After Submit an empty or short reference is an error. */
  checked: boolean
  /** Code of the order that already has this reference. */
  usedBy: string | null
  onText: (text: string) => void
  onSendAnyway: (yes: boolean) => void
}) {
  const [left, setLeft] = useState(false)
  const [asking, setAsking] = useState(false)
  const reference = readReference(text)
  const known = reference.kind === 'other' && (reference.reason === 'phonepe' || reference.reason === 'google-pay')
  const wrong = known || checked || (left && reference.kind === 'other') ? formatReference(reference) : null
  const overridden = sendAnyway && reference.kind === 'other' && reference.sendable
  const error: ReactNode = usedBy ? t('checkout.reference.used', { code: usedBy }) : overridden ? null : wrong

  return (
    <div className="grid gap-2">
      <TextField
        id={REFERENCE_FIELD_ID}
        label={t('checkout.reference.label')}
        hint={t('checkout.reference.hint')}
        error={error}
        big
        value={text}
        inputMode="numeric"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        onChange={(event) => {
          setLeft(false)
          onText(event.target.value)
        }}
        onBlur={() => setLeft(true)}
      />
      {reference.kind === 'other' && !overridden && wrong && !usedBy && (
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          {reference.found !== null && (
            <Button kind="line" small onClick={() => onText(reference.found!)}>
              {t('checkout.reference.use', { value: groupReference(reference.found) })}
            </Button>
          )}
          {reference.sendable && (
            <Button kind="bare" small onClick={() => setAsking(true)}>
              {t('checkout.reference.sendAnyway')}
            </Button>
          )}
        </div>
      )}
      {overridden && (
        <Note kind="warn" className="flex flex-wrap items-baseline gap-x-4">
          <span>{t('checkout.reference.asTyped')}</span>
          <button type="button" className="link" onClick={() => onSendAnyway(false)}>
            {t('checkout.reference.correct')}
          </button>
        </Note>
      )}
      <ConfirmDialog
        open={asking && reference.kind === 'other'}
        question={t('checkout.reference.sendAnyway.question', {
          value: reference.kind === 'other' ? reference.value : '',
        })}
        confirmLabel={t('checkout.reference.sendAnyway')}
        cancelLabel={t('checkout.reference.correct')}
        kind="line"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onSendAnyway(true)
        }}
      >
        <p>{wrong}</p>
        <p className="mt-2">{t('checkout.reference.sendAnyway.text')}</p>
      </ConfirmDialog>
    </div>
  )
}
