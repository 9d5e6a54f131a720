import { useState } from 'react'
import type { Observable } from '#platform/observable/observable.ts'
import { admittedSeats } from '#shop/gate/lists/roster.ts'
import type { GateListRow } from '#shop/gate/lists/lists.store.ts'
import type { GateTicketRow } from '#shop/gate/gate-rows.ts'
import { searchTickets, type FoundTickets } from '#shop/gate/lists/search.store.ts'
import { Dialog } from '#ui/controls/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { listedSeats } from '#ui/seat-map/said-seats.ts'
import { t, type MessageKey } from '#ui/messages/messages.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { StateMark, type StateKind } from '#ui/display/state-mark.tsx'

const MAX_SHOWN_ROWS = 30

export function SearchDialog({
  open,
  onClose,
  lists,
  onChoose,
}: {
  open: boolean
  onClose: () => void
  lists: readonly GateListRow[]
  onChoose: (row: GateTicketRow) => void
}) {
  return (
    <Dialog open={open} onClose={onClose} title={t('gate.search.title')} size="wide">
      <Search lists={lists} onChoose={onChoose} />
    </Dialog>
  )
}

function Search({ lists, onChoose }: { lists: readonly GateListRow[]; onChoose: (row: GateTicketRow) => void }) {
  const [text, setText] = useState('')
  const [last, setLast] = useState<FoundTickets | null>(null)
  const ids = lists.map((list) => list.eventId).join(',')
  const result = useWatched(() => search(text, ids.split(',')), [text, ids]).value
  if (result !== undefined && result !== last) setLast(result)
  const found = result === undefined ? last : result
  const busy = result === undefined

  return (
    <div className="grid content-start gap-3">
      <TextField
        label={t('gate.search.label')}
        hint={t('gate.search.hint')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus=""
      />
      {text.trim() !== '' && (
        <p className="text-2 text-muted" role="status">
          {!found || (busy && found.rows.length === 0)
            ? t('gate.search.busy')
            : found.rows.length === 0
              ? t('gate.search.none')
              : t(found.more ? 'gate.search.more' : 'gate.search.found', { n: found.rows.length })}
        </p>
      )}
      <ul className="rows">
        {found?.rows.map((row) => {
          const list = lists.find((one) => one.eventId === row.eventId)
          return (
            <li key={row.id}>
              <button
                type="button"
                onClick={() => onChoose(row)}
                className="grid min-h-14 w-full cursor-pointer grid-cols-[1fr_auto] items-center gap-3 py-2 text-left"
              >
                <span className="min-w-0">
                  <span className="block truncate font-strong">{row.name ?? t('gate.search.noName')}</span>
                  <span className="block truncate text-2 text-muted tabular-nums">
                    {[
                      listedSeats(row.seats),
                      list?.categories[row.ticketCategoryId],
                      lists.length > 1 ? list?.event.name : null,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <RowState row={row} />
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const search = (text: string, eventIds: string[]): Observable<FoundTickets | null> => ({
  subscribe(next) {
    let stopped = false
    if (text.trim() === '') next(null)
    else
      void searchTickets(text, eventIds, MAX_SHOWN_ROWS, () => stopped).then((found) => {
        if (!stopped) next(found)
      })
    return () => {
      stopped = true
    }
  },
})

const refusals = {
  valid: null,
  revoked: ['bad', 'gate.row.revoked'],
  rejected: ['bad', 'gate.row.rejected'],
  pending: ['warn', 'gate.row.pending'],
} as const satisfies Record<GateTicketRow['state'], readonly [StateKind, MessageKey] | null>

function RowState({ row }: { row: GateTicketRow }) {
  if (row.test) return <StateMark kind="bad">{t('gate.word.test')}</StateMark>
  const refused = refusals[row.state]
  if (refused) return <StateMark kind={refused[0]}>{t(refused[1])}</StateMark>
  const inside = admittedSeats(row.admissions)
  if (inside === 0) return <StateMark kind="off">{t('gate.row.out')}</StateMark>
  return (
    <StateMark kind="ok">
      {inside < row.seats.length ? t('gate.row.part', { inside, of: row.seats.length }) : t('gate.row.in')}
    </StateMark>
  )
}
