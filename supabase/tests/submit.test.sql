-- Submitting payments: money that has been sent is never refused.
select tests.create_people('asha@example.in', 'bela@example.in', 'admin: admin@example.in', 'gate: gate@example.in');
select tests.create_concert('Pune', 'Gold 1500 x100', 'Silver 999.99 x100');

create function pg_temp.path(p_order text, p_user text default 'asha@example.in', p_end text default '.png') returns text
  language sql as $$ select tests.user_id(p_user) || '/1764000000000-' || tests.order_id(p_order) || p_end $$;
create function pg_temp.attempt(p_order uuid, p_reference text, p_amount numeric, p_path text, p_lines jsonb, p_hash text) returns jsonb
  language sql as $$
  select tests.refusal(format('select public.submit_payment(%L, %L, %L, %L, %L, %L)', p_order, p_reference, p_amount, p_path, p_lines, p_hash))
$$;

select tests.answers(null, $$pg_temp.attempt(tests.order_id('v'), '412345678901', 1800, pg_temp.path('v'), tests.lines('Gold:A1'), repeat('a', 64)) ->> 'code'$$,
  'not_signed_in', 'A visitor submits nothing');

-- Acting as Asha: invalid payments
select tests.act_as('asha@example.in');
select is(pg_temp.attempt(bad.id, bad.reference, bad.amount, bad.path, bad.lines, bad.hash)
    - case when bad.argument is null then 'detail' else '' end,
  jsonb_strip_nulls(jsonb_build_object('state', 'PT400', 'code', bad.code, 'detail', bad.argument)), bad.rule)
from (
  select o.id, '4123456789' as r, pg_temp.path('x') as p, tests.lines('Gold:A1') as l, repeat('a', 64) as h from (select tests.order_id('x') as id) as o
) as good,
lateral (values
  (null::uuid, good.r, 1800.0, good.p, good.l, good.h, 'invalid', 'p_order_id', 'No order id'),
  (good.id, null, 1800, good.p, good.l, good.h, 'invalid', 'p_transaction_id', 'No reference'),
  (good.id, '', 1800, good.p, good.l, good.h, 'invalid', 'p_transaction_id', 'An empty reference'),
  (good.id, E' \t\n ', 1800, good.p, good.l, good.h, 'invalid', 'p_transaction_id', 'A reference of blanks'),
  (good.id, repeat('9', 65), 1800, good.p, good.l, good.h, 'invalid', 'p_transaction_id', 'A reference of 65 characters'),
  (good.id, repeat('9', 200000), 1800, good.p, good.l, good.h, 'invalid', 'p_transaction_id', 'A reference of 200,000 characters'),
  (good.id, E'412345\n678901x', 1800, good.p, good.l, good.h, 'invalid', 'p_transaction_id', 'A reference on two lines'),
  (good.id, E'4123\u200f45678901x', 1800, good.p, good.l, good.h, 'invalid', 'p_transaction_id', 'A reference with a hidden mark of direction'),
  (good.id, good.r, null, good.p, good.l, good.h, 'invalid', 'p_amount', 'No amount'),
  (good.id, good.r, -0.01, good.p, good.l, good.h, 'invalid', 'p_amount', 'A negative amount'),
  (good.id, good.r, 1000000000, good.p, good.l, good.h, 'invalid', 'p_amount', 'A thousand million rupees'),
  (good.id, good.r, 999999999.996, good.p, good.l, good.h, 'invalid', 'p_amount', 'An amount that rounds to that'),
  (good.id, good.r, 'NaN', good.p, good.l, good.h, 'invalid', 'p_amount', 'Not a number'),
  (good.id, good.r, 'Infinity', good.p, good.l, good.h, 'invalid', 'p_amount', 'Infinity'),
  (good.id, good.r, '-Infinity', good.p, good.l, good.h, 'invalid', 'p_amount', 'NaN and infinity'),
  (good.id, good.r, '1e100000'::numeric, good.p, good.l, good.h, 'invalid', 'p_amount', 'A number of a hundred thousand digits'),
  (good.id, good.r, 1800, null, good.l, good.h, 'invalid', 'p_screenshot_path', 'No path'),
  (good.id, good.r, 1800, pg_temp.path('x', 'bela@example.in'), good.l, good.h, 'invalid', 'p_screenshot_path', 'Another customer''s folder'),
  (good.id, good.r, 1800, pg_temp.path('y'), good.l, good.h, 'invalid', 'p_screenshot_path', 'Another order''s picture'),
  (good.id, good.r, 1800, pg_temp.path('x', p_end => '.pdf'), good.l, good.h, 'invalid', 'p_screenshot_path', 'A path that is no picture'),
  (good.id, good.r, 1800, pg_temp.path('x', p_end => E'.png\n'), good.l, good.h, 'invalid', 'p_screenshot_path', 'Text after the name'),
  (good.id, good.r, 1800, pg_temp.path('x') || '/../x.png', good.l, good.h, 'invalid', 'p_screenshot_path', 'Path traversal'),
  (good.id, good.r, 1800, good.p, good.l, null, 'invalid', 'p_screenshot_sha256', 'No hash'),
  (good.id, good.r, 1800, good.p, good.l, repeat('a', 63), 'invalid', 'p_screenshot_sha256', 'A short hash'),
  (good.id, good.r, 1800, good.p, good.l, repeat('g', 64), 'invalid', 'p_screenshot_sha256', 'A hash that is not hexadecimal'),
  (good.id, good.r, 1800, good.p, null, good.h, 'invalid', 'p_lines', 'No lines'),
  (good.id, good.r, 1800, good.p, '"[]"', good.h, 'invalid', 'p_lines', 'Lines as text'),
  (good.id, good.r, 1800, good.p, '[]', good.h, 'invalid', 'p_lines', 'An empty list of lines'),
  (good.id, good.r, 1800, good.p, tests.lines('Gold:A1,A1'), good.h, 'invalid', 'p_lines', 'A seat twice'),
  (good.id, good.r, 1800, good.p, tests.lines('Gold:a1'), good.h, 'unknown_seat', null, 'An invalid label'),
  (good.id, good.r, 1800, good.p, tests.lines('Gold:A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,B1'), good.h, 'too_many_seats', null, 'Eleven seats of a category')
) as bad (id, reference, amount, path, lines, hash, code, argument, rule);
select is((select count(*) from public.payments), 0::bigint, 'None of this was recorded');

