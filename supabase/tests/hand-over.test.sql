-- Handing over: who may give a pass, who gets it, what the giver sees, and that the old code is void.
select tests.create_people('Asha Rao <asha@example.in>', 'Bela Das <bela@example.in>', 'Chand Khan <chand@example.in>',
  'admin: admin@example.in', 'gate: gate@example.in');
select tests.create_concert('Pune', now() + interval '5 hours', 'Gold 1500 x100');
insert into public.staff_events (user_id, role, event_id) values (tests.user_id('gate@example.in'), 'gate', tests.event_id('Pune'));
select tests.hold_as('asha@example.in', 'four', 'Gold:A1,A2,A3,A4');
select tests.submit('four', '412345678901', 7200, 'Gold:A1,A2,A3,A4');
select tests.approve('four');
select tests.act_as_owner();

create function tests.ticket() returns uuid language sql security definer as $$ select id from public.user_tickets $$;
-- The passes as the gate gets them.
create function tests.listed() returns jsonb language plpgsql as $$
begin
  perform tests.act_as('gate@example.in');
  return public.gate_roster(tests.event_id('Pune')) #> '{rows,0,passes}';
end $$;
create temporary table links (name text primary key, link jsonb);
create function pg_temp.secret(p_name text) returns text language sql as $$ select link ->> 'secret' from links where name = p_name $$;

-- Who may give.
select tests.refuses(null, q, 'PT401', 'not_signed_in', 'A visitor: ' || q) from unnest(array['select public.hand_over_pass(tests.ticket(), 1)',
  'select public.take_back_pass(gen_random_uuid())', 'select public.accept_pass(repeat(''A'', 22))', 'select public.set_pass_rules(tests.event_id(''Pune''), ''{"hand_over": true}'')']) as q;
select tests.denies('select * from public.pass_transfers', 'and reads no hand-over');
select tests.refuses('bela@example.in', 'select public.hand_over_pass(tests.ticket(), 1)', 'PT404', 'not_found', 'Another customer gives nothing away');
select tests.refuses('select public.set_pass_rules(tests.event_id(''Pune''), ''{"hand_over": true}'')', 'PT403', 'forbidden', 'nor makes rules');
select tests.denies($$insert into public.pass_transfers (ticket_id, number, seat, from_id) values (tests.ticket(), 1, 'A1', private.uid())$$, 'nor writes hand-overs');
select tests.denies('update public.passes set holder_id = private.uid()', 'nor takes a pass');
select tests.refuses('asha@example.in', format('select public.hand_over_pass(tests.ticket(), %L)', n), 'PT404', 'not_found', 'There is no pass ' || coalesce(n::text, 'null'))
  from unnest(array[0, 5, null]) as n;
select tests.refuses('select public.hand_over_pass(tests.ticket(), 1, repeat(''x'', 121))', 'PT400', 'invalid', 'A name is short');
insert into links select 'first', public.hand_over_pass(tests.ticket(), 4, ' Bela ');
select ok(pg_temp.secret('first') ~ '^[A-Za-z0-9_-]{22}$' and (link ->> 'until')::timestamptz = now() + interval '11 hours', 'A link is a secret, good while the event goes on')
  from links where name = 'first';
select is((select count(*) from public.passes), 4::bigint, 'The pass stays the giver''s');
select is((select name || ' ' || coalesce(outcome, 'open') from public.pass_transfers), 'Bela open', 'who sees the open link');
select tests.denies('select * from private.pass_links', 'but not its secret''s hash');
select is(tests.listed(), '[["A1", 0, 0], ["A2", 0, 0], ["A3", 0, 0], ["A4", 0, 0]]', 'No gate''s list has changed');

-- A newer link ends the earlier one, and the giver takes one back.
select tests.does('asha@example.in', $$insert into links select 'second', public.hand_over_pass(tests.ticket(), 4)$$);
select is(public.peek_ticket_link(pg_temp.secret('first')) ->> 'state', 'taken_back', 'The earlier link has ended');
select is(public.peek_ticket_link(pg_temp.secret('second')) - array['event_id', 'date', 'venue', 'city', 'status', 'previous_date'],
  '{"state": "new", "event": "Asha Rao, Pune", "category": "Gold", "people": 1, "pass": true, "name": null, "from": "Asha R."}', 'A link says from whom it is, and nothing that opens a gate');
