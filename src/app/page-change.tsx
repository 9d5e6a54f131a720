import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { readOfTab, writeOfTab } from '#platform/device/stored.ts'
import { useListener } from '#ui/hooks/use-listener.ts'
import { announce } from '#ui/announce.tsx'

/** A page that has not reached its old height after this time keeps its scroll position. */
const RESTORE_WITHIN_MS = 1500

/** A page may set its title twice, first without the concert's name. */
const TITLE_SETTLES_MS = 100
/** A page with the title of the one before sets none. */
const SAME_TITLE_AFTER_MS = 3000

interface Position {
  y: number
  /** Height of <main>, in pixels. */
  height: number
}

function readPositions(): Record<string, Position> {
  try {
    return JSON.parse(readOfTab('scrollPositions') ?? '{}') as Record<string, Position>
  } catch {
    return {}
  }
}

const pageBody = (): HTMLElement | null => document.getElementById('main')

/** The path tells a reload from a typed address: the first entry of every document has the same key. */
const placeOf = ({ key, pathname }: { key: string; pathname: string }): string => `${key} ${pathname}`

function scrollsAndLeaving(listener: (event: Event) => void): () => void {
  history.scrollRestoration = 'manual'
  addEventListener('scroll', listener, { passive: true })
  addEventListener('pagehide', listener)
  return () => {
    removeEventListener('scroll', listener)
    removeEventListener('pagehide', listener)
  }
}

/** Scrolls, focuses and announces pages as a browser does between documents. A changed query alone does nothing. */
export function Navigation() {
  const { key, pathname, hash } = useLocation()
  const type = useNavigationType()
  const positions = useRef(readPositions())
  const last = useRef({ key, pathname })
  const first = useRef(true)

  useListener(scrollsAndLeaving, ({ type }) => {
    positions.current[placeOf(last.current)] = { y: scrollY, height: pageBody()?.offsetHeight ?? 0 }
    if (type === 'pagehide') writeOfTab('scrollPositions', JSON.stringify(positions.current))
  })

  useLayoutEffect(() => {
    const samePage = last.current.pathname === pathname
    last.current = { key, pathname }
    const isFirst = first.current
    first.current = false
    if (hash) {
      const target = document.getElementById(decodeURIComponent(hash.slice(1)))
      if (target) return target.scrollIntoView()
    }
    if (type === 'POP') return restore(positions.current[placeOf({ key, pathname })] ?? { y: 0, height: 0 })
    if (!samePage && !isFirst) scrollTo(0, 0)
    return undefined
  }, [key, pathname, hash, type])

  const arrived = useRef(pathname)
  useEffect(() => {
    if (arrived.current === pathname) return
    arrived.current = pathname
    pageBody()?.focus({ preventScroll: true })
    return announceNewTitle()
  }, [pathname])

  return null
}

/** Announces the title once the page has set its own, which a page that is still loading does later. Returns the function
 * that stops it. */
function announceNewTitle(): () => void {
  let timer = setTimeout(() => say(), SAME_TITLE_AFTER_MS)
  const titles = new MutationObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(() => say(), TITLE_SETTLES_MS)
  })
  const stop = (): void => {
    clearTimeout(timer)
    titles.disconnect()
  }
  const say = (): void => {
    stop()
    announce(document.title)
  }
  const title = document.querySelector('title')
  if (title) titles.observe(title, { childList: true })
  return stop
}

/** Scrolls to `y` unless the user scrolls, and keeps the page's old height until its content has loaded. */
function restore({ y, height }: Position): (() => void) | undefined {
  scrollTo(0, y)
  const main = pageBody()
  if (y === 0 || !main) return undefined
  const until = performance.now() + RESTORE_WITHIN_MS
  main.style.minHeight = `${height}px`
  scrollTo(0, y)
  let moved = false
  let ended = false
  const byHand = (): void => {
    moved = true
  }
  for (const name of handEvents) addEventListener(name, byHand, { passive: true })
  const end = (): void => {
    ended = true
    main.style.minHeight = ''
    for (const name of handEvents) removeEventListener(name, byHand)
  }
  const again = (): void => {
    if (ended) return
    if (!moved && Math.abs(scrollY - y) > 1) scrollTo(0, y)
    const content = main.lastElementChild?.getBoundingClientRect().bottom ?? 0
    if (content - main.getBoundingClientRect().top >= height || performance.now() > until) return end()
    requestAnimationFrame(again)
  }
  requestAnimationFrame(again)
  return end
}

const handEvents = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
