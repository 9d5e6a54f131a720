import { Icon } from '#ui/controls/icon.tsx'
import { Note } from '#ui/display/note.tsx'
import { useNow } from '#ui/hooks/use-time.ts'
import { watchShopSettings } from '#shop/settings/shop-settings.store.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { NoPayee } from '../publishing/no-payee.tsx'
import { FormSection, type FormParts } from './form-section.tsx'
import { checksOf, summaryOf } from './draft/concert-words.ts'
import { hallOf } from './draft/read-concert.ts'

const MINUTE_MS = 60_000

const choices = [
  { value: 'draft', label: 'Keep as a draft', hint: 'Only staff see it. Publish it later in the list of events.' },
  { value: 'now', label: 'Publish now', hint: 'Everybody sees it, and tickets are sold in its window.' },
] as const

/** Draft or now, what may be missing, and the whole in a sentence. */
export function PublishSection({ draft, known, change, stored }: FormParts) {
  const now = useNow(MINUTE_MS)
  const { value: shop } = useWatched(watchShopSettings, [])
  const hall = hallOf(draft, known.layouts)
  const atOnce =
    draft.publish === 'now' &&
    !stored?.published &&
    draft.zones.some((zone) => (zone.ownWindow ? zone.saleFrom : draft.saleFrom) === '')
  return (
    <FormSection title="Publish">
      {stored?.published ? null : (
        <fieldset className="grid gap-1">
          <legend className="sr-only">When customers see it</legend>
          {choices.map(({ value, label, hint }) => (
            <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
              <input
                type="radio"
                name="publish"
                value={value}
                checked={draft.publish === value}
                onChange={() => change(() => ({ publish: value }))}
                className="mt-0.5 size-5 flex-none accent-(--ink)"
              />
              <span>
                {label}
                <span className="block text-1 text-muted">{hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <ul className="grid gap-1 text-2">
        {checksOf(draft, hall).map(({ done, words }) => (
          <li key={words} className="flex gap-2">
            <Icon
              name={done ? 'check' : 'alert'}
              className={done ? 'mt-px size-4! text-ok' : 'mt-px size-4! text-warn'}
            />
            <span>{words}</span>
          </li>
        ))}
      </ul>
      <p className="font-strong" role="status">
        {summaryOf(draft, hall, now, { published: stored?.published, hasPayee: shop?.upiId !== '' })}
      </p>
      {shop?.upiId === '' ? <NoPayee /> : null}
      {atOnce && shop?.upiId !== '' ? (
        <Note kind="warn">
          No opening is set: tickets can be bought the moment you press Publish. Set “Sale from” to sell later.
        </Note>
      ) : null}
    </FormSection>
  )
}
