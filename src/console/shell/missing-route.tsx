import { ButtonLink } from '#ui/controls/button.tsx'
import { Empty } from '#ui/display/empty.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'

export function MissingRoute() {
  usePageTitle('Page not found', 'admin')
  return (
    <Empty
      level="h1"
      title="Page not found"
      action={
        <ButtonLink kind="line" to={paths.admin}>
          Go to the start
        </ButtonLink>
      }
    >
      There is no page at this address. Choose one from the menu.
    </Empty>
  )
}
