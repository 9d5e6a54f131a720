-- What is too much is owed back, a rupee beside a full payment delays nothing, and a credit given by mistake is taken back.
select tests.create_people('Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>', 'admin: admin@example.in',
  'admin: second@example.in');
select tests.create_concert('Pune', 'Gold 1500 x100');
select tests.create_concert('Goa', now() + interval '40 days', 'Lawn 1500 x100');
update public.proof_rules set approve = 'always', most_a_minute = 1000;

create function pg_temp.proof(p_id text, p_amount numeric, p_utr text, p_note text default null, p_certain boolean default true,
    p_vpa text default null, p_source text default 'mail', p_at timestamptz default now()) returns jsonb language sql as $$
  select public.take_proof(jsonb_build_object('source', p_source, 'external_id', p_id, 'credited_at', p_at, 'amount', p_amount::text,
    'utr', p_utr, 'note', p_note, 'payer_vpa', p_vpa, 'certain', p_certain, 'content', '{}'::jsonb))
$$;
create function pg_temp.sign(p_order text) returns text language sql security definer as $$ select tests.order_code(p_order) $$;
create function pg_temp.owed(p_order text) returns text language sql security definer as $$
  select string_agg(concat_ws(' ', r.reason, r.status, r.amount, case when r.ticket_id is null then 'no ticket' end, r.upi_id), ', '
    order by r.status, r.ticket_id nulls last)
  from public.refunds r where r.payment_id = tests.payment_id(p_order)
$$;
create function pg_temp.refund(p_order text) returns uuid language sql security definer as $$
  select r.id from public.refunds r where r.payment_id = tests.payment_id(p_order) and r.ticket_id is null and r.status = 'requested'
$$;
create function pg_temp.credit(p_utr text) returns uuid language sql security definer as $$ select id from public.credits where utrs = array[p_utr] $$;
create function pg_temp.row(p_utr text, p_amount numeric, p_says text, p_place integer default 1) returns jsonb language sql as $$
  select jsonb_build_object('booked_on', (now() at time zone 'Asia/Kolkata')::date, 'amount', p_amount, 'narration', p_says, 'utrs',
    to_jsonb(array_remove(array[p_utr], null)), 'balance', null, 'occurrence', p_place)
$$;
create function pg_temp.holds(p_who text, p_order text, p_line text) returns void language plpgsql as $$
begin
  perform tests.act_as(p_who);
  perform tests.hold(p_order, p_line);
  perform tests.act_as_owner();
end
$$;

-- The same order paid twice
select tests.does('asha@example.in', $$select public.save_profile('{"refund_upi_id": "asha@okaxis"}')$$);
select pg_temp.holds('asha@example.in', 'twice', 'Gold:A1');
select is(tests.settle(pg_temp.proof('a1', 1800, '412345678901', pg_temp.sign('twice'))) ->> 'status', 'approved', 'Paid and approved by proof');
select is(pg_temp.owed('twice'), null, 'Nothing is owed');
select is(pg_temp.proof('a2', 1800, '412345678902', pg_temp.sign('twice'), p_vpa => 'asha.m@okicici') ->> 'status', 'approved', 'Paid again: the credit is the same payment''s');
select is(pg_temp.owed('twice'), 'overpaid requested 1800.00 no ticket asha.m@okicici', 'and owed back to the address that paid it');
select is((select string_agg(content ->> 'amount', ',') from public.notices where user_id = tests.user_id('asha@example.in') and kind = 'refund_owed'), '1800.00',
  'The customer is told');
select tests.settle(pg_temp.proof('a2', 1800, '412345678902'));
select public.settle_open_credits();
select public.settle_open_credits();
select is(pg_temp.owed('twice'), 'overpaid requested 1800.00 no ticket asha.m@okicici', 'Sweeps and repeats record it once');
select tests.act_as('admin@example.in');
select is((select (state, order_code = tests.order_code('twice'))::text from public.find_credits('412345678902')), '(used,t)', 'Staff see the credit as used, not free');
select tests.refuses(format('select public.return_credit(%L, ''asha@okaxis'', ''100000000009'')', pg_temp.credit('412345678902')), 'PT409', 'credit_used',
  'and cannot send it back a second time');
