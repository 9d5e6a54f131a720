import { useEffect, useState } from 'react'
import { toast } from '../toast.tsx'

/**
 * Says a failure once, however often what failed is tried again by itself: anew after it was `well` again, or when its
 * reader `asked` for another attempt. `text` is null while nothing has failed, or is being tried.
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

/** Says a failure that stands on the page as a toast, too. Call what is returned when its reader tries again. */
export function useFailureToast(text: string | null, well: boolean): () => void {
  const [failure] = useState(() => onceAFailure((said) => void toast.error(said)))
  useEffect(() => failure.sees(text, well), [failure, text, well])
  return failure.asked
}
