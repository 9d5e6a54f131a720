export type Shared = 'shared' | 'copied' | 'closed' | 'failed'

/** Opens the device's share sheet, else copies the link, or the text without one. */
export async function share(content: { title: string; text: string; url?: string }): Promise<Shared> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(content)
      return 'shared'
    } catch (reason) {
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
