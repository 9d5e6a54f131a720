import { POSTERS_AT } from '#shop/catalogue/about/poster-files.ts'
import type { HostedCatalogue } from '../static-events.ts'
import { previewOf, previewPath } from './preview.ts'
import { PreviewDrawer } from './preview-drawer.ts'
import { drawWith } from './previews.ts'

/** Waits for one poster, ms. */
const PATIENCE_MS = 30_000

export interface HostedFiles {
  /** The origin with the uploaded posters. */
  backend: string
  /** Returns a drawn poster's text. */
  drawn: (name: string) => string
  /** Reads a file that an earlier run wrote, or null. */
  earlier: (name: string) => Buffer | null
}

/** Returns the pictures of events for a static host, by name. One whose page had the same version already is not drawn again. */
export async function previewFiles(
  { events, look }: HostedCatalogue,
  { backend, drawn, earlier }: HostedFiles,
): Promise<Record<string, Buffer>> {
  const stored = async (name: string): Promise<Uint8Array | null> => {
    const answer = await fetch(backend + POSTERS_AT + name, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null
  }
  const files: Record<string, Buffer> = {}
  const drawer = new PreviewDrawer(false)
  for (const { event } of events) {
    const preview = previewOf(event, look)
    const name = `events/${event.id}.png`
    const isSame = earlier(`events/${event.id}.html`)?.includes(previewPath(event.id, preview)) === true
    // oxlint-disable-next-line no-await-in-loop -- one is drawn at a time
    const png = (isSame ? earlier(name) : null) ?? (await drawWith(drawer, preview, { stored, drawn }))
    if (png) files[name] = png
  }
  await drawer.close()
  return files
}
