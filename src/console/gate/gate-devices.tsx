import { useState } from 'react'
import type { GateCounters } from '#shop/gate/gate-watch.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { ago, count } from '#ui/format.ts'
import { Cell } from '#ui/display/table.tsx'
import { DeviceDialog } from './device-dialog.tsx'
import { paths } from '#ui/paths.ts'
import { TextLink } from '../kit/text-link.tsx'
import { ListTable } from '../kit/list/list-table.tsx'

export function GateDevices({
  eventId,
  value,
  onChanged,
}: {
  eventId: string
  value: GateCounters
  onChanged: () => Promise<unknown>
}) {
  const [opened, setOpened] = useState<string | null>(null)
  const device = value.devices.find((one) => one.device === opened)
  return (
    <section aria-label="Devices">
      <h2 className="section-head head-4">Devices</h2>
      {value.devices.length === 0 ? (
        <p className="text-2 text-muted">
          No device has synced yet. Those who work here open the <TextLink to={paths.adminScan}>scanner</TextLink> on a
          phone, sign in, and prepare it for this concert.
        </p>
      ) : (
        <ListTable
          caption="Devices"
          className=""
          columns={[
            'Gate',
            'Staff',
            'Last synced',
            { head: 'List', deskOnly: true },
            { head: 'To sync', number: true, deskOnly: true },
            { head: 'Scans', number: true },
            { head: 'Open', isHidden: true },
          ]}
        >
          {value.devices.map((one) => (
            <tr key={one.device}>
              <Cell>{one.gate}</Cell>
              <Cell>{one.staffName ?? ''}</Cell>
              <Cell>
                {one.lostAt === null ? (
                  ago(one.lastSyncAt, value.at)
                ) : (
                  <span className="font-strong text-bad">Lost, {ago(one.lostAt, value.at)}</span>
                )}
              </Cell>
              <Cell deskOnly>{one.rosterAt === null ? 'not complete' : ago(one.rosterAt, value.at)}</Cell>
              <Cell deskOnly number>
                {one.waiting === null ? '' : count(one.waiting)}
              </Cell>
              <Cell number>{count(one.scans)}</Cell>
              <Cell>
                <Button
                  kind="line"
                  small
                  aria-label={`Open the device at ${one.gate}${one.staffName ? `, ${one.staffName}` : ''}`}
                  onClick={() => setOpened(one.device)}
                >
                  Open
                </Button>
              </Cell>
            </tr>
          ))}
        </ListTable>
      )}
      {device && (
        <DeviceDialog
          eventId={eventId}
          device={device}
          now={value.at}
          onClose={() => setOpened(null)}
          onLost={() => void onChanged()}
        />
      )}
    </section>
  )
}
