-- Who works at which gate, and what the gate gets: keys and the roster.
-- Without the books: its payments are written without an approval.
select tests.create_people('Asha Vinayak Rao <asha@example.in>', 'Binod <binod@example.in>', 'admin: admin@example.in',
  'gate: gate@example.in', 'gate: elsewhere@example.in');
select tests.create_concert('Pune', now() + interval '5 hours', 'Gold 1500 x100', 'Silver 900 x20');
select tests.create_event('Goa', now() + interval '9 days', 'Naveen Thirumal');
select tests.create_category('Goa', 'Beach', 900, 20);

select tests.refuses('gate@example.in', $$select public.set_staff_events(tests.user_id('gate@example.in'), array[tests.event_id('Pune')])$$, 'PT403', 'forbidden', 'Gate staff do not assign themselves');
select tests.refuses('asha@example.in', $$select public.set_staff_events(tests.user_id('asha@example.in'), array[tests.event_id('Pune')])$$, 'PT403', 'forbidden', 'Nor do customers');
select tests.refuses(null, $$select public.set_staff_events(tests.user_id('gate@example.in'), '{}')$$, 'PT401', 'not_signed_in', 'Nor do visitors');
select tests.refuses('admin@example.in', $$select public.set_staff_events(tests.user_id('asha@example.in'), '{}')$$, 'PT404', 'not_found', 'Customers work at no gate');
select tests.refuses($$select public.set_staff_events(tests.user_id('gate@example.in'), array[gen_random_uuid()])$$, 'PT404', 'not_found', 'An unknown event cannot be assigned');
select tests.refuses(format('select public.set_staff_events(tests.user_id(''gate@example.in''), %L)', bad), 'PT400', 'invalid', 'Which events: ' || coalesce(bad, 'null'))
  from unnest(array[null, '{null}']) as bad;
select is(public.set_staff_events(tests.user_id('gate@example.in'), array[tests.event_id('Pune'), tests.event_id('Goa'), tests.event_id('Pune')]),
  (select array_agg(id order by id) from public.events), 'Events are assigned');
select is(public.set_staff_events(tests.user_id('gate@example.in'), array[tests.event_id('Pune')]), array[tests.event_id('Pune')], 'Exactly the events of the last call are assigned');
select is(public.set_staff_events(tests.user_id('elsewhere@example.in'), array[tests.event_id('Goa')]), array[tests.event_id('Goa')], 'Other staff are unaffected');
select is((select count(*) from public.audit_log where "table" = 'staff_events' and actor = tests.user_id('admin@example.in')), 4::bigint, 'Each change is in the audit log');
select tests.act_as('gate@example.in');
select results_eq('select event_id from public.staff_events', $$select tests.event_id('Pune')$$, 'Gate staff see their own events');
select is((select jsonb_agg(e ->> 'city') from jsonb_array_elements(public.gate_events()) as e), '["Pune"]', 'and are offered those events');
select tests.denies($$insert into public.staff_events (user_id, role, event_id) values (tests.user_id('gate@example.in'), 'gate', tests.event_id('Goa'))$$, 'No role writes it directly');
select tests.act_as('admin@example.in');
select is((select jsonb_agg(e ->> 'name') from jsonb_array_elements(public.gate_events()) as e), '["Asha Rao, Pune", "Naveen Thirumal, Goa"]', 'Admins get all events, by date');
select tests.sees_none('asha@example.in', 'select * from public.staff_events', 'Customers see nothing of it');
select tests.refuses('select public.gate_events()', 'PT403', 'forbidden', 'and get no events');
select tests.does('owner', $$update public.events set date = now() - interval '24 hours' where city = 'Pune'$$);
select tests.answers('gate@example.in', $$public.gate_events()$$, '[]', 'A day after its start an event is no longer listed');
select tests.does('owner', $$update public.events set date = now() + interval '5 hours', previous_date = null where city = 'Pune'$$);

create function pg_temp.sell(p_order text, p_reference text, p_amount numeric, variadic p_lines text[]) returns void language plpgsql as $$
begin
  perform tests.act_as('asha@example.in');
  perform tests.submit(p_order, p_reference, p_amount, variadic p_lines);
  perform tests.act_as('admin@example.in');
  perform public.review_payment(tests.payment_id(p_order), 'approved');
