-- Giving back: whose passes may go back, until when, and that they stay their holder's until a payment for them is submitted.
select tests.create_people('Asha Rao <asha@example.in>', 'Bela Das <bela@example.in>', 'Chan Khan <chan@example.in>',
  'admin: admin@example.in', 'gate: gate@example.in');
select tests.create_concert('Pune', now() + interval '5 hours', 'Gold 1500 x9');
insert into public.staff_events (user_id, role, event_id) values (tests.user_id('gate@example.in'), 'gate', tests.event_id('Pune'));
create function tests.ticket(p_order text) returns uuid language sql stable security definer as $$
  select t.id from public.user_tickets t where t.payment_id = tests.payment_id(p_order) and t.revoked_at is null $$;
create function tests.returned(p_order text) returns text language sql stable security definer as $$
  select coalesce(string_agg(r.seat || ' ' || r.state, ', ' order by r.created_at), '') from public.returns r join public.user_tickets t on t.id = r.ticket_id
  where t.payment_id = tests.payment_id(p_order)
$$;
create function tests.live(p_order text, p_number integer) returns uuid language sql stable security definer as $$
  select r.id from public.returns r join public.user_tickets t on t.id = r.ticket_id
  where t.payment_id = tests.payment_id(p_order) and r.number = p_number order by r.created_at desc limit 1
$$;
create function tests.offered(p_email text) returns text language sql stable security definer as $$
  select array_to_string(f.seats, ' ') from public.offers f where f.user_id = tests.user_id(p_email) and f.state = 'open'
$$;
create function tests.listed(p_order text) returns jsonb language plpgsql as $$
begin
  perform tests.act_as('gate@example.in');
  return (select r -> 'passes' from jsonb_array_elements(public.gate_roster(tests.event_id('Pune')) -> 'rows') as r where (r ->> 'id')::uuid = tests.ticket(p_order));
end $$;
create temporary table links (name text primary key, link jsonb);
create function pg_temp.give(p_order text, p_number integer) returns text language sql as $$ select public.give_back_pass(tests.ticket(p_order), p_number) ->> 'state' $$;
create function pg_temp.secret(p_name text) returns text language sql as $$ select link ->> 'secret' from links where name = p_name $$;

select tests.hold_as('asha@example.in', 'four', 'Gold:A1,A2,A3,B1');
select tests.submit('four', '412345678901', 7200, 'Gold:A1,A2,A3,B1');
select tests.hold_as('bela@example.in', 'two', 'Gold:B2,B3');
select tests.submit('two', '412345678902', 3600, 'Gold:B2,B3');
select tests.approve('four');

-- Who may give back, and what.
select tests.refuses(null, 'select public.give_back_pass(tests.ticket(''four''), 1)', 'PT401', 'not_signed_in', 'A visitor gives nothing back');
select tests.refuses('select public.take_back_return(gen_random_uuid())', 'PT401', 'not_signed_in', 'nor takes anything back');
select tests.refuses('select public.give_back_pass(tests.ticket(''four''), 1, repeat(''A'', 22), tests.device(''x''))', 'PT404', 'not_found', 'nor does the device of no link');
select tests.refuses('bela@example.in', 'select public.give_back_pass(tests.ticket(''four''), 1)', 'PT404', 'not_found', 'Nor does another customer');
select tests.refuses('admin@example.in', 'select public.give_back_pass(tests.ticket(''four''), 1)', 'PT404', 'not_found', 'nor staff');
select tests.act_as('asha@example.in');
select tests.refuses(format('select public.give_back_pass(tests.ticket(''four''), %L)', n), 'PT404', 'not_found', 'There is no pass ' || coalesce(n::text, 'null')) from unnest(array[0, 5, null]) as n;
select tests.refuses('select public.give_back_pass(null, 1)', 'PT404', 'not_found', 'nor one of no ticket');
select tests.refuses('select public.give_back_pass(gen_random_uuid(), 1)', 'PT404', 'not_found', 'or an unknown one');
select tests.denies($$insert into public.returns (ticket_id, number, seat, user_id, ticket_category_id) values (tests.ticket('four'), 1, 'A1', private.uid(), tests.category_id('Gold'))$$, 'No one writes returns');
select tests.denies('select * from private.offered_returns', 'or reads which offer has them');
select is(pg_temp.give('four', 4), 'open', 'Without a list a return waits');
select is((public.give_back_pass(tests.ticket('four'), 4) ->> 'return_id')::uuid, tests.live('four', 4), 'An answer lost on the way is asked for again');
select is((public.give_back_pass(tests.ticket('four'), 4) ->> 'until')::timestamptz, now() + interval '5 hours', 'until the event''s hour');
select is((select count(*) from public.returns), 1::bigint, 'Its customer reads it');
select is((select count(*) || ' ' || min(seat) from public.passes where number = 4), '1 B1', 'and still has the pass');
select tests.answers('bela@example.in', $$select count(*) from public.returns$$, 0, 'others do not');
select tests.refuses(format('select public.take_back_return(%L)', tests.live('four', 4)), 'PT404', 'not_found', 'nor take it back');
select is(tests.listed('four'), '[["A1", 0, 0], ["A2", 0, 0], ["A3", 0, 0], ["B1", 0, 0]]', 'and at the gate nothing changed');