select tests.refuses('chand@example.in', format('select public.accept_pass(%L)', pg_temp.secret('first')), 'PT409', 'already_decided', 'It gives nothing any more');
select tests.refuses(format('select public.open_ticket_link(%L, tests.device(''x''))', pg_temp.secret('first')), 'PT409', 'already_decided', 'to no one');
select tests.refuses(format('select public.take_back_pass(%L)', link ->> 'transfer_id'), 'PT404', 'not_found', 'Only the giver takes back') from links where name = 'second';
select tests.answers('asha@example.in', $$select public.take_back_pass((link ->> 'transfer_id')::uuid) from links where name = 'second'$$, 'taken_back', 'The giver takes back');
select is(public.take_back_pass((link ->> 'transfer_id')::uuid), 'taken_back', 'as often as they like') from links where name = 'second';
select is(public.peek_ticket_link(pg_temp.secret('second')) ->> 'state', 'taken_back', 'and the link says so');

-- An account accepts.
insert into links select 'third', public.hand_over_pass(tests.ticket(), 4, 'Bela');
select tests.refuses(format('select public.accept_pass(%L)', pg_temp.secret('third')), 'PT409', 'already_decided', 'The giver is not the receiver');
select tests.act_as_owner();
create temporary table since as select clock_timestamp() as at, (select updated_at from public.user_tickets) as changed;
select tests.act_as('bela@example.in');
create temporary table mark as select public.my_wallet_mark() as m;
select is(t - array['event', 'singer', 'category', 'sections', 'passes', 'created_at', 'event_id', 'ticket_category_id', 'ticket_id', 'user_id'],
  '{"name": "Bela Das", "from": "Asha R.", "seats": ["A4"], "quantity": 1, "payment_status": "completed", "is_test": false, "screen_only": false, "revoked_at": null, "revoked_reason": null, "category_name": "Gold"}',
  'The receiver gets the seat, and neither code for typing, order nor price')
  from jsonb_array_elements(public.accept_pass(pg_temp.secret('third'))) as t;
