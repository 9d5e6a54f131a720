import { useState } from 'react'
import { TextField, type TextFieldProps } from '#ui/controls/field.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/account.ts'

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className="link absolute inset-y-0 right-0 grid place-items-center px-3 pt-0.5 text-2"
          // Keeps the focus in the field and a phone's keyboard open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
        >
          <span aria-hidden="true">{t(shown ? 'account.hide' : 'account.show')}</span>
          {/* Not an aria-label: the button would match the label of the field. */}
          <span className="sr-only">{t(shown ? 'account.hidePassword' : 'account.showPassword')}</span>
        </button>
      }
    />
  )
}
