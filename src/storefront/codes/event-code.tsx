import { useEffect, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useOwner } from '#account/session/identity.ts'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { fits, isCurrent, opens, reducedPrice, type CodesOfOwner, type OpenedCode } from '#shop/codes/code.ts'
import { applyCode, refreshOpened, watchCodes } from '#shop/codes/codes.store.ts'
import { formatDay, formatTime } from '#platform/time/ist.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { t } from '#ui/messages/messages.ts'
import { CODE_QUERY, paths } from '#ui/paths.ts'
import { CodeForm } from './code-form.tsx'
import { CodePrice } from './code-price.tsx'
import '#ui/messages/en/buying/codes.ts'

/**
 * Shows below the tickets of an event the codes opened for it on this device, and the field for another. `now` in ms.
 */
export function EventCode({ event, now }: { event: CatalogueEvent; now: number }): ReactNode {
  const own = useCodes()
  const typed = useSearchParams()[0].get(CODE_QUERY) ?? ''
  const [open, setOpen] = useState(typed !== '')
  const ofEvent = (own?.codes ?? []).filter(
    (code) => isCurrent(code, now) && event.categories.some((one) => fits(code, categoryOf(event, one.id))),
  )
  const opensHere = ofEvent.some(({ categories }) => categories.some(({ eventId }) => eventId === event.id))
  useEffect(() => {
    if (opensHere) void refreshOpened(event.id)
  }, [event.id, opensHere])
  const known = ofEvent.some(({ code }) => code === typed.toUpperCase())
  return (
    <section aria-label={t('code.label')} className="mt-3 border-t border-rule pt-2">
      {ofEvent.map((code) => (
        <CodeOfEvent key={code.id} event={event} code={code} applied={own?.appliedId === code.id} />
      ))}
      {open && !known ? (
        <CodeForm
          events={[event.id]}
          typedAt={paths.event(event.id)}
          first={typed}
          onOpened={() => {
            setOpen(false)
            announce(t('code.opened'))
          }}
        />
      ) : (
        <Button kind="bare" small aria-expanded={false} onClick={() => setOpen(true)}>
          {t(ofEvent.length > 0 ? 'code.another' : 'code.have')}
        </Button>
      )}
    </section>
  )
}

function CodeOfEvent({ event, code, applied }: { event: CatalogueEvent; code: OpenedCode; applied: boolean }) {
  const opened = event.categories.filter(({ id }) => opens(code, categoryOf(event, id)))
  const lowered = event.categories.flatMap((one) => {
    const now = reducedPrice(code, { ...categoryOf(event, one.id), price: one.price })
    return now === null ? [] : [{ id: one.id, name: one.name, full: one.price, now }]
  })
  const inUse = applied || opened.length > 0
  return (
    <Note kind="info" className="my-2 grid gap-1">
      <p>
        <b className="font-strong wrap-anywhere">{t(inUse ? 'code.applied' : 'code.kept', { code: code.code })}</b>{' '}
        {code.until && t('code.until', { when: `${formatDay(code.until)}, ${formatTime(Date.parse(code.until))}` })}
      </p>
      {opened.length > 0 && <p>{t('code.opens', { names: opened.map(({ name }) => name).join(', ') })}</p>}
      {lowered.length > 0 && (
        <ul>
          {lowered.map(({ id, name, full, now }) => (
            <li key={id} className="flex flex-wrap gap-x-2">
              {name} <CodePrice code={code.code} full={full} now={now} />
            </li>
          ))}
        </ul>
      )}
      {!inUse && (
        <Button kind="bare" small className="justify-self-start" onClick={() => void applyCode(code.id)}>
          {t('code.use')}
        </Button>
      )}
    </Note>
  )
}

function useCodes(): CodesOfOwner | null {
  const owner = useOwner()
  return useWatched(watchCodes, [owner]).value ?? null
}

const categoryOf = (event: CatalogueEvent, categoryId: string) => ({ eventId: event.id, categoryId })
