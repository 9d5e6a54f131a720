-- Prices that include GST: what a customer pays, how it is split, and that papers, settlement and ledger add up with it.
select tests.create_people('Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>', 'admin: admin@example.in', 'box_office: farah@example.in');
select tests.create_concert('Chennai', 'Lawn 500 x100', 'Gold 1770 x100', 'Silver 550 x100', 'Odd 1000.01 x100');
update public.events set state = 'Tamil Nadu' where city = 'Chennai';
insert into public.staff_events (user_id, role, event_id) values (tests.user_id('farah@example.in'), 'box_office', tests.event_id('Chennai'));
insert into public.discount_codes (code, event_id, percent) values ('TENOFF', tests.event_id('Chennai'), 10);
update public.shop_settings set gstin = '33AAPFU0939F1Z2';

create function pg_temp.set_terms(p_within boolean, p_day integer default 0) returns void language sql as $$
  select public.set_tax_terms((now() at time zone 'Asia/Kolkata')::date + p_day, 'rules', 18, 30, 18,
    '[{"kind": "gst", "up_to_price": 500, "percent": 0}, {"kind": "gst", "percent": 18}, {"kind": "local", "state": "Tamil Nadu", "percent": 10}]',
    p_within) $$;
create function pg_temp.rates(p_price numeric, p_state text) returns text
  language sql security definer set search_path = '' as $$
  select concat_ws(' ', trim_scale(r.gst_percent), trim_scale(r.local_percent), r.includes_gst)
  from private.rate_line(p_price, 1, p_state, private.terms()) as r
$$;
create function pg_temp.price(p_answer jsonb) returns text
  language sql as $$ select concat_ws(' ', p_answer ->> 'subtotal', p_answer ->> 'gst', p_answer ->> 'local_tax', p_answer ->> 'fee',
    p_answer ->> 'fee_gst', p_answer ->> 'total') $$;
create function pg_temp.held(p_order text, p_code text, variadic p_lines text[]) returns jsonb language sql as $$
  select public.hold_seats(tests.order_id(p_order), tests.lines(variadic p_lines), p_code) $$;
create function pg_temp.buys(p_order text, p_code text, variadic p_lines text[]) returns numeric language plpgsql as $$
declare
  v_total numeric;
begin
  perform tests.act_as('asha@example.in');
  v_total := (pg_temp.held(p_order, p_code, variadic p_lines) ->> 'total')::numeric;
  perform tests.submit(p_order, '4' || lpad((abs(hashtext(p_order)::bigint) % 99999999999)::text, 11, '0'), v_total, variadic p_lines);
  perform tests.approve(p_order);
  set constraints all immediate;
  set constraints all deferred;
  return v_total;
end $$;
-- Price of all seats, taxable value, GST, local tax, fee and its GST of each line.
create function pg_temp.lines(p_order text) returns setof text language sql security definer as $$
  select concat_ws(' ', l.unit_price * l.quantity, l.total_amount - l.gst_amount - l.local_tax_amount - l.fee_amount - l.fee_gst_amount,
    l.gst_amount, l.local_tax_amount, l.fee_amount, l.fee_gst_amount, l.total_amount)
  from public.payment_lines l where l.payment_id = tests.payment_id(p_order) order by l.line $$;

-- Its day, and what is kept.
select tests.act_as('asha@example.in');
select is(pg_temp.price(tests.hold('before', 'Gold:A1')), '1770.00 318.60 0.00 30.00 0.00 2118.60', 'A shop begins with GST on top');
select tests.act_as('admin@example.in');
select pg_temp.set_terms(true);
select pg_temp.set_terms(false, 2);
select pg_temp.set_terms(null, 3);
select pg_temp.set_terms(null, 2);
select results_eq($$ select from_day - (now() at time zone 'Asia/Kolkata')::date, prices_include_gst from terms_by_day order by from_day desc limit 3 $$,
  $$ values (3, false), (2, false), (0, true) $$, 'Each day has its own; one that says nothing keeps it');
select isnt_empty($$ select from audit_log where "table" = 'shop_terms' and after ->> 'prices_include_gst' = 'true' $$, 'The history has it');
select tests.act_as('asha@example.in');
select is(pg_temp.price(tests.hold('before', 'Gold:A1')), '1770.00 318.60 0.00 30.00 0.00 2118.60', 'A running hold keeps its price');
select is(pg_temp.price(tests.hold('before', 'Gold:A1', 'Silver:A1')), '2236.10 402.50 46.61 60.00 5.40 2750.61',
  'A category that is added has GST in its price');

-- Whether a price is exempt does not depend on itself.
select tests.act_as_owner();
select is(pg_temp.rates(price, state), rates, format('A seat at %s in %s', price, coalesce(state, 'no known state'))) from (values
  (500, null, '0 0 t'), (500.01, null, '18 0 t'), (590, null, '18 0 t'), (1770, 'Tamil Nadu', '18 10 t'), (0, null, '0 0 t')) as c(price, state, rates);

