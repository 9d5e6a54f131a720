-- Free categories: an order of nothing is a ticket at once, for the customer who holds its seats.
select tests.create_people('asha@example.in', 'bela@example.in', 'admin: admin@example.in', 'gate: gate@example.in');
select tests.create_concert('Pune', 'Hall 0 x60', 'Gold 1500 x20', 'Unmarked 0 x20');

create function tests.take(p_order text, variadic p_lines text[]) returns jsonb language sql volatile set search_path = '' as $$
  select public.take_free_order(tests.order_id(p_order), tests.lines(variadic p_lines))
$$;
create function tests.end_hold(p_order text) returns void language sql volatile security definer set search_path = '' as $$ select tests.expire(p_order) $$;

-- Marking
select tests.affects('asha@example.in', $$update public.ticket_categories set is_free = true$$, 0, 'Customers mark nothing as free');
select tests.affects('gate@example.in', $$update public.ticket_categories set is_free = true$$, 0, 'Nor does the gate');
select tests.act_as('admin@example.in');
select is(tests.refusal($$update public.ticket_categories set is_free = true where name = 'Gold'$$) - 'state', '{"code": "invalid", "detail": "is_free"}', 'Free has no price');
select is(tests.refusal($$update public.ticket_categories set is_free = true, phases = '[{"name": "Early", "price": 0, "until_sold": 5}]' where name = 'Hall'$$) - 'state',
  '{"code": "invalid", "detail": "is_free"}', 'And no phases');
select tests.affects($$update public.ticket_categories set is_free = true where name = 'Hall'$$, 1, 'An admin marks one');
select is(tests.refusal($$update public.ticket_categories set price = 5 where name = 'Hall'$$) - 'state', '{"code": "invalid", "detail": "is_free"}', 'Then a price needs the mark to go');
select is((select e.unpriced from public.event_list e where e.id = tests.event_id('Pune')), 1::bigint, 'A free category is not one without a price');

-- Prices
select tests.answers('asha@example.in', $$tests.hold('a', 'Hall:A1,A2') - array['order_id', 'order_code', 'expires_at', 'server_time', 'extended', 'lines']$$,
  '{"subtotal": 0.00, "gst": 0.00, "local_tax": 0.00, "fee": 0.00, "fee_gst": 0.00, "total": 0.00}', 'Free has no fee and no tax');
select is(tests.hold('u', 'Unmarked:A1') ->> 'total', '30.00', 'A price of 0 alone keeps its fee');
select is(tests.hold('m', 'Hall:B1', 'Gold:A1') ->> 'total', '1800.00', 'Beside others only their price and fee are paid');

-- Refusals
select tests.refuses(null, $$select tests.take('a', 'Hall:A1,A2')$$, 'PT401', 'not_signed_in', 'A visitor takes nothing');
select tests.refuses('bela@example.in', $$select tests.take('a', 'Hall:A1,A2')$$, 'PT403', 'other_user', 'Nor another customer');
select tests.refuses($$select tests.take('z', 'Hall:A1')$$, 'PT409', 'hold_expired', 'Seats are held first');
select tests.refuses('admin@example.in', $$select tests.take('a', 'Hall:A1,A2')$$, 'PT403', 'other_user', 'Nor an admin');
select tests.refuses('asha@example.in', $$select tests.take('a', 'Hall:A1')$$, 'PT409', 'hold_expired', 'Exactly the seats that are held');
select tests.refuses($$select tests.take('a', 'Hall:A1,A3')$$, 'PT409', 'hold_expired', 'And no others');
select tests.refuses($$select tests.take('a', 'Hall:A1,A2', 'Gold:A2')$$, 'PT409', 'hold_expired', 'No line beside them');
select tests.refuses($$select public.take_free_order(tests.order_id('a'), '[]')$$, 'PT400', 'invalid', 'Lines');
select tests.refuses($$select tests.take('u', 'Unmarked:A1')$$, 'PT409', 'not_free', 'A fee is paid');
select tests.refuses($$select tests.take('m', 'Hall:B1', 'Gold:A1')$$, 'PT409', 'not_free', 'And a price');
select is((select count(*) from public.payments), 0::bigint, 'A refusal records nothing');

-- Taking
create temporary table taken as select tests.take('a', 'Hall:A1,A2') as answer;
select is((select answer - array['payment_id', 'order_id', 'created_at', 'tickets'] from taken),
  jsonb_build_object('order_code', tests.order_code('a'), 'transaction_id', tests.order_code('a'), 'amount', 0.00, 'status', 'approved'),
  'The order is approved at once; its code is the reference');
select is((select answer -> 'tickets' -> 0 -> 'seats' from taken), '["A1", "A2"]', 'Its tickets come along');
select is((select count(*) from public.user_tickets t where t.payment_id = tests.payment_id('a') and t.total_amount = 0), 1::bigint, 'They are the customer''s');
select is((select count(*) from public.passes) || ' ' || tests.wrong_codes(), '2 0', 'with signed codes');
select is(tests.claims('Hall'), 'A1 sold, A2 sold, B1 held', 'The seats are sold');
select is((select c.tickets_sold from public.ticket_categories c where c.name = 'Hall'), 2, 'And counted');
select is(tests.take('a', 'Hall:A1,A2'), (select answer from taken), 'A repeat returns the same tickets');
select is(tests.take('a', 'Hall:A9'), (select answer from taken), 'Whatever it asks for');
select tests.refuses($$select tests.hold('a', 'Hall:A3')$$, 'PT409', 'order_submitted', 'The order is done');
select tests.refuses($$select public.release_seats(tests.order_id('a'))$$, 'PT409', 'order_submitted', 'Its seats stay');
select is(tests.submit('a', '412345678901', 0, 'Hall:A1,A2') ->> 'status', 'approved', 'A submission of it returns what was decided');
select tests.refuses('bela@example.in', $$select tests.hold('x', 'Hall:A1')$$, 'PT409', 'seats_taken', 'Nobody else has the seats');
select tests.act_as_owner();
select is((select jsonb_agg(jsonb_build_object('method', p.method, 'by', p.reviewed_by, 'url', p.screenshot_url)) from public.payments p where p.id = tests.payment_id('a')),
  '[{"method": "free", "by": null, "url": ""}]', 'Nobody decided, and there is no picture');
