import { Empty } from '#ui/display/note.tsx'
import { t } from '#ui/messages/messages.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'

export function NotFoundRoute() {
  usePageTitle(t('app.notFound'))
  return (
    <div className="wrap">
      <Empty
        level="h1"
        title={t('app.notFound')}
        way={{ to: paths.concerts, label: t('app.notFound.action'), small: true }}
      >
        {t('app.notFound.text')}
      </Empty>
    </div>
  )
}
