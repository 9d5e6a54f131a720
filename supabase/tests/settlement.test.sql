-- Settlement of a concert: agrees with the ledger to the paisa over all kinds of orders, divides what is left, and keeps its figures
-- once it is closed.
select tests.create_people('Asha Menon <asha@example.in>', 'Bela Das <bela@example.in>', 'Chan Khan <chan@example.in>',
  'Dev Patel <dev@example.in>', 'admin: admin@example.in', 'admin: other@example.in', 'box_office: farah@example.in');
select tests.create_concert('Pune', now() + interval '5 hours', 'Gold 1499.35 x40', 'Hall 333.33 x2', 'Terrace 0 x20');
select tests.create_concert('Nashik', 'Silver 900 x40');
select tests.create_concert('Goa', 'Beach 500 x20');
-- Taxes that do not divide: 18 % GST and 7 % of the state.
insert into public.tax_rules (from_day, kind, state, percent) values ((now() at time zone 'Asia/Kolkata')::date, 'local', 'Maharashtra', 7);
update public.events set state = 'Maharashtra' where id = tests.event_id('Pune');
update public.ticket_categories set is_free = true where name = 'Terrace';
update public.ticket_categories set phases = '[{"name": "Early", "price": 999.5, "until": null, "until_sold": 2}]' where name = 'Gold';
insert into public.discount_codes (code, event_id, percent) values ('TENOFF', tests.event_id('Pune'), 10);
insert into public.staff_events (user_id, role, event_id) values (tests.user_id('farah@example.in'), 'box_office', tests.event_id('Pune'));

create function tests.sends(p_who text, p_order text, p_code text, variadic p_lines text[]) returns void language plpgsql as $$
begin
  perform tests.act_as(p_who);
  perform tests.submit(p_order, tests.utr(p_order),
    (public.hold_seats(tests.order_id(p_order), tests.lines(variadic p_lines), p_code) ->> 'total')::numeric, variadic p_lines);
end $$;
create function tests.utr(p_order text) returns text language sql immutable as $$
  select '4' || lpad((abs(hashtext(p_order)::bigint) % 99999999999)::text, 11, '0') $$;
create function tests.sells(p_order text, p_method text, p_seats text) returns void language plpgsql as $$
declare
  v_lines jsonb := tests.lines('Gold:' || p_seats);
begin
  perform tests.act_as('farah@example.in');
  perform public.sell_at_door(tests.order_id(p_order), tests.order_id('till'), v_lines, p_method,
    (public.price_at_door(v_lines, p_method) ->> 'total')::numeric);
end $$;
create function tests.paid(p_order text, p_less numeric default 0) returns jsonb language sql stable security definer as $$
  select jsonb_build_object('booked_on', '2026-11-20', 'amount', p.amount - p_less, 'narration', 'UPI/' || tests.utr(p_order),
    'utrs', jsonb_build_array(tests.utr(p_order)), 'balance', null, 'occurrence', 1)
  from public.payments p where p.id = tests.payment_id(p_order) $$;
create function tests.ticket(p_order text, p_category text default 'Gold') returns uuid language sql stable security definer as $$
  select t.id from public.user_tickets t where t.payment_id = tests.payment_id(p_order) and t.ticket_category_id = tests.category_id(p_category)
    order by t.revoked_at nulls first limit 1 $$;
create function tests.pays_back(p_order text, p_way text default 'other') returns text language plpgsql as $$
declare
  v_refund record;
  v_how text;
begin
  perform tests.act_as('admin@example.in');
  for v_refund in select * from public.refunds r where r.payment_id = tests.payment_id(p_order) and r.status = 'requested' order by r.id loop
    v_how := (public.mark_refunded(v_refund.id, null, v_refund.upi_id, false, v_refund.amount, p_way, case p_way when 'other' then 'By cheque' when 'cash' then 'The cash box' end)).way;
  end loop;
  return v_how;
