import type { Result } from '#platform/failure/failure.ts'
import { CheckField } from '#ui/controls/field.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/test.ts'

/** Offers an admin to buy as a test. The choice begins another order: the mark comes before the hold. */
export function TestChoice({
  isTest,
  onTest,
}: {
  isTest: boolean
  onTest: (isTest: boolean) => Promise<Result<unknown>>
}) {
  const choice = useAction(() => onTest(!isTest), { failed: () => t('test.failed') })
  return (
    <div className="mt-3">
      <CheckField
        label={t('test.offer')}
        checked={choice.busy ? !isTest : isTest}
        disabled={choice.busy}
        onChange={() => void choice.run()}
      />
    </div>
  )
}
