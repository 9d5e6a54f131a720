import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { classes } from '#ui/controls/classes.ts'
import { Dialog } from '#ui/controls/dialog.tsx'
import { FindList, usePaused } from '../kit/list/find-list.tsx'
import { ListFailure } from '../kit/list/list-parts.tsx'
import { leaveOrAsk } from '../kit/unsaved-work.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { counted } from '../kit/words/counted.ts'
import { useOpens } from './page-roles.ts'
import { findPages, LEAST_LETTERS, questions, type Find } from './palette-finds.ts'

/** Asks one question, and shows its answer only as long as the same text is typed. */
function useFound({ label, list, ask }: (typeof questions)[number], text: string, typed: string) {
  const opens = useOpens()
  const loaded = useLoaded(text === '' || !opens(list) ? '' : `${label} ${text}`, () => ask(text), { list: text })
  return { ...loaded, label, value: text === typed ? loaded.value : undefined }
}

const couldNot = (failed: readonly { label: string }[]): string =>
  `${failed.map(({ label }, at) => (at === 0 ? label : label.toLowerCase())).join(', ')} could not be searched.`

/** Finds pages, concerts, orders and people, and leads to the chosen one. */
export function ConsolePalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const typed = text.trim()
  const paused = usePaused(typed)
  const question = paused.length < LEAST_LETTERS ? '' : paused
  const concerts = useFound(questions[0], question, typed)
  const orders = useFound(questions[1], question, typed)
  const people = useFound(questions[2], question, typed)
  const asked = [concerts, orders, people]

  const groups = [{ label: 'Pages', value: findPages(typed, useOpens()) }, ...asked]
    .map(({ label, value }) => ({ label, finds: value ?? [] }))
    .filter(({ finds }) => finds.length > 0)
  const found = groups.reduce((sum, { finds }) => sum + finds.length, 0)
  const isWaiting = typed.length >= LEAST_LETTERS && (paused !== typed || asked.some(({ loading }) => loading))
  const failed = isWaiting ? [] : asked.filter(({ failure }) => failure !== null)

  const open = (find: Find) => {
    onClose()
    leaveOrAsk(() => void navigate(find.to))
  }
  return (
    <Dialog open onClose={onClose} title="Search">
      <FindList
        label="Pages, concerts, orders and people"
        hint="A name, a city, an order code, a UTR or an e-mail address"
        text={text}
        onText={setText}
        between={
          <>
            <p
              role="status"
              className={classes('mt-3 min-h-6 text-2 text-muted', found > 0 && !isWaiting && 'sr-only')}
            >
              {isWaiting
                ? 'Looking…'
                : found > 0
                  ? counted(found, 'result')
                  : failed.length === 0
                    ? `Nothing was found for “${typed}”.`
                    : ''}
            </p>
            {failed.length > 0 ? (
              <ListFailure
                message={couldNot(failed)}
                failure={failed[0]!.failure}
                onRetry={() => failed.map((one) => one.reload())}
              />
            ) : null}
          </>
        }
        groups={groups}
        keyOf={({ to }) => to}
        onChoose={open}
      >
        {(find) => (
          <>
            <span className="font-strong">{find.label}</span>
            <span className="text-2 text-muted">{find.note}</span>
          </>
        )}
      </FindList>
    </Dialog>
  )
}
