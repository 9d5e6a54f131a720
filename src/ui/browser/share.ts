/** What became of something to share: on its way, on the clipboard, closed by the person, or impossible here. */
export type Shared = 'shared' | 'copied' | 'closed' | 'failed'

/** The device's share sheet where there is one, else `copy` (the link, or the text without one) on the clipboard. */
export async function share(content: { title: string; text: string; url?: string }): Promise<Shared> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(content)
      return 'shared'
    } catch (reason) {
      // Closing the sheet is an answer, not a failure.
      if (reason instanceof DOMException && reason.name === 'AbortError') return 'closed'
    }
  }
  try {
    await navigator.clipboard.writeText(content.url ?? content.text)
    return 'copied'
  } catch {
    return 'failed'
  }
}