select tests.hold('one', 'Silver:B2', 'Gold:A2,A1');
create temporary table answers (name text primary key, answer jsonb);
insert into answers values ('one', tests.submit('one', ' 4123-4567 8901 ', 4779.99, 'Silver:B2', 'Gold:A2,A1'));
select is(answer, jsonb_build_object(
    'payment_id', tests.payment_id('one'), 'order_id', tests.order_id('one'), 'order_code', tests.order_code('one'),
    'transaction_id', '412345678901', 'amount', 4779.99, 'status', 'pending',
    'created_at', (select created_at from public.payments)), 'It is recorded, its reference without blanks and grouping')
  from answers;
select is(tests.claims('Gold') || ' | ' || tests.claims('Silver'), 'A1 under_review, A2 under_review | B2 under_review', 'Its seats go under review');
select is((select count(*) from public.seat_claims where expires_at is not null), 0::bigint, 'without an end');
select results_eq(
  $$select line, event_name, category_name, seats, quantity, unit_price, total_amount, venue from public.payment_lines order by line$$,
  $$values (1, 'Asha Rao - Pune', 'Silver', array['B2'], 1, 999.99, 1209.99, 'Hall'),
      (2, 'Asha Rao - Pune', 'Gold', array['A1', 'A2'], 2, 1500.00, 3600.00, 'Hall')$$,
  'Its lines are kept with names and prices as they were');
select is((select sum(total_amount) from public.payment_lines), 4809.99, 'They sum to the price of the order');
select is((select used from public.check_payment_status('x') as s (a, b, c, d, e, f, g, h, i, used)), null, 'An unknown reference has no status');
select is(tests.submit('one', '999999999999', 1, 'Gold:C1'), answer, 'The same order again returns the stored row, even with other contents') from answers;
select is(public.submit_payment(tests.order_id('one')), answer, 'also with none') from answers;
select is((select count(*) from public.payments), 1::bigint, 'And records nothing twice');
select is((tests.refusal($$select tests.submit('two', '4123 45678901', 1800, 'Gold:C1')$$)),
  jsonb_build_object('state', 'PT409', 'code', 'transaction_used', 'detail', tests.order_code('one')),
  'An undecided reference cannot be sent again; the refusal names its order');
select is(tests.claims('Gold'), 'A1 under_review, A2 under_review', 'And keeps no seats');

select tests.answers('owner', $$select array_agg(distinct used) from private.hold_usage$$, array['0'::interval], 'The rest of the hold is given back');
select is(tests.warnings('one'), 'amount_differs', 'Thirty rupees short: staff get a warning');