select tests.refuses(format('select public.set_credit_aside(%L, ''Gift'')', pg_temp.credit('412345678902')), 'PT409', 'credit_used', 'nor set it aside');
select tests.refuses(format('select public.give_credit(%L)', pg_temp.credit('412345678902')), 'PT409', 'credit_used', 'nor take it from its payment');
select is((select (reason, amount, upi_id)::text from public.get_refunds() where order_code = tests.order_code('twice')),
  '(overpaid,1800.00,asha.m@okicici)', 'The list of refunds has it with its reason');

-- It grows while staff pay it, and is marked as it was read
select tests.does('owner', $$select pg_temp.proof('a3', 200, '412345678903', pg_temp.sign('twice'), p_vpa => 'asha.m@okicici')$$);
select is(pg_temp.owed('twice'), 'overpaid requested 2000.00 no ticket asha.m@okicici', 'More arrives: it grows');
select is((select string_agg(content ->> 'amount', ',' order by (content ->> 'amount')::numeric) from public.notices
  where user_id = tests.user_id('asha@example.in') and kind = 'refund_owed'), '1800.00,2000.00', 'and the customer is told');
select tests.answers('admin@example.in', $$tests.refusal(format('select public.mark_refunded(%L, ''512345678901'', ''asha.m@okicici'', false, 1800)', pg_temp.refund('twice')))$$,
  '{"state": "PT409", "code": "amount_changed", "detail": "2000.00"}', 'What staff sent before it grew is not marked as all of it');
select tests.refuses(format('select public.mark_refunded(%L, ''512345678901'', ''asha.m@okicici'')', pg_temp.refund('twice')), 'PT409', 'amount_changed',
  'A console that sends no amount is too old');
select is((public.mark_refunded(pg_temp.refund('twice'), '512345678901', 'asha.m@okicici', false, 2000)).status, 'refunded', 'Marked');
select is((select count(*) from public.user_tickets where payment_id = tests.payment_id('twice') and revoked_at is null), 1::bigint, 'Its ticket stays valid');
select tests.does('owner', $$select public.settle_open_credits()$$);
select pg_temp.proof('a3', 200, '412345678903');
select is(pg_temp.owed('twice'), 'overpaid refunded 2000.00 no ticket asha.m@okicici', 'What was paid back is owed no more');
select pg_temp.proof('a4', 50, '412345678904', pg_temp.sign('twice'));
select is(pg_temp.owed('twice'), 'overpaid refunded 2000.00 no ticket asha.m@okicici, overpaid requested 50.00 no ticket asha@okaxis',
  'A further credit is owed alone, to the profile''s address when those of the payer differ');
select tests.does('admin@example.in', $$select public.cancel_event(tests.event_id('Pune'), 'Rain')$$);
select tests.act_as_owner();
select is((select string_agg(concat_ws(' ', r.reason, r.status, r.amount), ', ' order by r.amount) from public.refunds r where r.payment_id = tests.payment_id('twice')),
  'overpaid requested 50.00, cancelled requested 1800.00, overpaid refunded 2000.00', 'A cancellation owes the ticket, and nothing twice');
select tests.does('admin@example.in', $$select public.cancel_event(tests.event_id('Pune'), 'Rain')$$);
select is((select count(*) from public.refunds), 3::bigint, 'also when repeated');

-- Part payments that are more than the price; a person approves
select tests.does('owner', $$select pg_temp.holds('ravi@example.in', 'parts', 'Lawn:A1')$$);
select pg_temp.proof('b1', 700, '422345678901', pg_temp.sign('parts'));
select pg_temp.proof('b2', 700, '422345678902', pg_temp.sign('parts'));
select is(tests.settle(pg_temp.proof('b3', 700, '422345678903', pg_temp.sign('parts'))) ->> 'doubt', 'amount_differs', 'Parts of more than the price wait for a person');
select is(pg_temp.owed('parts'), null, 'and nothing is owed before');
select tests.answers('second@example.in', $$public.review_payment(tests.payment_id('parts'), 'approved') ->> 'status'$$, 'approved', 'who approves');
select tests.answers('admin@example.in', $$public.review_payment(tests.payment_id('parts'), 'approved') ->> 'status'$$, 'approved', 'as does a second admin');
select is(pg_temp.owed('parts'), 'overpaid requested 300.00 no ticket', 'Three parts: what is above the price is owed');
select is((select count(*) from public.credits where payment_id = tests.payment_id('parts')), 3::bigint, 'All three are the payment''s');
select tests.refuses('ravi@example.in', format('select public.claim_refund(%L)', pg_temp.refund('parts')), 'PT409', 'no_upi_id', 'Nobody knows the payer''s address: the customer is asked');
select public.save_profile('{"refund_upi_id": "ravi@okicici"}');
select isnt((public.claim_refund(pg_temp.refund('parts'))).asked_at, null, 'and gives one');
select is(pg_temp.owed('parts'), 'overpaid requested 300.00 no ticket ravi@okicici', 'to which it goes');

