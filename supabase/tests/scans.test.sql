-- Recording scans, seats let in twice, admissions without a ticket, counting.
select tests.create_people('Asha Rao <asha@example.in>', 'admin: admin@example.in', 'gate: gate@example.in',
  'gate: elsewhere@example.in');
select tests.create_concert('Pune', now() + interval '1 hour', 'Gold 1500 x100', 'Silver 900 x100');
select tests.create_event('Goa', now() + interval '2 hours', 'Naveen Thirumal');
select tests.does('admin@example.in', $$select public.set_staff_events(tests.user_id('gate@example.in'), array[tests.event_id('Pune')])$$);
select public.set_staff_events(tests.user_id('elsewhere@example.in'), array[tests.event_id('Goa')]);
select tests.submit_as('asha@example.in', 'four', '412345678901', 7200, 'Gold:A1,A2,A3,A4');
select tests.submit('one', '412345678902', 1092, 'Silver:A1');
select tests.submit('revoked', '412345678903', 1800, 'Gold:B1');
select tests.does('admin@example.in', $$select public.review_payments(array[tests.payment_id('four'), tests.payment_id('one'), tests.payment_id('revoked')])$$);
select tests.act_as_owner();

create function pg_temp.ticket(p_order text) returns text language sql security definer as $$
  select coalesce((select t.id::text from public.user_tickets t where t.payment_id = tests.payment_id(p_order)), p_order) $$;
create function pg_temp.scan(p_scan text, p_order text, p_seats text default '', p_more jsonb default '{}') returns jsonb language sql as $$
  select jsonb_build_object('id', tests.order_id(p_scan), 'event_id', tests.event_id('Pune'), 'ticket_id', pg_temp.ticket(p_order),
    'verdict', 'ENTER', 'seats', array_remove(string_to_array(p_seats, ','), ''), 'gate', 'Gate A', 'device', 'phone',
    'scanned_at', clock_timestamp(), 'sent_at', clock_timestamp()) || p_more $$;
create function pg_temp.record(variadic p_scans jsonb[]) returns jsonb language sql as $$ select public.record_scans(to_json(p_scans)) $$;
create function pg_temp.brief(p_answer jsonb) returns text language sql as $$
  select string_agg(case when (a ->> 'ok')::boolean then coalesce(a ->> 'problem', 'ok') else concat_ws(' ', a ->> 'code', a ->> 'field') end, ', ' order by (a ->> 'index')::integer)
  from jsonb_array_elements(p_answer -> 'answers') as a $$;
create function pg_temp.stored(p_scan text) returns public.ticket_scans language sql security definer as $$
  select s from public.ticket_scans s where s.id = tests.order_id(p_scan) $$;

select tests.refuses(null, $$select public.record_scans('[]')$$, 'PT401', 'not_signed_in', 'Visitors record nothing');
select tests.refuses('asha@example.in', $$select public.record_scans('[]')$$, 'PT403', 'forbidden', 'Nor do customers');
select is_empty('select * from public.ticket_scans', 'or see a scan');
select tests.answers('elsewhere@example.in', $$pg_temp.brief(pg_temp.record(pg_temp.scan('theirs', 'four', 'A1')))$$, 'forbidden event_id', 'Nor do gate staff of another event');
select is_empty(format($$select from pg_locks where locktype = 'advisory' and (classid::bigint << 32) | objid::bigint = %s$$,
  hashtextextended('scans:' || tests.event_id('Pune'), 0)), 'nor do they block its gates');
select tests.refuses('gate@example.in', format('select public.record_scans(%L)', bad), 'PT400', 'invalid', 'A batch is a list: ' || coalesce(bad, 'null'))
  from unnest(array[null, '{}', '"x"', '1']) as bad;
