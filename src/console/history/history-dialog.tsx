import type { HistoryOf } from '#shop/history/history.api.ts'
import { Dialog } from '#ui/controls/dialog.tsx'
import { RecordHistory } from './history-list.tsx'

export function HistoryDialog({ name, of, onClose }: { name: string; of: readonly HistoryOf[]; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="History" subtitle={name}>
      <RecordHistory of={of} open />
    </Dialog>
  )
}
