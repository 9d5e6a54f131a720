import type { ReactNode } from 'react'
import type { Failure, Result } from '#platform/failure/failure.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { whyFailed } from './why-failed.ts'

/** Asks, then deletes. On a refusal stays open, says why, and shows `instead`. */
export function DeleteDialog({
  noun,
  open,
  remove,
  instead,
  children,
  onClose,
  onDeleted,
}: {
  /** Singular, lower case. */
  noun: string
  open: boolean
  remove: () => Promise<Result<null>>
  instead?: (failure: Failure, close: () => void) => ReactNode
  children: ReactNode
  onClose: () => void
  onDeleted: () => Promise<unknown>
}) {
  const { busy, failure, run, forget } = useAction(remove, {
    done: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} deleted successfully`,
    failed: `Error deleting ${noun}`,
  })
  const close = () => {
    forget()
    onClose()
  }
  const confirm = async () => {
    const result = await run()
    if (!result?.ok) return
    close()
    void onDeleted()
  }
  return (
    <ConfirmDialog
      open={open}
      question={`Are you sure you want to delete this ${noun}?`}
      confirmLabel="Delete"
      cancelLabel="Keep it"
      busy={busy}
      busyLabel="Deleting..."
      onConfirm={confirm}
      onCancel={close}
    >
      <div className="wrap-anywhere">
        {children}
        {failure ? (
          <Note kind="bad" className="mt-4" role="alert">
            <p>{whyFailed(failure)}</p>
            {instead?.(failure, close)}
          </Note>
        ) : null}
      </div>
    </ConfirmDialog>
  )
}
