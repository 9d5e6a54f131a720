-- Guests: tickets given to a name, and links that open tickets once, on one device.
select tests.create_people('asha@example.in', 'admin: admin@example.in', 'gate: gate@example.in',
  'box_office: farah@example.in');
select tests.create_concert('Pune', 'Gold 1500 x20');
select tests.create_concert('Goa', 'Beach 500 x20');
insert into public.ticket_categories (event_id, name, price, total_tickets, is_standing) values (tests.event_id('Pune'), 'Floor', 400, 6, true);
insert into public.staff_events (user_id, role, event_id) values (tests.user_id('farah@example.in'), 'box_office', tests.event_id('Pune'));

create function tests.guest(p_name text, p_more jsonb) returns jsonb language sql as $$
  select jsonb_build_object('id', tests.order_id(p_name), 'name', p_name) || p_more $$;
create function tests.ticket(p_name text) returns uuid language sql security definer as $$
  select t.id from public.user_tickets t join public.payments p on p.id = t.payment_id where p.order_id = tests.order_id(p_name) $$;
alter table public.payments disable trigger "90_stamp";

-- Who may do what.
create temporary table calls (q text, admins boolean);
insert into calls values ('select public.add_guests(tests.category_id(''Gold''), jsonb_build_array(tests.guest(''X'', ''{"seats": ["A1"]}'')))', true),
  ('select public.list_guests(tests.event_id(''Pune''))', true), ('select public.forget_guests(tests.event_id(''Pune''))', true),
  ('select public.new_ticket_link(gen_random_uuid())', false);
select tests.act_as(null);
select tests.refuses(q, 'PT401', 'not_signed_in', 'A visitor: ' || q) from calls;
select tests.act_as(p) || tests.refuses(q, 'PT403', 'forbidden', p || ': ' || q)
  from calls, unnest(array['asha@example.in', 'gate@example.in', 'farah@example.in']) as p where admins or p <> 'farah@example.in';
select tests.act_as('farah@example.in');
select tests.refuses(q, 'PT404', 'not_found', 'Box office staff: ' || q) from calls where not admins;
select is_empty('select from public.guest_tickets', 'They do not read the table');
select tests.denies('insert into public.guest_tickets (ticket_id) values (gen_random_uuid())', 'nor write it');
select tests.sees_none('asha@example.in', 'select from public.guest_tickets', 'nor do customers');
select tests.denies(null, 'select from public.guest_tickets', 'nor visitors');

