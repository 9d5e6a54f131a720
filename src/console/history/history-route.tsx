import { HISTORY_PAGE, readHistory } from '#shop/history/history.api.ts'
import { Empty } from '#ui/display/note.tsx'
import { SelectField } from '#ui/controls/field.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { toast } from '#ui/toast.tsx'
import { ListFailure, ListSkeleton, PageHead } from '../kit/list/list-parts.tsx'
import { useListState, type Sort } from '../kit/list/list-state.ts'
import { Switch } from '../kit/switch.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { HistoryList, OlderHistory } from './history-list.tsx'
import { historyNouns } from './history-words.ts'

const newest: Sort = { column: 'id', ascending: false }
const sorts = ['id'] as const
const nouns = Object.entries(historyNouns).toSorted(([, a], [, b]) => a.localeCompare(b))

export function HistoryRoute() {
  usePageTitle('History', 'admin')
  const list = useListState(sorts, newest)
  const asked = list.get('of')
  const noun = asked && asked in historyNouns ? asked : null
  const byStaff = list.get('by') === 'staff'
  const question = JSON.stringify({ noun, byStaff })
  const { value, failure, loading, reload } = useLoaded(question, () => readHistory({ noun, byStaff, before: null }), {
    list: question,
    onFailure: () => toast.error('Error loading the history', { id: 'history' }),
  })

  return (
    <>
      <PageHead title="History" />
      <div className="mt-4 flex flex-wrap items-end gap-x-8 gap-y-4">
        <SelectField
          label="What"
          className="w-full desk:w-[280px]"
          value={noun ?? ''}
          onChange={(event) => list.set({ of: event.target.value })}
        >
          <option value="">Everything</option>
          {nouns.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <Switch on={byStaff} onChange={(on) => list.set({ by: on ? 'staff' : null })} className="mb-1">
          Only what staff did
        </Switch>
      </div>
      <ListFailure message="Error loading the history" failure={failure} onRetry={reload} />
      {!value ? (
        loading && <ListSkeleton />
      ) : value.length === 0 ? (
        <Empty title="No changes">Every change in the shop is recorded here.</Empty>
      ) : (
        <div className="mt-4 max-w-[820px] border-b border-rule">
          <HistoryList entries={value} />
          {value.length === HISTORY_PAGE ? (
            <OlderHistory
              key={question + value[0]?.id}
              after={value}
              read={(before) => readHistory({ noun, byStaff, before })}
            />
          ) : null}
        </div>
      )}
    </>
  )
}
