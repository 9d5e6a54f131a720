import { useState } from 'react'
import { wordSaveFailure } from '#account/save-words.ts'
import type { ProfileChange } from '#shop/people/profile.ts'
import { saveProfile } from '#shop/people/profile.store.ts'
import { t } from '#ui/messages/messages.ts'
import { toast } from '#ui/toast.tsx'

/**
 * Saves a choice as soon as it is made. `pending` is what was chosen and is not saved yet; after a failure the choice
 * falls back to what is kept, and a toast says why.
 */
export function useSavedChoice(): { pending: ProfileChange | null; choose: (change: ProfileChange) => void } {
  const [pending, setPending] = useState<ProfileChange | null>(null)
  const choose = (change: ProfileChange): void => {
    if (pending) return
    setPending(change)
    void saveProfile(change).then((saved) => {
      setPending(null)
      if (saved.ok) toast.success(t('settings.saved'))
      else toast.error(wordSaveFailure(saved.failure))
    })
  }
  return { pending, choose }
}
