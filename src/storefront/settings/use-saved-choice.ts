import { useState } from 'react'
import { wordSaveFailure } from '#account/save-words.ts'
import type { ProfileChange } from '#shop/people/profile.ts'
import { saveProfile } from '#shop/people/profile.store.ts'
import { t } from '#ui/messages/messages.ts'
import { useAction } from '#ui/hooks/use-action.ts'

/**
 * Saves a choice as soon as it is made. `pending` is the choice until it is saved; after a failure the kept one is shown
 * again, and a toast says why.
 */
export function useSavedChoice(): { pending: ProfileChange | null; choose: (change: ProfileChange) => void } {
  const [chosen, setChosen] = useState<ProfileChange | null>(null)
  const saving = useAction(saveProfile, {
    done: () => t('settings.saved'),
    failed: (failure) => wordSaveFailure(failure),
  })
  const choose = (change: ProfileChange): void => {
    if (saving.busy) return
    setChosen(change)
    void saving.run(change)
  }
  return { pending: saving.busy ? chosen : null, choose }
}
