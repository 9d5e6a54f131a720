-- A payment app's report is a proof of its own: no statement, and no second credit of money that another source knows.
select tests.create_people('Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>', 'admin: admin@example.in',
  'admin: second@example.in');
select tests.create_concert('Pune', 'Gold 1500 x80');

create function pg_temp.today() returns date language sql as $$ select (now() at time zone 'Asia/Kolkata')::date $$;
create function pg_temp.row_of(p_amount numeric, p_utr text, p_narration text, p_day date default pg_temp.today(), p_balance numeric default null)
    returns jsonb language sql as $$
  select jsonb_build_object('booked_on', p_day, 'amount', p_amount, 'narration', p_narration,
    'utrs', case when p_utr is null then '{}'::text[] else array[p_utr] end, 'balance', p_balance, 'occurrence', 1)
$$;
create function pg_temp.import(p_source text, p_import uuid, variadic p_rows jsonb[]) returns jsonb language sql as $$
  select public.import_bank_rows(to_jsonb(p_rows), p_import, p_source || '.csv', p_source)
$$;
create function pg_temp.mail(p_id text, p_amount numeric, p_utr text, p_note text default null, p_at timestamptz default now()) returns jsonb language sql as $$
  select public.take_proof(jsonb_build_object('source', 'mail', 'external_id', p_id, 'credited_at', p_at, 'amount', p_amount::text,
    'utr', p_utr, 'note', p_note, 'certain', true))
$$;
create function pg_temp.span() returns text language sql security definer as $$ select first_on || ' ' || last_on from private.statement_span() $$;
create function pg_temp.has(p_utr text) returns text language sql as $$ select string_agg(array_to_string(sources, '+'), ' ') from public.find_credits(p_utr) $$;
create function pg_temp.listed() returns text language sql as $$
  select coalesce(string_agg(concat_ws(' ', file, source, credits, used), ', ' order by file, credits), '') from public.list_bank_imports()
$$;


-- Which source
select tests.refuses('admin@example.in', format('select public.import_bank_rows(%L, null, null, %L)', jsonb_build_array(pg_temp.row_of(5, null, 'x')), s), 'PT400', 'invalid',
  coalesce(s, 'null') || ' is no import') from unnest(array['mail', 'gateway', 'sms', '', null]) as s;
select is(pg_temp.import('statement', '10000000-0000-4000-8000-000000000001',
  pg_temp.row_of(3, null, 'INTEREST', pg_temp.today() - 9, 100), pg_temp.row_of(4, null, 'INTEREST', pg_temp.today() - 6, 104)), '{"added": 2, "known": 0}', 'A statement of three days');
select is(pg_temp.span(), (pg_temp.today() - 9) || ' ' || (pg_temp.today() - 6), 'covers them');

-- A report covers no day of the bank's account
select is(pg_temp.import('report', '10000000-0000-4000-8000-000000000002',
  pg_temp.row_of(7, '412345678901', 'OM1', pg_temp.today() - 20), pg_temp.row_of(8, null, 'OM2')), '{"added": 2, "known": 0}', 'A report of longer ago, until today');
select is(pg_temp.span(), (pg_temp.today() - 9) || ' ' || (pg_temp.today() - 6), 'makes the statement no longer');
select is(pg_temp.import('report', '10000000-0000-4000-8000-000000000002',
  pg_temp.row_of(7, '412345678901', 'OM1', pg_temp.today() - 20), pg_temp.row_of(8, null, 'OM2')), '{"added": 0, "known": 2}', 'The same report adds nothing');
select is(pg_temp.listed(), 'report.csv report 2 0, statement.csv statement 2 0', 'The list says which was which');
select tests.refuses(format('select public.import_bank_rows(%L, ''10000000-0000-4000-8000-000000000002'', null)', jsonb_build_array(pg_temp.row_of(5, null, 'x'))),
  'PT400', 'invalid', 'One import is of one source');
select tests.act_as('second@example.in');
select tests.refuses(format('select public.import_bank_rows(%L, ''10000000-0000-4000-8000-000000000002'', null, ''report'')', jsonb_build_array(pg_temp.row_of(5, null, 'x'))),
  'PT400', 'invalid', 'and of one person');

