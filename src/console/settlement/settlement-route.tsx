import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { ok } from '#platform/failure/failure.ts'
import { dayKey } from '#platform/time/ist.ts'
import { readSettlement } from '#shop/settlement/settlement.api.ts'
import type { Settlement } from '#shop/settlement/settlement.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { exactRupees } from '#ui/format.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { shopName } from '#ui/shop.ts'
import { pageRule } from '../box-office/print/print-sheet.tsx'
import { RecordHistory } from '../history/history-list.tsx'
import { PageHead } from '../kit/list/list-parts.tsx'
import { WhenLoaded } from '../kit/list/when-loaded.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { counted } from '../kit/words/counted.ts'
import { CloseSettlement } from './close-settlement.tsx'
import { sinceText, stateText } from './settlement-words.ts'
import { SplitForm } from './split-form.tsx'
import { Statement } from './statement.tsx'

/** One page of a usual concert. */
const onPaper = `${pageRule('a4', 0)} @media print { #console-main { zoom: 0.74; } }`

/** Shows how the money of one concert adds up and is divided: the page that an organiser sends the artist. */
export function SettlementRoute() {
  usePageTitle('Settlement', 'admin')
  const { eventId = '' } = useParams()
  const { value, failure, reload } = useLoaded(`settlement ${eventId}`, () => readSettlement(eventId), {
    list: eventId,
  })
  const [changed, setChanged] = useState<Settlement | null>(null)
  // What a save answered, until it is read again.
  const settlement = changed?.eventId === eventId && (!value || changed.at > value.at) ? changed : value
  const file = useAction(saveWorkbook, { failed: 'The file was not made' })
  return (
    <>
      {/* Under the concert's name on paper, where no tab says it. */}
      <h2 className="hidden head-4 print:block">Settlement</h2>
      <PageHead
        title="Settlement"
        links={[['Refunds', withQuery(paths.adminRefunds, { status: 'all', event: eventId })]]}
      >
        {settlement ? (
          <>
            <Button kind="line" small busy={file.busy} busyLabel="Making..." onClick={() => void file.run(settlement)}>
              Download .xlsx
            </Button>
            <Button kind="line" small onClick={() => globalThis.print()}>
              Print
            </Button>
          </>
        ) : null}
      </PageHead>
      <WhenLoaded of={{ value: settlement, failure, reload }} message="Error loading the settlement">
        {(shown) => <Page settlement={shown} onChanged={setChanged} onStale={reload} />}
      </WhenLoaded>
    </>
  )
}

async function saveWorkbook(settlement: Settlement) {
  const { settlementWorkbook, WORKBOOK_TYPE } = await import('./settlement-file.ts')
  const name = `settlement-${dayKey(settlement.date)}-${settlement.city.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.xlsx`
  saveFile(await settlementWorkbook(settlement), name, WORKBOOK_TYPE)
  return ok(null)
}

function Page({
  settlement,
  onChanged,
  onStale,
}: {
  settlement: Settlement
  onChanged: (now: Settlement) => void
  onStale: () => Promise<unknown>
}) {
  const [editing, setEditing] = useState(false)
  const { undecided, closedAt } = settlement
  const closed = closedAt !== null
  const since = sinceText(settlement)
  return (
    <>
      <style>{onPaper}</style>
      <p className="mb-5 flex flex-wrap items-baseline gap-x-3">
        <StateMark kind={closed ? 'ok' : 'info'} tag className="print:px-0! print:text-ink!">
          {closed ? 'Closed' : 'So far'}
        </StateMark>
        <span className="text-2">
          {stateText(settlement)} · {settlement.venue}
          {settlement.status === 'cancelled' ? ' · the concert is cancelled' : ''}
          <span className="hidden print:inline"> · {shopName()}</span>
        </span>
      </p>
      {since === null ? null : (
        <Note kind="warn" className="mb-5" role="status">
          Since it was closed: {since}.
        </Note>
      )}
      {!closed && undecided.payments > 0 ? (
        <Note kind="warn" className="mb-5 print:hidden">
          {counted(undecided.payments, 'payment')} of {exactRupees(undecided.amount)} for this concert{' '}
          {undecided.payments === 1 ? 'waits' : 'wait'} for a decision and {undecided.payments === 1 ? 'is' : 'are'} not
          in it.
        </Note>
      ) : null}
      <Statement
        settlement={settlement}
        split={
          closed ? null : editing ? (
            <SplitForm settlement={settlement} onSaved={onChanged} onStale={onStale} onDone={() => setEditing(false)} />
          ) : (
            <Button kind="line" small onClick={() => setEditing(true)}>
              Edit shares and costs
            </Button>
          )
        }
      />
      <div className="mt-10 border-t-2 border-rule-strong pt-4 print:hidden">
        {editing ? null : <CloseSettlement {...{ settlement, onChanged, onStale }} />}
        <RecordHistory key={settlement.revision} of={[{ noun: 'settlements', ids: [settlement.eventId] }]} />
      </div>
    </>
  )
}
