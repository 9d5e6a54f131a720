import type { Judged, PassGate } from './pass-gate.ts'
import { faultsOfBooks } from './pass-books.ts'
import { PassPeople, type SeenCode } from './pass-people.ts'
import type { PassOrder, PassShop } from './pass-shop.ts'
import type { Random } from './random.ts'

const TEN_MINUTES_MS = 600_000
const MAX_HAND_OVERS = 2

/** A person whom a gate let in. */
export interface Admission {
  scanId: string
  seat: string
  gate: PassGate
  code: SeenCode
  /** Milliseconds, by the device. */
  at: number
  undone: boolean
}

export interface ScheduleReport {
  faults: string[]
  /** What happened, a line a step. */
  lines: string[]
  /** How often. */
  counts: Map<string, number>
}

/** A schedule of four passes, three phones, at most two hand-overs and two gates, and what it must leave behind. */
export class PassSchedule {
  readonly lines: string[] = []
  readonly faults: string[] = []
  readonly counts = new Map<string, number>()
  readonly admissions: Admission[] = []
  readonly gates: readonly PassGate[]
  readonly order: PassOrder
  readonly #shop: PassShop
  readonly #random: Random
  readonly #people: PassPeople
  #turn = 0

  constructor(shop: PassShop, gates: readonly PassGate[], order: PassOrder, random: Random) {
    this.#shop = shop
    this.gates = gates
    this.order = order
    this.#random = random
    this.#people = new PassPeople(shop, order, { next: () => (this.#turn += 1) }, random)
  }

