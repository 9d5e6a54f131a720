import { Navigate } from 'react-router-dom'
import { useIdentity } from '#account/session/identity.ts'
import { staffPlaces } from '#account/session/staff-places.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Empty } from '#ui/display/note.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'

/** Leads to where the person's widest role begins. */
export function StartRoute() {
  const identity = useIdentity()
  const [widest] = identity.status === 'signed-in' ? identity.roles : []
  return widest ? <Navigate to={staffPlaces[widest]} replace /> : null
}

export function MissingRoute() {
  usePageTitle('Page not found', 'admin')
  return <NoPage title="Page not found">There is no page at this address. Choose one from the menu.</NoPage>
}

/** Says, in place of a page, that it is another role's. */
export function ForOthers() {
  usePageTitle('Not for your role', 'admin')
  return (
    <NoPage title="Not for your role">Your role does not open this page. An admin can give you another one.</NoPage>
  )
}

const NoPage = ({ title, children }: { title: string; children: string }) => (
  <Empty
    level="h1"
    title={title}
    action={
      <ButtonLink kind="line" to={paths.admin}>
        Go to the start
      </ButtonLink>
    }
  >
    {children}
  </Empty>
)