-- Not while it is being handed over, and not what another has.
select tests.act_as('asha@example.in');
select is(tests.refusal('select public.hand_over_pass(tests.ticket(''four''), 4)'), '{"state": "PT409", "code": "already_decided", "detail": "{\"status\": \"given_back\"}"}', 'What was given back is handed to no one');
insert into links select 'bela', public.hand_over_pass(tests.ticket('four'), 3, 'Bela');
select is(pg_temp.give('four', 3), 'open', 'Giving back ends an open link');
select is(public.peek_ticket_link(pg_temp.secret('bela')) ->> 'state', 'taken_back', 'which says so');
select is(public.take_back_return(tests.live('four', 3)), 'taken_back', 'The holder takes the pass back');
select is(public.take_back_return(tests.live('four', 3)), 'taken_back', 'as often as they like');
insert into links select 'again', public.hand_over_pass(tests.ticket('four'), 3, 'Bela');
select tests.does('bela@example.in', $$select jsonb_array_length(public.accept_pass(pg_temp.secret('again')))$$);
select is(tests.refusal('select public.give_back_pass(tests.ticket(''four''), 3)'), '{"state": "PT409", "code": "not_refundable", "detail": "received"}', 'Who received a pass does not give it back: another paid');
select tests.refuses('asha@example.in', 'select public.give_back_pass(tests.ticket(''four''), 3)', 'PT404', 'not_found', 'nor does who handed it over');
select tests.does('bela@example.in', $$insert into links select 'back', public.hand_over_pass(tests.ticket('four'), 3)$$);
select tests.does('asha@example.in', $$select jsonb_array_length(public.accept_pass(pg_temp.secret('back')))$$);
select is(public.give_back_pass(tests.ticket('four'), 3) ->> 'state', 'open', 'Once it came back, it can be given back');
select is(public.take_back_return(tests.live('four', 3)), 'taken_back', '(and is kept)');

