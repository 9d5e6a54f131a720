import { useState } from 'react'
import { saveFailureText } from '#account/save-words.ts'
import type { ProfileChange } from '#shop/people/profile.ts'
import { saveProfile } from '#shop/people/profile.store.ts'
import { t } from '#ui/messages/messages.ts'
import { useAction } from '#ui/hooks/use-action.ts'

/** Saves a choice at once. `pending` is the choice until saved; a failure reverts it and shows a toast. */
export function useSavedChoice(): { pending: ProfileChange | null; choose: (change: ProfileChange) => void } {
  const [chosen, setChosen] = useState<ProfileChange | null>(null)
  const saving = useAction(saveProfile, {
    done: () => t('settings.saved'),
    failed: (failure) => saveFailureText(failure),
  })
  const choose = (change: ProfileChange): void => {
    if (saving.busy) return
    setChosen(change)
    void saving.run(change)
  }
  return { pending: saving.busy ? chosen : null, choose }
}
