import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { interceptHistory } from '#ui/browser/history-steps.ts'
import { registerLeaveQuestion, hasUnsavedRow, hasUnsavedWork, leaveOrAsk, unsavedWords } from './unsaved-work.ts'

/** Returns the router's index in the tab's history; undefined for an entry that the router did not write. */
const placeOf = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : undefined

/** True when unsaved work would be lost: on another page all of it, in another search a row's. */
const drops = (here: { pathname: string; search: string }, to: { pathname: string; search: string }): boolean =>
  here.pathname === to.pathname ? here.search !== to.search && hasUnsavedRow() : hasUnsavedWork()

/** Guards links, Back, Forward and closing the tab. The router cannot block a step, so it is undone and repeated. */
export function UnsavedQuestion() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [asked, setAsked] = useState<{ leave: () => void; stay: () => void; words: string; turn: number } | null>(null)
  const turns = useRef(0)
  const here = { pathname, search, place: placeOf(history.state) }

  /** The next popstate is our own undo, or a step the user agreed to. */
  const next = useRef<'undo' | 'agreed' | null>(null)

  const onPop = useEffectEvent((event: PopStateEvent) => {
    const step = next.current
    next.current = null
    if (step === 'undo') return event.stopImmediatePropagation()
    if (step === 'agreed' || !drops(here, location)) return
    const to = placeOf(event.state)
    if (to === undefined || here.place === undefined) return
    const away = to - here.place
    if (away === 0) return
    event.stopImmediatePropagation()
    next.current = 'undo'
    history.go(-away)
    leaveOrAsk(() => {
      next.current = 'agreed'
      history.go(away)
    })
  })

  useEffect(() => {
    registerLeaveQuestion((leave, stay) => {
      turns.current += 1
      setAsked({ leave, stay, words: unsavedWords(), turn: turns.current })
    })
    const onClick = (event: MouseEvent) => {
      if (!hasUnsavedWork() || event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      if (!link || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return
      const to = new URL(link.href)
      if (to.origin !== location.origin || !drops(location, to)) return
      event.preventDefault()
      event.stopPropagation()
      leaveOrAsk(() => void navigate(`${to.pathname}${to.search}${to.hash}`))
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (hasUnsavedWork()) event.preventDefault()
    }
    interceptHistory((event) => onPop(event))
    // Runs before React, which listens below the document.
    document.addEventListener('click', onClick, { capture: true })
    addEventListener('beforeunload', onUnload)
    return () => {
      registerLeaveQuestion(null)
      interceptHistory(null)
      document.removeEventListener('click', onClick, { capture: true })
      removeEventListener('beforeunload', onUnload)
    }
  }, [navigate])

  return (
    <ConfirmDialog
      // Asked anew it comes above the dialog that asks.
      key={asked?.turn}
      open={asked !== null}
      question="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay here"
      onConfirm={() => {
        setAsked(null)
        asked?.leave()
      }}
      onCancel={() => {
        setAsked(null)
        asked?.stay()
      }}
    >
      <p>{asked?.words}</p>
    </ConfirmDialog>
  )
}
