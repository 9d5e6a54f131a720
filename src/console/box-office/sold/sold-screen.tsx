import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { UNDO_MS } from '#shop/box-office/door-sale.ts'
import { soldKey } from '#shop/box-office/sale-keys.ts'
import { changeOf } from '#shop/box-office/cash.ts'
import { announce } from '#ui/announce.tsx'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Fact } from '../../kit/fact.tsx'
import { Note } from '#ui/display/note.tsx'
import { countdown, exactRupees, rupees } from '#ui/format.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { paths } from '#ui/paths.ts'
import { useKeydown } from '../../kit/use-keydown.ts'
import { paidWords, ticketsText } from '../box-office-words.ts'
import { type Paper, PrintSheet } from '../print/print-sheet.tsx'
import { Receipt } from '../print/receipt.tsx'
import { receiptsOf, soldLines, type ReceiptContext } from '../print/receipt-lines.ts'
import { Key } from '../sale/key.tsx'
import { hasOwnEnter, isForDialog, placeOf } from '../sale/use-door-price.ts'
import type { Sold } from '../sale/use-selling.ts'
import { TakeOver } from './take-over.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import { counted } from '../../kit/words/counted.ts'

export function SoldScreen({
  last,
  context,
  paper,
  on,
  onNext,
  onUndone,
}: {
  last: Sold
  context: ReceiptContext
  paper: Paper
  on: boolean
  onNext: () => void
  onUndone: () => void
}) {
  const { sale, sold, at, undone } = last
  const now = useNow(1_000)
  const [undoing, setUndoing] = useState(false)
  const nextButton = useRef<HTMLButtonElement>(null)
  const receipts = receiptsOf(sold, context)
  const people = sold.tickets.reduce((sum, ticket) => sum + ticket.seats.length, 0)
  const change = sale.given === null ? null : changeOf(sale.given, sold.total)
  const left = Math.max(0, at + UNDO_MS - now)
  const back = sold.total === 0 ? '' : ` Give ${exactRupees(sold.total)} back.`

  const tell = useEffectEvent((undone: boolean) => {
    nextButton.current?.focus()
    announce(
      undone
        ? `Sale ${sold.orderCode} undone.${back}`
        : [
            `Sold ${sold.orderCode}, ${ticketsText(people)}, ${rupees(sold.total)}.`,
            change ? `Change ${rupees(change)}.` : '',
          ].join(' '),
    )
  })
  useEffect(() => tell(undone), [undone])

  useKeydown(
    (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat || isForDialog())
        return
      // Printing may have taken the focus from the button.
      const key =
        event.key === 'Enter' && !hasOwnEnter(event.target) ? 'next' : soldKey(event.key, placeOf(event.target))
      if (!key) return
      event.preventDefault()
      if (key === 'next') onNext()
      else if (undone) return
      else if (key === 'print') globalThis.print()
      else if (left > 0) setUndoing(true)
    },
    { on },
  )

  return (
    <section aria-label="The sale" className="grid gap-6 desk:grid-cols-[minmax(0,1fr)_352px] desk:gap-8">
      <div className="grid content-start gap-5">
        <div>
          <h2 className="head-4">{undone ? `Sale ${sold.orderCode} undone` : `Sold: ${sold.orderCode}`}</h2>
          {undone ? (
            <Note kind="warn" className="mt-2">
              The tickets open no gate any more.{back}
            </Note>
          ) : (
            <p className="mt-1 text-4 tabular-nums">
              {sold.method === 'complimentary'
                ? `${ticketsText(people)}, complimentary`
                : `${ticketsText(people)}, ${exactRupees(sold.total)} ${paidWords[sold.method]}`}
            </p>
          )}
          {change !== null && !undone ? <p className="head-4 mt-2 tabular-nums">Change {exactRupees(change)}</p> : null}
        </div>
        <ul aria-label="Tickets" className="grid gap-4">
          {soldLines(sold, context).map((line) => (
            <li key={line.ticketId}>
              <p className="font-strong">{line.category}</p>
              <dl>
                <Fact label="Places">{line.seats}</Fact>
                <Fact label="Code">{line.code}</Fact>
                <Fact label="Price">{line.price}</Fact>
              </dl>
            </li>
          ))}
        </ul>
        {undone ? null : sold.secret === null ? (
          <p className="text-2 text-muted">
            The code for the buyer’s phone is shown once, and was shown before. Print the tickets instead.
          </p>
        ) : (
          <TakeOver secret={sold.secret} people={people} />
        )}
      </div>
      <div className="grid content-start gap-3">
        <Button
          ref={nextButton}
          kind="lit"
          wide
          aria-keyshortcuts="N"
          // The Enter that sold may still be held down.
          onKeyDown={(event) => {
            if (event.repeat) event.preventDefault()
          }}
          onClick={onNext}
        >
          Next sale <Key>Enter</Key>
        </Button>
        {undone ? null : (
          <>
            <Button kind="solid" wide aria-keyshortcuts="P" onClick={() => globalThis.print()}>
              {receipts.length === 1 ? 'Print the ticket' : `Print ${counted(receipts.length, 'ticket')}`} <Key>P</Key>
            </Button>
            {sold.total > 0 ? (
              <ButtonLink kind="line" wide to={paths.adminPapers(sold.paymentId)} target="_blank">
                Invoice
              </ButtonLink>
            ) : null}
            {left > 0 ? (
              <Button kind="line" wide aria-keyshortcuts="Z" value={countdown(left)} onClick={() => setUndoing(true)}>
                Undo <Key>Z</Key>
              </Button>
            ) : (
              <p className="text-2 text-muted">
                Five minutes are over. An admin can undo the sale in the book of the till until the concert begins.
              </p>
            )}
          </>
        )}
      </div>
      {undoing ? (
        <UndoDialog
          sale={{ ...sold, cash: sold.method === 'cash' }}
          onClose={() => setUndoing(false)}
          onDone={() => {
            setUndoing(false)
            onUndone()
          }}
        />
      ) : null}
      {undone || !on ? null : (
        <PrintSheet paper={paper}>
          {receipts.map((receipt) => (
            <Receipt key={receipt.key} lines={receipt} />
          ))}
        </PrintSheet>
      )}
    </section>
  )
}
