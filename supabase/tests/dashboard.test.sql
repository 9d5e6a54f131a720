-- The dashboard's figures, the counts of payments, and the console's lists of the catalogue.
select tests.create_people('Asha Menon <asha@example.in>', 'admin: admin@example.in', 'gate: gate@example.in');

select tests.answers('admin@example.in', $$public.dashboard_stats() - 'at' - 'weeks' - 'pending_ages'$$, jsonb_build_object(
    'total_singers', 0, 'total_events', 0, 'upcoming_events', 0, 'next_event_at', null, 'tickets_sold', 0, 'revenue', '0.00', 'short', '0.00', 'back', '0.00', 'net', '0.00',
    'recent_bookings', 0, 'complimentary_tickets', 0, 'free_tickets', 0, 'average_tickets_per_event', 0, 'completed_events', 0, 'pending_payments', 0,
    'oldest_pending_at', null), 'An empty shop has zeros, and no average');
select is(public.count_payments() - 'newest_at', '{"pending": 0, "approved": 0, "rejected": 0, "arrived": 0}'::jsonb, 'And no payments');

select tests.does('owner', $$select tests.create_event('Goa', now() - interval '1 day', 'Ravi Iyer')$$);
select tests.create_concert('Pune', now() + interval '10 days', 'Gold 1500 x100', 'Silver 999.99 x50');
select tests.create_event('Delhi', now() + interval '20 days');

select tests.submit_as('asha@example.in', 'first', '412345678901', 3600, 'Gold:A1,A2');
select tests.submit('second', '412345678902', 1209.99, 'Silver:A1');
select tests.submit('third', '412345678903', 1800, 'Gold:B1');

select tests.refuses('select public.dashboard_stats()', 'PT403', 'forbidden', 'Customers see no dashboard');
select tests.refuses('select public.count_payments()', 'PT403', 'forbidden', 'Nor how many payments there are');
select tests.refuses('gate@example.in', 'select public.dashboard_stats()', 'PT403', 'forbidden', 'Nor do gate staff');
select tests.refuses('select public.count_payments()', 'PT403', 'forbidden', 'Neither dashboard nor payment counts');
select tests.refuses(null, 'select public.dashboard_stats()', 'PT401', 'not_signed_in', 'Visitors have to sign in');
select tests.refuses('select public.count_payments()', 'PT401', 'not_signed_in', 'For both');

select tests.answers('admin@example.in', $$public.count_payments() - 'newest_at'$$, '{"pending": 3, "approved": 0, "rejected": 0, "arrived": 0}', 'Three payments are pending');
select is((public.count_payments() ->> 'newest_at')::timestamptz, (select max(p.created_at) from public.payments p), 'The newest one''s time is returned');
select is(public.count_payments((select min(p.created_at) - interval '1 second' from public.payments p)) -> 'arrived', '3'::jsonb, 'and how many came since');
select is(public.count_payments((public.count_payments() ->> 'newest_at')::timestamptz) -> 'arrived', '0'::jsonb, 'which is none after the newest');
select is(public.count_listed('payments') || ' ' || public.count_listed('payments', 'pending') || ' ' || public.count_listed('payments', 'approved'), '3 3 0', 'Lists are counted with their filters');
select is(public.count_listed('bookings') || ' ' || public.count_listed('bookings', 'pending') || ' ' || public.count_listed('bookings', 'recent'), '3 3 0', 'and so are bookings');
select is(public.count_listed('users', 'staff'), 2, 'staff');
select is(public.count_listed('refunds') + public.count_listed('refunds', 'requested') + public.count_listed('messages', 'waiting') + public.count_listed('messages', 'handled'), 0, 'refunds and messages');
select tests.refuses('select public.count_listed(''secrets'')', 'PT400', 'invalid', 'An unknown list is refused');
select tests.refuses('select public.count_listed(''messages'', ''1; drop table x'')', 'PT400', 'invalid', 'with any filter');
select is((public.dashboard_stats() ->> 'oldest_pending_at')::timestamptz,
  (select min(p.created_at) from public.payments p), 'The oldest pending payment is returned');
select is(public.dashboard_stats() ->> 'revenue', '0.00', 'Pending payments are no revenue');
select is(public.dashboard_stats() -> 'pending_ages', '[3, 0, 0, 0]', 'Three of them have waited for less than a quarter of an hour');
select tests.without_triggers(format('update public.payments set created_at = now() - %L::interval where id = %L', age, tests.payment_id(o)))
from (values ('first', '15 minutes'), ('second', '23 hours'), ('third', '1 day')) as v (o, age);
select is(public.dashboard_stats() -> 'pending_ages', '[0, 1, 1, 1]', 'and later they are counted by their age');
select is((public.dashboard_stats() ->> 'recent_bookings')::integer, 0, 'Nor a booking');

