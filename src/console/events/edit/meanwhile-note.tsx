import { useEffect, useRef } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import type { Meanwhile } from './merge-draft.ts'

/** Says that a form is back as it was typed, or that another admin saved first, and what is stored now. */
export function MeanwhileNote({
  others,
  restored,
  refused,
  onDrop,
}: {
  others: readonly Meanwhile[]
  restored: boolean
  refused: boolean
  onDrop: () => void
}) {
  const note = useRef<HTMLDivElement>(null)
  // The button that was pressed is below, and its dialog takes the focus back when it closes.
  useEffect(() => {
    if (!refused) return
    const frame = requestAnimationFrame(() => note.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [refused])
  if (!restored && !refused && others.length === 0) return null
  return (
    <div ref={note} tabIndex={-1}>
      <Note kind={refused ? 'bad' : 'info'} className="mt-4" role={refused ? 'alert' : undefined}>
        <p>
          {refused
            ? 'Someone changed this concert meanwhile, so nothing was saved. What you typed is still here; look at it and save again.'
            : 'What you had typed here is back. Nothing of it is saved yet.'}
        </p>
        {others.length > 0 ? (
          <>
            <p className="mt-2">Changed meanwhile:</p>
            <ul className="list-disc pl-5">
              {others.map(({ what, stored, typed }) => (
                <li key={what} className="wrap-anywhere">
                  {what}: <span className="whitespace-pre-line">{stored}</span>
                  {typed ? ' (you typed something else, which is kept here)' : ''}
                </li>
              ))}
            </ul>
          </>
        ) : null}
        <Button kind="line" small className="mt-2" onClick={onDrop}>
          Show it as it is stored
        </Button>
      </Note>
    </div>
  )
}
