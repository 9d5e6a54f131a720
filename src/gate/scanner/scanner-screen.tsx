import { useCallback, useState } from 'react'
import type { Judged } from '#shop/gate/scans/judge.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { toast } from '#ui/toast.tsx'
import { useListener } from '#ui/hooks/use-listener.ts'
import { useWakeLock } from '#ui/hooks/use-wake-lock.ts'
import { CameraView } from '../camera/camera-view.tsx'
import { GateHead } from '../gate-head.tsx'
import { GatePage } from '../gate-page.tsx'
import { LastLine } from './last-line.tsx'
import { useGateTitle } from '../gate-title.ts'
import { NewsBar } from '../news-bar.tsx'
import { PracticeBar } from './practice-bar.tsx'
import { SearchDialog } from './search-dialog.tsx'
import { unlockSound } from './sounds.ts'
import { TypeDialog } from './type-dialog.tsx'
import { UndoDialog } from '../verdict/undo-dialog.tsx'
import { useCamera } from '../camera/use-camera.ts'
import { useGate } from '../use-gate.ts'
import { useGateData } from '../use-gate-data.ts'
import { altCodes, keyboardReadings } from './keyboard-readings.ts'
import { presentedByKeys } from './scanned-text.ts'
import { VerdictActions } from '../verdict/verdict-actions.tsx'
import { VerdictScreen } from '../verdict/verdict-screen.tsx'

type Sheet = 'type' | 'search' | 'page' | null

export function ScannerScreen({
  gate,
  eventIds,
  practice,
  onSetup,
  onPractice,
}: {
  gate: string
  eventIds: readonly string[]
  practice: boolean
  onSetup: () => void
  onPractice: (on: boolean) => void
}) {
  useGateTitle(t(practice ? 'gate.title.practice' : 'gate.title'))
  const data = useGateData(eventIds)
  const session = useGate({ gate, eventIds, practice })
  const [sheet, setSheet] = useState<Sheet>(null)
  const [undoing, setUndoing] = useState<Judged | null>(null)
  const { shown, recent } = session.state
  const { present, next } = session
  const covered = sheet !== null || undoing !== null
  // Behind a dialog no code counts; one still held up is judged again afterwards.
  const camera = useCamera(true, (text) => session.frame(covered ? null : text))
  useListener(keyboardReadings, (text) => void present(presentedByKeys(text)))
  useListener(altCodes, () => toast.error(t('gate.altCodes')))
  useWakeLock(true)

  const lists = data.lists ?? []
  const head = (className?: string) => (
    <GateHead
      gate={gate}
      lists={lists}
      counts={data.counts}
      waiting={data.waiting}
      news={data.unseen}
      practice={practice}
      offline={data.offline}
      now={data.now}
      onOpen={() => setSheet('page')}
      className={className}
    />
  )
  const startUndo = useCallback(
    (judged: Judged) => {
      session.hold()
      setUndoing(judged)
    },
    [session],
  )
  const undo = async (reason: string) => {
    const judged = undoing
    setUndoing(null)
    if (!judged) return
    if (await session.undo(judged, reason)) toast.success(t('gate.undo.done'))
    else toast.error(t('gate.undo.late'))
  }

  return (
    <div
      className="safe-x fixed inset-0 flex flex-col bg-sunk"
      onPointerDownCapture={unlockSound}
      onKeyDownCapture={unlockSound}
    >
      <div className="flex min-h-0 flex-1 flex-col" inert={shown !== null}>
        {head()}
        {practice && <PracticeBar onEnd={() => onPractice(false)} />}
        <NewsBar data={data} onOpen={() => setSheet('page')} />
        <CameraView camera={camera} />
        <div className="px-4 pt-3.5 desk:px-12" id={shown ? undefined : 'main'} tabIndex={-1}>
          <h1 className="head-4">{t(camera.state.kind === 'failed' ? 'gate.noCamera' : 'gate.point')}</h1>
          <LastLine recent={recent[0]} onUndo={startUndo} />
          {session.problem && !shown && (
            <p role="alert" className="mt-1 font-strong text-bad">
              {session.problem}
            </p>
          )}
        </div>
        {/* The offer of a new version keeps clear of this bar (index.css). */}
        <div data-bottom-bar="" className="flex gap-3 px-4 pt-3 pb-[calc(14px+env(safe-area-inset-bottom))] desk:px-12">
          <Button kind="line" className="flex-1 desk:min-w-[200px] desk:flex-none" onClick={() => setSheet('type')}>
            {t('gate.typeCode')}
          </Button>
          <Button kind="line" className="flex-1 desk:min-w-[200px] desk:flex-none" onClick={() => setSheet('search')}>
            {t('gate.searchName')}
          </Button>
        </div>
      </div>
      {shown && (
        <VerdictScreen
          shown={shown}
          gate={gate}
          head={head()}
          problem={session.problem}
          onTick={session.tick}
          actions={
            <VerdictActions
              session={session}
              onUndo={startUndo}
              onSearch={() => setSheet('search')}
              onType={() => setSheet('type')}
            />
          }
        />
      )}
      <TypeDialog
        open={sheet === 'type'}
        onClose={() => setSheet(null)}
        onCode={(text) => {
          setSheet(null)
          void present({ kind: 'text', text, typed: true })
        }}
      />
      <SearchDialog
        open={sheet === 'search'}
        onClose={() => setSheet(null)}
        lists={lists}
        onChoose={(row) => {
          setSheet(null)
          if (shown?.ticked) next()
          void present({ kind: 'row', ticketId: row.id, eventId: row.eventId })
        }}
      />
      <GatePage
        open={sheet === 'page'}
        onClose={() => setSheet(null)}
        gate={gate}
        data={data}
        eventIds={eventIds}
        practice={practice}
        onSetup={onSetup}
        onPractice={(on) => {
          setSheet(null)
          onPractice(on)
        }}
      />
      <UndoDialog judged={undoing} onClose={() => setUndoing(null)} onUndo={(reason) => void undo(reason)} />
    </div>
  )
}