select tests.refuses($$select public.record_scans((select json_agg(n) from generate_series(1, 1001) as n))$$, 'PT400', 'invalid', 'of at most 1,000 scans');
select is(public.record_scans('[]') - 'at', '{"answers": [], "conflicts": []}', 'An empty list is accepted');
select is(pg_temp.brief(pg_temp.record(pg_temp.scan('first', 'four', 'A2,A1'))), 'ok', 'Staff of the event record their scans');
select is((s).known_ticket::text || ' ' || (s).place || ' ' || (s).seats::text || ' ' || (s).staff_id,
    pg_temp.ticket('four') || ' ' || tests.category_id('Gold') || ' {A1,A2} ' || tests.user_id('gate@example.in'), 'with ticket, seats and sender')
  from pg_temp.stored('first') as s;
select is((select count(*) from public.ticket_scans), 1::bigint, 'and read them');
select is((select jsonb_agg(x ->> 'id') from jsonb_array_elements(public.export_my_data() -> 'staff_scans') as x),
  jsonb_build_array(tests.order_id('first')), 'The scans they made are in their data');
select is((select jsonb_agg(x ->> 'event_id') from jsonb_array_elements(public.export_my_data() -> 'staff_events') as x),
  jsonb_build_array(tests.event_id('Pune')), 'with where they work');
select is(public.export_my_data() -> 'scans', '[]'::jsonb, 'without scans of tickets');
select tests.answers('asha@example.in', $$select jsonb_agg(x -> 'seats') from jsonb_array_elements(public.export_my_data() -> 'scans') as x$$, '[["A1", "A2"]]',
  'Scans of a ticket are in its owner''s data');
select ok(not public.export_my_data() -> 'scans' -> 0 ? 'staff_id', 'without the staff''s name');
select is(public.export_my_data() -> 'staff_scans', '[]'::jsonb, 'and without scans as staff');
select tests.denies('gate@example.in', $$insert into public.ticket_scans (id, event_id, ticket_id, place, verdict, gate, device, staff_id, corrected_at, received_at)
  values (gen_random_uuid(), tests.event_id('Pune'), '', '', 'CHECK', '', '', tests.user_id('gate@example.in'), now(), now())$$, 'No role writes scans directly');
select tests.denies('update public.ticket_scans set gate = ''B''', 'or changes them');
select tests.denies('delete from public.ticket_scans', 'or deletes them');
select tests.sees_none('elsewhere@example.in', 'select * from public.ticket_scans', 'Gate staff of another event read none');
select tests.denies('admin@example.in', 'delete from public.ticket_scans', 'Not even admins delete a scan');
select is((select count(*) from public.ticket_scans), 1::bigint, 'but they read every one');

select tests.act_as('gate@example.in');
select is(pg_temp.brief(pg_temp.record(pg_temp.scan('first', 'four', 'A1,A2'), pg_temp.scan('first', 'four', 'A1,A2'))), 'ok, ok', 'A scan sent again gets the same answer');
select is((select count(*) from public.ticket_scans), 1::bigint, 'and is stored once');
select is(pg_temp.brief(pg_temp.record(pg_temp.scan('first', 'four', 'A3'))), 'id_used id', 'An id belongs to one scan');
select is((s).seats, '{A1,A2}', 'which stays unchanged') from pg_temp.stored('first') as s;

select is(pg_temp.brief(public.record_scans(json_build_array(
    pg_temp.scan('good 1', 'one', 'A1'), null, 7, 'text', '[]'::json, '{}'::json,
    pg_temp.scan('x1', 'one', '', '{"id": "7"}'), pg_temp.scan('x2', 'one', '', '{"id": null}'),
    pg_temp.scan('x3', 'one', '', '{"event_id": "Pune"}'), pg_temp.scan('x4', 'one', '', jsonb_build_object('event_id', tests.event_id('Goa'))),
    pg_temp.scan('x5', 'one', '', '{"verdict": "PERHAPS"}'), pg_temp.scan('x6', 'one', '', '{"verdict": null}'),
    pg_temp.scan('x7', 'one', '', '{"seats": "A1"}'), pg_temp.scan('x8', 'one', 'a1'), pg_temp.scan('x9', 'one', '', '{"seats": [null]}'),
    pg_temp.scan('x10', 'one', 'A1', '{"verdict": "NOT VALID"}'), pg_temp.scan('x11', 'one', '', '{"verdict": "UNDO"}'),
    pg_temp.scan('x12', 'one', 'A1', jsonb_build_object('undoes', tests.order_id('first'))),
    pg_temp.scan('x13', 'one', '', jsonb_build_object('verdict', 'UNDO', 'undoes', tests.order_id('x13'))),
    pg_temp.scan('good 2', 'garbage', '', '{"verdict": "NOT VALID"}')))),
  'ok, invalid, invalid, invalid, invalid, invalid id, invalid id, invalid id, invalid event_id, forbidden event_id, invalid verdict, invalid verdict, '
  || 'invalid seats, invalid seats, invalid seats, invalid seats, invalid undoes, invalid undoes, invalid undoes, ok', 'Every row gets its own answer; a bad one blocks no other');
