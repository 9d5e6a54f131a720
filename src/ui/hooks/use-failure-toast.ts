import { useEffect, useState } from 'react'
import { toast } from '../toast.tsx'

/**
 * Shows a failure once, however often the work is retried: again after `well`, or after the reader's own retry
 * (`asked`). `text` is null while nothing has failed.
 */
export function onceAFailure(say: (text: string) => void) {
  let unsaid = true
  return {
    sees(text: string | null, well: boolean): void {
      if (text !== null && unsaid) say(text)
      if (text !== null || well) unsaid = text === null
    },
    asked(): void {
      unsaid = true
    },
  }
}

/** Toasts a failure that the page shows too. Call what it returns when the reader tries again. */
export function useFailureToast(text: string | null, well: boolean): () => void {
  const [failure] = useState(() => onceAFailure((said) => void toast.error(said)))
  useEffect(() => failure.sees(text, well), [failure, text, well])
  return failure.asked
}
