-- Refunds that one file for the bank pays: made, marked as sent together, seen in the statement.
select tests.create_people('Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>', 'Neha Joshi <neha@example.in>', 'admin: admin@example.in',
  'admin: second@example.in');
select tests.create_concert('Pune', 'Gold 1500 x20', 'Silver 900 x20');
select tests.does('asha@example.in', $$select public.save_profile('{"refund_upi_id": "asha@okaxis"}')$$);
select tests.submit('both', '412345678901', 2892, 'Gold:A1', 'Silver:A1');
select tests.submit('changed', '412345678906', 1092, 'Silver:A2');
select tests.does('ravi@example.in', $$select public.save_profile('{"refund_upi_id": "ravi@okicici"}')$$);
select tests.submit('one', '412345678902', 1800, 'Gold:A2');
select tests.submit('late', '412345678903', 1800, 'Gold:A3');
select tests.submit_as('neha@example.in', 'account', '412345678904', 1800, 'Gold:A4');
select tests.submit('typed', '412345678905', 1800, 'Gold:A5');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment_id(o), 'approved')
  from unnest(array['both', 'changed', 'one', 'late', 'account', 'typed']) as o$$);
select tests.does('admin@example.in', $$select public.cancel_event(tests.event_id('Pune'), 'Rain')$$);

create function pg_temp.of(p_order text) returns public.refunds language sql security definer as $$
  select r from public.refunds r where r.payment_id = tests.payment_id(p_order) order by r.requested_at, r.id limit 1 $$;
create function pg_temp.row(p_order text, p_amount numeric, p_upi_id text, p_to text default null, p_way text default 'upi') returns jsonb language sql as $$
  select jsonb_build_object('refund_id', (pg_temp.of(p_order)).id, 'amount', p_amount, 'upi_id', p_upi_id, 'to', p_to, 'way', p_way) $$;
create function pg_temp.makes(p_name text, variadic p_rows jsonb[]) returns jsonb language sql as $$
  select public.make_payout(tests.order_id(p_name), 'plain', to_jsonb(p_rows)) $$;
create function pg_temp.why(p_sql text) returns text language sql as $$
  select string_agg(concat_ws(' ', w ->> 'code', nullif(w ->> 'detail', '')), ', ' order by w ->> 'code')
  from jsonb_array_elements((tests.refusal(p_sql) ->> 'detail')::jsonb) as w $$;
create function pg_temp.owed(p_order text) returns text language sql security definer as $$
  select string_agg(concat_ws(' ', r.status, r.way, r.utr, r.upi_id, r.settled_how, case when r.payout_id is not null then 'in a file' end), ', ')
  from public.refunds r where r.payment_id = tests.payment_id(p_order) $$;
create function pg_temp.lines() returns text language sql as $$
  select string_agg(concat_ws(' ', l ->> 'line', l ->> 'user_name', l ->> 'amount', l ->> 'way', l ->> 'paid_to'), ', ' order by (l ->> 'line')::integer)
  from jsonb_array_elements(public.list_payouts()) as o, jsonb_array_elements(o -> 'lines') as l $$;
create function pg_temp.state(p_name text) returns text language sql security definer as $$
  select concat_ws(' ', o.state, o.ended_at is not null) from public.payouts o where o.id = tests.order_id(p_name) $$;
create function pg_temp.sends(p_name text, p_utr text, p_rows jsonb default null, p_admitted boolean default false) returns text language sql as $$
  select concat_ws(' ', s ->> 'state', s ->> 'sent', (
    select string_agg(concat_ws(' ', f ->> 'line', f ->> 'code', nullif(f ->> 'detail', '')), ', ') from jsonb_array_elements(s -> 'refused') as f))
  from public.mark_payout_sent(tests.order_id(p_name), p_utr, p_rows, p_admitted) as s $$;