-- A list of guests, all or none.
select tests.does('admin@example.in', $$select public.keep_seats(tests.category_id('Gold'), array['B1', 'B2', 'B3'], 'Artists')$$);
select tests.refuses(format('select public.add_guests(tests.category_id(%L), %L)', c, g), 'PT' || s, r, coalesce(g, 'null')) from (values
  ('Gold', null, 400, 'invalid'), ('Gold', '[]', 400, 'invalid'), ('Gold', '[1]', 400, 'invalid'), ('Gold', '[{"name": "X", "seats": ["A1"]}]', 400, 'invalid'),
  ('Gold', '[{"id": "x", "name": "X", "seats": ["A1"]}]', 400, 'invalid'), ('Gold', jsonb_build_array(tests.guest('X', '{"name": 1}'))::text, 400, 'invalid'),
  ('Gold', jsonb_build_array(tests.guest('X', '{"name": " ", "seats": ["A1"]}'))::text, 400, 'invalid'),
  ('Gold', jsonb_build_array(tests.guest('X', jsonb_build_object('name', repeat('x', 121), 'seats', '["A1"]'::jsonb)))::text, 400, 'invalid'),
  ('Gold', jsonb_build_array(tests.guest('X', jsonb_build_object('contact', repeat('x', 121), 'seats', '["A1"]'::jsonb)))::text, 400, 'invalid'),
  ('Gold', jsonb_build_array(tests.guest('X', jsonb_build_object('note', repeat('x', 201), 'seats', '["A1"]'::jsonb)))::text, 400, 'invalid'),
  ('Gold', jsonb_build_array(tests.guest('X', '{"note": 5, "seats": ["A1"]}'))::text, 400, 'invalid'),
  ('Gold', jsonb_build_array(tests.guest('X', '{"contact": 5, "seats": ["A1"]}'))::text, 400, 'invalid'), ('Gold', jsonb_build_array(tests.guest('X', '{}'))::text, 400, 'invalid'),
  ('Gold', jsonb_build_array(tests.guest('X', '{"seats": ["A1"]}'), tests.guest('X', '{"seats": ["A2"]}'))::text, 400, 'invalid'),
  ('Gold', jsonb_build_array(tests.guest('X', '{"seats": ["Z9"]}'))::text, 400, 'unknown_seat'), ('Gold', jsonb_build_array(tests.guest('X', '{"count": 2}'))::text, 400, 'unknown_seat'),
  ('Floor', jsonb_build_array(tests.guest('X', '{"count": 11}'))::text, 400, 'too_many_seats'), ('none', jsonb_build_array(tests.guest('X', '{"count": 1}'))::text, 404, 'not_found'),
  ('Gold', (select jsonb_agg(tests.guest('g' || n, '{"seats": ["A1"]}'))::text from generate_series(1, 201) as n), 400, 'invalid'),
  ('Gold', jsonb_build_array(tests.guest('X', '{"seats": ["A1"]}'), tests.guest('Y', '{"seats": ["A1"]}'))::text, 409, 'seats_taken'),
  ('Gold', jsonb_build_array(tests.guest('X', '{"seats": ["B1"]}'), tests.guest('Y', '{"seats": ["B1"]}'))::text, 409, 'seats_taken')) as v (c, g, s, r);
select tests.refuses(format('select public.add_guests(tests.category_id(''Gold''), %L, repeat(''x'', 81))', jsonb_build_array(tests.guest('X', '{"seats": ["A1"]}'))), 'PT400', 'invalid', 'A list''s name is short');
select is(tests.claims('Gold'), 'B1 kept, B2 kept, B3 kept', 'A refused list leaves nothing, and kept seats kept');
create temporary table given as select g from jsonb_array_elements(public.add_guests(tests.category_id('Gold'),
  jsonb_build_array(tests.guest('Ravi Kumar', '{"seats": ["A2", "A1"], "contact": " ravi@example.in ", "note": " wheelchair "}'), tests.guest('Meera', '{"seats": ["B1"]}')), ' Press ')) as g;
insert into given select g from jsonb_array_elements(public.add_guests(tests.category_id('Floor'), jsonb_build_array(tests.guest('Band', '{"count": 3}')))) as g;
select is((select string_agg(concat_ws(' ', g ->> 'seats', g ->> 'guest_id' = g ->> 'order_id', length(g ->> 'secret')), ', ' order by g ->> 'seats' desc) from given),
  '["B1"] t 22, ["A1", "A2"] t 22, ["1", "2", "3"] t 22', 'Each guest has a ticket and a link');
select is(tests.claims('Gold'), 'A1 sold, A2 sold, B1 sold, B2 kept, B3 kept', 'A kept seat may be given');
select is((select string_agg(concat_ws(' ', p.method, p.amount, p.status, p.till_id, p.made_by = tests.user_id('admin@example.in')), ', ') from public.payments p), 'complimentary 0.00 approved t, complimentary 0.00 approved t, complimentary 0.00 approved t', 'They cost nothing');
select is((select string_agg(distinct concat_ws(' ', unit_price, gst_amount, fee_amount, total_amount), ',') from public.payment_lines), '0.00 0.00 0.00 0.00', 'not even tax');
select is((select string_agg(concat_ws(' ', g ->> 'name', g ->> 'contact', g ->> 'note', g ->> 'list', g ->> 'category', g ->> 'seats', g ->> 'link', g ->> 'let_in'), ', ') from jsonb_array_elements(public.list_guests(tests.event_id('Pune'))) as g),
  'Band  Floor ["1", "2", "3"] new 0, Meera Press Gold ["B1"] new 0, Ravi Kumar ravi@example.in wheelchair Press Gold ["A1", "A2"] new 0', 'The list has them');
