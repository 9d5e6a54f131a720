import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { newUuid } from '#platform/text/uuid.ts'
import type { Repeated } from '#shop/gate/admission.ts'
import type { Admission } from '#shop/gate/lists/roster-ticket.ts'
import { judge, letIn as commitLetIn, type Judged, type Presented } from '#shop/gate/scans/judge.store.ts'
import { undoScan } from '#shop/gate/scans/scans.store.ts'
import { sendScansSoon } from '#shop/gate/sync.store.ts'
import { announce } from '#ui/announce.tsx'
import { t } from '#ui/messages/messages.ts'
import { emptyGate, ADMISSION_SHOWN_MS, gateReducer, type GateAction, type GateState } from './gate-session.ts'
import { codePresence } from './decoder/frame-presence.ts'
import { signal } from './scanner/sounds.ts'

export interface Gate {
  state: GateState
  problem: string | null
  /** Judges a reading from a scanner, by hand or from the search; a repeated code is judged again. */
  present: (presented: Presented) => Promise<void>
  /** Takes the code in a camera frame, null for none; judged only while no answer is shown. */
  frame: (text: string | null) => void
  tick: (seat: string) => void
  letIn: () => Promise<void>
  next: () => void
  hold: () => void
  undo: (judged: Judged, reason: string) => Promise<boolean>
}

/** Runs a gate. Practice stores and sends nothing; its admissions last until it ends. */
export function useGate(options: { gate: string; eventIds: readonly string[]; practice: boolean }): Gate {
  const { gate, eventIds, practice } = options
  const [state, dispatch] = useReducer(gateReducer, emptyGate)
  const [problem, setProblem] = useState<string | null>(null)
  const practised = useRef<{ ticketId: string; admission: Admission }[]>([])
  const [presence] = useState(codePresence)
  const busy = useRef(false)
  const queue = useRef<Promise<void>>(Promise.resolve())
  const now = useRef(state)
  /** Updates `now` at once, not after the next render: readings come faster. */
  const act = useCallback((action: GateAction) => {
    now.current = gateReducer(now.current, action)
    dispatch(action)
  }, [])

  const remember = useCallback(
    (judged: Judged, seats: readonly string[]) => {
      const admission: Admission = { scanId: newUuid(), seats, gate, at: judged.at }
      practised.current.push({ ticketId: judged.ticketId, admission })
    },
    [gate],
  )

  const judgeOne = useCallback(
    async (presented: Presented, isHeld: boolean) => {
      const { shown, first } = now.current
      if (shown?.ticked) {
        signal('CHECK')
        setProblem(t('gate.decideFirst'))
        return
      }
      busy.current = true
      try {
        const last: Repeated | null =
          isHeld && first
            ? {
                key: first.judged.key,
                decision: first.judged.decision,
                age: performance.now() - first.at,
                letIn: first.letIn !== null,
              }
            : null
        const answer = await judge(presented, { gate, eventIds, last, practice: practice ? practised.current : null })
        setProblem(null)
        if (answer === null) setProblem(t('gate.noList'))
        else if (answer === 'again') act({ type: 'again' })
        else {
          const { decision } = answer
          const group = decision.verdict === 'ENTER' && decision.seats.length > 1
          if (practice && decision.verdict === 'ENTER' && !group) remember(answer, decision.seats)
          act({ type: 'judged', judged: answer, at: performance.now() })
          signal(group ? 'GROUP' : decision.verdict)
          if (answer.scan) sendScansSoon()
        }
      } catch {
        signal('NOT VALID')
        setProblem(t('gate.notStored'))
        announce(t('gate.notStored'))
      } finally {
        busy.current = false
      }
    },
    [gate, eventIds, practice, remember, act],
  )

  const enqueue = useCallback(
    (presented: Presented, isHeld: boolean) => {
      queue.current = queue.current.then(() => judgeOne(presented, isHeld))
      return queue.current
    },
    [judgeOne],
  )
  const present = useCallback((presented: Presented) => enqueue(presented, false), [enqueue])
  const frame = useCallback(
    (text: string | null) => {
      const at = performance.now()
      presence.frame(text, at)
      if (text === null || busy.current || now.current.shown) return
      const isHeld = presence.isHeld(text, at)
      if (!isHeld) presence.watch(text, at)
      void enqueue({ kind: 'text', text, typed: false }, isHeld)
    },
    [presence, enqueue],
  )

  const letIn = useCallback(async () => {
    const { shown } = now.current
    if (busy.current || !shown?.ticked || shown.ticked.length === 0) return
    busy.current = true
    try {
      const options = { gate, eventIds, practice: practice ? practised.current : null }
      const outcome = await commitLetIn(shown.judged, shown.ticked, options)
      if (!outcome) {
        signal('NOT VALID')
        return setProblem(t('gate.noList'))
      }
      const { kind, judged, seats } = outcome
      if (kind === 'in') {
        if (practice) remember(judged, seats)
        setProblem(null)
        signal('ENTER')
      } else {
        setProblem(t('gate.changedMeanwhile'))
        signal(judged.decision.verdict === 'ENTER' ? 'CHECK' : judged.decision.verdict)
      }
      act({ type: kind === 'in' ? 'let in' : 'changed', judged, seats, at: performance.now() })
      if (!practice) sendScansSoon()
    } catch {
      signal('NOT VALID')
      setProblem(t('gate.notStored'))
    } finally {
      busy.current = false
    }
  }, [gate, eventIds, practice, remember, act])

  const undo = useCallback(
    async (judged: Judged, reason: string) => {
      if (!judged.scan) return false
      const done = await undoScan(judged.scan.id, reason).catch(() => null)
      if (!done) return false
      act({ type: 'undone', scanId: judged.scan.id })
      sendScansSoon()
      return true
    },
    [act],
  )

  const { shown } = state
  useEffect(() => {
    if (!shown?.brief) return
    const timer = setTimeout(() => act({ type: 'time over', turn: shown.turn }), ADMISSION_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown, act])

  return {
    state,
    problem,
    present,
    frame,
    letIn,
    undo,
    tick: useCallback((seat) => act({ type: 'tick', seat }), [act]),
    hold: useCallback(() => act({ type: 'hold' }), [act]),
    next: useCallback(() => {
      setProblem(null)
      act({ type: 'next' })
    }, [act]),
  }
}
