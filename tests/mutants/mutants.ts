/**
 * Faults of the kind that people make, each with the test that must turn red: `npm run mutants` plants them one by one
 * (tests/tools/mutants.ts). A fault that the suite does not see is a hole: write its test, then add it here.
 */
export interface Mutant {
  /** Begins with its theme, which `npm run mutants -- price` takes. */
  name: string
  file: string
  /** Occurs once in the file. */
  find: string
  plant: string
  /** The cheapest test that sees it. Its folder says the layer. */
  test: string
  /** Only tests with this in their titles run. */
  title?: string
}

const layers = {
  'supabase/tests/': 'sql',
  'tests/sql-races/': 'races',
  'tests/api/': 'api',
  'tests/screens/': 'screens',
  'tests/engines/': 'engines',
  'tests/e2e/': 'e2e',
} as const

/** Returns the layer of `npm test` that runs a test file. */
export function layerOf(test: string): (typeof layers)[keyof typeof layers] | 'unit' {
  for (const [folder, layer] of Object.entries(layers)) if (test.startsWith(folder)) return layer
  return 'unit'
}

export const occurrences = (text: string, find: string): number => text.split(find).length - 1

export const mutants: readonly Mutant[] = [
  {
    name: 'money: a payment for what is not on sale keeps its places',
    file: 'supabase/schema/52-payments.sql',
    find: "then 'not_on_sale' end,",
    plant: 'then null end,',
    test: 'supabase/tests/what-a-payment-keeps.test.sql',
  },
  {
    name: 'money: a hold keeps its price for ever',
    file: 'supabase/schema/52-payments.sql',
    find: 'c.expires_at > now() - make_interval(mins => p_terms.late_minutes)',
    plant: 'true',
    test: 'supabase/tests/what-a-payment-keeps.test.sql',
  },
  {
    name: 'money: a proof approves what kept nothing',
    file: 'supabase/schema/70-proofs.sql',
    find: 'from public.payment_flags g where g.payment_id = p_payment.id;',
    plant: 'from public.payment_flags g where false;',
    test: 'supabase/tests/what-a-payment-keeps.test.sql',
  },
  {
    name: 'money: a wrong digit approves at once',
    file: 'supabase/schema/70-proofs.sql',
    find: 'p_credit.created_at > now() - c_claim_time',
    plant: 'false',
    test: 'supabase/tests/what-a-payment-keeps.test.sql',
  },
  {
    name: 'access: a seller makes a link anew whenever they like',
    file: 'supabase/schema/64-door.sql',
    find: "when p_payment.created_at < now() - private.undo_time() then 'minutes'",
    plant: "when false then 'minutes'",
    test: 'supabase/tests/sold-tickets.test.sql',
  },
  {
    name: 'price: the odd paisa goes to the smallest remainder',
    file: 'src/shop/prices/price.ts',
    find: 'a.remainder > b.remainder ? -1 : 1',
    plant: 'a.remainder < b.remainder ? -1 : 1',
    test: 'src/shop/prices/price.test.ts',
  },
  {
    name: 'price: the price that is shown all in has no fee',
    file: 'src/shop/prices/rates.ts',
    find: 'taxOf(price, localPercent) + fee + taxOf(fee, feeGstPercent)',
    plant: 'taxOf(price, localPercent) + taxOf(fee, feeGstPercent)',
    test: 'src/shop/terms/terms.test.ts',
  },
  {
    name: 'price: the database rounds GST down',
    file: 'supabase/schema/41-terms.sql',
    find: 'gst := (floor((v_price * v_line.gst_percent + 50) / 100) / 100)',
    plant: 'gst := (floor((v_price * v_line.gst_percent) / 100) / 100)',
    test: 'supabase/tests/price.test.sql',
  },
  {
    name: 'price: a code takes more off than the price',
    file: 'src/shop/codes/code.ts',
    find: 'Math.max(0, full - (amount ?? 0))',
    plant: 'full - (amount ?? 0)',
    test: 'src/shop/codes/code.test.ts',
  },
  {
    name: 'hold: a seat of another order is taken',
    file: 'supabase/schema/50-seats.sql',
    find: 'or c.user_id = p_user_id and (c.order_id = p_order_id or c.payment_id is not null)\n    else',
    plant: 'or c.user_id = p_user_id or (c.order_id = p_order_id or c.payment_id is not null)\n    else',
    test: 'supabase/tests/holds.test.sql',
  },
  {
    name: 'hold: a cancelled event is sold',
    file: 'supabase/schema/50-seats.sql',
    find: "e.status = 'scheduled' and e.date > now() and (p.unit_price is not null",
    plant: 'e.date > now() and (p.unit_price is not null',
    test: 'supabase/tests/holds.test.sql',
  },
  {
    name: "submit: another customer's order is submitted",
    file: 'supabase/schema/52-payments.sql',
    find: 'where o.id = p_order_id and o.user_id = v_user and o.submitted_at is null\n    returning * into v_order;',
    plant: 'where o.id = p_order_id and o.submitted_at is null\n    returning * into v_order;',
    test: 'supabase/tests/offers.test.sql',
  },
  {
    name: 'review: staff approve their own payment',
    file: 'supabase/schema/56-review.sql',
    find: 'if p_payment.user_id = p_reviewer and not p_payment.is_test then',
    plant: 'if p_payment.user_id = p_reviewer and p_payment.is_test then',
    test: 'supabase/tests/review.test.sql',
  },
  {
    name: 'proof: the most that is approved alone is read as paise',
    file: 'supabase/schema/70-proofs.sql',
    find: 'if v_match.expected > v_rules.most_amount then',
    plant: 'if v_match.expected > v_rules.most_amount * 100 then',
    test: 'supabase/tests/proofs.test.sql',
  },
  {
    name: 'rights: customers read the payments of all',
    file: 'supabase/schema/52-payments.sql',
    find: 'every one" on public.payments\n  for select to authenticated using (user_id = (select private.uid()) or (select private.is_admin()));',
    plant: 'every one" on public.payments\n  for select to authenticated using (true);',
    test: 'supabase/tests/submit.test.sql',
  },
  {
    name: 'rights: customers publish and cancel events',
    file: 'supabase/schema/57-publishing.sql',
    find: 'v_event public.events;\nbegin\n  perform private.require_admin();\n  if p_event_id is null then',
    plant: 'v_event public.events;\nbegin\n  perform private.require_user();\n  if p_event_id is null then',
    test: 'supabase/tests/publishing.test.sql',
  },
  {
    name: 'rights: visitors may read refunds',
    file: 'supabase/schema/55-refunds.sql',
    find: "('authenticated', 'select', 'table public.refunds'),",
    plant: "('anon, authenticated', 'select', 'table public.refunds'),",
    test: 'supabase/tests/refunds.test.sql',
  },
  {
    name: 'race: two approvals find one credit free',
    file: 'supabase/schema/56-review.sql',
    find: 'order by b.id for no key update;\nend',
    plant: 'order by b.id;\nend',
    test: 'tests/sql-races/two-at-once.test.ts',
    title: 'approve two payments that name one credit',
  },
  {
    name: 'race: a scan that is sent twice is refused',
    file: 'supabase/schema/61-scans.sql',
    find: 'insert into public.ticket_scans select v_scan.* on conflict (id) do nothing;',
    plant: 'insert into public.ticket_scans select v_scan.*;',
    test: 'supabase/tests/scans.test.sql',
  },
  {
    name: 'offline: a payment is given up for a reason that may pass',
    file: 'src/shop/orders/outbox/send-submission.store.ts',
    find: 'FINAL.has(failure.code) && !isRetryable(failure)',
    plant: 'FINAL.has(failure.code) || !isRetryable(failure)',
    test: 'src/shop/orders/outbox/outbox.store.test.ts',
  },
  {
    name: 'offline: a submission is lost when the page reloads',
    file: 'src/shop/orders/outbox/submit-order.store.ts',
    find: "await store.table('submissions').put(made.value)",
    plant: 'keepSubmissionInPage({ row: made.value, onDevice: true, full: false })',
    test: 'src/shop/orders/outbox/outbox.store.test.ts',
  },
  {
    name: "offline: one person's ticket opens for the next on the device",
    file: 'src/shop/tickets/wallet.store.ts',
    find: 'if (!row || row.ownerId !== (await ownerIn(store))) return null',
    plant: 'if (!row) return null',
    test: 'src/shop/tickets/wallet-sync.store.test.ts',
  },
  {
    name: 'offline: the service worker keeps no page of tickets',
    file: 'src/service-worker.ts',
    find: String.raw`const NOT_A_PAGE = [/^\/(rest|auth|storage)\/v1(\/|$)/,`,
    plant: String.raw`const NOT_A_PAGE = [/^\/(rest|auth|storage|my-tickets)(\/|$)/,`,
    test: 'tests/e2e/offline-cold-start.spec.ts',
  },
  {
    name: 'offline: a ticket asks for a sign-in once the session has expired',
    file: 'src/account/session/guards.tsx',
    find: "const out = identity.status === 'signed-out'\n  useRemember",
    plant:
      "const out = identity.status === 'signed-out' || (identity.status === 'signed-in' && identity.sessionExpired)\n  useRemember",
    test: 'tests/e2e/offline-cold-start.spec.ts',
  },
  {
    name: 'offline: an unsent payment is not listed',
    file: 'src/storefront/wallet/my-tickets-route.tsx',
    find: '() => openPayments(submissions.value ?? [], payments.value',
    plant: '() => openPayments([], payments.value',
    test: 'tests/e2e/offline-submit.spec.ts',
    title: 'Submitted with the server stopped, the browser closed',
  },
  {
    name: 'seats: an open map does not follow what others take',
    file: 'src/storefront/seats/picker/use-live-seats.ts',
    find: 'usePolling(refresh, everyMs ?? RETRY_MS,',
    plant: 'usePolling(refresh, everyMs === null ? RETRY_MS : null,',
    test: 'tests/e2e/seats.spec.ts',
    title: 'Two customers look at one map',
  },
  {
    name: 'seats: held seats look free to visitors',
    file: 'supabase/schema/50-seats.sql',
    find: 's.user_id is not distinct from v_user as mine',
    plant: 's.user_id = v_user as mine',
    test: 'supabase/tests/holds.test.sql',
  },
  {
    name: 'seats: people in the cart are counted as free places',
    file: 'src/storefront/seats/picker/standing-choice.ts',
    find: 'if (people + room.inCart > room.left)',
    plant: 'if (people > room.left)',
    test: 'src/storefront/seats/picker/standing-choice.test.ts',
  },
  {
    name: 'gate: an older code than the one handed over enters',
    file: 'src/shop/gate/admission.ts',
    find: 'if (issue < listed.from)',
    plant: 'if (issue + 1 < listed.from)',
    test: 'src/shop/gate/admission.test.ts',
  },
  {
    name: 'gate: the code of another event enters',
    file: 'src/shop/gate/admission.ts',
    find: 'known.events.find((one) => one.id === eventId)\n  if (eventId',
    plant: 'known.events.find((one) => one.id === eventId) ?? known.events[0]\n  if (eventId',
    test: 'src/shop/gate/admission.test.ts',
  },
  {
    name: 'gate: a ticket missing on a fresh list enters',
    file: 'src/shop/gate/admission.ts',
    find: "return isFresh(known) ? check('not_on_list') : answer",
    plant: "return isFresh(known) ? answer : check('not_on_list')",
    test: 'src/shop/gate/admission.test.ts',
  },
  {
    name: 'gate: who is in is forgotten until the next list',
    file: 'src/shop/gate/scans/settle-scans.store.ts',
    find: 'return scan.heard != null && ticket.asked > scan.heard',
    plant: 'return scan.heard != null',
    test: 'src/shop/gate/scans/order.test.ts',
  },
  {
    name: 'gate: the verdict is shown before the scan is stored',
    file: 'src/shop/gate/scans/judge.store.ts',
    find: `const scan = await commit(scanOf(judged, options.gate), stamp)
    // Otherwise another tab has just changed this ticket's admissions: decide again.
    if (scan) return { ...judged, scan }`,
    plant: `void commit(scanOf(judged, options.gate), stamp)
    return judged`,
    test: 'src/shop/gate/scans/judge.store.test.ts',
    title: 'could not be stored',
  },
  {
    name: 'gate: a code that is still held up is already in',
    file: 'src/gate/use-gate.ts',
    find: "void enqueue({ kind: 'text', text, typed: false }, isHeld)",
    plant: "void enqueue({ kind: 'text', text, typed: false }, false)",
    test: 'tests/e2e/gate-scanning.spec.ts',
    title: 'A ticket enters for as long as it is held',
  },
  {
    name: "gate: an undo takes back another person's scan",
    file: 'supabase/schema/61-scans.sql',
    find: 'and p_scan.device = p_undo.device and p_scan.staff_id = p_undo.staff_id',
    plant: 'and p_scan.device = p_undo.device',
    test: 'supabase/tests/gate-window.test.sql',
  },
  {
    name: "pass: the event's signature is not required of fixed codes",
    file: 'src/shop/gate/scans/find-ticket.store.ts',
    find: '(await isIssued(code, publicKey)) && (code.device === null || (await isDeviceRight(code)))',
    plant: '(await isIssued(code, publicKey)) || code.device === null || (await isDeviceRight(code))',
    test: 'src/shop/gate/scans/judge.store.test.ts',
  },
  {
    name: 'pass: a link of a hand-over opens after its time',
    file: 'supabase/schema/65-hand-over.sql',
    find: 'else least(r.hand_over_until, p_event.date + private.goes_on_for()) end',
    plant: 'else greatest(r.hand_over_until, p_event.date + private.goes_on_for()) end',
    test: 'supabase/tests/hand-over.test.sql',
  },
  {
    name: 'money: what was sent back already is owed again',
    file: 'supabase/schema/55-refunds.sql',
    find: 'least(p_ticket.total_amount, m.received - m.promised,',
    plant: 'least(p_ticket.total_amount, m.received,',
    test: 'supabase/tests/refunds-and-tickets.test.sql',
  },
  {
    name: 'money: rejected payments are revenue',
    file: 'supabase/schema/80-dashboard.sql',
    find: "where p.status = 'approved' and not p.is_test) as revenue,",
    plant: "where p.status <> 'pending' and not p.is_test) as revenue,",
    test: 'supabase/tests/dashboard.test.sql',
  },
  {
    name: 'bank: eleven digits count as a UTR',
    file: 'src/shop/bank/bank-statement-utr.ts',
    find: String.raw`(?<![\p{L}\p{N}@+])0*(\d{12})`,
    plant: String.raw`(?<![\p{L}\p{N}@+])0*(\d{11,12})`,
    test: 'src/shop/bank/bank-statement.test.ts',
  },
  {
    name: 'session: any session of the account keeps an ended one alive',
    file: 'supabase/schema/00-foundation.sql',
    find: 'where s.id = v_session and s.user_id = p_user_id',
    plant: 'where s.user_id = p_user_id',
    test: 'supabase/tests/sessions.test.sql',
  },
  {
    name: "server: a host that ends in the shop's name is ours",
    file: 'server/http/host-check.ts',
    find: "host === new URL(settings.publicUrl).hostname.replace(/^\\[|\\]$/g, '')",
    plant: "host.endsWith(new URL(settings.publicUrl).hostname.replace(/^\\[|\\]$/g, ''))",
    test: 'server/http/host-check.test.ts',
  },
  {
    name: 'server: any host is answered while there is no PUBLIC_URL',
    file: 'server/http/web-server.ts',
    find: 'if (!isOurHost(request.headers.host, settings)) {',
    plant: 'if (settings.publicUrl && !isOurHost(request.headers.host, settings)) {',
    test: 'tests/api/server.test.ts',
    title: 'answers only under its own names',
  },
  {
    name: 'server: what is wrong with an upload is found and forgotten',
    file: 'server/api/api-guard.ts',
    find: 'if (fault || !upload) {',
    plant: 'if (!upload) {',
    test: 'tests/api/server.test.ts',
    title: 'must be pictures of the declared type',
  },
  {
    name: "server: an upload's declared type is believed",
    file: 'server/files/picture-upload.ts',
    find: 'if (!type || type !== upload.type) {',
    plant: 'if (!type) {',
    test: 'server/files/picture-upload.test.ts',
  },
  {
    name: 'server: one more try than the limit',
    file: 'server/auth/attempt-limit.ts',
    find: 'recent[recent.length - this.#most]',
    plant: 'recent[recent.length - this.#most - 1]',
    test: 'server/auth/attempt-limit.test.ts',
  },
  {
    name: "server: a picture's name leaves its folder",
    file: 'server/files/stored-files.ts',
    find: "...name.split('/').map(safe))",
    plant: "...name.split('/'))",
    test: 'server/files/stored-files.test.ts',
  },
  {
    name: 'server: an answer may be read as another type',
    file: 'server/http/security-headers.ts',
    find: "    'x-content-type-options': 'nosniff',\n",
    plant: '',
    test: 'server/http/security-headers.test.ts',
  },
  {
    name: 'console: a decided payment can be approved',
    file: 'src/console/payments/review/payment-dialog.tsx',
    find: "const pending = payment?.status === 'pending' && !waits",
    plant: 'const pending = payment !== undefined && !waits',
    test: 'src/console/payments/review/payment-dialog.test.tsx',
  },
  {
    name: 'console: unsaved work of a page is dropped without a question',
    file: 'src/console/kit/unsaved-question.tsx',
    find: 'here.search !== to.search && hasUnsavedRow() : hasUnsavedWork()',
    plant: 'here.search !== to.search && hasUnsavedRow() : hasUnsavedRow()',
    test: 'tests/screens/console-unsaved.spec.ts',
    title: 'The console asks before a link',
  },
  {
    name: 'console: a letter approves although letters are switched off',
    file: 'src/console/payments/shortcuts.ts',
    find: '    { on },\n',
    plant: '    { on: on || Object.keys(actions).length > 0 },\n',
    test: 'tests/screens/console-payments.spec.ts',
    title: 'A payment is approved with A',
  },
  {
    name: 'console: a formula after a space reaches the spreadsheet',
    file: 'src/platform/text/csv.ts',
    find: String.raw`/^[\s\uFEFF\u200B]*[=+`,
    plant: String.raw`/^[=+`,
    test: 'src/platform/text/csv.test.ts',
  },
  {
    name: 'console: the file of payments lacks what was expected',
    file: 'src/console/payments/payment-columns.ts',
    find: "  { head: 'Expected (INR)', cell: (payment) => rupeesCell(payment.expected) },\n",
    plant: '',
    test: 'src/console/payments/payment-columns.test.ts',
  },
  {
    name: 'words: the amount to pay is shown without tax and fee',
    file: 'src/storefront/checkout/pay/pay-page.tsx',
    find: '          {exactRupees(price.total)}\n',
    plant: '          {exactRupees(price.subtotal)}\n',
    test: 'tests/e2e/buying.spec.ts',
    title: 'A visitor registers, buys seats of two concerts',
  },
  {
    name: "words: 'do not pay again' is missing while a payment is checked",
    file: 'src/storefront/checkout/facts/payment-phase.ts',
    find: "phase === 'pending' || phase === 'unsent' || phase === 'lost'",
    plant: "phase === 'unsent' || phase === 'lost'",
    test: 'src/storefront/checkout/facts/payment-phase.test.ts',
  },
  {
    name: 'words: Marathi has one form for any number of tickets',
    file: 'src/ui/messages/mr/count.ts',
    find: "`${n} ${plural(n, 'तिकीट', 'तिकिटे')}`",
    plant: '`${n} तिकिटे`',
    test: 'src/ui/messages/languages.test.ts',
  },
  {
    name: 'restore: a restored server does not get settled scans again',
    file: 'src/shop/gate/scans/settle-scans.store.ts',
    find: "where('state', ['sent', 'settled'])",
    plant: "where('state', ['sent'])",
    test: 'src/shop/gate/scans/restored.test.ts',
  },
  {
    name: 'catalogue: customers who have signed in see drafts',
    file: 'supabase/schema/20-catalogue.sql',
    find: 'if v_user is not null and (private.is_admin() or private.is_gate()) then\n    return;\n  end if;\n  return query\n    select e.id',
    plant: 'if v_user is not null then\n    return;\n  end if;\n  return query\n    select e.id',
    test: 'supabase/tests/publishing.test.sql',
  },
  {
    name: 'mail: a mail that was sent is sent again',
    file: 'supabase/schema/65-announcements.sql',
    find: 'where o.sent_at is null and o.next_attempt_at <= now() and not private.is_given_up(o)',
    plant: 'where o.next_attempt_at <= now() and not private.is_given_up(o)',
    test: 'supabase/tests/announcements.test.sql',
  },
  {
    name: "page: a singer's name is not escaped",
    file: 'server/pages/event-frame.ts',
    find: '${escapeHtml(event.singer.name)}',
    plant: '${event.singer.name}',
    test: 'server/pages/event-page.test.ts',
  },
  {
    name: 'a11y: buttons of a picture alone have no name',
    file: 'src/ui/controls/button.tsx',
    find: '      aria-label={label}\n',
    plant: '      name={label}\n',
    test: 'src/ui/controls/button.test.tsx',
  },
  {
    name: 'a11y: a dialog does not focus its next step',
    file: 'src/ui/controls/dialog.tsx',
    find: "element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector<HTMLElement>('h2')",
    plant: "element.querySelector<HTMLElement>('h2')",
    test: 'tests/e2e/keyboard.spec.ts',
  },
]
