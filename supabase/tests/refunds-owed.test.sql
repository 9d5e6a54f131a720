-- Owed refunds are recorded when an event is cancelled, paid once, to the UPI id that staff saw, and not for a used
-- ticket.
select tests.create_people('Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>', 'admin: admin@example.in');
select tests.create_event('Pune', now() + interval '1 day', 'Asha Rao');
select tests.create_category('Pune', 'Gold', 500, 60);
select tests.create_event('Goa', now() + interval '1 day', 'Asha Rao');
select tests.create_category('Goa', 'Lawn', 500, 60);

create function pg_temp.refund(p_order text) returns public.refunds language sql security definer as $$
  select r from public.refunds r where r.payment_id = tests.payment_id(p_order) order by r.ticket_id nulls last limit 1
$$;
create function pg_temp.owed(p_order text) returns text language sql security definer as $$
  select string_agg(concat_ws(' ', r.reason, r.amount, case when r.ticket_id is null then 'no ticket' end, r.upi_id), ', ' order by r.ticket_id nulls last)
  from public.refunds r where r.payment_id = tests.payment_id(p_order) and r.status = 'requested'
$$;
create function pg_temp.ticket(p_order text) returns uuid language sql security definer as $$
  select t.id from public.user_tickets t where t.payment_id = tests.payment_id(p_order) limit 1
$$;
create function pg_temp.pay(p_order text, p_utr text, p_upi_id text, p_admitted boolean default false) returns public.refunds language sql as $$
  select public.mark_refunded((pg_temp.refund(p_order)).id, p_utr, p_upi_id, p_admitted)
$$;
create function pg_temp.roster(p_order text, p_since timestamptz default null) returns text language sql as $$
  select r ->> 'state' || coalesce(' ' || (r ->> 'reason'), '')
  from jsonb_array_elements(public.gate_roster((select event_id from public.user_tickets where id = pg_temp.ticket(p_order)), null, p_since) -> 'rows') as r
  where r ->> 'id' = pg_temp.ticket(p_order)::text
$$;

-- Orders of Pune: paid in full; short by a rupee; twice; rejected with a credit; rejected without; pending
select tests.does('asha@example.in', $$select public.save_profile('{"refund_upi_id": "asha@okaxis"}')$$);
select tests.submit('full', '412345678901', 1240, 'Gold:A1,A2');
select tests.submit('rupee', '412345678902', 1, 'Gold:A3');
select tests.submit('twice', '412345678903', 620, 'Gold:A4');
select tests.submit_as('ravi@example.in', 'came', '412345678904', 620, 'Gold:B1');
select tests.submit('never', '412345678905', 620, 'Gold:B2');
select tests.submit('waits', '412345678906', 620, 'Gold:B3');
select tests.submit('mine', '412345678907', 620, 'Gold:B4');
select tests.submit('late', '412345678908', 620, 'Gold:B5');
select tests.does('admin@example.in', $$select public.import_bank_rows(jsonb_build_array(tests.credit('412345678903', 620), tests.credit('412345678904', 600),
  tests.credit('412345678906', 620), tests.credit('412345678903', 621)))$$);
select public.review_payment(tests.payment_id(o), 'approved') from unnest(array['full', 'rupee', 'twice', 'mine']) as o;
select public.review_payment(tests.payment_id(o), 'rejected', 'No') from unnest(array['came', 'never', 'late']) as o;
select is((select string_agg(r.reason, ',') from public.refunds r), 'overpaid', 'Only what came above a price is owed before the cancellation');

select public.cancel_event(tests.event_id('Pune'), 'Rain');
select is(pg_temp.owed('full'), 'cancelled 1240.00 asha@okaxis', 'A ticket is owed, to the profile''s UPI id');
select is(pg_temp.owed('rupee'), 'cancelled 1.00 asha@okaxis', 'At most what was received is owed');
select is(pg_temp.owed('twice'), 'cancelled 620.00 asha@okaxis, overpaid 621.00 no ticket asha@okaxis', 'What was paid twice is owed twice');
select is(pg_temp.owed('mine'), 'cancelled 620.00', 'Without a UPI id it is owed all the same');
select is(pg_temp.owed('came'), 'rejected 600.00 no ticket', 'A rejected payment with a credit is owed');
select is(pg_temp.owed('never'), null, 'One without a credit is not');
select is(pg_temp.owed('waits'), null, 'Nor is a pending one');
select public.review_payment(tests.payment_id('waits'), 'rejected', 'Cancelled');
select is(pg_temp.owed('waits'), 'rejected 620.00 no ticket', 'until it is rejected');
select public.import_bank_rows(jsonb_build_array(tests.credit('412345678908', 620)), '22222222-2222-4222-8222-222222222222', 'wrong.csv');
select is(pg_temp.owed('late'), 'rejected 620.00 no ticket', 'A wrong statement shows its credit');
select is(public.take_back_bank_import('22222222-2222-4222-8222-222222222222'), '{"removed": 1}', 'The import is taken back');
select is(pg_temp.owed('late'), null, 'together with refunds owed only because of it');
select public.import_bank_rows(jsonb_build_array(tests.credit('412345678908', 620)));
select is(pg_temp.owed('late'), 'rejected 620.00 no ticket', 'A later import records it later');
select public.cancel_event(tests.event_id('Pune'), 'Rain');
select is((select count(*) from public.refunds), 8::bigint, 'A repeat records nothing twice');
select ok((select bool_and(asked_at is null) from public.refunds), 'None is requested yet');

