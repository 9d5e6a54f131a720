-- Holding seats.
select tests.create_people('asha@example.in', 'bela@example.in', 'admin: admin@example.in');
select tests.create_concert('Pune', 'Gold 1500 x100', 'Silver 999 x100');
select tests.create_concert('Goa', 'Beach 500.50 x30');

-- Acting as a visitor
select tests.refuses(null, $$select tests.hold('v', 'Gold:A1')$$, 'PT401', 'not_signed_in', 'A visitor holds nothing');
select tests.refuses($$select public.extend_hold(tests.order_id('v'))$$, 'PT401', 'not_signed_in', 'A visitor extends nothing');
select tests.refuses($$select public.release_seats(tests.order_id('v'))$$, 'PT401', 'not_signed_in', 'A visitor releases nothing');

-- Acting as Asha: invalid orders
select tests.refuses('asha@example.in', 'select public.hold_seats(null, tests.lines(''Gold:A1''))', 'PT400', 'invalid', 'An order id is required');
select tests.refuses(format('select public.hold_seats(tests.order_id(''x''), %L::jsonb)', bad.lines), 'PT400', bad.code, bad.rule)
from (values
  (null, 'invalid', 'Lines are given'),
  ('null', 'invalid', 'Lines are not null'),
  ('{}', 'invalid', 'Lines are a list'),
  ('"[]"', 'invalid', 'Lines are a list, not the text of one'),
  ('7', 'invalid', 'Lines are a list, not a number'),
  ('[]', 'invalid', 'There is at least one line'),
  ('[null]', 'invalid', 'A line is not null'),
  ('["A1"]', 'invalid', 'A line is an object'),
  ('[[]]', 'invalid', 'A line is not a list'),
  ('[{}]', 'invalid', 'A line has a category and seats'),
  ('[{"ticket_category_id": null, "seats": ["A1"]}]', 'invalid', 'A category is not null'),
  ('[{"ticket_category_id": 1, "seats": ["A1"]}]', 'invalid', 'A category is not a number'),
  ('[{"ticket_category_id": "Gold", "seats": ["A1"]}]', 'invalid', 'A category is a uuid'),
  ('[{"ticket_category_id": "{8c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a}", "seats": ["A1"]}]', 'invalid', 'A uuid is written one way'),
  ('[{"ticket_category_id": "8c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a"}]', 'invalid', 'Seats are given'),
  ('[{"ticket_category_id": "8c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a", "seats": "A1"}]', 'invalid', 'Seats are a list'),
  ('[{"ticket_category_id": "8c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a", "seats": []}]', 'invalid', 'A line has a seat'),
  ('[{"ticket_category_id": "8c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a", "seats": [1]}]', 'invalid', 'A seat is text'),
  ('[{"ticket_category_id": "8c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a", "seats": [null]}]', 'invalid', 'A seat is not null'),
  ('[{"ticket_category_id": "8c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a", "seats": [["A1"]]}]', 'invalid', 'A seat is not a list'),
  ('[{"ticket_category_id": "8c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a", "seats": ["A1", "A1"]}]', 'invalid', 'A seat appears in a line once'),
  ('[{"ticket_category_id": "8c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a", "seats": ["A1"]}, {"ticket_category_id": "8C7A7F56-6C0A-4F0F-8F3C-2F3B5A5A5A5A", "seats": ["A2"]}]',
    'invalid', 'A category appears in one line, however its id is written'),
  ('[{"ticket_category_id": "8c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a", "seats": ["A1","A2","A3","A4","A5","A6","A7","A8","A9","A10","B1"]}]',
    'too_many_seats', 'An order has ten seats of a category, not eleven')
) as bad (lines, code, rule);
select tests.refuses(
  format('select public.hold_seats(tests.order_id(''x''), %L)', (select jsonb_agg(jsonb_build_object('ticket_category_id', gen_random_uuid(), 'seats', '["A1"]'::jsonb)) from generate_series(1, 41))),
  'PT400', 'invalid', 'An order has forty lines, not forty-one');
select tests.refuses(
  format('select public.hold_seats(tests.order_id(''x''), %L)', (select jsonb_agg(1) from generate_series(1, 100000))),
  'PT400', 'invalid', 'A hundred thousand lines are refused like forty-one');
