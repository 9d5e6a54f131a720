-- Deciding payments, replacing seats, revoking tickets.
select tests.create_people('Asha Menon <asha@example.in>', 'bela@example.in', 'admin: admin@example.in',
  'admin: other-admin@example.in', 'gate: gate@example.in');
select tests.create_concert('Pune', 'Gold 1500 x100', 'Silver 999.99 x100');
select tests.create_concert('Goa', 'Beach 500 x40');

create function tests.sold(p_category text) returns integer
  language sql security definer as $$ select tickets_sold from public.ticket_categories where name = p_category $$;
create function tests.valid(p_order text) returns boolean
  language sql security definer as $$
  select bool_and(private.check_character(left(t.code, 8)) = right(t.code, 1)
    and t.seats = array(select p.seat from public.passes p where p.ticket_id = t.id order by private.seat_order(p.seat) collate "C"))
    and tests.wrong_codes() = 0
  from public.user_tickets t where t.payment_id = tests.payment_id(p_order)
$$;
create function tests.codes(p_ticket uuid) returns jsonb
  language sql security definer as $$ select private.passes_of(t.id, t.user_id) from public.user_tickets t where t.id = p_ticket $$;

select tests.hold_as('asha@example.in', 'one', 'Gold:A1,A2', 'Beach:B1');
select tests.submit('one', '412345678901', 4190, 'Gold:A1,A2', 'Beach:B1');

select tests.refuses($$select public.review_payment(tests.payment_id('one'), 'approved')$$, 'PT403', 'forbidden', 'Customers decide nothing');
select tests.refuses($$select public.review_payments(array[tests.payment_id('one')])$$, 'PT403', 'forbidden', 'Nor many at once');
select tests.refuses($$select public.reassign_seats(tests.payment_id('one'), tests.lines('Gold:A3,A4'))$$, 'PT403', 'forbidden', 'Nor give themselves other seats');
select tests.refuses($$select public.revoke_tickets(array[gen_random_uuid()], 'x')$$, 'PT403', 'forbidden', 'Nor take tickets back');
select tests.refuses('gate@example.in', $$select public.review_payment(tests.payment_id('one'), 'approved')$$, 'PT403', 'forbidden', 'Gate staff decide nothing');
select tests.refuses(null, $$select public.review_payment(tests.payment_id('one'), 'approved')$$, 'PT401', 'not_signed_in', 'Nor do visitors');

-- Acting as an admin: invalid decisions
select tests.refuses('admin@example.in', $$select public.review_payment(null, 'approved')$$, 'PT400', 'invalid', 'Invalid payment ID');
select tests.refuses($$select public.review_payment(gen_random_uuid(), 'approved')$$, 'PT404', 'not_found', 'An unknown payment is refused');
select tests.refuses(format('select public.review_payment(tests.payment_id(''one''), %L)', word), 'PT400', 'invalid', 'No decision: ' || coalesce(word, 'null'))
from unnest(array['pending', 'Approved', '', null]) as word;
select tests.refuses($$select public.review_payment(tests.payment_id('one'), 'rejected', repeat('x', 501))$$, 'PT400', 'invalid', 'A note has at most 500 characters');
select tests.refuses($$select public.review_payments(null)$$, 'PT400', 'invalid', 'Payments are required');
select tests.refuses($$select public.review_payments('{}')$$, 'PT400', 'invalid', 'At least one');
select tests.refuses($$select public.review_payments(array[null]::uuid[])$$, 'PT400', 'invalid', 'A null id is refused');
select tests.refuses($$select public.review_payments(array(select gen_random_uuid() from generate_series(1, 101)))$$, 'PT400', 'invalid', 'At most a hundred payments');

