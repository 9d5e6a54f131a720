import { useLocation } from 'react-router-dom'
import { readPreview } from '#shop/catalogue/sale/preview.api.ts'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { promised } from '#platform/observable/promised.ts'
import type { Result } from '#platform/failure/failure.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { Empty, Note } from '#ui/display/note.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/shop/sale.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { useState } from 'react'
import { EventPage } from './event/event-route.tsx'
import { ReadFailed } from '../read-failed.tsx'

/** Shows at /preview#key a draft as its page will look. It is read anew each time and kept nowhere. */
export function PreviewRoute() {
  usePageTitle(t('preview.title'))
  const key = useLocation().hash.slice(1)
  const [attempt, setAttempt] = useState(0)
  const { value } = useWatched(() => promised(() => readPreview(key)), [key, attempt])
  return <Preview read={value} onRetry={() => setAttempt(attempt + 1)} />
}

function Preview({ read, onRetry }: { read: Result<CatalogueEvent> | undefined; onRetry: () => void }) {
  if (read === undefined) return <div className="wrap min-h-dvh py-6 text-muted">{t('common.loading')}</div>
  if (read.ok)
    return (
      <EventPage
        event={read.value}
        onDevice
        preview={
          <div className="wrap py-4">
            <Note kind="info">
              <b className="font-strong">{t('preview.title')}</b> {t('preview.note')}
            </Note>
          </div>
        }
      />
    )
  if (read.failure.code === 'not_found')
    return (
      <div className="wrap">
        <Empty level="h1" title={t('preview.gone')}>
          {t('preview.gone.text')}
        </Empty>
      </div>
    )
  return (
    <div className="wrap">
      <ReadFailed level="h1" title={t('event.failed')} failure={read.failure} retry={onRetry} />
    </div>
  )
}
