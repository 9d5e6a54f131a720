-- A credit that nearly names a payment: every list says so, and no list calls the payment unpaid.
select tests.create_people('Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>', 'admin: admin@example.in');
select tests.create_concert('Pune', 'Gold 1500 x40');

create function pg_temp.today() returns date language sql as $$ select (now() at time zone 'Asia/Kolkata')::date $$;
create function pg_temp.credit(p_utr text, p_amount numeric, p_day date default null, p_narration text default null) returns jsonb language sql as $$
  select jsonb_build_object('booked_on', coalesce(p_day, pg_temp.today()), 'amount', p_amount, 'narration', coalesce(p_narration, 'UPI/' || p_utr),
    'utrs', case when p_utr is null then '[]'::jsonb else jsonb_build_array(p_utr) end, 'balance', null, 'occurrence', 1) $$;
-- What the statement's page, the payments list and the payment's dialog say.
create function pg_temp.said(p_order text) returns text language sql as $$
  select concat_ws(', ',
    (select string_agg(k || coalesce(' ' || (p #>> '{near,0,key}'), ''), ' ') from jsonb_each(public.match_bank_rows()) as m (k, v),
      lateral jsonb_array_elements(v -> 'payments') as p where jsonb_typeof(v) = 'object' and p ->> 'payment_id' = tests.payment_id(p_order)::text),
    (select b.kind || coalesce(' ' || (b.near #>> '{0,key}'), '') from public.payment_bank_states(array[tests.payment_id(p_order)]) as b),
    (select string_agg(coalesce(c.near, 'named'), ' ') from public.find_payment_credits(tests.payment_id(p_order)) as c)) $$;

select tests.submit_as('asha@example.in', 'slip', '358612345601', 1800, 'Gold:A1');
select tests.submit('swap', '412345678902', 1800, 'Gold:A3');
select tests.submit('note', '512345678903', 3600, 'Gold:A5,A6');
select tests.submit('exact', '612345678904', 1800, 'Gold:B1');
select tests.submit('early', '712345678905', 1800, 'Gold:B3');
select tests.submit('less', '812345678906', 1800, 'Gold:B5');
select tests.submit_as('ravi@example.in', 'other', '912345678907', 1800, 'Gold:C1');

select tests.refuses('ravi@example.in', 'select * from public.find_payment_credits(gen_random_uuid())', 'PT403', 'forbidden', 'Customers ask for no credits');
select tests.does('admin@example.in', $$select public.import_bank_rows(jsonb_build_array(
  pg_temp.credit('359612345601', 1800), pg_temp.credit('412345679802', 1800),
  pg_temp.credit('612345678904', 1800),
  -- Near, but of another order, day or amount.
  pg_temp.credit('712345678995', 1800, pg_temp.today() - 5), pg_temp.credit('812345678996', 1799),
  pg_temp.credit(null, 3600, null, 'UPI/' || left(tests.order_code('note'), 8) || '/ASHA')))$$);

select is(pg_temp.said('slip'), 'likely near_utr, likely near_utr, near_utr', 'One digit differs: every list says so');
select is(pg_temp.said('swap'), 'likely near_utr, likely near_utr, near_utr', 'likewise two digits that changed places');
select is(pg_temp.said('note'), 'likely prefix, likely prefix, prefix', 'and the beginning of the code in the note');
select is(pg_temp.said('exact'), 'exact, exact, named', 'What is named is not likely');
select is(pg_temp.said('early'), 'not_found, not_covered', 'A credit of another day is not likely');
select is(pg_temp.said('less'), 'not_found, not_covered', 'nor one of another amount');
select is(public.match_bank_rows() #>> '{unclaimed,count}', '2', 'Likely credits are not listed a second time, as without a payment');
select is((select count(*) from public.find_credits(null, 'unclaimed')), 2::bigint, 'and the unclaimed ones are those');
select is(public.match_bank_rows() #>> '{likely,sum}', '7200.00', 'The likely ones have their sum');

-- A credit that another payment names is that one's.
select tests.submit_as('ravi@example.in', 'owner', '359612345601', 1800, 'Gold:C3');
select tests.act_as('admin@example.in');
select is(pg_temp.said('slip'), 'not_found, not_covered', 'A credit that another payment names is likely for none');
select public.review_payment(tests.payment_id('owner'), 'rejected');
select is(pg_temp.said('slip'), 'likely near_utr, likely near_utr, near_utr', 'It is again when that one was rejected');

-- Nothing was approved by it; a person gives it.
select is((select b.payment_id from public.credits b where b.utrs @> '{359612345601}'), null, 'A likely credit backs nothing by itself');
select public.give_credit((select (b.near #>> '{0,credit_id}')::uuid from public.payment_bank_states(array[tests.payment_id('slip')]) as b), tests.order_code('slip'));
select is(pg_temp.said('slip'), 'exact, exact, named', 'Given, it is the payment''s own');
select set_eq($$ select x from unnest(array['slip', 'swap', 'note', 'early', 'less', 'other']) as x where pg_temp.said(x) like 'likely%' $$, array['swap', 'note'], 'and no other''s');

-- The list that offers to reject leaves it out.
select tests.act_as_owner();
alter table public.payments disable trigger user;
update public.payments p set created_at = now() - interval '4 days' where p.status = 'pending';
update private.orders o set created_at = now() - interval '4 days';
update public.credits b set booked_on = pg_temp.today() - 4 where b.utrs @> '{412345679802}' or b.utrs = '{}';
alter table public.payments enable trigger user;
select tests.act_as('admin@example.in');
select set_eq($$ select o from unnest(array['slip', 'swap', 'note', 'exact', 'early', 'less', 'other']) as o
    where public.proof_state() #> '{unproven,payments}' @> jsonb_build_array(jsonb_build_object('order_code', tests.order_code(o))) $$,
  array['less', 'other'], 'A payment with a likely credit is not offered for rejection');
