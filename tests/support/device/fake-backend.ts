/** A backend in memory: enough PostgREST, GoTrue and Storage for the real client, with faults at chosen moments. */
type Row = Record<string, unknown>

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  token: string | null
}

/** The fault of a matching request: lost before it arrives, lost after it took effect, or another answer. */
export interface Fault {
  matches: (call: Call) => boolean
  kind: 'lost-before' | 'lost-after' | { status: number; body: unknown }
  times: number
}

type Answer = Response | [status: number, body: unknown]

const ROW_LIMIT = 1_000

export class FakeBackend {
  tables: Record<string, Row[]> = {
    singers: [],
    events: [],
    ticket_categories: [],
    seating_layouts: [],
    ticket_category_layouts: [],
    shop_settings: [],
    deleted_rows: [],
    payments: [],
    user_tickets: [],
    profiles: [],
    refunds: [],
  }
  objects = new Map<string, number>()
  calls: Call[] = []
  faults: Fault[] = []
  /** A test's own server, which is asked first; null leaves a request to this one. */
  own: (call: Call, init: RequestInit) => Answer | Promise<Answer> | null = () => null
  role: string | null = null
  roleEndsAt: string | null = null
  /** The marks that read_catalogue has returned; a restored backup knows only those still in it. */
  marks: string[] = []
  /** Start of an open writing transaction, server time in ms; null when there is none. */
  writingSince: number | null = null
  lostAccounts = new Set<string>()
  /** Server clock minus device clock, in ms. */
  clockOffset = 0
  /** A source of proofs is connected. */
  proofsAreLive = false
  /** Rupees that came for any order. */
  arrived = 0
  holdTotal = 148
  /** What my_waits returns. */
  waits: Row[] = []
  /** What queue_state returns, and the entries of join_queue by account. */
  queue: Row | null = null
  entries = new Map<string, Row>()
  /** Valid tokens. A refresh token works once, and again while its successor is unused: its answer may have been lost. */
  tokens = new Map<string, string>()
  refreshTokens = new Map<string, string>()
  #successors = new Map<string, { access_token: string; refresh_token: string }>()
  #made = 0
  #held: { path: string; arrived: () => void; released: Promise<void> }[] = []

  constructor() {
    this.fetch = this.fetch.bind(this)
  }

  signIn(userId: string): { access_token: string; refresh_token: string } {
    const access_token = `access-${++this.#made}`
    const refresh_token = `refresh-${this.#made}`
    this.tokens.set(access_token, userId)
    this.refreshTokens.set(refresh_token, userId)
    return { access_token, refresh_token }
  }

  fail(kind: Fault['kind'], path: string, times = 1): void {
    this.faults.push({ kind, matches: (call) => call.path.includes(path), times })
  }

  /** Keeps back the answer to the next request of `path`; it answers as of its request. */
  hold(path: string): { arrived: Promise<void>; release: () => void } {
    const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    this.#held.push({ path, arrived: arrived.resolve, released: released.promise })
    return { arrived: arrived.promise, release: released.resolve }
  }

  count(path: string): number {
    return this.calls.filter((call) => call.path.includes(path)).length
  }

