import { useCallback, useState } from 'react'
import type { Judged } from '#offline/gate-judge.ts'
import { UNDO_MS } from '#offline/gate-scans.ts'
import { Button } from '#ui/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { StateMark, type StateKind } from '#ui/state-mark.tsx'
import { toast } from '#ui/toast.tsx'
import { useWakeLock } from '#ui/use-wake-lock.ts'
import { CameraView } from './camera-view.tsx'
import { GateHead } from './gate-head.tsx'
import { GatePage } from './gate-page.tsx'
import type { Said } from './gate-session.ts'
import { useGateTitle } from './gate-title.ts'
import { NewsBar } from './news-bar.tsx'
import { PracticeBar } from './practice-bar.tsx'
import { SearchDialog } from './search-dialog.tsx'
import { unlockSound } from './sounds.ts'
import { readTyped, TypeDialog } from './type-dialog.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import { useCamera } from './use-camera.ts'
import { useGate } from './use-gate.ts'
import { useGateData } from './use-gate-data.ts'
import { useTicks } from './use-ticks.ts'
import { useWedge } from './use-wedge.ts'
import { isUnread, verdictLine } from './verdict-words.ts'
import { VerdictButton, VerdictScreen } from './verdict-screen.tsx'

type Sheet = 'type' | 'search' | 'page' | null

/** The open gate: the camera, and over it the answer to whatever was read. */
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
  const { shown, said } = session.state
  const { present, next } = session
  const covered = sheet !== null || undoing !== null
  // What is covered sees no code: one that was held up behind a dialog is judged anew.
  const camera = useCamera(true, (text) => session.frame(covered ? null : text))
  useWedge((text) => void present({ kind: 'text', text, typed: readTyped(text) !== null }))
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
          <LastLine said={said[0]} onUndo={startUndo} />
          {session.problem && !shown && (
            <p role="alert" className="mt-1 font-strong text-bad">
              {session.problem}
            </p>
          )}
        </div>
        {/* A bar at the foot of a phone: the offer of a new version keeps clear of it (index.css). */}
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
            <Actions
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

/** Milliseconds left to undo; 0 when it is over or there is nothing to undo. */
const undoLeft = (said: Said | undefined, ticks: number): number =>
  said?.judged.scan && said.letIn && !said.undone ? Math.max(0, Math.min(UNDO_MS, said.at + UNDO_MS - ticks)) : 0

function Actions({
  session,
  onUndo,
  onSearch,
  onType,
}: {
  session: ReturnType<typeof useGate>
  onUndo: (judged: Judged) => void
  onSearch: () => void
  onType: () => void
}) {
  const ticks = useTicks(500)
  const { shown, said } = session.state
  if (!shown) return null
  const { verdict } = shown.judged.decision
  const nextButton = (
    <VerdictButton verdict={verdict} fill={shown.ticked === null} onClick={session.next} data-next="">
      {t('gate.next')}
    </VerdictButton>
  )
  if (shown.ticked) {
    const n = shown.ticked.length
    return (
      <>
        <VerdictButton verdict={verdict} onClick={session.next}>
          {t('gate.nobody')}
        </VerdictButton>
        <VerdictButton verdict={verdict} fill disabled={n === 0} onClick={() => void session.letIn()}>
          {t('gate.letIn', { n })}
        </VerdictButton>
      </>
    )
  }
  const last = said.find((one) => one.judged.scan?.id !== undefined && one.judged.scan.id === shown.judged.scan?.id)
  const left = undoLeft(last, ticks)
  if (left > 0)
    return (
      <>
        <VerdictButton verdict={verdict} onClick={() => onUndo(shown.judged)}>
          {t('gate.undo', { seconds: Math.ceil(left / 1000) })}
        </VerdictButton>
        {nextButton}
      </>
    )
  // A code that could not be read may be readable by people; one that was typed is searched for by name.
  const unread = isUnread(shown.judged) && verdict === 'NOT VALID'
  return (
    <>
      {shown.letIn ? null : (
        <VerdictButton verdict={verdict} onClick={unread ? onType : onSearch}>
          {t(unread ? 'gate.typeTheCode' : 'gate.searchByName')}
        </VerdictButton>
      )}
      {nextButton}
    </>
  )
}

const marks: Record<string, StateKind> = { ENTER: 'ok', 'ALREADY IN': 'warn', 'NOT VALID': 'bad', CHECK: 'info' }

function LastLine({ said, onUndo }: { said: Said | undefined; onUndo: (judged: Judged) => void }) {
  const ticks = useTicks(1_000)
  if (!said) return <p className="min-h-6 text-2 text-muted">{t('gate.nothingYet')}</p>
  const seats = (said.letIn ?? said.judged.ticket?.seats ?? []).join(', ')
  const seconds = Math.max(0, Math.round((ticks - said.at) / 1000))
  const age =
    seconds < 60 ? t('gate.secondsAgo', { n: seconds }) : t('gate.minutesAgo', { n: Math.floor(seconds / 60) })
  const left = undoLeft(said, ticks)
  return (
    <p className="flex min-h-6 items-center gap-2 text-2 text-muted">
      <span>{t('gate.last')}</span>
      <StateMark kind={said.undone ? 'off' : (marks[said.verdict] ?? 'info')} className="min-w-0 truncate">
        {said.undone ? t('gate.word.undone') : verdictLine(said.verdict)} {seats} · {age}
      </StateMark>
      {left > 0 && (
        <button
          type="button"
          className="link -my-2.5 ml-auto min-h-11 flex-none font-strong text-ink"
          onClick={() => onUndo(said.judged)}
        >
          {t('gate.undo', { seconds: Math.ceil(left / 1000) })}
        </button>
      )}
    </p>
  )
}
