import type { Judged, PassGate } from './pass-gate.ts'
import type { PassPeople, SeenCode } from './pass-people.ts'
import type { PassOrder } from './pass-shop.ts'

/** A person whom a gate let in. */
interface Admission {
  scanId: string
  seat: string
  gate: PassGate
  code: SeenCode
  /** Milliseconds, by the device. */
  at: number
  undone: boolean
}

/** What happened in a schedule: who was let in where by whose code, and what was wrong with it. */
export class PassRecord {
  /** A line a step. */
  readonly lines: string[] = []
  readonly faults: string[] = []
  readonly counts = new Map<string, number>()
  readonly admissions: Admission[] = []
  readonly gates: readonly PassGate[]
  readonly order: PassOrder
  readonly people: PassPeople
  /** Grows with each begin and end of a call. */
  turn = 0

  constructor(gates: readonly PassGate[], order: PassOrder, people: PassPeople) {
    this.gates = gates
    this.order = order
    this.people = people
  }

  next = (): number => (this.turn += 1)

  say = (line: string): void => void this.lines.push(`${this.turn}. ${line}`)

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  fault(what: string): void {
    this.faults.push(what)
    this.say(`FAULT: ${what}`)
  }

  /** Admissions of a seat that were not taken back. */
  live = (seat: string): Admission[] => this.admissions.filter((one) => one.seat === seat && !one.undone)

  /** Whether the server knows that the pass is in. */
  isRecorded = (pass: number): boolean =>
    this.live(this.order.seats[pass - 1]!).some((one) => one.gate.recorded.has(one.scanId))

  /** The same, or did: it may not have heard yet that this was taken back. */
  wasRecorded = (pass: number): boolean =>
    this.admissions.some((one) => one.seat === this.order.seats[pass - 1] && one.gate.recorded.has(one.scanId))

  /** Judges an answer given since the turn `begun`: what must not enter? */
  checkAnswer(gate: PassGate, code: SeenCode, decision: Judged['decision'], { begun = 0, isOld = false }): void {
    const { verdict } = decision
    this.count(verdict)
    const isKnownVoid = this.people.isVoid(code, gate.listAsked)
    if (isKnownVoid && verdict !== 'ALREADY IN') this.#checkRefusal(gate, code, decision)
    if (decision.verdict !== 'ENTER') return
    if (isKnownVoid) this.fault(`${describe(code)} is void, as the list says, and enters`)
    else if (this.people.isVoid(code, begun + 1))
      this.count(`void code enters by an older list, network ${gate.network === 'off' ? 'off' : 'on'}`)
    if ((decision.mark === 'new_device' && !code.isMoved) || (decision.mark === null && code.isMoved))
      this.fault(`${describe(code)} enters with the mark ${decision.mark}`)
    if (isOld) this.fault(`${describe(code)} is a picture, and enters`)
    if (this.order.screenOnly && !code.isBound) this.fault(`${describe(code)} is fixed, and enters by itself`)
  }

  /** A void code of a pass is refused with the name of who has the pass. */
  #checkRefusal(gate: PassGate, code: SeenCode, decision: Judged['decision']): void {
    if (decision.verdict !== 'NOT VALID' || decision.why !== 'replaced')
      return this.fault(`${describe(code)} is void, as the list says, and not refused`)
    this.count('void code refused')
    const newest = this.people.voidings.findLast((one) => one.pass === code.pass)
    if (newest === undefined || newest.done >= gate.listAsked) return
    const holder = this.people.holderOf(newest.pass)
    // The list has the names of those alone who are not the customer.
    const wanted = holder === this.people.buyer ? null : holder
    if (decision.note !== wanted)
      this.fault(`${describe(code)} is refused with the name ${decision.note}, not ${wanted}`)
  }

  /** Notes who is in by a scan; they must not be in already, as far as the gate knows. */
  noteLetIn(gate: PassGate, code: SeenCode, scan: { id: string; seats: readonly string[]; scannedAt: number }): void {
    for (const seat of scan.seats) {
      const known = this.live(seat).find(
        (one) => one.gate === gate || (one.gate.recorded.get(one.scanId) ?? Infinity) < gate.listAsked,
      )
      if (known) this.fault(`${gate.name} lets in ${seat} again, which it knows to be in since ${known.gate.name}`)
      this.admissions.push({ ...{ scanId: scan.id, seat, gate, code, at: scan.scannedAt }, undone: false })
    }
  }

  noteUndone(scanId: string): void {
    for (const one of this.admissions) if (one.scanId === scanId) one.undone = true
  }
}

export const describe = ({ pass, issue, person, isBound }: SeenCode): string =>
  `${person}’s ${isBound ? 'bound ' : ''}code ${pass}.${issue}`