  async fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : String(input))
    const headers = new Headers(init.headers)
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body
    const token = headers.get('authorization')?.replace('Bearer ', '') ?? null
    const call: Call = { method: init.method ?? 'GET', path: url.pathname, query: url.searchParams, body, token }
    this.calls.push(call)
    const fault = this.faults.find((one) => one.times > 0 && one.matches(call))
    if (fault) fault.times--
    const kind = fault?.kind
    let answer: Answer | Promise<Answer> | null = null
    if (typeof kind === 'object') answer = [kind.status, kind.body]
    else if (kind !== 'lost-before') answer = this.own(call, init) ?? this.#serve(call)
    const response = answer && this.#responseOf(answer instanceof Promise ? await answer : answer)
    const held = this.#held.find(({ path }) => call.path.includes(path))
    if (held) {
      this.#held = this.#held.filter((one) => one !== held)
      held.arrived()
      await held.released
    }
    if (!response || kind === 'lost-after') throw new TypeError('fetch failed')
    return response
  }

  #responseOf(answer: Answer): Response {
    if (answer instanceof Response) return answer
    const [status, body] = answer
    return new Response(status === 204 ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', date: new Date(Date.now() + this.clockOffset).toUTCString() },
    })
  }

  #serve(call: Call): [number, unknown] {
    if (call.path === '/auth/v1/token') return this.#refresh(call)
    const signedIn = call.token?.startsWith('access-') ?? false
    const userId = signedIn ? this.tokens.get(call.token!) : undefined
    if (signedIn && !userId) return [401, { code: 'PGRST301', message: 'JWT expired' }]
    if (call.path.startsWith('/storage/v1/')) return this.#storage(call)
    if (call.path.startsWith('/rest/v1/rpc/')) return this.#rpc(call, userId)
    return this.#select(call)
  }

  #refresh(call: Call): [number, unknown] {
    const { refresh_token } = call.body as { refresh_token: string }
    const successor = this.#successors.get(refresh_token)
    const userId = this.refreshTokens.get(successor?.refresh_token ?? refresh_token)
    if (!userId) return [400, { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' }]
    const next = successor ?? this.signIn(userId)
    this.#successors.set(refresh_token, next)
    this.refreshTokens.delete(refresh_token)
    return [200, { ...next, expires_in: 3600, token_type: 'bearer', user: { id: userId } }]
  }

  #select(call: Call): [number, unknown] {
    const table = call.path.split('/').at(-1)!
    let rows = [...(this.tables[table] ?? [])]
    for (const [field, condition] of call.query) {
      if (['select', 'order', 'limit'].includes(field)) continue
      const dot = condition.indexOf('.')
      const [operator, value] = [condition.slice(0, dot), condition.slice(dot + 1)]
      rows = rows.filter((row) => {
        const found = String(row[field])
        if (operator === 'eq') return found === value
        if (operator === 'gt') return found > value
        if (operator === 'gte') return found >= value
        return value.slice(1, -1).split(',').includes(found)
      })
    }
    const order = call.query.get('order')?.split('.')[0]
    if (order) rows.sort((a, b) => (String(a[order]) < String(b[order]) ? -1 : 1))
    const limit = Math.min(ROW_LIMIT, Number(call.query.get('limit') ?? ROW_LIMIT))
    return [200, rows.slice(0, limit)]
  }

  #roles(): unknown[] {
    return this.role === null ? [] : [{ role: this.role, ends_at: this.roleEndsAt }]
  }

  #rpc(call: Call, userId: string | undefined): [number, unknown] {
    const name = call.path.split('/').at(-1)
    const given = (call.body ?? Object.fromEntries(call.query)) as Record<string, unknown>
    if (name === 'my_roles') return [200, this.#roles()]
    if (name === 'read_catalogue') return [200, this.#catalogue(given)]
    if (name === 'my_wallet')
      return userId ? [200, this.#wallet(userId, given)] : [401, { code: '42501', message: 'no' }]
    if (name === 'my_waits') return [200, this.waits]
    if (name === 'join_waiting_list' || name === 'leave_waiting_list') return this.#wait(given)
    if (name === 'queue_state') return [200, this.queue]
    if (name === 'queue_place') {
      const entry = [...this.entries.values()].find((row) => row.code === call.query.get('p_code'))
      return [200, entry?.place ?? null]
    }
    if (name === 'my_queue_place') return [200, this.entries.get(userId ?? '') ?? null]
    if (name === 'join_queue') return this.#enter(userId)
    if (name === 'mark_notices_read') {
      const read = (this.tables.notices ?? []).filter(
        (row) => row.user_id === userId && (given.p_ids as string[]).includes(String(row.id)),
      )
      for (const row of read) row.read_at ??= new Date(Date.now() + this.clockOffset).toISOString()
      return [200, read.length]
    }
    if (name === 'account_exists') return [200, !this.lostAccounts.has(String(given.p_user_id))]
    if (name === 'submit_payment') return this.#submit(given, userId)
    if (name === 'find_order_payment') {
      const found = this.tables.payments!.find((row) => row.order_id === given.p_order_id && row.user_id === userId)
      return [
        200,
        { live: this.proofsAreLive, arrived: this.arrived, payment: found ? { ...found, payment_id: found.id } : null },
      ]
    }
    if (name === 'check_payment_status') {
      const found = this.tables.payments!.filter((row) => row.transaction_id === given.p_transaction_id)
      return [200, found.map((row) => ({ ...row, payment_id: row.id, seats_held: true, kept_nothing: false }))]
    }
    if (name === 'hold_seats') {
      const now = Date.now() + this.clockOffset
      const lines = (given.p_lines as { ticket_category_id: string; seats: string[] }[]).map((line) => ({
        ticket_category_id: line.ticket_category_id,
        unit_price: '100.00',
        quantity: line.seats.length,
        ...{ gst_percent: 18, local_percent: 0, fee: 30, fee_gst_percent: 0, includes_gst: false },
      }))
      const expires = new Date(now + 600_000).toISOString()
      return [
        200,
        {
          order_id: given.p_order_id,
          order_code: 'MF00000000',
          expires_at: expires,
          server_time: new Date(now).toISOString(),
          extended: false,
          lines,
          subtotal: '100.00',
          gst: 18,
          local_tax: 0,
          fee: 30,
          fee_gst: 0,
          total: this.holdTotal,
        },
      ]
    }
    if (name === 'confirm_tickets') {
      const paid = this.tables.payments!.filter((row) => row.transaction_id === given.p_transaction_id)
      const ids = new Set(paid.map((row) => row.id))
      return [200, this.tables.user_tickets!.filter((row) => ids.has(row.payment_id))]
    }
    if (name === 'save_profile' && userId) {
      const profiles = this.tables.profiles!
      const before = profiles.find((row) => row.id === userId) ?? { id: userId, region: 'india', notify_email: true }
      const row = { ...before, ...(given.p_profile as Row) }
      this.tables.profiles = [...profiles.filter((one) => one.id !== userId), row]
      return [200, row]
    }
    if (name === 'extend_hold') return [200, new Date(Date.now() + this.clockOffset + 900_000).toISOString()]
    if (name === 'release_seats' || name === 'send_contact_message') return [204, null]
    return [404, { code: 'PGRST202', message: `no function ${name}` }]
  }

  #catalogue(given: Record<string, unknown>): unknown {
    const point = this.#syncPoint(given)
    const since = point.known === false || given.p_since === undefined ? null : String(given.p_since)
    const from = Date.parse(String(given.p_events_from))
    const { singers, events, ticket_categories, seating_layouts, ticket_category_layouts, deleted_rows } = this.tables
    const changed = (rows: Row[] = []) => rows.filter((row) => since === null || String(row.updated_at) >= since)
    const some = changed(events).filter((row) => since !== null || Date.parse(String(row.date)) >= from)
    const ids = new Set(some.map((row) => row.id))
    const categories = (ticket_categories ?? []).filter(
      (row) => ids.has(row.event_id) || (since !== null && String(row.updated_at) >= since),
    )
    return structuredClone({
      ...point,
      ...{ singers: changed(singers), events: some, ticket_categories: categories },
      ...{ seating_layouts: changed(seating_layouts), ticket_category_layouts: ticket_category_layouts ?? [] },
      deleted: since === null ? [] : deleted_rows!.filter((row) => String(row.at) >= since),
      ...{
        settings: this.tables.shop_settings![0] ?? null,
        terms: this.tables.terms_by_day ?? [],
        whole: since === null,
      },
    })
  }

  #syncPoint(given: Record<string, unknown>) {
    const now = this.writingSince ?? Date.now() + this.clockOffset
    const mark = `${++this.#made}`
    this.marks.push(mark)
    const known = given.p_mark === undefined ? null : this.marks.includes(String(given.p_mark))
    return { until: new Date(now).toISOString(), mark, known }
  }

  #wallet(userId: string, given: Record<string, unknown>): unknown {
    const mine = (table: string) => (this.tables[table] ?? []).filter((row) => row.user_id === userId)
    const wallet = {
      ...{ roles: this.#roles(), received: [], waits: this.waits },
      ...{ tickets: mine('user_tickets'), refunds: mine('refunds'), notices: mine('notices') },
      payments: mine('payments').map((row) => ({ kept_until: null, kept_nothing: false, ...row, seats_held: true })),
      profile: this.tables.profiles!.find((row) => row.id === userId) ?? null,
    }
    const digest = JSON.stringify(wallet)
    return structuredClone(digest === given.p_digest ? { digest } : { digest, ...wallet })
  }

  #enter(userId: string | undefined): [number, unknown] {
    if (!userId || !this.queue)
      return [409, { code: 'PT409', message: 'queue_ended', details: '2026-11-20T10:00:00+00:00', hint: '' }]
    const made = { code: `CODE${this.entries.size}`, place: null, late: false, joined_at: new Date().toISOString() }
    const entry = this.entries.get(userId) ?? made
    this.entries.set(userId, entry)
    return [200, entry]
  }

  #wait(given: Record<string, unknown>): [number, unknown] {
    if (given.p_wait_id) {
      this.waits = this.waits.filter((row) => row.wait_id !== given.p_wait_id)
      return [200, 'left']
    }
    const row = this.waits.find((one) => one.ticket_category_id === given.p_ticket_category_id)
    return row ? [200, row] : [409, { code: 'PT409', message: 'not_sold_out', details: '', hint: '' }]
  }

  #submit(given: Record<string, unknown>, userId: string | undefined): [number, unknown] {
    if (!userId || this.lostAccounts.has(userId)) return [401, { code: 'PT401', message: 'not_signed_in' }]
    const payments = this.tables.payments!
    let row = payments.find((one) => one.order_id === given.p_order_id)
    if (!row) {
      const used = payments.find((one) => one.user_id === userId && one.transaction_id === given.p_transaction_id)
      if (used) return [409, { code: 'PT409', message: 'transaction_used', details: String(used.order_code), hint: '' }]
      row = {
        id: `payment-${payments.length + 1}`,
        user_id: userId,
        order_id: given.p_order_id,
        order_code: 'MFTEST0000',
        transaction_id: given.p_transaction_id,
        amount: given.p_amount,
        screenshot_url: given.p_screenshot_path,
        status: 'pending',
        created_at: new Date(Date.now() + this.clockOffset).toISOString(),
        reviewed_at: null,
        review_note: null,
        is_test: false,
        payment_lines: [],
        papers: [],
      }
      payments.push(row)
    }
    return [200, { payment_id: row.id, order_id: row.order_id, status: row.status }]
  }

  #storage(call: Call): [number, unknown] {
    const name = call.path.split('/payments/')[1]!
    if (call.path.includes('/object/info/')) {
      const size = this.objects.get(name)
      return size === undefined ? [404, { statusCode: '404', message: 'not found' }] : [200, { name, size }]
    }
    if (this.objects.has(name))
      return [400, { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' }]
    const file = [...(call.body as FormData).values()].find((value) => value instanceof Blob)!
    this.objects.set(name, file.size)
    return [200, { Id: name, Key: `payments/${name}` }]
  }
}
