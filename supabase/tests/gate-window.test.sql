-- Rosters and scans outside the key's window, undo, lost devices, the history.
select tests.create_people('Asha Rao <asha@example.in>', 'admin: admin@example.in', 'admin: second@example.in',
  'gate: gate@example.in', 'gate: next@example.in');
select tests.create_concert('Pune', now() + interval '60 days', 'Gold 1500 x100');
select tests.create_event('Goa', now() + interval '1 hour', 'Naveen Thirumal');
select tests.create_category('Goa', 'Beach', 1500, 100);
select tests.create_event('Agra', now() + interval '20 days', 'Meher Qazi');
select tests.does('admin@example.in', $$select public.set_staff_events(tests.user_id(who), array[tests.event_id('Pune'), tests.event_id('Goa')])
  from unnest(array['gate@example.in', 'next@example.in']) as who$$);
select tests.submit_as('asha@example.in', 'far', '412345678901', 3600, 'Gold:A1,A2');
select tests.submit('near', '412345678902', 3600, 'Beach:A1,A2');
select tests.does('admin@example.in', $$select public.review_payments(array[tests.payment_id('far'), tests.payment_id('near')])$$);
select tests.act_as_owner();
create function pg_temp.ticket(p_order text) returns text language sql security definer as $$
  select t.id::text from public.user_tickets t where t.payment_id = tests.payment_id(p_order) $$;
create function pg_temp.scan(p_scan text, p_order text, p_city text, p_seats text default '', p_more jsonb default '{}') returns jsonb language sql as $$
  select jsonb_build_object('id', tests.order_id(p_scan), 'event_id', tests.event_id(p_city), 'ticket_id', pg_temp.ticket(p_order),
    'verdict', 'ENTER', 'seats', array_remove(string_to_array(p_seats, ','), ''), 'gate', 'Gate A', 'device', 'phone',
    'scanned_at', clock_timestamp(), 'sent_at', clock_timestamp()) || p_more $$;
create function pg_temp.undo(p_scan text, p_undone text, p_more jsonb default '{}') returns jsonb language sql as $$
  select pg_temp.scan(p_scan, 'near', 'Goa', '', jsonb_build_object('verdict', 'UNDO', 'undoes', tests.order_id(p_undone)) || p_more) $$;
create function pg_temp.record(variadic p_scans jsonb[]) returns text language sql as $$
  select string_agg(coalesce(a ->> 'problem', a ->> 'code', 'ok'), ', ' order by (a ->> 'index')::integer)
  from jsonb_array_elements(public.record_scans(to_json(p_scans)) -> 'answers') as a $$;
create function pg_temp.stored(p_scan text) returns public.ticket_scans language sql security definer as $$
  select s from public.ticket_scans s where s.id = tests.order_id(p_scan) $$;
create function pg_temp.inside(p_city text) returns text language sql as $$
  select string_agg(a ->> 'seats', '; ' order by a ->> 'at')
  from jsonb_array_elements(public.gate_roster(tests.event_id(p_city)) -> 'rows') as r, jsonb_array_elements(r -> 'in') as a $$;
create function pg_temp.set_date(p_city text, p_date timestamptz, p_before timestamptz default null) returns void language sql security definer as $$
  update public.events set date = p_date where id = tests.event_id(p_city);
  update public.events set previous_date = p_before where id = tests.event_id(p_city) $$;
create function pg_temp.trouble(p_city text) returns text language sql as $$
  select string_agg((p ->> 'problem') || ' ' || (p ->> 'seats'), '; ' order by p ->> 'problem', p ->> 'at')
  from jsonb_array_elements(public.gate_trouble(tests.event_id(p_city)) -> 'problems') as p $$;
create function pg_temp.ago(p_ago interval) returns jsonb language sql as $$ select jsonb_build_object('scanned_at', clock_timestamp() - p_ago) $$;


select tests.act_as('gate@example.in');
create temp table early as select public.gate_roster(tests.event_id('Pune')) as r;
select is(r -> 'rows', '[]', 'Sixty days before the doors there is no name, seat or code on the list') from early;
select is(r ->> 'total', '1', 'only how many there will be') from early;
select is((r ->> 'next_since')::timestamptz, 'epoch', 'and everything is still to be sent') from early;
select is(public.gate_roster(tests.event_id('Pune'), null, now() - interval '1 year') ->> 'rows', '[]', 'A delta has none either');
select tests.answers('admin@example.in', $$jsonb_array_length(public.gate_roster(tests.event_id('Pune')) -> 'rows')$$, 0, 'nor do admins get any');
select is(jsonb_array_length(public.gate_roster(tests.event_id('Goa')) -> 'rows'), 1, 'Within the window the list is complete');
create temp table moments as select * from (values
  (interval '48 hours', 1), (interval '48 hours 1 minute', 0), (interval '-23 hours 59 minutes', 1), (interval '-24 hours -1 minute', 0)) as m (until_start, rows);