-- One credit above the price, by its reference
select tests.submit('above', '432345678901', 1900, 'Lawn:A2');
select tests.answers('owner', $$tests.settle(pg_temp.proof('c1', 1900, '432345678901')) ->> 'doubt'$$, 'amount_differs', 'One credit above the price waits for a person');
select tests.approve('above');
select is(pg_temp.owed('above'), 'overpaid requested 100.00 no ticket ravi@okicici', 'Then the rest is owed');

-- A statement that was wrong
select tests.does('owner', $$select pg_temp.holds('asha@example.in', 'undone', 'Lawn:A3')$$);
select tests.settle(pg_temp.proof('d1', 1800, '442345678901', pg_temp.sign('undone')));
select tests.does('admin@example.in', $$select public.import_bank_rows(jsonb_build_array(pg_temp.row('442345678902', 1800, 'UPI/' || pg_temp.sign('undone')),
  pg_temp.row('442345678903', 10, 'UPI/' || pg_temp.sign('undone'))), '00000000-0000-4000-8000-000000000001')$$);
select public.import_bank_rows(jsonb_build_array(pg_temp.row('442345678904', 25, 'UPI/' || pg_temp.sign('undone'))), '00000000-0000-4000-8000-000000000002');
select is(pg_temp.owed('undone'), 'overpaid requested 1835.00 no ticket asha@okaxis', 'A statement shows more, and is owed');
select is(public.take_back_bank_import('00000000-0000-4000-8000-000000000001') -> 'removed', '2'::jsonb, 'Its import is taken back');
select is(pg_temp.owed('undone'), 'overpaid requested 25.00 no ticket asha@okaxis', 'and less is owed');
select public.take_back_bank_import('00000000-0000-4000-8000-000000000002');
select is(pg_temp.owed('undone'), null, 'then nothing');
select public.import_bank_rows(jsonb_build_array(pg_temp.row('442345678905', 30, 'UPI/' || pg_temp.sign('undone'))), '00000000-0000-4000-8000-000000000003');
select public.mark_refunded(pg_temp.refund('undone'), '512345678902', 'asha@okaxis', false, 30);
select is(tests.refusal($$select public.take_back_bank_import('00000000-0000-4000-8000-000000000003')$$),
  jsonb_build_object('state', 'PT409', 'code', 'in_use', 'detail', tests.order_code('undone')), 'What was sent back keeps its import');
select tests.does('owner', $$select pg_temp.holds('asha@example.in', 'needed', 'Lawn:A4')$$);
select tests.act_as('admin@example.in');
select public.import_bank_rows(jsonb_build_array(pg_temp.row('442345678906', 1800, 'UPI/' || pg_temp.sign('needed'))), '00000000-0000-4000-8000-000000000004');
select tests.does('owner', $$select public.settle_open_credits()$$);
select pg_temp.proof('d2', 5, '442345678907', pg_temp.sign('needed'));
select is(pg_temp.owed('needed'), 'overpaid requested 5.00 no ticket asha@okaxis', 'A rupee more than the price');
select tests.refuses('admin@example.in', $$select public.take_back_bank_import('00000000-0000-4000-8000-000000000004')$$, 'PT409', 'in_use', 'does not pay for the order instead');