select tests.answers('ravi@example.in', $$select count(*) from public.refunds$$, 4, 'Customers read what they are owed');
select tests.refuses($$select public.claim_refund((pg_temp.refund('mine')).id)$$, 'PT409', 'no_upi_id', 'Confirming requires a UPI id');
select tests.refuses($$select public.claim_refund((pg_temp.refund('full')).id)$$, 'PT404', 'not_found', 'Another customer''s refund is refused');
select public.save_profile('{"refund_upi_id": "ravi@okicici"}');
select is(pg_temp.owed('came'), 'rejected 600.00 no ticket ravi@okicici', 'A new UPI id applies to all owed refunds');
select isnt((public.claim_refund((pg_temp.refund('came')).id)).asked_at, null, 'and can be confirmed');
select is((public.request_refund(pg_temp.ticket('mine'))).id, (pg_temp.refund('mine')).id, 'Requesting a ticket''s refund finds the owed one');
select tests.refuses(null, $$select public.claim_refund(gen_random_uuid())$$, 'PT401', 'not_signed_in', 'Visitors have to sign in');

select tests.refuses('asha@example.in', $$select public.start_refund(tests.payment_id('full'), null, null, 'Mine')$$, 'PT403', 'forbidden', 'Customers start no refund');
select tests.refuses($$select public.drop_refund((pg_temp.refund('full')).id)$$, 'PT403', 'forbidden', 'or drops one');
select public.save_profile('{"refund_upi_id": "asha.new@okaxis"}');
select public.request_refund(pg_temp.ticket('full'));
select tests.refuses('admin@example.in', $$select pg_temp.pay('full', '512345678901', 'asha@okaxis')$$, 'PT409', 'changed_meanwhile', 'A payment to an outdated UPI id is not marked');
select is(tests.refusal($$select pg_temp.pay('full', '512345678901', 'asha@okaxis')$$) ->> 'detail', 'asha.new@okaxis', 'and staff see the current one');
select tests.refuses($$select pg_temp.pay('full', '512345678901', null)$$, 'PT409', 'changed_meanwhile', 'A console that sends no UPI id is too old');
select is((pg_temp.pay('full', '５１２３ 4567-8901', 'asha.new@okaxis')).utr, '512345678901', 'The transfer''s reference is normalized like any other');
select is((pg_temp.pay('full', '512345678901', 'asha.new@okaxis')).status, 'refunded', 'A repeat returns the same');
select tests.refuses($$select pg_temp.pay('came', 'UTR512345678901', 'ravi@okicici')$$, 'PT409', 'transaction_used', 'Another spelling of it pays no other customer');
select is((pg_temp.pay('came', '512345678902', 'ravi@okicici')).amount, 600.00, 'A refund without a ticket is paid as well');
select tests.refuses($$select public.drop_refund((pg_temp.refund('came')).id)$$, 'PT409', 'already_decided', 'A paid refund cannot be dropped');
select is((select string_agg(after ->> 'paid_to', ' ' order by id) from public.audit_log where "table" = 'refunds' and row_id = (pg_temp.refund('full')).id::text),
  'as***@okaxis as***@okaxis as***@okaxis', 'The log has the masked UPI id');

select tests.submit_as('ravi@example.in', 'came again', '412345678904', 620, 'Lawn:A1');
select tests.submit('waits again', '412345678906', 620, 'Lawn:A2');
select tests.act_as('admin@example.in');
select is(tests.refusal($$select public.review_payment(tests.payment_id('came again'), 'approved')$$),
  jsonb_build_object('state', 'PT409', 'code', 'credit_used', 'detail', tests.order_code('came')), 'Refunded money approves nothing');
