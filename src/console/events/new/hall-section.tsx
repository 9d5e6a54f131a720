import { paths, withQuery } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { addSimpleSection, rowsOf, seatsOf } from '#shop/layouts/simple-hall.ts'
import { MAX_SECTIONS } from '#shop/layouts/layout-draft.ts'
import { zonesFor, type HallDraft } from './draft/concert-draft.ts'
import { fieldAt, replaced } from '../event-inputs.tsx'
import { FormSection, type FormParts } from './form-section.tsx'
import { hallOf } from './draft/read-concert.ts'
import { counted } from '../../kit/words/counted.ts'
import { TextLink } from '../../kit/text-link.tsx'

/** Offers a stored hall, a simple one drawn here, or none. */
export function HallSection(props: FormParts) {
  const { draft, known, change, stored } = props
  const { hall } = draft
  if (stored) return <StoredHall {...props} />
  const setHall = (part: Partial<HallDraft>) =>
    change((now) => {
      const next = { ...now, hall: { ...now.hall, ...part } }
      const codes = hallOf(next, known.layouts)?.sections.map(({ code }) => code) ?? []
      return { hall: next.hall, zones: part.kind ? zonesFor(now.zones, next.hall.kind, codes) : now.zones }
    })
  const sections = (next: HallDraft['sections']) =>
    change((now) => ({
      hall: { ...now.hall, sections: next },
      zones: now.zones.map((zone) => ({
        ...zone,
        sections: zone.sections.filter((code) => next.some((one) => one.code === code)),
      })),
    }))
  return (
    <FormSection
      title="Hall"
      fields={/^hall/}
      problems={props.problems}
      text={
        hall.kind === 'none'
          ? 'Zones have seats by number, or standing places.'
          : 'The price zones below share out its sections.'
      }
    >
      <SelectField
        {...fieldAt(props, 'hall.layout')}
        label="Hall"
        value={hall.kind === 'stored' ? hall.layoutId : hall.kind}
        className="max-w-[420px]"
        onChange={({ target: { value } }) =>
          value === 'new' || value === 'none' ? setHall({ kind: value }) : setHall({ kind: 'stored', layoutId: value })
        }
      >
        <option value="new">A simple one, drawn here</option>
        <option value="none">No hall: seats by number, or standing</option>
        {known.layouts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {hall.kind === 'new' ? (
        <>
          <TextField
            {...fieldAt(props, 'hall.name')}
            label="Name of the hall"
            value={hall.name}
            placeholder={draft.venue}
            hint="It can be chosen again, and changed under Layouts. Empty: the venue."
            autoComplete="off"
            maxLength={120}
            className="max-w-[420px]"
            onChange={(event) => setHall({ name: event.target.value })}
          />
          <ol className="grid gap-3">
            {hall.sections.map((section, at) => {
              const part = (field: 'name' | 'rows' | 'seats', label: string) => ({
                ...fieldAt(props, `hall.sections[${at}].${field}`),
                label,
                value: section[field],
                autoComplete: 'off',
                onChange: (event: { target: { value: string } }) =>
                  sections(replaced(hall.sections, at, { [field]: event.target.value })),
              })
              const seats = (rowsOf(section) ?? 0) * (seatsOf(section) ?? 0)
              return (
                <li
                  key={section.code}
                  className="grid grid-cols-2 items-start gap-3 border-t border-rule pt-3 desk:grid-cols-[minmax(0,1fr)_96px_128px_auto]"
                >
                  <TextField
                    {...part('name', `Section ${at + 1}`)}
                    maxLength={60}
                    className="max-desk:col-span-2"
                    hint={`${section.code}, ${counted(seats, 'seat')}`}
                  />
                  <TextField {...part('rows', 'Rows')} inputMode="numeric" />
                  <TextField {...part('seats', 'Seats in a row')} inputMode="numeric" />
                  {hall.sections.length > 1 ? (
                    <Button
                      kind="line"
                      small
                      className="justify-self-start desk:mt-8"
                      aria-label={`Remove section ${section.name}`}
                      onClick={() => sections(hall.sections.filter((one) => one.code !== section.code))}
                    >
                      Remove
                    </Button>
                  ) : null}
                </li>
              )
            })}
          </ol>
          <div>
            <Button
              kind="line"
              small
              disabled={hall.sections.length >= MAX_SECTIONS}
              onClick={() => sections(addSimpleSection(hall.sections))}
            >
              Add a section
            </Button>
          </div>
        </>
      ) : null}
    </FormSection>
  )
}

/** The seats of what is stored change on the page of ticket categories, one category at a time. */
function StoredHall({ draft, known }: FormParts) {
  const [event] = draft.dates
  const hall = known.layouts.find(({ id }) => id === draft.hall.layoutId)
  return (
    <FormSection title="Hall">
      <p className="text-2">
        {hall ? `${hall.name}. ` : 'No hall: seats by number, or standing. '}A new zone can take what no zone has yet.
        The sections and places of a stored zone stay here, and change under{' '}
        <TextLink to={withQuery(paths.adminTickets, { event: event?.id })}>Tickets</TextLink>, as long as none of its
        seats is asked for.
      </p>
    </FormSection>
  )
}
