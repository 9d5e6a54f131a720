import { useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { watchUpcomingEvents } from '#shop/catalogue/catalogue.store.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

const loadSuggestions = () => import('./suggestions.tsx')
type Suggestions = Awaited<ReturnType<typeof loadSuggestions>>

/**
 * Searches singers, cities, venues and genres on this device as a combobox. Enter without a choice searches /concerts.
 */
export function CatalogueSearch({ focusAtOnce, onLeave }: { focusAtOnce?: boolean; onLeave?: () => void }) {
  const { value: events } = useWatched(watchUpcomingEvents, [])
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [rules, setRules] = useState<Suggestions | null>(null)
  const found = useMemo(() => rules?.findSuggestions(events ?? [], text) ?? [], [rules, events, text])
  const shown = open && rules !== null && text.trim() !== ''

  const go = (to: string): void => {
    setText('')
    setOpen(false)
    setAt(-1)
    input.current?.blur()
    onLeave?.()
    void navigate(to)
  }
  const type = (next: string): void => {
    setText(next)
    setOpen(true)
    setAt(-1)
    void loadSuggestions()
      .then((loaded) => {
        setRules(loaded)
        if (next.trim() !== '') loaded.announceFound(loaded.findSuggestions(events ?? [], next).length)
      })
      // Offline on a first visit: Enter still works.
      .catch(() => undefined)
  }

  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      const places = found.length + 1
      setAt((was) => ((was + 1 + step + places) % places) - 1)
    } else if (event.key === 'Escape') {
      if (shown) {
        // The first press only closes the list; the browser would clear the field.
        event.preventDefault()
        setOpen(false)
        setAt(-1)
      } else if (text) setText('')
      else onLeave?.()
    }
  }

  return (
    <form
      role="search"
      className="relative"
      onSubmit={(event) => {
        event.preventDefault()
        const chosen = shown ? found[at] : undefined
        if (chosen && rules) go(rules.placeOf(chosen))
        else go(withQuery(paths.concerts, { q: text.trim() || undefined }))
      }}
    >
      <div className="border-b border-control has-[input:focus-visible]:border-focus has-[input:focus-visible]:shadow-[0_2px_0_var(--focus)]">
        <label className="flex h-11 flex-1 items-center gap-2 text-muted">
          <Icon name="search" />
          <span className="sr-only">{t('app.search')}</span>
          <input
            ref={input}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            autoFocus={focusAtOnce}
            placeholder={t('app.search.placeholder')}
            value={text}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={shown && found.length > 0}
            aria-controls={listId}
            aria-activedescendant={shown && at >= 0 ? `${listId}-${at}` : undefined}
            onChange={(event) => type(event.target.value)}
            onFocus={() => {
              setOpen(true)
              void loadSuggestions().catch(() => undefined)
            }}
            onBlur={() => setOpen(false)}
            onKeyDown={onKeyDown}
            className="w-full appearance-none bg-transparent pt-0.5 text-ink outline-none placeholder:text-muted placeholder:opacity-100 [&::-webkit-search-cancel-button]:hidden"
          />
        </label>
      </div>
      {shown && rules && <rules.SuggestionList id={listId} found={found} at={at} text={text.trim()} onChoose={go} />}
    </form>
  )
}
