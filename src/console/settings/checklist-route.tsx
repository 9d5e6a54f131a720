import { Link } from 'react-router-dom'
import { readSaleChecklist, type SaleChecklist } from '#shop/settings/checklist.api.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { ListFailure, ListSkeleton, PageHead } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { checklistWords } from './checklist-words.ts'

export function ChecklistRoute() {
  usePageTitle('Before the first sale', 'admin')
  const { value, failure, loading, reload } = useLoaded('checklist', readSaleChecklist, {
    onFailure: () => toast.error('Error loading the checklist', { id: 'checklist' }),
  })
  return (
    <>
      <PageHead title="Before the first sale">
        <ButtonLink kind="line" small to={paths.adminSettings}>
          Settings
        </ButtonLink>
      </PageHead>
      {failure ? <ListFailure message="Error loading the checklist" failure={failure} onRetry={reload} /> : null}
      {value ? <Items checklist={value} /> : loading ? <ListSkeleton /> : null}
    </>
  )
}

function Items({ checklist: { sold, items, facts } }: { checklist: SaleChecklist }) {
  const left = items.filter((item) => !item.done).length
  return (
    <div className="max-w-[860px]">
      {left === 0 ? (
        <Note kind="ok" role="status" className="mt-4">
          <b className="font-strong">Everything here is done.</b>{' '}
          {sold ? 'And the shop has sold.' : 'The shop can sell.'}
        </Note>
      ) : (
        <p role="status" className="mt-2 text-muted">
          {items.length - left} of {items.length} done.{' '}
          {items.some((item) => item.name === 'payee' && !item.done)
            ? 'Without a UPI id the shop sells only free tickets.'
            : 'Nothing here keeps the shop from selling.'}
        </p>
      )}
      <ul aria-label="Checklist" className="rows mt-4 border-t-2 border-rule-strong">
        {items.map(({ name, done }) => {
          const words = checklistWords[name]
          return (
            <li key={name} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 py-2.5">
              <div className="min-w-0">
                <Link className="link font-strong" to={words.to}>
                  {words.title}
                </Link>
                <p className="mt-0.5 max-w-[68ch] text-2 wrap-anywhere text-muted">
                  {(done ? words.done : words.toDo)(facts)}
                </p>
              </div>
              <StateMark kind={done ? 'ok' : 'off'} className="pt-0.5 whitespace-nowrap">
                {done ? 'Done' : 'To do'}
              </StateMark>
            </li>
          )
        })}
      </ul>
      <p className="mt-4 max-w-[68ch] text-2 text-muted">
        Mail and backups are the operator’s: docs/deploy.md says how. Whether mail is sent is under{' '}
        <Link className="link" to={paths.adminSettings}>
          Settings
        </Link>
        , Notifications.
      </p>
    </div>
  )
}
