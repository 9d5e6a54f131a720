import { useState } from 'react'
import { wordSaveFailure } from '#account/save-words.ts'
import { exportMyData } from '#shop/people/my-account.api.ts'
import { dayKey } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { PageSection } from '#ui/display/page-section.tsx'
import { saveFile } from '#ui/browser/save-file.ts'
import { shopName } from '#ui/shop.ts'
import { toast } from '#ui/toast.tsx'

/** Everything the shop keeps about oneself, as a file. */
export function DataDownload() {
  const [busy, setBusy] = useState(false)
  const download = async (): Promise<void> => {
    setBusy(true)
    const data = await exportMyData()
    setBusy(false)
    if (!data.ok) {
      toast.error(wordSaveFailure(data.failure, t('settings.data.failed')))
      return
    }
    const name = `${shopName.toLowerCase()}-my-data-${dayKey(Date.now())}.json`
    saveFile(JSON.stringify(data.value, null, 2), name, 'application/json')
    toast.success(t('settings.data.done'))
  }
  return (
    <PageSection title={t('settings.data')} text={t('settings.data.text')}>
      <Button kind="line" wide busy={busy} busyLabel={t('settings.data.busy')} onClick={() => void download()}>
        {t('settings.data.download')}
      </Button>
    </PageSection>
  )
}
