import { useState } from 'react'
import { genres } from '#shop/catalogue/catalogue.ts'
import { filterEvents } from '#shop/catalogue/search/catalogue-filter.ts'
import type { Filters } from '#shop/catalogue/search/catalogue-filter.ts'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { canonicalCity, citiesToChoose } from '#shop/catalogue/cities.ts'
import { dayKey } from '#platform/time/ist.ts'
import { toRupees } from '#shop/prices/money.ts'
import { periods } from '#platform/time/periods.ts'
import { Button } from '#ui/controls/button.tsx'
import { Chip } from '#ui/controls/chip.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { cityWords } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { terms } from '#ui/terms.ts'
import { chosenFilters, cleared, MAX_PRICE_DIGITS, priceOfText, queryOfFilters, toggled } from './concert-filters.ts'

const legend = 'mb-1.5 text-2 leading-5 font-strong'
const chips = 'grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-2 desk:flex desk:flex-wrap'

/** Edits a draft of the filters. A change of the address (Back, a removed chip, a search link) refills it. */
export function FilterForm({
  filters,
  events,
  known,
  now,
  onApply,
  onClear,
}: {
  filters: Filters
  events: readonly CatalogueEvent[]
  known: boolean
  now: number
  onApply: (filters: Filters) => void
  onClear: () => void
}) {
  const [draft, setDraft] = useState(filters)
  const address = queryOfFilters(filters).toString()
  const [filledFrom, setFilledFrom] = useState(address)
  if (filledFrom !== address) {
    setFilledFrom(address)
    setDraft(filters)
  }
  const change = (patch: Partial<Filters>): void => setDraft((was) => ({ ...was, ...patch }))
  const cities = citiesToChoose(events)
  const city = canonicalCity(draft.city)
  const touched = chosenFilters(draft).length > 0
  return (
    <form
      className="grid content-start gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onApply(draft)
      }}
    >
      <TextField
        type="search"
        enterKeyHint="search"
        label={t('catalogue.search')}
        placeholder={t('app.search.placeholder')}
        value={draft.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <div className="grid grid-cols-2 gap-3 desk:grid-cols-1 desk:gap-4">
        <SelectField
          label={t('catalogue.city')}
          value={city}
          onChange={(event) => change({ city: event.target.value })}
        >
          <option value="">{t('catalogue.allCities')}</option>
          {city !== '' && !cities.includes(city) && <option value={city}>{cityWords(city)}</option>}
          {cities.map((one) => (
            <option key={one} value={one}>
              {cityWords(one)}
            </option>
          ))}
        </SelectField>
        <TextField
          type="date"
          label={t('catalogue.date')}
          min={dayKey(now)}
          value={draft.day}
          onChange={(event) => change({ day: event.target.value, period: null })}
        />
      </div>
      <div className={chips}>
        {periods.map((period) => (
          <Chip
            key={period}
            on={draft.period === period}
            className="max-desk:min-h-10"
            onClick={() => change({ day: '', period: draft.period === period ? null : period })}
          >
            {t(`catalogue.${period}`)}
          </Chip>
        ))}
      </div>
      <fieldset>
        <legend className={legend}>{t('catalogue.category')}</legend>
        <div className={chips}>
          {genres.map((genre) => (
            <Chip
              key={genre}
              on={draft.genres.includes(genre)}
              className="max-desk:min-h-10"
              onClick={() => change({ genres: toggled(draft.genres, genre) })}
            >
              {t(`event.genre.${genre}`)}
            </Chip>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className={legend}>{t('catalogue.price')}</legend>
        <div className="grid grid-cols-2 gap-3">
          {(['minPrice', 'maxPrice'] as const).map((limit) => (
            <TextField
              key={limit}
              inputMode="numeric"
              maxLength={MAX_PRICE_DIGITS}
              autoComplete="off"
              label={t(`catalogue.${limit}`)}
              value={draft[limit] === null ? '' : toRupees(draft[limit])}
              onChange={(event) => change({ [limit]: priceOfText(event.target.value.replace(/\D/g, '')) })}
            />
          ))}
        </div>
      </fieldset>
      <Button
        kind="solid"
        wide
        type="submit"
        value={known ? t('catalogue.count', { n: filterEvents(events, draft, now, terms()).length }) : undefined}
      >
        {t('catalogue.apply')}
      </Button>
      {touched && (
        <Button
          kind="bare"
          small
          className="justify-self-start"
          onClick={() => {
            setDraft(cleared(draft))
            onClear()
          }}
        >
          {t('catalogue.clear')}
        </Button>
      )}
    </form>
  )
}
