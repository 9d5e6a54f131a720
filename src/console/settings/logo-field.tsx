import { uploadPoster } from '#shop/catalogue/admin/posters.api.ts'
import { makeLogo, MAX_LOGO_RATIO, MIN_LOGO_PIXELS } from '#shop/pictures/logo-picture.ts'
import { MAX_PICTURE_PIXELS } from '#shop/pictures/picture-format.ts'
import { MAX_ORIGINAL_MB } from '#shop/pictures/poster-picture.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { logoUrl } from '#shop/settings/logo.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { Logo } from '#ui/display/wordmark.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { BACKEND } from '#ui/shop.ts'
import { FileDrop } from '../kit/file-drop.tsx'
import { whyFailed } from '../kit/why-failed.ts'

/** Makes and stores the files of the shop's logo; `path` names them and is saved with the form, '' for none. */
export function LogoField({ path, onChange }: { path: string; onChange: (path: string) => void }) {
  const { busy, failure, run, forget } = useAction(async (file: File) => {
    const made = await makeLogo(file)
    if (!made.ok) return made
    const stored = await uploadPoster(made.value.files, () => undefined)
    if (stored.ok) onChange(made.value.path)
    return stored
  })
  const remove = (): void => {
    forget()
    onChange('')
  }
  return (
    <div role="group" aria-label="Logo" className="desk:col-span-2">
      {path ? (
        <div className="flex flex-wrap items-center gap-3">
          <span className="rounded-control border border-rule bg-surface p-3">
            <Logo path={path} className="h-8" />
          </span>
          <span className="dark rounded-control border border-rule bg-surface p-3" aria-hidden="true">
            <Logo path={path} className="h-8" />
          </span>
          <img
            src={logoUrl(path, '192', BACKEND)}
            alt=""
            width={56}
            height={56}
            className="rounded-control border border-rule"
          />
          <Button kind="no" small disabled={busy} onClick={remove}>
            Remove logo
          </Button>
        </div>
      ) : null}
      <FileDrop
        label={path ? 'Replace the logo' : 'Choose a logo'}
        hint={`PNG, JPEG or WebP, at least ${MIN_LOGO_PIXELS} pixels wide or high. It is shown in place of the name, and as the shop’s icon on tabs and home screens, where a square one is read best.`}
        accept="image/png,image/jpeg,image/webp"
        busy={busy}
        onChoose={(file) => void run(file)}
      />
      {busy ? (
        <p role="status" className="mt-2 text-2">
          Sending the logo …
        </p>
      ) : null}
      {failure && !busy ? (
        <Note kind="bad" className="mt-3" role="alert">
          <p>{whyRefused(failure)}</p>
        </Note>
      ) : null}
    </div>
  )
}

function whyRefused(failure: Failure): string {
  if (failure.code !== 'file_refused') return `The logo was not stored. ${whyFailed(failure)}`
  switch (failure.message) {
    case 'svg':
      return 'An SVG can carry programs, so it is not taken. Save the logo as PNG.'
    case 'too_small':
      return `This logo has fewer than ${MIN_LOGO_PIXELS} pixels on its longer side. Choose a larger one.`
    case 'too_long':
      return `A logo is at most ${MAX_LOGO_RATIO.wide} times as wide as high, and at most twice as high as wide. Crop it.`
    case 'too_large':
      return `This picture is too large. Choose one of at most ${MAX_ORIGINAL_MB} MB and ${MAX_PICTURE_PIXELS / 1_000_000} million pixels.`
    case 'too_detailed':
      return 'This picture is too detailed for a logo. Choose a drawn one.'
    case 'empty':
      return 'Nothing is drawn on this picture.'
    default:
      return 'This file is not a picture that this browser can read. Choose a PNG, JPEG or WebP.'
  }
}
