import { whoFailed, type Failure } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { Empty } from '#ui/display/note.tsx'
import { t } from '#ui/messages/messages.ts'

const WORDS = {
  device: 'common.failed.device',
  network: 'common.noAnswer',
  shop: 'common.failed.shop',
} as const

/** Names who failed: this device, the way to the shop, or the shop. */
export const failedText = (failure: Pick<Failure, 'code'>): string => t(WORDS[whoFailed(failure)])

/** Says what could not be read and why, with a button that tries again. */
export function ReadFailed({
  title,
  failure,
  why = failedText(failure),
  level,
  retrying,
  retry,
}: {
  title: string
  failure: Pick<Failure, 'code'>
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
