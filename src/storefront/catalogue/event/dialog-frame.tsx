import { Dialog } from '#ui/controls/dialog.tsx'
import { t } from '#ui/messages/messages.ts'
import { useGoBack } from '#ui/hooks/use-go-back.ts'
import { SeatsLoading } from '../../seats/seats-loading.tsx'

/**
 * Shows the frame of the seat picker or of the layout while its code loads: a press shows at once that it was heard.
 */
export function DialogFrame({ over, standing }: { over: 'seats' | 'layout'; standing: boolean }) {
  const close = useGoBack()
  const isSheet = over === 'seats' && standing
  const title = t(over === 'layout' ? 'layout.title' : standing ? 'seats.standing.title' : 'seats.title')
  return (
    <Dialog open onClose={close} size={isSheet ? 'narrow' : 'seats'} title={title}>
      <SeatsLoading />
    </Dialog>
  )
}
