-- Paying refunds: marked once, with a reference, by admins; the ticket is revoked.
select tests.create_people('Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>', 'admin: admin@example.in',
  'gate: gate@example.in');
select tests.create_concert('Pune', 'Gold 1500 x20');

select tests.does('asha@example.in', $$select public.save_profile('{"refund_upi_id": "asha@okaxis"}')$$);
select tests.submit('one', '412345678901', 3600, 'Gold:A1,A2');
select tests.submit('two', '412345678902', 1800, 'Gold:A3');
select tests.does('ravi@example.in', $$select public.save_profile('{"refund_upi_id": "ravi@okicici"}')$$);
select tests.submit('three', '412345678903', 1800, 'Gold:A4');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment_id(o), 'approved') from unnest(array['one', 'two', 'three']) as o$$);
select public.cancel_event(tests.event_id('Pune'), 'Rain');
select tests.does('asha@example.in', $$select public.request_refund(t.id) from public.user_tickets t$$);
select tests.does('ravi@example.in', $$select public.request_refund(t.id) from public.user_tickets t$$);
select tests.act_as_owner();
create temp table asked as select o.name, r.id, r.ticket_id from unnest(array['one', 'two', 'three']) as o(name)
  join public.user_tickets t on t.payment_id = tests.payment_id(o.name) join public.refunds r on r.ticket_id = t.id;
create function pg_temp.refund(p_name text) returns uuid language sql as $$ select id from asked where name = p_name $$;

select tests.refuses(null, $$select public.mark_refunded(pg_temp.refund('one'), '512345678901', 'asha@okaxis')$$, 'PT401', 'not_signed_in', 'Visitors have to sign in');
select tests.denies('select * from public.get_refunds()', 'Visitors read no list');
select tests.refuses('asha@example.in', $$select public.mark_refunded(pg_temp.refund('one'), '512345678901', 'asha@okaxis')$$, 'PT403', 'forbidden', 'Customers do not mark their own refund');
select is_empty('select * from public.get_refunds()', 'nor reads the list');
select tests.refuses('gate@example.in', $$select public.mark_refunded(pg_temp.refund('one'), '512345678901', 'asha@okaxis')$$, 'PT403', 'forbidden', 'Nor do gate staff');
select is_empty('select * from public.get_refunds()', 'or read it');

select tests.act_as('admin@example.in');
select results_eq($$select user_name, amount, upi_id, status, order_code, seats, event_name, method, made_by from public.get_refunds() where refund_id = pg_temp.refund('one')$$,
  $$values ('Asha Menon', 3600.00, 'asha@okaxis', 'requested', tests.order_code('one'), array['A1', 'A2'], 'Asha Rao - Pune', 'upi', null::uuid)$$, 'Admins see customer, purpose and UPI id');
select ok((select count(*) > 0 and bool_and(upi_id = 'asha@okaxis') from public.search_refunds('okaxis')), 'and find it by its UPI id');
select is((select count(*) from public.search_refunds('nobody has this')), 0::bigint, 'An unused text finds nothing');
select tests.refuses($$select public.mark_refunded(null, '512345678901')$$, 'PT404', 'not_found', 'A refund is required');
select tests.refuses($$select public.mark_refunded(pg_temp.refund('one'), null, 'asha@okaxis')$$, 'PT400', 'invalid', 'A reference is required');
select tests.refuses($$select public.mark_refunded(pg_temp.refund('one'), '123', 'asha@okaxis')$$, 'PT400', 'invalid', 'of the right form');
select tests.refuses($$select public.mark_refunded(pg_temp.refund('one'), '=CMD()|12345', 'asha@okaxis')$$, 'PT400', 'invalid', 'and of no other');
select is((select status || ' ' || utr || ' ' || (refunded_at = now()) from public.mark_refunded(pg_temp.refund('one'), ' 5123 4567 8901 ', 'asha@okaxis')),
  'refunded 512345678901 true', 'The reference is stored without grouping');
select is((select payment_status || ' ' || revoked_reason from public.user_tickets where id = (select ticket_id from asked where name = 'one')),
  'failed Refunded', 'A refunded ticket is revoked');
select is(tests.claims('Gold'), 'A3 sold, A4 sold', 'and the seats are free');
select is((public.mark_refunded(pg_temp.refund('one'), '512345678901', 'asha@okaxis')).utr, '512345678901', 'A repeat returns the same');
select tests.refuses($$select public.mark_refunded(pg_temp.refund('one'), '512345678999', 'asha@okaxis')$$, 'PT409', 'already_decided', 'but not with another reference');
select is((public.mark_refunded(pg_temp.refund('two'), '512345678901', 'asha@okaxis')).status, 'refunded', 'One transfer pays two tickets of a customer');
select tests.refuses($$select public.mark_refunded(pg_temp.refund('three'), '512345678901', 'ravi@okicici')$$, 'PT409', 'transaction_used', 'but not another customer''s');
select is(tests.refusal($$select public.mark_refunded(pg_temp.refund('three'), '512345678901', 'ravi@okicici')$$) ->> 'detail', tests.order_code('one'), 'and names that customer''s order');
select is((select payment_status from public.user_tickets where id = (select ticket_id from asked where name = 'three')), 'completed', 'A refusal leaves the ticket');

select is((select string_agg(h.action || ' by ' || h.actor_name, ', ' order by h.id) from public.get_history() h
    where h.noun = 'refunds' and h.row_id = pg_temp.refund('one')::text),
  'insert by admin, update by Asha Menon, update by admin', 'The history has who owed it, who asked and who paid');
select tests.sees_none('gate@example.in', 'select * from public.get_history()', 'Gate staff read no history');
select tests.sees_none('asha@example.in', 'select * from public.get_history()', 'nor does a customer');
select tests.denies(null, 'select * from public.get_history()', 'nor a visitor');
