/** The look's only width (src/index.css). */
const DESK_PX = 900
const NEVER_SHOWN = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'HEAD', 'TITLE', 'META', 'LINK'])

/**
 * Returns 'none' for an element that the shop hides, else 'block': by its attributes and by the classes of Tailwind that
 * hide and show. All other styles need a browser.
 */
export function displayOf(element: Element, width: number): 'none' | 'block' {
  const { tagName, parentElement } = element
  if (NEVER_SHOWN.has(tagName) || element.hasAttribute('hidden')) return 'none'
  if (tagName === 'DIALOG' && !element.hasAttribute('open')) return 'none'
  if (tagName === 'INPUT' && element.getAttribute('type') === 'hidden') return 'none'
  if (parentElement?.tagName === 'DETAILS' && tagName !== 'SUMMARY' && !parentElement.hasAttribute('open'))
    return 'none'
  const classes = element.getAttribute('class')
  return classes?.includes('hidden') && isHiddenBy(classes.replaceAll('!', '').split(/\s+/), element, width)
    ? 'none'
    : 'block'
}

function isHiddenBy(classes: readonly string[], element: Element, width: number): boolean {
  const isDesk = width >= DESK_PX
  if (classes.includes(isDesk ? 'desk:hidden' : 'max-desk:hidden')) return true
  if (classes.includes('empty:hidden') && element.childNodes.length === 0) return true
  const shows = /^desk:(block|flex|grid|inline|inline-block|inline-flex|table|table-cell|contents)$/
  return classes.includes('hidden') && !(isDesk && classes.some((name) => shows.test(name)))
}
