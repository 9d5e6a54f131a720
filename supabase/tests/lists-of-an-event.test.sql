-- Lists of one event, and what the bank says of the payments on a page.
select tests.create_people('Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>', 'admin: admin@example.in',
  'gate: gate@example.in');
select tests.create_concert('Pune', 'Gold 1500 x40');
select tests.create_concert('Nashik', 'Silver 900 x40');

select tests.submit_as('asha@example.in', 'both', '412345678901', 2892, 'Gold:A1', 'Silver:A1');
select tests.submit('pune', '412345678902', 1800, 'Gold:A2');
select tests.submit('two', '412345678905', 1800, 'Gold:A6');
select tests.submit_as('ravi@example.in', 'nashik', '412345678903', 1080, 'Silver:A2');
select tests.submit('old', '412345678904', 1080, 'Silver:A3');
select tests.submit('less', '412345678906', 1800, 'Gold:A4');
select tests.submit('one', '412345678905', 1800, 'Gold:A5');

select tests.act_as_owner();
create function tests.codes(p_sql text) returns text language plpgsql as $$
declare
  v text;
begin
  execute format('select string_agg(q.order_code, '' '' order by q.order_code) from (%s) as q', p_sql) into v;
  return v;
end $$;
create function tests.code_list(variadic p_orders text[]) returns text language sql as $$
  select string_agg(tests.order_code(o), ' ' order by tests.order_code(o)) from unnest(p_orders) as o $$;
create function tests.in_file(p_list text, p_filter text default null, p_search text default null, p_event uuid default null) returns text
  language sql as $$
  select string_agg(r.value ->> (array_position(array(select jsonb_array_elements_text(f.page -> 'columns')), 'order_code') - 1), ' '
    order by r.value ->> (array_position(array(select jsonb_array_elements_text(f.page -> 'columns')), 'order_code') - 1))
  from (select public.read_file_rows(p_list, null, p_search, p_filter, p_event)::jsonb as page) as f, jsonb_array_elements(f.page -> 'rows') as r $$;
create function tests.age(p_order text, p_days integer) returns void language sql security definer as $$
  update public.payments set created_at = now() - make_interval(days => p_days) where order_id = tests.order_id(p_order) $$;

select tests.answers('admin@example.in', $$tests.codes(format('select order_code from public.search_payments(p_event => %L)', tests.event_id('Nashik')))$$,
  tests.code_list('both', 'nashik', 'old'), 'Payments with a line of the event');
select is(tests.codes(format('select order_code from public.search_payments(''asha'', null, null, %L)', tests.event_id('Nashik'))),
  tests.code_list('both'), 'of which a search finds some');
select is(tests.codes(format('select order_code from public.search_payments(p_status => ''approved'', p_event => %L)', tests.event_id('Nashik'))),
  null, 'and a state others');
select is(tests.codes(format('select order_code from public.search_payments(null, null, ''00000000-0000-0000-0000-000000000000'', %L)', tests.event_id('Nashik'))),
  tests.code_list('both', 'nashik', 'old'), 'A file has all of them');
select is(tests.codes(format('select order_code from public.search_tickets(p_event => %L)', tests.event_id('Pune'))),
  tests.code_list('both', 'pune', 'less', 'one', 'two'), 'Bookings of the event, each line once');
select is(tests.codes(format('select order_code from public.search_tickets(''ravi'', ''pending'', null, %L)', tests.event_id('Nashik'))),
  tests.code_list('nashik', 'old'), 'with a search and a state');
select is(tests.codes(format('select order_code from public.search_tickets(null, null, ''00000000-0000-0000-0000-000000000000'', %L)', tests.event_id('Nashik'))),
  tests.code_list('both', 'nashik', 'old'), 'and all of them for a file');

-- Files
select is(tests.in_file('payments', p_event => tests.event_id('Nashik')), tests.code_list('both', 'nashik', 'old'), 'A file has payments of an event');
select is(tests.in_file('bookings', 'pending', 'ravi', tests.event_id('Nashik')), tests.code_list('nashik', 'old'), 'bookings of a search and a state');
select is(tests.in_file('payments', 'approved'), null, 'and of a state alone');
select is(tests.in_file('bookings'), tests.code_list('both', 'both', 'pune', 'two', 'nashik', 'old', 'less', 'one'), 'or all, each line once');
select is((select (public.read_file_rows('bookings')::jsonb ->> 'total')::integer), 8, 'and says how many');
select is(public.read_file_rows('bookings', (select max(id::text)::uuid from public.payment_lines))::jsonb - 'columns',
  '{"rows": [], "next": null, "total": null}', 'After the last there is none');