select is((select count(*) from public.ticket_scans), 3::bigint, 'The good ones are kept');
select is(pg_temp.brief(public.record_scans(('[' || replace(pg_temp.scan('nul', 'x', '', '{"ticket_id": "a~b", "verdict": "NOT VALID"}')::text, '~', e'\\u0000\\ud800\\\\u0000') || ']')::json)), 'ok', 'Characters that PostgreSQL cannot store are accepted');
select is((s).ticket_id, e'a\ufffd\ufffd\\u0000b', 'They are stored as U+FFFD') from pg_temp.stored('nul') as s;
select is(pg_temp.brief(pg_temp.record(pg_temp.scan('long', repeat('g', 9000), '', jsonb_build_object('verdict', 'NOT VALID', 'reason', repeat('r', 900), 'gate', repeat('G', 200), 'device', 12)))), 'ok', 'Unknown ticket texts are stored');
select is((s).ticket_id = repeat('g', 512) and char_length((s).reason) = 500 and char_length((s).gate) = 80 and (s).device = '12', true, 'up to 512 characters') from pg_temp.stored('long') as s;
select is(pg_temp.brief(pg_temp.record(pg_temp.scan('lower', 'four', '', '{"verdict": "already_in", "seats": null}'))), 'ok', 'Verdicts are read in any case');
select is((s).verdict, 'ALREADY IN', 'and stored in one') from pg_temp.stored('lower') as s;

create temp table clocks as select * from (values
  ('right', interval '-10 minutes', interval '0', interval '-10 minutes'),
  ('ahead by an hour', interval '50 minutes', interval '1 hour', interval '-10 minutes'),
  ('behind by a year', interval '-1 year -10 minutes', interval '-1 year', interval '-10 minutes'),
  ('set back between scan and sending', interval '30 minutes', interval '0', interval '0'),
  ('just now', interval '0', interval '0', interval '0'),
  ('that cannot be', interval '-20 years', interval '0', interval '0')) as c (clock, scanned, sent, corrected);
select pg_temp.record(pg_temp.scan(clock, clock, '', jsonb_build_object('verdict', 'NOT VALID', 'scanned_at', clock_timestamp() + scanned, 'sent_at', clock_timestamp() + sent))) from clocks;
select ok(abs(extract(epoch from (s).corrected_at - ((s).received_at + corrected))) < 5 and (s).corrected_at <= (s).received_at, 'A clock ' || clock) from clocks, lateral pg_temp.stored(clock) as s;
select pg_temp.record(pg_temp.scan('no clock', 'x', '', jsonb_build_object('verdict', 'CHECK', 'scanned_at', bad)), pg_temp.scan('no clock ' || coalesce(bad, ''), 'x', '', jsonb_build_object('verdict', 'CHECK', 'scanned_at', bad, 'sent_at', bad)))
  from unnest(array[null, 'soon', '+275760-09-13T00:00:00.000Z', '2026-13-45T00:00:00Z', '2026-12-05T19:30:00']) as bad;
select is((select count(*) from public.ticket_scans where scanned_at is null and corrected_at = received_at), 6::bigint, 'A scan without a readable time gets the time of receiving');

