import { saveFailureText } from '#account/save-words.ts'
import { exportMyData } from '#shop/people/my-account.api.ts'
import { dayKey } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { PageSection } from '#ui/display/page-section.tsx'
import { saveFile } from '#ui/browser/save-file.ts'
import { shopName } from '#ui/shop.ts'
import { useAction } from '#ui/hooks/use-action.ts'

export function DataDownload() {
  const downloading = useAction(
    async () => {
      const data = await exportMyData()
      const name = `${shopName.toLowerCase()}-my-data-${dayKey(Date.now())}.json`
      if (data.ok) saveFile(JSON.stringify(data.value, null, 2), name, 'application/json')
      return data
    },
    {
      done: () => t('settings.data.done'),
      failed: (failure) => saveFailureText(failure, t('settings.data.failed')),
    },
  )
  return (
    <PageSection title={t('settings.data')} text={t('settings.data.text')}>
      <Button
        kind="line"
        wide
        busy={downloading.busy}
        busyLabel={t('settings.data.busy')}
        onClick={() => void downloading.run()}
      >
        {t('settings.data.download')}
      </Button>
    </PageSection>
  )
}