-- What is not owed by itself
select tests.does('owner', $$select pg_temp.holds('asha@example.in', 'one', 'Lawn:B1')$$);
select pg_temp.holds('asha@example.in', 'other', 'Lawn:B2');
select tests.settle(pg_temp.proof('e1', 3700, '452345678901', pg_temp.sign('one') || ' ' || pg_temp.sign('other')));
select tests.submit_as('asha@example.in', 'one', '452345678901', 3700, 'Lawn:B1');
select tests.approve('one');
select is(pg_temp.owed('one'), null, 'A credit for two orders');
select is((select string_agg(r.reason, ',') from public.start_refund(tests.payment_id('one'), null, 1900, 'The other order was not booked') as r), 'other', 'Staff decide about it');
select tests.does('owner', $$select pg_temp.holds('asha@example.in', 'sure', 'Lawn:B3')$$);
select tests.settle(pg_temp.proof('e2', 1800, '452345678902', pg_temp.sign('sure')));
select pg_temp.proof('e3', 500, '452345678903', pg_temp.sign('sure'), p_certain => false);
select pg_temp.proof('e4', 600, '452345678904', pg_temp.sign('sure') || ' ' || pg_temp.sign('other'));
select is(pg_temp.owed('sure'), null, 'A credit that is not certain, or names another order, too');
select is((select string_agg(state, ',') from (select f.* from pg_temp.proof('e3', 500, '452345678903') as p,
  lateral (select case when payment_id is null then 'free' else 'used' end as state from public.credits where utrs && '{452345678903,452345678904}') as f) as f), 'free,free', 'Both stay free, for a person');
select pg_temp.proof('e5', 500, '452345678903', null, p_source => 'gateway');
select is(pg_temp.owed('sure'), 'overpaid requested 500.00 no ticket asha@okaxis', 'until another source is certain of it');
select tests.does('admin@example.in', $$select public.import_bank_rows(jsonb_build_array(pg_temp.row(null, 500, 'CASH ' || pg_temp.sign('sure'))))$$);
select is(pg_temp.owed('sure'), 'overpaid requested 500.00 no ticket asha@okaxis', 'A row without UTR may be the same credit');
select public.drop_refund(pg_temp.refund('sure'));
select tests.does('owner', $$select public.settle_open_credits()$$);
select pg_temp.proof('e5', 500, '452345678903', null, p_source => 'gateway');
select is(pg_temp.owed('sure'), null, 'What staff dropped is not recorded again by a sweep');

-- A typed reference of another's money
select pg_temp.proof('f1', 5000, '462345678901', 'for the family', p_vpa => 'victim@ybl');
select tests.submit_as('ravi@example.in', 'thief', '462345678901', 1800, 'Lawn:C1');
select tests.answers('owner', $$tests.settle(pg_temp.proof('f2', 1800, '462345678902', pg_temp.sign('thief'))) ->> 'doubt'$$, 'amount_differs',
  'The exact price beside another''s reference waits for a person');
select is(tests.status_of('thief'), 'pending', 'and approves nothing');
select tests.approve('thief');
select is(pg_temp.owed('thief'), null, 'Even then the reference''s money is not owed to who typed it');

-- Without credits, and at the door
select tests.submit_as('asha@example.in', 'claimed', '472345678901', 9999, 'Lawn:C2');
select tests.approve('claimed');
select is(pg_temp.owed('claimed'), null, 'What only the customer says came is not owed');
select public.open_till(tests.order_id('till'), 'North', 0);
select public.sell_at_door(tests.order_id('cash'), tests.order_id('till'), tests.lines('Lawn:C3'), 'cash', 1770);
select public.sell_at_door(tests.order_id('door'), tests.order_id('till'), tests.lines('Lawn:C4'), 'upi', 1770, p_reference => '472345678902');
select is(pg_temp.owed('cash') || pg_temp.owed('door'), null, 'Nothing of a sale without credits');
select tests.does('owner', $$select pg_temp.proof('g1', 5000, '472345678903', pg_temp.sign('cash'))$$);
select is(pg_temp.owed('cash'), null, 'A credit beside a sale in cash is for a person');
select pg_temp.proof('g2', 1800, '472345678902');
select is(pg_temp.owed('door'), 'overpaid requested 30.00 no ticket', 'What the bank shows above a sale by UPI is owed');

