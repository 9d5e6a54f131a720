-- What the bank took back proves nothing: a debit with the number of a credit, or one that says so with its amount.
select tests.create_people('Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>', 'admin: admin@example.in',
  'admin: second@example.in');
select tests.create_concert('Pune', 'Gold 1500 x80');

create function pg_temp.row_of(p_utr text, p_amount numeric, p_narration text default null, p_day date default '2026-11-27')
    returns jsonb language sql as $$
  select jsonb_build_object('booked_on', p_day, 'amount', p_amount, 'narration', coalesce(p_narration, 'UPI/' || p_utr),
    'utrs', case when p_utr is null then '{}'::text[] else array[p_utr] end, 'balance', null, 'occurrence', 1)
$$;
create function pg_temp.import(p_credits jsonb, p_debits jsonb, p_import uuid default null) returns jsonb language sql as $$
  select public.import_bank_rows(p_credits, p_import, 'file.csv', 'statement', p_debits)
$$;
create function pg_temp.kind(p_name text) returns text language sql security definer as $$
  select m.kind from private.credit_matches m join public.payments p on p.id = m.payment_id where p.order_id = tests.order_id(p_name)
$$;
create function pg_temp.warned(p_name text) returns jsonb language sql as $$
  select coalesce(jsonb_agg(w - 'code' || jsonb_build_object('c', w ->> 'code')), '[]')
  from public.payments p join private.payment_warnings v on v.payment_id = p.id, jsonb_array_elements(v.warnings) as w
  where p.order_id = tests.order_id(p_name) and w ->> 'code' in ('credit_reversed', 'credit_may_be_reversed')
$$;
create function pg_temp.reason(p_utr text) returns text language sql as $$ select max(set_aside_reason) from public.find_credits(p_utr) $$;
create function pg_temp.listed() returns text language sql as $$
  select string_agg(concat_ws(' ', x ->> 'order_code', x ->> 'amount', x ->> 'booked_on'), ', ') from jsonb_array_elements(public.proof_state() -> 'taken_back') as x
$$;
create function pg_temp.money(p_name text) returns numeric language sql security definer as $$
  select m.received from private.payment_money m join public.payments p on p.id = m.payment_id where p.order_id = tests.order_id(p_name)
$$;

select tests.submit_as('asha@example.in', 'same', '633112345601', 1800, 'Gold:A1');
select tests.submit('later', '633112345602', 1800, 'Gold:A2');
select tests.submit('paid', '633112345603', 1800, 'Gold:A3');
select tests.submit('after', '633112345604', 1800, 'Gold:A4');
select tests.submit('kept', '633112345605', 1800, 'Gold:A5');
select tests.act_as('admin@example.in');

