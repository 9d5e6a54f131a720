-- Paying an offer: CHECK while its payment is under review, then the seat moves and the refund is due, exact to the paisa, or all is
-- as it was.
-- Time passes below by changes of tables: papers are issued at once.
set constraints all immediate;
select tests.create_people('Asha Rao <asha@example.in>', 'Bela Das <bela@example.in>', 'Chan Khan <chan@example.in>',
  'Dev Patel <dev@example.in>', 'admin: admin@example.in', 'gate: gate@example.in');
select tests.create_event('Pune', now() + interval '5 hours');
-- 333.33 a seat: GST and shares that do not divide.
select tests.create_categories('Pune', 'Gold 333.33 x4', 'Silver 900 x4');
insert into public.staff_events (user_id, role, event_id) values (tests.user_id('gate@example.in'), 'gate', tests.event_id('Pune'));
create function tests.returned() returns text language sql stable security definer as $$
  select coalesce(string_agg(r.seat || ' ' || r.state, ', ' order by r.created_at), '') from public.returns r $$;
create function tests.offer(p_email text) returns uuid language sql stable security definer as $$
  select f.id from public.offers f where f.user_id = tests.user_id(p_email) order by f.created_at desc limit 1 $$;
create function tests.offers() returns text language sql stable security definer as $$
  select coalesce(string_agg(split_part(p.email, '@', 1) || ' ' || array_to_string(f.seats, ' ') || ' ' || f.state, ', ' order by f.created_at), '')
  from public.offers f join tests.people p on p.id = f.user_id
$$;
create function tests.payment(p_email text) returns uuid language sql stable security definer as $$
  select p.id from public.payments p where p.order_id = tests.offer(p_email) $$;
-- All of Asha's money: lines, tickets and refunds.
create function tests.lines_of(p_order text) returns setof text language sql stable security definer as $$
  select concat_ws(' ', l.line, array_to_string(l.seats, '+'), l.total_amount, l.gst_amount, l.fee_amount, l.payment_status,
    (select t.total_amount || ' ' || coalesce(t.revoked_reason, 'valid') from public.user_tickets t where t.payment_line_id = l.id),
    (select 'owed ' || r.amount || ' ' || r.reason from public.refunds r join public.user_tickets t on t.id = r.ticket_id where t.payment_line_id = l.id))
  from public.payment_lines l where l.payment_id = tests.payment_id(p_order) order by l.line
$$;
create function tests.ticket(p_order text) returns uuid language sql stable security definer as $$
  select t.id from public.user_tickets t join public.payment_lines l on l.id = t.payment_line_id
  where t.payment_id = tests.payment_id(p_order) and l.split_from is null $$;
create function tests.codes(p_order text) returns jsonb language sql stable security definer as $$
  select jsonb_agg(jsonb_build_array(p.number, p.seat, p.issue, p.signature) order by p.number) from public.passes p
  where p.ticket_id = tests.ticket(p_order) and p.holder_id is not null $$;
-- A ticket's row in the gate's list; the asker stays who they are.
create function tests.row_of(p_ticket uuid) returns jsonb language plpgsql as $$
declare
  v_role text := current_setting('role');
  v_sub text := current_setting('request.jwt.claim.sub', true);
  v_claims text := current_setting('request.jwt.claims', true);
  v_row jsonb;
begin
  perform tests.act_as('gate@example.in');
  select r into v_row from jsonb_array_elements(public.gate_roster(tests.event_id('Pune')) -> 'rows') as r where (r ->> 'id')::uuid = p_ticket;
  perform set_config('request.jwt.claim.sub', v_sub, true), set_config('request.jwt.claims', v_claims, true), set_config('role', v_role, true);
  return v_row;
end $$;
create function tests.listed(p_order text) returns jsonb language sql as $$ select tests.row_of(tests.ticket(p_order)) -> 'passes' $$;
-- Sold claims and the numbers that follow them.
create function tests.sold(p_category text) returns text language sql stable security definer as $$
  select c.tickets_sold || '/' || (select count(*) from public.seat_claims s where s.ticket_category_id = c.id and s.state = 'sold')
  from public.ticket_categories c where c.name = p_category $$;
create function tests.pay(p_email text, p_reference text, p_amount numeric, p_lines jsonb) returns jsonb language plpgsql as $$
declare
  v_path text := private.uid() || '/1764000000000-' || tests.offer(p_email) || '.png';
begin
  perform tests.store_picture(v_path);
  return public.submit_payment(tests.offer(p_email), p_reference, p_amount, v_path, p_lines, encode(sha256(convert_to(p_reference, 'UTF8')), 'hex'));
