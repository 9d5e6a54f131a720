-- Tax by price, day, state and GSTIN; who sets it; and that a running hold keeps what it was priced at.
select tests.create_people('asha@example.in', 'admin: admin@example.in', 'gate: gate@example.in');
select tests.create_concert('Chennai', 'Lawn 500 x100', 'Gold 1500 x100');
create temporary table days as
select (now() at time zone 'Asia/Kolkata')::date as today, (now() at time zone 'Asia/Kolkata')::date + 1 as tomorrow;
create function pg_temp.rates(p_price numeric, p_state text) returns text
  language sql security definer set search_path = '' as $$
  select concat_ws(' ', trim_scale(r.gst_percent), trim_scale(r.local_percent), trim_scale(r.fee), trim_scale(r.fee_gst_percent))
  from private.rate_line(p_price, 1, p_state, private.terms()) as r
$$;
create function pg_temp.set_terms(p_rules jsonb, p_day integer default 0, p_by text default 'rules', p_gst numeric default 18,
  p_fee numeric default 30, p_fee_gst numeric default 18) returns void
  language sql as $$ select public.set_tax_terms((now() at time zone 'Asia/Kolkata')::date + p_day, p_by, p_gst, p_fee, p_fee_gst, p_rules) $$;
create function pg_temp.price(p_answer jsonb) returns text
  language sql as $$ select concat_ws(' ', p_answer ->> 'subtotal', p_answer ->> 'gst', p_answer ->> 'local_tax', p_answer ->> 'fee',
    p_answer ->> 'fee_gst', p_answer ->> 'total') $$;

-- One rate, as in the demo
select is(pg_temp.rates(500, 'Tamil Nadu'), '18 0 30 0', 'With one rate 18 % is on every price, with or without a GSTIN, and no tax on the fee');

-- Who may
select act_as(person), denies($$ insert into tax_rules (from_day, kind, percent) values ('2099-01-01', 'gst', 5) $$, coalesce(person, 'A visitor') || ' adds no rule'),
  denies($$ delete from tax_rules $$, coalesce(person, 'A visitor') || ' deletes no rule'),
  denies($$ update tax_rules set percent = 0 $$, coalesce(person, 'A visitor') || ' changes no rule'),
  isnt_empty($$ select from tax_rules $$, coalesce(person, 'A visitor') || ' reads the rules'),
  isnt_empty($$ select from terms_by_day $$, coalesce(person, 'A visitor') || ' reads the terms by day')
  from (values (null), ('asha@example.in'), ('gate@example.in'), ('admin@example.in')) as p(person);
select refuses(null, $$ select pg_temp.set_terms('[{"kind": "gst", "percent": 0}]') $$, 'PT401', 'not_signed_in', 'A visitor sets no terms');
select refuses('asha@example.in', $$ select pg_temp.set_terms('[{"kind": "gst", "percent": 0}]') $$, 'PT403', 'forbidden', 'A customer sets no terms');
select refuses('gate@example.in', $$ select pg_temp.set_terms('[{"kind": "gst", "percent": 0}]') $$, 'PT403', 'forbidden', 'The gate sets no terms');

