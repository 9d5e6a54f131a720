-- What a payment keeps: money is always recorded; it takes places, and a proof approves it, only where a new hold would give them at
-- this price, or its own order held exactly them within the hour. Everything else waits for a person.
select tests.create_people('asha@example.in', 'bela@example.in', 'thief@example.in', 'admin: admin@example.in');
select tests.create_concert('Pune', 'Gold 1000 x100', 'Early 2000 x100', 'Raised 500 x100', 'Soon 1000 x40', 'Ended 1000 x40', 'Sponsors 1000 x40');
select tests.create_concert('Goa', 'Paused 1000 x40');
select tests.create_concert('Agra', 'Draft 1000 x40');

create function pg_temp.ended(p_order text, p_ago interval) returns void language sql security definer as $$
  update public.seat_claims c set expires_at = now() - p_ago where c.order_id = tests.order_id(p_order) and c.state = 'held';
  update private.orders o set expires_at = now() - p_ago, created_at = now() - p_ago - interval '10 minutes' where o.id = tests.order_id(p_order);
  delete from private.hold_usage;
$$;
create function pg_temp.flags(p_order text) returns text language sql security definer as $$
  select coalesce(string_agg(g.flag, ' ' order by g.flag), '') from public.payment_flags g where g.payment_id = tests.payment_id(p_order)
$$;
create function pg_temp.kept(p_order text) returns bigint language sql security definer as $$
  select count(*) from public.seat_claims c where c.payment_id = tests.payment_id(p_order) and c.state in ('under_review', 'sold')
$$;
/* The bank says that the order's money came, whole and with its code: what becomes of it. */
create function pg_temp.proven(p_order text) returns text language plpgsql security definer as $$
declare
  v_sum numeric := (select sum(l.total_amount) from public.payment_lines l where l.payment_id = tests.payment_id(p_order));
  v_answer jsonb;
begin
  v_answer := public.take_proof(jsonb_build_object('source', 'mail', 'external_id', p_order, 'credited_at', now(), 'amount', v_sum::text,
    'utr', null, 'note', substr(tests.order_code(p_order), 3), 'certain', true, 'content', '{}'::jsonb));
  v_answer := public.settle_credit((v_answer ->> 'credit_id')::uuid);
  return case when v_answer ->> 'status' = 'approved' then 'approved' else v_answer ->> 'doubt' end;
end
$$;
create function pg_temp.came(p_order text) returns text language plpgsql as $$
declare
  v_answer text;
begin
  perform tests.act_as_owner();
  v_answer := concat_ws(' | ', pg_temp.flags(p_order), pg_temp.kept(p_order), pg_temp.proven(p_order));
  return v_answer;
end
$$;

update public.proof_rules set approve = 'always', most_amount = 100000, most_a_minute = 1000;

select tests.does('admin@example.in', $$select public.add_ticket_category(gen_random_uuid(), tests.event_id('Pune'), 'Floor', 1000, 40, null, null, true)$$);

-- Honest late money
select tests.submit_as('asha@example.in', 'none', '412345678901', 1210, 'Gold:A1');
select is(pg_temp.came('none'), ' | 1 | approved', 'Without a hold: free seats at the price of now');
select tests.hold_as('asha@example.in', 'late', 'Gold:A2,A3');
select pg_temp.ended('late', '2 hours');
select tests.submit_as('asha@example.in', 'late', '412345678902', 2420, 'Gold:A2,A3');
select is(pg_temp.came('late'), ' | 2 | approved', 'A phone that was offline for two hours: free seats at an unchanged price');
select tests.hold_as('asha@example.in', 'minute', 'Raised:A1'), tests.hold_as('asha@example.in', 'hour', 'Raised:A2'), tests.hold_as('asha@example.in', 'floor', 'Floor:x2');
select tests.act_as_owner();
select pg_temp.ended('minute', '59 minutes'), pg_temp.ended('hour', '61 minutes'), pg_temp.ended('floor', '59 minutes');
update public.ticket_categories set price = 2000 where name in ('Raised', 'Floor');
select tests.submit_as('asha@example.in', 'minute', '412345678903', 620, 'Raised:A1');
select is(pg_temp.came('minute'), ' | 1 | approved', 'Held exactly these within the hour: the price of the hold');
select tests.submit_as('asha@example.in', 'floor', '412345678904', 2420, 'Floor:x2');
select is(pg_temp.came('floor'), ' | 2 | approved', 'as standing places do');
select tests.submit_as('asha@example.in', 'hour', '412345678905', 620, 'Raised:A2');
select is(pg_temp.came('hour'), 'price_changed | 0 | price_changed', 'Later a raised price keeps nothing, and no proof approves it');
select is(tests.warnings('hour'), 'seats_lost price_changed', 'staff see why');
select is((select l.unit_price from public.payment_lines l where l.payment_id = tests.payment_id('hour')), 500.00, 'and may still sell at the old price');
select tests.answers('admin@example.in', $$public.reassign_seats(tests.payment_id('hour'), tests.lines('Raised:A2')) is not null$$, true, 'A person gives the seat');
select tests.answers('admin@example.in', $$public.review_payment(tests.payment_id('hour'), 'approved') ->> 'status'$$, 'approved', 'and approves');

