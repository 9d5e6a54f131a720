import { useRef, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { Form } from '#ui/controls/form.tsx'
import { t } from '#ui/messages/messages.ts'
import { readTyped } from './scanned-text.ts'

export function TypeDialog({
  open,
  onClose,
  onCode,
}: {
  open: boolean
  onClose: () => void
  onCode: (code: string) => void
}) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)

  const submit = () => {
    const code = readTyped(text)
    if (!code) {
      setError(t('gate.type.wrong'))
      return field.current?.focus()
    }
    setText('')
    setError(null)
    onCode(code)
  }

  return (
    <Dialog
      open={open}
      onClose={() => {
        setText('')
        setError(null)
        onClose()
      }}
      title={t('gate.type.title')}
      size="narrow"
    >
      <Form onSend={submit} className="grid gap-4">
        <TextField
          ref={field}
          label={t('gate.type.label')}
          big
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={error ?? undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          data-autofocus=""
        />
        <Button kind="lit" type="submit" wide arrow>
          {t('gate.type.check')}
        </Button>
      </Form>
    </Dialog>
  )
}
