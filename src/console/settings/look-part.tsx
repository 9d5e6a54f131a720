import { useState } from 'react'
import { accentProblem, accentTokens } from '#shop/settings/accent.ts'
import { FIRST_LOOK } from '#shop/settings/shop-look.ts'
import { classes } from '#ui/controls/classes.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField, type TextFieldProps } from '#ui/controls/field.tsx'
import { FieldSection } from '../kit/form/form-frame.tsx'
import { LogoField } from './logo-field.tsx'
import { places, type LookDraft, type LookField } from './look-draft.ts'

/** Shows a button of the colour, on the page of each theme. */
function AccentSample({ accent }: { accent: string }) {
  if (accentProblem(accent)) return null
  return (
    <p className="flex flex-wrap items-end gap-3" aria-hidden="true">
      {(['light', 'dark'] as const).map((theme) => {
        const { accent: field, 'accent-ink': ink, 'accent-text': text } = accentTokens(accent, theme)
        return (
          <span key={theme} className={classes(theme, 'rounded-control border border-rule bg-surface p-2')}>
            <span
              className="inline-block rounded-control px-4 py-2 font-strong"
              style={{ background: field, color: ink }}
            >
              Choose Seats
            </span>
            <span className="px-3" style={{ color: text }}>
              Taken
            </span>
          </span>
        )
      })}
    </p>
  )
}

/** Asks what the shop is called and says of itself. `filled`: how many numbers it has. */
export function LookPart({
  field,
  draft,
  filled,
  onChange,
}: {
  field: (name: LookField) => TextFieldProps
  draft: Pick<LookDraft, 'accent' | 'logo'>
  filled: number
  onChange: (change: Partial<Pick<LookDraft, 'accent' | 'logo'>>) => void
}) {
  const { accent, logo } = draft
  const [added, setAdded] = useState(0)
  const shown = places.slice(0, filled + added)
  return (
    <>
      <FieldSection
        title="Name, logo and colour"
        text="The name is at the head of every page and in titles, mails, tickets and link previews. Empty fields are as in mehfil.config.json."
      >
        <TextField {...field('name')} placeholder={FIRST_LOOK.name} maxLength={40} />
        <TextField {...field('shortName')} hint="Under the icon on a home screen" maxLength={16} />
        <LogoField path={logo} onChange={(path) => onChange({ logo: path })} />
        <TextField
          {...field('accent')}
          hint="Of buttons and marks; the dark theme’s is made from it"
          spellCheck={false}
          maxLength={7}
          end={
            <input
              type="color"
              aria-label="Choose the colour"
              value={accentProblem(accent) === 'form' ? '#f7a600' : accent}
              onChange={(event) => onChange({ accent: event.target.value })}
              className="absolute top-1 right-1 h-10 w-16 cursor-pointer"
            />
          }
        />
        <AccentSample accent={accent} />
        <TextField
          {...field('tagline.en')}
          hint="After the name in the home page’s title"
          placeholder={FIRST_LOOK.taglines.en}
          maxLength={80}
          className="desk:col-span-2"
        />
        <TextField {...field('tagline.hi')} lang="hi" maxLength={80} />
        <TextField {...field('tagline.mr')} lang="mr" maxLength={80} />
      </FieldSection>
      <FieldSection
        title="Numbers on the home page"
        text="Up to four, such as 300+ concerts. The shop shows what you write here and nothing else; you answer for it."
      >
        {shown.map((place) => (
          <div key={place} className="grid gap-x-8 gap-y-4 desk:col-span-2 desk:grid-cols-2">
            <TextField {...field(`number${place}.en`)} maxLength={30} />
            <TextField {...field(`label${place}.en`)} maxLength={40} />
            <details className="desk:col-span-2">
              <summary className="cursor-pointer text-2">Number {place} in Hindi and Marathi</summary>
              <div className="mt-3 grid gap-x-8 gap-y-4 desk:grid-cols-2">
                <TextField {...field(`number${place}.hi`)} lang="hi" maxLength={30} />
                <TextField {...field(`label${place}.hi`)} lang="hi" maxLength={40} />
                <TextField {...field(`number${place}.mr`)} lang="mr" maxLength={30} />
                <TextField {...field(`label${place}.mr`)} lang="mr" maxLength={40} />
              </div>
            </details>
          </div>
        ))}
        {shown.length < places.length && (
          <div>
            <Button kind="line" small onClick={() => setAdded(added + 1)}>
              Add a number
            </Button>
          </div>
        )}
      </FieldSection>
    </>
  )
}