end $$;
create function tests.settled(p_city text) returns jsonb language sql stable security definer as $$ select private.settlement_figures(tests.event_id(p_city)) $$;
-- Where the settlement of a concert and the ledger differ, by category and account.
create function tests.differences(p_city text) returns setof text language sql stable security definer as $$
  with settled as (
    select z ->> 'category' as category, v.account, v.amount
    from jsonb_array_elements(tests.settled(p_city) -> 'zones') as z,
      lateral (values ('sales', (z ->> 'net')::numeric), ('gst', (z ->> 'net_gst')::numeric), ('local_tax', (z ->> 'net_local_tax')::numeric),
        ('fee', (z ->> 'net_fee')::numeric), ('promised', -(z ->> 'owed')::numeric)) as v (account, amount)
    union all
    -- The ledger takes what is owed from sales and taxes when it is paid.
    select c.name, v.account, v.amount
    from public.refund_shares s join public.refunds r on r.id = s.refund_id and r.status = 'requested'
    join public.ticket_categories c on c.id = s.ticket_category_id,
      lateral (values ('sales', s.taxable), ('gst', s.gst + s.fee_gst), ('local_tax', s.local_tax), ('fee', s.fee)) as v (account, amount)
    where s.event_id = tests.event_id(p_city)
    union all
    select c.name, l.account, l.amount from public.ledger l join public.ticket_categories c on c.id = l.ticket_category_id
    where l.event_id = tests.event_id(p_city))
  select concat_ws(' ', p_city, s.category, s.account, sum(s.amount)) from settled s group by s.category, s.account having sum(s.amount) <> 0
  union all
  -- Each table adds up to the whole.
  select concat_ws(' ', p_city, t.name, n.key, n.value, t.amount)
  from tests.settled(p_city) as f, jsonb_each_text(f -> 'total') as n,
    lateral (select x.name, coalesce(sum((r ->> n.key)::numeric), 0) as amount
      from unnest(array['zones', 'methods', 'codes', 'days']) as x (name) left join jsonb_array_elements(f -> x.name) as r on true group by x.name) as t
  where t.amount <> n.value::numeric
$$;
create function tests.agrees(p_when text) returns setof text language sql as $$
  select is_empty(format('select tests.differences(%L)', c), p_when || ': ' || c) from unnest(array['Pune', 'Nashik', 'Goa']) as c
  union all select is_empty('select * from private.ledger_faults()', p_when || ', and the ledger is what it would be made anew') $$;
-- Figures of a concert as text.
create function tests.figures(p_city text, variadic p_keys text[]) returns text language sql as $$
  select string_agg(coalesce(tests.settled(p_city) -> 'total' ->> k, '?'), ' ' order by n)
  from unnest(p_keys) with ordinality as x (k, n) $$;

create function tests.offer() returns uuid language sql stable security definer as $$ select f.id from public.offers f order by f.created_at desc limit 1 $$;

create function tests.split(p_net numeric, p_fee numeric, p_shares text, p_costs text) returns text language sql security definer as $$
  select concat_ws(' ', s ->> 'sales', s ->> 'fee', s ->> 'costs', (select string_agg(x ->> 'amount', '+' order by n) from jsonb_array_elements(s -> 'shares') with ordinality as y (x, n)), s ->> 'left')
  from private.split_settlement(jsonb_build_object('net', p_net::text, 'net_fee', p_fee::text), p_shares::jsonb, p_costs::jsonb) as s $$;

-- Before anything is sold, and who reads it.
select tests.refuses(q, 'PT401', 'not_signed_in', 'A visitor: ' || q) from (select tests.act_as(null)) as a, unnest(array[
  'select public.event_settlement(tests.event_id(''Goa''))', 'select public.set_settlement(tests.event_id(''Goa''), 0, ''[]'', ''[]'')',
  'select public.close_settlement(tests.event_id(''Goa''), 0, 0)', 'select public.reopen_settlement(tests.event_id(''Goa''), ''X'')',
  'select public.event_nets(array[tests.event_id(''Goa'')])']) as q;
select tests.act_as(p) || tests.refuses(q, 'PT403', 'forbidden', p || ': ' || q) from unnest(array['asha@example.in', 'farah@example.in']) as p, unnest(array[
  'select public.event_settlement(tests.event_id(''Goa''))', 'select public.set_settlement(tests.event_id(''Goa''), 0, ''[]'', ''[]'')',
  'select public.close_settlement(tests.event_id(''Goa''), 0, 0)', 'select public.reopen_settlement(tests.event_id(''Goa''), ''X'')',
  'select public.event_nets(array[tests.event_id(''Goa'')])']) as q;
