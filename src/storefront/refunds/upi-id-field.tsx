import { TextField } from '#ui/controls/field.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/profile.ts'

export function UpiIdField({
  id,
  value,
  error,
  onType,
}: {
  id: string
  value: string
  error: string | undefined
  onType: (typed: string) => void
}) {
  return (
    <TextField
      id={id}
      label={t('settings.refund.field')}
      hint={t('settings.refund.hint')}
      value={value}
      error={error}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      inputMode="email"
      maxLength={120}
      onChange={(event) => onType(event.target.value)}
    />
  )
}
