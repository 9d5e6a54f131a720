import { Button } from '#ui/controls/button.tsx'
import { Empty } from '#ui/display/empty.tsx'
import { t } from '#ui/messages/messages.ts'

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
    <div role="alert">
      <Empty
        title={failedTitle(reason)}
        action={
          <Button kind="line" small onClick={retry} busy={retrying} busyLabel={t('common.loading')}>
            {t('common.tryAgain')}
          </Button>
        }
      >
        {t(reason === 'store' ? 'catalogue.failed.text' : 'common.noAnswer')}
      </Empty>
    </div>
  )
}
