import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changeTerms, listRules, listTerms } from '../../server/commands/change-terms.ts'
import { openEmbedded } from '../../server/database/database.ts'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { runServerFile as run } from '../support/server/run-server-file.ts'
import { copyTemplate, DEMO_PASSWORD, freePort, startShop, type Shop } from '../support/server/shop.ts'
import { demoPerson, newCustomer, visitor } from '../support/server/visitor.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'mehfil-operation-'))
const open: Shop[] = []

async function shopWith(options: Parameters<typeof startShop>[0]): Promise<Shop> {
  const shop = await startShop(options)
  open.push(shop)
  return shop
}
afterEach(async () => {
  for (const shop of open.splice(0)) await shop.dispose()
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

async function newDataFolder(): Promise<string> {
  const path = join(scratch, randomUUID())
  await copyTemplate('empty', path)
  return path
}

describe('a failed start ends with one sentence', () => {
  async function sentence(env: Record<string, string>): Promise<string> {
    const { code, out, err } = await run('server/main.ts', env)
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(err.trim().split('\n'), err).toHaveLength(1)
    expect(err).not.toMatch(/\bat .*:\d+:\d+|node_modules|Error:/)
    return err.trim()
  }
  test('when the port is taken', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    expect(await sentence({ PORT: String(port), DATA_DIR: await newDataFolder() })).toBe(
      `Port ${port} is taken by another program; stop that one or set PORT to another number.`,
    )
    other.close()
  })

  test('when the data folder is in use', async () => {
    const shop = await shopWith({ template: 'empty' })
    expect(await sentence({ PORT: String(await freePort()), DATA_DIR: shop.dataDir })).toContain(
      'is in use by another Mehfil',
    )
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
  })

  test('when the data folder cannot be written', async () => {
    const file = join(scratch, 'a-file')
    writeFileSync(file, '')
    expect(await sentence({ DATA_DIR: join(file, 'data') })).toContain('cannot be written')
  })

  test('when the database cannot be reached', async () => {
    const url = `postgres://shop:hunter22@127.0.0.1:${await freePort()}/shop`
    const said = await sentence({ DATABASE_URL: url, DATA_DIR: join(scratch, 'pg') })
    expect(said).toContain('cannot be reached')
    expect(said).not.toContain('hunter22')
  })

  test('when the embedded database is damaged', async () => {
    const path = await newDataFolder()
    rmSync(join(path, 'database', 'global'), { recursive: true })
    expect(await sentence({ DATA_DIR: path, PORT: String(await freePort()) })).toContain('does not open')
  })

  test('when a setting is invalid', async () => {
    expect(await sentence({ PORT: 'eighty' })).toBe('PORT must be a whole number from 0 to 65535; it is "eighty".')
    expect(await sentence({ TLS_CERT: 'x' })).toContain('TLS_KEY')
  })

  test('when certificate and key do not match', async () => {
    const cert = join(root, 'tests/support/server/tls/test-only.crt')
    expect(await sentence({ TLS_CERT: cert, TLS_KEY: cert, DATA_DIR: await newDataFolder() })).toContain(
      'TLS_CERT and TLS_KEY',
    )
  })

  test('when the address is not of this machine', async () => {
    expect(await sentence({ HOST: '203.0.113.7', DATA_DIR: await newDataFolder() })).toContain('HOST 203.0.113.7')
  })
})

describe('a running shop', () => {
  test('stops cleanly, starts again, and keeps all sessions', async () => {
    const shop = await shopWith({ template: 'empty' })
    const farah = await newCustomer(shop)
    expect(await shop.stop()).toBe(0)
    await expect(fetch(`${shop.url}/healthz`)).rejects.toThrow()
    await shop.restart()
    const { data, error } = await farah.client.from('profiles').select('email')
    expect(error).toBeNull()
    expect(data).toEqual([{ email: farah.email }])
    const { data: refreshed } = await farah.client.auth.refreshSession()
    expect(refreshed.session?.user.id).toBe(farah.id)
  })

  test('keeps every answered write and no partial one when killed', async () => {
    const shop = await shopWith({ template: 'empty' })
    const written: string[] = []
    const stopped = new AbortController()
    const write = async (sender: number): Promise<void> => {
      for (let n = 0; !stopped.signal.aborted; n += 1) {
        const id = randomUUID()
        const message = { id, name: 'Test', email: `s${sender}.${n}@test.example`, topic: 'other', message: 'kill' }
        const answer = await visitor(shop).rpc('send_contact_message', { p_message: message })
        if (!answer.error) written.push(id)
      }
    }
    const writers = [1, 2, 3, 4].map((sender) => write(sender).catch(() => undefined))
    await expect.poll(() => written.length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(40)
    await shop.kill()
    stopped.abort()
    await Promise.all(writers)
    await shop.restart({ ADMIN_EMAIL: 'owner@test.example' })
    const admin = await adminFrom(shop)
    const { data, error } = await admin.from('contact_messages').select('id')
    expect(error).toBeNull()
    const kept = new Set((data as { id: string }[]).map((row) => row.id))
    expect(written.filter((id) => !kept.has(id))).toEqual([])
  })

  test('serves https with the configured certificate', async () => {
    const tls = {
      TLS_CERT: 'tests/support/server/tls/test-only.crt',
      TLS_KEY: 'tests/support/server/tls/test-only.key',
    }
    const port = await freePort()
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: { PATH: process.env.PATH ?? '', ...tls, PORT: String(port), DATA_DIR: await newDataFolder(), DEMO: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await expect.poll(() => said, { timeout: 60_000 }).toContain(`https://localhost:${port}`)
    const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
      const sent = httpsRequest({ host: 'localhost', port, path: '/healthz', rejectUnauthorized: false }, (answer) => {
        answer.resume()
        resolve({ ...answer.headers, status: answer.statusCode })
      })
      sent.on('error', reject).end()
    })
    child.kill('SIGTERM')
    await ended
    expect(headers['status']).toBe(200)
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/)
  })

  test('goes on when its log cannot be written', async () => {
    const port = await freePort()
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: { PATH: process.env.PATH ?? '', PORT: String(port), DATA_DIR: await newDataFolder(), DEMO: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.destroy()
    child.stderr.destroy()
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const health = () =>
      fetch(`http://localhost:${port}/healthz`).then(
        ({ status }) => status,
        () => child.exitCode,
      )
    await expect.poll(health, { timeout: 60_000 }).toBe(200)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  test('stops when its parent process ends', async () => {
    const starter = `
      import { spawn } from 'node:child_process'
      const child = spawn(process.execPath, ['server/main.ts'], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
      child.stdout.on('data', (text) => { if (String(text).includes('is open at')) console.log(child.pid) })`
    const port = String(await freePort())
    const env = { PATH: process.env.PATH ?? '', PORT: port, DATA_DIR: await newDataFolder(), DEMO: '0' }
    const parent = spawn(process.execPath, ['--input-type=module', '-e', starter], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once('data', (text) => resolve(Number(String(text)))),
    )
    parent.kill('SIGKILL')
    const alive = () => {
      try {
        process.kill(pid, 0)
        return true
      } catch {
        return false
      }
    }
    await expect.poll(alive, { timeout: 20_000 }).toBe(false)
  })

  test('does not open data of a newer version', async () => {
    const path = await newDataFolder()
    const script = join(scratch, 'add.mjs')
    writeFileSync(
      script,
      `import { PGlite } from ${JSON.stringify(import.meta.resolve('@electric-sql/pglite'))}
       const db = new PGlite(${JSON.stringify(join(path, 'database'))})
       await db.query("insert into supabase_migrations.schema_migrations (version) values ('29990101000000')")
       await db.close()`,
    )
    expect((await run(script, {})).code).toBe(0)
    const { code, err } = await run('server/main.ts', { DATA_DIR: path, PORT: String(await freePort()) })
    expect(code).toBe(1)
    expect(err.trim()).toContain('newer version of Mehfil (migration 29990101000000)')
  })
})

async function setsPassword(shop: Shop, printed: string) {
  const link = /http\S+token_hash=\S+/.exec(printed)?.[0]
  const token = new URL(link ?? 'http://none').searchParams.get('token_hash') ?? ''
  const client = visitor(shop)
  const { error } = await client.auth.verifyOtp({ token_hash: token, type: 'recovery' })
  if (error) throw new Error(`The printed link does not work: ${error.message}`)
  return client
}

const adminFrom = (shop: Shop) => setsPassword(shop, /Set the password of .*/.exec(shop.log())?.[0] ?? '')

async function squats(shop: Shop) {
  const client = visitor(shop)
  const credentials = { email: 'owner@test.example', password: 'squatting here' }
  const { data } = await client.auth.signUp(credentials)
  expect(data.session).not.toBeNull()
  return { client, credentials, token: data.session?.access_token ?? '' }
}

async function endsFor(shop: Shop, { client, credentials, token }: Awaited<ReturnType<typeof squats>>): Promise<void> {
  const held = createClient(shop.url, EMBEDDED_PUBLISHABLE_KEY, { accessToken: async () => token })
  const accomplice = await newCustomer(shop)
  expect((await held.rpc('my_role')).status).toBe(401)
  expect((await held.rpc('set_staff_role', { p_user_id: accomplice.id, p_role: 'admin' })).status).toBe(401)
  expect((await accomplice.client.rpc('my_role')).data).toBeNull()
  expect((await held.from('profiles').select('id')).status).toBe(401)
  expect((await held.from('singers').insert({ name: 'Mallory' })).status).toBe(401)
  expect((await client.auth.refreshSession()).error).not.toBeNull()
  const { error } = await visitor(shop).auth.signInWithPassword(credentials)
  expect(error?.code).toBe('invalid_credentials')
}

describe('a new admin', () => {
  test('is the address in ADMIN_EMAIL, by a printed link that works once', async () => {
    const shop = await shopWith({ template: 'empty', env: { ADMIN_EMAIL: 'Owner@Test.example' } })
    expect(shop.log()).toContain('Set the password of owner@test.example')
    const admin = await adminFrom(shop)
    expect((await admin.rpc('my_role')).data).toBe('admin')
    await expect(adminFrom(shop)).rejects.toThrow('does not work')
    await admin.auth.updateUser({ password: 'a password of mine' })
    const again = visitor(shop)
    const { error } = await again.auth.signInWithPassword({
      email: 'owner@test.example',
      password: 'a password of mine',
    })
    expect(error).toBeNull()
    const said = shop.log().length
    await shop.restart()
    expect(shop.log().slice(said)).not.toContain('Set the password')
  })

  test('takes over an account that a stranger registered: its session and tokens end', async () => {
    const shop = await shopWith({ template: 'empty' })
    const squatter = await squats(shop)
    await shop.restart({ ADMIN_EMAIL: 'owner@test.example' })
    await endsFor(shop, squatter)
    expect((await (await adminFrom(shop)).rpc('my_role')).data).toBe('admin')
  })

  test('is made by npm run make-admin with a link for the next start, not while the shop runs', async () => {
    const shop = await shopWith({ template: 'empty' })
    const env = { DATA_DIR: shop.dataDir, PORT: String(shop.port) }
    const busy = await run('server/commands/make-admin.ts', env, ['second@test.example'])
    expect(busy.code).toBe(1)
    expect(busy.err).toContain('in use by another Mehfil')
    await shop.stop()
    expect((await run('server/commands/make-admin.ts', env, [])).err).toContain('npm run make-admin --')
    const made = await run('server/commands/make-admin.ts', env, ['second@test.example'])
    expect(made.code, made.err).toBe(0)
    await shop.restart()
    expect((await (await setsPassword(shop, made.out)).rpc('my_role')).data).toBe('admin')
  })

  test('npm run terms lists the terms, changes them from a day on, and refuses an invalid one in a sentence', async () => {
    const shop = await shopWith({ template: 'empty' })
    const env = { DATA_DIR: shop.dataDir, PORT: String(shop.port) }
    await shop.stop()
    const terms = (...words: string[]) => run('server/commands/terms.ts', env, words)
    expect((await terms()).out).toMatch(/^From 2020-01-01: gst_percent 18\.00, fee_per_seat 30\.00, hold_minutes 10,/m)
    const changed = await terms('2099-04-01', 'gst_percent=12', 'fee_per_seat=25.50')
    expect(changed.code, changed.err).toBe(0)
    expect(changed.out).toMatch(/^From 2099-04-01: gst_percent 12\.00, fee_per_seat 25\.50, hold_minutes 10,/m)
    expect(changed.out).toMatch(/gst_by rules, fee_gst_percent 0\.00, prices_include_gst false, round_to_rupee false$/m)
    expect(changed.out).toMatch(/^Rules of tax from 2020-01-01: gst=0@500,18$/m)
    expect(await terms('2021-04-01', 'gst_percent=5')).toMatchObject({
      code: 1,
      err: expect.stringContaining('refused these terms'),
    })
  })

  test('changes of the terms add to those of their day, and take rules of tax', async () => {
    const database = await openEmbedded(join(await newDataFolder(), 'database'))
    const terms = async (day: string, ...changes: string[]) => {
      await changeTerms(database, day, changes)
      const rules = (await listRules(database)).findLast((one) => one.from_day === day)
      return { ...(await listTerms(database)).find((one) => one['from_day'] === day), rules: rules?.rules }
    }
    await terms('2099-04-01', 'gst_percent=12', 'fee_per_seat=25.50')
    expect(await terms('2099-04-01', 'gst_percent=5')).toMatchObject({ gst_percent: '5.00', fee_per_seat: '25.50' })
    expect(
      await terms('2099-05-01', 'fee_gst_percent=18', 'gst=0@499.5,12@2500,28', 'local=Tamil Nadu:10'),
    ).toMatchObject({ gst_percent: '5.00', fee_gst_percent: '18.00' })
    expect(await terms('2099-05-01', 'local=Goa:5@1000', 'gst_by=flat', 'prices_include_gst=true')).toMatchObject({
      prices_include_gst: 'true',
      rules: 'gst=0@499.5,12@2500,28 local=Goa:5@1000 local=Tamil Nadu:10',
    })
    for (const [day, ...wrong] of [
      ['soon', 'gst_percent=5'],
      ['2099-04-01'],
      ['2099-04-01', 'vat=5'],
      ['2099-04-01', 'gst_percent=-1'],
    ] as const)
      await expect(terms(day, ...wrong), `${day} ${wrong.join(' ')}`).rejects.toThrow(/npm run terms --|is no term/)
    for (const [day, ...wrong] of [
      ['2021-04-01', 'gst_percent=5'],
      ['2099-04-01', 'gst_percent=101'],
      ['2099-04-01', 'gst=18@500'],
      ['2099-04-01', 'local=Bavaria:5'],
      ['2021-04-01', 'gst=5'],
    ] as const)
      await expect(terms(day, ...wrong), `${day} ${wrong.join(' ')}`).rejects.toThrow('refused these terms')
    await database.close()
  })

  test('takes over a stranger’s account through npm run make-admin, too', async () => {
    const shop = await shopWith({ template: 'empty' })
    const squatter = await squats(shop)
    await shop.stop()
    const env = { DATA_DIR: shop.dataDir, PORT: String(shop.port) }
    const made = await run('server/commands/make-admin.ts', env, [squatter.credentials.email])
    expect(made.code, made.err).toBe(0)
    await shop.restart()
    await endsFor(shop, squatter)
    const owner = await setsPassword(shop, made.out)
    expect((await owner.rpc('my_role')).data).toBe('admin')
    expect((await owner.auth.updateUser({ password: 'a password of mine' })).error).toBeNull()
  })
})

describe('limits on sign-in', () => {
  test('allow ten wrong passwords per address and thirty per network in 15 minutes, then answer 429 with a time', async () => {
    const limits = { LIMITS_SIGN_IN_PER_ADDRESS: '10', LIMITS_SIGN_IN_PER_IP: '30', LIMITS_AUTH_ANSWER_MS: '0' }
    const shop = await shopWith({ template: 'empty', env: limits })
    const attempt = (email: string, path = 'token?grant_type=password') =>
      fetch(`${shop.url}/auth/v1/${path}`, {
        method: 'POST',
        headers: {
          apikey: EMBEDDED_PUBLISHABLE_KEY,
          'content-type': 'application/json',
          'x-forwarded-for': randomUUID(),
        },
        body: JSON.stringify({ email, password: 'wrong password' }),
      })
    for (let n = 0; n < 10; n += 1)
      expect((await attempt(n % 2 ? 'a@test.example' : ' A@Test.Example')).status).toBe(400)
    const eleventh = await attempt('a@test.example')
    expect(eleventh.status).toBe(429)
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(await eleventh.json()).toMatchObject({ error_code: 'over_request_rate_limit' })
    expect((await attempt('a@test.example', 'recover')).status).toBe(429)
    for (let n = 0; n < 20; n += 1) expect((await attempt(`b${n}@test.example`)).status).toBe(400)
    for (const path of ['token?grant_type=password', 'verify']) {
      expect((await attempt('new@test.example', path)).status, path).toBe(429)
    }
    expect((await attempt('new@test.example', 'signup')).status).toBe(200)
    for (const path of ['recover', 'resend', 'recover'])
      expect((await attempt('other@test.example', path)).status).not.toBe(429)
    expect((await attempt('other@test.example', 'resend')).status).toBe(429)
    for (const email of ['x<victim@test.example>', 'a,b@test.example', 'a;b@test.example'])
      expect((await attempt(email, 'signup')).status, email).toBe(400)
    // Sessions stay: a refresh presents a secret, not a guess.
    const refresh = await attempt('', 'token?grant_type=refresh_token')
    expect(refresh.status).toBe(400)
  })

  test('take as long for a wrong password with an unknown address as with a known one', async () => {
    const shop = await shopWith({ template: 'empty', env: { LIMITS_AUTH_ANSWER_MS: '600' } })
    const farah = await newCustomer(shop)
    const time = async (email: string) => {
      const began = performance.now()
      const { error } = await visitor(shop).auth.signInWithPassword({ email, password: 'wrong password' })
      expect(error?.code).toBe('invalid_credentials')
      return performance.now() - began
    }
    for (const email of [farah.email, 'nobody@test.example']) expect(await time(email)).toBeGreaterThanOrEqual(590)
  })

  test('refuse password recovery without mail, the same way for every address', async () => {
    const shop = await shopWith({ template: 'empty' })
    const farah = await newCustomer(shop)
    const codes = await Promise.all(
      [farah.email, 'nobody@test.example'].map(
        async (email) => (await visitor(shop).auth.resetPasswordForEmail(email)).error?.code,
      ),
    )
    expect(codes).toEqual(['email_provider_disabled', 'email_provider_disabled'])
  })
})

describe('the demo', () => {
  describe('once added', () => {
    let shop: Shop
    beforeAll(async () => void (shop = await startShop({ template: 'demo' })))
    afterAll(() => shop?.dispose())

    test('fills a shop with every kind of data', async () => {
      expect(shop.accounts.map((account) => account.role)).toEqual(['customer', 'admin', 'gate'])
      expect(shop.accounts.every((account) => account.password === DEMO_PASSWORD)).toBe(true)
      const now = new Date().toISOString()
      const anyone = visitor(shop)
      const { data: events } = await anyone
        .from('events')
        .select('id, date, status, city, ticket_categories(price, total_tickets, tickets_sold)')
      const { count: singers } = await anyone.from('singers').select('id', { count: 'exact', head: true })
      const { count: links } = await anyone
        .from('ticket_category_layouts')
        .select('seating_layout_id', { count: 'exact', head: true })
      expect(singers).toBeGreaterThanOrEqual(12)
      expect(links).toBeGreaterThan(3)
      expect(events?.filter((event) => event.date > now).length).toBeGreaterThanOrEqual(40)
      expect(events?.filter((event) => event.date < now).length).toBeGreaterThanOrEqual(3)
      expect(events?.filter((event) => event.status === 'cancelled').length).toBe(1)
      for (const event of events ?? []) {
        for (const category of event.ticket_categories)
          expect(category.tickets_sold).toBeLessThanOrEqual(category.total_tickets)
      }
      expect(events?.some((event) => event.ticket_categories.some((category) => category.tickets_sold > 0))).toBe(true)
      expect(events?.some((event) => event.ticket_categories.some((category) => category.total_tickets >= 3_000))).toBe(
        true,
      )

      const admin = await demoPerson(shop, 'admin')
      const { data } = await admin.client.rpc('get_payment_details').select('status, screenshot_url')
      const payments = data as unknown as { status: string; screenshot_url: string }[]
      expect(new Set(payments.map((payment) => payment.status))).toEqual(new Set(['pending', 'approved', 'rejected']))
      // What staff sold has no screenshot.
      for (const payment of payments.filter((one) => one.screenshot_url !== '')) {
        const { data: picture } = await admin.client.storage.from('payments').download(payment.screenshot_url)
        expect(picture?.type).toBe('image/png')
        expect(
          Buffer.from((await picture?.arrayBuffer()) ?? new ArrayBuffer())
            .subarray(1, 4)
            .toString(),
        ).toBe('PNG')
      }
      const customer = await demoPerson(shop, 'customer')
      const { data: tickets } = await customer.client.from('user_tickets').select('event_id, seats')
      const when = new Map(events?.map((event) => [event.id, event.date]))
      expect(tickets?.some((ticket) => (when.get(ticket.event_id) ?? '') > now)).toBe(true)
      expect(tickets?.some((ticket) => (when.get(ticket.event_id) ?? now) < now)).toBe(true)
      for (const [role, person] of [
        ['admin', admin],
        ['customer', customer],
        ['gate', await demoPerson(shop, 'gate')],
      ] as const) {
        expect((await person.client.rpc('my_role')).data).toBe(role === 'customer' ? null : role)
      }
      // What the gate needs for tomorrow.
      const gate = (await demoPerson(shop, 'gate')).client
      const { data: nights } = await gate.rpc('gate_events').throwOnError()
      expect(nights.length).toBeGreaterThan(10)
      const { data: list } = await gate.rpc('gate_roster', { p_event_id: nights[0].event_id }).throwOnError()
      const rows = list.rows as { state: string; seats: string[] }[]
      expect(new Set(rows.map((row) => row.state))).toEqual(new Set(['valid', 'revoked', 'rejected']))
      expect(rows.some((row) => row.seats.length === 4)).toBe(true)
      const settings = await anyone.from('shop_settings').select('upi_id').single()
      expect(settings.data?.upi_id).toMatch(/@/)
    })

    test('has a club, a college and a draft, a guest list, a code and two tills that add up', async () => {
      const { client } = await demoPerson(shop, 'admin')
      const { data: events } = await client
        .from('events')
        .select('id, published_at, description, line_up, doors_at, minimum_age, rules, ticket_categories(*)')
        .not('description', 'is', null)
        .throwOnError()
      const zones = events.flatMap((event) => event.ticket_categories as Record<string, unknown>[])
      expect(events.filter((event) => event.published_at === null)).toHaveLength(1)
      expect(events.some((event) => event.line_up && event.doors_at && event.minimum_age && event.rules)).toBe(true)
      expect(zones.some((zone) => zone['is_standing'] && !zone['is_free'])).toBe(true)
      expect(zones.some((zone) => zone['is_free'])).toBe(true)
      expect(zones.some((zone) => zone['tickets_kept'] === 6)).toBe(true)
      const early = zones.flatMap((zone) => zone['phases'] as { until: string; until_sold: number }[])
      const hours = (Date.parse(early[0]!.until) - Date.now()) / 3_600_000
      expect(hours).toBeGreaterThan(24)
      expect(hours).toBeLessThan(72)
      const club = events.find((event) => event.minimum_age !== null)!
      const { data: guests } = await client.rpc('list_guests', { p_event_id: club.id }).throwOnError()
      expect(new Set((guests as { link: string }[]).map((guest) => guest.link))).toEqual(new Set(['new', 'opened']))
      const { data: codes } = await client.from('discount_codes').select('percent').throwOnError()
      expect(codes).toEqual([{ percent: 10 }])
      // Ids of the demo share the bits of which an order's code is made, so that orders with such ids would collide.
      const orders = (guests as { order_id: string }[]).map((guest) => guest.order_id)
      expect(orders.filter((id) => id.startsWith(club.id.slice(0, 8)))).toEqual([])
      const { data: tills } = await client.rpc('list_tills').throwOnError()
      expect(tills).toMatchObject([
        { closed_at: null, opened_by_name: 'Nikhil Countrywala', by_method: { cash: { n: 1 }, upi: { n: 1 } } },
        { difference: 0, by_method: { cash: { n: 1 }, card: { n: 1 }, complimentary: { n: 1 } }, undone: { n: 1 } },
      ])
    })
  })

  test('fills only at the first start on this machine', async () => {
    const dataDir = join(scratch, 'first')
    const shop = await shopWith({ dataDir, env: { DEMO: '', DEMO_PASSWORD: '' } })
    expect(shop.accounts).toHaveLength(3)
    const passwords = shop.accounts.map((account) => account.password)
    expect(new Set(passwords).size).toBe(3)
    expect(statSync(join(dataDir, 'demo-accounts.json')).mode & 0o777).toBe(0o600)
    const count = async () => (await visitor(shop).from('events').select('id', { count: 'exact', head: true })).count
    const events = await count()
    await shop.restart()
    expect(shop.accounts.map((account) => account.password)).toEqual(passwords)
    expect(await count()).toBe(events)
    await shop.restart({ DEMO_PASSWORD: 'another-password' })
    expect(
      (await visitor(shop).auth.signInWithPassword({ email: 'gate@demo.mehfil.example', password: 'another-password' }))
        .error,
    ).toBeNull()
    await shop.stop()
    // Its passwords were on this terminal, so exposing it needs DEMO=1.
    const exposed = await run('server/main.ts', {
      DATA_DIR: dataDir,
      PUBLIC_URL: 'https://tickets.example.in',
      DEMO: '',
      PORT: String(shop.port),
    })
    expect(exposed.code).toBe(1)
    expect(exposed.err).toContain('demo accounts')
    await shop.restart({ PUBLIC_URL: 'http://localhost', DEMO: '1' })
    expect(shop.log()).toMatch(/!! DEMO=1/)
  })

  test('does not fill a shop that is exposed or was opened before', async () => {
    const exposed = await shopWith({
      dataDir: join(scratch, 'exposed'),
      env: { DEMO: '', PUBLIC_URL: 'http://localhost' },
    })
    expect(exposed.accounts).toEqual([])
    await exposed.restart({ PUBLIC_URL: '' })
    expect(exposed.accounts).toEqual([])
    const { count } = await visitor(exposed).from('events').select('id', { count: 'exact', head: true })
    expect(count).toBe(0)
  })

  test('fills an existing shop by npm run demo', async () => {
    const dataDir = await newDataFolder()
    const made = await run('server/commands/demo.ts', { DATA_DIR: dataDir, DEMO_PASSWORD })
    expect(made.code, made.err).toBe(0)
    expect(made.out).toContain(`admin  admin@demo.mehfil.example  ${DEMO_PASSWORD}`)
    const again = await run('server/commands/demo.ts', { DATA_DIR: dataDir, DEMO_PASSWORD })
    expect(again.code, again.err).toBe(0)
  })
})

describe('the pages', () => {
  test('are served as they were built', async () => {
    expect(existsSync(join(root, 'dist/index.html')), 'run `node scripts/build.mjs` first').toBe(true)
    const shop = await shopWith({ template: 'empty' })
    const index = readFileSync(join(root, 'dist/index.html'), 'utf8')
    // The server adds what the shop is called and says of itself.
    const look = /\n *<script type="application\/json" id="shop-look">[^\n]*/
    for (const path of ['/', '/cart', '/events/8a1f', '/admin/payments', '/auth/callback?code=x']) {
      const answer = await fetch(shop.url + path, { headers: { accept: 'text/html' } })
      expect(answer.status, path).toBe(200)
      expect((await answer.text()).replace(look, ''), path).toBe(index)
      expect(answer.headers.get('cache-control'), path).toBe('no-cache')
    }
    const scripts = [...index.matchAll(/src="(\/assets\/[^"]+\.js)"/g)].map((found) => found[1]!)
    const size = (path: string) => statSync(join(root, 'dist', path)).size
    // Not the first: a tiny script does not shrink.
    const script = scripts.reduce((largest, one) => (size(one) > size(largest) ? one : largest))
    const answer = await fetch(shop.url + script, { headers: { 'accept-encoding': 'br' } })
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-encoding')).toBe('br')
    const etag = answer.headers.get('etag') ?? ''
    await answer.arrayBuffer()
    const again = await fetch(shop.url + script, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect((await fetch(`${shop.url}/assets/missing-00000000.js`, { headers: { accept: 'text/html' } })).status).toBe(
      404,
    )
    expect((await fetch(`${shop.url}/.built-from`)).status).toBe(404)
    const head = await fetch(shop.url, { method: 'HEAD', headers: { accept: 'text/html' } })
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
  })
})