create temporary table answers (name text primary key, answer jsonb);
insert into answers values ('one', public.review_payment(tests.payment_id('one'), 'approved', '  Thank you  '));
select is(answer - 'tickets' - 'reviewed_at', jsonb_build_object('payment_id', tests.payment_id('one'), 'order_id', tests.order_id('one'),
    'order_code', tests.order_code('one'), 'transaction_id', '412345678901', 'amount', 4190.00, 'status', 'approved',
    'reviewed_by', tests.user_id('admin@example.in'), 'review_note', 'Thank you'), 'The decision names the payment and who decided') from answers;
select is(tests.claims('Gold') || ' | ' || tests.claims('Beach'), 'A1 sold, A2 sold | B1 sold', 'The seats are sold');
select is(array[tests.sold('Gold'), tests.sold('Beach')], array[2, 1], 'And counted');
select is(jsonb_array_length(answer -> 'tickets'), 2, 'There is a ticket for each line') from answers;
select ok(tests.valid('one'), 'Codes check and signatures are those of the event''s key');
select is(public.review_payment(tests.payment_id('one'), 'approved', 'Again'), answer, 'The same decision again returns the same result') from answers;
select is((select count(*) from public.user_tickets), 2::bigint, 'And makes no further tickets');
select tests.act_as('other-admin@example.in');
select is(public.review_payment(tests.payment_id('one'), 'approved'), answer, 'also to another admin') from answers;
select is(tests.refusal($$select public.review_payment(tests.payment_id('one'), 'rejected')$$) ->> 'code', 'already_decided', 'The opposite decision is refused');
select is((tests.refusal($$select public.review_payment(tests.payment_id('one'), 'rejected')$$) ->> 'detail')::jsonb,
  jsonb_build_object('status', 'approved', 'reviewed_at', now(), 'reviewed_by', tests.user_id('admin@example.in'), 'reviewer', 'admin'), 'with who decided, and when');

select tests.gives('asha@example.in', $$select seats, quantity, total_amount, payment_status from public.confirm_tickets('4123 4567 8901') order by total_amount desc$$,
  $$values (array['A1', 'A2'], 2, 3600.00, 'completed'), (array['B1'], 1, 620.00, 'completed')$$, 'The customer has the tickets');
select is((select sum(total_amount) from public.user_tickets), (select sum(total_amount) from public.payment_lines), 'Their amounts sum to the order');
select is((select count(*) from public.confirm_tickets('none')), 0::bigint, 'An unknown reference has no tickets');
select is((select note from (select review_note as note from public.payments) as p), 'Thank you', 'The customer reads the note');
select is((select count(*) from public.get_all_tickets()), 0::bigint, 'But not the staff''s list');
select tests.refuses($$select tests.submit('two', '412345678901', 1, 'Gold:A3')$$, 'PT409', 'transaction_used', 'An approved reference cannot be sent again');
select tests.answers('bela@example.in', $$select count(*) from public.user_tickets$$, 0, 'Others read no tickets of hers');
select is((select count(*) from public.confirm_tickets('412345678901')), 0::bigint, 'Not even with the reference');

select tests.submit('b1', '412345678901', 1800, 'Gold:C1');
select tests.act_as('admin@example.in');
select is(tests.refusal($$select public.review_payment(tests.payment_id('b1'), 'approved')$$),
  jsonb_build_object('state', 'PT409', 'code', 'reference_approved', 'detail', tests.order_code('one')), 'The refusal names the order it was approved for');
select is(tests.claims('Gold'), 'A1 sold, A2 sold, C1 under_review', 'And nothing changes');

insert into answers values ('b1', public.review_payment(tests.payment_id('b1'), 'rejected', E'No such credit.\nPlease look again.'));
select is(answer ->> 'status' || ' ' || (answer ->> 'tickets'), 'rejected []', 'Rejected') from answers where name = 'b1';
select is(tests.claims('Gold'), 'A1 sold, A2 sold, C1 held', 'The seats stay held for the customer');
select is((select expires_at from public.seat_claims where seat = 'C1'), now() + interval '15 minutes', 'For a quarter of an hour');
select is(public.review_payment(tests.payment_id('b1'), 'rejected'), answer, 'The same decision again returns the same') from answers where name = 'b1';
select tests.refuses($$select public.review_payment(tests.payment_id('b1'), 'approved')$$, 'PT409', 'already_decided', 'The opposite one is refused');
select tests.refuses($$select public.reassign_seats(tests.payment_id('b1'), tests.lines('Gold:C2'))$$, 'PT409', 'already_decided', 'A rejected payment cannot get other seats');
select tests.allows('bela@example.in', $$select public.release_seats(tests.order_id('b1'))$$, 'The customer may release the seats');
select is(tests.claims('Gold'), 'A1 sold, A2 sold', 'Then they are free');