-- For admins.
select tests.refuses(who, call, case when who is null then 'PT401' else 'PT403' end, case when who is null then 'not_signed_in' else 'forbidden' end, coalesce(who, 'A visitor') || ': ' || call)
  from unnest(array[null, 'asha@example.in']) as who, unnest(array['select public.list_payouts()',
    $$select public.make_payout(tests.order_id('x'), 'plain', '[{}]')$$, $$select public.mark_payout_sent(tests.order_id('x'), '512345678901')$$,
    $$select public.cancel_payout(tests.order_id('x'))$$]) as call;
select tests.act_as('admin@example.in');
select is((select count(*) from public.payouts) + (select count(*) from public.payout_lines), 0::bigint, 'Nothing was made');

-- What is no payout.
select tests.refuses(format('select public.make_payout(%L, %L, %L)', id, f, r), 'PT400', 'invalid', concat_ws(' ', 'Not:', f, r))
  from (values (null, 'plain', '[{}]'), (tests.order_id('x'), null, '[{}]'), (tests.order_id('x'), 'plain', null), (tests.order_id('x'), 'plain', '[]'),
    (tests.order_id('x'), 'plain', '[7]'), (tests.order_id('x'), 'swift', '[{}]'), (tests.order_id('x'), 'plain', '{}')) as v (id, f, r);
select tests.refuses($$select pg_temp.makes('x', pg_temp.row('account', 1800, null, '12 HDFC0001234', 'bank'))$$, 'PT400', 'invalid', 'An account of the wrong form');
select is(pg_temp.why($$select pg_temp.makes('x', pg_temp.row('both', 1800, 'asha@okaxis'), pg_temp.row('one', 1800, 'ravi@okaxis'),
    pg_temp.row('account', 1800, null), jsonb_build_object('refund_id', tests.order_id('x')), pg_temp.row('late', 1800, 'ravi@okicici'))$$),
  'amount_changed 2892.00, changed_meanwhile ravi@okicici, no_upi_id, not_found p_rows', 'What staff read otherwise is named, row by row');
select is(pg_temp.why(format($$select public.make_payout(tests.order_id('x'), 'plain', %L)$$, jsonb_build_array(pg_temp.row('late', 1800, 'ravi@okicici') || '{"amount": "x"}'))),
  'amount_changed 1800.00', 'also what is no amount');
select is(pg_temp.owed('late'), 'requested ravi@okicici', 'and nothing is made');

-- Made
select is(jsonb_array_length(pg_temp.makes('p1', pg_temp.row('both', 2892, 'asha@okaxis'), pg_temp.row('one', 1800, 'ravi@okicici'),
    pg_temp.row('account', 1800, null, ' 50100123456789  hdfc0001234', 'bank'), pg_temp.row('typed', 1800, null, 'neha@okhdfc'),
    pg_temp.row('changed', 1092, 'asha@okaxis')) -> 'lines'), 5, 'A payout has a line a transfer');
select is(pg_temp.lines(), '1 Asha Menon 2892.00 upi asha@okaxis, 2 Ravi Iyer 1800.00 upi ravi@okicici, 3 Neha Joshi 1800.00 bank HDFC0001234 ••6789, '
  '4 Neha Joshi 1800.00 upi neha@okhdfc, 5 Asha Menon 1092.00 upi asha@okaxis', 'with all that goes back together, and of an account four digits');
select is(jsonb_array_length(pg_temp.makes('p1', pg_temp.row('late', 1800, 'ravi@okicici')) -> 'lines'), 5, 'A repeat makes nothing');
select is(pg_temp.why($$select pg_temp.makes('p2', pg_temp.row('one', 1800, 'ravi@okicici'))$$), 'in_use ' || tests.order_id('p1'), 'No refund is in two payouts');
select is(pg_temp.why($$select pg_temp.makes('p2', pg_temp.row('late', 1800, 'ravi@okicici'), pg_temp.row('late', 1800, 'ravi@okicici'))$$),
  'in_use ' || tests.order_id('p2'), 'nor twice in one');