-- A stray rupee does not delay a full payment
select pg_temp.holds('asha@example.in', 'stray', 'Lawn:D1');
select pg_temp.proof('h1', 1, '482345678901', pg_temp.sign('stray'), p_vpa => 'stranger@ybl');
select is(tests.settle(pg_temp.proof('h2', 1800, '482345678902', pg_temp.sign('stray'), p_vpa => 'asha@okaxis')) ->> 'status', 'approved',
  'A rupee with another''s code, then the price');
select is((select count(*) from public.seat_claims where payment_id = tests.payment_id('stray') and state = 'sold'), 1::bigint, 'The seat is sold');
select is(pg_temp.owed('stray'), 'overpaid requested 1.00 no ticket stranger@ybl', 'and the rupee goes back to whom it came from');
select pg_temp.holds('asha@example.in', 'strays', 'Lawn:D2');
select pg_temp.proof('h3', 1, '482345678903', pg_temp.sign('strays'));
select pg_temp.proof('h4', 2, '482345678904', pg_temp.sign('strays'));
select tests.submit_as('asha@example.in', 'strays', '482345678905', 1800, 'Lawn:D2');
select tests.answers('owner', $$tests.settle(pg_temp.proof('h3', 1, '482345678903')) ->> 'doubt'$$, 'amount_differs', 'Rupees approve nothing by themselves');
select is(tests.settle(pg_temp.proof('h5', 1800, '482345678905', pg_temp.sign('strays'))) ->> 'status', 'approved', 'Two strays and a submission');
select is(pg_temp.owed('strays'), 'overpaid requested 3.00 no ticket asha@okaxis', 'Both are owed');
select tests.act_as('admin@example.in');
select is((select count(*) from public.list_proof_approvals() l join public.find_credits('482345678905') c on c.id = l.credit_id where l.order_code = tests.order_code('strays')),
  1::bigint, 'The day''s list names the credit of the price');

-- What the rule gives nobody
select tests.does('owner', $$select pg_temp.holds('ravi@example.in', 'forged', 'Lawn:E1')$$);
select pg_temp.proof('i1', 1, '492345678901', pg_temp.sign('forged'));
select is(tests.settle(pg_temp.proof('i2', 1799, '492345678902', pg_temp.sign('forged'))) ->> 'status', 'approved', 'Parts of the exact price approve as ever');
select pg_temp.holds('ravi@example.in', 'forged 2', 'Lawn:E2');
select pg_temp.proof('i3', 2, '492345678903', pg_temp.sign('forged 2'));
select is(tests.settle(pg_temp.proof('i4', 1799, '492345678904', pg_temp.sign('forged 2'))) ->> 'doubt', 'amount_differs', 'A rupee too little with two others waits');
select pg_temp.proof('i5', 1800, '492345678905', pg_temp.sign('forged 2'), p_certain => false);
select is(tests.settle(pg_temp.proof('i4', 1799, '492345678904')) ->> 'doubt', 'amount_differs', 'Also beside a full credit that is not certain');
select is(tests.settle(pg_temp.proof('i5', 1800, '492345678905')) ->> 'doubt', 'uncertain', 'which approves nothing');
select pg_temp.holds('ravi@example.in', 'forged 3', 'Lawn:E3');
update private.orders set order_code = 'MF7K2QX4MD' where id = tests.order_id('forged 3');
select pg_temp.proof('i6', 1, '492345678906', 'MF7K2QX4MD');
select is(tests.settle(pg_temp.proof('i7', 1800, '492345678907', '7K2QX'))
  ->> 'doubt', 'amount_differs', 'The beginning of a code is not its whole code');