end $$;
select pg_temp.sell('two', '412345678901', 3600, 'Gold:A1,A2');

select tests.refuses('asha@example.in', format('select public.%s(tests.event_id(''Pune''))', f), 'PT403', 'forbidden', 'No ' || f || ' for customers, ticket or not')
  from unnest(array['gate_key', 'gate_roster', 'gate_trouble', 'gate_counters']) as f;
select tests.refuses('elsewhere@example.in', format('select public.%s(tests.event_id(''Pune''))', f), 'PT403', 'forbidden', 'No ' || f || ' for the gate staff of another event')
  from unnest(array['gate_key', 'gate_roster', 'gate_trouble', 'gate_counters']) as f;
select tests.refuses($$select public.gate_roster(gen_random_uuid())$$, 'PT403', 'forbidden', 'Gate staff get only their own events');
select is_empty('select * from public.user_tickets', 'and read no ticket tables');
select tests.refuses(null, format('select public.%s(tests.event_id(''Pune''))', f), 'PT401', 'not_signed_in', 'No ' || f || ' for visitors')
  from unnest(array['gate_key', 'gate_roster', 'gate_trouble', 'gate_counters']) as f;
select tests.refuses('admin@example.in', format('select public.%s(gen_random_uuid())', f), 'PT404', 'not_found', f || ' of an event that is none')
  from unnest(array['gate_key', 'gate_roster', 'gate_trouble', 'gate_counters', 'rotate_event_key']) as f;
select tests.refuses(format('select public.%s(null)', f), 'PT400', 'invalid', f || ' of which event?')
  from unnest(array['gate_key', 'gate_roster', 'gate_trouble', 'gate_counters', 'rotate_event_key']) as f;

select tests.answers('gate@example.in', $$jsonb_array_length(public.gate_key(tests.event_id('Pune')) -> 'keys')$$, 1, 'Gate staff of the event get its key');
select tests.denies('select * from private.event_keys', 'but cannot read it from the table');
select tests.answers('owner', $$select count(*) from public.audit_log where action = 'hand_out' and actor = tests.user_id('gate@example.in')
    and row_id = tests.event_id('Pune')::text and after = '{"key_numbers": [1]}'$$, 1, 'The audit log records who got a key');
select is_empty($$select a.* from public.audit_log a, private.event_keys k where position(encode(k.public_key, 'hex') in a::text) + position(encode(k.secret, 'hex') in a::text) > 0$$, 'without the key');
create temp table moments as select * from (values
  (interval '48 hours', true), (interval '48 hours 1 second', false), (interval '-24 hours', true), (interval '-24 hours -1 second', false),
  (interval '0', true), (interval '90 days', false), (interval '-90 days', false)) as m (until_start, open);
create function pg_temp.key_at(p_until_start interval, p_email text) returns text language plpgsql as $$
declare v_refusal jsonb;
begin
  perform tests.act_as_owner();
  update public.events set date = now() + p_until_start where city = 'Pune';
  perform tests.act_as(p_email);
  v_refusal := tests.refusal('select public.gate_key(tests.event_id(''Pune''))');
  perform tests.act_as_owner();
  return coalesce(v_refusal ->> 'code', 'given');
end $$;
select is(pg_temp.key_at(until_start, email), case when open then 'given' else 'gate_closed' end, 'The key for ' || email || ', ' || until_start || ' before the start')
  from moments, unnest(array['gate@example.in', 'admin@example.in']) as email;