select tests.refuses($$select public.mark_refunded((pg_temp.of('one')).id, '512345678902', 'ravi@okicici')$$, 'PT409', 'in_use', 'nor paid by itself');
select tests.refuses($$select public.drop_refund((pg_temp.of('one')).id)$$, 'PT409', 'in_use', 'or dropped: its money may be on its way');
select is((select string_agg(concat_ws(' ', g.user_name, g.payout_id is not null), ', ' order by g.user_name, g.payout_id) from public.get_refunds() as g
  where g.leads and g.transfer is not null and g.user_name like 'R%'), 'Ravi Iyer t, Ravi Iyer f', 'Staff''s list says which are in one');
select tests.sees_none('asha@example.in', 'select * from public.payout_lines', 'Customers read no payout');

-- What changed since is refused, and stops no other.
select tests.does('asha@example.in', $$select public.save_profile('{"refund_upi_id": "asha@ybl"}')$$);
select tests.does('asha@example.in', $$select public.claim_refund((pg_temp.of('changed')).id)$$);
select tests.act_as_owner();
update public.refunds set amount = amount - 1 where payment_id = tests.payment_id('one');
select tests.act_as('second@example.in');
select tests.refuses($$select public.mark_payout_sent(tests.order_id('x'), '512345678901')$$, 'PT404', 'not_found', 'There is no such payout');
select tests.refuses(format('select public.mark_payout_sent(tests.order_id(''p1''), %L, %L)', u, r), 'PT400', 'invalid', concat_ws(' ', 'Not:', u, r))
  from (values (null, null), ('512345678901', '[{"line": 1, "utr": "512345678901"}]'), ('12', null), (null, '[{"line": 9, "utr": "512345678901"}]'),
    (null, '[{"line": 1, "utr": "x"}]'), (null, '[{"line": 1, "utr": "512345678901"}, {"line": 1, "utr": "512345678902"}]')) as v (u, r);
select is(pg_temp.sends('p1', null, '[{"line": 1, "utr": "512345678901"}, {"line": 2, "utr": "512345678902"}, {"line": 3, "utr": "512345678901"},
    {"line": 5, "utr": "512345678905"}]'),
  'part 1 2 amount_changed 1799.00, 3 transaction_used ' || tests.order_code('both') || ', 5 changed_meanwhile asha@ybl',
  'A line that changed, or whose reference paid another customer, stays open');
select is(pg_temp.owed('both'), 'refunded upi 512345678901 asha@okaxis in a file, refunded upi 512345678901 asha@okaxis in a file', 'The others are paid, all that goes back together');
select is((select count(*) from public.user_tickets t where t.payment_id = tests.payment_id('both') and t.revoked_at is null), 0::bigint, 'and their tickets revoked');
select is((select string_agg(n.content ->> 'amount', ', ') from public.notices n where n.user_id = tests.user_id('asha@example.in') and n.kind = 'refunded'),
  '2892.00', 'The customer has one notice of the transfer');
select is(pg_temp.sends('p1', null, '[{"line": 1, "utr": "512345678901"}]'), 'part 1', 'A repeat changes nothing');
select is(pg_temp.sends('p1', null, '[{"line": 1, "utr": "512345678999"}]'), 'part 0 1 already_decided 512345678901', 'nor does another reference');

-- One reference of the whole file
select tests.act_as_owner();
update public.refunds set amount = amount + 1 where payment_id = tests.payment_id('one');
select tests.act_as('admin@example.in');
select is(pg_temp.sends('p1', ' bulk/3312 '), 'part 3 1 already_decided 512345678901, 5 changed_meanwhile asha@ybl', 'One reference pays what is left, of several customers');
select is(pg_temp.owed('account'), 'refunded bank BULK/3312 HDFC0001234 ••6789 in a file', 'with the account');
select is(pg_temp.owed('typed'), 'refunded upi BULK/3312 neha@okhdfc in a file', 'or the typed id');
select is((select string_agg(concat_ws(' ', l.line, l.paid_to), ', ' order by l.line) from public.payout_lines l), '1, 2, 3, 4, 5 asha@okaxis', 'A sent line keeps no address');
select tests.refuses($$select public.mark_refunded((pg_temp.of('late')).id, 'BULK/3312', 'ravi@okicici')$$, 'PT409', 'transaction_used', 'That reference pays nothing else');
select is(pg_temp.why($$select pg_temp.makes('p3', pg_temp.row('one', 1800, 'ravi@okicici'))$$), 'already_decided BULK/3312', 'What was sent is in no other');

