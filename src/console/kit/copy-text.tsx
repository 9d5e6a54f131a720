import type { ReactNode } from 'react'
import { toast } from '#ui/toast.tsx'

/** `what` completes 'Copy …'. */
export function CopyText({ text, what, children }: { text: string; what: string; children?: ReactNode }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success('Copied')
    } catch {
      toast.error('This browser does not let the page copy. Select the text and copy it.')
    }
  }
  return (
    <>
      <span className="break-all">{children ?? text}</span>{' '}
      <button type="button" className="link ml-1 min-h-6 text-2" onClick={copy}>
        Copy<span className="sr-only"> {what}</span>
      </button>
    </>
  )
}
