/** Arguments of `gate_roster` by name, as they go to the database. */
export type RosterArguments = ReadonlyMap<string, string | null>
type Ask = (args: RosterArguments) => Promise<string>

/** A list is read anew after so long, whatever was found to have changed in it. */
const KEPT_MS = 10 * 60_000
/** The database gives no more rows at once, and one page of changes is read. */
const MOST_ROWS = 10_000
/** Of all lists; a row takes some 300 bytes. A list that is larger is not kept. */
const MOST_KEPT_ROWS = 250_000

/** What `gate_roster` returns. */
interface Page {
  rows: { id: string }[]
  gone: string[]
  next: string | null
  next_since: string
  [more: string]: unknown
}

/** The beginning of a list, as far as it has been read: rows as JSON, by their ids. */
interface Kept {
  rows: Map<string, string>
  /** Sorted. */
  ids: string[]
  /** Its last row; null when all of it is here. */
  upTo: string | null
  total: unknown
  /** From when a row may have changed that this list has. */
  since: string
}

/**
 * Keeps the lists of gates that have more than one page, so that the database makes each row once, not once for each device.
 * Who asks for a page is answered from memory with what the database says to them in that moment: it refuses them, or names
 * the changes since the last time, which are put in first. So a page from here is never older than its question.
 */
export class GateLists {
  readonly #kept = new Map<string, Kept>()

  /** Returns the answer to a call of `gate_roster` as JSON; `ask` asks the database as its caller. Fails as `ask` does. */
  async answer(args: RosterArguments, ask: Ask): Promise<string> {
    const event = args.get('p_event_id')?.toLowerCase()
    const after = args.get('p_after')?.toLowerCase() ?? ''
    const rows = Number(args.get('p_rows') ?? 1_000)
    if (!event || args.get('p_since') != null || args.get('p_rows') === null) return ask(args)
    const kept = this.#kept.get(event)
    if (kept && rows >= 1 && rows <= MOST_ROWS && (kept.upTo === null || after < kept.upTo)) {
      const asked = { p_event_id: event, p_since: kept.since, p_rows: String(MOST_ROWS) }
      const changes = JSON.parse(await ask(new Map(Object.entries(asked)))) as Page
      // Outside the gate's window an answer names the moment that it was asked with.
      const isOpen = changes.next_since !== asked.p_since
      const page = isOpen && changes.next === null ? pageOf(changed(kept, changes), changes, after, rows) : null
      if (page) return page
      this.#kept.delete(event)
    }
    const said = await ask(args)
    this.#keep(event, after, JSON.parse(said) as Page)
    return said
  }

  #keep(event: string, after: string, page: Page): void {
    if (after === '' && page.next !== null && !this.#kept.has(event)) {
      const begun: Kept = { rows: new Map(), ids: [], upTo: '', total: page['total'], since: page.next_since }
      this.#kept.set(event, begun)
      setTimeout(() => this.#kept.get(event) === begun && this.#kept.delete(event), KEPT_MS).unref()
    }
    const kept = this.#kept.get(event)
    if (kept?.upTo !== after) return
    for (const row of page.rows) kept.rows.set(row.id, JSON.stringify(row))
    kept.ids.push(...page.rows.map((row) => row.id))
    kept.upTo = page.next
    const all = [...this.#kept.values()].reduce((sum, { ids }) => sum + ids.length, 0)
    if (all > MOST_KEPT_ROWS || Date.parse(page.next_since) < Date.parse(kept.since)) this.#kept.delete(event)
  }
}

/** Puts changes into a list and returns it. A change that is put in again, or after a later one, comes again next time. */
function changed(kept: Kept, { rows, gone, next_since }: Page): Kept {
  const before = kept.rows.size
  const isHere = ({ id }: { id: string }): boolean => kept.upTo === null || id <= kept.upTo
  for (const row of rows.filter(isHere)) kept.rows.set(row.id, JSON.stringify(row))
  const isLess = gone.filter((id) => kept.rows.delete(id)).length > 0
  if (isLess || kept.rows.size !== before) kept.ids = [...kept.rows.keys()].sort()
  if (Date.parse(next_since) > Date.parse(kept.since)) kept.since = next_since
  return kept
}

/** Returns the page after a row as JSON; null when the list that has been read so far has no row of it. */
function pageOf({ rows, ids, upTo, total }: Kept, head: Page, after: string, most: number): string | null {
  const first = ids.findIndex((id) => id > after)
  const some = first < 0 ? [] : ids.slice(first, first + most)
  if (some.length === 0 && upTo !== null) return null
  const isLast = upTo === null && some.at(-1) === ids.at(-1)
  const about = {
    ...head,
    gone: [],
    total: after !== '' ? null : upTo === null ? ids.length : total,
    next: isLast ? null : some.at(-1),
    rows: undefined,
  }
  return `${JSON.stringify(about).slice(0, -1)},"rows":[${some.map((id) => rows.get(id)!).join(',')}]}`
}