select tests.denies('update public.settlements set closed_at = now()', 'No role closes one in the table');
select tests.act_as('admin@example.in');
select tests.refuses('select public.event_settlement(gen_random_uuid())', 'PT404', 'not_found', 'An unknown event has none');
select is(public.event_settlement(tests.event_id('Goa')) #>> '{total,total}', '0.00', 'Nothing was sold');
select is(public.event_settlement(tests.event_id('Goa')) - array['event_id', 'date', 'at', 'total'], '{"singer_name": "Asha Rao", "city": "Goa",
  "venue": "Hall", "status": "scheduled", "may_close": false, "revision": 0, "costs": [], "closed_at": null, "closed_by": null, "since": null,
  "zones": [], "methods": [], "codes": [], "days": [], "money": {"bank": "0.00", "cash": "0.00", "card": "0.00", "missing": "0.00"},
  "undecided": {"payments": 0, "amount": "0.00"},
  "split": {"sales": "0.00", "fee": "0.00", "costs": "0.00", "shares": [], "left": "0.00"}}', 'and a settlement can be read');
select is(public.event_nets(array[tests.event_id('Goa')]), '{}', 'A concert without sales has no net');

-- Orders of all kinds.
select tests.sends('asha@example.in', 'early', null, 'Gold:A1,A2');
select tests.sends('asha@example.in', 'both', null, 'Gold:A3', 'Silver:A1');
select tests.does('bela@example.in', 'select public.check_code(''TENOFF'', tests.event_id(''Pune''))');
select tests.sends('bela@example.in', 'coded', 'TENOFF', 'Gold:A4,A5');
select tests.sends('chan@example.in', 'hall', null, 'Hall:A1,A2');
select tests.sends('dev@example.in', 'waits', null, 'Gold:A6', 'Silver:A2');
select tests.sends('dev@example.in', 'no', null, 'Gold:A7');
select tests.does('admin@example.in', 'select public.mark_test_order(tests.order_id(''trial''))');
select tests.sends('admin@example.in', 'trial', null, 'Gold:B1');
select tests.does('asha@example.in', $$select tests.hold('free', 'Terrace:A1,A2')$$);
select public.take_free_order(tests.order_id('free'), tests.lines('Terrace:A1,A2')) is not null;
select tests.act_as('admin@example.in');
select public.import_bank_rows(jsonb_build_array(tests.paid('early'), tests.paid('both', 200), tests.paid('hall')));
select public.review_payment(tests.payment_id(o), 'approved') from unnest(array['early', 'both', 'coded', 'hall', 'trial']) as o;
select public.review_payment(tests.payment_id('no'), 'rejected');
select tests.does('farah@example.in', 'select public.open_till(tests.order_id(''till''), ''Gate'', 500)');
select tests.sells('cash', 'cash', 'C1,C2'), tests.sells('card', 'card', 'C3'), tests.sells('upi', 'upi', 'C4'), tests.sells('given', 'complimentary', 'C5'),
  tests.sells('undone', 'cash', 'C6');
select public.undo_door_sale(tests.order_id('undone'), 'Typed wrong') ->> 'order_code' is not null;
select tests.act_as('admin@example.in');
select public.add_guests(tests.category_id('Gold'), jsonb_build_array(
  jsonb_build_object('id', tests.order_id('guest'), 'name', 'Meera', 'seats', '["D1", "D2"]'::jsonb),
  jsonb_build_object('id', tests.order_id('gone'), 'name', 'Ravi', 'seats', '["D3"]'::jsonb))) is not null;
select public.revoke_tickets(array[tests.ticket('gone')], 'Not coming');

select tests.act_as_owner();
select tests.agrees('Sold');
select is(tests.figures('Nashik', 'tickets', 'gross', 'sales', 'gst', 'local_tax', 'fee', 'total', 'net'), '1 900.00 900.00 162.00 0.00 30.00 1092.00 900.00',
  'Of an order for two concerts each has its lines');
select is(tests.figures('Pune', 'tickets', 'back', 'discount'), '16 0 299.86', 'Tests, what waits and what was undone are not in it');
select is((select string_agg(concat_ws(' ', z ->> 'category', z ->> 'price', coalesce(z ->> 'phase', '-'), z ->> 'tickets', z ->> 'gross'), ', ' order by n)
  from jsonb_array_elements(tests.settled('Pune') -> 'zones') with ordinality as x (z, n)),
  'Gold 1499.35 - 7 10495.45, Gold 999.50 Early 2 1999.00, Gold 0.00 - 3 0.00, Hall 333.33 - 2 666.66, Terrace 0.00 - 2 0.00',
  'By category and the price before codes, with its phase; guests at nothing');
select is((select string_agg(concat_ws(' ', m ->> 'method', m ->> 'tickets', m ->> 'total'), ', ' order by n)
  from jsonb_array_elements(tests.settled('Pune') -> 'methods') with ordinality as x (m, n)),
  'upi 8 10663.99, cash 2 3748.38, card 1 1874.18, complimentary 3 0.00, free 2 0.00', 'By method');
select is((select string_agg(concat_ws(' ', c ->> 'code', c ->> 'tickets', c ->> 'discount'), ', ' order by n)
  from jsonb_array_elements(tests.settled('Pune') -> 'codes') with ordinality as x (c, n)),
  'TENOFF 2 299.86, 14 0.00', 'By code');
select is(jsonb_array_length(tests.settled('Pune') -> 'days'), 1, 'All was approved today');
select is(tests.settled('Pune') -> 'undecided', '{"payments": 1, "amount": "1904.18"}', 'What waits is said');
select is((m ->> 'bank')::numeric + (m ->> 'cash')::numeric + (m ->> 'card')::numeric + (m ->> 'missing')::numeric,
  tests.figures('Pune', 'total')::numeric, 'The money that was seen, and what was not, are the sales')
  from private.settlement_money(tests.event_id('Pune')) as m;
select is((private.settlement_money(tests.event_id('Pune')) ->> 'missing')::numeric + (private.settlement_money(tests.event_id('Nashik')) ->> 'missing')::numeric,
  (select 200 + sum(p.amount) from public.payments p where p.id in (tests.payment_id('coded'), tests.payment_id('upi'))), 'What came short is missing once');

-- What goes back: a part of a ticket, a whole one, a seat that was given back and sold, money without a ticket, a cancelled concert.
select tests.act_as('admin@example.in');
select public.start_refund(tests.payment_id('early'), tests.ticket('early'), 777.77, 'Ill') is not null;
select public.start_refund(tests.payment_id('card'), tests.ticket('card'), null, 'Came too late') is not null;
select public.revoke_tickets(array[tests.ticket('coded')], 'Sold on');
select public.start_refund(tests.payment_id('coded'), null, 1000.01, 'A part of it') is not null;
select public.cancel_event(tests.event_id('Nashik'), 'Rain') is not null;
select tests.act_as_owner();
select tests.agrees('Owed');
select is(tests.figures('Pune', 'tickets', 'back', 'refunded', 'owed'), '16 5 0.00 3651.96', 'What is owed goes off before it is paid');
select is(tests.figures('Nashik', 'refunded', 'owed', 'total'), '0.00 1019.11 1092.00', 'Of a short payment what came in is owed');
select tests.pays_back('early'), tests.pays_back('card', 'card'), tests.pays_back('coded'), tests.pays_back('both');
select tests.act_as_owner();
select is(tests.figures('Pune', 'refunded', 'owed'), '3651.96 0.00', 'Paid back');
select tests.agrees('Paid back');
select tests.does('chan@example.in', 'select public.give_back_pass(tests.ticket(''hall'', ''Hall''), 2)');
select tests.does('dev@example.in', 'select public.join_waiting_list(tests.category_id(''Hall''), 1, true)');
select tests.store_picture(private.uid() || '/1764000000000-' || tests.offer() || '.png');
select public.submit_payment(tests.offer(), '412345678999', 446.67, private.uid() || '/1764000000000-' || tests.offer() || '.png', tests.lines('Hall:A2'),
  encode(sha256(convert_to('offer', 'UTF8')), 'hex')) ->> 'status' = 'pending';
select tests.does('admin@example.in', 'select public.review_payment((select p.id from public.payments p where p.order_id = tests.offer()), ''approved'')');
select tests.act_as_owner();
select is((select concat_ws(' ', z ->> 'tickets', z ->> 'back', z ->> 'owed') from jsonb_array_elements(tests.settled('Pune') -> 'zones') as z
  where z ->> 'category' = 'Hall'), '3 1 446.67', 'A seat that was given back is sold twice and owed once');
select tests.agrees('Given back');
select tests.pays_back('hall');
select tests.act_as_owner();
select tests.agrees('At the end');
select is((public.event_nets(array[tests.event_id('Pune'), tests.event_id('Nashik'), tests.event_id('Goa')]) ->> tests.event_id('Pune')::text)::numeric,
  (tests.settled('Pune') #>> '{total,net}')::numeric,
  'The list of concerts has the same net') from (select tests.act_as('admin@example.in')) as a;

-- Who gets what.
create function pg_temp.sets(p_revision integer, p_shares text, p_costs text default '[]') returns jsonb language sql as $$
  select public.set_settlement(tests.event_id('Nashik'), p_revision, p_shares::jsonb, p_costs::jsonb) $$;
select tests.refuses(format('select pg_temp.sets(0, %L)', s), 'PT400', 'invalid', 'No share: ' || coalesce(s, 'nothing')) from unnest(array[null, '{}', '[5]', '[{}]',
  '[{"name": "Artist"}]', '[{"name": "Artist", "percent": 70}]', '[{"name": "Artist", "percent": "70", "of": "sales"}]', '[{"name": "Artist", "percent": 0, "of": "sales"}]',
  '[{"name": "Artist", "percent": 70.001, "of": "sales"}]', '[{"name": "Artist", "percent": 70, "of": "gross"}]', '[{"name": " ", "amount": 5}]',
  '[{"name": "Artist", "amount": 0}]', '[{"name": "Artist", "amount": 0.001}]', '[{"name": "Artist", "amount": 5, "percent": 5, "of": "sales"}]',
  '[{"name": "Artist", "percent": 70, "of": "sales"}, {"name": "Venue", "percent": 31, "of": "after_costs"}]']) as s;
select tests.refuses(format('select pg_temp.sets(0, ''[]'', %L)', c), 'PT400', 'invalid', 'No cost: ' || coalesce(c, 'nothing')) from unnest(array[null, '{}', '[5]', '[{}]',
  '[{"label": "Hall"}]', '[{"label": "", "amount": 5}]', '[{"label": "Hall", "amount": "5"}]', '[{"label": "Hall", "amount": -5}]', '[{"label": "Hall", "amount": 10000000}]']) as c;
select tests.refuses('select public.set_settlement(gen_random_uuid(), 0, ''[]'', ''[]'')', 'PT404', 'not_found', 'nor of an unknown event');
select is(tests.split(100000.01, 3000.00, '[{"name": "Artist", "percent": 70, "of": "after_costs"}, {"name": "Venue", "percent": 12.5, "of": "sales"}, {"name": "Sound", "amount": 5000.00}]',
  '[{"label": "Light", "amount": 9999.99}, {"label": "Print", "amount": 0.01}]'), '100000.01 3000.00 10000.00 63000.01+12500.00+5000.00 12500.00', 'Percents of two bases and a fixed sum; the fee and the rest are the organiser''s');
select is(tests.split(1000.00, 0.00, '[{"name": "Artist", "percent": 50, "of": "after_costs"}]', '[{"label": "Hall", "amount": 2500.00}]'),
  '1000.00 0.00 2500.00 0.00 -1500.00', 'A loss is the organiser''s alone');
select is((select n -> 'split' || jsonb_build_object('revision', n -> 'revision', 'costs_typed', n -> 'costs') from pg_temp.sets(0,
    '[{"name": " Artist ", "percent": 70.50, "of": "after_costs"}, {"name": "Venue", "amount": 100}]', '[{"label": "Posters", "amount": 12.5}]') as n),
  '{"fee": "2.01", "left": "-83.96", "costs": "12.50", "sales": "60.06", "revision": 1, "costs_typed": [{"label": "Posters", "amount": "12.50"}],
    "shares": [{"name": "Artist", "percent": "70.5", "of": "after_costs", "amount": "33.53"}, {"name": "Venue", "percent": null, "of": null, "amount": "100.00"}]}',
  'Saved');
select is(tests.refusal('select pg_temp.sets(0, ''[]'')'), '{"state": "PT409", "code": "changed_meanwhile", "detail": "1"}', 'over what was read');

-- Closing.
select is(tests.refusal('select public.close_settlement(tests.event_id(''Pune''), 0, 0)') ->> 'code', 'too_soon', 'A concert that has not begun stays open');
select is(tests.refusal('select public.close_settlement(tests.event_id(''Nashik''), 0, 0)'), '{"state": "PT409", "code": "changed_meanwhile", "detail": "1"}', 'What is closed is what was read');
select tests.without_triggers($$update public.events set date = now() - interval '1 hour' where city = 'Pune'$$);
create function pg_temp.left_of(p_city text) returns numeric language sql as $$ select (public.event_settlement(tests.event_id(p_city)) #>> '{split,left}')::numeric $$;
create function pg_temp.closes() returns jsonb language sql as $$ select public.close_settlement(tests.event_id('Pune'), 1, pg_temp.left_of('Pune')) $$;
select tests.act_as('admin@example.in');
select public.set_settlement(tests.event_id('Pune'), 0, '[{"name": "Artist", "percent": 70, "of": "sales"}]', '[]') ->> 'revision';
select is(tests.refusal(format('select public.close_settlement(tests.event_id(''Pune''), 1, %s)', pg_temp.left_of('Pune') + 0.01)),
  jsonb_build_object('state', 'PT409', 'code', 'amount_changed', 'detail', pg_temp.left_of('Pune')::text), 'nor are other figures closed than those that were seen');
create temporary table closed as select public.event_settlement(tests.event_id('Pune')) as was;
grant all on closed to public;
select is(pg_temp.closes() ->> 'closed_by', 'admin', 'It is closed, and says by whom');
select is((public.event_settlement(tests.event_id('Pune')) ->> 'closed_at')::timestamptz, now(), 'and when');
select is(public.event_settlement(tests.event_id('Pune')) -> 'since', 'null', 'Nothing changed since');
select tests.does('other@example.in', $$select public.close_settlement(tests.event_id('Pune'), 0, null)$$);
select is(public.event_settlement(tests.event_id('Pune')) ->> 'closed_by', 'admin', 'A repeat changes nothing');
select tests.refuses($$select public.set_settlement(tests.event_id('Pune'), 2, '[]', '[]')$$, 'PT409', 'already_decided', 'Shares of a closed one stay');

-- A late refund.
select public.start_refund(tests.payment_id('cash'), tests.ticket('cash'), null, 'Ill') is not null;
select is((select n - array['at', 'revision', 'may_close', 'closed_at', 'closed_by', 'since'] from public.event_settlement(tests.event_id('Pune')) as n),
  (select was - array['at', 'revision', 'may_close', 'closed_at', 'closed_by', 'since'] from closed), 'What is closed keeps its figures after a late refund');
select is(public.event_settlement(tests.event_id('Pune')) -> 'since',
  '{"back": "2", "owed": "3748.38", "net": "-2998.70", "net_gst": "-539.77", "net_local_tax": "-209.91"}', 'and says what changed: owed');
select tests.pays_back('cash', 'cash');
select is(public.event_settlement(tests.event_id('Pune')) -> 'since',
  '{"back": "2", "refunded": "3748.38", "net": "-2998.70", "net_gst": "-539.77", "net_local_tax": "-209.91"}', 'and paid');

-- Open again.
select tests.refuses(format('select public.reopen_settlement(tests.event_id(''Pune''), %L)', r), 'PT400', 'invalid', 'Opening needs a reason: ' || coalesce(r, 'none'))
  from unnest(array[null, ' ', repeat('x', 201)]) as r;
select is((select n -> 'split' || jsonb_build_object('revision', n -> 'revision', 'closed_at', n -> 'closed_at', 'closed_by', n -> 'closed_by', 'since', n -> 'since')
    from public.reopen_settlement(tests.event_id('Pune'), ' A late refund ') as n),
  '{"sales": "6969.52", "fee": "174.30", "costs": "0.00", "shares": [{"name": "Artist", "percent": "70", "of": "sales", "amount": "4878.66"}], "left": "2265.16",
    "revision": 3, "closed_at": null, "closed_by": null, "since": null}', 'It opens with the figures of now');
select is((select a.after ->> 'reason' from public.audit_log a where a.action = 'reopen_settlement'), 'A late refund', 'The reason is in the history');
select is((select string_agg(a.action, ' ' order by a.id) from public.audit_log a where a."table" = 'settlements' and a.row_id = tests.event_id('Pune')::text),
  'set_settlement close_settlement reopen_settlement', 'with all that was done');
