-- What is left of the shop's revenue: after short payments and refunds, owed and paid.
select tests.create_people('Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>', 'admin: admin@example.in');
select tests.create_concert('Pune', 'Gold 1500 x40');
select tests.create_concert('Nashik', 'Silver 900 x40');

create function pg_temp.net() returns text language sql as $$
  select concat_ws(' ', n ->> 'revenue', n ->> 'short', n ->> 'back', n ->> 'net') from public.dashboard_stats() as n $$;

select tests.submit_as('asha@example.in', 'pair', '412345678901', 3600, 'Gold:A1,A2');
select tests.submit('both', '412345678902', 2892, 'Gold:A3', 'Silver:A1');
select tests.submit_as('ravi@example.in', 'short', '412345678903', 1092, 'Silver:A2');
select tests.submit('no', '412345678904', 1092, 'Silver:A4');

select tests.does('admin@example.in', $$select public.import_bank_rows((select jsonb_agg(jsonb_build_object('booked_on', '2026-11-20',
  'amount', a, 'narration', 'UPI/' || u, 'utrs', jsonb_build_array(u), 'balance', null, 'occurrence', 1))
  from (values ('412345678901', 3600), ('412345678903', 1000), ('412345678904', 1092)) as v (u, a)))$$);
select is(pg_temp.net(), '0.00 0.00 0.00 0.00', 'What waits is not earned');
select public.review_payment(tests.payment_id(o), 'approved') from unnest(array['pair', 'both', 'short']) as o;
select public.review_payment(tests.payment_id('no'), 'rejected');

select is(pg_temp.net(), '7584.00 92.00 0.00 7492.00', 'A short payment counts with what came in');

-- Cancelled: everything goes back, what came in of the short one; what was rejected was never revenue.
select public.cancel_event(tests.event_id('Nashik'), 'Rain');
select is((select count(*) from public.refunds r where r.reason = 'rejected'), 1::bigint, 'The money of a rejected payment is owed, too');
select is(split_part(pg_temp.net(), ' ', 4), '5400.00', 'Refunds go off the shop''s revenue');
select public.start_refund(tests.payment_id('pair'), (select t.id from public.user_tickets t where t.payment_id = tests.payment_id('pair')), 1800, 'Ill');
select is(split_part(pg_temp.net(), ' ', 4), '3600.00', 'A refund that staff began goes off');
select public.mark_refunded(r.id, '512345678999', r.upi_id, false, r.amount, 'other', 'By cheque') from public.refunds r where r.ticket_id is not null and r.reason = 'other';
select is(split_part(pg_temp.net(), ' ', 4), '3600.00', 'Once, owed or paid');