select tests.act_as_owner();
create function pg_temp.rows_at(p_until interval) returns integer language plpgsql as $$
begin
  perform pg_temp.set_date('Pune', now() + p_until);
  return jsonb_array_length(public.gate_roster(tests.event_id('Pune')) -> 'rows');
end $$;
select tests.act_as('admin@example.in');
select is(pg_temp.rows_at(until_start), rows, 'Rows of the list ' || until_start || ' before the start') from moments;
select pg_temp.set_date('Pune', now() + interval '60 days');
select tests.answers('owner', $$select x.passes from private.roster_rows x where x.id = pg_temp.ticket('near')::uuid$$, '[["A1", 0, 0], ["A2", 0, 0]]',
  'A ticket is listed with its passes, but none of their codes');

select tests.answers('gate@example.in', $$pg_temp.record(pg_temp.scan('too early', 'far', 'Pune', 'A1,A2'))$$, 'too_early', 'An admission sixty days before the start');
select is((s).verdict || ' ' || (s).claimed_seats::text || ' ' || (s).seats::text, 'ENTER {A1,A2} {}', 'is stored and admits no seat') from pg_temp.stored('too early') as s;
select is(pg_temp.trouble('Pune'), 'too_early ["A1", "A2"]', 'Staff are shown it');
select is(pg_temp.record(pg_temp.scan('too early', 'far', 'Pune', 'A1,A2'), pg_temp.scan('too early', 'far', 'Pune', 'A1')), 'too_early, id_used', 'Sending it again returns the same answer');
select is(public.gate_counters(tests.event_id('Pune')) ->> 'admitted', '0', 'No seat is admitted');
select is(pg_temp.record(pg_temp.scan('turned away', 'far', 'Pune', '', '{"verdict": "CHECK"}')), 'ok', 'A refusal that early is no problem');
select pg_temp.set_date('Pune', now() + interval '1 hour');
select is(pg_temp.inside('Pune'), null, 'On the night the roster shows the ticket as not admitted');
select is(pg_temp.record(pg_temp.scan('on the night', 'far', 'Pune', 'A1')), 'ok', 'it is admitted');
select is(public.gate_counters(tests.event_id('Pune')) ->> 'admitted', '1', 'and counted once');
select pg_temp.set_date('Pune', now() - interval '30 hours');
select is(pg_temp.record(pg_temp.scan('too late', 'far', 'Pune', 'A2')), 'too_late', 'A day after the start no scan admits');
select is(pg_temp.record(pg_temp.scan('sent late', 'far', 'Pune', 'A2', pg_temp.ago('29 hours'))), 'ok', 'A late report of an admission in time counts');
select is(pg_temp.record(pg_temp.scan('wrong clock', 'far', 'Pune', 'A2', jsonb_build_object('scanned_at', clock_timestamp() - interval '1 year 29 hours', 'sent_at', clock_timestamp() - interval '1 year'))),
  'ok', 'even with a clock a year behind');
select pg_temp.set_date('Pune', now() + interval '30 days', now() + interval '1 hour');
select is(pg_temp.record(pg_temp.scan('moved at the door', 'far', 'Pune', 'A2')), 'ok', 'Scans count when the event is moved while its gate works');
select pg_temp.set_date('Pune', now() + interval '48 hours 2 minutes');
select is(pg_temp.record(pg_temp.scan('a little early', 'far', 'Pune', 'A2')), 'ok', 'Two minutes of clock error are tolerated');

select is(pg_temp.record(pg_temp.scan('a', 'near', 'Goa', 'A1')), 'ok', 'A seat is admitted');
select is(pg_temp.record(pg_temp.undo('other device', 'a', '{"device": "tablet"}')), 'undo_refused', 'Another device cannot undo it');
select is(pg_temp.inside('Goa'), '["A1"]', 'and the ticket stays admitted');
select tests.act_as('next@example.in');
select is(pg_temp.record(pg_temp.undo('other person', 'a'), pg_temp.undo('in their name', 'a', jsonb_build_object('scanned_by', tests.user_id('gate@example.in')))),
  'undo_refused, undo_refused', 'nor can another person, whatever name the scan has');
