-- The bank's credits: each stored once and matched with payments.
select tests.create_people('Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>', 'admin: admin@example.in',
  'gate: gate@example.in');
select tests.create_concert('Pune', 'Gold 1500 x40');

create function pg_temp.credit(p_utr text, p_amount numeric, p_narration text default null, p_day text default '2026-11-20',
    p_occurrence integer default 1) returns jsonb language sql as $$
  select jsonb_build_object('booked_on', p_day, 'amount', p_amount, 'narration', coalesce(p_narration, 'UPI/' || p_utr),
    'utrs', case when p_utr is null then '[]'::jsonb else jsonb_build_array(p_utr) end, 'balance', null, 'occurrence', p_occurrence)
$$;
create function pg_temp.orders(p_kind text) returns text[] language sql as $$
  select array(select x ->> 'order_code' from jsonb_array_elements(public.match_bank_rows() -> p_kind -> 'payments') as x)
$$;

select tests.refuses(null, 'select public.import_bank_rows(''[]'')', 'PT401', 'not_signed_in', 'Visitors import nothing');
select tests.refuses('select public.match_bank_rows()', 'PT401', 'not_signed_in', 'and match nothing');
select tests.refuses('select public.take_back_bank_import(null)', 'PT401', 'not_signed_in', 'and take nothing back');
select tests.denies('select * from public.credits', 'Visitors read no bank row');
select tests.refuses('asha@example.in', 'select public.import_bank_rows(jsonb_build_array(pg_temp.credit(''412345678901'', 1)))', 'PT403', 'forbidden', 'Customers import nothing');
select tests.refuses('select public.match_bank_rows()', 'PT403', 'forbidden', 'and match nothing');
select tests.refuses('gate@example.in', 'select public.import_bank_rows(jsonb_build_array(pg_temp.credit(''412345678901'', 1)))', 'PT403', 'forbidden', 'Gate staff imports nothing');
select tests.refuses('select public.match_bank_rows()', 'PT403', 'forbidden', 'and matches nothing');

-- Invalid statements
select tests.refuses('admin@example.in', 'select public.import_bank_rows(null)', 'PT400', 'invalid', 'A null statement is refused');
select tests.refuses('select public.import_bank_rows(''[]'')', 'PT400', 'invalid', 'and an empty one');
select is(tests.refusal(format('select public.import_bank_rows(%L)', jsonb_build_array(pg_temp.credit('412345678901', 5), x))) ->> 'detail', d, d)
  from (values
    ('7'::jsonb, 'p_rows[1].row'),
    (pg_temp.credit('412345678901', 5, 'x', '2026-02-30'), 'p_rows[1].booked_on'),
    (pg_temp.credit('412345678901', 5, 'x', '05/12/2026'), 'p_rows[1].booked_on'),
    (pg_temp.credit('412345678901', 0), 'p_rows[1].amount'),
    (pg_temp.credit('412345678901', -5), 'p_rows[1].amount'),
    (pg_temp.credit('412345678901', 5.123), 'p_rows[1].amount'),
    (pg_temp.credit('412345678901', 5) || '{"amount": "NaN"}', 'p_rows[1].amount'),
    (pg_temp.credit('412345678901', 5) - 'narration', 'p_rows[1].narration'),
    (pg_temp.credit('4123', 5), 'p_rows[1].utrs'),
    (pg_temp.credit('412345678901', 5) || '{"balance": "much"}', 'p_rows[1].balance'),
    (pg_temp.credit('412345678901', 5, p_occurrence => 0), 'p_rows[1].occurrence')) as v (x, d);
select is((select count(*) from public.credits), 0::bigint, 'One bad row refuses all');
select is(public.match_bank_rows(), '{"rows": 0, "first_on": null, "last_on": null, "unclaimed": {"count": 0, "sum": "0.00", "credits": []}}'::jsonb,
  'An empty shop has nothing to match');

select tests.submit_as('asha@example.in', 'exact', '412345678901', 3600, 'Gold:A1,A2');
select tests.submit('short', '412345678902', 1800, 'Gold:A3');
select tests.submit('lies', '412345678903', 1000, 'Gold:A4');
select tests.submit('none', '412345678904', 1800, 'Gold:A5');
select tests.submit('twice', '412345678905', 1800, 'Gold:A6');
select tests.submit('late', '412345678908', 1800, 'Gold:B1');
select tests.submit_as('ravi@example.in', 'thief', '412345678905', 1800, 'Gold:B2');
select tests.submit('odd', 'T2611201234', 1800, 'Gold:B3');
select tests.submit_as('admin@example.in', 'own', '412345678909', 1800, 'Gold:B4');