select tests.gives('owner', $$select p.email, m.kind, m.content ->> 'order_code' from public.outgoing_mail m join tests.people p on p.id = m.user_id order by 1$$,
  format('values (%L, %L, %L), (%L, %L, %L)', 'asha@example.in', 'payment_approved', tests.order_code('one'), 'bela@example.in', 'payment_rejected', tests.order_code('b1')),
  'A decision is mailed once, however often it is repeated');
update public.profiles set notify_email = false where id = tests.user_id('bela@example.in');

select tests.submit_as('bela@example.in', 'b2', '500000000001', 4800, 'Gold:A2,A3', 'Beach:B1', 'Silver:A1');
select tests.act_as('admin@example.in');
select is(tests.refusal($$select public.review_payment(tests.payment_id('b2'), 'approved')$$),
  jsonb_build_object('state', 'PT409', 'code', 'seats_lost', 'detail', tests.lines('Gold:A2', 'Beach:B1')::text), 'Lost seats are named, and nothing is sold');
select is(tests.refusal(format('select public.reassign_seats(tests.payment_id(''b2''), %L)', bad.lines)) ->> 'code', bad.code, bad.rule)
from (values
  (tests.lines('Gold:A3'), 'invalid', 'Fewer seats than were paid for'),
  (tests.lines('Gold:A3,A4,A5'), 'invalid', 'More seats than were paid for'),
  (tests.lines('Gold:A3,A4') || jsonb_build_array(jsonb_build_object('ticket_category_id', gen_random_uuid(), 'seats', '["A1"]'::jsonb)), 'invalid', 'A category that was not paid for'),
  ('[]'::jsonb, 'invalid', 'No lines'),
  (tests.lines('Gold:A3,Z9'), 'unknown_seat', 'A seat that is none'),
  (tests.lines('Gold:A3,A1'), 'seats_taken', 'A sold seat is refused')
) as bad (lines, code, rule);
select tests.refuses($$select public.reassign_seats(null, tests.lines('Gold:A3,A4'))$$, 'PT400', 'invalid', 'A payment is required');
select tests.refuses($$select public.reassign_seats(gen_random_uuid(), tests.lines('Gold:A3,A4'))$$, 'PT404', 'not_found', 'An unknown payment is refused');
insert into answers values ('b2', public.reassign_seats(tests.payment_id('b2'), tests.lines('Gold:A4,A3', 'Beach:B2')));
select is(tests.claims('Gold') || ' | ' || tests.claims('Beach') || ' | ' || tests.claims('Silver'),
  'A1 sold, A2 sold, A3 under_review, A4 under_review | B1 sold, B2 under_review | A1 under_review', 'Other seats are under review now, the other line keeps its own');
select is(public.reassign_seats(tests.payment_id('b2'), tests.lines('Gold:A4,A3', 'Beach:B2')), answer, 'Repeating it changes nothing') from answers where name = 'b2';
select is(public.review_payment(tests.payment_id('b2'), 'approved') ->> 'status', 'approved', 'Then it is approved');
select ok(tests.valid('b2'), 'With signatures of the new seats');
select set_eq(format('select seats from public.user_tickets where payment_id = %L', tests.payment_id('b2')), $$values (array['A3', 'A4']), (array['B2']), (array['A1'])$$, 'and the new seats on the tickets');