-- Options on ended prices
select tests.act_as_owner();
update public.ticket_categories set phases = '[{"name": "Early bird", "price": 500, "until": null, "until_sold": 1}]' where name = 'Early';
select tests.act_as('thief@example.in');
select tests.hold('option ' || n, 'Early:A' || n), public.release_seats(tests.order_id('option ' || n)) from generate_series(1, 5) as n;
select tests.does('owner', $$update public.ticket_categories set phases = '[]' where name = 'Early'$$);
select tests.submit_as('thief@example.in', 'option 1', '412345678911', 6200, 'Early:B1,B2,B3,B4,B5,B6,B7,B8,B9,B10');
select is(pg_temp.came('option 1'), 'price_changed | 0 | price_changed', 'Ten other seats at an ended price: nothing');
select tests.submit_as('thief@example.in', 'option 2', '412345678912', 620, 'Early:A2');
select is(pg_temp.came('option 2'), 'price_changed | 0 | price_changed', 'Nor the seat that was held and given back');
select tests.hold_as('thief@example.in', 'option 6', 'Gold:C1');
select tests.does('owner', $$update public.ticket_categories set price = 1500 where name = 'Gold'$$);
select tests.submit_as('thief@example.in', 'option 6', '412345678913', 2420, 'Gold:C1,C2');
select is(pg_temp.came('option 6'), 'price_changed | 0 | price_changed', 'Nor more seats than a running hold has');
select tests.does('owner', $$update public.ticket_categories set price = 1000 where name = 'Gold'$$);
select tests.as_owner($$insert into public.discount_codes (code, event_id, percent) values ('NINETY', tests.event_id('Pune'), 90)$$);
select tests.act_as('thief@example.in');
select is(public.check_code('NINETY', tests.event_id('Pune')) is not null, true, 'A code');
select public.hold_seats(tests.order_id('code'), tests.lines('Gold:D1'), 'NINETY'), public.hold_seats(tests.order_id('code 2'), tests.lines('Gold:D2'), 'NINETY');
select tests.act_as_owner();
select pg_temp.ended('code', '2 hours'), pg_temp.ended('code 2', '2 hours');
select tests.submit_as('thief@example.in', 'code', '412345678914', 148, 'Gold:D1');
select is(pg_temp.came('code'), ' | 1 | approved', 'that is still good');
update public.discount_codes set until_at = now() where code = 'NINETY';
select tests.submit_as('thief@example.in', 'code 2', '412345678915', 148, 'Gold:D2');
select is(pg_temp.came('code 2'), 'price_changed | 0 | price_changed', 'and one that has ended');

-- What is not on sale
select tests.hold_as('asha@example.in', 'before pause', 'Paused:B1');
select tests.act_as_owner();
update public.ticket_categories set sale_from = now() + interval '1 day' where name = 'Soon';
update public.ticket_categories set sale_until = now() - interval '1 day' where name = 'Ended';
update public.ticket_categories set is_hidden = true where name = 'Sponsors';
update public.events set paused_at = now() where city = 'Goa';
select tests.without_triggers($$update public.events set published_at = null where city = 'Agra'$$);
select tests.act_as('thief@example.in');
select tests.refuses(format('select tests.hold(%L, %L)', c, c || ':A1'), 'PT409', 'not_on_sale', c || ' is not held')
  from unnest(array['Soon', 'Ended', 'Paused', 'Draft', 'Sponsors']) as c;
select tests.submit(c, '41234567892' || n, 2420, c || ':A1,A2') from unnest(array['Soon', 'Ended', 'Paused', 'Draft', 'Sponsors']) with ordinality as x (c, n);
select is(pg_temp.came(c), f || ' | 0 | ' || f, c || ' is recorded, keeps nothing and is not proven')
  from (values ('Soon', 'not_on_sale'), ('Ended', 'not_on_sale'), ('Paused', 'not_on_sale'), ('Draft', 'not_on_sale'), ('Sponsors', 'without_code')) as x (c, f);