-- Acting as Bela
select tests.refuses('bela@example.in', $$select public.submit_payment(tests.order_id('one'))$$, 'PT403', 'other_user', 'Another customer''s order id is refused');
select tests.refuses($$select tests.submit('one', '1', 1, 'Gold:D1')$$, 'PT403', 'other_user', 'with any contents');
select is((select count(*) from public.check_payment_status('412345678901')), 0::bigint, 'Another customer''s reference reveals nothing');
select lives_ok($$select tests.submit('b1', '412345678901', 2430, 'Gold:A2,A3')$$, 'Another customer''s reference is recorded, and so are taken seats');
select is(tests.claims('Gold'), 'A1 under_review, A2 under_review, A3 under_review', 'The free ones go under review');
select is((select seats_held from public.check_payment_status('412345678901')), false, 'The customer sees that not all seats are kept');
select tests.answers('owner', $$tests.warnings('b1')$$, 'amount_differs seats_lost reference_used', 'Staff see all of it');
select is(warnings -> 1 -> 'lines', tests.lines('Gold:A2'), 'With the lost seats') from private.payment_warnings where payment_id = tests.payment_id('b1');
select is((warnings -> 2 -> 'payments' -> 0) - 'created_at' - 'payment_id',
  jsonb_build_object('order_code', tests.order_code('one'), 'status', 'pending', 'same_customer', false, 'user_name', 'asha'),
  'and which order used the reference before') from private.payment_warnings where payment_id = tests.payment_id('b1');

select tests.allows('asha@example.in', $$select tests.submit('other reference', 't2411261234 567', 1800, 'Gold:C1')$$, 'A reference without twelve digits');
select is((select transaction_id from public.payments where order_id = tests.order_id('other reference')), 'T2411261234 567', 'Is stored in upper case');
select lives_ok($$select tests.submit('hindi', 'भुगतान १२३', 0, 'Gold:C2')$$, 'One in other letters, and no amount');
select lives_ok($$select tests.submit('long', repeat('z', 64), 999999999.99, 'Gold:C3')$$, 'The longest reference, the largest amount');
select lives_ok($$select tests.submit('no such seat', '500000000001', 1800, 'Gold:Z9')$$, 'A seat that the category lacks');
select tests.store_picture(pg_temp.path(o), 'the same bytes') from unnest(array['gone', 'same picture']) as o;
select lives_ok(format('select public.submit_payment(%L, %L, 1800, %L, %L, %L)', tests.order_id('gone'), '500000000002', pg_temp.path('gone'),
  jsonb_build_array(jsonb_build_object('ticket_category_id', '8c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a', 'seats', '["A1", "A2"]'::jsonb)) || tests.lines('Gold:C4'), repeat('B', 64)),
  'A deleted category');
select results_eq(format('select ticket_category_id, gone_category_id, seats, quantity, total_amount from public.payment_lines where payment_id = %L order by line', tests.payment_id('gone')),
  format('values (null::uuid, %L::uuid, %L::text[], 2, 0.00), (%L, null, array[''C4''], 1, 1800.00)', '8c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a', '{}', tests.category_id('Gold')),
  'Its line has no seats and no price; the others are unchanged');
select is((select screenshot_sha256 from public.payments where order_id = tests.order_id('gone')), repeat('b', 64), 'A hash is stored in lower case');
select lives_ok(format('select public.submit_payment(%L, %L, 1800, %L, %L, %L)', tests.order_id('same picture'), '500000000003', pg_temp.path('same picture'),
  tests.lines('Gold:C5'), repeat('b', 64)), 'A picture that was sent before');
select tests.answers('owner', $$tests.warnings('other reference')$$, 'reference_not_12_digits', 'Not twelve digits: staff get a warning');
select is(tests.warnings('hindi'), 'amount_differs reference_not_12_digits', 'Nothing paid: staff get a warning');
select is(tests.warnings('no such seat'), 'seats_lost', 'No such seat: staff get a warning');
select is(tests.warnings('gone'), 'category_gone screenshot_seen', 'Category gone: staff get a warning');
select is(tests.warnings('same picture'), 'screenshot_seen', 'The same picture: staff get a warning');
-- Decided, so that at most ten are undecided
update public.payments set status = 'rejected', reviewed_at = now()
  where order_id in (select tests.order_id(o) from unnest(array['other reference', 'hindi', 'long', 'no such seat', 'gone', 'same picture']) as o);

