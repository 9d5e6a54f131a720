-- Test orders: an admin tries a purchase; no sum has it, no gate admits it, and its seats come back.
-- Time passes below by changes of tables: papers are issued at once.
set constraints all immediate;
select tests.create_people('Asha Rao <asha@example.in>', 'admin: admin@example.in', 'admin: second@example.in',
  'gate: gate@example.in');
select tests.create_concert('Pune', now() + interval '20 hours', 'Gold 1500 x30', 'Silver 900 x20');
insert into public.staff_events (user_id, role, event_id) values (tests.user_id('gate@example.in'), 'gate', tests.event_id('Pune'));
create function tests.mark(p_order text) returns void language sql volatile as $$ select public.mark_test_order(tests.order_id(p_order)) $$;
create function tests.review(p_order text, p_decision text default 'approved') returns text
  language sql volatile as $$ select public.review_payment(tests.payment_id(p_order), p_decision) ->> 'status' $$;
create function tests.end_test(p_order text) returns void language sql volatile as $$ select public.end_test_order(tests.payment_id(p_order)) $$;
-- Every sum that staff read, as the admin who calls it.
create function tests.sums() returns jsonb language sql volatile as $$
  select jsonb_build_object(
    'stats', public.dashboard_stats() - 'at',
    'recent', public.count_listed('bookings', 'recent'),
    'days', public.dashboard_days(2),
    'due', public.dashboard_due(),
    'sales', public.event_sales(tests.event_id('Pune')),
    'bank', public.match_bank_rows(),
    'events', (select jsonb_agg(to_jsonb(e) order by e.id) from public.event_list e),
    'audience', public.count_audience(tests.event_id('Pune'), null, 'everyone'),
    'gate', public.gate_counters(tests.event_id('Pune')) - array['at', 'devices'],
    'gate events', public.gate_events(),
    'check ins', (select jsonb_agg(to_jsonb(c) order by c.ticket_id) from public.get_check_ins() c),
    'money', (select count(*) from public.refunds)) $$;
create table tests.before (sums jsonb);
create function tests.ticket(p_order text) returns public.user_tickets
  language sql stable security definer as $$ select t.* from public.user_tickets t where t.payment_id = tests.payment_id(p_order) limit 1 $$;
create function tests.roster(p_order text) returns jsonb
  language sql volatile as $$
  select r from jsonb_array_elements(public.gate_roster(tests.event_id('Pune')) -> 'rows') as r where r ->> 'id' = (tests.ticket(p_order)).id::text $$;
create function tests.scan(p_order text, p_verdict text, p_seats jsonb) returns jsonb
  language sql volatile as $$
  select public.record_scans(json_build_array(json_build_object('id', tests.order_id(p_order || p_verdict), 'event_id', tests.event_id('Pune'),
    'ticket_id', (tests.ticket(p_order)).id, 'verdict', p_verdict, 'seats', p_seats, 'gate', 'Main', 'device', 'd1', 'reason', 'test',
    'scanned_at', now(), 'sent_at', now()))) -> 'answers' -> 0 $$;

-- Who may mark
select refuses(null, $$select tests.mark('try')$$, 'PT401', 'not_signed_in', 'A visitor marks no order');
select refuses($$select tests.end_test('try')$$, 'PT401', 'not_signed_in', 'and ends no test');
select tests.act_as(person), refuses(call, 'PT403', 'forbidden', person || ': ' || call)
  from unnest(array['asha@example.in', 'gate@example.in']) as person,
    unnest(array[$$select tests.mark('try')$$, $$select tests.end_test('try')$$]) as call;
select denies('admin@example.in', $$update public.payments set is_test = true$$, 'Even an admin does not write the mark');
select refuses($$select public.mark_test_order(null)$$, 'PT400', 'invalid', 'Which order?');

-- Only before the hold
select tests.hold('late', 'Gold:B1');
select refuses($$select tests.mark('late')$$, 'PT409', 'in_use', 'Not once its seats are held');
select tests.submit('late', '512345678901', 1875, 'Gold:B1');
select refuses($$select tests.mark('late')$$, 'PT409', 'order_submitted', 'nor once it is submitted');
select refuses('second@example.in', $$select tests.mark('late')$$, 'PT403', 'other_user', 'nor another''s');
select tests.answers('owner', $$select is_test from public.payments where id = tests.payment_id('late')$$, false, 'It stays a real payment');
select refuses('admin@example.in', $$select tests.review('late')$$, 'PT403', 'own_payment', 'which its owner does not approve');
select tests.answers('second@example.in', $$tests.review('late')$$, 'approved', 'but another admin does');

-- A test purchase leaves every sum as it was
select tests.does('admin@example.in', $$insert into tests.before select tests.sums()$$);
select lives_ok($$select tests.mark('try')$$, 'An admin marks an order beforehand');
select lives_ok($$select tests.mark('try')$$, 'A repeat changes nothing');
select is(tests.hold('try', 'Gold:A1,A2', 'Silver:A1') ->> 'order_code', tests.order_code('try'), 'Its seats are held like others');
select lives_ok($$select tests.mark('try')$$, 'The mark stays while it is held');
select refuses('asha@example.in', $$select tests.hold('asha', 'Gold:A1')$$, 'PT409', 'seats_taken', 'Nobody else gets them meanwhile');
select tests.answers('admin@example.in', $$tests.submit('try', '412345678901', 4836, 'Gold:A1,A2', 'Silver:A1') ->> 'status'$$, 'pending', 'It is submitted with any digits');
select is((select (p.is_test, p.transaction_id, p.warnings @> '[{"code": "reference_not_12_digits"}]')::text from public.get_payment_details() p
  where p.payment_id = tests.payment_id('try')), (true, tests.order_code('try'), false)::text, 'Staff see that it is a test, under its order''s code');
