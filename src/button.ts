/**
 * /button.js: shows a button on an organiser's own page that opens this shop at an event. docs/button.md has the snippets.
 * Sends nothing, stores nothing and opens only pages of the shop that it was loaded from.
 */
;(() => {
  const script = document.currentScript
  if (!(script instanceof HTMLScriptElement)) return
  const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
  const labels: Record<string, string> = { hi: 'टिकट लें', mr: 'तिकीट घ्या' }
  // The shop's own, which its server writes before this file; else those of ui/tokens.css, which it cannot load here.
  const [lightAccent, darkAccent] = (
    script.dataset.colours ||
    '--accent:#f7a600;--accent-ink:#1a1404;--accent-hover:#ffb524|--accent:#ffb31a;--accent-hover:#ffc24a'
  ).split('|')
  const light = `:host{${lightAccent}}a:focus-visible{outline-color:#15171b}`
  const dark = `:host{${darkAccent}}a:focus-visible{outline-color:#fdfdfb}`
  const css =
    ':host{all:initial;display:inline-block}a{display:inline-flex;box-sizing:border-box;min-height:48px;align-items:center;' +
    'padding:8px 20px;border-radius:4px;font:600 17px/1.25 system-ui,sans-serif;text-decoration:none;' +
    'background:var(--accent);color:var(--accent-ink)}a:hover{background:var(--accent-hover)}' +
    'a:focus-visible{outline:3px solid;outline-offset:2px}@media(forced-colors:active){a{border:1px solid}}'

  /** Returns the button for what `from` says; null when it names no event. */
  const buttonFor = (from: HTMLElement, event: string | undefined, label: string | undefined): HTMLElement | null => {
    if (!event || !id.test(event)) return null
    const host = document.createElement('span')
    const link = document.createElement('a')
    link.href = new URL(`/events/${event}`, script.src).href
    // Out of a frame, which the shop would refuse.
    link.target = '_top'
    link.referrerPolicy = 'no-referrer'
    const language = from.closest<HTMLElement>('[lang]')?.lang.slice(0, 2).toLowerCase() ?? ''
    link.textContent = label?.trim() || labels[language] || 'Get tickets'
    const theme = from.dataset.theme
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      css + light + (theme === 'dark' ? dark : theme === 'light' ? '' : `@media(prefers-color-scheme:dark){${dark}}`),
    )
    const shadow = host.attachShadow({ mode: 'open' })
    // Not <style>, which the page's policy may forbid.
    shadow.adoptedStyleSheets = [sheet]
    shadow.append(link)
    return host
  }

  const own = buttonFor(script, script.dataset.event, script.dataset.label)
  if (own && !document.head.contains(script)) script.after(own)

  const links = (): void => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-mehfil-event]')) {
      // Another shop's script may be on the page too.
      if (link.origin !== new URL(script.src).origin) continue
      const button = buttonFor(link, link.dataset.mehfilEvent, link.dataset.label ?? link.textContent)
      if (button) link.replaceWith(button)
    }
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', links)
  else links()
})()