-- What is refused
select act_as('admin@example.in');
select is(refusal(format('select pg_temp.set_terms(%s)', call)) ->> 'detail', detail, call) from (values
  ($$'[{"kind": "gst", "percent": 0}]', -1$$, 'p_from_day'),
  ($$'[{"kind": "gst", "percent": 0}]', 0, 'all'$$, 'p_gst_by'),
  ($$'[{"kind": "gst", "percent": 0}]', 0, 'rules', 101$$, 'p_gst_percent'),
  ($$'[{"kind": "gst", "percent": 0}]', 0, 'rules', 18, -1$$, 'p_fee_per_seat'),
  ($$'[{"kind": "gst", "percent": 0}]', 0, 'rules', 18, 30, 'NaN'$$, 'p_fee_gst_percent'),
  ($$null$$, 'p_rules'), ($$'[]'$$, 'p_rules'), ($$'{}'$$, 'p_rules'), ($$'[1]'$$, 'p_rules'),
  ($$'[{"kind": "vat", "percent": 0}]'$$, 'p_rules'),
  ($$'[{"kind": "gst", "percent": "0"}]'$$, 'p_rules'),
  ($$'[{"kind": "gst", "percent": 101}]'$$, 'p_rules'),
  ($$'[{"kind": "gst", "percent": 0, "up_to_price": -1}]'$$, 'p_rules'),
  ($$'[{"kind": "gst", "percent": 0, "up_to_price": 500}]'$$, 'p_rules'),
  ($$'[{"kind": "gst", "percent": 0}, {"kind": "gst", "percent": 5}]'$$, 'p_rules'),
  ($$'[{"kind": "gst", "percent": 0, "state": "Goa"}]'$$, 'p_rules'),
  ($$'[{"kind": "gst", "percent": 0}, {"kind": "local", "percent": 5}]'$$, 'p_rules'),
  ($$'[{"kind": "gst", "percent": 0}, {"kind": "local", "state": "Bavaria", "percent": 5}]'$$, 'p_rules')) as c(call, detail);
select is(pg_temp.rates(500, 'Tamil Nadu'), '18 0 30 0', 'None of this changed the terms');

-- By price, state and GSTIN
create temporary table usual as select '[{"kind": "gst", "up_to_price": 500, "percent": 0}, {"kind": "gst", "percent": 18},
  {"kind": "local", "state": "Tamil Nadu", "percent": 10}, {"kind": "local", "state": "Kerala", "up_to_price": 200, "percent": 5}]'::jsonb as rules;
select pg_temp.set_terms(rules) from usual;
select is(pg_temp.rates(1500, 'Tamil Nadu'), '0 10 30 0', 'Without a GSTIN there is no GST, on the fee neither; the local tax is due all the same');
update shop_settings set gstin = '33AAPFU0939F1Z2';
select is(pg_temp.rates(price, state), rates, format('A seat at %s in %s', price, coalesce(state, 'no known state'))) from (values
  (450, null, '0 0 30 18'), (500, null, '0 0 30 18'), (500.01, null, '18 0 30 18'), (1500, null, '18 0 30 18'), (0, null, '0 0 30 18'),
  (1500, 'Tamil Nadu', '18 10 30 18'), (500, 'Tamil Nadu', '0 10 30 18'), (200, 'Kerala', '0 5 30 18'), (201, 'Kerala', '0 0 30 18'),
  (1500, 'Goa', '18 0 30 18')) as c(price, state, rates);
select isnt_empty($$ select from audit_log where "table" = 'tax_rules' and action = 'insert' and after ->> 'state' = 'Tamil Nadu' $$, 'The history has it');

-- By day
select pg_temp.set_terms('[{"kind": "gst", "percent": 28}]', 1, 'rules', 18, 50, 0);
select is(pg_temp.rates(450, 'Tamil Nadu'), '0 10 30 18', 'Tomorrow''s rules do not apply today');
select is((select jsonb_array_length(v.tax_rules) || ' ' || v.fee_per_seat || ' ' || v.has_gstin from terms_by_day v, days d where v.from_day = d.tomorrow),
  '1 50.00 true', 'A day has all its rules, and no other day''s');
select is((select hold_minutes from shop_terms t, days d where t.from_day = d.tomorrow), 10, 'The other terms stay');
select refuses('owner', $$ update tax_rules set percent = 5 where from_day = '2020-01-01' $$, 'PT400', 'invalid', 'Rules of past days never change');
select refuses($$ delete from tax_rules where from_day = '2020-01-01' $$, 'PT400', 'invalid', 'nor are deleted');
select refuses($$ insert into tax_rules (from_day, kind, percent) values ('2024-01-01', 'gst', 5) $$, 'PT400', 'invalid', 'nor added');
select act_as('admin@example.in');