insert into answers select 'before', jsonb_agg(to_jsonb(t) || jsonb_build_object('codes', tests.codes(t.id)) order by t.id) from public.user_tickets t where payment_id = tests.payment_id('b2');
select tests.hold_as('asha@example.in', 'hers', 'Gold:B1');
select tests.refuses('admin@example.in', $$select public.reassign_seats(tests.payment_id('b2'), tests.lines('Gold:B1,B2'))$$, 'PT409', 'seats_taken', 'Held seats are refused');
select is(tests.claims('Gold'), 'A1 sold, A2 sold, A3 sold, A4 sold, B1 held', 'And nothing changes');
select lives_ok($$select public.reassign_seats(tests.payment_id('b2'), tests.lines('Gold:A4,B2'))$$, 'Seats of an approved payment are replaced');
select is(tests.claims('Gold'), 'A1 sold, A2 sold, A4 sold, B1 held, B2 sold', 'The old seat is free, the new one sold');
select is(tests.sold('Gold'), 4, 'The count stays the same');
select ok(tests.valid('b2'), 'The ticket is signed again');
select is((select array_agg(x -> 'id' order by x -> 'id') from answers, jsonb_array_elements(answer) as x where name = 'before'),
  (select array_agg(to_jsonb(t.id) order by to_jsonb(t.id)) from public.user_tickets t where payment_id = tests.payment_id('b2')), 'The ticket stays the same one');
select is((select count(*) from answers, jsonb_array_elements(answer) as x join public.user_tickets t on t.id = (x ->> 'id')::uuid
    where name = 'before' and x -> 'codes' <> tests.codes(t.id) and x ->> 'code' = t.code), 1::bigint, 'Only that ticket''s passes change; its typed code stays');

select tests.submit('admin''s own', '600000000001', 1800, 'Gold:E1');
select tests.refuses($$select public.review_payment(tests.payment_id('admin''s own'), 'approved')$$, 'PT403', 'own_payment', 'An admin does not approve their own payment');
select tests.answers('other-admin@example.in', $$public.review_payment(tests.payment_id('admin''s own'), 'approved') ->> 'status'$$, 'approved', 'Another admin may');

select tests.submit_as('asha@example.in', 'm1', '700000000001', 1800, 'Gold:F1');
select tests.submit('m2', '700000000002', 1800, 'Gold:A1');
select tests.submit('m3', '700000000003', 1800, 'Gold:F3');
select tests.submit('m4', '700000000004', 1800, 'Gold:F4');
select tests.submit_as('bela@example.in', 'm5', '700000000004', 1800, 'Gold:F5');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment_id('m3'), 'rejected')$$);
insert into answers values ('many', public.review_payments(array[
  tests.payment_id('m1'), tests.payment_id('m2'), tests.payment_id('m3'), '8c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a', tests.payment_id('m4'), tests.payment_id('m5'), tests.payment_id('m1'), tests.payment_id('one')]));
select is((select string_agg(coalesce(x -> 'refusal' ->> 'code', x -> 'result' ->> 'status'), ' ' order by n) from answers, jsonb_array_elements(answer) with ordinality as a (x, n) where name = 'many'),
  'approved seats_lost already_decided not_found approved reference_approved approved', 'Each payment is decided by itself, in the order given, once');
select is((select x -> 'refusal' from answers, jsonb_array_elements(answer) as x where name = 'many' and x ->> 'payment_id' = tests.payment_id('m2')::text),
  jsonb_build_object('status', 409, 'code', 'seats_lost', 'detail', tests.lines('Gold:A1')::text), 'A refusal is the same as in a single call');
select is(tests.claims('Gold'), 'A1 sold, A2 sold, A4 sold, B1 held, B2 sold, E1 sold, F1 sold, F3 held, F4 sold, F5 under_review', 'A refused payment changed nothing');
select ok(tests.valid('m1') and tests.valid('m4'), 'The others have tickets');