select tests.refuses('select public.list_guests(gen_random_uuid())', 'PT404', 'not_found', 'of an event that is there');
create temporary table again as select g from jsonb_array_elements(public.add_guests(tests.category_id('Gold'),
  jsonb_build_array(tests.guest('Ravi Kumar', '{"seats": ["C1", "C2"], "contact": "ravi@example.in"}'), tests.guest('Meera', '{"seats": ["C3"]}')), 'Press')) as g;
select is((select jsonb_agg(g - 'secret' order by g ->> 'guest_id') from again), (select jsonb_agg(g - 'secret' order by g ->> 'guest_id') from given where g ->> 'seats' not like '%"3"%'), 'A repeat gives nothing new');
select isnt((select jsonb_agg(g -> 'secret' order by g ->> 'guest_id') from again), (select jsonb_agg(g -> 'secret' order by g ->> 'guest_id') from given where g ->> 'seats' not like '%"3"%'), 'but new links, whose answer may have been lost');
select tests.refuses(format('select public.add_guests(tests.category_id(%L), jsonb_build_array(%L::jsonb), %L)', c, tests.guest('Ravi Kumar', m::jsonb), l), 'PT409', 'changed_meanwhile', c || l || m)
  from (values ('Gold', 'Press', '{"seats": ["C1", "C2"], "contact": "ravi@example.com"}'), ('Gold', 'Artists', '{"seats": ["C1", "C2"], "contact": "ravi@example.in"}'),
    ('Gold', 'Press', '{"seats": ["C1", "C2"], "contact": "ravi@example.in", "name": "Ravi"}'), ('Gold', 'Press', '{"seats": ["C1"], "contact": "ravi@example.in"}'),
    ('Floor', 'Press', '{"count": 2, "contact": "ravi@example.in"}'), ('Gold', 'Press', '{"count": "x", "contact": "ravi@example.in"}')) as v (c, l, m);
update given set g = a.g from again as a where a.g -> 'guest_id' = given.g -> 'guest_id';
select tests.as_owner('update public.payments set created_at = now() - interval ''6 minutes''');
select is((public.add_guests(tests.category_id('Gold'), jsonb_build_array(tests.guest('Meera', '{"seats": ["C3"]}')), 'Press') -> 0 -> 'secret'), 'null', 'and after five minutes none');
select is((select count(*) from public.audit_log where action = 'add_guests'), 2::bigint, 'The history has each list');
select is_empty($$select from public.audit_log a where a.after::text like '%ravi@example.in%' or a.after::text ~* 'secret|device'$$, 'and neither contacts nor links');
select is_empty(format('select from public.guest_tickets t where t::text like %L', '%' || (g ->> 'secret') || '%'), 'The table has no secret') from given;

-- The order of another sale is no guest's.
select tests.does('farah@example.in', $$select public.open_till(tests.order_id('t'), 'Gate', 0)$$);
create temporary table sale as select public.sell_at_door(tests.order_id('door'), tests.order_id('t'), tests.lines('Gold:D1', 'Floor:x1'), 'cash', 2242, 'Sunil') as s;
select tests.act_as('admin@example.in');
select tests.refuses(format('select public.add_guests(tests.category_id(''Gold''), %L)', jsonb_build_array(tests.guest('door', '{"seats": ["C3"]}'))), 'PT403', 'other_user', 'An order''s id is in use');
select is(jsonb_array_length(public.list_guests(tests.event_id('Pune'))), 3, 'Buyers at the door are no guests of a list');

-- The link, seen by anyone who has it.
select tests.act_as_owner();
create function tests.secret(p_name text) returns text language sql security definer as $$
  select g ->> 'secret' from given where g ->> 'guest_id' = tests.order_id(p_name)::text $$;
select tests.act_as(null);
select is(public.peek_ticket_link(tests.secret('Ravi Kumar')) - array['date', 'event_id'],
  '{"state": "new", "event": "Asha Rao, Pune", "venue": "Hall", "city": "Pune", "status": "scheduled", "previous_date": null, "category": "Gold", "people": 2, "paid_order": null}', 'A look tells what it is, and no name');
