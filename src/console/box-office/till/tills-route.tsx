import { useState } from 'react'
import { listTills, readTill } from '#shop/box-office/till.api.ts'
import { soldIn, type Till } from '#shop/box-office/till.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { Empty } from '#ui/display/note.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { Cell } from '#ui/display/table.tsx'
import { exactRupees } from '#ui/format.ts'
import { paths } from '#ui/paths.ts'
import { ListFailure, ListSkeleton, PageHead } from '../../kit/list/list-parts.tsx'
import { useLoaded } from '../../kit/use-loaded.ts'
import { differenceWords } from '../box-office-words.ts'
import { usePaper, PrintSheet } from '../print/print-sheet.tsx'
import { BookPrint } from './book-print.tsx'
import { salesText } from './book-rows.ts'
import { CloseTill } from './close-till.tsx'
import { TillBookView } from './till-book-view.tsx'
import { ListTable } from '../../kit/list/list-table.tsx'

/** Lists all tills, for admins. */
export function TillsRoute() {
  usePageTitle('Tills', 'admin')
  const tills = useLoaded('tills', listTills)
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <>
      <PageHead title="Tills" links={[['Box office', paths.adminBoxOffice]]} />
      <p className="mt-1 mb-5 text-2 text-muted">What was sold at the door, one book for each person and shift.</p>
      <ListFailure message="Error loading the tills" failure={tills.failure} onRetry={tills.reload} />
      {!tills.value ? (
        tills.failure ? null : (
          <ListSkeleton />
        )
      ) : tills.value.length === 0 ? (
        <Empty title="No tills yet">A till is opened in the box office before the first sale at the door.</Empty>
      ) : (
        <ListTable
          caption="Tills"
          className=""
          columns={[
            'Till',
            'State',
            { head: 'Sold', number: true, deskOnly: true },
            { head: 'Cash expected', number: true },
          ]}
        >
          {tills.value.map((till) => (
            <Row key={till.id} till={till} onOpen={() => setOpened(till.id)} />
          ))}
        </ListTable>
      )}
      {opened === null ? null : (
        <BookDialog id={opened} onClose={() => setOpened(null)} onChanged={() => tills.reload()} />
      )}
    </>
  )
}

function Row({ till, onOpen }: { till: Till; onOpen: () => void }) {
  const sold = soldIn(till)
  return (
    <tr>
      <Cell>
        <button type="button" className="link min-h-6 text-left font-strong" onClick={onOpen}>
          {till.name}
        </button>
        <span className="block text-1 text-muted">
          {till.openedBy ? `${till.openedBy}, ` : ''}
          {formatDayTime(till.openedAt)}
        </span>
      </Cell>
      <Cell>
        {till.closedAt === null ? (
          <StateMark kind="info" tag>
            Open
          </StateMark>
        ) : (
          <>
            <StateMark kind={till.difference === 0 ? 'ok' : 'warn'} tag>
              Closed
            </StateMark>
            <span className="mt-1 block text-1">{differenceWords(till.difference ?? 0)}</span>
          </>
        )}
      </Cell>
      <Cell deskOnly number>
        {exactRupees(sold.amount)}
        <span className="block text-1 text-muted">{salesText(sold.n)}</span>
      </Cell>
      <Cell number>{exactRupees(till.expected)}</Cell>
    </tr>
  )
}

function BookDialog({ id, onClose, onChanged }: { id: string; onClose: () => void; onChanged: () => unknown }) {
  const { value: book, failure, reload } = useLoaded(`till ${id}`, () => readTill(id))
  const [paper] = usePaper()
  const [printing, setPrinting] = useState(false)
  const [closing, setClosing] = useState(false)
  const changed = () => Promise.all([reload(), onChanged()])
  if (book && closing)
    return (
      <CloseTill
        till={book}
        onClose={() => setClosing(false)}
        onClosed={async () => {
          setClosing(false)
          await changed()
        }}
      />
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={book?.name ?? 'Till'}
      footer={
        book ? (
          <div className="flex flex-wrap gap-3">
            <Button kind="line" onClick={() => setPrinting(true)}>
              Print the book
            </Button>
            {book.closedAt === null ? (
              <Button kind="line" onClick={() => setClosing(true)}>
                Close the till
              </Button>
            ) : null}
          </div>
        ) : undefined
      }
    >
      {book ? (
        <TillBookView book={book} anyTime onChanged={changed} />
      ) : failure ? (
        <ListFailure message="Error loading the till" failure={failure} onRetry={reload} />
      ) : (
        <ListSkeleton />
      )}
      {book && printing ? (
        <PrintSheet paper={paper} atOnce onPrinted={() => setPrinting(false)}>
          <BookPrint book={book} />
        </PrintSheet>
      ) : null}
    </Dialog>
  )
}