select tests.refuses(
  format('select public.hold_seats(tests.order_id(''x''), %L)', jsonb_build_array(jsonb_build_object('ticket_category_id', tests.category_id('Gold'), 'seats', (select jsonb_agg(n::text) from generate_series(1, 100000) as n)))),
  'PT400', 'too_many_seats', 'And a hundred thousand seats like eleven');

select tests.refuses(format('select tests.hold(''x'', %L)', 'Gold:' || label), 'PT400', 'unknown_seat', 'No seat: ' || quote_literal(label))
from unnest(array['a1', 'A01', ' A1', 'A1 ', 'A0', 'A', '1', 'A-1', 'A1.0', 'AAA1', 'A1000', 'Á1', 'BALC-A1', 'A11', 'K1', 'A1' || repeat('0', 50000), '-A1', 'A1;A2']) as label;
select is(
  (tests.refusal($$select tests.hold('x', 'Gold:A1,Z9', 'Silver:B1')$$) ->> 'detail')::jsonb,
  tests.lines('Gold:Z9'), 'The refusal names the seats that do not exist');
select is(tests.claims('Gold'), '', 'None of this held a seat');

create temporary table answers (name text primary key, answer jsonb);
insert into answers values ('first', tests.hold('one', 'Gold:A2,A1', 'Beach:B3'));
select is(tests.claims('Gold') || ' | ' || tests.claims('Beach'), 'A1 held, A2 held | B3 held', 'Seats of several events are held for one order');
select is(answer - 'expires_at' - 'server_time', jsonb_build_object(
    'order_id', tests.order_id('one'), 'order_code', tests.order_code('one'), 'extended', false,
    'lines', jsonb_build_array(
      jsonb_build_object('ticket_category_id', tests.category_id('Gold'), 'unit_price', 1500.00, 'quantity', 2,
        'gst_percent', 18, 'local_percent', 0, 'fee', 30, 'fee_gst_percent', 0, 'includes_gst', false),
      jsonb_build_object('ticket_category_id', tests.category_id('Beach'), 'unit_price', 500.50, 'quantity', 1,
        'gst_percent', 18, 'local_percent', 0, 'fee', 30, 'fee_gst_percent', 0, 'includes_gst', false)),
    'subtotal', 3500.50, 'gst', 630.09, 'local_tax', 0, 'fee', 90.00, 'fee_gst', 0, 'total', 4220.59), 'The answer has the order''s price')
  from answers where name = 'first';
select is((answer ->> 'expires_at')::timestamptz, now() + interval '10 minutes', 'and ends in ten minutes') from answers where name = 'first';
select matches(answer ->> 'order_code', '^MF[0-9A-HJKMNP-TV-Z]{8}$', 'Its code has no letter that looks like another') from answers where name = 'first';
select is(tests.hold('one', 'Gold:A2,A1', 'Beach:B3') - 'server_time', answer - 'server_time', 'Holding the same lines again changes nothing')
  from answers where name = 'first';

select tests.as_owner($$update private.orders set expires_at = now() + interval '4 minutes' where id = tests.order_id('one')$$);
select tests.as_owner($$update public.seat_claims set expires_at = now() + interval '4 minutes' where order_id = tests.order_id('one')$$);
select is((tests.hold('one', 'Gold:A1,A3', 'Silver:A1') ->> 'expires_at')::timestamptz, now() + interval '4 minutes', 'Holding again never lengthens, not even for new seats');
select is(tests.claims('Gold') || ' | ' || tests.claims('Silver') || ' | ' || tests.claims('Beach'),
  'A1 held, A3 held | A1 held | ', 'Seats that are no longer listed are free');

select tests.does('admin@example.in', $$update public.ticket_categories set price = 9000 where id = tests.category_id('Gold')$$);
select tests.answers('asha@example.in', $$tests.hold('one', 'Gold:A1,A3', 'Silver:A1') -> 'lines' -> 0 ->> 'unit_price'$$, '1500.00', 'The order keeps the price it was held at');
select is(tests.hold('one', 'Gold:A1,A3') -> 'lines' -> 0 ->> 'unit_price', '1500.00', 'Also when other lines are removed');
select is(tests.hold('two', 'Gold:A5') -> 'lines' -> 0 ->> 'unit_price', '9000.00', 'Another order pays the new price');
select public.release_seats(tests.order_id('two'));

