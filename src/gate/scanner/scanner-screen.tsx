import { isStanding } from '#shop/seats/standing.ts'
import { listedSeats } from '#ui/seat-map/said-seats.ts'
import { t } from '#ui/messages/messages.ts'
import { type GateData, useGateData } from '../use-gate-data.ts'
import { Button } from '#ui/controls/button.tsx'
import { useCallback, useState } from 'react'
import type { Judged } from '#shop/gate/scans/judge.store.ts'
import { toast } from '#ui/toast.tsx'
import { useListener } from '#ui/hooks/use-listener.ts'
import { useWakeLock } from '#ui/hooks/use-visible.ts'
import { CameraView } from '../camera/camera-view.tsx'
import { GateHead, useGateTitle } from '../gate-head.tsx'
import { GatePage } from '../gate-page.tsx'
import { LastLine } from './last-line.tsx'
import { SearchDialog } from './search-dialog.tsx'
import { unlockSound } from './sounds.ts'
import { TypeDialog } from './type-dialog.tsx'
import { UndoDialog } from '../verdict/undo-dialog.tsx'
import { useCamera } from '../camera/use-camera.ts'
import { useGate } from '../use-gate.ts'
import { altCodes, keyboardReadings } from './keyboard-readings.ts'
import { presentedByKeys } from './scanned-text.ts'
import { VerdictActions } from '../verdict/verdict-actions.tsx'
import { VerdictScreen } from '../verdict/verdict-screen.tsx'

function NewsBar({ data, onOpen }: { data: GateData; onOpen: () => void }) {
  const text = wordsOf(data)
  if (text === null) return null
  return (
    <div role="alert" className="flex-none">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-11 w-full cursor-pointer items-center gap-3 bg-bad-soft px-4 py-1.5 text-left text-2 font-strong text-bad desk:px-12"
      >
        {text}
      </button>
    </div>
  )
}

function wordsOf({ unseen, news, sync }: GateData): string | null {
  if (unseen > 0) {
    const first = news.find((row) => !row.seen)
    const n = unseen - 1
    if (first?.kind === 'conflict') {
      const seats = { seats: listedSeats(first.seats), standing: isStanding(first.seats) }
      return n > 0 ? t('gate.news.twiceMore', { ...seats, n }) : t('gate.news.twice', seats)
    }
    return n > 0 ? t('gate.news.badMore', { n }) : t('gate.news.bad')
  }
  if (sync?.needsSignIn) return t('gate.news.signIn')
  return null
}

function PracticeBar({ onEnd }: { onEnd: () => void }) {
  return (
    <div
      className="flex flex-none items-center justify-between gap-3 bg-inverse px-4 py-1.5 text-2 text-inverse-ink desk:px-12"
      role="status"
    >
      <span>{t('gate.practice')}</span>
      <Button kind="bare" small className="flex-none focus-visible:outline-inverse-ink" onClick={onEnd}>
        {t('gate.practice.end')}
      </Button>
    </div>
  )
}

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
  const head = () => (
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