-- Who may, and what
select tests.refuses('asha@example.in', $$select pg_temp.import('[]', '[]')$$, 'PT403', 'forbidden', 'Customers import no debits');
select tests.denies('insert into public.bank_debits (row_key, booked_on, amount, narration, utrs, says_reversed, source, import_id) values (repeat(''a'', 64), now(), 1, '''', ''{}'', true, ''statement'', gen_random_uuid())', 'nor write any');
select is((select count(*) from public.bank_debits), 0::bigint, 'and read none');
select tests.refuses('admin@example.in', $$select pg_temp.import('[]', '[]')$$, 'PT400', 'invalid', 'Nothing is no import');
select is(tests.refusal(format('select pg_temp.import(''[]'', %L)', jsonb_build_array(pg_temp.row_of('633112345601', 0)))) ->> 'detail', 'p_debits[0].amount', 'A bad debit is named');
select is(tests.refusal($$select pg_temp.import('[]', '7')$$) ->> 'detail', 'p_debits', 'and what is no list');

-- In one file
select is(pg_temp.import(jsonb_build_array(pg_temp.row_of('633112345601', 1800), pg_temp.row_of('633112345605', 1800)),
    jsonb_build_array(pg_temp.row_of('633112345601', 1800, 'UPI-REV-ASHA RAO-633112345601'), pg_temp.row_of(null, 15, 'Charges'))),
  '{"added": 2, "known": 0, "reversed": 1}', 'A credit and its reversal come in one file');
select is(pg_temp.kind('same'), 'not_found', 'It proves nothing');
select is(pg_temp.kind('kept'), 'exact', 'while its neighbour does');
select is(pg_temp.warned('same'), '[{"c": "credit_reversed", "on": "2026-11-27", "amount": 1800.00}]', 'and staff see why');
select is(pg_temp.reason('633112345601'), 'The bank took it back on 27 Nov 2026', 'so does the list of credits');
select is((select array_agg(narration) from public.bank_debits), '{UPI-REV-ASHA RAO-633112345601}', 'What takes nothing back is not stored');
select tests.refuses(format('select public.set_credit_aside(%L, null)', id), 'PT409', 'credit_used', 'Staff cannot put it back')
  from public.credits where utrs = '{633112345601}';
select tests.refuses(format('select public.give_credit(%L, %L)', id, tests.order_code('same')), 'PT409', 'credit_used', 'or give it')
  from public.credits where utrs = '{633112345601}';
select public.review_payment(tests.payment_id('same'), 'rejected');
select tests.refuses('admin@example.in', format('select public.return_credit(%L, ''asha@okaxis'', ''733112345601'')', id), 'PT409', 'credit_used', 'or send it back')
  from public.credits where utrs = '{633112345601}';

-- In a later file, and in an earlier one
select pg_temp.import(jsonb_build_array(pg_temp.row_of('633112345602', 1800)), null);
select is(pg_temp.kind('later'), 'exact', 'A credit alone');
select is(pg_temp.import('[]', jsonb_build_array(pg_temp.row_of('633112345602', 1800, 'TO TRANSFER', '2026-11-29')), '20000000-0000-4000-8000-000000000001'),
  '{"added": 0, "known": 0, "reversed": 1}', 'is taken back by a later file that has no credits');
select is((pg_temp.kind('later'), pg_temp.warned('later') #>> '{0,on}'), ('not_found'::text, '2026-11-29'::text), 'by the number alone');
select is((select narration from public.bank_debits where utrs = '{633112345602}'), '', 'whose words are not stored');
select pg_temp.import('[]', jsonb_build_array(pg_temp.row_of('633112345604', 1800, 'UPI-REV')));
select pg_temp.import(jsonb_build_array(pg_temp.row_of('633112345604', 1800)), null);
select is(pg_temp.kind('after'), 'not_found', 'A reversal may be known first');
select is((select credits || ' ' || sum from public.list_bank_imports() where id = '20000000-0000-4000-8000-000000000001'), '0 0.00', 'Such a file is listed');
select is(public.take_back_bank_import('20000000-0000-4000-8000-000000000001'), '{"removed": 0}', 'and can be taken back');
select is((pg_temp.kind('later'), pg_temp.warned('later')), ('exact'::text, '[]'::jsonb), 'Then the credit is one again');

-- After the approval
select pg_temp.import(jsonb_build_array(pg_temp.row_of('633112345603', 1800)), null);
select tests.approve('paid');
select tests.act_as('admin@example.in');
select is((pg_temp.warned('paid'), pg_temp.money('paid')), ('[]'::jsonb, 1800::numeric), 'An approved payment');
select pg_temp.import('[]', jsonb_build_array(pg_temp.row_of('633112345603', 1800, 'UPI-REV', '2026-11-28')), '20000000-0000-4000-8000-000000000002');
select is(pg_temp.listed(), tests.order_code('paid') || ' 1800.00 2026-11-28', 'An approval whose money went back is listed');
select is(pg_temp.warned('paid'), '[{"c": "credit_reversed", "on": "2026-11-28", "amount": 1800.00}]', 'whose money the bank took back says so');
select is((select count(*) from public.find_payment_credits(tests.payment_id('paid'))), 0::bigint, 'shows no credit');
select is((pg_temp.kind('paid'), pg_temp.money('paid')), ('not_found'::text, 0::numeric), 'and owes nothing more');
select pg_temp.import(jsonb_build_array(pg_temp.row_of('633112345699', 1800, 'UPI/' || tests.order_code('paid'), '2026-11-29')), null);
select is(pg_temp.listed(), null, 'and no more once it was paid again');
select is((select count(*) from public.refunds r join public.payments p on p.id = r.payment_id where p.order_id = tests.order_id('paid')), 0::bigint,
  'Who pays it again paid once');
select public.take_back_bank_import('20000000-0000-4000-8000-000000000002');
select is(pg_temp.money('paid'), 3600::numeric, 'Without that file it was twice');

-- By words and the amount
select pg_temp.import(jsonb_build_array(pg_temp.row_of(null, 2500, 'CHQ DEP 000123', '2026-11-20'), pg_temp.row_of(null, 2600, 'CHQ DEP 000124', '2026-11-20'),
  pg_temp.row_of(null, 2600, 'CHQ DEP 000125', '2026-11-20'), pg_temp.row_of(null, 2700, 'CLG A', '2026-11-20'), pg_temp.row_of('633112345621', 2700, 'CLG B', '2026-11-20')), null);
select is(pg_temp.import('[]', jsonb_build_array(pg_temp.row_of(null, 2500, 'CHQ RET', '2026-11-23'), pg_temp.row_of(null, 2600, 'O/W RETURN CHQ 000125', '2026-11-23'),
  pg_temp.row_of(null, 2700, 'REVERSAL', '2026-11-23'), pg_temp.row_of(null, 2400, 'RETURNED', '2026-11-23'))) -> 'reversed', '2', 'A return takes the only credit of its amount, or the one with its number');
select is((select string_agg(narration, ', ' order by narration) from public.find_credits(null, 'set_aside') where booked_on = '2026-11-20'), 'CHQ DEP 000123, CHQ DEP 000125', 'and no other');
select tests.submit_as('ravi@example.in', 'doubt', '633112345621', 2700, 'Gold:B1');
select tests.act_as('admin@example.in');
select is(pg_temp.warned('doubt'), '[{"c": "credit_may_be_reversed", "on": "2026-11-23", "amount": 2700.00}]', 'Where two may be meant, staff decide');
select public.set_credit_aside(id, null) from public.credits where narration = 'CHQ DEP 000123';
select pg_temp.import('[]', jsonb_build_array(pg_temp.row_of(null, 2500, 'CHQ RET', '2026-11-23')));
select is(pg_temp.reason('CHQ DEP 000123'), null, 'Staff may say that it was another: that stays');
select is(pg_temp.import(jsonb_build_array(pg_temp.row_of(null, 2200, 'CASH', '2026-11-01'), pg_temp.row_of(null, 2300, 'CASH', '2026-11-26')),
  jsonb_build_array(pg_temp.row_of(null, 2200, 'RETURN', '2026-11-23'), pg_temp.row_of(null, 2300, 'RETURN', '2026-11-23'))) -> 'reversed', '0', 'Long before, or afterwards, is another transfer');

-- What decides alone
create function pg_temp.mail(p_id text, p_utr text, p_note text) returns jsonb language sql as $$
  select public.take_proof(jsonb_build_object('source', 'mail', 'external_id', p_id, 'credited_at', now(), 'amount', '1800',
    'utr', p_utr, 'note', p_note, 'certain', true))
$$;
create function pg_temp.today() returns date language sql as $$ select (now() at time zone 'Asia/Kolkata')::date $$;
select tests.act_as('asha@example.in');
select tests.hold('before', 'Gold:C1');
select tests.hold('made', 'Gold:C2');
select tests.hold('sold', 'Gold:C3');
select tests.does('owner', $$update public.proof_rules set approve = 'always', most_a_minute = 1000$$);
select tests.act_as('admin@example.in');
select pg_temp.import('[]', jsonb_build_array(pg_temp.row_of('633112345701', 1800, 'REV', pg_temp.today())));
select tests.does('owner', 'select 1');
select is(public.settle_credit((pg_temp.mail('m1', '633112345701', substr(tests.order_code('before'), 3)) ->> 'credit_id')::uuid) ->> 'status' <> 'approved', true,
  'A mail about a credit that was taken back approves nothing');
select is((select count(*) from public.payments where order_id = tests.order_id('before')), 0::bigint, 'and makes no payment');
select tests.does('owner', $$update public.proof_rules set approve = 'off'$$);
select tests.does('owner', $$select pg_temp.mail('m2', '633112345702', substr(tests.order_code('made'), 3))$$);
select is((select status from public.payments where order_id = tests.order_id('made')), 'pending', 'A payment that a credit made by itself');
select tests.act_as('admin@example.in');
select pg_temp.import('[]', jsonb_build_array(pg_temp.row_of('633112345702', 1800, 'REV', pg_temp.today())));
select tests.does('owner', 'select 1');
select is((select count(*) from public.payments where order_id = tests.order_id('made')), 0::bigint, 'is withdrawn with it');
select tests.does('owner', $$update public.proof_rules set approve = 'always'$$);
select is(public.settle_credit((pg_temp.mail('m3', '633112345703', substr(tests.order_code('sold'), 3)) ->> 'credit_id')::uuid) ->> 'status', 'approved', 'One that a mail approved');
select tests.act_as('admin@example.in');
select pg_temp.import('[]', jsonb_build_array(pg_temp.row_of('633112345703', 1800, 'REV', pg_temp.today())));
select is(pg_temp.listed(), tests.order_code('sold') || ' 1800.00 ' || pg_temp.today(), 'is listed for staff');
select is((tests.status_of('sold'), pg_temp.warned('sold') #>> '{0,c}'), ('approved'::text, 'credit_reversed'::text), 'stays, and says that its money went back');
select is((select count(*) from public.audit_log where action = 'reverse' and after ->> 'amount' = '1800.00'), (
  select count(*) from public.credits where amount = 1800 and set_aside_at is not null and set_aside_by is null) + 2, 'The history has each');
select public.revoke_tickets(array(select t.id from public.user_tickets t where t.payment_id = tests.payment_id('sold')), 'Not paid');
select is(pg_temp.listed(), null, 'Tickets that were revoked are settled');