-- Offered: it stays the holder's, who may still change their mind.
select tests.hold_as('chan@example.in', 'rest', 'Gold:C1,C2,C3');
select tests.answers('bela@example.in', $$public.join_waiting_list(tests.category_id('Gold'), 1, true) #> '{offer,seats}'$$, '["B1"]', 'Who joins is offered what was given back');
select is(tests.returned('four'), 'B1 offered, A3 taken_back, A3 taken_back', 'The return is offered');
select is(tests.claims('Gold'), 'A1 sold, A2 sold, A3 sold, B1 sold, B2 under_review, B3 under_review, C1 held, C2 held, C3 held', 'and its seat the holder''s');
select is(tests.listed('four') -> 3, '["B1", 0, 0]', 'as is the pass at the gate');
select tests.act_as('bela@example.in');
select is(public.hold_seats(f.id, tests.lines('Gold:B1')) - array['order_id', 'order_code', 'server_time', 'lines'],
  jsonb_build_object('expires_at', now() + interval '60 minutes', 'extended', true, 'subtotal', 1500, 'gst', 270, 'local_tax', 0, 'fee', 30, 'fee_gst', 0, 'total', 1800),
  'The offer is a running hold') from public.offers f where f.state = 'open';
select is(public.extend_hold(f.id), now() + interval '60 minutes', 'that is not extended') from public.offers f where f.state = 'open';
select tests.answers('asha@example.in', $$public.take_back_return(tests.live('four', 4))$$, 'taken_back', 'Taken back while it is offered');
select tests.answers('bela@example.in', $$select string_agg(f.state, ' ') from public.offers f$$, 'withdrawn', 'the offer ends');
select is((select content -> 'waits' from public.my_notices() where kind = 'offer_lapsed'), 'true', 'as its person reads');
select is(public.my_waits() #> '{0,outcome}', 'null', 'who goes on waiting');
select tests.refuses(format('select public.hold_seats(%L, tests.lines(''Gold:B1''))', f.id), 'PT409', 'hold_expired', 'and holds nothing by it') from public.offers f;
select tests.answers('asha@example.in', $$pg_temp.give('four', 4)$$, 'offered', 'Given back again, it is offered at once');
select is(tests.offered('bela@example.in'), 'B1', 'to the same, who is still first');

select tests.as_owner($q$insert into public.returns (ticket_id, number, seat, user_id, ticket_category_id, state, ended_at)
  select tests.ticket('four'), 3, 'A3', tests.user_id('asha@example.in'), tests.category_id('Gold'), 'taken_back', now() from generate_series(1, 8)$q$);
select tests.refuses('select public.give_back_pass(tests.ticket(''four''), 3)', 'PT409', 'too_many', 'A pass goes to and fro ten times, no more');
select tests.as_owner($q$delete from public.returns where ended_at = now()$q$);

-- What ends a return: other seats, revoking, a refund, the gate. The offer of it ends with the next look.
select tests.does('admin@example.in', $$select public.release_customer_seats(tests.user_id('chan@example.in'))$$);
select public.change_ticket_seats(tests.ticket('four'), '{A1,A2,A3,C1}', 'Broken seat');
select is(tests.returned('four'), 'B1 taken_back, A3 taken_back, A3 taken_back, B1 ended', 'Staff may move the pass until it is being bought');
select tests.does('owner', $$select private.work_waiting()$$);
select is(tests.offered('bela@example.in'), 'B1', 'and the list gets the seat that the move left free');
select tests.does('bela@example.in', $$select public.release_seats(f.id) from public.offers f where f.state = 'open'$$);
select tests.hold_as('chan@example.in', 'all', 'Gold:B1,C2,C3');
select tests.does('bela@example.in', $$select public.join_waiting_list(tests.category_id('Gold'), 1, true) is not null$$);
select tests.answers('asha@example.in', $$pg_temp.give('four', 2)$$, 'offered', 'A2 is offered');
select is(pg_temp.give('four', 1), 'open', 'A1 waits');
select tests.act_as('gate@example.in');
select is(public.record_scans(json_build_array(json_build_object('id', gen_random_uuid(), 'event_id', tests.event_id('Pune'), 'ticket_id', tests.ticket('four'),
  'verdict', 'ENTER', 'seats', json_build_array('A2'), 'pass', 2, 'issue', 0, 'gate', 'A', 'device', 'x', 'scanned_at', now(), 'sent_at', now()))) #>> '{answers,0,problem}', null, 'A2 is let in');
select tests.does('owner', $$select private.work_waiting()$$);
select is(tests.offered('bela@example.in'), 'A1', 'so it is no more to be had, and the next return is offered');
select is(tests.returned('four'), 'B1 taken_back, A3 taken_back, A3 taken_back, B1 ended, A2 ended, A1 offered', 'The gate ends a return');
select tests.act_as('asha@example.in');
select is(tests.refusal('select public.give_back_pass(tests.ticket(''four''), 2)'), '{"state": "PT409", "code": "too_late", "detail": "in"}', 'Who is in gives nothing back');
select tests.does('admin@example.in', $$select public.start_refund(tests.payment_id('four'), tests.ticket('four'), null, 'Complaint')$$);
select is(tests.returned('four') like '%A1 ended', true, 'A refund of the whole ticket ends its returns');
select tests.refuses('asha@example.in', 'select public.give_back_pass(tests.ticket(''four''), 1)', 'PT409', 'already_decided', 'and none begins');
select tests.does('admin@example.in', $$select public.drop_refund((select id from public.refunds))$$);
select tests.answers('asha@example.in', $$pg_temp.give('four', 1)$$, 'offered', 'Without the refund it may');
select tests.does('admin@example.in', $$select public.revoke_tickets(array[tests.ticket('four')], 'Charged back')$$);
select tests.answers('owner', $$select count(*) from public.returns where state in ('open', 'offered')$$, 0, 'A revoked ticket has no return');
select is((select count(*) from public.refunds), 0::bigint, 'and nothing was owed, for nothing was sold');

-- Rules and time.
select tests.approve('two');
select public.set_pass_rules(tests.event_id('Pune'), '{"hand_over": true, "give_back": false}');
select tests.act_as('bela@example.in');
select is(tests.refusal('select public.give_back_pass(tests.ticket(''two''), 1)'), '{"state": "PT409", "code": "too_late", "detail": "over"}', 'An event may forbid it');
select tests.act_as('admin@example.in');
select public.set_pass_rules(tests.event_id('Pune'), jsonb_build_object('hand_over', true, 'give_back', true, 'give_back_until', now() - interval '1 second'));
select tests.refuses('bela@example.in', 'select public.give_back_pass(tests.ticket(''two''), 1)', 'PT409', 'too_late', 'or end it at a time');
select tests.does('admin@example.in', $$select public.set_pass_rules(tests.event_id('Pune'), '{"hand_over": true, "give_back_until": null}')$$);
select tests.as_owner('update public.events set date = now() - interval ''1 minute''');
select tests.refuses('bela@example.in', 'select public.give_back_pass(tests.ticket(''two''), 1)', 'PT409', 'too_late', 'At the event''s hour it is over');
select tests.as_owner('update public.events set date = now() + interval ''5 hours''');
select is(pg_temp.give('two', 1), 'open', 'Before it, it is not');
select tests.as_owner('update public.events set date = now() - interval ''1 minute''');
select tests.does('owner', $$select private.work_waiting()$$);
select is(tests.returned('two'), 'B2 ended', 'and open returns end');
select tests.as_owner('update public.events set date = now() + interval ''5 hours''');

-- What no money came for, and people without an account.
select tests.does('admin@example.in', $$select public.open_till(tests.order_id('till'), 'Door', 0) is not null$$);
select public.release_customer_seats(tests.user_id('chan@example.in'));
insert into links select m, public.sell_at_door(tests.order_id(m), tests.order_id('till'), tests.lines('Gold:' || s), m, t, 'Dev')
  from (values ('cash', 'A1', 1770), ('complimentary', 'A2', 0), ('upi', 'A3', 1770)) as v (m, s, t);
select tests.does(null, $$select jsonb_array_length(public.open_ticket_link(pg_temp.secret(m), tests.device('dev')) -> 'tickets') from unnest(array['cash', 'complimentary', 'upi']) as m$$);
select is(tests.refusal(format('select public.give_back_pass(tests.ticket(%L), 1, %L, tests.device(''dev''))', m, pg_temp.secret(m))) ->> 'detail', 'nothing', m || ': no money by UPI')
  from unnest(array['cash', 'complimentary']) as m;
select is(tests.refusal('select public.give_back_pass(tests.ticket(''upi''), 1, pg_temp.secret(''upi''), tests.device(''dev''))') ->> 'detail', 'nothing', 'UPI at the door, its seller alone says');
select tests.does('owner', $$select private.owe_return(tests.ticket('upi'))$$);
select is((select count(*) from public.refunds where payment_id = tests.payment_id('upi')), 0::bigint, 'Sold or not, nothing is owed for it');
select tests.does('admin@example.in', format('select public.import_bank_rows(%L)', jsonb_build_array(tests.credit('512345678901', 1770)
  || jsonb_build_object('narration', 'UPI/512345678901/' || tests.order_code('upi')))));
select tests.does('owner', $$insert into private.ended_links (ticket_id, secret_hash, device_hash) values (tests.ticket('upi'), 'x', 'y')$$);
select tests.refuses(null, 'select public.give_back_pass(tests.ticket(''upi''), 1, pg_temp.secret(''upi''), tests.device(''dev''))', 'PT409', 'too_soon', 'Not on the day on which staff made a new link of it');
select tests.as_owner('delete from private.ended_links');
select is(public.give_back_pass(tests.ticket('upi'), 1, pg_temp.secret('upi'), tests.device('dev')) ->> 'state', 'open', 'By the device of its link, once a credit shows that the money came');
select tests.refuses(format('select public.take_back_return(%L, %L, tests.device(''other''))', tests.live('upi', 1), pg_temp.secret('upi')), 'PT404', 'not_found', 'No other device takes it back');
select is(public.take_back_return(tests.live('upi', 1), pg_temp.secret('upi'), tests.device('dev')), 'taken_back', 'this one does');
select tests.does('admin@example.in', $$select public.mark_test_order(tests.order_id('test'))$$);
select tests.hold('test', 'Gold:C1');
select tests.submit('test', '412345678999', 1800, 'Gold:C1');
select public.review_payment(tests.payment_id('test'), 'approved');
select is(tests.refusal('select public.give_back_pass(tests.ticket(''test''), 1)') ->> 'detail', 'nothing', 'nor does a test give back');

-- Accounts that go.
select tests.answers('bela@example.in', $$pg_temp.give('two', 2)$$, 'open', 'B3 is given back');
select public.delete_my_account(true);
select is(tests.returned('two'), 'B2 ended, B3 ended', 'A deleted account gives nothing back');