select tests.act_as('gate@example.in');
select is(pg_temp.record(pg_temp.scan('b', 'near', 'Goa', 'A2', pg_temp.ago('10 minutes')), pg_temp.undo('stale', 'b')), 'ok, undo_refused', 'nor the same person, ten minutes later');
select is(pg_temp.trouble('Goa'), 'undo_refused ["A1"]; undo_refused ["A1"]; undo_refused ["A1"]; undo_refused ["A2"]', 'All of them are listed as problems');
select is(public.gate_counters(tests.event_id('Goa')) ->> 'admitted' || ' ' || (public.gate_counters(tests.event_id('Goa')) ->> 'problems'), '2 4', 'and counted');
select is(pg_temp.record(pg_temp.undo('stale', 'b')), 'undo_refused', 'Sending them again returns the same answer');
select is(pg_temp.record(pg_temp.undo('in time', 'b', pg_temp.ago('9 minutes 20 seconds'))), 'ok', 'An undo in time counts even when it is sent late');
select is(pg_temp.record(pg_temp.undo('fresh', 'a')), 'ok', 'A recent undo of one''s own counts');
select is(pg_temp.inside('Goa'), null, 'and the ticket is free');
select is(pg_temp.record(pg_temp.undo('before 1', 'c', pg_temp.ago('5 minutes')), pg_temp.undo('before 2', 'd'), pg_temp.scan('c', 'near', 'Goa', 'A1', pg_temp.ago('5 minutes')), pg_temp.scan('d', 'near', 'Goa', 'A2', pg_temp.ago('5 minutes'))),
  'ok, ok, ok, ok', 'Undos may arrive before their scans');
select is(pg_temp.inside('Goa'), '["A2"]', 'and are checked once those arrive');
select is((s).problem, 'undo_refused', 'An old undo is a problem') from pg_temp.stored('before 2') as s;
select tests.answers('next@example.in', $$pg_temp.record(
    pg_temp.scan('e', 'near', 'Goa', 'A1', jsonb_build_object('scanned_by', tests.user_id('gate@example.in')) || pg_temp.ago('3 minutes')),
    pg_temp.undo('e undone', 'e', jsonb_build_object('scanned_by', tests.user_id('gate@example.in')) || pg_temp.ago('3 minutes')))$$,
  'ok, ok', 'The next person to use a device sends the scan and undo left on it');
select is(pg_temp.inside('Goa'), '["A2"]', 'and the ticket is free');

select is(pg_temp.record(pg_temp.scan('foreign', 'far', 'Agra', 'A1')), 'forbidden', 'Scans of an event of others are refused');
select tests.sees_none('owner', $$select * from pg_locks where locktype = 'advisory'
  and ((classid::bigint << 32) | objid::bigint) = hashtextextended('scans:' || tests.event_id('Agra'), 0)$$, 'without waiting for its gates');

select tests.does('gate@example.in', $$select public.gate_key(tests.event_id('Goa')) from generate_series(1, 30)$$);
select tests.does('next@example.in', $$select public.gate_key(tests.event_id('Goa'))$$);
select tests.act_as_owner();
select is((select count(*) from public.audit_log where action = 'hand_out' and row_id = tests.event_id('Goa')::text), 2::bigint, 'Thirty key requests of one person and one of another make two lines');
select tests.does('admin@example.in', $$select public.rotate_event_key(tests.event_id('Goa'), false)$$);
select tests.does('gate@example.in', $$select public.gate_key(tests.event_id('Goa'))$$);
select tests.answers('owner', $$select count(*) from public.audit_log where action = 'hand_out' and row_id = tests.event_id('Goa')::text$$, 3, 'Another key makes another line');

select tests.does('gate@example.in', $$select public.report_gate_device(tests.event_id('Goa'), 'phone', 'Gate A', 0, now())$$);
select tests.refuses($$select public.lose_gate_device(tests.event_id('Goa'), 'phone')$$, 'PT403', 'forbidden', 'Gate staff take away no role');
select tests.refuses(null, $$select public.lose_gate_device(tests.event_id('Goa'), 'phone')$$, 'PT401', 'not_signed_in', 'Nor do visitors');
select tests.refuses('admin@example.in', $$select public.lose_gate_device(null, 'phone')$$, 'PT400', 'invalid', 'A device without an event is refused');
select tests.refuses($$select public.lose_gate_device(tests.event_id('Goa'), 'other')$$, 'PT404', 'not_found', 'An unknown device is refused');
select public.report_gate_device(tests.event_id('Goa'), 'mine', 'Gate A', 0, now());
select tests.refuses($$select public.lose_gate_device(tests.event_id('Goa'), 'mine')$$, 'PT409', 'own_device', 'An admin does not take their own role this way');
select tests.act_as_owner();
create temp table signed as select p.signature from public.passes p where p.ticket_id = pg_temp.ticket('near')::uuid;
select tests.act_as('admin@example.in');
create temp table lost as select public.lose_gate_device(tests.event_id('Goa'), 'phone') as answer;
select is(answer ->> 'role_taken' || ' ' || (answer ->> 'staff_id'), 'true ' || tests.user_id('gate@example.in'), 'Losing a device removes its user''s role') from lost;
select is((select string_agg((e ->> 'name') || ' ' || (e ->> 'key_number') || ' ' || (e ->> 'resigned'), ', ' order by e ->> 'name') from jsonb_array_elements(answer -> 'events') as e),
  'Asha Rao, Pune 2 1, Naveen Thirumal, Goa 3 1', 'and replaces the keys of all events it worked at') from lost;
