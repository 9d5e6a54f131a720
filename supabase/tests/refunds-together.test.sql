-- What an order is owed for several tickets is one row and one transfer.
select tests.create_people('Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>', 'admin: admin@example.in');
select tests.create_concert('Pune', 'Gold 1500 x20', 'Silver 900 x20', 'Bronze 500 x20');
select tests.create_concert('Goa', 'Gold 1500 x20');
select tests.does('asha@example.in', $$select public.save_profile('{"refund_upi_id": "asha@okaxis"}')$$);
select tests.submit('both', '412345678901', 2892, 'Gold:A1', 'Silver:A1');
select tests.submit('one', '412345678902', 1800, 'Gold:A3');
select tests.submit('three', '412345678904', 3512, 'Gold:A5', 'Silver:A2', 'Bronze:A3');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment_id(o), 'approved') from unnest(array['both', 'three', 'one']) as o$$);
select tests.does('admin@example.in', $$select public.cancel_event(tests.event_id('Pune'), 'Rain')$$);

create function pg_temp.of(p_order text) returns setof public.refunds language sql as $$
  select r.* from public.refunds r where r.payment_id = tests.payment_id(p_order) order by r.requested_at, r.id $$;
create function pg_temp.nth(p_n integer) returns uuid language sql as $$ select id from pg_temp.of('three') offset p_n - 1 limit 1 $$;
create function pg_temp.changes(p_n integer, p_set text) returns void language plpgsql as $$
begin execute format('update public.refunds set %s where id = %L', p_set, pg_temp.nth(p_n)); end $$;
-- Of each row of staff's list: order, state, sum, how many refunds.
create function pg_temp.rows() returns text language sql as $$
  select string_agg(concat_ws(' ', x.name, g.status, g.transfer, jsonb_array_length(g.parts)), ', ' order by x.name, g.status, g.transfer)
  from public.get_refunds() as g join (values ('both'), ('one'), ('three')) as x (name) on tests.payment_id(x.name) = g.payment_id
  where g.leads and g.transfer is not null $$;
create function pg_temp.marks(p_order text, p_amount numeric, p_utr text default '512345678901', p_admitted boolean default false) returns text language sql as $$
  select (public.mark_refunded((select id from pg_temp.of(p_order) where transfer is not null and upi_id = 'asha@okaxis'), p_utr,
    'asha@okaxis', p_admitted, p_amount, 'upi', null, true)).status $$;

select tests.act_as('admin@example.in');
select is(pg_temp.rows(), 'both requested 2892.00 2, one requested 1800.00 1, three requested 3512.00 3', 'An order is one row, with its sum');
select is(public.count_listed('refunds', 'requested') || ' ' || public.count_listed('refunds'), '3 3', 'and is counted once');
select is(public.dashboard_days() -> 'refunds_due', '3', 'also where staff see what waits');
select is((select count(*) from public.search_refunds('asha@okaxis')), 3::bigint, 'and found once,');
select is((select count(*) from public.search_refunds('asha@okaxis', null, '00000000-0000-0000-0000-000000000000')), 6::bigint, 'but a spreadsheet has each');
select is((select count(*) from public.search_refunds(p_event => tests.event_id('Pune'))), 3::bigint, 'as by its concert');
select is((select count(*) from public.search_refunds(p_event => tests.event_id('Pune'), p_status => 'refunded')), 0::bigint, 'in a state,');
select is((select string_agg(r.ticket_category, ' ' order by r.ticket_category) from public.search_refunds('asha@okaxis', 'requested',
  '00000000-0000-0000-0000-000000000000', tests.event_id('Pune')) r), 'Bronze Gold Gold Gold Silver Silver', 'with a text, and each for a spreadsheet;');
select is((select count(*) from public.search_refunds(p_event => tests.event_id('Goa'))), 0::bigint, 'another concert owes nothing');
select is((select count(*) from public.get_history() h where h.noun = 'refunds'), 6::bigint, 'The sum is no change in the history');

select tests.refuses($$select pg_temp.marks('both', 1800)$$, 'PT409', 'amount_changed', 'The sum is what was sent');
select tests.refuses($$select pg_temp.marks('both', null)$$, 'PT409', 'amount_changed', 'and is said');
select tests.does('asha@example.in', $$select public.save_profile('{"refund_upi_id": "asha@ybl"}')$$);
select is((select (public.claim_refund(r.id)).upi_id from pg_temp.of('one') as r), 'asha@ybl', 'Another UPI id for one order');
select tests.act_as('admin@example.in');
select is(pg_temp.marks('both', 2892), 'refunded', 'One call marks all');
select is(pg_temp.rows(), 'both refunded 2892.00 2, one requested 1800.00 1, three requested 3512.00 3', 'and they stay one row');
select is((select count(*) from public.user_tickets t where t.payment_id = tests.payment_id('both') and t.revoked_at is null), 0::bigint, 'whose tickets are revoked');
select is(pg_temp.marks('both', 2892), 'refunded', 'A repeat changes nothing');
select tests.refuses($$select pg_temp.marks('both', 2892, '512345678902')$$, 'PT409', 'already_decided', 'nor does another reference');
select is((select string_agg(n.content ->> 'amount', ', ') from public.notices n where n.user_id = tests.user_id('asha@example.in') and n.kind = 'refunded'),
  '2892.00', 'The customer has one notice, of the sum');

