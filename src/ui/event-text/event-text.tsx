import { Fragment, createElement, useMemo, type ReactNode } from 'react'
import { compiler } from 'markdown-to-jsx/react'
import { safeLink, textElements } from '#shop/catalogue/about/event-text.ts'
import { classes } from '../controls/classes.ts'

/**
 * Shows the Markdown of an event: paragraphs, lists, bold, emphasis, links, headings of one size. Any other element is
 * shown as its words, HTML as it was typed; no picture is loaded, and a link of another kind is plain text.
 */
export function EventText({ text, className }: { text: string; className?: string }) {
  const shown = useMemo(() => rendered(text), [text])
  return <div className={classes(TEXT, className)}>{shown}</div>
}

function rendered(text: string): ReactNode {
  try {
    return compiler(text, {
      disableParsingRawHTML: true,
      disableAutoLink: true,
      forceBlock: true,
      wrapper: null,
      createElement: element as typeof createElement,
    })
  } catch {
    return text
  }
}

interface Props {
  key?: string | number
  href?: unknown
}

/** Makes the allowed elements, without any property that the text could set but a link's address. */
function element(tag: unknown, given: Props | null, ...children: ReactNode[]): ReactNode {
  const key = given?.key === undefined ? null : { key: given.key }
  const name = typeof tag === 'string' ? tag.toLowerCase() : ''
  if (/^h[1-6]$/.test(name)) return createElement('h3', key, ...children)
  if (name === 'br') return createElement('br', key)
  const href = name === 'a' ? safeLink(given?.href) : null
  if (href !== null)
    return createElement(
      'a',
      { ...key, href, rel: 'noopener nofollow', target: '_blank', className: 'link' },
      ...children,
    )
  if (name === 'a' || !textElements.has(name)) return createElement(Fragment, key, ...children)
  return createElement(name, key, ...children)
}

const TEXT =
  'grid gap-3 wrap-anywhere [&_li]:my-1 [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6 [&_strong]:font-strong ' +
  '[&_h3]:text-3 [&_h3]:font-strong'
