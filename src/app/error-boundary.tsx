import { Component } from 'react'
import type { ReactNode } from 'react'
import { Button, buttonClasses } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { load } from './chunks/load.ts'
import { useReloading } from './update/reloading.ts'

/** The messages of Chromium, Firefox and Safari for code that failed to load. */
const MISSING = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

export const isChunkLoadError = (error: unknown): boolean => error instanceof Error && MISSING.test(error.message)

/** Code has failed to load since this page was loaded. Browsers remember such a failure until the next load, for all pages
 * of that code: a second one is no longer the network's. */
let hasMissed = false

/** Shows an error for a page that throws or fails to load. A new `resetKey` tries again. `inMain`: inside <main>. */
export class ErrorBoundary extends Component<
  { children: ReactNode; resetKey?: string; inMain?: boolean },
  { error: unknown; key?: string }
> {
  override state: { error: unknown; key?: string } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') }
  }

  static getDerivedStateFromProps(props: { resetKey?: string }, state: { error: unknown; key?: string }) {
    return props.resetKey === state.key ? null : { error: null, key: props.resetKey }
  }

  override componentDidCatch(error: unknown): void {
    console.error('A page stopped working:', error)
    if (!isChunkLoadError(error)) return
    if (hasMissed && navigator.onLine) reload()
    hasMissed = true
  }

  override render() {
    if (this.state.error === null) return this.props.children
    const says = <Trouble missing={isChunkLoadError(this.state.error)} />
    if (this.props.inMain) return <div className="wrap py-10">{says}</div>
    return (
      <main className="wrap py-10" id="main" tabIndex={-1}>
        {says}
      </main>
    )
  }
}

/** The link home is a full load: the loaded code may be broken. */
export function Trouble({ missing }: { missing: boolean }) {
  const reloading = useReloading()
  if (missing && reloading) return <p role="status">{t('common.loading')}</p>
  return (
    <>
      <div role="alert">
        <h1 className="head-5">{t(missing ? 'app.missing' : 'app.broken')}</h1>
        <p className="mt-3 mb-6 max-w-[60ch] text-muted">{t(missing ? 'app.missing.text' : 'app.broken.text')}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button kind="lit" onClick={reload}>
          {t(missing ? 'common.tryAgain' : 'app.broken.reload')}
        </Button>
        <a href={paths.home} className={buttonClasses({ kind: 'line' })}>
          {t('app.broken.home')}
        </a>
      </div>
    </>
  )
}

function reload(): void {
  load('reloadNewest').then(
    ({ reloadNewest }) => reloadNewest(),
    () => location.reload(),
  )
}