-- The rest is owed as before.
select lives_ok($$select public.cancel_payout(tests.order_id('p1'))$$, 'What was not sent is let go');
select is(pg_temp.state('p1'), 'cancelled t', 'and the payout ends');
select is(pg_temp.owed('changed'), 'requested asha@ybl', 'It is owed as before');
select is(pg_temp.owed('one'), 'refunded upi BULK/3312 ravi@okicici in a file', 'What was sent stays so');
select lives_ok($$select public.cancel_payout(tests.order_id('p1'))$$, 'A repeat changes nothing');
select tests.refuses($$select public.cancel_payout(tests.order_id('x'))$$, 'PT404', 'not_found', 'There is no such payout');
select tests.refuses($$select public.mark_payout_sent(tests.order_id('p1'), '512345678901')$$, 'PT409', 'already_decided', 'A cancelled one is not sent');
select is((pg_temp.makes('p4', pg_temp.row('changed', 1092, 'asha@ybl'), pg_temp.row('late', 1800, 'ravi@okicici'))) ->> 'state', 'made', 'It goes in the next');
select is(pg_temp.sends('p4', null, '[{"line": 1, "utr": "512345678911"}, {"line": 2, "utr": "n331261234567"}]'), 'sent 2', 'All of it is sent');
select is(pg_temp.state('p4'), 'sent t', 'so it ends');
select tests.refuses($$select public.cancel_payout(tests.order_id('p4'))$$, 'PT409', 'already_decided', 'and is not cancelled');
select is(public.list_payouts(), '[]'::jsonb, 'The list has open ones');

-- Seen in the statement
create function pg_temp.seen(p_order text) returns jsonb language sql as $$
  select g.seen from public.get_refunds() as g where g.payment_id = tests.payment_id(p_order) limit 1 $$;
create function pg_temp.debit(p_narration text, p_amount numeric, variadic p_utrs text[]) returns void language sql as $$
  select public.import_bank_rows('[]', gen_random_uuid(), 'file.csv', 'statement', jsonb_build_array(jsonb_build_object('booked_on', '2026-12-03',
    'amount', p_amount, 'narration', p_narration, 'utrs', p_utrs, 'balance', null, 'occurrence', 1))) $$;
select is(pg_temp.seen('both'), null, 'No statement shows it yet');
select pg_temp.debit('512345678901', 2892, '512345678901');
select pg_temp.debit('512345678911', 500, '512345678911');
select is(pg_temp.seen('both'), '{"on": "2026-12-03", "amount": 2892.00, "expected": 2892.00}', 'A debit with its reference shows that it was sent');
select is(pg_temp.seen('changed'), '{"on": "2026-12-03", "amount": 500.00, "expected": 1092.00}', 'or that another amount was');
select is(pg_temp.seen('late'), null, 'and of no other');
select pg_temp.debit('N331261234567', 1800, variadic '{}');
select pg_temp.debit('N331261239999', 1800, variadic '{}');
select is(pg_temp.seen('late'), '{"on": "2026-12-03", "amount": 1800.00, "expected": 1800.00}', 'NEFT''s reference is among the words');
select is((select count(*) from public.bank_debits), 3::bigint, 'A debit that paid no refund is not stored');
select is((public.read_file_rows('refunds')::jsonb -> 'columns') ? 'seen', true, 'The file says it, too');
