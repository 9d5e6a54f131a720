import { Button } from '#ui/controls/button.tsx'
import { Empty } from '#ui/display/empty.tsx'
import { t } from '#ui/messages/messages.ts'

/** Says what could not be read and why (by default that nothing answers), with a button that tries again. */
export function ReadFailed({
  title,
  why = t('common.noAnswer'),
  level,
  retrying,
  retry,
}: {
  title: string
  why?: string
  level?: 'h1' | 'h3'
  retrying?: boolean
  retry: () => void
}) {
  return (
    <div role="alert">
      <Empty
        level={level}
        title={title}
        action={
          <Button kind="line" small onClick={retry} busy={retrying} busyLabel={t('common.loading')}>
            {t('common.tryAgain')}
          </Button>
        }
      >
        {why}
      </Empty>
    </div>
  )
}
