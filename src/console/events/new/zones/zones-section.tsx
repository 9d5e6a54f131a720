import { useState } from 'react'
import { sellableIn } from '#shop/layouts/layout-draft.ts'
import { Button } from '#ui/controls/button.tsx'
import { Chip } from '#ui/controls/chip.tsx'
import { FieldError } from '#ui/controls/field.tsx'
import { MAX_ZONES, newZone, shareSection, type ZoneDraft } from '../draft/concert-draft.ts'
import { priceBasis } from '../../../ticket-categories/prices/numbers.ts'
import { SaleWindow } from '../../../ticket-categories/category-inputs.tsx'
import { idOf } from '../../event-inputs.tsx'
import { FormSection, type FormParts } from '../form-section.tsx'
import { hallOf, leftOver } from '../draft/read-concert.ts'
import { ZoneFields } from './zone-fields.tsx'
import { ZoneMap, zoneColour } from './zone-map.tsx'
import { counted } from '../../../kit/words/counted.ts'

/** Asks for price zones: the hall shared out, prices, phases and when they are sold. */
export function ZonesSection(props: FormParts) {
  const { draft, known, problems, change, stored } = props
  const { zones } = draft
  const hall = hallOf(draft, known.layouts)
  const left = leftOver(zones, hall)
  const [chosen, setChosen] = useState<string | null>(null)
  const [removed, setRemoved] = useState<{ zone: ZoneDraft; at: number } | null>(null)
  const sitting = zones.filter(({ kind, id }) => kind === 'sections' && !stored?.zones.has(id))
  const current = sitting.find(({ id }) => id === chosen) ?? sitting[0] ?? null

  const isStored = (code: string): boolean =>
    zones.some(({ id, sections }) => stored?.zones.has(id) && sections.includes(code))
  const add = (kind: ZoneDraft['kind']) => change((now) => ({ zones: [...now.zones, newZone(now.zones, kind)] }))
  const remove = (zone: ZoneDraft) => {
    setRemoved({ zone, at: zones.indexOf(zone) })
    change((now) => ({ zones: now.zones.filter(({ id }) => id !== zone.id) }))
  }
  const putBack = () => {
    if (!removed) return
    const { zone, at } = removed
    change((now) => {
      // Its sections may be with another zone now, or gone.
      const free = leftOver(now.zones, hallOf(now, known.layouts)).map(({ code }) => code)
      const again = { ...zone, sections: zone.sections.filter((code) => free.includes(code)) }
      return { zones: now.zones.toSpliced(at, 0, again) }
    })
    setRemoved(null)
  }

  return (
    <FormSection
      title="Price zones"
      text={`Each zone has a price for one ticket, in rupees ${priceBasis()}.`}
      fields={/^(zones|sale)/}
      problems={problems}
    >
      {hall && hall.sections.length > 0 ? (
        <div>
          {current ? (
            <div role="group" aria-label="Zone to fill" className="mb-3 flex flex-wrap items-center gap-2">
              <span className="text-2 text-muted">Press a section to put it into</span>
              {sitting.map((zone) => (
                <Chip key={zone.id} on={zone === current} onClick={() => setChosen(zone.id)}>
                  <Swatch at={zones.indexOf(zone)} />
                  {zone.name || 'Unnamed'}
                </Chip>
              ))}
            </div>
          ) : null}
          <ZoneMap
            hall={hall}
            zones={zones}
            current={current?.id ?? null}
            onPress={(code) =>
              current && !isStored(code) && change((now) => ({ zones: shareSection(now.zones, current.id, code) }))
            }
          />
          <p className="mt-2 text-2" role="status">
            {left.length === 0
              ? 'Every section is in a zone.'
              : `Left over, and not for sale: ${left
                  .map((section) => `${section.name} (${counted(sellableIn(section), 'seat')})`)
                  .join(', ')}.`}
          </p>
        </div>
      ) : null}
      <div id={idOf('zones')} tabIndex={-1} className="grid gap-5">
        {zones.map((zone, at) => (
          <ZoneFields key={zone.id} {...props} zone={zone} at={at} hall={hall} onRemove={() => remove(zone)} />
        ))}
        {problems.zones ? <FieldError>{problems.zones}</FieldError> : null}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          kind="line"
          small
          disabled={zones.length >= MAX_ZONES}
          onClick={() => add(draft.hall.kind === 'none' ? 'seats' : 'sections')}
        >
          Add a zone
        </Button>
        <Button kind="line" small disabled={zones.length >= MAX_ZONES} onClick={() => add('standing')}>
          Add standing places
        </Button>
        <span role="status" className="text-2">
          {removed ? `${removed.zone.name || 'The zone'} is removed.` : ''}
        </span>
        {removed ? (
          <Button kind="line" small onClick={putBack}>
            Undo
          </Button>
        ) : null}
      </div>
      <div className="grid gap-4 border-t border-rule pt-4 desk:grid-cols-2">
        <SaleWindow parts={props} noun="concert" />
      </div>
    </FormSection>
  )
}

function Swatch({ at }: { at: number }) {
  return <i aria-hidden="true" className="inline-block size-3 rounded-seat" style={{ background: zoneColour(at) }} />
}