-- Acting as Bela: all or none
select tests.act_as('bela@example.in');
select is(tests.refusal($$select tests.hold('b', 'Gold:A3,A4,A1', 'Silver:A1')$$) ->> 'code', 'seats_taken', 'Another customer''s held seats are refused');
select is(
  (tests.refusal($$select tests.hold('b', 'Gold:A3,A4,A1', 'Silver:A1')$$) ->> 'detail')::jsonb, tests.lines('Gold:A1,A3'),
  'Exactly the lost seats are named');
select is(tests.claims('Gold'), 'A1 held, A3 held', 'And nothing was held');
select is(tests.refusal($$select tests.hold('one', 'Gold:B1')$$) ->> 'code', 'other_user', 'Another customer''s order id is refused');
select tests.refuses($$select public.extend_hold(tests.order_id('one'))$$, 'PT403', 'other_user', 'Another customer''s hold is not extended');
select tests.refuses($$select public.release_seats(tests.order_id('one'))$$, 'PT403', 'other_user', 'Another customer''s hold is not released');
select tests.refuses($$select public.extend_hold(tests.order_id('never'))$$, 'PT404', 'unknown_order', 'An order that was never held is not extended');
select tests.refuses($$select public.release_seats(tests.order_id('never'))$$, 'PT404', 'unknown_order', 'nor released');
select tests.refuses('select public.extend_hold(null)', 'PT400', 'invalid', 'Extending requires an order');
select tests.refuses('select public.release_seats(null)', 'PT400', 'invalid', 'Releasing requires an order');

select is(public.taken_seats(tests.category_id('Gold')) - 'at', '{"taken": ["A1", "A3"], "mine": []}', 'Others'' holds are taken');
select tests.answers(null, $$public.taken_seats(tests.category_id('Gold')) - 'at'$$, '{"taken": ["A1", "A3"], "mine": []}', 'For visitors too');
select tests.act_as('asha@example.in');
select is(public.taken_seats(tests.category_id('Gold')), jsonb_build_object('at', now(), 'taken', '[]'::jsonb, 'mine', '["A1", "A3"]'::jsonb), 'One''s own are in mine');
select tests.refuses('select public.taken_seats(null)', 'PT400', 'invalid', 'A category is required');
select tests.refuses('select public.taken_seats(gen_random_uuid())', 'PT404', 'not_found', 'An unknown category is refused');
select is(tests.refusal($$select tests.hold('other', 'Gold:A1')$$) ->> 'code', 'seats_taken', 'Another order of the same customer conflicts like any other''s');

-- Acting as Bela: an expired hold counts as free and is taken over
select tests.expire('one');
select tests.answers('bela@example.in', $$public.taken_seats(tests.category_id('Gold')) -> 'taken'$$, '[]', 'An expired hold looks free');
select is(tests.hold('b', 'Gold:A3,A4') ->> 'order_code', tests.order_code('b'), 'And can be held');
select is(tests.claims('Gold'), 'A1 expired, A3 held, A4 held', 'It is taken over without a sweeper');
select tests.act_as('asha@example.in');
select is((tests.refusal($$select tests.hold('one', 'Gold:A1,A3')$$) ->> 'detail')::jsonb, tests.lines('Gold:A3'), 'The customer of the expired hold learns which seat was lost');
select is((tests.hold('one', 'Gold:A1') ->> 'expires_at')::timestamptz, now() + interval '10 minutes', 'And holds the rest again for ten minutes');