select is(tests.status_of(c), 'pending', c || ' waits') from unnest(array['Soon', 'Ended', 'Paused', 'Draft', 'Sponsors']) as c;
select is(tests.warnings('Draft'), 'seats_lost not_on_sale', 'Staff are warned of a draft');
select is(tests.warnings('Sponsors'), 'seats_lost without_code', 'and of a missing code');
select tests.sees_none('thief@example.in', $$select from public.ticket_categories c where c.name in ('Sponsors', 'Draft')$$, 'Money opens neither a hidden category nor a draft');
select tests.sees_none('thief@example.in', $$select from public.events e where e.city = 'Agra'$$, 'nor the draft''s event');
select tests.submit_as('asha@example.in', 'before pause', '412345678931', 1210, 'Paused:B1');
select is(pg_temp.came('before pause'), ' | 1 | approved', 'What was held before the pause is sold');

-- Held for as long as one may
select tests.hold_as('thief@example.in', 'long', 'Gold:E1');
select tests.as_owner($$update private.hold_usage set used = interval '30 minutes'$$);
select tests.as_owner($$delete from public.seat_claims where order_id = tests.order_id('long')$$);
select tests.refuses('thief@example.in', $$select tests.hold('longer', 'Gold:E1')$$, 'PT429', 'held_too_long', 'Who held a seat for its time gets no new hold');
select tests.submit('longer', '412345678941', 1210, 'Gold:E1');
select is(pg_temp.came('longer'), 'not_held | 0 | not_held', 'and keeps none by paying');

-- A reference that is nearly right
select tests.act_as_owner();
create function pg_temp.credit(p_utr text, p_amount numeric) returns text language plpgsql as $$
declare
  v_answer jsonb;
begin
  v_answer := tests.settle(public.take_proof(jsonb_build_object('source', 'mail', 'external_id', p_utr, 'credited_at', now(), 'amount', p_amount::text,
    'utr', p_utr, 'note', null, 'certain', true, 'content', '{}'::jsonb)));
  return concat_ws(' ', v_answer ->> 'status', v_answer ->> 'key', v_answer ->> 'doubt');
end
$$;
create function pg_temp.later() returns integer language plpgsql as $$
begin
  perform tests.without_triggers($x$update public.credits set created_at = created_at - interval '31 minutes' where payment_id is null$x$);
  return public.settle_open_credits();
end
$$;
select tests.submit_as('thief@example.in', 'spray', '512345678901', 3630, 'Gold:F1,F2,F3');
select tests.hold_as('bela@example.in', 'honest', 'Gold:F4,F5,F6');
select tests.act_as_owner();
select is(pg_temp.credit('512345678902', 3630), 'likely near_utr near_utr', 'A digit wrong is for a person');
select is(pg_temp.later(), 0, 'Half an hour later, too, while another order of the amount is open');
select tests.submit_as('bela@example.in', 'honest', '512345678902', 3630, 'Gold:F4,F5,F6');
select tests.act_as_owner();
select is(public.settle_open_credits(), 1, 'Who paid types the reference');
select is((tests.status_of('honest'), tests.status_of('spray')), ('approved'::text, 'pending'::text), 'and gets the tickets, not who guessed');
select tests.submit_as('asha@example.in', 'slip', '612345678901', 8470, 'Gold:G1,G2,G3,G4,G5,G6,G7');
select tests.act_as_owner();
select is(pg_temp.credit('612345678902', 8470), 'likely near_utr near_utr', 'A slip of the only one');
select is(public.settle_open_credits(), 0, 'waits');
select is(pg_temp.later(), 1, 'for half an hour');
select is(tests.status_of('slip'), 'approved', 'and is approved');

-- Many that wait for a person keep no other back
create function pg_temp.credits_of(p_order text, p_count integer) returns void language sql as $$
  insert into public.credits (row_key, booked_on, amount, narration, utrs, created_at)
  select encode(sha256(convert_to(p_order || n, 'UTF8')), 'hex'), (now() at time zone 'Asia/Kolkata')::date, 1, substr(tests.order_code(p_order), 3), '{}',
    now() - interval '1 hour' from generate_series(1, p_count) as n
$$;
select pg_temp.credits_of('Soon', 60);
select is(pg_temp.credit('712345678901', 9680), 'unclaimed', 'Money comes');
select tests.submit_as('bela@example.in', 'behind', '712345678901', 9680, 'Gold:H1,H2,H3,H4,H5,H6,H7,H8');
select tests.act_as_owner();
select is(public.settle_open_credits(), 1, 'before its claim, behind sixty credits of payments that kept nothing');
select is(tests.status_of('behind'), 'approved', 'and approves it at the next look');
select tests.hold_as('asha@example.in', 'parts', 'Gold:I1');
select tests.act_as_owner();
select pg_temp.credits_of('parts', 20);
select is((select count(*) from private.open_credits(true)), 20::bigint, 'Those whose order waits for the rest');
select is((select count(distinct i) from generate_series(1, 20) as t, lateral (select i from private.open_credits(true, t) as i limit 10) as f), 20::bigint,
  'take turns');