-- The alarm and the list of the unproven rest on statements
select tests.submit_as('asha@example.in', 'waits', '499999999999', 1800, 'Gold:A1');
select tests.hold('paid', 'Gold:A2');
select tests.hold('app', 'Gold:A3');
select tests.does('owner', $$update public.proof_rules set approve = 'always', most_a_minute = 1000$$);
select pg_temp.mail('m1', 1800, '422345678901', substr(tests.order_code('paid'), 3));
select is(public.settle_credit(id) ->> 'status', 'approved', 'A mail approves') from public.credits where utrs = '{422345678901}';
select tests.does('second@example.in', $$select pg_temp.import('report', '10000000-0000-4000-8000-000000000003', pg_temp.row_of(1800, '432345678901', tests.order_code('app')))$$);
select tests.does('owner', $$select public.settle_open_credits()$$);
select is((select string_agg(status, ' ') from public.payments p where p.order_id in (tests.order_id('paid'), tests.order_id('app'))), 'approved approved', 'A report approves, too');
update public.credits set booked_on = booked_on - 2 where utrs in ('{422345678901}', '{432345678901}');
select tests.without_triggers($$update public.payments set created_at = now() - interval '4 days' where order_id = tests.order_id('waits')$$);
select tests.act_as('admin@example.in');
select is((public.proof_state() -> 'unknown', public.proof_state() #>> '{unproven,count}'), ('[]'::jsonb, '0'::text), 'No statement reaches those days: no alarm');
select pg_temp.import('report', '10000000-0000-4000-8000-000000000004', pg_temp.row_of(9, null, 'OM4', pg_temp.today() + 1), pg_temp.row_of(9, null, 'OM5', pg_temp.today() - 12));
select is((public.proof_state() -> 'unknown', public.proof_state() #>> '{unproven,count}'), ('[]'::jsonb, '0'::text), 'A report that reaches beyond them raises none');
select is((select kind from public.payment_bank_states(array[tests.payment_id('waits')])), 'not_covered', 'and covers no payment');
select pg_temp.import('statement', '10000000-0000-4000-8000-000000000005', pg_temp.row_of(11, null, 'INTEREST', pg_temp.today(), 115));
select is((select jsonb_agg(u ->> 'order_code') from jsonb_array_elements(public.proof_state() -> 'unknown') as u), jsonb_build_array(tests.order_code('paid')),
  'The statement does, for the money that the bank told of; an app settles in sums');
select is(public.proof_state() #>> '{unproven,count}', '1', 'and lists what no proof knows');
select pg_temp.import('report', '10000000-0000-4000-8000-000000000006', pg_temp.row_of(1800, '422345678901', 'OM6', pg_temp.today() - 2));
select is(pg_temp.has('422345678901'), 'mail+report', 'A report that knows the credit is its second proof');
select is(public.proof_state() #>> '{unknown,0,order_code}', tests.order_code('paid'), 'and does not silence the alarm');
select pg_temp.import('statement', '10000000-0000-4000-8000-000000000007', pg_temp.row_of(1800, '422345678901', 'UPI/422345678901', pg_temp.today() - 2, 1915));
select is((pg_temp.has('422345678901'), public.proof_state() -> 'unknown'), ('mail+report+statement'::text, '[]'::jsonb), 'The statement that knows it does');

-- One credit, two proofs; either import can be undone
select tests.act_as('admin@example.in');
select pg_temp.import('report', '20000000-0000-4000-8000-000000000001', pg_temp.row_of(620, '512345678901', 'MF7K2QX4MD OM7'), pg_temp.row_of(630, null, 'OM8'));
select is(pg_temp.import('statement', '20000000-0000-4000-8000-000000000002', pg_temp.row_of(620, '512345678901', 'UPI/512345678901/ASHA', p_balance => 700),
  pg_temp.row_of(620, '512345678902', 'UPI/512345678902/RAVI', p_balance => 1320)), '{"added": 1, "known": 1}', 'A statement knows one of a report''s payments');
select is(pg_temp.has('512345678901'), 'report+statement', 'as one credit with two proofs');
select is((select (credits, sum, source)::text from public.list_bank_imports() where id = '20000000-0000-4000-8000-000000000002'), '(2,1240.00,statement)', 'The list counts both of its credits');
select is(public.take_back_bank_import('20000000-0000-4000-8000-000000000002'), '{"removed": 2}', 'The statement is undone');
select is((pg_temp.has('512345678901'), pg_temp.has('512345678902')), ('report'::text, null::text), 'what the report said stays');
select is((select narration from public.find_credits('512345678901')), 'MF7K2QX4MD OM7', 'in its words alone');
select pg_temp.import('statement', '20000000-0000-4000-8000-000000000003', pg_temp.row_of(620, '512345678901', 'UPI/512345678901/ASHA', p_balance => 700));
select is(public.take_back_bank_import('20000000-0000-4000-8000-000000000001'), '{"removed": 2}', 'The report is undone');
select is((pg_temp.has('512345678901'), pg_temp.has('OM8')), ('statement'::text, null::text), 'and the credit is the statement''s');
select is(pg_temp.import('statement', '20000000-0000-4000-8000-000000000004', pg_temp.row_of(620, '512345678901', 'UPI/512345678901/ASHA', p_balance => 700)),
  '{"added": 0, "known": 1}', 'which knows it when it is imported again');
select is((select credits from public.list_bank_imports() where id = '20000000-0000-4000-8000-000000000003'), 1::bigint, 'listed under the statement');
select is(public.take_back_bank_import('20000000-0000-4000-8000-000000000003'), '{"removed": 1}', 'and undone with it');
select is((select count(*) from public.find_credits('512345678901')), 0::bigint, 'Then nothing says it');

-- A report that only repeats what is known is listed, and what it said of an order goes with it
select tests.hold_as('ravi@example.in', 'coded', 'Gold:B1');
select tests.does('owner', $$select pg_temp.mail('m2', 1800, '522345678901', 'for two')$$);
select tests.act_as('admin@example.in');
select is(pg_temp.import('report', '30000000-0000-4000-8000-000000000001', pg_temp.row_of(1800, '522345678901', tests.order_code('coded'))), '{"added": 0, "known": 1}', 'A report adds a code to a mail''s credit');
select is((select i.used from public.list_bank_imports() as i where i.id = '30000000-0000-4000-8000-000000000001'), 0::bigint, 'It is listed');
select is(public.take_back_bank_import('30000000-0000-4000-8000-000000000001'), '{"removed": 1}', 'and undone');
select is((select (narration, likely)::text from public.find_credits('522345678901')), '("for two",[])', 'with its code');
select pg_temp.import('report', '30000000-0000-4000-8000-000000000002', pg_temp.row_of(1800, '522345678901', tests.order_code('coded')));
select tests.does('owner', $$select public.settle_open_credits()$$);
select is((select status from public.payments where order_id = tests.order_id('coded')), 'approved', 'Its code makes and approves the payment');
select tests.answers('admin@example.in', $$select i.used from public.list_bank_imports() as i where i.id = '30000000-0000-4000-8000-000000000002'$$, 1, 'Then it is in use');
select is(tests.refusal('select public.take_back_bank_import(''30000000-0000-4000-8000-000000000002'')'),
  jsonb_build_object('state', 'PT409', 'code', 'in_use', 'detail', tests.order_code('coded')), 'and stays');
select pg_temp.import('statement', '30000000-0000-4000-8000-000000000003', pg_temp.row_of(1800, '522345678901', 'UPI/522345678901', p_balance => 9000));
select tests.as_owner($$update public.credit_proofs set created_at = now() + interval '1 second' where import_id = '30000000-0000-4000-8000-000000000003'$$);
select is(public.take_back_bank_import('30000000-0000-4000-8000-000000000003'), '{"removed": 1}', 'What came after the approval did not lead to it');

-- Without an RRN nothing is automatic while another source's credit could be the same
select tests.hold_as('asha@example.in', 'paytm', 'Gold:C1');
select tests.does('admin@example.in', $$select pg_temp.import('report', '40000000-0000-4000-8000-000000000001', pg_temp.row_of(1800, null, tests.order_code('paytm')))$$);
select pg_temp.import('statement', '40000000-0000-4000-8000-000000000002', pg_temp.row_of(1800, '532345678901', 'UPI/532345678901', p_balance => 9100));
select tests.does('owner', $$select public.settle_open_credits()$$);
select is(public.settle_credit(id) ->> 'doubt', 'same', 'A statement''s credit of the amount may be the report''s') from public.credits where keys @> array[tests.order_code('paytm')];
select is((select status from public.payments where order_id = tests.order_id('paytm')), 'pending', 'so a person decides');

-- Staff prove nothing of their own
select tests.hold_as('admin@example.in', 'own', 'Gold:D1');
select tests.does('owner', $$select pg_temp.mail('m3', 1800, '542345678901', 'x')$$);
update public.credits set set_aside_at = now() where utrs = '{532345678901}' or keys @> array[tests.order_code('paytm')];
select tests.does('admin@example.in', $$select pg_temp.import('report', '50000000-0000-4000-8000-000000000001', pg_temp.row_of(1800, '542345678901', tests.order_code('own')))$$);
select tests.does('owner', $$select public.settle_open_credits()$$);
select is((select public.settle_credit(id) ->> 'doubt' from public.credits where utrs = '{542345678901}'), 'own', 'A report does not add one''s own code to a mail''s credit');
