import { useState } from 'react'
import { DEVICE_SCANS_SHOWN, deviceScans, loseGateDevice, type DeviceScan } from '#shop/gate/gate-devices.api.ts'
import type { GateCounters } from '#shop/gate/gate-watch.api.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { ago, count } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { Cell } from '#ui/display/table.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { problemWords } from './gate-trouble.tsx'
import { seatsText } from '../bookings/ticket-state.tsx'
import { counted } from '../kit/words/counted.ts'
import { ListTable } from '../kit/list/list-table.tsx'
import { WhenLoaded } from '../kit/list/when-loaded.tsx'

export function DeviceDialog({
  eventId,
  device,
  now,
  onClose,
  onLost,
}: {
  eventId: string
  device: GateCounters['devices'][number]
  now: number
  onClose: () => void
  onLost: () => void
}) {
  const [asking, setAsking] = useState(false)
  const scans = useLoaded(`scans ${device.device}`, () => deviceScans(eventId, device.device))
  const who = device.staffName ?? 'The account that used it'

  const { busy, run } = useAction(() => loseGateDevice(eventId, device.device), {
    done: ({ events, roleTaken }) => {
      const keys = `the keys of ${counted(events.length, 'event')}`
      return `${roleTaken ? `${who} is no longer staff; ` : ''}${keys} withdrawn`
    },
    failed: failureWords,
  })

  const lose = async () => {
    const answer = await run()
    if (!answer) return
    setAsking(false)
    if (answer.ok) onLost()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Device at ${device.gate}`}
      subtitle={[device.staffName, `last synced ${ago(device.lastSyncAt, now)}`].filter(Boolean).join(' · ')}
      footer={
        device.lostAt === null && (
          <div className="flex justify-end">
            <Button kind="no" onClick={() => setAsking(true)}>
              This phone is lost…
            </Button>
          </div>
        )
      }
    >
      {device.lostAt !== null && (
        <Note kind="warn" className="mb-4">
          Reported lost {ago(device.lostAt, now)}. {who} is no longer staff. Before you give the role back, have the
          password of that account changed: the phone may still be signed in.
        </Note>
      )}
      <h3 className="section-head head-4">What it scanned</h3>
      <WhenLoaded of={scans} message="Failed to load the scans">
        {(value) => <Scans scans={value} />}
      </WhenLoaded>
      <ConfirmDialog
        open={asking}
        question="Is this phone lost?"
        confirmLabel="It is lost"
        busy={busy}
        busyLabel="Withdrawing..."
        onConfirm={() => void lose()}
        onCancel={() => setAsking(false)}
      >
        <ul className="grid list-disc gap-2 pl-5">
          <li>
            {who} is no longer staff from this moment. The phone gets no more lists or keys and cannot send scans.
            Others who use the same account lose access, too.
          </li>
          <li>
            The keys of every event it was prepared for are withdrawn, and all tickets are signed again. A code that was
            printed or saved before is refused from then on. Customers see the new one in My Tickets once their device
            has synced; the gate finds everybody else by name, seat or typed code.
          </li>
          <li>Other gate devices refuse the old codes as soon as they have synced.</li>
          <li>Scans that the phone has not sent are lost. The list on it, with short names and seats, stays on it.</li>
        </ul>
      </ConfirmDialog>
    </Dialog>
  )
}

function Scans({ scans }: { scans: readonly DeviceScan[] }) {
  if (scans.length === 0) return <p className="text-2 text-muted">It has sent no scan of this event.</p>
  return (
    <>
      <ListTable caption="What it scanned" className="" columns={['When', 'Answer', 'Seats']}>
        {scans.map((scan) => (
          <tr key={scan.id}>
            <Cell>{formatDayTime(scan.at)}</Cell>
            <Cell>
              {scan.verdict}
              {scan.problem && <span className="block text-2 text-bad">{problemWords[scan.problem]}</span>}
            </Cell>
            <Cell>{seatsText(scan.seats)}</Cell>
          </tr>
        ))}
      </ListTable>
      {scans.length === DEVICE_SCANS_SHOWN && (
        <Note className="mt-3">The newest {count(DEVICE_SCANS_SHOWN)} are shown.</Note>
      )}
    </>
  )
}

function failureWords(failure: Failure): string {
  if (failure.code === 'own_device')
    return 'It was last used with your own account. Change your password, then withdraw the keys below.'
  if (failure.code === 'too_many') return 'This event has used all of its 255 keys. Nothing was changed.'
  return `Nothing was changed. ${whyFailed(failure)}`
}
