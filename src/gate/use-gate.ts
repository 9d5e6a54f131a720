import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { Admission } from '#domain/admission.ts'
import { judge, letIn as commitLetIn, type Judged, type Presented } from '#offline/gate-judge.ts'
import { undoScan } from '#offline/gate-scans.ts'
import { scansWait } from '#offline/gate-sync.ts'
import { announce } from '#ui/announce.tsx'
import { t } from '#ui/messages/messages.ts'
import { emptyGate, ENTER_STANDS_MS, gateReducer, type GateAction, type GateState } from './gate-session.ts'
import { signal } from './sounds.ts'

export interface Gate {
  state: GateState
  /** What went wrong with the last reading; it let nobody in. */
  problem: string | null
  /** Judges what was read. From the camera only while nothing else is on the screen. */
  present: (presented: Presented, from: 'camera' | 'hand') => Promise<void>
  tick: (seat: string) => void
  letIn: () => Promise<void>
  next: () => void
  hold: () => void
  undo: (judged: Judged, reason: string) => Promise<boolean>
}

/** A gate at work. In practice nothing is stored and nothing is sent; who was let in is remembered until it ends. */
export function useGate(options: { gate: string; eventIds: readonly string[]; practice: boolean }): Gate {
  const { gate, eventIds, practice } = options
  const [state, dispatch] = useReducer(gateReducer, emptyGate)
  const [problem, setProblem] = useState<string | null>(null)
  const practised = useRef<{ ticketId: string; admission: Admission }[]>([])
  const busy = useRef(false)
  /** What is read by hand is judged one after the other, none dropped. */
  const queue = useRef<Promise<void>>(Promise.resolve())
  const now = useRef(state)
  /** The state as it is at once, not only after the next drawing: readings may follow each other faster. */
  const act = useCallback((action: GateAction) => {
    now.current = gateReducer(now.current, action)
    dispatch(action)
  }, [])

  const remember = useCallback(
    (judged: Judged, seats: readonly string[]) => {
      const admission: Admission = { scanId: crypto.randomUUID(), seats, gate, at: judged.at }
      practised.current.push({ ticketId: judged.ticketId, admission })
    },
    [gate],
  )

  const judgeOne = useCallback(
    async (presented: Presented) => {
      const { shown, first } = now.current
      if (shown?.ticked) {
        signal('CHECK')
        setProblem(t('gate.decideFirst'))
        return
      }
      busy.current = true
      try {
        const last = first && { key: first.judged.key, at: first.judged.at, decision: first.judged.decision }
        const answer = await judge(presented, { gate, eventIds, last, practice: practice ? practised.current : null })
        setProblem(null)
        if (answer === null) setProblem(t('gate.noList'))
        else if (answer === 'again') act({ type: 'again' })
        else {
          const { decision } = answer
          const group = decision.verdict === 'ENTER' && decision.seats.length > 1
          if (practice && decision.verdict === 'ENTER' && !group) remember(answer, decision.seats)
          act({ type: 'judged', judged: answer, at: Date.now() })
          signal(group ? 'GROUP' : decision.verdict)
          if (answer.scan) scansWait()
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

  const present = useCallback(
    (presented: Presented, from: 'camera' | 'hand') => {
      // The camera sees the same code again soon enough.
      if (from === 'camera' && (busy.current || now.current.shown)) return Promise.resolve()
      queue.current = queue.current.then(() => judgeOne(presented))
      return queue.current
    },
    [judgeOne],
  )

  const letIn = useCallback(async () => {
    const { shown } = now.current
    if (busy.current || !shown?.ticked || shown.ticked.length === 0) return
    busy.current = true
    try {
      const seats = shown.ticked
      const judged = practice ? shown.judged : await commitLetIn(shown.judged, seats, gate)
      if (practice) remember(judged, seats)
      setProblem(null)
      act({ type: 'let in', judged, seats, at: Date.now() })
      signal('ENTER')
      if (!practice) scansWait()
    } catch {
      signal('NOT VALID')
      setProblem(t('gate.notStored'))
    } finally {
      busy.current = false
    }
  }, [gate, practice, remember, act])

  const undo = useCallback(
    async (judged: Judged, reason: string) => {
      if (!judged.scan) return false
      const done = await undoScan(judged.scan.id, reason).catch(() => null)
      if (!done) return false
      act({ type: 'undone', scanId: judged.scan.id })
      scansWait()
      return true
    },
    [act],
  )

  const { shown } = state
  useEffect(() => {
    if (!shown?.brief) return
    const timer = setTimeout(() => act({ type: 'time over', turn: shown.turn }), ENTER_STANDS_MS)
    return () => clearTimeout(timer)
  }, [shown, act])

  return {
    state,
    problem,
    present,
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