select is(public.read_file_rows('bookings', p_tests => true)::jsonb - 'columns', '{"rows": [], "next": null, "total": 0}', 'Test orders are in a file of their own');
select tests.refuses('admin@example.in', $$select public.read_file_rows('codes')$$, 'PT400', 'invalid', 'No other list is a file');
select tests.refuses('ravi@example.in', $$select public.read_file_rows('bookings')$$, 'PT403', 'forbidden', 'Customers make no file');
select tests.refuses('gate@example.in', $$select public.read_file_rows('users')$$, 'PT403', 'forbidden', 'nor do gate staff');
select tests.refuses(null, $$select public.read_file_rows('users')$$, 'PT401', 'not_signed_in', 'nor do visitors');
select tests.act_as('admin@example.in');
select is_empty('select * from public.search_payments(p_event => gen_random_uuid())', 'An unknown event has none');
select is_empty('select * from public.search_payments()', 'Nothing asked finds nothing');
select tests.sees_none('gate@example.in', format('select * from public.search_payments(p_event => %L)', tests.event_id('Nashik')), 'Gate staff find no payment');
select is_empty(format('select * from public.search_tickets(p_event => %L)', tests.event_id('Nashik')), 'and no booking');
select tests.sees_none('asha@example.in', format('select * from public.search_tickets(p_event => %L)', tests.event_id('Nashik')), 'nor do customers');

-- What the bank says
select tests.act_as_owner();
create function tests.bank(variadic p_orders text[]) returns text language sql as $$
  select string_agg(concat_ws(' ', o, coalesce(b.kind, '-'), b.credit), ', ' order by n)
  from unnest(p_orders) with ordinality as x (o, n)
  left join public.payment_bank_states(array(select tests.payment_id(y) from unnest(p_orders) as y)) as b
    on b.payment_id = tests.payment_id(o) $$;
create function tests.credit(p_utr text, p_amount numeric, p_day date) returns jsonb language sql as $$
  select jsonb_build_object('booked_on', p_day, 'amount', p_amount, 'narration', 'UPI/' || p_utr, 'utrs', jsonb_build_array(p_utr),
    'balance', null, 'occurrence', 1) $$;

select tests.refuses(null, 'select * from public.payment_bank_states(''{}'')', 'PT401', 'not_signed_in', 'Visitors learn nothing of the bank');
select tests.refuses('ravi@example.in', 'select * from public.payment_bank_states(''{}'')', 'PT403', 'forbidden', 'nor do customers');
select tests.refuses('gate@example.in', 'select * from public.payment_bank_states(''{}'')', 'PT403', 'forbidden', 'nor gate staff');
select tests.refuses('admin@example.in', 'select * from public.payment_bank_states(null)', 'PT400', 'invalid', 'A list is needed');
select tests.refuses('select * from public.payment_bank_states(array(select gen_random_uuid() from generate_series(1, 201)))', 'PT400', 'invalid', 'of at most 200');
select is(tests.bank('both', 'pune'), 'both not_covered, pune not_covered', 'Without a statement nothing is known');

select tests.act_as_owner();
alter table public.payments disable trigger user;
select tests.age('old', 3);
alter table public.payments enable trigger user;
select tests.does('admin@example.in', $$select public.import_bank_rows(jsonb_build_array(
  tests.credit('412345678901', 2892, (now() at time zone 'Asia/Kolkata')::date - 1),
  tests.credit('412345678906', 1000, (now() at time zone 'Asia/Kolkata')::date - 5),
  tests.credit('412345678905', 1800, (now() at time zone 'Asia/Kolkata')::date - 1)))$$);
select is(tests.bank('both', 'less', 'one', 'two'), 'both exact 2892.00, less amount_differs 1000.00, one two_claims 1800.00, two two_claims 1800.00',
  'The words of the bank''s page');
select is(tests.bank('old', 'pune'), 'old not_found, pune not_covered', 'Not found where a statement covers the day; unknown where none does');
select public.review_payment(tests.payment_id('both'), 'approved', null);
select public.review_payment(tests.payment_id('pune'), 'rejected', null);
select is(tests.bank('both', 'pune'), 'both exact 2892.00, pune -', 'An approved payment keeps its state, a rejected one has none');
select is(public.match_bank_rows() -> 'exact', null, 'and the bank''s page lists undecided ones alone');
