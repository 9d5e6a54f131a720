import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { RemovableChip } from '#ui/controls/chip.tsx'
import { ChoiceField } from '#ui/controls/field.tsx'
import { concertWords, type NamedConcert, type OfferedConcert } from './concert-choice.ts'
import { ConcertDialog, type ConcertSearch } from './concert-dialog.tsx'

const TITLE = 'Choose an event'

/** Shows the chosen concert as a field; a press opens the search. */
export function ConcertField({
  label = 'Event',
  none = TITLE,
  value,
  find,
  onChoose,
  ...field
}: ConcertSearch & {
  label?: string
  /** What is shown without a choice. */
  none?: string
  value: NamedConcert | null
  onChoose: (concert: OfferedConcert) => void
} & Pick<
    Parameters<typeof ChoiceField>[0],
    'id' | 'name' | 'hint' | 'error' | 'disabled' | 'autoFocus' | 'className'
  >) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ChoiceField {...field} label={label} onClick={() => setOpen(true)}>
        {value ? concertWords(value) : none}
      </ChoiceField>
      {open ? (
        <ConcertDialog
          title={TITLE}
          find={find}
          onChoose={(concert) => {
            setOpen(false)
            onChoose(concert)
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

/** Shows the chosen concerts, each with a way to take it off; a press adds others. */
export function ConcertsField({
  legend,
  value,
  find,
  onChange,
}: ConcertSearch & {
  legend: string
  value: readonly OfferedConcert[]
  onChange: (concerts: readonly OfferedConcert[]) => void
}) {
  const [open, setOpen] = useState(false)
  const without = ({ id }: OfferedConcert) => value.filter((one) => one.id !== id)
  return (
    <fieldset>
      <legend className="mb-2 font-strong">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {value.map((concert) => (
          <RemovableChip key={concert.id} label={concertWords(concert)} onRemove={() => onChange(without(concert))} />
        ))}
        <Button kind="line" small onClick={() => setOpen(true)}>
          Add concerts
        </Button>
      </div>
      {open ? (
        <ConcertDialog
          title={legend}
          find={find}
          picked={value}
          onChoose={(concert) =>
            onChange(value.some(({ id }) => id === concert.id) ? without(concert) : [...value, concert])
          }
          onClose={() => setOpen(false)}
        />
      ) : null}
    </fieldset>
  )
}