select is(tests.refusal(format('select public.%s', q)), '{"state": "PT404", "code": "not_found", "detail": "p_secret"}', 'One answer for what is no link: ' || q) from (values
  ('peek_ticket_link(null)'), ('peek_ticket_link('''')'), ('peek_ticket_link(repeat(''A'', 22))'), ('peek_ticket_link(repeat(''A'', 1000000))'),
  ('open_ticket_link(repeat(''A'', 22), tests.device(''one''))'), ('open_ticket_link(null, tests.device(''one''))'), ('open_ticket_link(''x'', null)')) as v (q);
select tests.refuses(format('select public.open_ticket_link(tests.secret(''Ravi Kumar''), %L)', d), 'PT400', 'invalid', 'No device: ' || coalesce(d, 'null'))
  from (values (null), (''), ('x'), (repeat('a', 42)), (repeat('a', 65)), (repeat('!', 43))) as v (d);
create temporary table opened as select public.open_ticket_link(tests.secret('Ravi Kumar'), tests.device('one')) as o;
select is(o -> 'tickets' -> 0 ->> 'name' || ' ' || (o -> 'tickets' -> 0 ->> 'seats') || ' ' || (o -> 'tickets' -> 0 -> 'event' ->> 'city'), 'Ravi Kumar ["A1", "A2"] Pune', 'Opened, it gives the whole ticket') from opened;
select is(o, public.open_ticket_link(tests.secret('Ravi Kumar'), tests.device('one')), 'The same device may repeat') from opened;
select is(tests.refusal('select public.open_ticket_link(tests.secret(''Ravi Kumar''), tests.device(''two''))') - 'detail', '{"state": "PT409", "code": "link_used"}', 'another may not');
select is(public.peek_ticket_link(tests.secret('Ravi Kumar')) ->> 'state', 'opened', 'A look says so');
select tests.act_as('asha@example.in');
select is(tests.refusal('select public.open_ticket_link(tests.secret(''Ravi Kumar''), tests.device(''two''))') ->> 'code', 'link_used', 'nor when signed in');
select is(jsonb_array_length(public.open_ticket_link((select s ->> 'secret' from sale), tests.device('two')) -> 'tickets'), 2, 'The link of a sale gives all its tickets');
select tests.act_as_owner();
select ok(o -> 'tickets' -> 0 -> 'passes' = private.passes_of(t.id, t.user_id) and o -> 'tickets' -> 0 ->> 'user_id' = t.user_id::text, 'with what the gate needs')
  from opened, public.user_tickets t where t.id::text = o -> 'tickets' -> 0 ->> 'ticket_id';
select is_empty(format('select from public.guest_tickets t where t::text like %L', '%' || tests.device('one') || '%'), 'A device is stored as its hash');
select tests.act_as('admin@example.in');
select is((select string_agg(concat_ws(' ', g ->> 'name', g ->> 'link', g ->> 'opened_at' is not null), ', ') from jsonb_array_elements(public.list_guests(tests.event_id('Pune'))) as g), 'Band new f, Meera new f, Ravi Kumar opened t', 'The list says who has the ticket');
select is(public.add_guests(tests.category_id('Gold'), jsonb_build_array(tests.guest('Ravi Kumar', '{"seats": ["C2", "C3"], "contact": "ravi@example.in"}')), 'Press') -> 0 -> 'secret', 'null', 'A repeat does not end a link that was opened');

-- A new link.
create temporary table fresh as select public.new_ticket_link(tests.ticket('Ravi Kumar')) as secret;
grant select on fresh to public;
select tests.refuses(null, 'select public.peek_ticket_link(tests.secret(''Ravi Kumar''))', 'PT404', 'not_found', 'The old link has ended');
select lives_ok('select public.open_ticket_link((select secret from fresh), tests.device(''two''))', 'The new one opens once more');
select tests.refuses('farah@example.in', 'select public.new_ticket_link(tests.ticket(''Meera''))', 'PT404', 'not_found', 'Box office staff make no links for guests');
select tests.refuses('select public.new_ticket_link((select (s -> ''tickets'' -> 0 ->> ''ticket_id'')::uuid from sale))', 'PT409', 'too_late', 'nor of what they sold, once it was opened');
select tests.hold_as('admin@example.in', 'h', 'Gold:D5');

-- Revoked, moved, cancelled, over.
select public.revoke_tickets(array[tests.ticket('Ravi Kumar'), tests.ticket('Meera')], 'Not coming');
select tests.refuses('select public.new_ticket_link(tests.ticket(''Meera''))', 'PT409', 'already_decided', 'A revoked ticket gets no link');
select is(tests.claims('Gold') || ', ' || (select string_agg(concat_ws(' ', g ->> 'name', g ->> 'link'), ', ') from jsonb_array_elements(public.list_guests(tests.event_id('Pune'))) as g),
  'B2 kept, B3 kept, D1 sold, D5 held, Band new, Meera revoked, Ravi Kumar revoked', 'Revoked guests stay in the list, their seats are free');
select tests.answers(null, $$public.peek_ticket_link(tests.secret('Meera')) ->> 'state'$$, 'revoked', 'The link says so');
select tests.refuses('select public.open_ticket_link(tests.secret(''Meera''), tests.device(''one''))', 'PT409', 'already_decided', 'and gives nothing');
select is(public.open_ticket_link((select secret from fresh), tests.device('two')) -> 'tickets' -> 0 ->> 'revoked_reason', 'Not coming', 'The device that has the ticket learns of it');
select tests.does('admin@example.in', $$select public.move_event(tests.event_id('Pune'), now() + interval '40 days')$$);
select isnt(public.peek_ticket_link(tests.secret('Band')) ->> 'previous_date', null, 'A moved event is said');
select is_empty($$select from public.announcements$$, 'and nobody is told who has no account');
select public.cancel_event(tests.event_id('Pune'), 'Rain');
select is(public.peek_ticket_link(tests.secret('Band')) ->> 'state' || ' ' || (public.peek_ticket_link(tests.secret('Band')) ->> 'status'), 'over cancelled', 'as is a cancelled one');
select is(public.peek_ticket_link(tests.secret('Band')) -> 'paid_order', 'null', 'to which a guest paid nothing');
select tests.refuses('select public.open_ticket_link(tests.secret(''Band''), tests.device(''one''))', 'PT409', 'too_late', 'whose tickets nobody opens');
select is((select count(*) from public.refunds r join public.payments p on p.id = r.payment_id where p.method = 'complimentary'), 0::bigint, 'It owes guests nothing');
select tests.refuses(format('select public.add_guests(tests.category_id(''Gold''), %L)', jsonb_build_array(tests.guest('Late', '{"seats": ["C3"]}'))), 'PT409', 'not_on_sale', 'nor gets new ones');

-- Names go.
select is(public.forget_guests(tests.event_id('Pune')), 4, 'Staff delete the names of an event''s guests');
select is(public.forget_guests(tests.event_id('Pune')), 0, 'once');
select is((select string_agg(concat_ws(' ', g ->> 'name', g ->> 'contact', g ->> 'seats'), ', ' order by g ->> 'seats') from jsonb_array_elements(public.list_guests(tests.event_id('Pune'))) as g), '["1", "2", "3"], ["A1", "A2"], ["B1"]', 'Their tickets stay');
select is((select count(*) from public.profiles), 4::bigint, 'Accounts stay');
select public.add_guests(tests.category_id('Beach'), jsonb_build_array(tests.guest('Zoya', '{"seats": ["A1"], "contact": "98200 12345"}')));
select tests.does('owner', $$select private.tidy_sale()$$);
select is((select count(*) from public.profiles where is_guest), 1::bigint, 'The shop keeps the names of coming events');
alter table public.events disable trigger user;
update public.events set date = now() - interval '31 days' where city = 'Goa';
select private.tidy_sale();
select is((select count(*) from public.profiles where is_guest) || ' ' || (select count(*) from public.guest_tickets where contact is not null or note is not null), '0 0', 'and deletes them thirty days later');