select is((select row (l.held, l.under_review)::text from public.ticket_category_list l where l.name = 'Gold'), '(0,3)',
  'A ticket category says how many seats are under review');

select public.review_payment(tests.payment_id('first'), 'approved');
select public.review_payment(tests.payment_id('second'), 'approved');
select public.review_payment(tests.payment_id('third'), 'rejected');
select is((select row (l.held, l.under_review, l.tickets_sold)::text from public.ticket_category_list l where l.name = 'Gold'), '(1,0,2)',
  'and how many are held, including those of a rejection');
select is(public.count_payments() - 'newest_at', '{"pending": 0, "approved": 2, "rejected": 1, "arrived": 0}'::jsonb, 'Payments are counted by state');
select is(public.dashboard_stats() - 'at' - 'next_event_at' - 'weeks' - 'pending_ages', jsonb_build_object(
    'total_singers', 2, 'total_events', 3, 'upcoming_events', 2, 'tickets_sold', 3, 'revenue', '4809.99', 'short', '0.00', 'back', '0.00', 'net', '4809.99',
    'recent_bookings', 2, 'complimentary_tickets', 0, 'free_tickets', 0, 'average_tickets_per_event', 1, 'completed_events', 1, 'pending_payments', 0,
    'oldest_pending_at', null), 'Revenue sums approved payments, bookings are tickets, the average is rounded');
select tests.without_triggers($$update public.singers set created_at = now(); update public.events set created_at = now()$$);
select is(public.dashboard_stats() -> 'weeks', '[
    {"singers": 2, "events": 3, "completed": 1, "tickets": 3, "revenue": "4809.99", "bookings": 2},
    {"singers": 0, "events": 0, "completed": 0, "tickets": 0, "revenue": "0.00", "bookings": 0}]', 'All of it was in the last seven days');
select tests.without_triggers(format($$
  update public.singers set created_at = now() - interval '7 days' where name = 'Ravi Iyer';
  update public.events set created_at = now() - interval '8 days', date = date - interval '7 days' where city = 'Goa';
  update public.payments set reviewed_at = now() - interval '13 days' where id = %1$L;
  update public.user_tickets set created_at = now() - interval '7 days 1 hour' where payment_id = %1$L;
  update public.user_tickets set created_at = now() - interval '14 days' where payment_id = %2$L$$,
  tests.payment_id('first'), tests.payment_id('second')));
select is(public.dashboard_stats() -> 'weeks', '[
    {"singers": 1, "events": 2, "completed": 0, "tickets": 0, "revenue": "1209.99", "bookings": 0},
    {"singers": 1, "events": 1, "completed": 1, "tickets": 2, "revenue": "3600.00", "bookings": 1}]', 'and what is older is of the seven days before, or of neither');
select tests.without_triggers($$update public.user_tickets set created_at = now()$$);
select is((public.dashboard_stats() ->> 'next_event_at')::timestamptz,
  (select e.date from public.events e where e.city = 'Pune'), 'The next event is the soonest to come');
select public.cancel_event(tests.event_id('Pune'), 'Rain');
select is((public.dashboard_stats() ->> 'next_event_at')::timestamptz,
  (select e.date from public.events e where e.city = 'Delhi'), 'A cancelled event is not the next one');
select is((public.dashboard_stats() ->> 'upcoming_events')::integer, 2, 'though its date is in the future');

select is((select row (l.events, l.upcoming_events)::text from public.singer_list l where l.name = 'Ravi Iyer'), '(1,0)',
  'A singer''s events are counted, upcoming ones separately');
select is((select row (l.singer_name, l.status, l.categories, l.total_tickets, l.tickets_sold)::text
    from public.event_list l where l.city = 'Pune'), '("Asha Rao",cancelled,2,150,3)', 'An event sums up its ticket categories');
select is((select row (l.categories, l.total_tickets, l.tickets_sold)::text from public.event_list l where l.city = 'Delhi'),
  '(0,0,0)', 'An event without categories has zeros');
select is((select row (l.singer_name, l.city, l.event_status, l.tickets_sold, l.layout_name)::text
    from public.ticket_category_list l where l.name = 'Gold'), '("Asha Rao",Pune,cancelled,2,)', 'A ticket category includes its event');
select tests.act_as(null);
select tests.denies(format('select from public.%I', list), 'Visitors do not read ' || list)
from unnest(array['singer_list', 'event_list', 'ticket_category_list']) as list;