select pg_temp.record(pg_temp.scan('u1', 'one', 'A1', '{"gate": "Gate U"}'));
select is(pg_temp.brief(pg_temp.record(pg_temp.scan('u2', 'one', '', jsonb_build_object('verdict', 'UNDO', 'undoes', tests.order_id('u1'), 'reason', 'Wrong person')))), 'ok', 'An undo is a scan itself');
select is((s).reason || ', ' || ((s).known_ticket::text = pg_temp.ticket('one'))::text, 'Wrong person, true', 'with its reason') from pg_temp.stored('u2') as s;
select is(pg_temp.brief(pg_temp.record(pg_temp.scan('u3', '', '', jsonb_build_object('ticket_id', null, 'verdict', null, 'undoes', tests.order_id('first'))))), 'ok', 'that need not repeat the ticket');
select is((s).verdict || ' ' || ((s).known_ticket::text = pg_temp.ticket('four'))::text, 'UNDO true', 'which is taken from its scan') from pg_temp.stored('u3') as s;
select is(pg_temp.record(pg_temp.scan('again', 'four', 'A1')) -> 'conflicts', '[]', 'A seat whose admission was undone is free');

select tests.act_as_owner();
create temporary table cases as
select c.value as c, c.ordinality as n from jsonb_array_elements($cases$[
  {"name": "one scan is no conflict", "scans": [{"id": "1", "ticket": "T", "seats": ["A1"], "at": 0}], "conflicts": []},
  {"name": "other seats of one ticket are none", "scans": [{"id": "1", "ticket": "T", "seats": ["A1", "A2"], "at": 0}, {"id": "2", "ticket": "T", "seats": ["A3", "A4"], "at": 1}], "conflicts": []},
  {"name": "the earlier wins", "scans": [{"id": "1", "ticket": "T", "seats": ["A1"], "at": 60}, {"id": "2", "ticket": "T", "seats": ["A1"], "at": 0}], "conflicts": [["T", "A1", "2", "1"]]},
  {"name": "at the same time the smaller id wins", "scans": [{"id": "b", "ticket": "T", "seats": ["A1"], "at": 0}, {"id": "a", "ticket": "T", "seats": ["A1"], "at": 0}], "conflicts": [["T", "A1", "a", "b"]]},
  {"name": "only the seats that both let in", "scans": [{"id": "1", "ticket": "T", "seats": ["A1", "A2", "A3"], "at": 0}, {"id": "2", "ticket": "T", "seats": ["A2", "A3", "A4"], "at": 1}], "conflicts": [["T", "A2", "1", "2"], ["T", "A3", "1", "2"]]},
  {"name": "each of the others against the first", "scans": [{"id": "1", "ticket": "T", "seats": ["A1"], "at": 0}, {"id": "2", "ticket": "T", "seats": ["A1"], "at": 1}, {"id": "3", "ticket": "T", "seats": ["A1"], "at": 2}], "conflicts": [["T", "A1", "1", "2"], ["T", "A1", "1", "3"]]},
  {"name": "what was undone never was", "scans": [{"id": "1", "ticket": "T", "seats": ["A1"], "at": 0}, {"id": "2", "ticket": "T", "seats": ["A1"], "at": 1}, {"id": "3", "ticket": "T", "seats": [], "at": 2, "undoes": "1"}], "conflicts": []},
  {"name": "an undo that arrives first", "scans": [{"id": "3", "ticket": "T", "seats": [], "at": 2, "undoes": "2"}, {"id": "1", "ticket": "T", "seats": ["A1"], "at": 0}, {"id": "2", "ticket": "T", "seats": ["A1"], "at": 1}], "conflicts": []},
  {"name": "the first undone leaves the others to each other", "scans": [{"id": "1", "ticket": "T", "seats": ["A1"], "at": 0}, {"id": "2", "ticket": "T", "seats": ["A1"], "at": 1}, {"id": "3", "ticket": "T", "seats": ["A1"], "at": 2}, {"id": "4", "ticket": "T", "seats": [], "at": 3, "undoes": "1"}], "conflicts": [["T", "A1", "2", "3"]]},
  {"name": "let in, undone, let in again", "scans": [{"id": "1", "ticket": "T", "seats": ["A1"], "at": 0}, {"id": "2", "ticket": "T", "seats": [], "at": 1, "undoes": "1"}, {"id": "3", "ticket": "T", "seats": ["A1"], "at": 2}], "conflicts": []},
  {"name": "the same label in another category is another seat", "scans": [{"id": "1", "ticket": "T", "seats": ["A1"], "at": 0}, {"id": "2", "ticket": "U", "seats": ["A1"], "at": 1}], "conflicts": []},
  {"name": "turned away and let in", "scans": [{"id": "1", "ticket": "T", "seats": ["A1"], "at": 0}, {"id": "2", "ticket": "T", "seats": [], "at": 1}], "conflicts": []},
  {"name": "a ticket nobody knows, twice", "scans": [{"id": "1", "ticket": "?", "seats": ["A1"], "at": 0}, {"id": "2", "ticket": "?", "seats": ["A1"], "at": 1}], "conflicts": [["?", "A1", "1", "2"]]}
]$cases$::jsonb) with ordinality as c;
create function pg_temp.scan_id(p_case bigint, p_id text) returns uuid language sql immutable as $$
  select ('00000000-0000-4000-8000-' || lpad(to_hex(p_case), 8, '0') || lpad(to_hex(ascii(p_id)), 4, '0'))::uuid $$;
