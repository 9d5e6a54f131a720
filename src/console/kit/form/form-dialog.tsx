import type { FormEvent, ReactNode, Ref } from 'react'
import type { Failure, Result } from '#platform/failure/failure.ts'
import { Button, type ButtonKind } from '#ui/controls/button.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from '#ui/controls/confirm.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { useAction, type ActionOptions } from '#ui/hooks/use-action.ts'
import { FailureNote, FormFrame } from './form-frame.tsx'

type Question = Pick<ConfirmDialogProps, 'question' | 'confirmLabel' | 'cancelLabel' | 'kind'>
type FailureWords = Pick<Parameters<typeof FailureNote>[0], 'words' | 'but'>

interface DialogForm {
  ref?: Ref<HTMLFormElement & HTMLDivElement>
  busy: boolean
  failure: Failure | null
  submit: (event?: FormEvent) => Promise<void>
  close: () => void
}

interface FormDialogProps extends Question, FailureWords {
  form: DialogForm
  saving?: string
  /** Enter in a field confirms. */
  enters?: boolean
  onClose: () => void
  children: ReactNode
}

/** Shows a question with fields, those of a `useForm`. Esc and × ask before what was typed is lost. */
export function FormDialog({
  form,
  saving = 'Saving...',
  enters,
  words,
  but,
  onClose,
  children,
  ...question
}: FormDialogProps) {
  const { ref, busy, failure, submit, close } = form
  const fields = (
    <>
      {children}
      <FailureNote failure={failure} words={words} but={but} className="mt-4" />
    </>
  )
  return (
    <ConfirmDialog
      open
      kind="solid"
      {...question}
      busy={busy}
      busyLabel={saving}
      onConfirm={() => void submit()}
      onCancel={onClose}
      onClose={close}
    >
      {enters ? (
        <form ref={ref} noValidate onSubmit={(event) => void submit(event)}>
          {fields}
          {/* With several fields Enter submits only where the form has a button. */}
          <button type="submit" hidden tabIndex={-1} />
        </form>
      ) : (
        <div ref={ref}>{fields}</div>
      )}
    </ConfirmDialog>
  )
}

interface AskDialogProps<T> extends Question, FailureWords, ActionOptions<T> {
  act: () => Promise<Result<T>>
  /** False while there is nothing to do: a yes then does nothing. */
  isReady?: boolean
  saving?: string
  /** What a refusal offers, below its words. */
  instead?: (failure: Failure) => ReactNode
  /** Runs after an answer, a refusal as well; a success closes the dialog first. */
  onAnswered?: () => Promise<unknown>
  /** Runs after a success, once the dialog is closed. */
  onDone?: () => unknown
  onClose: () => void
  children: ReactNode
}

/** A question without fields, and what a yes does. A refusal stays in view. */
export function AskDialog<T>(props: AskDialogProps<T>) {
  const {
    act,
    isReady = true,
    done,
    failed,
    saving,
    words,
    but,
    instead,
    onAnswered,
    onDone,
    onClose,
    children,
    ...question
  } = props
  const { busy, failure, run } = useAction(act, { done, failed })
  const confirm = async () => {
    if (!isReady) return
    const result = await run()
    if (result?.ok) onClose()
    await onAnswered?.()
    if (result?.ok) void onDone?.()
  }
  return (
    <ConfirmDialog
      open
      {...question}
      busy={busy}
      busyLabel={saving}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {children}
      <FailureNote failure={failure} words={words} but={but} className="mt-4">
        {failure && instead?.(failure)}
      </FailureNote>
    </ConfirmDialog>
  )
}

/** A narrow dialog that is a form, with its buttons at the end. */
export function NarrowForm({
  form,
  title,
  subtitle,
  save,
  saving,
  kind = 'solid',
  cancel = 'Cancel',
  words,
  but,
  onClose,
  children,
}: FailureWords & {
  form: DialogForm & Parameters<typeof FormFrame>[0]['form']
  title: string
  subtitle?: string
  save: string
  saving: string
  kind?: ButtonKind
  cancel?: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog open onClose={form.close} title={title} subtitle={subtitle} size="narrow">
      <FormFrame form={form} className="grid gap-4">
        {children}
        <FailureNote failure={form.failure} words={words} but={but} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button kind="line" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" kind={kind} busy={form.busy} busyLabel={saving}>
            {save}
          </Button>
        </div>
      </FormFrame>
    </Dialog>
  )
}
