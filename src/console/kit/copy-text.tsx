import type { ReactNode } from 'react'
import { toast } from '#ui/toast.tsx'

/** Copies, and says so or what to do instead. Never rejects. */
export async function copyText(
  text: string,
  done = 'Copied',
  refused = 'This browser does not let the page copy. Select the text and copy it.',
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(done)
  } catch {
    toast.error(refused)
  }
}

/** `what` completes 'Copy …'. */
export function CopyText({ text, what, children }: { text: string; what: string; children?: ReactNode }) {
  return (
    <>
      <span className="break-all">{children ?? text}</span>{' '}
      <button type="button" className="link ml-1 min-h-6 text-2" onClick={() => void copyText(text)}>
        Copy<span className="sr-only"> {what}</span>
      </button>
    </>
  )
}
