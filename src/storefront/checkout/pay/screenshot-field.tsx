import { useState } from 'react'
import type { Observable } from '#platform/observable/observable.ts'
import type { Kept } from '#shop/orders/orders.store.ts'
import type { OrderScreenshot } from '#shop/orders/order.ts'
import { readPicture } from '#shop/pictures/pictures.store.ts'
import { prepareScreenshot, type ChosenPicture } from '#shop/pictures/screenshot.ts'
import { buttonClasses } from '#ui/controls/button.tsx'
import { classes } from '#ui/controls/classes.ts'
import { FieldError } from '#ui/controls/field.tsx'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'
import { toast } from '#ui/toast.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'

export const SCREENSHOT_FIELD_ID = 'payment-screenshot'

const fileSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** A file that is not a picture or too large shows an error; the previous picture stays. */
export function ScreenshotField({
  orderId,
  screenshot,
  missing,
  days,
  onChosen,
}: {
  orderId: string
  screenshot: OrderScreenshot | null
  missing: boolean
  days: number | null
  /** Stores the picture on the device or in this page; null when neither works. */
  onChosen: (picture: ChosenPicture) => Promise<Kept | null>
}) {
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // Keyed by hash and time: each read gives a new row.
  const preview = useWatched(
    () => watchPreview(orderId, screenshot),
    [orderId, screenshot?.sha256, screenshot?.chosenAt],
  ).value
  const lost = screenshot !== null && preview === null

  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setReading(true)
    const wrong = await keep(file, onChosen)
    setReading(false)
    setProblem(wrong)
    if (wrong) toast.error(wrong)
  }

  const error =
    problem ??
    (lost ? t('checkout.screenshot.unreadable') : missing && !screenshot ? t('checkout.screenshot.none') : null)
  const hintId = `${SCREENSHOT_FIELD_ID}-hint`
  const errorId = `${SCREENSHOT_FIELD_ID}-error`
  return (
    <div className="grid gap-2">
      <div
        className={classes(
          'grid grid-cols-[52px_1fr_auto] items-center gap-3 rounded-control border border-dashed p-3',
          error ? 'border-bad' : 'border-control',
        )}
      >
        {screenshot && preview && (
          <>
            <img
              src={preview.url}
              alt={t('checkout.screenshot.alt')}
              className="h-[78px] w-13 rounded-seat border border-rule object-cover"
            />
            <div className="min-w-0">
              <p className="truncate text-2 font-strong">{screenshot.name}</p>
              <p className="text-1 text-muted">
                {t(screenshot.kept === 'page' ? 'checkout.screenshot.inPage' : 'checkout.screenshot.kept', {
                  size: fileSize(preview.size),
                })}
              </p>
            </div>
          </>
        )}
        <label
          className={buttonClasses(
            screenshot && preview ? { kind: 'bare', small: true } : { kind: 'line' },
            classes(
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              !(screenshot && preview) && 'col-span-3',
            ),
          )}
        >
          {reading
            ? t('checkout.screenshot.reading')
            : t(screenshot ? 'checkout.screenshot.replace' : 'checkout.screenshot.choose')}
          <input
            id={SCREENSHOT_FIELD_ID}
            type="file"
            accept="image/*"
            aria-describedby={error ? `${errorId} ${hintId}` : hintId}
            aria-invalid={error ? true : undefined}
            className="sr-only"
            onChange={(event) => {
              void choose(event.target.files?.[0])
              // Lets the same file be chosen again.
              event.target.value = ''
            }}
          />
        </label>
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {screenshot?.kept === 'page' && (
        <Note kind="warn" role="status">
          {t('checkout.screenshot.keepOpen')}
        </Note>
      )}
      <p id={hintId} className="text-1 text-muted">
        {days === null ? t('checkout.screenshot.hint.plain') : t('checkout.screenshot.hint', { days })}
      </p>
    </div>
  )
}

async function keep(file: File, onChosen: (picture: ChosenPicture) => Promise<Kept | null>): Promise<string | null> {
  const prepared = await prepareScreenshot(file)
  if (prepared.ok) return (await onChosen(prepared.value)) !== null ? null : t('checkout.screenshot.notStored')
  if (prepared.failure.code !== 'file_refused') return t('checkout.screenshot.notStored')
  return t(prepared.failure.message === 'too_large' ? 'checkout.screenshot.tooLarge' : 'checkout.screenshot.notImage')
}

/** Gives the picture a URL while it is watched; null when the device cannot show it. */
const watchPreview = (
  orderId: string,
  screenshot: OrderScreenshot | null,
): Observable<{ url: string; size: number } | null> => ({
  subscribe(next, error) {
    let url: string | null = null
    let stopped = false
    if (screenshot) {
      void readPicture(orderId, screenshot).then((picture) => {
        if (stopped) return
        if (picture) url = URL.createObjectURL(picture)
        next(picture && url ? { url, size: picture.size } : null)
      }, error)
    }
    return () => {
      stopped = true
      if (url) URL.revokeObjectURL(url)
    }
  },
})
