import type { ReactNode } from 'react'
import type { Failure, Result } from '#platform/failure/failure.ts'
import { AskDialog } from './form/form-dialog.tsx'

/** Asks, then deletes. On a refusal stays open, says why, and shows `instead`. */
export function DeleteDialog({
  noun,
  remove,
  children,
  onDeleted,
  ...rest
}: {
  /** Singular, lower case. */
  noun: string
  remove: () => Promise<Result<null>>
  instead?: (failure: Failure) => ReactNode
  children: ReactNode
  onClose: () => void
  onDeleted: () => Promise<unknown>
}) {
  return (
    <AskDialog
      {...rest}
      question={`Are you sure you want to delete this ${noun}?`}
      confirmLabel="Delete"
      cancelLabel="Keep it"
      act={remove}
      saving="Deleting..."
      done={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} deleted successfully`}
      failed={`Error deleting ${noun}`}
      onDone={onDeleted}
    >
      <div className="wrap-anywhere">{children}</div>
    </AskDialog>
  )
}
