import { faultsOfBooks } from './pass-books.ts'
import type { Judged, PassGate } from './pass-gate.ts'
import { PassPeople, type Link, type SeenCode } from './pass-people.ts'
import { describe, PassRecord } from './pass-record.ts'
import type { PassOrder, PassShop } from './pass-shop.ts'
import type { Random } from './random.ts'

const TEN_MINUTES_MS = 600_000
const MAX_HAND_OVERS = 2

/** Runs a schedule of four passes, three phones, at most two hand-overs and two gates, and judges what it left behind. */
export async function runSchedule(
  shop: PassShop,
  gates: readonly PassGate[],
  order: PassOrder,
  random: Random,
): Promise<PassRecord> {
  const people = new PassPeople(shop, order, { next: () => record.next() }, random)
  const record: PassRecord = new PassRecord(gates, order, people)
  try {
    const schedule = new PassSchedule(record, random)
    await schedule.open()
    for (let steps = 10 + random(14); steps > 0; steps -= 1) await schedule.step()
    await schedule.everyoneComes()
    record.faults.push(...(await faultsOfBooks(shop, record)))
  } catch (error) {
    record.faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  return record
}

class PassSchedule {
  readonly #record: PassRecord
  readonly #people: PassPeople
  readonly #gates: readonly PassGate[]
  readonly #random: Random

  constructor(record: PassRecord, random: Random) {
    this.#record = record
    this.#people = record.people
    this.#gates = record.gates
    this.#random = random
  }

  #say = (line: string): void => this.#record.say(line)

  #fault = (what: string): void => this.#record.fault(what)

  async open(): Promise<void> {
    const random = this.#random
    const { eventId, screenOnly } = this.#record.order
    this.#say(screenOnly ? 'Four passes of a screen-only event' : 'Four passes')
    await this.#people.open()
    for (const gate of this.#gates) {
      await gate.begin(eventId, this.#record)
      if (random.once(12)) {
        gate.network = 'off'
        this.#say(`${gate.name} has no list`)
        continue
      }
      await this.#round(gate)
      if (random.once(4)) await gate.ages()
      if (!random.once(10)) continue
      gate.network = 'off'
      await gate.forgetsTickets()
      this.#say(`${gate.name} has no network, and a list from before the sale`)
    }
  }

  async step(): Promise<void> {
    const random = this.#random
    for (const gate of this.#gates) if (gate.network === 'on' && random.once(5)) await this.#round(gate)
    const gate = random.pick(this.#gates)
    const link = this.#people.openLink()
    if (link && random.once(3)) {
      if (!random.once(5)) return this.#accept(link, random.once(3) ? gate : null)
      return this.#say(`The giver takes pass ${link.pass} back: ${await this.#people.takeBack(link)}`)
    }
    if (!link && this.#people.made < MAX_HAND_OVERS && random.once(4)) return this.#handOver()
    const what = random(this.#record.order.screenOnly ? 20 : 16)
    if (what < 10) return this.#scan(gate, this.#anyCode())
    if (what < 13) return this.#changeNetwork(gate)
    if (what < 15) return this.#round(gate)
    if (what < 16) return gate.ages()
    const pass = 1 + random(4)
    this.#say(`${this.#people.holderOf(pass)} binds pass ${pass}: ${await this.#people.bind(pass, random.once(4))}`)
  }

  /** Mostly the newest code of a pass; else any code that was ever shown. */
  #anyCode(): SeenCode {
    return this.#random.once(2) ? this.#people.current(1 + this.#random(4)) : this.#random.pick(this.#people.codes)
  }

  async #handOver(): Promise<void> {
    // Rather a pass that was handed over before, of which there is more to confuse.
    const before = this.#people.voidings.find((one) => one.isHandOver)
    const pass = before && this.#random.once(2) ? before.pass : 1 + this.#random(4)
    const to = this.#random.pick(['friend', 'guest', 'friend', 'guest', 'buyer'] as const)
    const giver = this.#people.holderOf(pass)
    const isIn = this.#record.isRecorded(pass)
    const outcome = await this.#people.handOver(pass, to)
    this.#say(`${giver} makes a link of pass ${pass} for the ${to}: ${outcome}`)
    if (outcome === 'made' && isIn) this.#fault(`A link was made of pass ${pass}, which is in`)
    if (outcome !== 'made' && outcome !== 'keeps it' && !(outcome === 'in' && this.#record.wasRecorded(pass)))
      this.#fault(`A link of pass ${pass} was refused: ${outcome}`)
  }

  /** `meanwhile`: a gate that reads a code or fetches its list at the same time. */
  async #accept(link: Link, meanwhile: PassGate | null): Promise<void> {
    const { pass } = link
    const isIn = this.#record.isRecorded(pass)
    const code = this.#random.once(2) ? this.#people.current(pass) : this.#anyCode()
    const other = meanwhile && (this.#random.once(2) ? this.#scan(meanwhile, code) : this.#round(meanwhile))
    const outcome = await this.#people.accept(link)
    await other
    this.#say(`The ${link.to} opens the link of pass ${pass}${meanwhile ? ', at the same time' : ''}: ${outcome}`)
    if (outcome === 'accepted') this.#record.count('handed over')
    if (outcome === 'accepted' && isIn) this.#fault(`Pass ${pass} was handed over although it is in`)
    if (outcome !== 'accepted' && !(outcome === 'in' && this.#record.wasRecorded(pass)))
      this.#fault(`Pass ${pass} was not handed over: ${outcome}`)
  }

  async #changeNetwork(gate: PassGate): Promise<void> {
    gate.network = gate.network === 'on' ? (this.#random.once(4) ? 'deaf' : 'off') : 'on'
    this.#say(`${gate.name}: network ${gate.network}`)
    // The app starts a round when the network comes.
    if (gate.network === 'on' && !this.#random.once(4)) await this.#round(gate)
  }

  async #round(gate: PassGate, withNews = this.#random.once(3)): Promise<void> {
    if (gate.network === 'off') return
    const isDone = await gate.round(withNews)
    this.#say(`${gate.name} syncs${isDone ? '' : ', and hears no answer'}`)
    if (gate.network === 'on' && !isDone) this.#fault(`${gate.name} could not sync`)
  }

  /** A person shows a code at a gate, and the volunteer does as the answer says, or may. */
  async #scan(gate: PassGate, code: SeenCode): Promise<void> {
    if (!(await gate.hasList())) return
    const random = this.#random
    const isOld = code.isBound && random.once(4)
    const judged = await this.#shows(gate, code, isOld)
    if (!judged) return
    if (judged.scan && judged.scan.seats.length > 0) return this.#letIn(gate, code, judged.scan)
    const { seats, most } = gate.admissible(judged)
    if (most === 0 || (judged.decision.verdict === 'CHECK' && random.once(2))) return
    const answer = await gate.letIn(judged, seats)
    this.#say(`${gate.name} lets in ${seats.join()}: ${answer?.kind ?? 'no list'}`)
    if (answer?.kind === 'in') await this.#letIn(gate, code, answer.judged.scan!)
  }

  async #shows(gate: PassGate, code: SeenCode, isOld: boolean): Promise<Judged | null> {
    const begun = this.#record.turn
    const text = await code.text(Date.now() - (isOld ? TEN_MINUTES_MS : 0))
    const judged = await gate.reads(text)
    const what = `${gate.name} (${gate.network}, list of ${gate.listAsked}) reads ${describe(code)}`
    this.#say(`${what}${isOld ? ' of ten minutes ago' : ''}: ${JSON.stringify(judged?.decision)}`)
    if (judged) this.#record.checkAnswer(gate, code, judged.decision, { begun, isOld })
    else this.#fault(`${what}: no answer`)
    return judged
  }

  async #letIn(gate: PassGate, code: SeenCode, scan: NonNullable<Judged['scan']>): Promise<void> {
    this.#record.noteLetIn(gate, code, scan)
    if (gate.network !== 'off' && this.#random.once(2)) await gate.sends()
    if (!this.#random.once(15)) return
    const isUndone = await gate.undo(scan.id)
    this.#say(`${gate.name} takes that back: ${isUndone}`)
    if (isUndone) this.#record.noteUndone(scan.id)
    else this.#fault('An admission of this moment could not be taken back')
  }

  /** All gates have a network, and in the end each holder comes with the pass. */
  async everyoneComes(): Promise<void> {
    const random = this.#random
    const { order } = this.#record
    this.#say('All gates have a network')
    for (const gate of this.#gates) gate.network = 'on'
    await this.#syncAll()
    const first = random(4)
    for (const pass of [0, 1, 2, 3].map((n) => 1 + ((first + n) % 4))) {
      const isIn = this.#record.live(order.seats[pass - 1]!).length > 0
      if (order.screenOnly) await this.#people.bind(pass)
      const [gate, code] = [random.pick(this.#gates), this.#people.current(pass)]
      const judged = await this.#shows(gate, code, false)
      if (judged?.scan) this.#record.noteLetIn(gate, code, judged.scan)
      const wanted = isIn ? 'ALREADY IN' : 'ENTER'
      if (judged?.decision.verdict !== wanted) this.#fault(`The holder of pass ${pass} comes: ${wanted} was expected`)
      if (random.once(4)) await this.#syncAll()
      const earlier = this.#people.codes.find((one) => one.pass === pass && one !== code)
      if (earlier) await this.#scan(random.pick(this.#gates), earlier)
    }
    await this.#syncAll(true)
    const doubles = order.seats.filter((seat) => this.#record.live(seat).length > 1).length
    if (doubles > 0) this.#record.count('schedules with doubles')
  }

  /** The first gate hears what the second one sends in its second round. */
  async #syncAll(withNews = false): Promise<void> {
    for (const gate of [...this.#gates, this.#gates[0]!]) await this.#round(gate, withNews)
  }
}
