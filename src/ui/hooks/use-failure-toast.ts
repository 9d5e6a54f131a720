import { useEffect, useState } from 'react'
import { toast } from '../toast.tsx'

/** Reports a failure once over all automatic retries; again after `well` or the user's own retry (`asked`). */
export function failureReporter(say: (text: string) => void) {
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

/** Toasts a failure that the page also shows. Call the returned function when the user retries. */
export function useFailureToast(text: string | null, well: boolean): () => void {
  const [failure] = useState(() => failureReporter((said) => void toast.error(said)))
  useEffect(() => failure.sees(text, well), [failure, text, well])
  return failure.asked
}
