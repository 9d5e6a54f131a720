import { useEffect, useState } from 'react'
import { TextField } from '#ui/controls/field.tsx'

const SEARCH_PAUSE_MS = 300

export function SearchBox({
  label,
  hint,
  value,
  onSearch,
  className,
}: {
  label: string
  hint?: string
  value: string
  /** `stay` restores the words of the last search. */
  onSearch: (text: string, stay: () => void) => void
  className?: string
}) {
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const [known, setKnown] = useState(value)

  if (value !== known) {
    setKnown(value)
    // The address changed elsewhere (Back, a tab).
    if (value !== sent) {
      setSent(value)
      setText(value)
    }
  }

  useEffect(() => {
    const clean = text.trim()
    if (clean === sent) return
    const timer = setTimeout(() => {
      setSent(clean)
      onSearch(clean, () => {
        setSent(value)
        setText(value)
      })
    }, SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, sent, value, onSearch])

  return (
    <TextField
      className={className}
      label={label}
      hint={hint}
      type="search"
      name="q"
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
