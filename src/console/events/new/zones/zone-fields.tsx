import type { LayoutData } from '#shop/layouts/layout.ts'
import { sellableIn } from '#shop/layouts/layout-draft.ts'
import { Button } from '#ui/controls/button.tsx'
import { CheckField, FieldError, SelectField, TextField } from '#ui/controls/field.tsx'
import { MAX_PHASES, noPhase, type PhaseText } from '../../../ticket-categories/category-draft.ts'
import { PhaseInputs } from '../../../ticket-categories/prices/phase-inputs.tsx'
import { shareSection, type ZoneDraft, type ZoneKind } from '../draft/concert-draft.ts'
import { fieldAt, idOf, replaced } from '../../event-inputs.tsx'
import type { FormParts } from '../form-section.tsx'
import { seatsIn } from '../draft/read-concert.ts'
import { zoneColour } from './zone-map.tsx'
import { counted } from '../../../kit/words/counted.ts'

/** Asks for one price zone: name, price, its places, phases and a sale window of its own. */
export function ZoneFields(
  props: FormParts & { zone: ZoneDraft; at: number; hall: LayoutData | null; onRemove: () => void },
) {
  const { draft, problems, change, stored, zone, at, hall, onRemove } = props
  const kept = stored?.zones.has(zone.id) ?? false
  const here = `zones[${at}]`
  const name = zone.name.trim() || `Zone ${at + 1}`
  const set = (part: Partial<ZoneDraft>) => change((now) => ({ zones: replaced(now.zones, at, part) }))
  const text = (field: 'name' | 'price' | 'total' | 'saleFrom' | 'saleUntil') => ({
    ...fieldAt(props, `${here}.${field}`),
    value: zone[field],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }),
  })
  const seats = seatsIn(zone, hall)
  const phases = zone.free ? [] : zone.phases
  const sectionsId = idOf(`${here}.sections`)
  return (
    <fieldset className="min-w-0 border-l-4 pl-3 desk:pl-4" style={{ borderColor: zoneColour(at) }}>
      <legend className="sr-only">{name}</legend>
      <div className="grid grid-cols-2 items-start gap-4 desk:grid-cols-[minmax(0,1fr)_140px_minmax(0,1fr)_auto]">
        <TextField {...text('name')} label="Zone" required maxLength={80} />
        <TextField
          {...text('price')}
          label="Price"
          inputMode="decimal"
          required
          disabled={zone.free}
          value={zone.free ? '0' : zone.price}
        />
        <SelectField
          {...fieldAt(props, `${here}.kind`)}
          label="Places"
          value={zone.kind}
          disabled={kept}
          hint={zone.kind === 'sections' && seats !== null ? counted(seats, 'seat') : undefined}
          className="max-desk:col-span-2"
          onChange={(event) => set({ kind: event.target.value as ZoneKind, sections: [] })}
        >
          {draft.hall.kind === 'none' ? null : <option value="sections">Sections of the hall</option>}
          <option value="seats">Seats by number</option>
          <option value="standing">Standing (no seat numbers)</option>
        </SelectField>
        <Button
          kind="line"
          small
          className="justify-self-start desk:mt-8"
          aria-label={`Remove zone ${name}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
      {zone.kind === 'sections' ? (
        <fieldset id={sectionsId} tabIndex={-1} className="mt-2" aria-describedby={`${sectionsId}-error`}>
          <legend className="sr-only">Sections of {name}</legend>
          <div className="flex flex-wrap gap-x-6">
            {hall?.sections.map((section) => {
              const other = draft.zones.find((one) => one.id !== zone.id && one.sections.includes(section.code))
              return (
                <CheckField
                  key={section.code}
                  label={`${section.name}, ${counted(sellableIn(section), 'seat')}${other ? ` (now in ${other.name})` : ''}`}
                  checked={zone.sections.includes(section.code)}
                  disabled={kept || (other !== undefined && (stored?.zones.has(other.id) ?? false))}
                  onChange={() => change((now) => ({ zones: shareSection(now.zones, zone.id, section.code) }))}
                />
              )
            })}
          </div>
          {problems[`${here}.sections`] ? (
            <FieldError id={`${sectionsId}-error`}>{problems[`${here}.sections`]}</FieldError>
          ) : null}
        </fieldset>
      ) : (
        <TextField
          {...text('total')}
          label={zone.kind === 'standing' ? 'How many people' : 'How many seats'}
          inputMode="numeric"
          required
          className="mt-4 max-w-[200px]"
        />
      )}
      {phases.map((phase, nth) => (
        <Phase
          key={nth}
          {...props}
          here={`${here}.phases[${nth}]`}
          label={`Phase ${nth + 1} of ${name}`}
          phase={phase}
          onChange={(part) => set({ phases: replaced(zone.phases, nth, part) })}
          onRemove={() => set({ phases: zone.phases.filter((_, index) => index !== nth) })}
        />
      ))}
      {phases.length > 0 ? (
        <p className="mt-2 text-1 text-muted">After the last phase the price is that of the zone.</p>
      ) : null}
      {zone.ownWindow ? (
        <div className="mt-4 grid gap-4 desk:grid-cols-2">
          <TextField {...text('saleFrom')} label={`Sale of ${name} from`} type="datetime-local" />
          <TextField {...text('saleUntil')} label={`Sale of ${name} until`} type="datetime-local" />
        </div>
      ) : null}
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button
          kind="line"
          small
          disabled={zone.free || zone.phases.length >= MAX_PHASES}
          aria-label={`Add a phase to ${name}`}
          onClick={() => set({ phases: [...zone.phases, newPhase(zone.phases.length)] })}
        >
          Add a phase
        </Button>
        <CheckField
          label={`${name} is free, without a fee`}
          checked={zone.free}
          onChange={(event) => set({ free: event.target.checked })}
        />
        <CheckField
          label={`${name} only with an access code`}
          checked={zone.hidden}
          onChange={(event) => set({ hidden: event.target.checked })}
        />
        <CheckField
          label={`A sale window for ${name} alone`}
          checked={zone.ownWindow}
          onChange={(event) => set({ ownWindow: event.target.checked })}
        />
      </div>
    </fieldset>
  )
}

const newPhase = (n: number): PhaseText => ({
  ...noPhase,
  name: n === 0 ? 'Early bird' : `Phase ${n + 1}`,
})

const phaseWords = {
  name: { label: 'Phase' },
  price: { label: 'Phase price' },
  until: { label: 'Until', className: 'max-desk:col-span-2' },
  untilSold: { label: 'or until sold' },
}

function Phase(
  props: FormParts & {
    here: string
    label: string
    phase: PhaseText
    onChange: (part: Partial<PhaseText>) => void
    onRemove: () => void
  },
) {
  const { here, label, phase, onChange, onRemove } = props
  return (
    <fieldset className="mt-4 min-w-0 border-t border-rule pt-3">
      <legend className="sr-only">{label}</legend>
      <div className="grid grid-cols-2 items-start gap-4 desk:grid-cols-[minmax(0,1fr)_120px_220px_130px_auto]">
        <PhaseInputs parts={props} here={here} phase={phase} words={phaseWords} onChange={onChange} />
        <Button
          kind="line"
          small
          className="mt-8 justify-self-start"
          aria-label={`Remove ${label.toLowerCase()}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
    </fieldset>
  )
}