  async run(): Promise<ScheduleReport> {
    const { faults, lines, counts } = this
    try {
      await this.#open()
      for (let steps = 10 + this.#random(14); steps > 0; steps -= 1) await this.#step()
      await this.#everyoneComes()
      faults.push(...(await faultsOfBooks(this.#shop, this, this.#people)))
    } catch (error) {
      faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
    }
    return { faults, lines, counts }
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  #say = (line: string): void => void this.lines.push(`${this.#turn}. ${line}`)

  #fault(what: string): void {
    this.faults.push(what)
    this.#say(`FAULT: ${what}`)
  }

  async #open(): Promise<void> {
    const random = this.#random
    this.#say(this.order.screenOnly ? 'Four passes of a screen-only event' : 'Four passes')
    await this.#people.open(random.once(5))
    for (const gate of this.gates) {
      await gate.begin(this.order.eventId, { next: () => (this.#turn += 1) })
      if (random.once(12)) {
        gate.network = 'off'
        this.#say(`${gate.name} has no list`)
        continue
      }
      await this.#round(gate)
      if (random.once(4)) await gate.ages()
    }
  }

  async #step(): Promise<void> {
    const random = this.#random
    for (const gate of this.gates) if (gate.network === 'on' && random.once(5)) await this.#round(gate)
    const gate = random.pick(this.gates)
    const link = this.#people.openLink()
    const what = random(this.order.screenOnly ? 26 : 22)
    if (what < 9) return this.#scan(gate, this.#anyCode())
    if (what < 12) return this.#changeNetwork(gate)
    if (what < 14) return void (await this.#round(gate))
    if (what < 15) return gate.ages()
    if (what < 18 && this.#people.made < MAX_HAND_OVERS) return this.#handOver()
    if (what < 22) {
      if (!link) return this.#scan(gate, this.#anyCode())
      if (random.once(5)) return this.#say(`The giver takes pass ${link.pass} back: ${await this.#people.takeBack(link)}`)
      return this.#accept(link, random.once(3) ? gate : null)
    }
    const pass = 1 + random(4)
    this.#say(`${this.#people.holderOf(pass)} binds pass ${pass}: ${await this.#people.bind(pass, random.once(4))}`)
  }

  /** Mostly the newest code of a pass; else any code that was ever shown. */
  #anyCode(): SeenCode {
    return this.#random.once(2) ? this.#people.current(1 + this.#random(4)) : this.#random.pick(this.#people.codes)
  }

  async #handOver(): Promise<void> {
    // Rather a pass that was handed over before, of which there is more to confuse.
    const before = this.#people.voidings.filter((one) => one.isHandOver)
    const pass = before.length > 0 && this.#random.once(2) ? before[0]!.pass : 1 + this.#random(4)
    const to = this.#random.pick(['friend', 'guest', 'friend', 'guest', 'buyer'] as const)
    const giver = this.#people.holderOf(pass)
    const inside = this.#isRecorded(pass)
    const outcome = await this.#people.handOver(pass, to)
    this.#say(`${giver} makes a link of pass ${pass} for the ${to}: ${outcome}`)
    if (outcome === 'made' && inside) this.#fault(`A link was made of pass ${pass}, which is in`)
    if (!['made', 'keeps it', 'in'].includes(outcome) || (outcome === 'in' && !inside))
      this.#fault(`A link of pass ${pass} was refused: ${outcome}`)
  }

  /** `meanwhile`: a gate that reads a code or fetches its list at the same time. */
  async #accept(link: NonNullable<ReturnType<PassPeople['openLink']>>, meanwhile: PassGate | null): Promise<void> {
    const inside = this.#isRecorded(link.pass)
    const code = this.#random.once(2) ? this.#people.current(link.pass) : this.#anyCode()
    const other = meanwhile && (this.#random.once(2) ? this.#scan(meanwhile, code) : this.#round(meanwhile))
    const outcome = await this.#people.accept(link)
    await other
    this.#say(`The ${link.to} opens the link of pass ${link.pass}${meanwhile ? ', at the same time' : ''}: ${outcome}`)
    if (outcome === 'accepted') this.count('handed over')
    if (outcome === 'accepted' && inside) this.#fault(`Pass ${link.pass} was handed over although it is in`)
    if (outcome !== 'accepted' && !(outcome === 'in' && this.#isRecorded(link.pass)))
      this.#fault(`Pass ${link.pass} was not handed over: ${outcome}`)
  }

  async #changeNetwork(gate: PassGate): Promise<void> {
    gate.network = gate.network === 'on' ? (this.#random.once(4) ? 'deaf' : 'off') : 'on'
    this.#say(`${gate.name}: network ${gate.network}`)
    // The app starts a round when the network comes.
    if (gate.network === 'on' && !this.#random.once(4)) await this.#round(gate)
  }

  async #round(gate: PassGate): Promise<boolean> {
    if (gate.network === 'off') return false
    const isDone = await gate.round()
    this.#say(`${gate.name} syncs${isDone ? '' : ', and hears no answer'}`)
    if (gate.network === 'on' && !isDone) this.#fault(`${gate.name} could not sync`)
    return isDone
  }

  /** A person shows a code at a gate, and the volunteer does as the answer says, or may. */
  async #scan(gate: PassGate, code: SeenCode): Promise<Judged | null> {
    if (!(await gate.hasList())) return null
    const random = this.#random
    const isOld = code.isBound && random.once(4)
    const text = await code.text(Date.now() - (isOld ? TEN_MINUTES_MS : 0))
    const what = `${gate.name} (${gate.network}, list of ${gate.listAsked}) reads ${describe(code)}${isOld ? ' of ten minutes ago' : ''}`
    const judged = await gate.reads(text)
    if (!judged) {
      this.#fault(`${what}: no answer`)
      return null
    }
    const { decision } = judged
    this.count(decision.verdict)
    this.#say(`${what}: ${decision.verdict} ${JSON.stringify(decision)}`)
    const hasNewList = this.#people.isVoid(code, gate.listAsked)
    if (decision.verdict === 'ENTER' && hasNewList) this.#fault(`${describe(code)} is void, as the list says, and enters`)
    if (decision.verdict === 'ENTER' && isOld) this.#fault(`${describe(code)} is a picture, and enters`)
    if (decision.verdict === 'ENTER' && this.order.screenOnly && !code.isBound)
      this.#fault(`${describe(code)} is fixed, and enters at a screen-only event`)
    if (decision.verdict === 'NOT VALID' && hasNewList) this.count('void code refused')
    if (judged.scan && judged.scan.seats.length > 0) {
      await this.#letIn(gate, code, judged.scan)
      return judged
    }
    const { seats, most } = gate.admissible(judged)
    if (most === 0 || (decision.verdict === 'CHECK' && random.once(2))) return judged
    const chosen = seats.filter(() => seats.length === 1 || random.once(2)).slice(0, most)
    if (chosen.length === 0) return judged
    const answer = await gate.letIn(judged, chosen)
    this.#say(`${gate.name} lets in ${chosen.join()}: ${answer?.kind ?? 'no list'}`)
    if (answer?.kind === 'in') await this.#letIn(gate, code, answer.judged.scan!)
    return judged
  }

  async #letIn(gate: PassGate, code: SeenCode, scan: NonNullable<Judged['scan']>): Promise<void> {
    for (const seat of scan.seats) {
      const known = this.live(seat).find(
        (one) => one.gate === gate || (one.gate.recorded.get(one.scanId) ?? Infinity) < gate.listAsked,
      )
      if (known) this.#fault(`${gate.name} lets in ${seat} again, which it knows to be in since ${known.gate.name}`)
      this.admissions.push({ ...{ scanId: scan.id, seat, gate, code, at: scan.scannedAt }, undone: false })
    }
    if (!this.#random.once(15)) return
    const isUndone = await gate.undo(scan.id)
    this.#say(`${gate.name} takes that back: ${isUndone}`)
    if (!isUndone) this.#fault('An admission of this moment could not be taken back')
    for (const one of this.admissions) if (one.scanId === scan.id) one.undone = true
  }

  /** Admissions of a seat that were not taken back. */
  live = (seat: string): Admission[] => this.admissions.filter((one) => one.seat === seat && !one.undone)

  /** Whether the server knows that the pass is in. An undo that it may not know of counts as either. */
  #isRecorded = (pass: number): boolean =>
    this.live(this.order.seats[pass - 1]!).some((one) => one.gate.recorded.has(one.scanId))

  /** All gates have a network, and in the end each holder comes with the pass. */
  async #everyoneComes(): Promise<void> {
    const random = this.#random
    this.#say('All gates have a network')
    for (const gate of this.gates) gate.network = 'on'
    await this.#syncAll()
    const passes = [1, 2, 3, 4].sort(() => random(3) - 1)
    for (const pass of passes) {
      const inside = this.live(this.order.seats[pass - 1]!).length > 0
      if (this.order.screenOnly) await this.#people.bind(pass)
      const judged = await this.#scanNow(random.pick(this.gates), pass)
      const wanted = inside ? 'ALREADY IN' : 'ENTER'
      if (judged?.decision.verdict !== wanted) this.#fault(`The holder of pass ${pass} comes: ${wanted} was expected`)
      const old = this.#people.codes.filter((one) => one.pass === pass)
      if (random.once(4)) await this.#syncAll()
      if (old.length > 1) await this.#scan(random.pick(this.gates), old[0]!)
    }
    await this.#syncAll()
    this.count(`doubles: ${this.order.seats.filter((seat) => this.live(seat).length > 1).length}`)
  }

  /** Shows the newest code, of now; an admission is not taken back. */
  async #scanNow(gate: PassGate, pass: number): Promise<Judged | null> {
    const code = this.#people.current(pass)
    const judged = await gate.reads(await code.text(Date.now()))
    this.#say(`${this.#people.holderOf(pass)} comes to ${gate.name} with ${describe(code)}: ${JSON.stringify(judged?.decision)}`)
    const { scan } = judged ?? {}
    for (const seat of scan?.seats ?? [])
      this.admissions.push({ ...{ scanId: scan!.id, seat, gate, code, at: scan!.scannedAt }, undone: false })
    return judged
  }

  /** The first gate hears what the second one sends in its second round. */
  async #syncAll(): Promise<void> {
    for (const gate of [...this.gates, this.gates[0]!]) await this.#round(gate)
  }
}

const describe = ({ pass, issue, person, isBound }: SeenCode): string =>
  pass === null ? `${person}’s code of version 1` : `${person}’s ${isBound ? 'bound ' : ''}code ${pass}.${issue}`