select is(public.extend_hold(tests.order_id('one')), now() + interval '15 minutes', 'A hold is extended by five minutes');
select is(public.extend_hold(tests.order_id('one')), now() + interval '15 minutes', 'Only once; a repeat returns the same time');
select is(tests.hold('one', 'Gold:A1') -> 'extended', 'true', 'The order stores it');
select is((tests.hold('one', 'Gold:A1') ->> 'expires_at')::timestamptz, now() + interval '15 minutes', 'Holding again does not shorten it');
select tests.expire('one');
select tests.refuses($$select public.extend_hold(tests.order_id('one'))$$, 'PT409', 'hold_expired', 'An expired hold is not extended');
select tests.hold('one', 'Gold:H1');
select is(public.extend_hold(tests.order_id('one')), now() + interval '10 minutes', 'An order is extended once, even after it was held again');

select public.release_seats(tests.order_id('one'));
select is(tests.claims('Gold'), 'A3 held, A4 held', 'Released seats are free');
select lives_ok($$select public.release_seats(tests.order_id('one'))$$, 'Releasing again does nothing');
select tests.refuses($$select public.extend_hold(tests.order_id('one'))$$, 'PT409', 'hold_expired', 'A released hold is not extended');

select tests.hold('budget', 'Gold:C1,C2');
select tests.answers('owner', $$select array_agg(distinct used) from private.hold_usage where seat in ('C1', 'C2')$$, array['10 minutes'::interval], 'A hold is booked in full');
select tests.does('asha@example.in', $$select public.release_seats(tests.order_id('budget'))$$);
select tests.answers('owner', $$select array_agg(distinct used) from private.hold_usage where seat in ('C1', 'C2')$$, array['0'::interval], 'Releasing gives back the unused time');
update private.hold_usage set used = interval '24 minutes' where seat = 'C1';
select tests.answers('asha@example.in', $$(tests.hold('budget', 'Gold:C1,C2') ->> 'expires_at')::timestamptz$$, now() + interval '6 minutes', 'A hold is cut to the rest of the half hour');
select tests.refuses($$select public.extend_hold(tests.order_id('budget'))$$, 'PT429', 'held_too_long', 'And not extended beyond it');
select is((tests.hold('budget', 'Gold:C1,C2') ->> 'expires_at')::timestamptz, now() + interval '6 minutes', 'Holding again books nothing twice');
select tests.expire('budget');
select is((tests.refusal($$select tests.hold('budget', 'Gold:C1,C2')$$) ->> 'detail')::jsonb, tests.lines('Gold:C1'), 'Without time left the seat is named');
select tests.refuses($$select tests.hold('another order', 'Gold:C1')$$, 'PT429', 'held_too_long', 'Another order of the customer is refused too');
select tests.allows('bela@example.in', $$select tests.hold('b2', 'Gold:C1')$$, 'Another customer may hold it');
select public.release_seats(tests.order_id('b2'));
select tests.does('owner', $$update private.hold_usage set since = now() - interval '1 hour' where seat = 'C1'$$);
select tests.act_as('asha@example.in');
select is((tests.hold('budget', 'Gold:C1') ->> 'expires_at')::timestamptz, now() + interval '10 minutes', 'An hour after the first hold the count begins again');
select public.release_seats(tests.order_id('budget'));

select tests.hold('many ' || n, format('Gold:%1$s1,%1$s2,%1$s3,%1$s4,%1$s5,%1$s6,%1$s7,%1$s8,%1$s9,%1$s10', chr(67 + n))) from generate_series(1, 4) as n;
select tests.refuses($$select tests.hold('one more', 'Silver:A1')$$, 'PT429', 'too_many', 'Forty seats are held at a time, not forty-one');
select lives_ok($$select tests.hold('many 1', 'Silver:A1,A2,A3,A4,A5,A6,A7,A8,A9,A10')$$, 'Seats that the order gives back do not count');
select tests.expire('many 2');
select lives_ok($$select tests.hold('one more', 'Silver:B1')$$, 'Nor do expired holds');
select public.release_seats(tests.order_id('many ' || n)) from generate_series(1, 4) as n;