end $$;
create function tests.give(p_order text, p_number integer) returns text language sql as $$ select public.give_back_pass(tests.ticket(p_order), p_number) ->> 'state' $$;
create function tests.join(p_category text, p_seats integer, p_together boolean default true) returns jsonb language sql as $$
  select public.join_waiting_list(tests.category_id(p_category), p_seats, p_together) -> 'offer' -> 'seats' $$;

select tests.hold_as('asha@example.in', 'four', 'Gold:A1,A2,B1,B2');
select tests.submit('four', '412345678901', 1693.32, 'Gold:A1,A2,B1,B2');
select tests.hold_as('dev@example.in', 'silver', 'Silver:A1,A2,B1,B2');
select tests.submit('silver', '412345678902', 4488, 'Silver:A1,A2,B1,B2');
select tests.approve('four');
select public.review_payment(tests.payment_id('silver'), 'approved');
select tests.act_as_owner();
create temporary table before as select tests.codes('four') as codes, tests.listed('four') as passes;

-- Two want one seat each; two of four go back.
select tests.answers('asha@example.in', $$tests.give('four', 2) || ' ' || tests.give('four', 4)$$, 'open open', 'A2 and B2 go back');
select tests.answers('bela@example.in', $$tests.join('Gold', 1)$$, '["A2"]', 'Bela is offered one');
select tests.answers('chan@example.in', $$tests.join('Gold', 1)$$, '["B2"]', 'Chan the other');
select tests.answers('owner', $$tests.claims('Gold') || ' ' || tests.sold('Gold')$$, 'A1 sold, A2 sold, B1 sold, B2 sold 4/4', 'Both are still Asha''s');

