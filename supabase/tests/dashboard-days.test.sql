-- The second part of the dashboard: days in India, the next events, open work.
select tests.create_people('Asha Menon <asha@example.in>', 'admin: admin@example.in', 'gate: gate@example.in');
select tests.refuses(null, 'select public.dashboard_days()', 'PT401', 'not_signed_in', 'Visitors have to sign in');
select tests.refuses('asha@example.in', 'select public.dashboard_days()', 'PT403', 'forbidden', 'Customers see no dashboard');
select tests.refuses('gate@example.in', 'select public.dashboard_days()', 'PT403', 'forbidden', 'Nor do gate staff');
select tests.refuses('admin@example.in', 'select public.dashboard_days(0)', 'PT400', 'invalid', 'Zero days are refused');
select tests.refuses('select public.dashboard_days(93)', 'PT400', 'invalid', 'and so is a year');
select is(public.dashboard_days(1), jsonb_build_object(
    'days', jsonb_build_array(jsonb_build_object('day', (now() at time zone 'Asia/Kolkata')::date, 'revenue', '0.00', 'tickets', 0, 'given', 0)),
    'events', '[]'::jsonb, 'refunds_due', 0, 'refunds_sum', '0.00', 'unread_messages', 0), 'An empty shop has an empty day');

select tests.does('owner', $$select tests.create_concert('Pune', now() + interval '10 days', 'Gold 1500 x100')$$);
select tests.create_concert('Goa', now() + interval '20 days', 'Lawn 1000 x50');
select tests.create_event('Agra', now() - interval '2 days');
select tests.does('asha@example.in', $$select public.save_profile('{"refund_upi_id": "asha@okaxis"}')$$);
select tests.submit('one', '412345678901', 3600, 'Gold:A1,A2');
select tests.submit('two', '412345678902', 1210, 'Lawn:A1');
select tests.submit('three', '412345678903', 1210, 'Lawn:A2');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment_id(o), 'approved') from unnest(array['one', 'two']) as o$$);
select is(public.dashboard_days(3) #> '{days,2}', jsonb_build_object('day', (now() at time zone 'Asia/Kolkata')::date, 'revenue', '4810.00', 'tickets', 3, 'given', 0),
  'Today is last, with what was approved and made today');
select is(jsonb_array_length(public.dashboard_days() -> 'days'), 30, 'Thirty days are listed, also empty ones');
select results_eq($$select x ->> 'city', (x ->> 'tickets_sold')::int, (x ->> 'total_tickets')::int, x -> 'admitted' from jsonb_array_elements(public.dashboard_days() -> 'events') x$$,
  $$values ('Pune', 2, 100, 'null'::jsonb), ('Goa', 1, 50, 'null'::jsonb)$$, 'The next events with their sales; admissions are counted on the day');

select tests.without_triggers($$update public.payments set reviewed_at = (((now() at time zone 'Asia/Kolkata')::date)::timestamp at time zone 'Asia/Kolkata') - interval '1 second'
  where order_id = tests.order_id('two')$$);
select tests.answers('admin@example.in', $$select string_agg(x ->> 'revenue', ' ') from jsonb_array_elements(public.dashboard_days(2) -> 'days') x$$, '1210.00 3600.00',
  'A day begins at midnight in India');
select is((select string_agg(x ->> 'revenue', ' ') from jsonb_array_elements(public.dashboard_days(1) -> 'days') x), '3600.00', 'and earlier payments are left out');

select public.cancel_event(tests.event_id('Pune'), 'Rain');
select tests.does('asha@example.in', $$select public.request_refund(t.id) from public.user_tickets t where t.event_id = tests.event_id('Pune')$$);
select tests.does('owner', $$insert into public.contact_messages (id, name, email, topic, message) values (gen_random_uuid(), 'A', 'a@example.in', 'other', 'Hello')$$);
insert into public.contact_messages (id, name, email, topic, message, handled_at) values (gen_random_uuid(), 'B', 'b@example.in', 'other', 'Hello', now());
select tests.act_as('admin@example.in');
select is(public.dashboard_days() - 'days' - 'events', '{"refunds_due": 1, "refunds_sum": "3600.00", "unread_messages": 1}', 'A refund is due, a message is unread');
select is((select string_agg(x ->> 'city', ' ') from jsonb_array_elements(public.dashboard_days() -> 'events') x), 'Goa', 'A cancelled event is not listed');