-- The price is what it says, and the fee with its GST and the local tax come on top.
select tests.act_as('asha@example.in');
select is(pg_temp.price(tests.hold('plain', 'Gold:B1')), '1500.00 270.00 150.00 30.00 5.40 1955.40', 'As 1,500 rupees with GST on top');
select ok((tests.hold('plain', 'Gold:B1') #>> '{lines,0,includes_gst}')::boolean, 'The answer says that its price includes GST');
select is(pg_temp.buys('three', null, 'Odd:A1,A2,A3'), 3360.47, 'Three at 1,000.01 are 3,000.03, 254.24 of the state on 2,542.40, and the fee');
select results_eq($$ select pg_temp.lines('three') $$, $$ values ('3000.03 2542.40 457.63 254.24 90.00 16.20 3360.47') $$, 'rounded once for the order');
select is(pg_temp.buys('mixed', null, 'Lawn:A1,A2', 'Gold:C1', 'Silver:C1'), 3758.21, 'An exempt price, and two with GST in them');
select results_eq($$ select pg_temp.lines('mixed') $$, $$ values ('1000.00 1000.00 0.00 100.00 60.00 10.80 1170.80'),
  ('1770.00 1500.00 270.00 150.00 30.00 5.40 1955.40'), ('550.00 466.10 83.90 46.61 30.00 5.40 632.01') $$, 'each with what it says');

-- A code lowers the price as typed.
select tests.act_as('asha@example.in');
select public.check_code('TENOFF', tests.event_id('Chennai'));
select is(pg_temp.buys('coded', 'TENOFF', 'Gold:D1', 'Silver:D1'), 2343.30, 'Ten percent off both');
select results_eq($$ select pg_temp.lines('coded') $$, $$ values ('1593.00 1350.00 243.00 135.00 30.00 5.40 1763.40'),
  ('495.00 495.00 0.00 49.50 30.00 5.40 579.90') $$, 'and a price that a code brings to 495 is exempt');

-- The door, and what goes back.
select tests.act_as('farah@example.in');
select is(pg_temp.price(public.price_at_door(tests.lines('Gold:E1'), 'cash')), '1500.00 270.00 150.00 1920.00', 'The same at the door, without the fee');
select public.open_till(tests.order_id('till'), 'Gate', 0);
select public.sell_at_door(tests.order_id('door'), tests.order_id('till'), tests.lines('Gold:E1'), 'cash', 1920);
select tests.act_as_owner();
select results_eq($$ select (private.part_of_line(l, 1)).total_amount - (private.part_of_line(l, 1)).local_tax_amount - (private.part_of_line(l, 1)).fee_amount
    - (private.part_of_line(l, 1)).fee_gst_amount from public.payment_lines l where l.payment_id = tests.payment_id('three') $$,
  $$ values (1000.01) $$, 'One seat of three costs its price and what is on top');
select is((private.part_of_line(l, 1)).total_amount - (private.part_of_line(l, 2)).total_amount, -0.01, 'also where value and GST both end in half a paisa')
  from (select (jsonb_populate_record(null::public.payment_lines, '{"quantity": 2, "unit_price": 0.01, "total_amount": 0.02, "gst_amount": 0.01,
    "local_tax_amount": 0, "fee_amount": 0, "fee_gst_amount": 0, "rounding_amount": 0}')).*) as l;
select tests.act_as('admin@example.in');
select public.mark_refunded((public.start_refund(tests.payment_id('coded'), (
    select t.id from public.user_tickets t where t.payment_id = tests.payment_id('coded') and t.ticket_category_id = tests.category_id('Gold')), 1763.40, 'Ill')).id,
  '512345678901', null, false, 1763.40, 'bank', '50100123456789 HDFC0001234');
set constraints all immediate;
set constraints all deferred;

-- Papers, ledger and settlement.
select tests.act_as_owner();
select is(count(*), 4::bigint, 'Each order has its paper, of what was paid')
  from public.papers x join public.payments p on p.id = x.payment_id
  where x.kind in ('tax_invoice', 'invoice_bill') and (x.totals ->> 'total')::numeric = (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p.id);
select results_eq($$ select e ->> 'rate', (e ->> 'taxable')::numeric, (e ->> 'cgst')::numeric + (e ->> 'sgst')::numeric, (e ->> 'total')::numeric
    from public.papers x, jsonb_array_elements(x.lines) with ordinality as l (e, n)
    where x.payment_id = tests.payment_id('mixed') order by l.n $$,
  $$ values ('0.00', 1000.00, 0.00, 1100.00), ('18.00', 1500.00, 270.00, 1920.00), ('18.00', 466.10, 83.90, 596.61), ('18.00', 120.00, 21.60, 141.60) $$,
  'with the price without GST as taxable value');
select results_eq($$ select x.totals ->> 'taxable', x.totals ->> 'total' from public.papers x where x.kind = 'credit_note' $$,
  $$ values ('1380.00', '1763.40') $$, 'A credit note takes back both');
select is_empty($$ select * from private.ledger_faults() $$, 'The ledger is what it would be if rebuilt');
select results_eq($$ select l.account, -sum(l.amount) from public.ledger l where l.account in ('sales', 'gst', 'local_tax', 'fee') group by 1 order by 1 $$,
  $$ values ('fee', 240.00), ('gst', 1124.73), ('local_tax', 750.35), ('sales', 7503.50) $$, 'and has prices without GST as sales');
select results_eq($$ select t ->> 'gross', t ->> 'discount', t ->> 'sales', t ->> 'net', t ->> 'net_gst', t ->> 'net_local_tax', t ->> 'net_fee'
    from (select private.settlement_figures(tests.event_id('Chennai')) -> 'total' as t) as f $$,
  $$ values ('9058.50', '205.00', '8853.50', '7503.50', '1124.73', '750.35', '240.00') $$,
  'A settlement says the same; a discount is without the GST that it took off');