update public.events set date = now() + interval '5 hours' where city = 'Pune';
update public.events set date = now() + interval '9 hours' where city = 'Goa';
select tests.answers('elsewhere@example.in', $$public.gate_key(tests.event_id('Goa')) #>> '{keys,0,number}'$$, '1', 'A key exists before the first sale: devices need it offline');
select tests.allows('admin@example.in', $$select public.gate_key(tests.event_id('Pune'))$$, 'Admins get every event''s key');

create function pg_temp.row(p_order text, p_since timestamptz default null) returns jsonb language plpgsql as $$
declare v_row jsonb;
begin
  perform tests.act_as('gate@example.in');
  select r into v_row from jsonb_array_elements(public.gate_roster(tests.event_id('Pune'), null, p_since) -> 'rows') as r
    where (r ->> 'id')::uuid = any (public.find_gate_tickets(array[tests.event_id('Pune')], tests.order_code(p_order)));
  return v_row;
end $$;
select tests.act_as_owner();
create temp table sold as select t.id, t.code, t.key_number, (select string_agg(p.signature, ' ' order by p.number) from public.passes p where p.ticket_id = t.id) as codes from public.user_tickets t;
select is(private.short_name(long), short, 'At the gate ' || coalesce(quote_literal(long), 'no name') || ' is ' || coalesce(short, 'no name'))
  from (values ('Farah Nadkarni', 'Farah N.'), ('Asha', 'Asha'), (e' Meher  Jehan\tqazi ', 'Meher Q.'), ('आशा राव', 'आशा र.'), ('', null), (' ', null), (null, null)) as v (long, short);
select is(pg_temp.row('two') - 'id', jsonb_build_object('name', 'Asha R.', 'category', tests.category_id('Gold'),
  'seats', '["A1", "A2"]'::jsonb, 'passes', '[["A1", 0, 0], ["A2", 0, 0]]'::jsonb, 'state', 'valid'), 'A roster ticket has a short name');
select tests.act_as('gate@example.in');
select is(public.find_gate_tickets(array[tests.event_id('Pune')], code), array[id], 'The gate asks the server what a typed code is of') from sold;
select is(public.find_gate_tickets(array[tests.event_id('Pune')], p), '{}', 'and finds nothing by ' || coalesce(p, 'nothing'))
  from unnest(array[null, '', 'MF', '%', 'MF00000000', (select lower(code) from sold), (select left(code, 8) from sold)]) as p;
select is(position(code in public.gate_roster(tests.event_id('Pune'))::text) + position(tests.order_code('two') in public.gate_roster(tests.event_id('Pune'))::text), 0,
  'No code that could be typed is on the list') from sold;
select tests.refuses($$select public.find_gate_tickets(array[tests.event_id('Pune'), tests.event_id('Goa')], 'MF00000000')$$, 'PT403', 'forbidden', 'Gate staff ask about their own events');
select tests.refuses(format('select public.find_gate_tickets(%L, %L)', e, 'MF00000000'), 'PT400', 'invalid', 'Which events?')
  from unnest(array[null, '{}']) as e;
select tests.act_as('elsewhere@example.in');
select is(public.find_gate_tickets(array[tests.event_id('Goa')], code), '{}', 'A code of another event is found at its own gate alone') from sold;
select tests.refuses('asha@example.in', $$select public.find_gate_tickets(array[tests.event_id('Pune')], 'MF00000000')$$, 'PT403', 'forbidden', 'Customers find no tickets by code');
select tests.answers('gate@example.in', $$select r -> 'event' ->> 'name' || ', ' || (r -> 'event' ->> 'status')
  from public.gate_roster(tests.event_id('Pune')) as r$$, 'Asha Rao, Pune, scheduled', 'Under the name of its event');
select is(r -> 'categories' ->> tests.category_id('Gold')::text, 'Gold', 'with the names of its categories') from public.gate_roster(tests.event_id('Pune')) as r;
select is((r ->> 'total')::integer, jsonb_array_length(r -> 'rows'), 'The total is the number of rows') from public.gate_roster(tests.event_id('Pune')) as r;

select tests.submit_as('binod@example.in', 'pending', '412345678902', 1800, 'Gold:B1');
select is(pg_temp.row('pending') ->> 'state' || ' ' || (pg_temp.row('pending') ->> 'name'), 'pending Binod', 'A payment under review is on the list');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment_id('pending'), 'rejected', 'Not in our account')$$);
select is(pg_temp.row('pending') ->> 'state' || ': ' || (pg_temp.row('pending') ->> 'reason'), 'rejected: Not in our account', 'A rejected payment is on it with its reason');
select pg_temp.sell('moved', '412345678903', 1800, 'Gold:C1');
select tests.answers('gate@example.in', $$cardinality(public.find_gate_tickets(array[tests.event_id('Pune')], tests.order_code('moved')))$$, 1, 'once for its order');
select is((select count(*) from jsonb_array_elements(r -> 'rows') as x where (x ->> 'id')::uuid = any (public.find_gate_tickets(array[tests.event_id('Pune')], tests.order_code('moved')))), 1::bigint, 'An approved payment is on it once, as a ticket')
  from public.gate_roster(tests.event_id('Pune')) as r;