select is((select jsonb_agg(x -> 'number') from jsonb_array_elements(public.gate_key(tests.event_id('Goa')) -> 'keys') as x), '[3]', 'Keys that may be on it are withdrawn');
select is((select d ->> 'lost_at' is not null from jsonb_array_elements(public.gate_counters(tests.event_id('Goa')) -> 'devices') as d where d ->> 'device' = 'phone'), true, 'It is listed as lost');
select tests.answers('owner', $$(select count(*) from public.passes p join signed using (signature)) || ' ' || tests.wrong_codes()$$, '0 0', 'Its tickets are signed again');
select is((select count(*) from public.audit_log where action = 'lose' and actor = tests.user_id('admin@example.in') and row_id = 'phone'), 1::bigint, 'and the history records it');
select tests.refuses('gate@example.in', $$select public.gate_roster(tests.event_id('Goa'))$$, 'PT403', 'forbidden', 'Its user gets no more keys');
select tests.refuses($$select public.record_scans('[]')$$, 'PT403', 'forbidden', 'and records no scans');
select tests.does('second@example.in', $$select public.report_gate_device(tests.event_id('Goa'), 'phone', 'Gate A', 0, now())$$);
select is((select d ->> 'lost_at' from jsonb_array_elements(public.gate_counters(tests.event_id('Goa')) -> 'devices') as d where d ->> 'device' = 'phone'), null, 'A device that reports again is no longer lost');

select tests.refuses('next@example.in', $$select public.change_ticket_seats(pg_temp.ticket('near')::uuid, '{B1,B2}', 'Broken')$$, 'PT403', 'forbidden', 'Gate staff move no ticket');
select tests.refuses('admin@example.in', $$select public.change_ticket_seats(pg_temp.ticket('near')::uuid, '{B1,B2}', ' ')$$, 'PT400', 'invalid', 'A reason is required');
select tests.refuses($$select public.change_ticket_seats(gen_random_uuid(), '{B1}', 'Broken')$$, 'PT404', 'not_found', 'and a ticket');
select tests.refuses($$select public.change_ticket_seats(pg_temp.ticket('near')::uuid, '{B1}', 'Broken')$$, 'PT400', 'invalid', 'The number of seats must stay the same');
select lives_ok($$select public.change_ticket_seats(pg_temp.ticket('near')::uuid, '{A1,B2}', 'Broken chair')$$, 'A ticket gets another seat');
select tests.answers('owner', $$select t.seats::text from public.user_tickets t where t.id = pg_temp.ticket('near')::uuid$$, '{A1,B2}', 'and keeps the other');
select is((select before ->> 'seats' || ' ' || (after ->> 'seats') || ' ' || (after ->> 'reason') from public.audit_log where action = 'change_seats'),
  '["A1", "A2"] ["A1", "B2"] Broken chair', 'The history has the reason');

select tests.allows('admin@example.in', $$select public.note_export('backup', 7)$$, 'A backup makes one line of the history');
select tests.refuses($$select public.note_export('Not a name')$$, 'PT400', 'invalid', 'An export needs a name');
select tests.refuses('next@example.in', $$select public.note_export('backup', 7)$$, 'PT403', 'forbidden', 'Admins save files');
select tests.answers('owner', $$select "table" || ' ' || (after ->> 'rows') from public.audit_log where action = 'export'$$, 'backup 7', 'with name and number of rows');
select tests.refuses(change, 'PT403', 'forbidden', 'No role changes the history: ' || change) from unnest(array[
  'update public.audit_log set actor = null', 'delete from public.audit_log where false', 'truncate public.audit_log']) as change;
select is_empty($$select p from unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) as p where has_table_privilege('service_role', 'public.audit_log', p)$$,
  'nor does the service role');