select tests.does('owner', $$select tests.create_concert('Leh', now(), 'Begun 100 x20')$$);
select tests.create_concert('Diu', 'Cancelled 100 x20');
update public.events set status = 'cancelled', cancelled_reason = 'Rain' where id = tests.event_id('Diu');
select tests.act_as('asha@example.in');
select is((tests.refusal($$select tests.hold('n', 'Silver:C1', 'Begun:A1,A2')$$)), jsonb_build_object('state', 'PT409', 'code', 'not_on_sale', 'detail', tests.lines('Begun:A1,A2')::text), 'The sale ends when the event begins');
select tests.refuses($$select tests.hold('n', 'Cancelled:A1')$$, 'PT409', 'not_on_sale', 'A cancelled event is not on sale');
select tests.refuses($$select public.hold_seats(tests.order_id('n'), jsonb_build_array(jsonb_build_object('ticket_category_id', gen_random_uuid(), 'seats', '["A1"]'::jsonb)))$$,
  'PT409', 'not_on_sale', 'Nor is a deleted category');

select tests.hold('paid', 'Silver:J1');
select tests.submit('paid', '412345678901', 1208.82, 'Silver:J1');
select tests.refuses($$select tests.hold('paid', 'Silver:J2')$$, 'PT409', 'order_submitted', 'A submitted order holds no more seats');
select tests.refuses($$select public.extend_hold(tests.order_id('paid'))$$, 'PT409', 'order_submitted', 'Nor can it be extended');
select tests.refuses($$select public.release_seats(tests.order_id('paid'))$$, 'PT409', 'order_submitted', 'Nor be released while under review');
select is(public.taken_seats(tests.category_id('Silver')) -> 'taken' ? 'J1', true, 'One''s own seats under review count as taken');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment_id('paid'), 'rejected', 'Not found')$$);
select tests.answers('asha@example.in', $$public.taken_seats(tests.category_id('Silver')) -> 'mine' ? 'J1'$$, true, 'After a rejection the seats are held for the customer');
select is((select expires_at from public.seat_claims where seat = 'J1'), now() + interval '15 minutes', 'For a quarter of an hour');
select tests.refuses($$select tests.hold('paid', 'Silver:J1')$$, 'PT409', 'order_submitted', 'The rejected order stays submitted');
select is((tests.hold('again', 'Silver:J1') ->> 'expires_at')::timestamptz, now() + interval '15 minutes', 'A new order of the same customer takes the same seats, for as long as was promised');
select is((select (order_id, payment_id) from public.seat_claims where seat = 'J1'), (select (tests.order_id('again'), tests.payment_id('paid'))), 'The claim keeps its payment');
select is((tests.hold('and again', 'Silver:J1') ->> 'order_id')::uuid, tests.order_id('and again'), 'So that another order can take them again');
select tests.answers('owner', $$select used from private.hold_usage where seat = 'J1'$$, '0', 'The quarter hour after a rejection is not counted');
select tests.act_as('bela@example.in');
select is(tests.refusal($$select tests.hold('b3', 'Silver:J1')$$) ->> 'code', 'seats_taken', 'Other customers do not get them meanwhile');
select tests.expire('and again');
select lives_ok($$select tests.hold('b3', 'Silver:J1')$$, 'but do once it has passed');
select is((select payment_id from public.seat_claims where seat = 'J1'), null, 'without the rejected payment');

select is((select count(*) from public.seat_claims where user_id <> tests.user_id('bela@example.in')), 0::bigint, 'A customer reads no claims of others');
select is((select count(*) > 0 from public.seat_claims), true, 'But reads one''s own');
select tests.denies(format('insert into public.seat_claims (event_id, place, seat, ticket_category_id, state, source) values (%L, ''x'', ''A9'', %L, ''sold'', ''box_office'')', tests.event_id('Pune'), tests.category_id('Gold')), 'Customers write no claims');
select tests.denies($$update public.seat_claims set expires_at = 'infinity'$$, 'Nor lengthen them');
select tests.denies('delete from public.seat_claims', 'Nor delete them');
select tests.denies('select * from private.orders', 'Nor read orders');
select tests.denies('select * from private.hold_usage', 'Nor held times');
select tests.denies('admin@example.in', 'delete from public.seat_claims', 'Nor do admins delete claims');
select tests.denies($$update public.seat_claims set state = 'sold'$$, 'Or sell them by hand');
select is((select count(distinct user_id) from public.seat_claims), 2::bigint, 'Admins read every claim');
select tests.denies(null, 'select * from public.seat_claims', 'Visitors read none');
