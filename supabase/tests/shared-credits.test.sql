-- One transfer that pays several orders: each rupee backs one payment, and what is left stays open.
select tests.create_people('Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>', 'Meera Das <meera@example.in>',
  'admin: admin@example.in');
select tests.create_concert('Pune', 'Gold 1500 x80');

create function pg_temp.credit(p_utr text, p_amount numeric, p_narration text default '', p_n integer default 1) returns void language sql as $$
  select public.import_bank_rows(jsonb_build_array(jsonb_build_object('booked_on', (now() at time zone 'Asia/Kolkata')::date, 'amount', p_amount,
    'narration', 'UPI/' || coalesce(p_utr, '') || p_narration, 'utrs', case when p_utr is null then '[]'::jsonb else jsonb_build_array(p_utr) end,
    'balance', null, 'occurrence', p_n))) $$;
create function pg_temp.id(p_utr text) returns uuid language sql as $$ select b.id from public.credits b where b.utrs @> array[p_utr] $$;
create function pg_temp.parts(variadic p_parts text[]) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_object('order_code', tests.order_code(split_part(p, ' ', 1)), 'amount', nullif(split_part(p, ' ', 2), '')))
  from unnest(p_parts) as p $$;
create function pg_temp.share(p_utr text, variadic p_parts text[]) returns jsonb language sql as $$
  select public.share_credit(pg_temp.id(p_utr), pg_temp.parts(variadic p_parts)) $$;
create function pg_temp.shared(p_utr text) returns text language sql as $$
  select string_agg(coalesce((select n from unnest(array['one', 'two', 'three', 'walk', 'talk', 'left', 'over', 'note']) as n where tests.order_code(n) = c.given_code), 'left')
    || ' ' || c.amount, ', ' order by c.given_code is null, c.amount, c.given_code) from public.credits c where c.part_of = pg_temp.id(p_utr) $$;
create function pg_temp.kind(p_order text) returns text language sql as $$
  select b.kind from public.payment_bank_states(array[tests.payment_id(p_order)]) as b $$;

-- Two people, one transfer, the same reference typed for both.
select tests.submit_as('asha@example.in', 'one', '412345678901', 1800, 'Gold:A1');
select tests.submit_as('ravi@example.in', 'two', '412345678901', 3600, 'Gold:A2,A3');
select tests.does('admin@example.in', $$select pg_temp.credit('412345678901', 5500)$$);
select is(pg_temp.kind('one') || ' ' || pg_temp.kind('two'), 'two_claims two_claims', 'Both claim the transfer');

select tests.refuses('asha@example.in', $$select pg_temp.share('412345678901', 'one', 'two')$$, 'PT403', 'forbidden', 'Customers share nothing');
select tests.act_as('admin@example.in');
select is((tests.refusal(q) ->> 'code') || ' ' || (tests.refusal(q) ->> 'detail'), c, c) from (values
  ($$select public.share_credit(pg_temp.id('412345678901'), '[]')$$, 'invalid p_parts'),
  ($$select public.share_credit(pg_temp.id('412345678901'), null)$$, 'invalid p_parts'),
  ($$select pg_temp.share('412345678901', 'one', 'one')$$, 'invalid p_parts[1].order_code'),
  ($$select pg_temp.share('412345678901', 'one 0')$$, 'invalid p_parts[0].amount'),
  ($$select pg_temp.share('412345678901', 'one -5')$$, 'invalid p_parts[0].amount'),
  ($$select pg_temp.share('412345678901', 'one', 'two 3700.01')$$, 'amount_changed 5500.01'),
  ($$select public.share_credit(gen_random_uuid(), pg_temp.parts('one'))$$, 'not_found p_credit_id')) as v (q, c);
select is(tests.refusal($$select public.share_credit(pg_temp.id('412345678901'), '[{"order_code": "MF00000000"}]')$$) ->> 'code', 'unknown_order', 'An unknown order is named');

select is((select string_agg(coalesce(p ->> 'order_code', 'left') || ' ' || (p ->> 'amount'), ', ') from jsonb_array_elements(pg_temp.share('412345678901', 'one', 'two')) as p),
  tests.order_code('one') || ' 1800.00, ' || tests.order_code('two') || ' 3600.00, left 100.00', 'Each gets its price, the rest is left');
