import type { ReactNode } from 'react'
import type { Loaded } from '../use-loaded.ts'
import { ListFailure, ListSkeleton } from './list-parts.tsx'
import { Bar, Skeleton } from '#ui/display/note.tsx'

/** Shows what was loaded, `waiting` until then, and a failure with its `message` above. */
export function WhenLoaded<T>({
  of: { value, failure, reload },
  message,
  waiting = <ListSkeleton />,
  children,
}: {
  of: Pick<Loaded<T>, 'value' | 'failure'> & { reload: () => unknown }
  message: string
  waiting?: ReactNode
  children: (value: T) => ReactNode
}) {
  return (
    <>
      <ListFailure message={message} failure={failure} onRetry={reload} />
      {value === undefined ? (failure ? null : waiting) : children(value)}
    </>
  )
}

/** Where a form will be. */
export const FormSkeleton = () => (
  <Skeleton>
    <Bar dark className="h-7 w-1/3" />
    <Bar className="mt-4 h-12 w-full" />
    <Bar className="mt-4 h-12 w-full" />
  </Skeleton>
)