select public.review_payment(tests.payment_id('waits again'), 'approved');
select is(pg_temp.owed('waits'), null, 'Money that buys tickets after all is no longer owed');
select tests.refuses($$select public.start_refund(tests.payment_id('waits'), null, null, 'Sorry')$$, 'PT409', 'not_refundable', 'nor again');

select is((public.start_refund(tests.payment_id('never'), null, 500, 'The bank confirmed it by telephone')).amount, 500.00, 'Staff may start a refund without a statement');
select is((public.start_refund(tests.payment_id('never'), null, 500, 'The bank confirmed it by telephone')).id, (pg_temp.refund('never')).id, 'once');
select public.drop_refund((pg_temp.refund('never')).id);
select is(pg_temp.owed('never'), null, 'and drop it');
select is(tests.refusal($$select public.start_refund(tests.payment_id('never'), null, 620.01, 'Too much')$$) ->> 'detail', '{"most": 620.00}', 'At most what was received');
select tests.refuses($$select public.start_refund(tests.payment_id('never'), null, 'NaN', 'Odd')$$, 'PT409', 'not_refundable', 'NaN is refused');
select tests.refuses($$select public.start_refund(tests.payment_id('never'), null, null, ' ')$$, 'PT400', 'invalid', 'A reason is required: the customer reads it');
select tests.refuses($$select public.start_refund(tests.payment_id('came again'), null, null, 'Sorry')$$, 'PT409', 'not_refundable', 'A pending payment must be decided first');
select tests.refuses($$select public.start_refund(tests.payment_id('never'), pg_temp.ticket('full'), null, 'Sorry')$$, 'PT404', 'not_found', 'The ticket must belong to the payment');

select tests.submit_as('asha@example.in', 'goes', '412345678909', 1240, 'Lawn:B1,B2');
select tests.submit('stays', '412345678910', 620, 'Lawn:B3');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment_id(o), 'approved') from unnest(array['goes', 'stays']) as o$$);
select is(pg_temp.roster('stays'), 'valid', 'A ticket is valid');
select public.start_refund(tests.payment_id('stays'), pg_temp.ticket('stays'), null, 'A chair is broken');
select is(pg_temp.roster('stays'), 'revoked Refund asked for', 'until its refund is requested');
select is(pg_temp.roster('stays', clock_timestamp() - interval '1 second'), 'revoked Refund asked for', 'A gate with the list learns of it in the next delta');
select public.drop_refund((pg_temp.refund('stays')).id);
select is(pg_temp.roster('stays', clock_timestamp() - interval '1 second'), 'valid', 'and of its removal');

select public.record_scans(json_build_array(json_build_object('id', gen_random_uuid(), 'event_id', tests.event_id('Goa'), 'ticket_id', pg_temp.ticket('goes'),
  'verdict', 'ENTER', 'seats', json_build_array('B1'), 'gate', 'North', 'device', 'one', 'scanned_at', now(), 'sent_at', now())));
select public.start_refund(tests.payment_id('goes'), pg_temp.ticket('goes'), null, 'Moved');
select is((select admitted ->> 'seats' from public.get_refunds() where ticket_id = pg_temp.ticket('goes')), '1', 'The list has the number of admitted seats');
select tests.refuses($$select pg_temp.pay('goes', '512345678909', 'asha.new@okaxis')$$, 'PT409', 'admitted', 'Paying for an admitted ticket is refused');
select is((tests.refusal($$select pg_temp.pay('goes', '512345678909', 'asha.new@okaxis')$$) ->> 'detail')::jsonb ->> 'seats', '1', 'with the number of seats and the time');
select is((pg_temp.pay('goes', '512345678909', 'asha.new@okaxis', true)).status, 'refunded', 'unless it is confirmed');

select public.start_refund(tests.payment_id('stays'), pg_temp.ticket('stays'), null, 'A chair is broken');
select public.import_bank_rows(jsonb_build_array(tests.credit('412345678910', 1)));
select tests.refuses($$select pg_temp.pay('stays', '512345678910', 'asha.new@okaxis')$$, 'PT409', 'not_refundable', 'A refund of more than was received is not paid');
select public.drop_refund((pg_temp.refund('stays')).id);
select is((public.start_refund(tests.payment_id('stays'), pg_temp.ticket('stays'), null, 'A chair is broken')).amount, 1.00, 'but a smaller one is');

select tests.submit('own', '412345678911', 620, 'Lawn:C1');
select tests.as_owner($$update public.payments set status = 'rejected', reviewed_at = now() where id = tests.payment_id('own')$$);
select tests.refuses($$select public.start_refund(tests.payment_id('own'), null, null, 'Mine')$$, 'PT403', 'own_payment', 'Admins do not start a refund to themselves');