-- Through the staff table, each case with its own event.
create function pg_temp.play(p_case jsonb, p_n bigint) returns text language plpgsql as $$
declare
  v_event uuid := tests.create_event('Case ' || p_n, now() + interval '1 hour');
  v_scan jsonb;
begin
  for v_scan in select s from jsonb_array_elements(p_case -> 'scans') as s loop
    perform private.record_scan(jsonb_build_object('id', pg_temp.scan_id(p_n, v_scan ->> 'id'), 'event_id', v_event,
      'ticket_id', v_scan ->> 'ticket', 'seats', v_scan -> 'seats', 'gate', 'G', 'device', 'd',
      'verdict', case when v_scan ? 'undoes' then 'UNDO' when v_scan -> 'seats' = '[]' then 'ALREADY IN' else 'ENTER' end,
      'undoes', case when v_scan ? 'undoes' then pg_temp.scan_id(p_n, v_scan ->> 'undoes') end,
      'scanned_at', now() - interval '1 hour' + (v_scan ->> 'at')::integer * interval '1 second', 'sent_at', now())::json,
      tests.user_id('admin@example.in'), now());
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_array(k.place, k.seat, k.first_scan, k.later_scan) order by k.place, k.seat, k.later_at, k.later_scan), '[]')::text
    from private.contested_seats(v_event) as k);
end $$;
select set_config('request.jwt.claim.sub', tests.user_id('admin@example.in')::text, true), set_config('request.jwt.claims', json_build_object('sub', tests.user_id('admin@example.in'))::text, true);
select is(pg_temp.play(c, n), (
    select coalesce(jsonb_agg(jsonb_build_array(k -> 0, k -> 1, pg_temp.scan_id(n, k ->> 2), pg_temp.scan_id(n, k ->> 3)) order by o), '[]')::text
    from jsonb_array_elements(c -> 'conflicts') with ordinality as x (k, o)), c ->> 'name') from cases;

-- A change of shift: a scan keeps its maker, not its sender
select tests.does('owner', $$select tests.create_staff('next@example.in', 'gate')$$);
create function pg_temp.sender(p_scan text) returns uuid language sql security definer as $$
  select r.sent_by from private.relayed_scans r where r.scan_id = tests.order_id(p_scan) $$;