select is(tests.sums(), (select sums from tests.before), 'Undecided, it changes no sum');
select is((select kind from public.payment_bank_states(array[tests.payment_id('try')])), null, 'The bank is not asked for it');
select tests.hold_as('asha@example.in', 'real', 'Gold:C1');
select is(tests.submit('real', '412345678901', 1770, 'Gold:C1') ->> 'status', 'pending', 'The digits are free for a real transfer');
select tests.answers('second@example.in', $$tests.review('real', 'rejected')$$, 'rejected', 'which is decided by itself');
select tests.does('admin@example.in', $$delete from tests.before$$);
insert into tests.before select tests.sums();
select is(tests.review('try'), 'approved', 'The same admin approves the own test');
select is((select count(*) from public.get_all_tickets() t where t.is_test and t.ticket_id is not null), 2::bigint, 'Its bookings say test');
select is(tests.sums(), (select sums from tests.before), 'Approved, it changes no sum');
select is((select string_agg(concat_ws(' ', c.name, c.tickets_sold, c.tickets_tested), ', ' order by c.name) from public.ticket_category_list c where c.tickets_tested > 0),
  'Gold 3 2, Silver 1 1', 'The ticket categories say how many of the sold ones are tests');
select is((select sum(r.amount) from public.refunds r), null, 'Nothing is owed');
select refuses($$select public.start_refund(tests.payment_id('try'), null, null, 'x')$$, 'PT403', 'own_payment', 'and no refund starts');
select refuses('second@example.in', $$select public.start_refund(tests.payment_id('try'), (tests.ticket('try')).id, null, 'x')$$, 'PT409', 'not_refundable', 'by nobody');

-- The gate
select tests.answers('gate@example.in', $$tests.roster('try') ->> 'test'$$, 'true', 'The list at the gate says test');
select is(tests.roster('late') ->> 'test', null, 'and nothing for others');
select is((tests.scan('try', 'NOT VALID', '[]') ->> 'ok')::boolean, true, 'A scan is stored');
select is((tests.scan('try', 'ENTER', '["A1"]') ->> 'ok')::boolean, true, 'even from a device that let it in');
select tests.answers('owner', $$select count(*) from private.admitted_seats$$, 0, 'but nobody was let in');
select is(tests.wrong_codes(), 0::bigint, 'Its codes are signed as those of a test');
select tests.act_as('admin@example.in');
select is(tests.sums(), (select sums from tests.before), 'Its scans are in no count');
select public.rotate_event_key(tests.event_id('Pune'), true);
select tests.answers('owner', $$tests.wrong_codes()$$, 0, 'A new key signs them as a test again');

-- Ending it
select refuses('admin@example.in', $$select tests.end_test('late')$$, 'PT404', 'not_found', 'A real payment is not ended');
select lives_ok($$select tests.end_test('try')$$, 'The test ends');
select is(tests.claims('Gold'), 'B1 sold, C1 held', 'Its seats are free');
select is((select distinct t.revoked_reason from public.user_tickets t where t.payment_id = tests.payment_id('try')), 'Test ended', 'Its tickets are revoked');
select lives_ok($$select tests.end_test('try')$$, 'A repeat changes nothing');
select is((select count(*) from public.notices), 0::bigint, 'Nobody is told');
select is(tests.sums(), (select sums from tests.before), 'and no sum changed');

-- By itself, after an hour
select tests.mark('decided'), tests.mark('undecided'), tests.mark('young');
select tests.hold('decided', 'Silver:A1'), tests.hold('undecided', 'Silver:A2'), tests.hold('young', 'Silver:A3');
select tests.submit('decided', '1', 1, 'Silver:A1'), tests.submit('undecided', '1', 1, 'Silver:A2'), tests.submit('young', '1', 1, 'Silver:A3');
select tests.review('decided'), tests.review('young');
select tests.act_as_owner();
alter table public.payments disable trigger user;
update public.payments set created_at = now() - interval '3 hours' where is_test;
alter table public.payments enable trigger user;
select private.end_old_tests();
select is(tests.claims('Silver'), 'A1 sold, A3 sold', 'An undecided test ends an hour after it was sent');
update public.payments set reviewed_at = now() - interval '61 minutes' where id = tests.payment_id('decided');
update public.payments set reviewed_at = now() - interval '59 minutes' where id = tests.payment_id('young');
select is(private.end_old_tests(), 1, 'One more is over');
select is(tests.claims('Silver'), 'A3 sold', 'A decided one ends an hour after the decision');
select is((select status from public.payments where id = tests.payment_id('undecided')), 'rejected', 'The undecided one is rejected');
update public.payments set reviewed_at = now() - interval '61 minutes' where id = tests.payment_id('young');
select private.tidy_sale();
select is(tests.claims('Silver'), '', 'The daily job ends them, too');
select denies('admin@example.in', $$select private.end_old_tests()$$, 'which nobody calls over HTTP');