-- The state of an event
select refuses($$ update events set state = 'Bavaria' where city = 'Chennai' $$, 'PT400', 'invalid', 'A state is one of India');
update events set state = 'Tamil Nadu' where city = 'Chennai';
select is(state, 'Tamil Nadu', 'An admin sets the state of an event') from event_list where city = 'Chennai';

-- A hold keeps its rates, whatever changes
select tests.answers('asha@example.in', $$pg_temp.price(tests.hold('one', 'Lawn:A1,A2', 'Gold:A1'))$$, '2500.00 270.00 250.00 90.00 16.20 3126.20',
  'Two seats at ₹500 without GST, one at ₹1,500 with 18 %, 10 % local tax on all, 18 % on the fee');
select is(pg_temp.price(tests.hold('held', 'Lawn:B1')), '500.00 0.00 50.00 30.00 5.40 585.40', 'A single exempt seat');
select is(pg_temp.price(tests.hold('late', 'Gold:C1')), '1500.00 270.00 150.00 30.00 5.40 1955.40', 'A single taxed one');
select tests.does('admin@example.in', $$update shop_settings set gstin = null$$);
update events set state = null where city = 'Chennai';
select pg_temp.set_terms('[{"kind": "gst", "percent": 28}]', 0, 'flat', 28, 100, 0);
select tests.answers('asha@example.in', $$pg_temp.price(tests.hold('one', 'Lawn:A1,A2', 'Gold:A1'))$$, '2500.00 270.00 250.00 90.00 16.20 3126.20',
  'Held again while it runs, the order has the same price without GSTIN and state, and under other terms');
select is(pg_temp.price(tests.hold('one', 'Gold:A1,A2')), '3000.00 540.00 300.00 60.00 10.80 3910.80', 'also for more seats of a held category');
select is(pg_temp.price(tests.hold('held', 'Lawn:B1', 'Gold:B1')), '2000.00 420.00 50.00 130.00 5.40 2605.40',
  'A category that is added has the rates of the moment');
select lives_ok($$ select tests.submit('one', '412345678901', 3910.80, 'Gold:A1,A2') $$, 'It is paid');
select tests.expire('late');
select lives_ok($$ select tests.submit('late', '412345678902', 1955.40, 'Gold:C1') $$, 'Late money is recorded');
select tests.gives('owner', $$ select l.total_amount, l.gst_amount, l.local_tax_amount, l.fee_amount, l.fee_gst_amount from payment_lines l
    where l.payment_id = tests.payment_id('one') $$, $$ values (3910.80, 540.00, 300.00, 60.00, 10.80) $$, 'A line has its taxes and its fee');
select results_eq($$ select l.total_amount, l.gst_amount, l.local_tax_amount, l.fee_amount, l.fee_gst_amount from payment_lines l
    where l.payment_id = tests.payment_id('late') $$, $$ values (1955.40, 270.00, 150.00, 30.00, 5.40) $$, 'at the price last shown, when the hold was over');
select tests.does('asha@example.in', $$select tests.expire('held')$$);
select is(pg_temp.price(tests.hold('held', 'Lawn:B1')), '500.00 140.00 0.00 100.00 0.00 740.00', 'Held anew, an order has the terms of the day');
select lives_ok($$ select tests.submit('never', '412345678903', 740, 'Lawn:D1') $$, 'A payment that was never held is recorded');
select tests.gives('owner', $$ select l.total_amount, l.gst_amount, l.local_tax_amount, l.fee_amount, l.fee_gst_amount from payment_lines l
    where l.payment_id = tests.payment_id('never') $$, $$ values (740.00, 140.00, 0.00, 100.00, 0.00) $$, 'with the terms of the day');
select is(sum(l.total_amount - l.gst_amount - l.local_tax_amount - l.fee_amount - l.fee_gst_amount - l.unit_price * l.quantity), 0.00,
  'What is left of every line is its taxable value') from payment_lines l;