select is((select array_agg(b.payment_status || ' ' || (b.ticket_id is not null) order by b.transaction_id, b.payment_status) from public.get_all_tickets() b where b.transaction_id like '7%'),
  array['completed true', 'pending false', 'failed false', 'completed true', 'pending false'], 'Bookings are pending under review, failed when rejected, completed with a ticket');
select results_eq(format('select user_name, user_email, singer_name, event_name, ticket_category, quantity, seats, total_amount, payment_status from public.get_all_tickets() where payment_id = %L and ticket_category = %L', tests.payment_id('one'), 'Gold'),
  $$values ('Asha Menon', 'asha@example.in', 'Asha Rao', 'Asha Rao - Pune', 'Gold', 2, array['A1', 'A2'], 3600.00, 'completed')$$, 'They list seats and prices');
select is((select reviewed_by_name from public.get_payment_details() where order_code = tests.order_code('one')), 'admin', 'The list of payments says who decided');
select is((select lines -> 0 -> 'lost_seats' from public.get_payment_details() where order_code = tests.order_code('m2')), '["A1"]', 'And which seats are lost');

select tests.refuses($$select public.revoke_tickets(null, 'x')$$, 'PT400', 'invalid', 'Tickets are required');
select tests.refuses($$select public.revoke_tickets('{}', 'x')$$, 'PT400', 'invalid', 'At least one');
select tests.refuses($$select public.revoke_tickets(array[gen_random_uuid()], 'x')$$, 'PT404', 'not_found', 'An unknown ticket is refused');
select tests.refuses(format('select public.revoke_tickets(array(select id from public.user_tickets where payment_id = %L), %L)', tests.payment_id('m1'), why), 'PT400', 'invalid', 'A reason is required')
from unnest(array[null, '', '  ', repeat('x', 501)]) as why;
create temporary table taken_back as select id from public.user_tickets where payment_id in (tests.payment_id('m1'), tests.payment_id('one'));
select is((select array_agg(distinct payment_status || ' ' || revoked_reason) from public.revoke_tickets(array(select id from taken_back), 'Money was called back')), array['failed Money was called back'], 'Tickets are revoked');
select is(tests.claims('Gold') || ' | ' || tests.claims('Beach'), 'A4 sold, B1 held, B2 sold, E1 sold, F3 held, F4 sold, F5 under_review | B2 sold', 'Their seats are free');
select is(array[tests.sold('Gold'), tests.sold('Beach')], array[4, 1], 'And no longer counted');
select is((select array_agg(distinct revoked_reason) from public.revoke_tickets(array(select id from taken_back), 'Another reason')), array['Money was called back'], 'Revoking again changes nothing');
select tests.refuses($$select public.reassign_seats(tests.payment_id('m1'), tests.lines('Gold:F1'))$$, 'PT409', 'already_decided', 'A revoked ticket cannot get other seats');
select is((select payment_status from public.get_all_tickets() where payment_id = tests.payment_id('m1')), 'failed', 'The booking is failed');
select is((select warnings from public.get_payment_details() where payment_id = tests.payment_id('m1')), '[]', 'Its seats are given back, not lost');
select is(public.review_payment(tests.payment_id('one'), 'approved') ->> 'status', 'approved', 'The payment stays approved');
select is(public.review_payments(array[tests.payment_id('m1')]) -> 0 ->> 'ok', 'true', 'also when many are decided');
select is(tests.claims('Gold'), 'A4 sold, B1 held, B2 sold, E1 sold, F3 held, F4 sold, F5 under_review', 'A repeated decision sells no seat again');
select tests.act_as('asha@example.in');
select is((select array_agg(payment_status order by payment_status) from public.user_tickets), array['completed', 'failed', 'failed', 'failed'], 'The customer sees the revoked ticket');