select tests.hold_as('asha@example.in', 'frozen', 'Silver:C1');
select tests.hold('late', 'Silver:C2');
select tests.expire('late');
select tests.does('admin@example.in', $$update public.ticket_categories set price = 2000 where id = tests.category_id('Silver')$$);
select tests.allows('asha@example.in', $$select tests.submit('frozen', '500000000004', 1209.99, 'Silver:C1')$$, 'A price that changed after the hold');
select is((select unit_price from public.payment_lines where payment_id = tests.payment_id('frozen')), 999.99, 'The order keeps its price');
select lives_ok($$select tests.submit('late', '500000000005', 1209.99, 'Silver:C2,C3')$$, 'An expired hold');
select is((select unit_price from public.payment_lines where payment_id = tests.payment_id('late')), 999.99, 'Even then');
select is(tests.claims('Silver'), 'B2 under_review, C1 under_review', 'but it keeps no seats that it did not hold');
select lives_ok($$select tests.submit('never held', '500000000006', 2390, 'Silver:C4')$$, 'An order without a hold has today''s price');
select tests.hold('dropped', 'Silver:D1,D2');
select tests.submit('dropped', '500000000007', 2390, 'Silver:D1');
select is((select count(*) from public.seat_claims where seat = 'D2'), 0::bigint, 'Held seats outside the payment are free');
select tests.answers('owner', $$tests.warnings('frozen')$$, 'price_changed', 'A changed price: staff get a warning');
select is(tests.warnings('never held'), '', 'No warning for that one');
select is(tests.warnings('late'), 'amount_differs seats_lost price_changed', 'One seat more than was held');

select tests.create_concert('Leh', now() - interval '1 minute', 'Begun 100 x20');
select tests.create_concert('Diu', 'Cancelled 100 x20');
update public.events set status = 'cancelled', cancelled_reason = 'Rain' where id = tests.event_id('Diu');
select tests.allows('asha@example.in', $$select tests.submit('over', '500000000008', 148, 'Begun:A1')$$, 'An event that has begun');
select lives_ok($$select tests.submit('cancelled', '500000000009', 148, 'Cancelled:A1')$$, 'An event that is cancelled');
select tests.answers('owner', $$tests.warnings('over') || ' ' || tests.warnings('cancelled')$$, 'seats_lost event_over seats_lost event_cancelled', 'Staff get a warning');

-- An order's stored lines count only while they still match
select tests.create_user('chitra@example.in');
select tests.create_concert('Agra', 'Movable 500 x20');
select tests.create_event('Puri');
select tests.hold_as('chitra@example.in', 'moved', 'Movable:A1,A2');
select tests.answers('owner', $$select event_id from private.orders where id = tests.order_id('moved')$$, tests.event_id('Agra'), 'An order stores its event');
update public.seat_claims set expires_at = now() - interval '1 minute' where order_id = tests.order_id('moved');
update private.orders set expires_at = now() - interval '1 minute' where id = tests.order_id('moved');
update public.ticket_categories set event_id = tests.event_id('Puri'), price = 900 where name = 'Movable';
select tests.allows('chitra@example.in', $$select tests.submit('moved', '500000000010', 1240, 'Movable:A1,A2')$$, 'A category that moved after the hold expired');
select tests.gives('owner', $$select event_id, seat, state from public.seat_claims where ticket_category_id = tests.category_id('Movable') order by seat$$,
  $$select tests.event_id('Puri'), s, 'under_review' from unnest(array['A1', 'A2']) as s$$, 'Its seats are at the new event');
select results_eq($$select event_id, unit_price, total_amount from public.payment_lines where payment_id = tests.payment_id('moved')$$,
  $$select tests.event_id('Puri'), 500.00, 1240.00$$, 'at the frozen price');

select tests.does('chitra@example.in', $$select public.hold_seats(tests.order_id('padded'), jsonb_set(tests.lines('Gold:J9'), '{0,note}', to_jsonb(repeat('x', 5000))))$$);
select lives_ok(format('select public.submit_payment(%L, %L, 1800, %L, %L, %L)', tests.order_id('padded'), '500000000011',
    pg_temp.path('padded', 'chitra@example.in'), jsonb_set(tests.lines('Gold:J9'), '{0,note}', to_jsonb(repeat('x', 5000))), repeat('b', 64)),
  'Lines with additional keys');
select tests.answers('owner', $$select lines from private.orders where id = tests.order_id('padded')$$, null, 'Are not kept');
select is((select state from public.seat_claims where order_id = tests.order_id('padded')), 'under_review', 'are accepted');
select tests.does('chitra@example.in', $$select public.hold_seats(tests.order_id('noted'), jsonb_set(tests.lines('Gold:J8,J7'), '{0,unit_price}', '"free"'))$$);
select lives_ok(format('select public.submit_payment(%L, %L, 3600, %L, %L, %L)', tests.order_id('noted'), '500000000012',
    pg_temp.path('noted', 'chitra@example.in'), jsonb_set(tests.lines('Gold:J8,J7'), '{0,unit_price}', '"free"'), repeat('b', 64)),
  'Lines with the shop''s own field names');
