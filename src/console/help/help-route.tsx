import { countWaitingMessages } from '#shop/enquiries/enquiries-admin.api.ts'
import { Chip } from '#ui/controls/chip.tsx'
import { count } from '#ui/format.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { PageHead } from '../kit/list/list-parts.tsx'
import { useListState, type Sort } from '../kit/list/list-state.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { Guide } from './guide.tsx'
import { Messages } from './enquiries.tsx'

const newest: Sort = { column: 'created_at', ascending: false }
const sorts = ['created_at'] as const

export function HelpRoute() {
  usePageTitle('Help', 'admin')
  const list = useListState(sorts, newest)
  const waiting = useLoaded('waiting', countWaitingMessages)
  const messages = list.get('tab') === 'messages'
  return (
    <>
      <PageHead title="Help" />
      <div role="group" aria-label="Show" className="mt-4 flex flex-wrap gap-2">
        <Chip on={!messages} onClick={() => list.set({ tab: null, show: null, q: null })}>
          Guide
        </Chip>
        <Chip on={messages} onClick={() => list.set({ tab: 'messages' })}>
          Messages{waiting.value ? ` ${count(waiting.value)}` : ''}
          {waiting.value ? <span className="sr-only"> waiting</span> : null}
        </Chip>
      </div>
      {messages ? <Messages list={list} onChanged={waiting.reload} /> : <Guide />}
    </>
  )
}