select is((select count(*) from public.outgoing_mail m where m.payment_id = tests.payment_id('a') and m.kind = 'payment_approved'), 1::bigint, 'The mail of an approval is sent');
select tests.answers('admin@example.in', $$select d.warnings from public.get_payment_details() d where d.order_id = tests.order_id('a')$$, '[]', 'Staff are not warned of it');
select is((public.payment_bank_states(array[tests.payment_id('a')]))::text like '%not_found%', false, 'No bank statement has it');
select tests.refuses($$select public.start_refund(tests.payment_id('a'), null, 10, 'Nothing was paid')$$,
  'PT409', 'not_refundable', 'Nothing goes back');
select tests.refuses($$select public.review_payment(tests.payment_id('a'), 'rejected')$$, 'PT409', 'already_decided', 'It is decided');

-- A hold that ended, and limits
select tests.hold_as('bela@example.in', 'e', 'Hall:C1');
select tests.end_hold('e');
select tests.refuses($$select tests.take('e', 'Hall:C1')$$, 'PT409', 'hold_expired', 'A hold that ran out is held again first');
select tests.hold('e', 'Hall:C1');
select is(tests.take('e', 'Hall:C1') ->> 'status', 'approved', 'Then it is taken');
select tests.hold_as('asha@example.in', 'f', 'Hall:D1,D2,D3,D4,D5,D6,D7,D8');
select is(tests.take('f', 'Hall:D1,D2,D3,D4,D5,D6,D7,D8') ->> 'status', 'approved', 'Ten free places are a customer''s');
select tests.hold('g', 'Hall:E1');
select is(tests.refusal($$select tests.take('g', 'Hall:E1')$$) - 'state', '{"code": "too_many", "detail": "10"}', 'The eleventh is not');
select tests.does('admin@example.in', $$select public.revoke_tickets(array(select t.id from public.user_tickets t where t.payment_id = tests.payment_id('a')), 'Not coming')$$);
select tests.answers('asha@example.in', $$tests.take('g', 'Hall:E1') ->> 'status'$$, 'approved', 'A ticket that was taken back does not count');
select tests.submit('m', '412345678909', 1800, 'Hall:B1', 'Gold:A1');
select tests.act_as('admin@example.in');
select is((select array_agg(l.total_amount order by l.line) from public.payment_lines l where l.payment_id = tests.payment_id('m')), '{0.00,1800.00}', 'In a paid order the free line costs nothing');
update public.ticket_categories set is_free = false, price = 100 where name = 'Hall';
select tests.answers('bela@example.in', $$tests.hold('h', 'Hall:F1') ->> 'total'$$, '148.00', 'Without the mark it has a price again');

-- Free places beside paid ones
select tests.does('admin@example.in', $$update public.ticket_categories set is_free = true, price = 0 where name = 'Hall'$$);
select tests.create_user('chand@example.in');
select tests.answers('chand@example.in', $$tests.hold('n', 'Hall:G1,G2,G3,G4,G5,G6', 'Gold:B1') ->> 'total'$$, '1800.00', 'Six free places beside a paid one are held');
select is(tests.refusal($$select tests.hold('o', 'Hall:E2,E3,E4,E5,E6', 'Gold:B2')$$), '{"state": "PT429", "code": "too_many", "detail": "free"}',
  'What another order holds counts: both might be paid');
select is(tests.refusal($$select tests.hold('o', 'Hall:E2,E3,E4,E5', 'Gold:B2')$$), null, 'Four are held beside them');
select is(tests.refusal($$select tests.hold('n', 'Hall:G1,G2,G3,G4,G5,G6', 'Gold:B1')$$), null, 'An order''s own places are not counted twice');
select tests.submit('n', '412345678910', 1800, 'Hall:G1,G2,G3,G4,G5,G6', 'Gold:B1');
select is(tests.refusal($$select tests.hold('o', 'Hall:E2,E3,E4,E5,E6', 'Gold:B2')$$), '{"state": "PT429", "code": "too_many", "detail": "free"}',
  'What is under review counts: the eleventh is refused beside a paid place, too');
select is(tests.refusal($$select tests.hold('o', 'Hall:E2,E3,E4,E5', 'Gold:B2')$$), null, 'the tenth is not');
select tests.hold('p', 'Hall:B2,B3,B4,B5,B6');
select is(tests.refusal($$select tests.take('p', 'Hall:B2,B3,B4,B5,B6')$$) - 'state', '{"code": "too_many", "detail": "10"}', 'Nor are they taken in a free order');
select is(tests.submit('o', '412345678911', 1800, 'Hall:E2,E3,E4,E5', 'Gold:B2') ->> 'status', 'pending', 'Ten are submitted');
select is(tests.submit('q', '412345678912', 1800, 'Hall:C2', 'Gold:B3') ->> 'status', 'pending', 'Money for more is recorded');
select is(tests.claims('Gold'), 'A1 under_review, B1 under_review, B2 under_review', 'and keeps no seat');
select tests.act_as('admin@example.in');
select ok((select d.warnings @? '$[*] ? (@.code == "beyond_limit")' from public.get_payment_details() d where d.order_id = tests.order_id('q')), 'Staff see why');
