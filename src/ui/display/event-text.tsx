import { Fragment, createElement, useMemo, type ReactNode } from 'react'
import { Lexer, Tokenizer, type Token } from 'marked'
import { aboutLimits } from '#shop/catalogue/about/event-about.ts'
import { safeLink } from '#shop/catalogue/about/event-text.ts'

/**
 * Shows the Markdown of an event: paragraphs, lists, bold, emphasis, links, headings of one size. Any other element is
 * shown as its words, HTML as it was typed; no picture is loaded, and a link of another kind is plain text.
 */
export function EventText({ text }: { text: string }) {
  const shown = useMemo(() => rendered(text), [text])
  return <div className={TEXT}>{shown}</div>
}

/** How deep elements may be inside each other; what is deeper is shown as typed. */
const MOST_DEPTH = 40
/** How many signs of emphasis may lack their end: for each the lexer searches the rest of the text. */
const MOST_UNENDED = 200

function rendered(text: string): ReactNode {
  // Some signs take the lexer the square of their number.
  if ([...text].length > aboutLimits.description) return text
  try {
    return drawnAll(new Lexer({ gfm: false, tokenizer: new EventTokenizer() }).lex(text), 0)
  } catch {
    // Thousands of quotes or lists inside each other are more than the stack holds.
    return text
  }
}

/** Knows neither HTML nor bare addresses: both are words. */
class EventTokenizer extends Tokenizer {
  private unended = 0

  override html = () => undefined
  override tag = () => undefined
  override autolink = () => undefined

  override emStrong(src: string, maskedSrc: string, prevChar?: string) {
    if (this.unended > MOST_UNENDED) return undefined
    const found = super.emStrong(src, maskedSrc, prevChar)
    if (!found) this.unended += 1
    return found
  }
}

const drawnAll = (tokens: readonly Token[], depth: number): ReactNode[] =>
  // A text's tokens never move: their places are their keys.
  tokens.map((token, place) => <Fragment key={place}>{drawn(token, depth)}</Fragment>)

/** Makes the allowed elements, without any property that the text could set but a link's address. */
function drawn(token: Token, depth: number): ReactNode {
  if (depth > MOST_DEPTH) return token.raw
  const inside = (): ReactNode =>
    'tokens' in token && token.tokens ? drawnAll(token.tokens, depth + 1) : 'text' in token ? String(token.text) : null
  switch (token.type) {
    case 'paragraph':
      return <p>{inside()}</p>
    case 'heading':
      return <h3>{inside()}</h3>
    case 'list':
      return createElement(
        token['ordered'] ? 'ol' : 'ul',
        null,
        (token['items'] as Token[]).map((item, place) => <li key={place}>{drawn(item, depth + 1)}</li>),
      )
    case 'strong':
      return <strong>{inside()}</strong>
    case 'em':
      return <em>{inside()}</em>
    case 'br':
      return <br />
    case 'link':
      return <SafeLink href={safeLink(token['href'])}>{inside()}</SafeLink>
    case 'image':
      return String(token['text'])
    case 'hr':
    case 'space':
    case 'def':
      return null
    default:
      return inside()
  }
}

function SafeLink({ href, children }: { href: string | null; children: ReactNode }): ReactNode {
  if (href === null) return children
  return (
    <a href={href} rel="noopener nofollow" target="_blank" className="link">
      {children}
    </a>
  )
}

const TEXT =
  'grid gap-3 wrap-anywhere [&_li]:my-1 [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6 [&_strong]:font-strong ' +
  '[&_h3]:text-3 [&_h3]:font-strong'