select is((select seats || array[unit_price::text, total_amount::text] from public.payment_lines where payment_id = tests.payment_id('noted')),
  array['J7', 'J8', '1500.00', '3600.00'], 'use only category and seats');

select tests.act_as('bela@example.in');
select tests.submit('b' || n, '60000000000' || n, 18000, format('Gold:%1$s1,%1$s2,%1$s3,%1$s4,%1$s5,%1$s6,%1$s7,%1$s8,%1$s9,%1$s10', chr(67 + n))) from generate_series(2, 4) as n;
select is((select count(*) from public.seat_claims where state = 'under_review'), 31::bigint, 'Thirty-one seats are under review');
select tests.hold('b5', 'Gold:B1,B2,B3,B4,B5,B6,B7,B8,B9');
select lives_ok($$select tests.submit('b5', '600000000005', 18000, 'Gold:B1,B2,B3,B4,B5,B6,B7,B8,B9,B10')$$, 'A payment for ten more');
select is((select count(*) from public.seat_claims where state = 'under_review'), 31::bigint, 'is recorded without seats');
select is((select count(*) from public.seat_claims where state = 'held'), 0::bigint, 'and frees those it held');
select is((select seats_held from public.check_payment_status('600000000005')), false, 'The customer sees it');
select is((select count(*) from public.payment_flags), 0::bigint, 'but not the reason');
select tests.answers('owner', $$tests.warnings('b5')$$, 'seats_lost beyond_limit', 'Staff do');

select tests.gives('asha@example.in', $$select order_code, status, seats_held from public.check_payment_status(' 412345678901')$$,
  format('values (%L, %L, true)', tests.order_code('one'), 'pending'), 'One''s own payment is found by its reference, however it is grouped');
select is((select count(*) from public.check_payment_status(null)), 0::bigint, 'An empty reference finds nothing');
select is((select count(*) from public.check_payment_status('nonsense')), 0::bigint, 'An unknown reference finds nothing');
select tests.answers('admin@example.in', $$select count(*) from public.check_payment_status('412345678901')$$, 0, 'Nor does another customer''s, even for an admin');
select public.review_payment(tests.payment_id('one'), 'rejected', 'No such credit');
select tests.allows('asha@example.in', $$select tests.submit('retry', '412345678901', 4809.99, 'Silver:B2', 'Gold:A1,A2')$$, 'After a rejection the reference may be sent again');
select results_eq($$select status, order_code from public.check_payment_status('412345678901')$$,
  format('values (%L, %L), (%L, %L)', 'pending', tests.order_code('retry'), 'rejected', tests.order_code('one')), 'Undecided ones come first');
select is((select seats_held from public.check_payment_status('412345678901') limit 1), true, 'For the same seats');

select is((select count(*) from public.payments where user_id <> tests.user_id('asha@example.in')), 0::bigint, 'A customer reads no payments of others');
select is((select count(*) from public.payment_lines where user_id <> tests.user_id('asha@example.in')), 0::bigint, 'nor their lines');
select is((select count(*) from public.payments p join public.payment_lines l on l.payment_id = p.id where p.order_id = tests.order_id('b5')), 0::bigint,
  'nor a known order with its prices');
select tests.denies('select * from public.outgoing_mail', 'Nor mail');
select is((select count(*) from public.get_payment_details()), 0::bigint, 'The staff''s list is empty for customers');
select tests.answers('gate@example.in', $$select count(*) from public.payments$$, 0, 'Gate staff read no payments');
select is((select count(*) from public.get_payment_details()), 0::bigint, 'Nor the list of them');
select tests.denies(null, 'select * from public.payments', 'Visitors read none');
select tests.denies('select * from public.get_payment_details()', 'Nor the list');
select tests.answers('admin@example.in', $$select count(*) > 15 from public.payments$$, true, 'Admins read every payment');
select is((select count(*) from public.get_payment_details()), (select count(*) from public.payments), 'And the list has them all');
select tests.denies(format('update public.payments set status = %L', 'approved'), 'But no role changes a payment directly');
select tests.denies('delete from public.payments', 'or deletes one');
select tests.denies('update public.payment_lines set seats = ''{}''', 'Or its lines');
select tests.denies(format('insert into public.payments (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256) values (%L, %L, ''x'', ''x'', 1, ''x'', ''x'')', tests.user_id('asha@example.in'), tests.order_id('one')), 'Or adds one');