select is(pg_temp.kind('one') || ' ' || pg_temp.kind('two'), 'exact exact', 'Both are paid exactly');
select is(public.match_bank_rows() #>> '{unclaimed,sum}', '100.00', 'What is left is open, once');
select is(public.match_bank_rows() ->> 'rows', '1', 'The statement has one credit');
select is(tests.refusal($$select pg_temp.share('412345678901', 'one')$$) ->> 'code', 'credit_used', 'It is shared once');
select is((select string_agg(state || ' ' || coalesce(set_aside_reason, '') || coalesce('of ' || whole_amount, ''), ', ' order by amount desc)
    from public.find_credits('412345678901')),
  'set_aside ' || tests.order_code('one') || ' ₹1,800.00, ' || tests.order_code('two') || ' ₹3,600.00, free of 5500.00, free of 5500.00, free of 5500.00',
  'The search by its UTR finds it and its parts');

-- Undone before anything was decided.
select public.set_credit_aside(pg_temp.id('412345678901'), null);
select is(pg_temp.kind('one') || ' ' || (select count(*) from public.credits), 'two_claims 1', 'Taken back, it is whole');
select pg_temp.share('412345678901', 'one', 'two');

-- Approved, both.
select public.review_payment(tests.payment_id('one'), 'approved');
select public.review_payment(tests.payment_id('two'), 'approved');
select tests.act_as_owner();
select is((select string_agg(m.credits || '/' || m.received || '/' || m.due, ', ' order by m.due) from private.payment_money m
    where m.payment_id in (tests.payment_id('one'), tests.payment_id('two'))), '1800.00/1800.00/1800.00, 3600.00/3600.00/3600.00', 'Each has its own money');
select is((select count(*) from public.refunds), 0::bigint, 'Nothing is owed');
select tests.act_as('admin@example.in');
select is(tests.refusal($$select public.set_credit_aside(pg_temp.id('412345678901'), null)$$) ->> 'code', 'credit_used', 'It is shared for good');
select is(tests.refusal($$select public.set_credit_aside(pg_temp.id('412345678901'), 'Ours')$$) ->> 'code', 'credit_used', 'and not set aside');
select is(tests.refusal($$select public.return_credit(pg_temp.id('412345678901'), 'asha@okaxis', '512345678999')$$) ->> 'code', 'credit_used', 'nor sent back');
select pg_temp.credit('412345678901', 5500);
select is((select count(*) from public.credits), 4::bigint, 'The same statement again adds nothing');
select is(tests.refusal(format('select public.take_back_bank_import(%L)', (select i.id from public.list_bank_imports() as i limit 1))) ->> 'code', 'in_use', 'Its import stays');
select is((select (i.credits, i.sum, i.used)::text from public.list_bank_imports() as i), '(1,5500.00,1)', 'The import has one credit, used');

-- A third who types the reference gets nothing by it.
select tests.submit_as('meera@example.in', 'thief', '412345678901', 1800, 'Gold:B1');
select tests.act_as('admin@example.in');
select is(pg_temp.kind('thief'), 'not_covered', 'No money is left under the reference');
select is(tests.refusal($$select public.review_payment(tests.payment_id('thief'), 'approved')$$) ->> 'code', 'credit_used', 'and it is refused');
select public.review_payment(tests.payment_id('thief'), 'rejected');
select is((select count(*) from public.refunds), 0::bigint, 'Nothing is owed to them');

-- By itself: codes name every order and the sum is exact. Nothing was submitted.
update public.proof_rules set approve = 'always';
select tests.hold_as('asha@example.in', 'walk', 'Gold:C1');
select tests.hold_as('ravi@example.in', 'talk', 'Gold:C2,C3');
select tests.act_as('admin@example.in');
select pg_temp.credit('422345678901', 5400, '/' || tests.order_code('walk') || ' ' || tests.order_code('talk'));
select tests.act_as_owner();
select private.claim_by_credit(pg_temp.id('422345678901'));
select is(pg_temp.shared('422345678901'), 'walk 1800.00, talk 3600.00', 'Codes that name every order share it');
select is(tests.status_of('walk') || ' ' || tests.status_of('talk'), 'pending pending', 'and make their payments');
select is((select string_agg(tests.settle(jsonb_build_object('credit_id', c.id)) ->> 'status', ' ') from public.credits c where c.part_of = pg_temp.id('422345678901')),
  'approved approved', 'which it approves');
select private.claim_by_credit(pg_temp.id('422345678901'));
select is((select count(*) from public.credits c where c.part_of = pg_temp.id('422345678901')), 2::bigint, 'Once');

-- Not by itself: a rupee more, another credit with a code, or no UTR.
select tests.hold_as('asha@example.in', 'left', 'Gold:D1');
select tests.hold_as('ravi@example.in', 'over', 'Gold:D2');
select tests.act_as('admin@example.in');
select pg_temp.credit(u, a, '/' || tests.order_code('left') || ' ' || tests.order_code('over')) from (values ('432345678901', 3601), ('432345678902', 3599)) as v (u, a);
select tests.act_as_owner();
select private.claim_by_credit(b.id) from public.credits b where b.utrs && '{432345678901,432345678902}';
select is((select count(*) from public.credits c where c.part_of in (pg_temp.id('432345678901'), pg_temp.id('432345678902'))), 0::bigint, 'A person shares what is not exact');
select tests.act_as('admin@example.in');
select pg_temp.share('432345678901', 'left', 'over');
select is(tests.status_of('left') || ' ' || tests.status_of('over'), 'pending pending', 'By hand orders become payments');
select public.set_credit_aside(pg_temp.id('432345678902'), 'Not ours');
select public.set_credit_aside(pg_temp.id('432345678901'), null);
select is((select count(*) from public.payments p where p.order_id in (tests.order_id('left'), tests.order_id('over'))), 0::bigint, 'and none when it is taken back');

-- The bank takes it back: every part with it.
select pg_temp.share('432345678901', 'left', 'over');
select public.review_payment(tests.payment_id('left'), 'approved');
select public.import_bank_rows('[]', gen_random_uuid(), null, 'statement', jsonb_build_array(jsonb_build_object('booked_on', (now() at time zone 'Asia/Kolkata')::date,
  'amount', 3601, 'narration', 'REV UPI', 'utrs', '["432345678901"]'::jsonb, 'balance', null, 'occurrence', 1)));
select is((select count(*) from public.credits c where c.part_of = pg_temp.id('432345678901') and c.set_aside_at is not null and c.set_aside_by is null), 3::bigint, 'A reversal takes all parts');
select is(public.proof_state() #>> '{taken_back,0,order_code}', tests.order_code('left'), 'Staff are told of the approved one');
select is((select count(*) from public.payments p where p.order_id = tests.order_id('over')), 0::bigint, 'and the other is withdrawn');
select tests.act_as_owner();
select is((select m.received from private.payment_money m where m.payment_id = tests.payment_id('left')), 0::numeric, 'It is worth nothing');
