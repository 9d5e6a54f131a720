-- Totals of whole rupees: what is added or taken off, where it is booked, and that it goes back with what it was of.
select tests.create_people('Asha Menon <asha@example.in>', 'admin: admin@example.in', 'box_office: farah@example.in');
select tests.create_concert('Pune', 'Gold 1000.01 x100', 'Low 99.25 x100', 'Even 1500 x100');
update public.events set state = 'Maharashtra' where city = 'Pune';
insert into public.staff_events (user_id, role, event_id) values (tests.user_id('farah@example.in'), 'box_office', tests.event_id('Pune'));
insert into public.discount_codes (code, event_id, percent) values ('TENOFF', tests.event_id('Pune'), 10);
update public.shop_settings set gstin = '27AAPFU0939F1ZV';

create function pg_temp.set_terms(p_rounds boolean, p_day integer default 0) returns void language sql as $$
  select public.set_tax_terms((now() at time zone 'Asia/Kolkata')::date + p_day, 'rules', 18, 30, 18,
    '[{"kind": "gst", "up_to_price": 500, "percent": 0}, {"kind": "gst", "percent": 18}]', null, p_rounds) $$;
create function pg_temp.ends() returns void language plpgsql as $$ begin set constraints all immediate; set constraints all deferred; end $$;
create function pg_temp.buys(p_order text, p_code text, variadic p_lines text[]) returns numeric language plpgsql as $$
declare
  v_total numeric;
begin
  perform tests.act_as('asha@example.in');
  v_total := (public.hold_seats(tests.order_id(p_order), tests.lines(variadic p_lines), p_code) ->> 'total')::numeric;
  perform tests.submit(p_order, '4' || lpad((abs(hashtext(p_order)::bigint) % 99999999999)::text, 11, '0'), v_total, variadic p_lines);
  perform tests.approve(p_order);
  perform pg_temp.ends();
  return v_total;
end $$;
-- Taxable value, both GSTs, fee, rounding and total of each line.
create function pg_temp.lines(p_order text) returns setof text language sql security definer as $$
  select concat_ws(' ', l.total_amount - l.gst_amount - l.local_tax_amount - l.fee_amount - l.fee_gst_amount - l.rounding_amount,
    l.gst_amount + l.fee_gst_amount, l.fee_amount, l.rounding_amount, l.total_amount)
  from public.payment_lines l where l.payment_id = tests.payment_id(p_order) order by l.line $$;
create function pg_temp.balance(p_account text) returns numeric language sql security definer as $$
  select coalesce(-sum(l.amount), 0) from public.ledger l where l.account = p_account $$;
-- Kind, total and rounding of each paper.
create function pg_temp.papers(p_order text) returns text language sql security definer as $$
  select string_agg(concat_ws(' ', x.kind, x.totals ->> 'total',
    (select l ->> 'total' from jsonb_array_elements(x.lines) as l where l ->> 'what' = 'rounding')), ', ' order by x.kind = 'credit_note', x.running)
  from public.papers x where x.payment_id = tests.payment_id(p_order) $$;
create function pg_temp.refunds(p_order text, p_category text, p_amount numeric, p_utr text) returns void language plpgsql as $$
begin
  perform tests.act_as('admin@example.in');
  perform public.mark_refunded((public.start_refund(tests.payment_id(p_order), (
    select t.id from public.user_tickets t where t.payment_id = tests.payment_id(p_order) and t.ticket_category_id = tests.category_id(p_category)), p_amount, 'Ill')).id,
    p_utr, null, false, p_amount, 'bank', '50100123456789 HDFC0001234');
  perform pg_temp.ends();
end $$;

-- Its day.
select tests.act_as('admin@example.in');
select pg_temp.set_terms(null);
select tests.act_as('asha@example.in');
select is(tests.hold('before', 'Gold:A1') ->> 'total', '1215.41', 'A shop begins with paise');
select tests.act_as('admin@example.in');
select pg_temp.set_terms(true);
select pg_temp.set_terms(false, 2);
select pg_temp.set_terms(null, 2);
select results_eq($$ select from_day - (now() at time zone 'Asia/Kolkata')::date, round_to_rupee from terms_by_day order by from_day desc limit 2 $$,
  $$ values (2, false), (0, true) $$, 'A day rounds or does not; one that says nothing keeps it');
select tests.act_as('asha@example.in');
select is(tests.hold('before', 'Gold:A1') ->> 'total', '1215.41', 'A running hold keeps its price,');
select is(tests.hold('before', 'Gold:A1', 'Low:A1') ->> 'total', '1350.00', 'and a category that is added rounds the order');

