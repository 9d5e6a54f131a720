import type { ReactNode } from 'react'
import { saleState, type CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { reminderLink, saleReminder } from '#shop/catalogue/sale/reminder-file.ts'
import { calendarFileName } from '#shop/catalogue/calendar-file.ts'
import { dayKey, formatDayNear, formatTime } from '#platform/time/ist.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/shop/sale.ts'
import { paths } from '#ui/paths.ts'
import { terms } from '#ui/terms.ts'

export const whenWords = (at: string, now: number): string => `${formatDayNear(at, now)}, ${formatTime(at)}`

/** Says when the sale opens, with a reminder; or that it is paused, not yet possible, or has ended. Nothing for other states. */
export function SaleNotice({ event, now }: { event: CatalogueEvent; now: number }): ReactNode {
  const state = saleState(event, now, terms().lowStockEvent)
  switch (state.kind) {
    case 'before':
      return <Opening event={event} at={state.at} now={now} />
    case 'paused':
      return (
        <Note kind="warn" className="mt-5">
          <b className="font-strong">{t('sale.paused')}</b>
          <span className="block">{t('sale.paused.text')}</span>
        </Note>
      )
    case 'not-yet':
    case 'ended':
      return (
        <Note kind="plain" className="mt-5">
          {t(state.kind === 'ended' ? 'sale.ended' : 'sale.notYet')}
        </Note>
      )
    default:
      return null
  }
}

function Opening({ event, at, now }: { event: CatalogueEvent; at: string; now: number }) {
  const when = whenWords(at, now)
  const title = t('sale.remind.title', { singer: event.singer.name, city: event.city })
  const note = t('sale.remind.note', { when })
  const url = new URL(paths.event(event.id), location.origin).href
  return (
    <Note kind="info" className="mt-5">
      <b className="font-strong">{t('sale.from', { when })}</b>
      <span className="block">{t('sale.from.text')}</span>
      <span className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1">
        <Button kind="line" small onClick={() => saveReminder(event, { at, title, note, url })}>
          {t('sale.remind')}
        </Button>
        <a className="link py-2" href={reminderLink({ at, title, note, url })} target="_blank" rel="noreferrer">
          {t('sale.remind.link')}
        </a>
      </span>
    </Note>
  )
}

function saveReminder(event: CatalogueEvent, entry: { at: string; title: string; note: string; url: string }): void {
  const text = saleReminder(event, { ...entry, now: Date.now(), host: location.hostname })
  saveFile(text, calendarFileName(`Tickets ${event.singer.name}`, dayKey(entry.at)), 'text/calendar')
}