select is(jsonb_array_length(r -> 'gone'), 0, 'A full roster has no removed rows') from public.gate_roster(tests.event_id('Pune')) as r;

create temp table since as select clock_timestamp() as at;
select is(pg_temp.row('moved', at), null, 'A delta has changed rows only') from since;
select tests.does('admin@example.in', $$select public.reassign_seats(tests.payment_id('moved'), tests.lines('Gold:D4'))$$);
select is(pg_temp.row('moved', at) -> 'seats', '["D4"]', 'New seats appear in it') from since;
select tests.does('admin@example.in', $$select public.revoke_tickets(array(select id from sold), 'Charged back')$$);
select is(pg_temp.row('two', at) ->> 'state' || ': ' || (pg_temp.row('two', at) ->> 'reason'), 'revoked: Charged back', 'A revoked ticket appears in it') from since;
select is(pg_temp.row('two') ->> 'state', 'revoked', 'and stays on the list');
select is((select count(*) from jsonb_array_elements(public.gate_roster(tests.event_id('Pune')) -> 'rows')), 3::bigint, 'once, not also as its order line');
select tests.submit_as('asha@example.in', 'new', '412345678904', 1800, 'Gold:E1');
select tests.approve('new');
select is(pg_temp.row('new', at) ->> 'state', 'valid', 'A sold ticket appears in it') from since;
select tests.act_as('admin@example.in');
select ok(public.gate_roster(tests.event_id('Pune'), null, at) -> 'gone' ? (select l.id::text from public.payment_lines l where l.payment_id = tests.payment_id('new')),
  'and its order line is removed') from since;
select tests.does('asha@example.in', $$select public.save_profile('{"language": "hi"}')$$);
select tests.sees_none('owner', 'select * from private.name_changes', 'Other changes of a profile do not appear in it');
create temp table renamed as select clock_timestamp() as at;
select tests.does('asha@example.in', $$select public.save_profile('{"name": "Asha Kulkarni"}')$$);
select is(pg_temp.row('moved', at) ->> 'name', 'Asha K.', 'A new name appears in it') from renamed;
select is((select count(*) from jsonb_array_elements(public.gate_roster(tests.event_id('Pune'), null, at) -> 'rows')), 3::bigint,
  'with all tickets of its owner and no others') from renamed;
select tests.does('owner', $$delete from public.profiles where id = tests.user_id('binod@example.in')$$);
select is(pg_temp.row('pending', at) - 'id' - 'category', jsonb_build_object('seats', '["B1"]'::jsonb,
  'state', 'rejected', 'reason', 'Not in our account'), 'The name of a deleted account disappears from it') from renamed;
select tests.denies('select * from private.name_changes', 'and name changes are not readable');
select tests.does('admin@example.in', $$select public.move_event(tests.event_id('Pune'), now() + interval '7 hours')$$);
select tests.act_as('gate@example.in');
select is((public.gate_roster(tests.event_id('Pune'), null, at) -> 'event' ->> 'date')::timestamptz, now() + interval '7 hours', 'A moved event appears in it') from since;
select is((r ->> 'at')::timestamptz - (r ->> 'next_since')::timestamptz, interval '2 minutes', 'The next delta overlaps by two minutes') from public.gate_roster(tests.event_id('Pune')) as r;
select tests.refuses($$select public.gate_roster(tests.event_id('Pune'), null, 'infinity')$$, 'PT400', 'invalid', 'Since when?');

