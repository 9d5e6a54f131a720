-- The terms of the shop: everyone reads them, only the operator writes them, and they hold from their day on.
select tests.create_people('asha@example.in', 'bela@example.in', 'admin: admin@example.in');
select tests.create_concert('Pune', 'Gold 1500 x100');

create temporary table days as
select (now() at time zone 'Asia/Kolkata')::date as today, (now() at time zone 'Asia/Kolkata')::date + 1 as tomorrow;

select act_as(person), isnt_empty('select from shop_terms', coalesce(person, 'A visitor') || ' reads the terms'),
  denies($$ insert into shop_terms (from_day, gst_percent) values (current_date + 2, 0) $$, coalesce(person, 'A visitor') || ' adds none'),
  denies($$ update shop_terms set fee_per_seat = 0 $$, coalesce(person, 'A visitor') || ' changes none'),
  denies($$ delete from shop_terms $$, coalesce(person, 'A visitor') || ' deletes none')
  from (values (null), ('asha@example.in'), ('admin@example.in')) as p(person);

select act_as('asha@example.in');
create temporary table answers (name text primary key, answer jsonb);
insert into answers values ('before', tests.hold('one', 'Gold:A1,A2'));
select is((answer ->> 'total')::numeric, 3600.00, 'Two seats at ₹1,500 with 18% GST and ₹30 each') from answers where name = 'before';

select tests.does('owner', $$insert into shop_terms (from_day, gst_percent) select tomorrow, 28 from days$$);
select is((private.terms()).gst_percent, 18.00, 'Tomorrow''s row does not apply today');
select results_eq($$ select t.fee_per_seat, t.hold_minutes, t.device_days from shop_terms t, days where from_day = tomorrow $$,
  $$ values (30.00, 10, 365) $$, 'Columns that a row does not name stay the same');
select refuses(call, 'PT400', 'invalid', rule) from (values
  ($$ insert into shop_terms (from_day, gst_percent) select today - 1, 12 from days $$, 'A past day cannot get terms'),
  ($$ update shop_terms set gst_percent = 12 where from_day = '2020-01-01' $$, 'Terms of past days cannot change'),
  ($$ delete from shop_terms where from_day = '2020-01-01' $$, 'nor be deleted')) as x (call, rule);
select throws_ok($$ insert into shop_terms (from_day, gst_percent) select today, 101 from days $$, '23514', null, 'Tax above the price is refused');
select throws_ok($$ insert into shop_terms (from_day, seats_per_line, seats_per_customer) select today, 8, 7 from days $$, '23514', null,
  'A line with more seats than a customer may hold is refused');
select throws_ok($$ insert into shop_terms (from_day, hold_minutes, extension_minutes) select today, 20, 15 from days $$, '23514', null,
  'A hold that its own hour refuses to extend is refused');
select throws_ok($$ insert into shop_terms (from_day, seats_per_line) select today, 11 from days $$, '23514', null,
  'A line with more seats than a ticket has passes is refused: its payment could not be recorded');

insert into shop_terms (from_day, gst_percent, fee_per_seat, hold_minutes, extension_minutes, retry_minutes, retries_a_day,
    held_minutes_an_hour, seats_per_line, lines_per_order, seats_per_customer, undecided_per_customer, order_days)
  select today, 12.5, 25.50, 8, 3, 20, 1, 15, 4, 2, 6, 1, 10 from days;
select isnt_empty($$ select from audit_log where "table" = 'shop_terms' and action = 'insert' and after ->> 'gst_percent' = '12.50' $$,
  'The history records a change of the terms');

-- A running hold keeps its price until the payment; a new one has the new terms
select tests.answers('asha@example.in', $$(tests.submit('one', '412345678901', 3600, 'Gold:A1,A2')) ->> 'status'$$, 'pending', 'Submitted at the held price');
insert into answers values ('after', tests.hold('two', 'Gold:A3,A4'));
select results_eq($$ select (answer ->> 'subtotal')::numeric, (answer ->> 'gst')::numeric, (answer ->> 'fee')::numeric,
    (answer ->> 'total')::numeric from answers where name = 'after' $$,
  $$ values (3000.00, 375.00, 51.00, 3426.00) $$, 'Uses tax and fee of the new terms');
select is((answer ->> 'expires_at')::timestamptz, now() + interval '8 minutes', 'Held for eight minutes') from answers where name = 'after';
select is(extend_hold(tests.order_id('two')), now() + interval '11 minutes', 'extended by three');
select refuses($$ select tests.hold('three', 'Gold:B1,B2,B3,B4,B5') $$, 'PT400', 'too_many_seats', 'Four seats of a category, not five');
select is(refusal($$ select tests.hold('three', 'Gold:B1,B2,B3,B4,B5') $$) ->> 'detail', '4', 'and the refusal says four');
select refuses($$ select tests.hold('three', 'Gold:B1,B2,B3') $$, 'PT429', 'too_many', 'Six seats of a customer, not seven');
select tests.answers('owner', $$select sum(l.total_amount) from payment_lines l
  where l.payment_id = tests.payment_id('one')$$, 3600.00, 'The payment''s lines have the held price');

-- The second undecided payment is recorded without seats
select tests.answers('asha@example.in', $$(tests.submit('two', '412345678902', 3426, 'Gold:A3,A4')) ->> 'status'$$, 'pending', 'A second payment is recorded');
select act_as_owner();
select isnt_empty($$ select from payment_flags f where f.payment_id = tests.payment_id('two') and f.flag = 'beyond_undecided' $$,
  'beyond the limit of one undecided payment');

select act_as('admin@example.in');
select review_payment(tests.payment_id('one'), 'rejected', 'No credit');
select act_as_owner();
select is(array_agg(distinct c.expires_at), array[now() + interval '20 minutes'], 'The seats of a rejected payment stay for twenty minutes')
  from seat_claims c where c.order_id = tests.order_id('one');
select act_as('admin@example.in');
select review_payment(tests.payment_id('two'), 'rejected', 'No credit');
select tests.answers('owner', $$select count(*) from seat_claims c where c.order_id = tests.order_id('two')$$, 0, 'after the second of a day they are free at once');

insert into private.orders (id, user_id, order_code, created_at)
  select tests.order_id('old'), tests.user_id('bela@example.in'), tests.order_code('old'), now() - interval '11 days';
select private.tidy_sale();
select is(count(*), 0::bigint, 'An unsubmitted order is deleted after ten days') from private.orders where id = tests.order_id('old');