select tests.answers('owner', $$select count(*) from private.event_keys$$, 2, 'An event has one key, made when first needed');
update private.event_keys set withdrawn_at = now() where event_id = tests.event_id('Pune');
select tests.submit_as('bela@example.in', 'k1', '800000000001', 1800, 'Gold:G1');
select tests.approve('k1');
select is((select key_number from public.user_tickets where payment_id = tests.payment_id('k1')), 2::smallint, 'A new key signs when the old one was withdrawn');
select ok(tests.valid('k1'), 'With its own number');
select tests.denies('select * from private.event_keys', 'No role reads keys, not even admins');
select tests.denies('update public.user_tickets set payment_status = ''completed'', revoked_at = null', 'No role changes a ticket directly');
select tests.denies('delete from public.user_tickets', 'Or deletes one');
select tests.answers('gate@example.in', $$select count(*) from public.user_tickets$$, 0, 'Gate staff cannot read tickets');
select is((select count(*) from public.get_all_tickets()), 0::bigint, 'Nor bookings');
select tests.denies('asha@example.in', 'update public.user_tickets set seats = array[''A1'']', 'Customers change no tickets');
select tests.act_as_owner();
select is((select count(*) from public.outgoing_mail m join tests.people p on p.id = m.user_id where p.email = 'bela@example.in'), 1::bigint, 'Customers without mail notifications get none');
select is((select count(*) from public.audit_log where "table" = 'payments' and action = 'update' and after ->> 'order_code' = tests.order_code('one')), 1::bigint, 'A decision is one line of the audit log, however often it is repeated');

-- Searching staff's lists
select tests.answers('owner', $$private.search_pattern(' 50%_\ ')$$, '%50\%\_\\%', 'Pattern characters are taken literally');
select is(private.search_pattern('MF'), 'MF%', 'One or two letters match the beginning of a code');
select is(private.search_pattern('  '), null, 'An empty text finds nothing');
select tests.act_as('admin@example.in');
select results_eq($$select payment_id from public.search_payments('4567 8901')$$, $$select payment_id from public.get_payment_details() where transaction_id like '%45678901%'$$, 'Grouped digits find the reference');
select results_eq(format('select payment_id from public.search_payments(%L)', lower(tests.order_code('one'))), $$select tests.payment_id('one')$$, 'An order code finds its payment');
select is((select count(*) > 0 and bool_and(user_name = 'Asha Menon') from public.search_payments('sha men')), true, 'Part of a name finds the customer''s payments');
select is((select count(*) > 0 and bool_and(amount = 4190) from public.search_payments('₹4,190.00')), true, 'An amount finds payments of that amount');
select is((select count(*) > 0 and bool_and(event_name like '%Pune') from public.search_tickets('pune')), true, 'A city finds its bookings');
select is((select count(*) from public.search_tickets((select code from public.user_tickets where payment_id = tests.payment_id('one') limit 1))), 1::bigint, 'A ticket''s code finds its booking');
select is((select count(*) from public.search_payments('%')), 0::bigint, 'A single character finds texts with it');
select is((select count(*) > 0 and bool_and(user_name = 'Asha Menon') from public.search_payments('me')), true, 'Two letters match the beginning of a later word');
select is((select count(*) from public.search_payments('sh')), 0::bigint, 'but nothing within a word');
select is((select count(*) from public.search_payments('asha', 'pending')) + (select count(*) from public.search_payments('asha', 'approved')) + (select count(*) from public.search_payments('asha', 'rejected')),
  (select count(*) from public.search_payments('asha')), 'A search keeps the selected state');
select is((select count(*) from public.search_payments('asha', null, '00000000-0000-0000-0000-000000000000')), (select count(*) from public.search_payments('asha')), 'Paging finds the same rows');
select is((select count(*) from public.search_tickets('asha', null, (select max(payment_line_id::text)::uuid from public.get_all_tickets()))), 0::bigint, 'and nothing after the last');
select is((select count(*) from public.search_payments('nobody has this')), 0::bigint, 'An unused text finds nothing');
select tests.act_as('asha@example.in');
select is((select count(*) from private.find_payments('asha')) + (select count(*) from private.find_lines('asha')) + (select count(*) from private.find_accounts('asha')), 0::bigint, 'Customers search nothing');