create temp table file as select jsonb_build_array(pg_temp.credit('412345678901', 3600), pg_temp.credit('412345678902', 1500),
  pg_temp.credit('412345678903', 1800), pg_temp.credit('412345678905', 1800), pg_temp.credit('512345678901', 999, 'Interest'),
  pg_temp.credit(null, 10, 'Cash', p_occurrence => 1), pg_temp.credit(null, 10, 'Cash', p_occurrence => 2)) as rows;
select is(public.import_bank_rows(rows), '{"added": 7, "known": 0}', 'Seven credits, two of them alike, are stored') from file;
select is(public.import_bank_rows(rows), '{"added": 0, "known": 7}', 'The same file adds nothing') from file;
select is(public.import_bank_rows(rows || jsonb_build_array(pg_temp.credit('412345678909', 1800, p_day => '2026-11-21'))),
  '{"added": 1, "known": 7}', 'An overlapping period adds only what is new') from file;
select is(public.import_bank_rows(jsonb_build_array(pg_temp.credit('412345678901', 3600, '  upi/412345678901 '))), '{"added": 0, "known": 1}',
  'Spaces and capitals make no new row');
select is(public.match_bank_rows() ->> 'last_on', '2026-11-21', 'The last day is known');

select is(pg_temp.orders('exact'), array[tests.order_code('exact')], 'One credit, the expected amount, nothing to check');
select is(public.match_bank_rows() #>> '{exact,sum}', '3600.00', 'and its sum');
select is(pg_temp.orders('to_check'), array[tests.order_code('own')], 'One''s own payment is not approved together with others');
select is(public.match_bank_rows() #>> '{to_check,payments,0,is_own}', 'true', 'and its row says that it is');
select set_eq($$ select unnest(pg_temp.orders('amount_differs')) $$, array[tests.order_code('short'), tests.order_code('lies')],
  'Too little, or not what was claimed');
select bag_eq('select unnest(pg_temp.orders(''two_claims''))', 'select tests.order_code(o) from unnest(array[''twice'', ''thief'']) as o', 'Two claims on one credit');
select bag_eq('select unnest(pg_temp.orders(''not_found''))', 'select tests.order_code(o) from unnest(array[''none'', ''late'', ''odd'']) as o', 'No credit');
select is(public.match_bank_rows() #>> '{unclaimed,count}', '3', 'Counts credits that no payment claims');
select is(public.match_bank_rows() #>> '{unclaimed,sum}', '1019.00', 'and their sum');

-- The same credit in other words is one; another credit of the same reference is not.
select public.import_bank_rows(jsonb_build_array(pg_temp.credit('412345678901', 3600, 'By transfer 412345678901')));
select is(pg_temp.orders('exact'), array[tests.order_code('exact')], 'The same credit from another export is one');
select public.import_bank_rows(jsonb_build_array(pg_temp.credit('412345678901', 100)));
select is(pg_temp.orders('exact'), array[]::text[], 'Another credit of the same reference is to be checked');

select public.review_payment(tests.payment_id('thief'), 'rejected');
select is(pg_temp.orders('two_claims'), array[]::text[], 'A rejected payment is no claim');
-- One transaction has one time: its payments come in any order.
select set_eq($$ select unnest(pg_temp.orders('to_check')) $$, array[tests.order_code('twice'), tests.order_code('own')], 'The other may be right but is to be checked: its reference was used before');
select ok((select p -> 'warnings' @> '[{"code": "reference_used"}]' from jsonb_array_elements(public.match_bank_rows() #> '{to_check,payments}') as p
  where p ->> 'order_code' = tests.order_code('twice')), 'and its row says so');
select public.review_payment(tests.payment_id('twice'), 'approved');
select is(public.match_bank_rows() #>> '{unclaimed,count}', '3', 'An approved payment keeps its credit');
select tests.denies('insert into public.credits (row_key, booked_on, amount, narration, utrs) values (''x'', now(), 1, '''', ''{}'')', 'No role writes a bank row directly');
select is((select string_agg(h.after ->> 'added', ',' order by h.id) from public.get_history() h where h.noun = 'credits'), '7,1,1,1', 'The history records each import');

select public.import_bank_rows(jsonb_build_array(pg_temp.credit('412345678951', 5), pg_temp.credit('412345678952', 7), pg_temp.credit('412345678901', 100)),
  '11111111-1111-4111-8111-111111111111', 'wrong column.csv');
select public.import_bank_rows(jsonb_build_array(pg_temp.credit('412345678953', 9)), '11111111-1111-4111-8111-111111111111', 'wrong column.csv');
select results_eq('select file, imported_by, credits, sum, used from public.list_bank_imports() where file = ''wrong column.csv'' ',
  $$ select 'wrong column.csv', coalesce(f.name, f.email), 3::bigint, '21.00', 0::bigint from public.profiles f where f.id = tests.user_id('admin@example.in') $$, 'An import lists what it added, in all its parts');
select is((select max(i.used) from public.list_bank_imports() as i), 1::bigint, 'An import with an approved payment is in use');
select is(tests.refusal(format('select public.take_back_bank_import(%L)', (select i.id from public.list_bank_imports() as i where i.used > 0))),
  jsonb_build_object('state', 'PT409', 'code', 'in_use', 'detail', tests.order_code('twice')), 'and stays');
select tests.refuses('select public.take_back_bank_import(gen_random_uuid())', 'PT404', 'not_found', 'An unknown import cannot be taken back');
select is(public.take_back_bank_import('11111111-1111-4111-8111-111111111111'), '{"removed": 3}', 'A wrong import is taken back');
select is((select count(*) from public.credits b where b.utrs && array['412345678951', '412345678952', '412345678953']), 0::bigint, 'with all its credits');
select is((select count(*) from public.find_payment_credits(tests.payment_id('exact')) as f where f.amount = 100), 1::bigint, 'but without those that were known before');
select is((select h.before ->> 'credits' from public.get_history() as h where h.action = 'take_back'), '3', 'The history records it');

-- A credit backs one payment, whatever its payer wrote into it.
select tests.submit_as('asha@example.in', 'm1', '412345678921', 620, 'Gold:C1');
select tests.submit('m2', '412345678922', 620, 'Gold:C2');
select tests.submit('m3', 'UTR 4123 4567 8923', 620, 'Gold:C3');
select tests.does('admin@example.in', $$select public.import_bank_rows(jsonb_build_array(pg_temp.credit('412345678921', 620, 'UPI/412345678921/412345678922 412345678923')
  || '{"utrs": ["412345678921", "412345678922", "412345678923"]}'))$$);
select set_eq($$ select unnest(pg_temp.orders('two_claims')) $$, array[tests.order_code('m1'), tests.order_code('m2'), tests.order_code('m3')],
  'Three payments that name one credit are three claims');
select is((select array_agg(f.order_code) from public.find_payment_credits(tests.payment_id('m2')) as f), array[null], 'The credit is free');
select lives_ok($$ select public.review_payment(tests.payment_id('m1'), 'approved') $$, 'It is accepted for one of them');
select is((select array_agg(f.order_code) from public.find_payment_credits(tests.payment_id('m2')) as f), array[tests.order_code('m1')], 'and says for which');
select is(tests.refusal($$ select public.review_payment(tests.payment_id('m2'), 'approved') $$),
  jsonb_build_object('state', 'PT409', 'code', 'credit_used', 'detail', tests.order_code('m1')), 'It is not accepted for another');
select is((select x #>> '{refusal,code}' from jsonb_array_elements(public.review_payments(array[tests.payment_id('m3')])) as x), 'credit_used',
  'nor in a bulk approval');
select is(pg_temp.orders('exact'), array[]::text[], 'nor listed as exact');
select public.import_bank_rows(jsonb_build_array(pg_temp.credit('412345678922', 620, 'UPI/412345678922/ASHA')));
select lives_ok($$ select public.review_payment(tests.payment_id('m2'), 'approved') $$, 'A credit of its own is accepted');
select is((select count(distinct b.payment_id) from public.credits b where '412345678922' = any (b.utrs)), 2::bigint, 'and kept with it');

select tests.submit_as('asha@example.in', 'e1', '412345678931', 620, 'Gold:C4');
select tests.submit('e2', '412345678932', 620, 'Gold:C5');
select tests.approve('e1');
select public.import_bank_rows(jsonb_build_array(pg_temp.credit('412345678931', 620, 'UPI/412345678931/412345678932')
  || '{"utrs": ["412345678931", "412345678932"]}'));
select is(tests.refusal($$ select public.review_payment(tests.payment_id('e2'), 'approved') $$) ->> 'code', 'credit_used',
  'A credit imported after the approval belongs to the approved payment');

select tests.submit_as('ravi@example.in', 'zeros', '000000000000', 620, 'Gold:C6');
select tests.does('admin@example.in', $$select public.import_bank_rows(jsonb_build_array(pg_temp.credit('000000000000', 620, 'CASH DEPOSIT 000000000000')))$$);
select ok(tests.order_code('zeros') = any (pg_temp.orders('not_found')), 'Zeros match no cash deposit');

select tests.act_as_owner();
select is(private.reference_key(r), '640923511328', 'The key of ' || r) from unnest(array['640923511328', '6409 2351 1328', 'UTR 640923511328',
  'utr:6409-2351-1328', '640923.511328', '６４０９２３５１１３２８', '६४०९२३५११३२८', 'Ref 640923511328 of 5 Dec']) as r;
select isnt(private.reference_key(r), '640923511328', 'Not the key of ' || r) from unnest(array['6409235113280', '640923511328 and 412345678901', 'T2611201234']) as r;
select tests.refuses('asha@example.in', format('select tests.submit(''soft'', %L, 620, ''Gold:C7'')', r), 'PT400', 'invalid', 'A reference with an invisible character is refused')
  from unnest(array[E'6409\u00ad23511328', E'6409\u316423511328', E'640923511328\ufe0f', E'6409\u200b23511328', E'\u202e640923511328']) as r;
select tests.submit('r1', '640923511328', 620, 'Gold:C7');
select tests.refuses($$ select tests.submit('r0', '６４０９２３５１１３２８', 620, 'Gold:C8') $$, 'PT409', 'transaction_used', 'Full-width digits are digits');
select tests.submit_as('ravi@example.in', 'r2', 'UTR 640923511328', 620, 'Gold:C8');
select tests.approve('r1');
select is(tests.refusal($$ select public.review_payment(tests.payment_id('r2'), 'approved') $$),
  jsonb_build_object('state', 'PT409', 'code', 'reference_approved', 'detail', tests.order_code('r1')), 'Another spelling is not approved a second time');
select ok(exists (select from public.get_payment_details() g, jsonb_array_elements(g.warnings) w
  where g.payment_id = tests.payment_id('r2') and w ->> 'code' = 'reference_used'), 'and says that the reference was used');
select tests.act_as_owner();
select throws_ok($$ update public.payments set status = 'approved', reviewed_at = now() where id = tests.payment_id('r2') $$, '23505', null,
  'The table itself refuses it');

-- One credit in two exports whose wordings name two numbers: day, amount and balance identify it.
create function pg_temp.worded(p_utr text, p_narration text, p_balance numeric, p_occurrence integer default 1, p_amount numeric default 620)
  returns jsonb language sql as $$
  select public.import_bank_rows(jsonb_build_array(pg_temp.credit(p_utr, p_amount, p_narration, '2026-11-22', p_occurrence)
    || jsonb_build_object('balance', p_balance)))
$$;
select tests.submit_as('asha@example.in', 'w1', '412345678961', 620, 'Gold:D1');
select tests.submit('w2', '412345678962', 620, 'Gold:D2');
select tests.submit('w3', '412345678963', 620, 'Gold:D3');
select tests.answers('admin@example.in', $$pg_temp.worded('412345678961', 'UPI/412345678961/ASHA', 5620)$$, '{"added": 1, "known": 0}', 'An export reads the RRN');
select ok(tests.order_code('w2') = any (pg_temp.orders('not_found')), 'which proves one order');
select is(pg_temp.worded('412345678962', 'UPI ASHA 412345678962', 5620.00), '{"added": 0, "known": 1}', 'Another export reads its note: the credit is known');
select is((select array_agg(b.utrs) from public.credits b where b.balance = 5620), array['{412345678961,412345678962}'::text[]],
  'One credit remains, and it matches either number');
select is((select import_file from public.credits b where b.balance = 5620), null, 'and stays with the import that brought it');
select ok(pg_temp.orders('two_claims') @> array[tests.order_code('w1'), tests.order_code('w2')], 'Both orders claim it');
select is(pg_temp.worded('412345678962', 'UPI ASHA 412345678962', 5620), '{"added": 0, "known": 1}', 'Importing again changes nothing');
select lives_ok($$ select public.review_payment(tests.payment_id('w1'), 'approved') $$, 'It pays for one of them');
select is(tests.refusal($$ select public.review_payment(tests.payment_id('w2'), 'approved') $$),
  jsonb_build_object('state', 'PT409', 'code', 'credit_used', 'detail', tests.order_code('w1')), 'and for no other');
select is(pg_temp.worded('412345678963', 'UPI*ASHA*412345678963', 5620), '{"added": 0, "known": 1}', 'Nor when a third export names a third number');
select is(tests.refusal($$ select public.review_payment(tests.payment_id('w3'), 'approved') $$) ->> 'code', 'credit_used', 'after it has paid');
select tests.answers('owner', $$select m.received from private.payment_money m where m.payment_id = tests.payment_id('w2')$$, 0,
  'No credit remains for the other order');
select is((select m.received from private.payment_money m where m.payment_id = tests.payment_id('w1')), 620::numeric, 'but for the approved one');
select tests.act_as('admin@example.in');

select is(pg_temp.worded('412345678964', 'UPI/412345678964/BELA', 6240), '{"added": 1, "known": 0}', 'The same day and amount with another balance is another credit');
select is(public.import_bank_rows(jsonb_build_array(
    pg_temp.credit('412345678965', 620, 'UPI/412345678965', '2026-11-22') || '{"balance": 7000}',
    pg_temp.credit('412345678966', 620, 'UPI/412345678966', '2026-11-22', 2) || '{"balance": 7000}')),
  '{"added": 2, "known": 0}', 'Two in one file with one balance, a refund between them, are two');
select is(public.import_bank_rows(jsonb_build_array(
    pg_temp.credit('412345678966', 620, 'B/412345678966', '2026-11-22', 1) || '{"balance": 7000}',
    pg_temp.credit('412345678965', 620, 'B/412345678965', '2026-11-22', 2) || '{"balance": 7000}')),
  '{"added": 0, "known": 2}', 'and stay two in another wording');
select set_eq($$ select b.utrs from public.credits b where b.balance = 7000 $$, $$ values ('{412345678965}'::text[]), ('{412345678966}') $$,
  'each with its own number, whichever comes first');
select is(pg_temp.worded('412345678967', 'UPI/412345678967', 8000), '{"added": 1, "known": 0}', 'Another balance is another credit');
select is(pg_temp.worded('412345678967', 'UPI/412345678967', 8000, 1, 621), '{"added": 1, "known": 0}', 'Another amount is another credit');
select is(public.import_bank_rows(jsonb_build_array(pg_temp.credit('412345678969', 620, 'A', '2026-11-22'), pg_temp.credit('412345678970', 620, 'B', '2026-11-22'))),
  '{"added": 2, "known": 0}', 'Without balances the wording tells them apart');
select is(public.import_bank_rows(jsonb_build_array(pg_temp.credit('412345678971', 620, 'a', '2026-11-22'))), '{"added": 0, "known": 1}', 'The same wording, read again');
select is((select b.utrs from public.credits b where b.narration = 'A'), '{412345678969,412345678971}'::text[], 'matches either number too');
select is((select h.after ->> 'joined' from public.get_history() h where h.noun = 'credits' order by h.id desc limit 1), '1', 'The history records it');

select tests.submit_as('ravi@example.in', 'j1', '412345678981', 620, 'Gold:D4');
select tests.does('admin@example.in', $$select pg_temp.worded('412345678982', 'UPI/412345678982', 9000, 1, 1800)$$);
select isnt((select min(c.review_until) from public.seat_claims c where c.payment_id = tests.payment_id('j1')), null, 'Seats under review have an end');
select pg_temp.worded('412345678981', 'UPI 412345678981', 9000, 1, 1800);
select is((select min(c.review_until) from public.seat_claims c where c.payment_id = tests.payment_id('j1')), null, 'but not once a credit backs them');
select tests.submit_as('ravi@example.in', 'j2', '412345678983', 620, 'Gold:D5');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment_id('j2'), 'rejected')$$);
select pg_temp.worded('412345678984', 'UPI/412345678984', 9500);
select public.cancel_event(tests.event_id('Pune'), 'Rain');
select is((select count(*) from public.get_refunds() r where r.payment_id = tests.payment_id('j2')), 0::bigint, 'A rejected payment without a credit is not owed');
select pg_temp.worded('412345678983', 'UPI 412345678983', 9500);
select is((select r.amount from public.get_refunds() r where r.payment_id = tests.payment_id('j2')), 620::numeric, 'but is owed once another wording names it');