-- Another UPI id is another transfer.
select tests.act_as_owner();
select pg_temp.changes(2, $$upi_id = 'payer@okhdfc'$$);
select tests.act_as('admin@example.in');
select is((select count(*) from public.get_refunds() g where g.payment_id = tests.payment_id('three') and g.leads and g.transfer is not null), 2::bigint, 'A refund to another UPI id is a row of its own:');
select is((select string_agg(concat(w.n), '+' order by w.n) from (select count(*) as n from pg_temp.of('three') r group by r.upi_id) as w), '1+2', 'of two and one');
select is((select sum(transfer) from pg_temp.of('three')), 3512::numeric, 'that are as much');
select tests.refuses($$select pg_temp.marks('three', 3512)$$, 'PT409', 'amount_changed', 'One transfer does not go to two');
select is((select string_agg(n.id::text, ',') from pg_temp.of('three') n where n.transfer is not null and n.upi_id = 'asha@okaxis'), (select min(n.id::text) from pg_temp.of('three') n where n.upi_id = 'asha@okaxis'), 'The first of a row stands for it');
select tests.act_as_owner();
select pg_temp.changes(2, $$upi_id = 'asha@okaxis'$$);
select tests.act_as('admin@example.in');
select is(split_part(pg_temp.rows(), ', ', 3), 'three requested 3512.00 3', 'Of one UPI id again, they are one row');

-- One is dropped, one is added.
create temp table gone as select * from pg_temp.of('three') limit 1;
select lives_ok($$select public.drop_refund((select id from gone))$$, 'The first is dropped');
select is(split_part(pg_temp.rows(), ', ', 3), 'three requested ' || (select 3512 - amount from gone) || ' 2', 'the others stay a row');
select tests.refuses($$select pg_temp.marks('three', 3512)$$, 'PT409', 'amount_changed', 'of less, which a page that is older does not mark');
select lives_ok($$select public.start_refund(tests.payment_id('three'), (select ticket_id from gone), null, 'Rain')$$, 'It is added again');
select tests.act_as_owner();
update public.refunds set upi_id = 'asha@okaxis' where payment_id = tests.payment_id('three');
select tests.act_as('admin@example.in');
select is(split_part(pg_temp.rows(), ', ', 3), 'three requested 3512.00 3', 'and belongs to the row');
select tests.refuses($$select pg_temp.marks('three', (select 3512 - amount from gone))$$, 'PT409', 'amount_changed', 'which a page without it does not mark');
select is((select count(*) from pg_temp.of('three') where status = 'refunded'), 0::bigint, 'Nothing was marked');

-- One that was let in is asked about, with how many of the row's seats.
select tests.act_as_owner();
insert into public.ticket_scans (id, event_id, ticket_id, known_ticket, place, seats, verdict, gate, device, staff_id, scanned_at, corrected_at, received_at)
  select gen_random_uuid(), t.event_id, t.id::text, t.id, t.ticket_category_id::text, t.seats, 'ENTER', 'North', 'one', gen_random_uuid(), now(), now(), now()
  from public.user_tickets t where t.id = (select ticket_id from pg_temp.of('three') offset 2 limit 1);
select tests.act_as('admin@example.in');
select tests.refuses($$select pg_temp.marks('three', 3512, '512345678904')$$, 'PT409', 'admitted', 'One that was let in is asked about');
select is((tests.refusal($$select pg_temp.marks('three', 3512, '512345678904')$$) ->> 'detail')::jsonb ->> 'seats', '1', 'with its seats alone');

-- One alone may be marked, and the others remain a row.
select is((public.mark_refunded((select ticket_refund.id from pg_temp.of('three') as ticket_refund where ticket_refund.transfer is not null), '512345678904', 'asha@okaxis', true)).status,
  'refunded', 'One alone is marked');
select is((select string_agg(concat_ws(' ', r.status, r.transfer is not null), ', ' order by r.status, r.transfer is not null) from pg_temp.of('three') r),
  'refunded t, requested f, requested t', 'and the others are a row');
select tests.sees_none('ravi@example.in', 'select * from public.refunds', 'Another customer sees none of them');
select tests.sees_none('asha@example.in', 'select * from public.get_refunds()', 'and a customer no list');
select tests.act_as('asha@example.in');
select is((select count(*) from public.refunds), 6::bigint, 'but their own, one a ticket');