select isnt(public.my_wallet_mark(), m, 'A phone of theirs sees that its wallet has changed') from mark;
select is(jsonb_array_length(public.accept_pass(pg_temp.secret('third'))), 1, 'An answer lost on the way is asked for again');
select is((select count(*) || ' ' || min(seat) from public.passes), '1 A4', 'They read their pass');
select is_empty('select from public.user_tickets', 'and no ticket of another');
select is(public.my_received_passes() #>> '{0,passes,0,issue}', '1', 'Its code is a new one');
select tests.answers('owner', $$tests.wrong_codes()$$, 0, 'signed for them');
select ok((select updated_at > changed from public.user_tickets, since), 'The ticket has changed for the giver''s wallet');
select tests.answers('asha@example.in', $$select string_agg(seat, ' ' order by number) from public.passes$$, 'A1 A2 A3', 'The giver has the code no more');
select is((select to_name from public.pass_transfers where outcome = 'accepted'), 'Bela D.', 'and sees who has it');
select tests.refuses(format('select public.take_back_pass(%L)', link ->> 'transfer_id'), 'PT409', 'already_decided', 'It cannot be taken back') from links where name = 'third';
select tests.refuses('select public.hand_over_pass(tests.ticket(), 4)', 'PT404', 'not_found', 'nor given a second time');
select tests.refuses('chand@example.in', format('select public.accept_pass(%L)', pg_temp.secret('third')), 'PT409', 'link_used', 'Nor does a second person get it');
select tests.refuses(format('select public.open_ticket_link(%L, tests.device(''x''))', pg_temp.secret('third')), 'PT409', 'link_used', 'without an account either');
select is(tests.listed(), '[["A1", 0, 0], ["A2", 0, 0], ["A3", 0, 0], ["A4", 1, 1, "Bela D."]]', 'Gates learn that earlier codes are void, and the name');
select is((select jsonb_array_length(public.gate_roster(tests.event_id('Pune'), null, at) -> 'rows') from since), 1, 'with the next changes');

-- A person without an account accepts, with a name, and hands on.
select tests.does('asha@example.in', $$insert into links select 'guest', public.hand_over_pass(tests.ticket(), 3, 'Dev')$$);
select tests.act_as(null);
select is(t ->> 'name' || ' ' || (t ->> 'seats') || ' ' || (t -> 'handed' = 'null'), 'Dev Patel ["A3"] true', 'A person without an account takes it under a name')
  from jsonb_array_elements(public.open_ticket_link(pg_temp.secret('guest'), tests.device('dev'), 'Dev Patel') -> 'tickets') as t;
select is(jsonb_array_length(public.open_ticket_link(pg_temp.secret('guest'), tests.device('dev')) -> 'tickets'), 1, 'Their device may repeat');
select tests.refuses(format('select public.open_ticket_link(%L, tests.device(''other''))', pg_temp.secret('guest')), 'PT409', 'link_used', 'no other does');
select tests.refuses(format('select public.hand_over_pass(tests.ticket(), 3, null, %L, tests.device(''other''))', pg_temp.secret('guest')), 'PT404', 'not_found', 'nor gives it away');
select tests.refuses(format('select public.hand_over_pass(tests.ticket(), 1, null, %L, tests.device(''dev''))', pg_temp.secret('guest')), 'PT404', 'not_found', 'and the guest gives away no other pass');
insert into links select 'on', public.hand_over_pass(tests.ticket(), 3, null, pg_temp.secret('guest'), tests.device('dev'));
select tests.answers('chand@example.in', $$public.accept_pass(pg_temp.secret('on')) #>> '{0,from}'$$, 'Dev P.', 'The guest hands it on');
select is(jsonb_array_length(public.open_ticket_link(pg_temp.secret('guest'), tests.device('dev')) -> 'tickets'), 0, 'and has it no more');
select is(tests.listed(), '[["A1", 0, 0], ["A2", 0, 0], ["A3", 2, 2, "Chand K."], ["A4", 1, 1, "Bela D."]]', 'The gate knows the last one');

-- New seats and keys keep the holders.
select tests.does('admin@example.in', $$select public.reassign_seats(tests.payment_id('four'), tests.lines('Gold:A1,A2,A3,B7'))$$);
select public.rotate_event_key(tests.event_id('Pune'), true);
select is(tests.listed(), '[["A1", 1, 0], ["A2", 1, 0], ["A3", 3, 2, "Chand K."], ["B7", 3, 1, "Bela D."]]', 'A moved seat and a new key keep who has a pass');
select tests.answers('owner', $$tests.wrong_codes()$$, 0, 'and every code is signed for its holder');

-- Rules, time, revoking, and who is in already.
select tests.refuses('admin@example.in', format('select public.set_pass_rules(tests.event_id(''Pune''), %L)', r), 'PT400', 'invalid', coalesce(r, 'null'))
  from unnest(array[null, '[]', '{}', '{"hand_over": 1}', '{"hand_over": true, "hand_over_until": 5}']) as r;
select tests.refuses('select public.set_pass_rules(gen_random_uuid(), ''{"hand_over": true}'')', 'PT404', 'not_found', 'Rules of no event');
select public.set_pass_rules(tests.event_id('Pune'), '{"hand_over": false}');
select tests.refuses('asha@example.in', 'select public.hand_over_pass(tests.ticket(), 1)', 'PT409', 'too_late', 'An event may forbid it');
select tests.does('admin@example.in', $$select public.set_pass_rules(tests.event_id('Pune'), jsonb_build_object('hand_over', true, 'hand_over_until', now() + interval '1 hour'))$$);
select tests.does('asha@example.in', $$insert into links select 'late', public.hand_over_pass(tests.ticket(), 1)$$);
select tests.does('admin@example.in', $$select public.set_pass_rules(tests.event_id('Pune'), jsonb_build_object('hand_over', true, 'hand_over_until', now() - interval '1 second'))$$);
select tests.refuses('bela@example.in', format('select public.accept_pass(%L)', pg_temp.secret('late')), 'PT409', 'too_late', 'or end it at a time');
select is(public.peek_ticket_link(pg_temp.secret('late')) ->> 'state', 'over', 'which the link says');
select tests.does('admin@example.in', $$select public.set_pass_rules(tests.event_id('Pune'), '{"hand_over": true}')$$);

-- A code of an earlier holder, at a gate with an older list.
create function pg_temp.enters(p_pass integer, p_issue integer, p_seat text) returns jsonb language sql as $$
  select public.record_scans(json_build_array(json_build_object('id', gen_random_uuid(), 'event_id', tests.event_id('Pune'), 'ticket_id', tests.ticket(),
    'verdict', 'ENTER', 'seats', json_build_array(p_seat), 'pass', p_pass, 'issue', p_issue, 'gate', 'Gate A', 'device', 'x', 'scanned_at', now(), 'sent_at', now())))
$$;
select tests.as_owner('update public.pass_transfers set ended_at = now() - interval ''1 minute'' where outcome = ''accepted''');
select tests.answers('gate@example.in', $$pg_temp.enters(4, 3, 'B7') #>> '{answers,0,problem}'$$, null, 'The code of who has the pass is no problem');
select is(pg_temp.enters(3, 0, 'A3') #>> '{answers,0,problem}', 'void_code', 'that of who gave it away is');
select is(public.gate_trouble(tests.event_id('Pune')) #>> '{problems,0,person}', 'Asha R.', 'Staff see whose code it was');
select tests.act_as('asha@example.in');
select is(content - array['event_name', 'event_date', 'at', 'sections'], '{"category": "Gold", "seats": ["A3"], "gate": "Gate A", "gave": true, "person": "Chand K."}', 'Who gave it reads who has it')
  from public.my_notices() as n where kind = 'old_code_used';
select tests.act_as('chand@example.in');
select is(content - array['event_name', 'event_date', 'at', 'sections'], '{"category": "Gold", "seats": ["A3"], "gate": "Gate A", "gave": false, "person": "Asha R."}', 'and who has it, whose code let another person in')
  from public.my_notices() as n where kind = 'old_code_used';
select isnt(public.my_received_passes() #>> '{0,passes,0,old_code_at}', null, 'which their ticket says as well');
select tests.answers('gate@example.in', $$pg_temp.enters(3, 3, 'A3') #>> '{conflicts,0,later,person}'$$, 'Chand K.', 'When both come, the conflict has both names');
select tests.act_as('admin@example.in');
select is((select jsonb_agg(p.one - 'in_at') from public.get_check_ins(), jsonb_array_elements(people) as p (one)),
  '[{"seat": "A1", "name": "Asha Rao", "received": false, "gate": null}, {"seat": "A2", "name": "Asha Rao", "received": false, "gate": null}, {"seat": "A3", "name": "Chand Khan", "received": true, "gate": "Gate A"}, {"seat": "B7", "name": "Bela Das", "received": true, "gate": "Gate A"}]',
  'The list of check-ins has a person a seat');
select is((public.who_has_seat(c.id, 'A3') -> 'received') - 'at', '{"name": "Chand Khan", "email": "chand@example.in"}', 'The hall says who received a seat')
  from public.ticket_categories c where c.name = 'Gold';
select is(public.who_has_seat(c.id, 'A1') -> 'received', 'null', 'and of others nothing') from public.ticket_categories c where c.name = 'Gold';
select is((select string_agg(concat_ws(' ', x.number, x.to_name), ', ' order by x.created_at) from public.pass_transfers x where x.outcome = 'accepted'),
  '4 Bela D., 3 Dev P., 3 Chand K.', 'Admins read what was handed over');
select tests.answers('owner', $$select count(*) from public.notices where kind = 'old_code_used'$$, 2, 'and no further notice');

select tests.answers('gate@example.in', $$public.record_scans(json_build_array(json_build_object('id', gen_random_uuid(), 'event_id', tests.event_id('Pune'), 'ticket_id', tests.ticket(),
  'verdict', 'ENTER', 'seats', json_build_array('A1'), 'gate', 'A', 'device', 'x', 'scanned_at', now(), 'sent_at', now()))) #>> '{answers,0,ok}'$$, 'true', 'A1 is in');
select tests.refuses('bela@example.in', format('select public.accept_pass(%L)', pg_temp.secret('late')), 'PT409', 'too_late', 'A pass that is in goes to no one');
select tests.does('asha@example.in', $$insert into links select 'revoked', public.hand_over_pass(tests.ticket(), 2)$$);
select tests.does('admin@example.in', $$select public.revoke_tickets(array[tests.ticket()], 'Charged back')$$);
select tests.refuses('bela@example.in', format('select public.accept_pass(%L)', pg_temp.secret('revoked')), 'PT409', 'already_decided', 'Nor does one of a revoked ticket');
select is(public.my_received_passes() #>> '{0,revoked_reason}', 'Charged back', 'The receivers of its passes are told why they are void');
select tests.refuses('asha@example.in', 'select public.hand_over_pass(tests.ticket(), 2)', 'PT409', 'already_decided', 'and its customer gives none away');

-- Names go with the event.
select tests.as_owner('update public.events set date = now() - interval ''40 days''');
select tests.does('owner', $$select private.tidy_sale()$$);
select is((select count(*) from public.pass_transfers where name is not null or to_name is not null), 0::bigint, 'Names of hand-overs are deleted after the event');
select is((select count(*) from public.profiles where is_guest), 0::bigint, 'and people without an account with them');
