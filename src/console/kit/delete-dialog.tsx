import type { ReactNode } from 'react'
import type { Failure, Result } from '#platform/failure/failure.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { whyFailed } from './why-failed.ts'

/**
 * 'Are you sure you want to delete this singer?' What may not go says why, and `instead` what can be done about it; the
 * dialog stays open then.
 */
export function DeleteDialog({
  noun,
  open,
  remove,
  instead,
  children,
  onClose,
  onDeleted,
}: {
  /** Singular, in lower case. */
  noun: string
  open: boolean
  remove: () => Promise<Result<null>>
  /** Offered under the reason. */
  instead?: (failure: Failure, close: () => void) => ReactNode
  /** What it is, and what goes with it. */
  children: ReactNode
  onClose: () => void
  /** Asks the list to read again. */
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
