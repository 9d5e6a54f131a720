import { t } from '#ui/messages/messages.ts'
import { ReadFailed } from '../read-failed.tsx'

export const failedTitle = (reason: 'store' | 'unreachable'): string =>
  t(reason === 'store' ? 'catalogue.failed' : 'catalogue.unable')

export function CatalogueFailed({
  reason,
  retrying,
  retry,
}: {
  reason: 'store' | 'unreachable'
  retrying: boolean
  retry: () => void
}) {
  return (
    <ReadFailed
      title={failedTitle(reason)}
      why={reason === 'store' ? t('catalogue.failed.text') : undefined}
      retrying={retrying}
      retry={retry}
    />
  )
}