select tests.does('admin@example.in', $$select public.set_staff_events(tests.user_id('next@example.in'), array[tests.event_id('Pune')])$$);
select tests.answers('next@example.in', $$pg_temp.brief(pg_temp.record(
    pg_temp.scan('shift 1', 'garbage', '', jsonb_build_object('verdict', 'NOT VALID', 'scanned_by', tests.user_id('gate@example.in'))),
    pg_temp.scan('shift 2', 'garbage', '', jsonb_build_object('verdict', 'NOT VALID', 'scanned_by', tests.user_id('next@example.in'))),
    pg_temp.scan('shift 3', 'garbage', '', jsonb_build_object('verdict', 'NOT VALID', 'scanned_by', tests.user_id('asha@example.in'))),
    pg_temp.scan('shift 4', 'garbage', '', '{"verdict": "NOT VALID", "scanned_by": "Gate B"}'),
    pg_temp.scan('shift 5', 'garbage', '', jsonb_build_object('event_id', tests.event_id('Goa'), 'scanned_by', tests.user_id('elsewhere@example.in')))))$$,
  'ok, ok, ok, ok, forbidden event_id', 'Staff send scans of others at their own events');
select is((s).staff_id, tests.user_id('gate@example.in'), 'The scan belongs to its maker') from pg_temp.stored('shift 1') as s;
select is(pg_temp.sender('shift 1'), tests.user_id('next@example.in'), 'and its sender is stored');
select is((s).staff_id::text || ' ' || coalesce(pg_temp.sender(n)::text, 'themselves'), tests.user_id('next@example.in') || ' themselves',
    'Of ' || what || ' it belongs to its sender')
  from (values ('shift 2', 'one''s own'), ('shift 3', 'a customer''s name'), ('shift 4', 'no name')) as c (n, what), lateral pg_temp.stored(n) as s;
select tests.denies('select * from private.relayed_scans', 'No role reads who sent which scan');
select ok((public.export_my_data() -> 'staff_scans')::text not like '%' || tests.order_id('shift 1') || '%', 'It is not in the sender''s data');
select tests.answers('gate@example.in', $$(public.export_my_data() -> 'staff_scans')::text like '%' || tests.order_id('shift 1') || '%'$$, true, 'but in its maker''s');
select is(pg_temp.brief(pg_temp.record(pg_temp.scan('shift 1', 'garbage', '', '{"verdict": "NOT VALID"}'))), 'ok', 'Sent again by its maker it gets the same answer');
select is(pg_temp.sender('shift 1'), tests.user_id('next@example.in'), 'and stays unchanged');

