import { useState } from 'react'
import { uploadPoster } from '#shop/catalogue/admin/posters.api.ts'
import { aboutLimits } from '#shop/catalogue/about/event-about.ts'
import { posterName } from '#shop/catalogue/about/poster-files.ts'
import { MAX_PICTURE_PIXELS } from '#shop/pictures/picture-format.ts'
import { makePoster, MAX_ORIGINAL_MB, MIN_POSTER_WIDTH, type MadePoster } from '#shop/pictures/poster-picture.ts'
import { ok, type Failure } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextArea } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { Poster } from '#ui/display/poster.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { FileDrop } from '../../kit/file-drop.tsx'
import { whyFailed } from '../../kit/why-failed.ts'

const formats = { jpg: 'JPEG', webp: 'WebP', avif: 'AVIF' } as const
/** A picture may be taken for what its format is called: HEIC of an iPhone can be read by Safari only. */
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif,image/heic'

/** Makes and stores the files of a poster; `path` names them, and is saved with the form. '' shows the drawn poster. */
export function PosterField({
  eventId,
  path,
  alt,
  altProblem,
  onChange,
  onAlt,
  onBusy,
}: {
  eventId: string
  path: string
  alt: string
  altProblem: string | undefined
  onChange: (path: string) => void
  onAlt: (text: string) => void
  onBusy: (busy: boolean) => void
}) {
  const [part, setPart] = useState<number | null>(null)
  const [made, setMade] = useState<MadePoster | null>(null)
  const { busy, failure, run, forget } = useAction(async (file: File | null) => {
    onBusy(true)
    try {
      const poster = file ? await makePoster(eventId, file) : made ? ok(made) : null
      if (!poster?.ok) return poster ?? ok(null)
      setMade(poster.value)
      setPart(0)
      const stored = await uploadPoster(poster.value.files, setPart)
      if (stored.ok) {
        // The words are about the picture that goes.
        if (path !== '' && path !== poster.value.path) onAlt('')
        onChange(poster.value.path)
      }
      return stored
    } finally {
      setPart(null)
      onBusy(false)
    }
  })
  const choose = (file: File): void => {
    setMade(null)
    void run(file)
  }
  const remove = (): void => {
    forget()
    onChange('')
    onAlt('')
  }
  const name = posterName(path)
  return (
    <section aria-labelledby="poster-head">
      <div className="section-head pb-1!">
        <h2 id="poster-head" className="head-4">
          Poster
        </h2>
      </div>
      <div className="mt-4 grid gap-4 desk:grid-cols-[200px_minmax(0,1fr)] desk:gap-6">
        <div className="max-w-[200px]">
          <Poster key={path} eventId={eventId} own={path ? { path, alt } : null} />
        </div>
        <div className="min-w-0">
          <p className="text-2 text-muted">
            {name
              ? `${name.width} × ${name.height} pixels, in three sizes as ${formats[name.format]}${
                  name.format === 'jpg' ? '' : ', and a JPEG for link previews'
                }. Lists show it cut to 4:5.`
              : 'No poster yet: the shop shows the drawn one on the left.'}
          </p>
          {made && made.path === path && made.format !== 'avif' ? (
            <p className="mt-1 text-2 text-muted">
              This browser{' '}
              {made.format === 'webp'
                ? 'writes no AVIF, so WebP is used.'
                : 'writes neither AVIF nor WebP, so JPEG is used.'}
            </p>
          ) : null}
          <FileDrop
            label={path ? 'Replace the poster' : 'Choose a poster'}
            hint={`A picture at least ${MIN_POSTER_WIDTH} pixels wide; 1280 × 1600 suits best. This browser makes the sizes and leaves out camera and place.`}
            accept={ACCEPTED}
            busy={busy}
            onChoose={choose}
          />
          {busy ? (
            <div className="mt-3 max-w-[60ch]" role="status">
              <span id="poster-progress" className="text-2">
                {part === null ? 'Making the sizes …' : `Sending, ${Math.round(part * 100)} % …`}
              </span>
              <progress
                aria-labelledby="poster-progress"
                className="mt-1 h-2 w-full accent-(--ink)"
                max={1}
                value={part ?? undefined}
              />
            </div>
          ) : null}
          {failure && !busy ? (
            <Note kind="bad" className="mt-3" role="alert">
              <p>{whyRefused(failure)}</p>
              {made && made.path !== path ? (
                <Button kind="line" small className="mt-2" onClick={() => void run(null)}>
                  Send again
                </Button>
              ) : null}
            </Note>
          ) : null}
          {path ? (
            <>
              <TextArea
                id="about-posterAlt"
                label="What the poster shows"
                name="about.posterAlt"
                rows={2}
                value={alt}
                error={altProblem}
                hint={`Read aloud to people who cannot see it, at most ${aboutLimits.posterAlt} characters.`}
                className="mt-4 max-w-[60ch]"
                onChange={(change) => onAlt(change.target.value)}
              />
              <Button kind="no" small className="mt-4" disabled={busy} onClick={remove}>
                Remove the poster
              </Button>
            </>
          ) : null}
        </div>
      </div>
    </section>
  )
}

function whyRefused(failure: Failure): string {
  if (failure.code !== 'file_refused') return `The poster was not stored. ${whyFailed(failure)}`
  switch (failure.message) {
    case 'too_small':
      return `This picture is narrower than ${MIN_POSTER_WIDTH} pixels. Choose a larger one.`
    case 'too_long':
      return 'This picture is more than three times as long as wide, or as wide as long. Choose another one.'
    case 'too_large':
      return `This picture is too large. Choose one of at most ${MAX_ORIGINAL_MB} MB and ${MAX_PICTURE_PIXELS / 1_000_000} million pixels.`
    default:
      return 'This file is not a picture that this browser can read. Choose a JPEG, PNG or WebP.'
  }
}
