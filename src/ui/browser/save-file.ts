import { calendarFileName, eventCalendar } from '#shop/catalogue/calendar-file.ts'
import { dayKey } from '#platform/time/ist.ts'
import { t } from '#ui/messages/messages.ts'

const KEEP_MS = 30_000

export function saveFile(content: BlobPart, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS)
}

/** iPhone, iPod and iPad (which calls itself a Mac but has a touch screen): `upi:` opens no chooser there. */
export const isAppleTouch = (nav: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator): boolean =>
  /iPhone|iPod|iPad/.test(nav.userAgent) || (nav.userAgent.includes('Macintosh') && nav.maxTouchPoints > 1)

/** Saves a canvas as PNG. iOS shares it, since UPI apps do not see downloads there; `left`: the sheet was closed. */
export async function savePicture(
  canvas: HTMLCanvasElement | null,
  name: string,
): Promise<'saved' | 'left' | 'failed'> {
  const picture = await new Promise<Blob | null>((done) => (canvas ? canvas.toBlob(done) : done(null)))
  if (!picture) return 'failed'
  const files = [new File([picture], name, { type: 'image/png' })]
  if (!isAppleTouch() || !navigator.canShare?.({ files })) {
    saveFile(picture, name, 'image/png')
    return 'saved'
  }
  try {
    await navigator.share({ files })
    return 'saved'
  } catch {
    return 'left'
  }
}

type CalendarEvent = Parameters<typeof eventCalendar>[0]

/** Saves a concert as a calendar file that leads to `url`. */
export function saveCalendar(event: CalendarEvent, { note, url }: { note: string; url: string }): void {
  const text = eventCalendar(event, {
    now: Date.now(),
    note,
    estimate: t('app.calendar.estimate'),
    url,
    host: location.hostname,
  })
  saveFile(text, calendarFileName(event.singer.name, dayKey(event.date)), 'text/calendar')
}