select tests.act_as('gate@example.in');
select is(pg_temp.record(pg_temp.scan('g1', 'four', 'A3,A4', jsonb_build_object('gate', 'Gate B', 'device', 'tablet', 'scanned_at', clock_timestamp() - interval '9 minutes'))) -> 'conflicts', '[]', 'Other seats of a group are no conflict');
create temp table told as select pg_temp.record(pg_temp.scan('g2', 'four', 'A4', jsonb_build_object('scanned_at', clock_timestamp() - interval '5 minutes'))) as answer;
select is(jsonb_array_length(answer -> 'conflicts'), 1, 'The same seat twice is a conflict') from told;
select is(c ->> 'seat' || ': ' || (c #>> '{first,gate}') || ' ' || (c #>> '{first,device}') || ', ' || (c #>> '{later,gate}'), 'A4: Gate B tablet, Gate A', 'with the other gate and device')
  from told, jsonb_array_elements(answer -> 'conflicts') as c;
select is((c #>> '{first,at}')::timestamptz, (s).corrected_at, 'and time') from told, jsonb_array_elements(answer -> 'conflicts') as c, pg_temp.stored('g1') as s;
select is(pg_temp.record(pg_temp.scan('g0', 'four', 'A4', jsonb_build_object('gate', 'Gate C', 'scanned_at', clock_timestamp() - interval '20 minutes'))) #>> '{conflicts,1,first,gate}', 'Gate C', 'An earlier scan of a device that was offline wins');
select is(t ->> 'conflict_count' || ' ' || jsonb_array_length(t -> 'conflicts'), '2 2', 'All staff of the event see conflicts') from public.gate_trouble(tests.event_id('Pune')) as t;
select pg_temp.record(pg_temp.scan('g9', 'four', '', jsonb_build_object('verdict', 'UNDO', 'undoes', tests.order_id('g0'), 'scanned_at', clock_timestamp() - interval '20 minutes')));
select is(public.gate_trouble(tests.event_id('Pune')) ->> 'conflict_count', '1', 'until one scan is undone');

select is(pg_temp.brief(pg_temp.record(
    pg_temp.scan('p1', '00000000-0000-4000-8000-000000000000', 'A1'), pg_temp.scan('p2', '00000000-0000-4000-8000-000000000000', '', '{"verdict": "CHECK"}'),
    pg_temp.scan('p3', 'revoked', 'B1', jsonb_build_object('scanned_at', clock_timestamp() - interval '2 minutes')))),
  'unknown_ticket, ok, ok', 'An admission on an unknown ticket is a problem; a refusal is not');
select tests.does('admin@example.in', $$select public.revoke_tickets(array[pg_temp.ticket('revoked')::uuid], 'Charged back')$$);
select tests.act_as('gate@example.in');
select is(pg_temp.brief(pg_temp.record(pg_temp.scan('p4', 'revoked', 'B1', jsonb_build_object('scanned_at', clock_timestamp(), 'sent_at', clock_timestamp() - interval '1 minute')))),
  'revoked_ticket', 'So is an admission on a ticket revoked before');
select is((select jsonb_agg((p ->> 'problem') order by p ->> 'problem') from jsonb_array_elements(public.gate_trouble(tests.event_id('Pune')) -> 'problems') as p),
  '["revoked_ticket", "unknown_ticket"]', 'Both are shown to staff');
select pg_temp.record(pg_temp.scan('p5', '', '', jsonb_build_object('verdict', 'UNDO', 'undoes', tests.order_id('p1'))));
select is(public.gate_trouble(tests.event_id('Pune')) ->> 'problem_count', '1', 'until undone');

create function pg_temp.inside(p_since timestamptz default null) returns text language sql as $$
  select string_agg((a ->> 'gate') || ' ' || (a ->> 'seats'), '; ' order by a ->> 'at')
  from jsonb_array_elements(public.gate_roster(tests.event_id('Pune'), null, p_since) -> 'rows') as r, jsonb_array_elements(r -> 'in') as a
  where r ->> 'id' = pg_temp.ticket('four') $$;
select is(pg_temp.inside(), 'Gate B ["A3", "A4"]; Gate A ["A4"]; Gate A ["A1"]', 'Every admission but the undone ones is in the roster');
select is(pg_temp.inside(clock_timestamp()), null, 'A delta leaves out earlier admissions');
create temp table since as select clock_timestamp() as at;
select pg_temp.record(pg_temp.scan('r1', 'four', 'A2', jsonb_build_object('gate', 'Gate R')));
select ok(pg_temp.inside(at) like '%Gate R ["A2"]', 'and has new ones') from since;
update since set at = clock_timestamp();
select pg_temp.record(pg_temp.scan('r2', '', '', jsonb_build_object('verdict', 'UNDO', 'undoes', tests.order_id('r1'))));
select ok(pg_temp.inside(at) not like '%Gate R%', 'and undone ones') from since;

select public.report_gate_device(tests.event_id('Pune'), 'tablet', 'Gate B', 7, now() - interval '1 minute');
select tests.refuses($$select public.report_gate_device(tests.event_id('Pune'), ' ', 'Gate B')$$, 'PT400', 'invalid', 'A device name is required');
select tests.refuses($$select public.report_gate_device(tests.event_id('Pune'), 'tablet', 'Gate B', -1)$$, 'PT400', 'invalid', 'and a count of waiting scans of at least 0');
select tests.refuses($$select public.report_gate_device(tests.event_id('Goa'), 'tablet', 'Gate B')$$, 'PT403', 'forbidden', 'at an assigned event');
create temp table counted as select public.gate_counters(tests.event_id('Pune')) as c;
select is(c ->> 'expected' || ' ' || (c ->> 'admitted'), '5 5', 'expected counts seats of valid tickets; admitted counts every seat once') from counted;
select is((select string_agg((g ->> 'gate') || ' ' || (g ->> 'admitted'), ', ' order by g ->> 'gate') from jsonb_array_elements(c -> 'gates') as g where g ->> 'gate' in ('Gate A', 'Gate B', 'Gate C')),
  'Gate A 3, Gate B 2, Gate C 0', 'A seat let in twice counts at its first gate') from counted;
select is((select sum((m ->> 'admitted')::integer) from jsonb_array_elements(c -> 'minutes') as m), 5::bigint, 'The minutes sum up to it') from counted;
select is((select r ->> 'count' from jsonb_array_elements(c -> 'refused') as r where r ->> 'verdict' = 'ALREADY IN'), '1', 'Refusals are counted by reason') from counted;
create function pg_temp.checks_refused() returns text language sql as $$
  select coalesce(max(r ->> 'count'), '0') from jsonb_array_elements(public.gate_counters(tests.event_id('Pune')) -> 'refused') as r
  where r ->> 'verdict' = 'CHECK' and r ->> 'reason' = 'asked' $$;
select pg_temp.record(pg_temp.scan('ck1', 'three', '', jsonb_build_object('verdict', 'CHECK', 'reason', 'asked', 'device', 'door', 'scanned_at', now() - interval '9 minutes')));
select is(pg_temp.checks_refused(), '1', 'A CHECK without an admission is a refusal');
select pg_temp.record(pg_temp.scan('ck2', 'three', 'C1', jsonb_build_object('verdict', 'CHECK', 'reason', 'asked', 'device', 'other door', 'scanned_at', now() - interval '8 minutes')));
select is(pg_temp.checks_refused(), '1', 'also when another device admits');
select pg_temp.record(pg_temp.scan('ck3', 'three', 'C1', jsonb_build_object('verdict', 'CHECK', 'reason', 'asked', 'device', 'door', 'scanned_at', now() - interval '7 minutes')));
select is(pg_temp.checks_refused(), '0', 'but not when the same device admits afterwards');
select pg_temp.record(pg_temp.scan('ck4', '', '', jsonb_build_object('verdict', 'UNDO', 'undoes', tests.order_id('ck3'), 'device', 'door', 'scanned_at', now() - interval '7 minutes')));
select is(pg_temp.checks_refused(), '1', 'unless that admission is undone');
select is((select (d ->> 'gate') || ' ' || (d ->> 'waiting') || ' ' || (d ->> 'scans') from jsonb_array_elements(c -> 'devices') as d where d ->> 'device' = 'tablet'), 'Gate B 7 1', 'Lists devices and their waiting scans') from counted;
select ok((select (d ->> 'last_sync_at')::timestamptz from jsonb_array_elements(c -> 'devices') as d where d ->> 'device' = 'phone') > now() - interval '1 minute', 'and their last report') from counted;
select is(c ->> 'conflicts' || ' ' || (c ->> 'problems'), '2 1', 'and counts problems') from counted;

select is_empty('select * from public.get_check_ins()', 'Gate staff do not read the check-in list');
select tests.sees_none('asha@example.in', 'select * from public.get_check_ins()', 'nor do customers');
select tests.act_as('admin@example.in');
select is((select admitted_seats::text || ' ' || gates::text from public.get_check_ins() where ticket_id::text = pg_temp.ticket('four')), '{A1,A3,A4} {"Gate A","Gate B"}', 'Admins get every ticket with its admissions and gates');
select is((select count(*) from public.get_check_ins() where event_id = tests.event_id('Pune')), 3::bigint, 'Tickets without admissions are listed too');
select tests.refuses($$delete from public.events where city = 'Case 1'$$, 'PT409', 'in_use', 'An event with scans cannot be deleted');
select public.start_refund(tests.payment_id('one'), pg_temp.ticket('one')::uuid, null, 'A chair is broken');
select tests.answers('gate@example.in', $$public.gate_counters(tests.event_id('Pune')) ->> 'expected'$$, '4', 'A ticket with a refund is not expected any more');
select is((select sum(jsonb_array_length(r -> 'seats'))::text from jsonb_array_elements(public.gate_roster(tests.event_id('Pune')) -> 'rows') as r
  where r ->> 'state' = 'valid'), '4', 'nor valid in the gate''s list');