select is(tests.status_of('forged 3'), 'pending', 'and beside another credit it is for a person');
select pg_temp.holds('asha@example.in', 'two', 'Lawn:E4');
select pg_temp.proof('i8', 1, '492345678908', pg_temp.sign('two') || ' MF7K2QX4MD');
select is(tests.settle(pg_temp.proof('i9', 1800, '492345678909', pg_temp.sign('two'))) ->> 'doubt', 'two_claims', 'A rupee that names two orders is for a person');
select pg_temp.holds('asha@example.in', 'full twice', 'Lawn:E5');
update public.proof_rules set approve = 'off';
select pg_temp.proof('i10', 1800, '492345678910', pg_temp.sign('full twice'));
select pg_temp.proof('i11', 1800, '492345678911', pg_temp.sign('full twice'));
update public.proof_rules set approve = 'always';
select is(tests.settle(pg_temp.proof('i11', 1800, '492345678911')) ->> 'doubt', 'amount_differs', 'Two credits of the price: which paid is for a person');
select pg_temp.holds('asha@example.in', 'used', 'Lawn:F1');
select pg_temp.proof('i12', 1, '492345678912', pg_temp.sign('used'));
select is(tests.settle(pg_temp.proof('a1', 1800, '412345678901')) ->> 'order_code', tests.order_code('twice'), 'A used credit stays with its order');
select is(tests.status_of('used'), null, 'and serves no other');
select tests.hold_as('admin@example.in', 'own', 'Lawn:F2');
select public.import_bank_rows(jsonb_build_array(pg_temp.row('492345678913', 1, pg_temp.sign('own')), pg_temp.row('492345678914', 1800, pg_temp.sign('own'))));
select tests.does('owner', $$select public.settle_open_credits()$$);
select is(public.settle_credit(pg_temp.credit('492345678914')) ->> 'doubt', 'own', 'nor does a statement of who imported it');

-- A credit that was given by mistake
select pg_temp.holds('ravi@example.in', 'given', 'Lawn:G1');
select pg_temp.proof('j1', 1800, '502345678901', 'a concert');
select tests.act_as('admin@example.in');
select is(public.give_credit(pg_temp.credit('502345678901'), tests.order_code('given')) ->> 'status', 'pending', 'A credit is given, and the order becomes a payment');
select is(public.give_credit(pg_temp.credit('502345678901')) ->> 'status', 'unclaimed', 'It is taken back');
select is(public.give_credit(pg_temp.credit('502345678901')) ->> 'status', 'unclaimed', 'twice');
select tests.answers('owner', $$tests.status_of('given')$$, null, 'and the payment that it made is withdrawn');
select is((select count(*) from public.seat_claims where order_id = tests.order_id('given')), 0::bigint, 'Its seat is free');
select is((select string_agg(a.action, ',' order by a.id) from public.audit_log a where a."table" = 'payments' and (coalesce(a.before, a.after) ->> 'order_code') = tests.order_code('given')),
  'insert,delete', 'The history has both');
select tests.answers('ravi@example.in', $$public.find_order_payment(tests.order_id('given')) -> 'payment'$$, 'null', 'The customer sees the order as before');
select isnt(tests.hold('given', 'Lawn:G1'), null, 'holds the seat again');
select is(tests.submit('given', '502345678902', 1800, 'Lawn:G1') ->> 'status', 'pending', 'and pays for the order after all');
select tests.answers('admin@example.in', $$public.give_credit(pg_temp.credit('502345678901'), tests.order_code('given')) ->> 'status'$$, 'pending', 'Given to it again');
select public.give_credit(pg_temp.credit('502345678901'));
select is(tests.status_of('given'), 'pending', 'and taken back: what a customer submitted stays');
select public.give_credit(pg_temp.credit('502345678901'), tests.order_code('given'));
select public.review_payment(tests.payment_id('given'), 'approved');
select tests.refuses(format('select public.give_credit(%L)', pg_temp.credit('502345678901')), 'PT409', 'credit_used', 'Once approved, nothing is taken back');
select tests.does('owner', $$select pg_temp.holds('ravi@example.in', 'halves', 'Lawn:G2')$$);
select pg_temp.proof('j2', 900, '502345678903', 'half');
select pg_temp.proof('j3', 900, '502345678904', pg_temp.sign('halves'));
select tests.does('admin@example.in', $$select public.give_credit(pg_temp.credit('502345678903'), tests.order_code('halves'))$$);
select is(tests.status_of('halves'), 'pending', 'Two halves make a payment');
select public.give_credit(pg_temp.credit('502345678903'));
select is(tests.status_of('halves'), null, 'One alone does not');
select public.give_credit(pg_temp.credit('502345678903'), tests.order_code('halves'));
select public.set_credit_aside(pg_temp.credit('502345678904'), 'No sale');
select is(tests.status_of('halves'), null, 'nor when the other is set aside');
select public.set_credit_aside(pg_temp.credit('502345678904'));
select tests.does('owner', $$select public.settle_open_credits()$$);
select is(tests.status_of('halves'), 'approved', 'A sweep finds both again, and approves');
