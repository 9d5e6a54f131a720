import { usePageTitle } from '#ui/browser/page-title.ts'
import { Empty } from '#ui/display/note.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import type { EventState } from './catalogue/event/use-event.ts'
import { ReadFailed } from './read-failed.tsx'

/** What a page says in place of an event that is not in the catalogue or could not be read. */
export function NoEvent({ state }: { state: Extract<EventState, { kind: 'missing' | 'failed' }> }) {
  return state.kind === 'missing' ? (
    <EventMissing />
  ) : (
    <ReadFailed
      level="h1"
      title={t('event.failed')}
      why={state.failure.code === 'unreachable' ? t('event.away') : undefined}
      {...state}
    />
  )
}

function EventMissing() {
  usePageTitle(t('event.notFound'))
  return (
    <Empty
      level="h1"
      title={t('event.notFound')}
      way={{ to: paths.concerts, label: t('app.notFound.action'), small: true }}
    >
      {t('event.notFound.text')}
    </Empty>
  )
}
