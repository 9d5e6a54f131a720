import type { ReactNode } from 'react'
import type { Failure } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { Empty } from '#ui/display/empty.tsx'
import { Note } from '#ui/display/note.tsx'
import { Bar, Skeleton } from '#ui/display/skeleton.tsx'
import { whyFailed } from '../why-failed.ts'

export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <h1 className="head-5 text-[1.75rem]">{title}</h1>
      {children ? <div className="flex flex-wrap items-center gap-4">{children}</div> : null}
    </div>
  )
}

export function ListFailure({ message, failure, onRetry }: { message: string; failure: Failure; onRetry: () => void }) {
  return (
    <Note kind="bad" className="my-4" role="alert">
      <p className="font-strong">{message}</p>
      <p>{whyFailed(failure)}</p>
      <Button kind="line" small className="mt-2" onClick={onRetry}>
        Try Again
      </Button>
    </Note>
  )
}

export function ListSkeleton() {
  return (
    <Skeleton className="mt-4">
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} className="flex h-[41px] items-center gap-6 border-b border-rule">
          <Bar dark className="w-1/4" />
          <Bar className="w-1/3" />
          <Bar className="ml-auto w-16" />
        </div>
      ))}
    </Skeleton>
  )
}

export function NoRows({
  noun,
  searched,
  onClear,
  children,
}: {
  /** Plural, lower case. */
  noun: string
  searched: boolean
  onClear: () => void
  children: ReactNode
}) {
  if (!searched) return <Empty title={`No ${noun}`}>{children}</Empty>
  return (
    <Empty
      title={`No ${noun} match`}
      action={
        <Button kind="line" onClick={onClear}>
          Clear the search
        </Button>
      }
    >
      Nothing contains what you searched for.
    </Empty>
  )
}
