import { useState } from 'react'
import { FIRST_LOOK } from '#shop/settings/shop-look.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField, type TextFieldProps } from '#ui/controls/field.tsx'
import { FieldSection } from '../kit/form/form-frame.tsx'
import { places, type LookField } from './look-draft.ts'

/** Asks what the shop is called and says of itself. `filled`: how many numbers it has. */
export function LookPart({ field, filled }: { field: (name: LookField) => TextFieldProps; filled: number }) {
  const [added, setAdded] = useState(0)
  const shown = places.slice(0, filled + added)
  return (
    <>
      <FieldSection
        title="Name"
        text="At the head of every page and in titles, mails, tickets and link previews. Empty fields are as in mehfil.config.json."
      >
        <TextField {...field('name')} placeholder={FIRST_LOOK.name} maxLength={40} />
        <TextField {...field('shortName')} hint="Under the icon on a home screen" maxLength={16} />
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