select tests.refuses('gate@example.in', $$select public.rotate_event_key(tests.event_id('Pune'), true)$$, 'PT403', 'forbidden', 'Gate staff rotate no keys');
select tests.refuses(null, $$select public.rotate_event_key(tests.event_id('Pune'), true)$$, 'PT401', 'not_signed_in', 'Nor do visitors');
select tests.refuses('admin@example.in', $$select public.rotate_event_key(tests.event_id('Pune'), null)$$, 'PT400', 'invalid', 'p_withdraw is required');
select is(public.rotate_event_key(tests.event_id('Pune'), false) - 'event_id', '{"key_number": 2, "withdrawn": [], "resigned": 0}', 'A new key');
select is((select jsonb_agg(k -> 'number') from jsonb_array_elements(public.gate_key(tests.event_id('Pune')) -> 'keys') as k), '[1, 2]', 'is returned with the old one, whose tickets stay valid');
select pg_temp.sell('second key', '412345678905', 1800, 'Gold:F1');
select tests.answers('owner', $$select key_number from public.user_tickets where payment_id = tests.payment_id('second key')$$, 2, 'and signs what is sold from now on');
select tests.act_as('admin@example.in');
select is(public.rotate_event_key(tests.event_id('Pune'), true) - 'event_id', '{"key_number": 3, "withdrawn": [1, 2], "resigned": 3}', 'Withdrawing signs every valid ticket again');
select is(k -> 'withdrawn' || jsonb_build_array(k #> '{keys,0,number}', jsonb_array_length(k -> 'keys')), '[1, 2, 3, 1]', 'A withdrawn key is no longer returned') from public.gate_key(tests.event_id('Pune')) as k;
select tests.sees_none('owner', $$select t.id from public.user_tickets t join private.event_keys k on k.event_id = t.event_id and k.key_number = t.key_number
  where t.event_id = tests.event_id('Pune') and t.revoked_at is null
    and k.withdrawn_at is not null$$, 'All of them with the new key');
select is(tests.wrong_codes(), 0::bigint, 'and the codes of their passes');
select is((select key_number || ' ' || (select string_agg(p.signature, ' ' order by p.number) from public.passes p where p.ticket_id = t.id) from public.user_tickets t where id = s.id), s.key_number || ' ' || s.codes, 'but revoked tickets keep theirs') from sold s;
select private.add_event_key(tests.event_id('Pune'), 255);
select tests.refuses('admin@example.in', $$select public.rotate_event_key(tests.event_id('Pune'), true)$$, 'PT409', 'too_many', 'An event has at most 255 keys: the code has one byte for it');

select public.cancel_event(tests.event_id('Pune'), 'Rain');
select tests.answers('gate@example.in', $$public.gate_roster(tests.event_id('Pune'), null, now()) -> 'event' ->> 'status'$$, 'cancelled', 'A cancelled event appears in the roster');
select tests.does('admin@example.in', $$select public.set_staff_events(tests.user_id('gate@example.in'), '{}')$$);
select tests.refuses('gate@example.in', $$select public.gate_roster(tests.event_id('Pune'))$$, 'PT403', 'forbidden', 'Staff removed from the event get nothing more');
select tests.does('admin@example.in', $$select public.set_staff_role(tests.user_id('elsewhere@example.in'), null)$$);
select is_empty('select * from public.staff_events', 'A removed member of staff works at no event');
select tests.refuses('elsewhere@example.in', $$select public.gate_key(tests.event_id('Goa'))$$, 'PT403', 'forbidden', 'and gets no key');

select tests.act_as_owner();
select is(private.short_name(name), short, 'The gate calls ' || coalesce(name, 'no name') || ' ' || coalesce(short, 'nothing'))
from (values ('Farah Nadkarni', 'Farah N.'), ('Farah', 'Farah'), ('  Farah   de  souza ', 'Farah S.'), ('Farah N.', 'Farah N.'), ('', null), (null, null),
  ('फराह नाडकर्णी', 'फराह न.')) as n (name, short);

select tests.does('owner', $$select tests.create_concert('Agra', now() + interval '6 hours', 'Field 500 x2100')$$);
select private.add_event_key(tests.event_id('Agra'), 1);
create temp table crowd as select n, gen_random_uuid() as ticket, gen_random_uuid() as line, gen_random_uuid() as payment, gen_random_uuid() as order_id
  from generate_series(1, 2001) as n;
insert into private.orders (id, user_id, order_code, expires_at) select order_id, tests.user_id('asha@example.in'), 'MF' || n, now() from crowd;
insert into public.payments (id, user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256, status, reviewed_at)
  select payment, tests.user_id('asha@example.in'), order_id, 'MF' || n, 'R' || n, 620, '', '', 'approved', now() from crowd;
insert into public.payment_lines (id, payment_id, user_id, line, ticket_category_id, event_id, seats, quantity, unit_price, total_amount, event_name, category_name, payment_status)
  select line, payment, tests.user_id('asha@example.in'), 1, tests.category_id('Field'), tests.event_id('Agra'), array['A' || n], 1, 500, 620, 'Crowd', 'Field', 'completed' from crowd;
insert into public.user_tickets (id, user_id, event_id, ticket_category_id, payment_id, payment_line_id, seats, quantity, total_amount, code, key_number)
  select ticket, tests.user_id('asha@example.in'), tests.event_id('Agra'), tests.category_id('Field'), payment, line, array['A' || n], 1, 620,
    lpad(n::text, 9, '0'), 1 from crowd;
create temp table pages (n integer, page jsonb);
select tests.does('admin@example.in', $$insert into pages select 1, public.gate_roster(tests.event_id('Agra'))$$);
insert into pages select 2, public.gate_roster(tests.event_id('Agra'), (page ->> 'next')::uuid) from pages where n = 1;
insert into pages select 3, public.gate_roster(tests.event_id('Agra'), (page ->> 'next')::uuid) from pages where n = 2;
select results_eq('select jsonb_array_length(page -> ''rows'') from pages order by n', array[1000, 1000, 1], 'A page has a thousand rows');
select is((select count(distinct r ->> 'id') from pages, jsonb_array_elements(page -> 'rows') as r), 2001::bigint, 'and each ticket comes once');
select results_eq('select page -> ''total'' from pages order by n', $$values ('2001'::jsonb), ('null'), ('null')$$, 'The first page has the total');
select results_eq('select page -> ''next'' = ''null''::jsonb from pages order by n', array[false, false, true], 'the last page has no next');
select is((select public.gate_roster(tests.event_id('Agra'), (page ->> 'next')::uuid) -> 'rows' from pages where n = 1), (select page -> 'rows' from pages where n = 2),
  'An interrupted download continues where it stopped');
create temp table whole as select public.gate_roster(tests.event_id('Agra'), null, null, 10000) as page;
select is(jsonb_array_length(page -> 'rows') || ' ' || (page ->> 'next' is null), '2001 true', 'A device may ask for more rows at once') from whole;
select is((select page -> 'rows' from whole), (select jsonb_agg(r order by n, i) from pages, jsonb_array_elements(page -> 'rows') with ordinality as x (r, i)),
  'which are the rows of its pages');
select is(public.gate_roster(tests.event_id('Agra'), (page #>> '{rows,1999,id}')::uuid, null, 10000) -> 'rows', jsonb_build_array(page #> '{rows,2000}'),
  'It goes on after any row that it has') from whole;
select tests.refuses(format('select public.gate_roster(tests.event_id(''Agra''), null, null, %s)', coalesce(n::text, 'null')), 'PT400', 'invalid', 'A page of ' || coalesce(n::text, 'null') || ' rows is refused')
  from unnest(array[0, -1, 10001, null]) as n;
select is(jsonb_array_length(r -> 'rows') + jsonb_array_length(r -> 'gone') || ' ' || (r ->> 'next' is not null), '1000 true', 'A delta is paged, too') from public.gate_roster(tests.event_id('Agra'), null, '2020-01-01') as r;
select tests.act_as_owner();
create temp table quiet as select clock_timestamp() as at;
update public.user_tickets set seats = array['B7'] where id = (select ticket from crowd where n = 1500);
select tests.act_as('admin@example.in');
select is((select jsonb_agg(r -> 'seats') from jsonb_array_elements(public.gate_roster(tests.event_id('Agra'), null, at) -> 'rows') as r), '[["B7"]]', 'A delta of a large roster has one row after one change') from quiet;
