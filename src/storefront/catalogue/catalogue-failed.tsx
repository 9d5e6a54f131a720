import { whoFailed, type Failure } from '#platform/failure/failure.ts'
import { t } from '#ui/messages/messages.ts'
import { ReadFailed } from '../read-failed.tsx'

export const failedTitle = (failure: Failure): string =>
  t(whoFailed(failure) === 'device' ? 'catalogue.failed' : 'catalogue.unable')

export function CatalogueFailed({
  failure,
  retrying,
  retry,
}: {
  failure: Failure
  retrying: boolean
  retry: () => void
}) {
  return <ReadFailed title={failedTitle(failure)} failure={failure} retrying={retrying} retry={retry} />
}