-- Approved: the largest line has it.
select is(pg_temp.buys('one', null, 'Gold:B1'), 1215.00, '1,215.41 are 1,215');
select results_eq($$ select pg_temp.lines('one') $$, $$ values ('1000.01 185.40 30.00 -0.41 1215.00') $$, 'less 41 paise, which are neither price nor tax');
select is(pg_temp.buys('three', null, 'Low:B1', 'Gold:B2,B3'), 2565.00, '134.65 and 2,430.83 are 2,565');
select results_eq($$ select pg_temp.lines('three') $$, $$ values ('99.25 5.40 30.00 0.00 134.65'), ('2000.02 370.80 60.00 -0.47 2430.35') $$, 'rounded once');
select is(pg_temp.papers('one') || ', ' || pg_temp.papers('three'), 'tax_invoice 1215.00 -0.41, invoice_bill 2565.00 -0.47', 'which is a line of the paper');
select is(pg_temp.buys('even', null, 'Even:A1'), 1805.00, 'A price in paise, 1,805.40, ends below;');
select tests.act_as('asha@example.in');
select public.check_code('TENOFF', tests.event_id('Pune'));
select is(pg_temp.buys('coded', 'TENOFF', 'Gold:C1'), 1097.00, 'with a code it is the lowered price that is rounded');
select results_eq($$ select pg_temp.lines('coded') $$, $$ values ('900.01 167.40 30.00 -0.41 1097.00') $$, 'once');
select tests.act_as_owner();
select results_eq($$ select concat_ws(' ', p.rounding_amount, p.total_amount) from public.payment_lines l, private.part_of_line(l, 1) as p
    where l.payment_id = tests.payment_id('three') and l.quantity = 2 $$, $$ values ('-0.24 1215.17') $$, 'One seat of two, given back, takes half of it with it');

-- The door.
select tests.act_as('farah@example.in');
select is(public.price_at_door(tests.lines('Low:D1,D2'), 'cash') ->> 'total', '199.00', 'Half a rupee is rounded up at the door');
select public.open_till(tests.order_id('till'), 'Gate', 0);
select public.sell_at_door(tests.order_id('door'), tests.order_id('till'), tests.lines('Low:D1,D2'), 'cash', 199);
select public.sell_at_door(tests.order_id('undone'), tests.order_id('till'), tests.lines('Gold:D1'), 'cash', 1180);
select pg_temp.ends();
select is(pg_temp.papers('door'), 'bill_of_supply 199.00 0.50', 'which is on the bill');
select public.undo_door_sale(tests.order_id('undone'), 'Wrong seat');
select pg_temp.ends();
select is(pg_temp.papers('undone'), 'tax_invoice 1180.00 -0.01, credit_note 1180.00 -0.01', 'and goes back with a sale that is undone');
select is(pg_temp.balance('rounding'), -0.41 - 0.47 - 0.40 - 0.41 + 0.50, 'The ledger has it in an account of its own');

-- What goes back.
select pg_temp.refunds('one', 'Gold', 600, '512345678901');
select is(pg_temp.papers('one'), 'tax_invoice 1215.00 -0.41, credit_note 600.00 -0.20', 'A part of the money takes its part of it,');
select pg_temp.refunds('three', 'Gold', 2430.35, '512345678902');
select is(pg_temp.papers('three'), 'invoice_bill 2565.00 -0.47, credit_note 2430.35 -0.47', 'a whole ticket all of it');
select tests.act_as_owner();
select is(pg_temp.balance('rounding'), -0.21 - 0.40 - 0.41 + 0.50, 'and so says the ledger,');
select is_empty($$ select * from private.ledger_faults() $$, 'which is what it would be if rebuilt');
select is((t ->> 'total')::numeric - (t ->> 'refunded')::numeric, (t ->> 'net')::numeric + (t ->> 'net_gst')::numeric + (t ->> 'net_fee')::numeric + (t ->> 'net_rounding')::numeric,
    'A settlement adds up with it')
  from (select private.settlement_figures(tests.event_id('Pune')) -> 'total' as t) as f;
select is(t ->> 'net_rounding', '-0.52', 'as a line of its own') from (select private.settlement_figures(tests.event_id('Pune')) -> 'total' as t) as f;
select is((private.split_settlement(t, '[]', '[]') ->> 'left')::numeric, (t ->> 'net')::numeric + (t ->> 'net_fee')::numeric - 0.52, 'which is the organiser''s')
  from (select private.settlement_figures(tests.event_id('Pune')) -> 'total' as t) as f;
select is((select f.figures ->> 'without_paper' from private.month_figures() as f), '0.00', 'and a month has no sale without a paper');
select tests.act_as('admin@example.in');
select is((select sum((r ->> 15)::numeric) from json_array_elements((public.month_file(date_trunc('month', now() at time zone 'Asia/Kolkata')::date, 'register')::json) -> 'rows') as r),
  (select sum((x.totals ->> 'total')::numeric) from public.papers x where x.kind <> 'credit_note'), 'Rows of the register add up to its papers,');
select is((select array_agg(distinct h ->> 'hsn_sc') from jsonb_array_elements(public.gstr1(date_trunc('month', now() at time zone 'Asia/Kolkata')::date) #> '{hsn,hsn_b2c}') as h),
  array['998554', '999622'], 'while GSTR-1 has supplies alone');