-- Submitted: the buyer's under review, and the gate says CHECK.
create temporary table since as select clock_timestamp() as at;
select tests.answers('bela@example.in', $$tests.pay('bela@example.in', '412345678903', 423.33, tests.lines('Gold:A2')) ->> 'status'$$, 'pending', 'Bela pays');
select is(tests.pay('bela@example.in', '412345678904', 1, tests.lines('Gold:B2')) ->> 'transaction_id', '412345678903', 'A second tab gets the first payment');
select tests.refuses('select public.hold_seats(tests.offer(''bela@example.in''), tests.lines(''Gold:A2''))', 'PT409', 'order_submitted', 'nor a hold');
select is((public.my_waits() #>> '{0,offer,state}') || ' ' || (public.my_waits() #>> '{0,outcome}' is null), 'submitted true', 'The wait goes on until the decision');
select tests.refuses(format('select public.leave_waiting_list(%L)', public.my_waits() #>> '{0,wait_id}'), 'PT409', 'order_submitted', 'and is not left');
select tests.answers('owner', $$tests.claims('Gold') || ' ' || tests.sold('Gold')$$, 'A1 sold, A2 under_review, B1 sold, B2 sold 3/3', 'The seat is under review for her');
select is((select review_until from public.seat_claims where state = 'under_review'), null, 'so that no hold takes it over');
select is(tests.returned(), 'A2 buying, B2 offered', 'The return is being bought');
select is(tests.listed('four'), '[["A1", 0, 0], ["A2", 0, 0, false, null, true], ["B1", 0, 0], ["B2", 0, 0]]', 'The gate learns that A2 is to be checked');
select tests.answers('gate@example.in', $$select jsonb_array_length(public.gate_roster(tests.event_id('Pune'), null, at) -> 'rows') from since$$, 2, 'with the next changes');
select tests.act_as('asha@example.in');
select is(tests.refusal(format('select public.take_back_return(%L)', id)) ->> 'detail', '{"status": "buying"}', 'It is not taken back now') from public.returns where state = 'buying';
select is(tests.refusal('select public.hand_over_pass(tests.ticket(''four''), 2)') ->> 'code', 'already_decided', 'nor handed over');
select isnt((select selling_since from public.passes where number = 2), null, 'Her pass says so');
select tests.answers('admin@example.in', $$select warnings from public.get_payment_details() where payment_id = tests.payment_id('four')$$, '[]', 'Staff see no lost seat');
select tests.refuses('select public.change_ticket_seats(tests.ticket(''four''), ''{A1,B1,B2,B2}'', ''x'')', 'PT400', 'invalid', 'Other seats: as many');
select is(public.who_has_seat(tests.category_id('Gold'), 'A2') ->> 'state', 'under_review', 'They see who is buying it');

-- Rejected: exactly as it was, and the next wish.
select public.review_payment(tests.payment('bela@example.in'), 'rejected', 'No money came');
select tests.answers('owner', $$tests.claims('Gold') || ' ' || tests.sold('Gold')$$, 'A1 sold, A2 sold, B1 sold, B2 sold 4/4', 'Rejected: the seat is Asha''s, and no hold of the buyer''s');
select is((select (c.user_id, c.payment_id, c.ticket_id, c.order_id)::text from public.seat_claims c where c.seat = 'A2' and c.ticket_category_id = tests.category_id('Gold')),
  (select (c.user_id, c.payment_id, c.ticket_id, c.order_id)::text from public.seat_claims c where c.seat = 'A1' and c.ticket_category_id = tests.category_id('Gold')), 'as the others are');
select is(tests.codes('four'), codes, 'No code changed') from before;
select is(tests.listed('four'), passes, 'and the gate''s list is as before') from before;
select is(tests.returned() || '; ' || tests.offers(), 'A2 open, B2 offered; bela A2 rejected, chan B2 open', 'The return waits for the next');
select is((select string_agg(outcome, ' ') from public.waits where user_id = tests.user_id('bela@example.in')), 'rejected', 'The wait has ended');
select is((select count(*) from public.refunds), 0::bigint, 'No refund without a sale');

-- Approved: one ticket less a seat, and its money owed.
select tests.answers('bela@example.in', $$tests.join('Gold', 1)$$, '["A2"]', 'Bela waits again, at the end, and is offered it');
select tests.pay('bela@example.in', '412345678905', 423.33, tests.lines('Gold:A2')) is not null;
select tests.answers('admin@example.in', $$public.review_payment(tests.payment('bela@example.in'), 'approved') #>> '{tickets,0,seats}'$$, '["A2"]', 'Bela gets a ticket');
select tests.gives('owner', $$select * from tests.lines_of('four')$$, $$values
  ('1 A1+B1+B2 1269.99 180.00 90.00 completed 1269.99 valid'), ('2 A2 423.33 60.00 30.00 failed 423.33 Given back owed 423.33 given_back')$$,
  'Asha''s ticket is split, exact to the paisa: 333.33, 60.00 of GST and 30 of the fee');
select is((select sum(total_amount) from public.payment_lines where payment_id = tests.payment_id('four')), 1693.32, 'Nothing of the price is lost');
select is(tests.claims('Gold') || ' ' || tests.sold('Gold'), 'A1 sold, A2 sold, B1 sold, B2 sold 4/4', 'Every seat is sold');
select is((select count(distinct user_id) from public.seat_claims where ticket_category_id = tests.category_id('Gold')), 2::bigint, 'one to Bela');
select is(tests.codes('four'), (select jsonb_agg(c order by c -> 0) from before, jsonb_array_elements(codes) as c where c ->> 1 <> 'A2'), 'The other passes keep number and code') from before;
select is(tests.listed('four'), '[["A1", 0, 0], ["A2", 1, 1], ["B1", 0, 0], ["B2", 0, 0]]', 'The code of the sold pass is void; numbers keep their places');
select is((select count(*) from public.passes where signature = repeat('0', 128)), 1::bigint, 'and no newer code of it exists');
select is((select count(*) from public.passes p join public.returns r on r.sold_ticket_id = p.ticket_id), 0::bigint, 'Nor has the part that was given back a code');
select is(tests.row_of((select sold_ticket_id from public.returns where state = 'sold')) ->> 'state', 'revoked', 'which the gate refuses');
select is(tests.wrong_codes(), 0::bigint, 'Every code is signed for its holder');
select is((select content - array['event_date', 'sections', 'order_code'] from public.notices where kind = 'return_sold'),
  '{"event_name": "Asha Rao - Pune", "category": "Gold", "count": 1, "seats": ["A2"], "amount": 423.33, "has_upi_id": false}', 'Asha gets a notice');
select is((select string_agg(kind, ' ' order by created_at) from public.notices where user_id = tests.user_id('asha@example.in')), 'return_sold', 'one, and of no changed seats or revoked ticket');
select is((select string_agg(outcome, ' ' order by joined_at) from public.waits where user_id = tests.user_id('bela@example.in')), 'rejected bought', 'The wait has its end');
select tests.answers('asha@example.in', $$select string_agg(seat, ' ' order by number) from public.passes$$, 'A1 B1 B2', 'Asha reads three passes');
select tests.refuses('select public.give_back_pass(tests.ticket(''four''), 2)', 'PT404', 'not_found', 'and gives the fourth back no more');
select tests.refuses('select public.hand_over_pass(tests.ticket(''four''), 2)', 'PT404', 'not_found', 'nor on');
select is(tests.refusal(format('select public.take_back_return(%L)', id)) ->> 'detail', '{"status": "sold"}', 'Nor does she take it back') from public.returns where state = 'sold';
select tests.answers('admin@example.in', $$public.review_payment(tests.payment('bela@example.in'), 'approved') ->> 'status'$$, 'approved', 'A repeated approval');
select is((select count(*) from public.refunds), 1::bigint, 'owes nothing twice');

-- The second part, other seats and keys, and the refund.
select tests.does('chan@example.in', $$select tests.pay('chan@example.in', '412345678906', 423.33, tests.lines('Gold:B2')) is not null$$);
select tests.does('admin@example.in', $$select public.review_payment(tests.payment('chan@example.in'), 'approved') is not null$$);
select results_eq($$select * from tests.lines_of('four')$$, $$values
  ('1 A1+B1 846.66 120.00 60.00 completed 846.66 valid'), ('2 A2 423.33 60.00 30.00 failed 423.33 Given back owed 423.33 given_back'),
  ('3 B2 423.33 60.00 30.00 failed 423.33 Given back owed 423.33 given_back')$$, 'Two of four by two offers');
select public.rotate_event_key(tests.event_id('Pune'), true) is not null;
select is(tests.listed('four'), '[["A1", 1, 0], ["A2", 1, 1], ["B1", 1, 0], ["B2", 1, 1]]', 'A new key signs the two that are left');
select tests.answers('owner', $$tests.wrong_codes()$$, 0, 'rightly');
select tests.does('asha@example.in', $$select public.save_profile('{"refund_upi_id": "asha@okaxis"}') is not null$$);
select tests.act_as('admin@example.in');
select is((public.mark_refunded((select id from public.refunds order by requested_at, id limit 1), '512345678901', 'asha@okaxis')).status, 'refunded', 'The money goes');
select is((select count(*) from public.refunds where status = 'requested'), 1::bigint, 'once for each');
select is(public.find_refundable(tests.payment_id('four')) ->> 'most', '0', 'and no more can go: the rest is the price of valid seats');
select tests.answers('asha@example.in', $$tests.give('four', 1) || ' ' || tests.give('four', 3)$$, 'open open', 'The last two go back, together');
select tests.answers('dev@example.in', $$tests.join('Gold', 2)$$, null, 'A1 and B1 are not side by side');
select public.leave_waiting_list((public.my_waits() #>> '{0,wait_id}')::uuid);
select is(tests.join('Gold', 2, false), '["A1", "B1"]', 'but Dev takes them apart');
select tests.pay('dev@example.in', '412345678907', 846.66, tests.lines('Gold:B1,A1')) is not null;
select is(tests.listed('four'), '[["A1", 1, 0, false, null, true], ["A2", 1, 1], ["B1", 1, 0, false, null, true], ["B2", 1, 1]]', 'Both are to be checked');
select tests.answers('admin@example.in', $$public.review_payment(tests.payment('dev@example.in'), 'approved') #>> '{tickets,0,seats}'$$, '["A1", "B1"]', 'in whatever order they are named');
select results_eq($$select * from tests.lines_of('four') limit 1$$, $$values ('1 A1+B1 846.66 120.00 60.00 failed 846.66 Given back owed 846.66 given_back')$$,
  'The rest of a ticket is not split, but taken back as a whole');
select is((select sum(amount) from public.refunds), 1693.32, 'All that was paid is owed, and not a paisa more');
select is(tests.row_of(tests.ticket('four')) ->> 'state', 'revoked', 'The ticket opens no gate');

-- Approved by a proof, without a person; and what an overpaid or short payment owes.
select tests.as_owner('update public.proof_rules set approve = ''always'', most_a_minute = 1000');
select tests.answers('dev@example.in', $$tests.give('silver', 1)$$, 'open', 'A seat of Silver');
select tests.answers('bela@example.in', $$tests.join('Silver', 1)$$, '["A1"]', 'is offered');
select tests.act_as_owner();
select is(public.take_proof(jsonb_build_object('source', 'mail', 'external_id', 'm1', 'credited_at', clock_timestamp(), 'amount', '1092', 'utr', '412345678950',
  'note', substr(private.order_code(tests.offer('bela@example.in')), 3), 'payer_vpa', null, 'certain', true, 'content', '{}'::jsonb)) ->> 'status', 'pending', 'A mail of the bank makes the payment of an offer');
select is(tests.returned() like '%A1 buying', true, 'and the seat is being bought');
select is(public.settle_credit((select id from public.credits)) ->> 'status', 'approved', 'and approves it');
select results_eq($$select * from tests.lines_of('silver')$$, $$values
  ('1 A2+B1+B2 3276.00 486.00 90.00 completed 3276.00 valid'), ('2 A1 1092.00 162.00 30.00 failed 1092.00 Given back owed 1092.00 given_back')$$, 'which owes the old holder');

-- Hostile and late: other lines, another's offer, an offer that is over.
select tests.answers('dev@example.in', $$tests.give('silver', 2)$$, 'open', 'A2 goes back');
select tests.answers('chan@example.in', $$tests.join('Silver', 1)$$, '["A2"]', 'to Chan');
select tests.refuses('select public.hold_seats(tests.offer(''chan@example.in''), tests.lines(''Silver:B1''))', 'PT409', 'in_use', 'An offer holds no other seat');
select tests.refuses('select public.hold_seats(tests.offer(''chan@example.in''), tests.lines(''Silver:A2'', ''Gold:A1''))', 'PT409', 'in_use', 'nor one more');
select tests.act_as('bela@example.in');
select tests.refuses(format('select public.submit_payment(%L, ''412345678960'', 1092, private.uid() || ''/1764000000000-%s.png'', tests.lines(''Silver:A2''), repeat(''a'', 64))', f, f), 'PT403', 'other_user', 'Another customer does not pay it')
  from tests.offer('chan@example.in') as f;
select tests.answers('chan@example.in', $$tests.pay('chan@example.in', '412345678961', 1092, tests.lines('Silver:B1')) ->> 'status'$$, 'pending', 'Money for other lines is recorded');
select tests.answers('owner', $$tests.offers() like '%chan A2 declined'$$, true, 'and declines the offer');
select is(tests.claims('Silver') || ' ' || tests.sold('Silver'), 'A1 sold, A2 sold, B1 sold, B2 sold 4/4', 'It takes no seat');
select is(tests.returned() like '%A2 open', true, 'the return is for the next');
select tests.answers('bela@example.in', $$tests.join('Silver', 1)$$, '["A2"]', 'who gets it');
select tests.as_owner('update public.offers set expires_at = now() - interval ''1 second'' where state = ''open''');
select tests.as_owner('update private.orders o set expires_at = now() - interval ''1 second'' from public.offers f where f.id = o.id and f.state = ''open''');
select is(tests.pay('bela@example.in', '412345678962', 1092, tests.lines('Silver:A2')) ->> 'status', 'pending', 'A payment after its end');
select is(tests.returned() like '%A2 buying', true, 'still gets the seat while it was offered to no other');
select tests.as_owner('update public.payments set created_at = now() - interval ''10 days'' where transaction_id = ''412345678962''') from (
  select tests.as_owner('alter table public.payments disable trigger "90_stamp"')) x;
select tests.does('owner', $$select private.work_waiting()$$);
select is(tests.returned() like '%A2 open' and tests.claims('Silver') = 'A1 sold, A2 sold, B1 sold, B2 sold', true, 'When its review is over, the seat is its holder''s again');
select tests.act_as('admin@example.in');
select is(tests.refusal('select public.review_payment(tests.payment(''bela@example.in''), ''approved'')') ->> 'code', 'seats_lost', 'and a later approval has lost it');
select public.review_payment(tests.payment('bela@example.in'), 'rejected');
select tests.answers('asha@example.in', $$tests.join('Silver', 1)$$, '["A2"]', 'Asha is offered it');
select tests.as_owner('update public.offers set expires_at = now() - interval ''1 second'' where state = ''open''');
select tests.answers('chan@example.in', $$tests.join('Silver', 1)$$, '["A2"]', 'and, when that is over, Chan');
select tests.answers('asha@example.in', $$tests.pay('asha@example.in', '412345678963', 1092, tests.lines('Silver:A2')) ->> 'status'$$, 'pending', 'Asha''s late money is recorded');
select tests.act_as('admin@example.in');
select is((select w ->> 'code' from public.get_payment_details() d, jsonb_array_elements(d.warnings) as w where d.payment_id = tests.payment('asha@example.in') and w ->> 'code' = 'seats_lost'), 'seats_lost', 'without the seat, as staff see');

-- The gate lets the holder in while the payment is under review: it is not approved.
select tests.does('chan@example.in', $$select tests.pay('chan@example.in', '412345678964', 1092, tests.lines('Silver:A2')) is not null$$);
select is(tests.returned() like '%A2 buying', true, 'Chan is buying A2');
select tests.act_as('gate@example.in');
select is(public.record_scans(json_build_array(json_build_object('id', gen_random_uuid(), 'event_id', tests.event_id('Pune'), 'ticket_id', tests.ticket('silver'),
  'verdict', 'CHECK', 'seats', json_build_array('A2'), 'pass', 2, 'issue', 0, 'gate', 'A', 'device', 'x', 'scanned_at', now(), 'sent_at', now()))) #>> '{answers,0,ok}', 'true', 'Staff check and let Dev in');
select tests.act_as('admin@example.in');
select is(tests.refusal('select public.review_payment(tests.payment(''chan@example.in''), ''approved'')') ->> 'code', 'seats_lost', 'The seat is not sold a second time');
select tests.does('owner', $$select private.work_waiting()$$);
select is(tests.returned() like '%A2 ended' and tests.sold('Silver') = '4/4', true, 'It is Dev''s for good');

select tests.does('admin@example.in', $$select public.review_payment(tests.payment('chan@example.in'), 'rejected') ->> 'status'$$);

-- Staff give the buyer another seat, or none; the holder's comes back.
select tests.answers('dev@example.in', $$tests.give('silver', 3)$$, 'open', 'B1 goes back');
select tests.answers('bela@example.in', $$tests.join('Silver', 1)$$, '["B1"]', 'to Bela');
select tests.pay('bela@example.in', '412345678965', 1092, tests.lines('Silver:B1')) is not null;
select tests.refuses('admin@example.in', 'select public.change_ticket_seats(tests.ticket(''silver''), ''{A2,B2,A1}'', ''x'')', 'PT409', 'seats_taken', 'The holder''s ticket keeps its seats');
select tests.as_owner('update public.ticket_categories set total_tickets = 6 where name = ''Silver''');
select is(tests.refusal('select public.change_ticket_seats(tests.ticket(''silver''), ''{A2,B2,C1}'', ''x'')') ->> 'detail', '{"status": "given_back"}', 'while one of them is being bought');
select public.reassign_seats(tests.payment('bela@example.in'), tests.lines('Silver:C1')) is not null;
select is(tests.claims('Silver'), 'A1 sold, A2 sold, B1 sold, B2 sold, C1 under_review', 'The buyer moves to a free seat, and the other is its holder''s');
select is(tests.returned() like '%B1 open', true, 'and given back still');
select public.review_payment(tests.payment('bela@example.in'), 'approved') is not null;
select is((select count(*) from public.refunds r join public.payments p on p.id = r.payment_id where p.order_id = tests.order_id('silver')), 1::bigint, 'Nothing is owed for it');
select tests.does('dev@example.in', $$select public.take_back_return((select id from public.returns where state = 'open'))$$);
select tests.hold_as('asha@example.in', 'free', 'Silver:C2');
select tests.answers('dev@example.in', $$tests.give('silver', 4)$$, 'open', 'B2 goes back');
select tests.answers('chan@example.in', $$tests.join('Silver', 1)$$, '["B2"]', 'to Chan');
select tests.pay('chan@example.in', '412345678966', 1092, tests.lines('Silver:B2')) is not null;
select tests.does('admin@example.in', $$select public.release_customer_seats(tests.user_id('chan@example.in'))$$);
select is(tests.claims('Silver') || ' ' || tests.sold('Silver'), 'A1 sold, A2 sold, B1 sold, B2 sold, C1 sold, C2 held 5/5', 'Freeing a customer''s seats frees no other''s');
select is(tests.listed('silver') -> 3, '["B2", 1, 0]', 'and the gate checks nothing');

-- A mixed offer: one free, one given back.
select public.review_payment(tests.payment('chan@example.in'), 'rejected');
select tests.answers('bela@example.in', $$tests.join('Silver', 2, false)$$, null, 'Bela wants two: one return is not enough');
select tests.does('asha@example.in', $$select public.release_seats(tests.order_id('free'))$$);
select tests.does('owner', $$select private.work_waiting()$$);
select is(tests.offers() like '%bela B2 C2 open', true, 'A free seat and one that is given back');
select is(tests.claims('Silver'), 'A1 sold, A2 sold, B1 sold, B2 sold, C1 sold, C2 held', 'of which the free one is held');
select tests.answers('bela@example.in', $$(public.hold_seats(tests.offer('bela@example.in'), tests.lines('Silver:B2,C2')) ->> 'total')::numeric$$, 2184.00, 'One price for both');
select tests.pay('bela@example.in', '412345678967', 2184, tests.lines('Silver:B2,C2')) is not null;
select is(tests.claims('Silver') || ' ' || tests.sold('Silver'), 'A1 sold, A2 sold, B1 sold, B2 under_review, C1 sold, C2 under_review 4/4', 'Both go under review');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment('bela@example.in'), 'rejected')$$);
select is(tests.claims('Silver') || ' ' || tests.sold('Silver'), 'A1 sold, A2 sold, B1 sold, B2 sold, C1 sold, C2 held 5/5', 'Rejected, the free one stays held to try again, the other goes back');

-- A cancelled event: refunds as ever, none twice.
select tests.answers('chan@example.in', $$tests.join('Silver', 1)$$, '["B2"]', 'Chan again');
select tests.pay('chan@example.in', '412345678968', 1092, tests.lines('Silver:B2')) is not null;
select tests.does('admin@example.in', $$select public.cancel_event(tests.event_id('Pune'), 'Rain') is not null$$);
select is((select sum(r.amount) from public.refunds r where r.payment_id = tests.payment_id('silver')), 4368.00, 'Dev is owed all of it, what was sold included');
select public.review_payment(tests.payment('chan@example.in'), 'approved') is not null;
select is((select sum(r.amount) from public.refunds r where r.payment_id = tests.payment_id('silver')), 4368.00, 'and no more when the other payment is approved');
select is((select sum(r.amount) from public.refunds r where r.payment_id = tests.payment('chan@example.in')), 1092.00, 'which is owed, too');
select is((select count(*) from public.waits where outcome is null), 0::bigint, 'No one waits');
select is((select count(*) from (select place, seat from public.seat_claims group by event_id, place, seat having count(*) > 1) as twice), 0::bigint, 'No seat twice');

-- Standing places, and what is recorded without seats.
select tests.as_owner($q$
  select tests.create_event('Goa', now() + interval '5 hours');
  insert into public.staff_events (user_id, role, event_id) values (tests.user_id('gate@example.in'), 'gate', tests.event_id('Goa'));
  insert into public.ticket_categories (event_id, name, price, total_tickets, is_standing) values (tests.event_id('Goa'), 'Floor', 500, 3, true)
$q$);
select tests.act_as_owner();
create function tests.places() returns text language sql stable security definer as $$
  select string_agg(c.place, ', ' order by c.place) from (
    select coalesce((select split_part(p.email, '@', 1) from tests.people p where p.id = k.user_id), 'free')
      || case when coalesce(k.expires_at, k.review_until) <= now() then '' else ' ' || k.state end as place
    from public.seat_claims k where k.ticket_category_id = tests.category_id('Floor')) as c
$$;
create function tests.return_of(p_order text) returns table (seat text) language sql stable security definer as $$
  select r.seat from public.returns r join public.user_tickets t on t.id = r.ticket_id where t.payment_id = tests.payment_id(p_order) $$;
select tests.does('asha@example.in', $$select public.hold_seats(tests.order_id('floor'), tests.lines('Floor:x3')) is not null$$);
select tests.submit('floor', '412345678970', 1860, 'Floor:x3') is not null;
select tests.does('admin@example.in', $$select public.review_payment(tests.payment_id('floor'), 'approved') is not null$$);
select tests.answers('asha@example.in', $$tests.give('floor', 2)$$, 'open', 'A standing place goes back');
select tests.answers('chan@example.in', $$tests.join('Floor', 1) is not null$$, true, 'and is offered');
select is(tests.refusal('select public.hold_seats(tests.offer(''chan@example.in''), tests.lines(''Floor:x2''))') ->> 'code', 'in_use', 'one, not two');
select is((public.hold_seats(tests.offer('chan@example.in'), tests.lines('Floor:x1')) ->> 'total')::numeric, 620.00, 'at its price');
-- Asha's ticket is revoked, or the buyer has too many undecided payments.
select tests.as_owner('alter table public.shop_terms disable trigger user; update public.shop_terms set undecided_per_customer = 1');
select tests.does('chan@example.in', $$select tests.pay('chan@example.in', '412345678971', 620, tests.lines('Floor:x1')) ->> 'status'$$);
select tests.answers('owner', $$tests.places()$$, 'asha sold, asha sold, asha sold', 'A payment beyond a limit takes no place from its holder');
select is((select flag from public.payment_flags f join public.payments p on p.id = f.payment_id where p.order_id = tests.offer('chan@example.in')), 'beyond_undecided', 'which this one is');
select is((select state from public.returns r where r.ticket_category_id = tests.category_id('Floor')), 'open', 'and the return is for the next');
select tests.as_owner('update public.shop_terms set undecided_per_customer = 10');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment('chan@example.in'), 'rejected') ->> 'status'$$);
select tests.answers('chan@example.in', $$tests.join('Floor', 1) is not null$$, true, 'Chan again');
select tests.pay('chan@example.in', '412345678972', 620, tests.lines('Floor:x1')) ->> 'status';
select is(tests.places(), 'asha sold, asha sold, chan under_review', 'The place is under review for Chan');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment('chan@example.in'), 'approved') ->> 'status'$$);
select is(tests.places() || ' ' || tests.sold('Floor'), 'asha sold, asha sold, chan sold 3/3', 'and then Chan''s');
select results_eq($$select split_part(l, ' ', 1) || ' ' || substring(l from '[a-z]+ [0-9.]+ .*$') from tests.lines_of('floor') as l$$,
  $$values ('1 completed 1240.00 valid'), ('2 failed 620.00 Given back owed 620.00 given_back')$$, 'A place costs its share');

-- The code of a pass that was sold, at a gate with an older list: let in, flagged, and both read of it.
select tests.as_owner('update public.returns set ended_at = now() - interval ''1 minute'' where state = ''sold''');
select tests.act_as('gate@example.in');
select is(public.record_scans(json_build_array(json_build_object('id', gen_random_uuid(), 'event_id', tests.event_id('Goa'), 'ticket_id', tests.ticket('floor'), 'verdict', 'ENTER',
  'seats', json_build_array((select r.seat from tests.return_of('floor') as r)), 'pass', 2, 'issue', 0, 'gate', 'A', 'device', 'x', 'scanned_at', now(), 'sent_at', now()))) #>> '{answers,0,problem}', 'void_code', 'A void code that was let in');
select tests.answers('owner', $$select string_agg(split_part(p.email, '@', 1) || ' ' || (n.content ->> 'gave') || ' ' || (n.content ->> 'person'), ', ' order by p.email)
  from public.notices n join tests.people p on p.id = n.user_id where n.kind = 'old_code_used'$$, 'asha true Chan K., chan false Asha R.', 'Who gave it back and who bought it read of it');

-- Revoked while it is being bought: nothing is owed, and a rejection leaves the place free.
select tests.answers('asha@example.in', $$tests.give('floor', 1)$$, 'open', 'One more');
select tests.answers('bela@example.in', $$tests.join('Floor', 1) is not null$$, true, 'for Bela');
select tests.pay('bela@example.in', '412345678973', 620, tests.lines('Floor:x1')) ->> 'status';
select tests.does('admin@example.in', $$select public.revoke_tickets(array[tests.ticket('floor')], 'Charged back') is not null$$);
select is(tests.places(), 'bela under_review, chan sold, free', 'The place under review stays');
select public.review_payment(tests.payment('bela@example.in'), 'rejected') ->> 'status';
select is(tests.places() || ' ' || tests.sold('Floor'), 'chan sold, free, free 1/1', 'and is free after the rejection');
select is((select count(*) from public.refunds r where r.payment_id = tests.payment_id('floor')), 1::bigint, 'Nothing more is owed');

-- A free category: what is let go is offered, and taken for nothing; it is not given back, for no money came.
select tests.as_owner($q$
  insert into public.ticket_categories (event_id, name, price, total_tickets, is_standing, is_free) values (tests.event_id('Goa'), 'Friends', 0, 2, true, true)
$q$);
select tests.does('asha@example.in', $$select public.hold_seats(tests.order_id('friends'), tests.lines('Friends:x2')) is not null$$);
select tests.answers('bela@example.in', $$tests.join('Friends', 1) #>> '{}'$$, null, 'Who comes too late for a free place waits');
select tests.does('asha@example.in', $$select public.release_seats(tests.order_id('friends')) is not null$$);
select tests.answers('owner', $$private.work_waiting() > 0$$, true, 'What was let go');
select is(tests.offers() like '%bela % open', true, 'is offered to the list');
select tests.act_as('chan@example.in');
select is(tests.refusal($$select public.hold_seats(tests.order_id('late'), tests.lines('Friends:x2'))$$) ->> 'code', 'seats_taken', 'and not sold past it');
select tests.answers('bela@example.in', $$(public.hold_seats(tests.offer('bela@example.in'), tests.lines('Friends:x1')) ->> 'total')::numeric$$, 0.00, 'at its price of nothing');
select is(public.take_free_order(tests.offer('bela@example.in'), tests.lines('Friends:x1')) ->> 'status', 'approved', 'Taken, it is a ticket at once');
select is(tests.refusal(format('select public.give_back_pass(%L, 1)', (select t.id from public.user_tickets t where t.user_id = private.uid() and t.total_amount = 0))) ->> 'detail', 'nothing', 'that is not given back, for no money came');
select tests.answers('owner', $$tests.offers() like '%bela % bought'$$, true, 'and the offer is bought');
select is((select count(*) from public.waits w where w.ticket_category_id = tests.category_id('Friends') and w.outcome is null), 0::bigint, 'The list is empty');

-- An offer's code is seen in a bank's narration without its MF, as that of a device's order is.
select tests.act_as_owner();
select is(count(*) filter (where private.codes_in('UPI ' || substr(private.order_code(i.id), 3)) <> array[private.order_code(i.id)]), 0::bigint, 'The database gives no order a code that reads as a word or a number')
  from (select private.new_order_id() as id from generate_series(1, 2000)) as i;
