import { useState } from 'react'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { Empty } from '#ui/display/note.tsx'
import { count } from '#ui/format.ts'
import { paths } from '#ui/paths.ts'
import { FindList, usePaused } from '../list/find-list.tsx'
import { ListFailure } from '../list/list-parts.tsx'
import { Switch } from '../switch.tsx'
import { useLoaded } from '../use-loaded.ts'
import { counted } from '../words/counted.ts'
import { findConcerts, type OfferedConcert, type FindConcerts } from './concert-choice.ts'

export interface ConcertSearch {
  /** Without it: all, past ones behind a switch. */
  find?: FindConcerts
}

/** Finds a concert by singer, city, venue and date. `picked`: where several are chosen, until Done is pressed. */
export function ConcertDialog({
  title,
  find = findConcerts,
  picked,
  onChoose,
  onClose,
}: ConcertSearch & {
  title: string
  picked?: readonly OfferedConcert[]
  onChoose: (concert: OfferedConcert) => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const [past, setPast] = useState(false)
  const typed = text.trim()
  const search = usePaused(typed)
  const { value, failure, loading, reload } = useLoaded(`find ${past} ${search}`, () => find(search, past), {
    list: String(past),
  })
  const isWaiting = loading || search !== typed
  const rows = value?.rows ?? []
  const hidden = (value?.total ?? 0) - rows.length
  const isPicked = ({ id }: OfferedConcert): boolean => picked?.some((one) => one.id === id) === true
  const said = isWaiting
    ? 'Looking…'
    : hidden > 0
      ? `The first ${count(rows.length)} of ${count(value!.total)}. Type to find others.`
      : counted(rows.length, 'concert')
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        picked ? (
          <Button onClick={onClose}>
            {picked.length === 0 ? 'Done' : `Done, ${counted(picked.length, 'concert')}`}
          </Button>
        ) : null
      }
    >
      <FindList
        label="Find a concert"
        hint="Singer, city, venue or date, such as 12 December"
        text={text}
        onText={setText}
        between={
          <>
            <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
              <p role="status" className="min-h-6 text-2 text-muted">
                {failure ? '' : said}
              </p>
              {find === findConcerts ? (
                <Switch on={past} onChange={setPast}>
                  Past concerts
                </Switch>
              ) : null}
            </div>
            <ListFailure message="Error fetching data" failure={failure} onRetry={reload} />
            {!isWaiting && value?.total === 0 ? (
              search ? (
                <Empty title="No concert matches" />
              ) : (
                <Empty
                  title={past ? 'No past concert' : 'No concert to come'}
                  {...(past ? {} : { way: { to: paths.adminNewConcert, label: 'New concert' } })}
                />
              )
            ) : null}
          </>
        }
        groups={[{ finds: rows }]}
        keyOf={({ id }) => id}
        isPicked={picked && isPicked}
        onChoose={onChoose}
      >
        {(concert) => (
          <>
            <span className="font-strong">{concert.name}</span>
            <span className="text-2 text-muted">
              {formatDayTime(concert.date)}, {concert.venue}
            </span>
            {concert.cancelled ? <span className="text-2 text-bad">Cancelled</span> : null}
            {isPicked(concert) ? <Icon name="check" className="ml-auto self-center" /> : null}
          </>
        )}
      </FindList>
    </Dialog>
  )
}
