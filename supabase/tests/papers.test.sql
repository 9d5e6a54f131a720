-- Papers: tax invoices, bills of supply and credit notes: their kinds, numbers, tax, what they keep, and who reads them.
select tests.create_people('Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>', 'admin: admin@example.in', 'box_office: farah@example.in');
select tests.create_concert('Pune', 'Gold 1500 x30', 'Odd 1500.03 x9', 'Low 400 x9');
select tests.create_concert('Goa', 'Silver 900 x20');
update public.events e set state = v.state from (values ('Pune', 'Maharashtra'), ('Goa', 'Goa')) as v (city, state) where e.city = v.city;
select tests.without_triggers('update public.shop_terms set fee_gst_percent = 18');
insert into public.staff_events (user_id, role, event_id) values (tests.user_id('farah@example.in'), 'box_office', tests.event_id('Pune'));

-- A transaction ends.
create function pg_temp.ends() returns void language plpgsql as $$ begin set constraints all immediate; set constraints all deferred; end $$;
create function pg_temp.gstin(p_gstin text) returns void language sql as $$
  select tests.as_owner(format('update public.shop_settings set gstin = %L, revision = revision where id = 1', p_gstin)) $$;
create function pg_temp.approved(p_who text, p_order text, p_amount numeric, variadic p_lines text[]) returns void language plpgsql as $$
begin
  perform tests.submit_as(p_who, p_order, translate(substr(md5(p_order), 1, 12), 'abcdef', '123456'), p_amount, variadic p_lines);
  perform tests.approve(p_order);
  perform pg_temp.ends();
end $$;
create function pg_temp.papers(p_order text) returns setof public.papers language sql security definer as $$
  select * from public.papers x where x.payment_id = tests.payment_id(p_order) order by x.kind = 'credit_note', x.running $$;
create function pg_temp.all_papers() returns setof public.papers language sql security definer as $$ select * from public.papers $$;
-- Kind, number without its year, taxable value, taxes, total.
create function pg_temp.said(p_order text) returns text language sql as $$
  select coalesce(string_agg(concat_ws(' ', x.kind, left(x.number, 2) || right(x.number, 6), x.totals ->> 'taxable',
    (x.totals ->> 'cgst') || '+' || (x.totals ->> 'sgst') || '+' || (x.totals ->> 'igst'), x.totals ->> 'total'), ', '), '') from pg_temp.papers(p_order) as x $$;
create function pg_temp.lines(p_order text, p_nth integer default 0) returns text language sql as $$
  select string_agg(concat_ws(' ', l ->> 'what', l ->> 'category', nullif(array_to_string(array(select jsonb_array_elements_text(nullif(l -> 'seats', 'null'))), '+'), ''),
      l ->> 'quantity', l ->> 'sac', l ->> 'place', (l ->> 'rate') || '%', l ->> 'taxable', l ->> 'cgst', l ->> 'sgst', l ->> 'igst', l ->> 'total'), ', ' order by n)
  from (select x.lines from pg_temp.papers(p_order) as x offset p_nth limit 1) as p, jsonb_array_elements(p.lines) with ordinality as e (l, n) $$;
create function pg_temp.refunds(p_order text, p_category text, p_amount numeric, p_utr text) returns void language plpgsql as $$
begin
  perform tests.act_as('admin@example.in');
  perform public.mark_refunded((public.start_refund(tests.payment_id(p_order), (
    select t.id from public.user_tickets t where t.payment_id = tests.payment_id(p_order) and t.ticket_category_id = tests.category_id(p_category)), p_amount, 'Ill')).id,
    p_utr, null, false, p_amount, 'bank', '50100123456789 HDFC0001234');
  perform pg_temp.ends();
end $$;

-- Without a GSTIN.
select pg_temp.approved('asha@example.in', 'first', 1805.40, 'Gold:A1');
select is(pg_temp.said('first'), 'bill_of_supply MF000001 1530.00 137.70+137.70+0.00 1805.40', 'A shop without a GSTIN issues a bill of supply');
select is((select x.gstin from pg_temp.papers('first') as x), null, 'that names none');
select matches((select x.number from pg_temp.papers('first') as x), '^MF/[0-9]{4}/000001$', 'and has a series, a financial year and a running number');
select tests.act_as('owner');
select is((select (x.day, x.year) from pg_temp.papers('first') as x), (select (d.day, private.financial_year(d.day)) from (select (clock_timestamp() at time zone 'Asia/Kolkata')::date as day) as d), 'of today');
select tests.act_as('admin@example.in');

-- With one.
select pg_temp.gstin('27AAPFU0939F1ZV');
select pg_temp.approved('asha@example.in', 'pair', 3610.80, 'Gold:A2,A3');
select is(pg_temp.said('pair'), 'tax_invoice MF000001 3060.00 275.40+275.40+0.00 3610.80', 'A GSTIN has invoices and a series of its own');
select is(pg_temp.lines('pair'), 'tickets Gold A2+A3 2 999622 Maharashtra 18.00% 3000.00 270.00 270.00 0.00 3540.00, fee 2 998554 Maharashtra 18.00% 60.00 5.40 5.40 0.00 70.80',
  'The fee is a line of its own; half of the tax is the state''s');
select is((select x.seller - 'address' from pg_temp.papers('pair') as x), '{"name": "Mehfil", "state": "Maharashtra"}', 'The seller is as in Settings');
select is((select concat_ws(' ', x.buyer, x.place_of_supply) from pg_temp.papers('pair') as x), '{"name": "Asha Menon"} Maharashtra', 'the buyer as in the profile, the place the venue''s');
select pg_temp.approved('asha@example.in', 'away', 1097.40, 'Silver:A1');
select is(pg_temp.said('away'), 'tax_invoice MF000002 930.00 0.00+0.00+167.40 1097.40', 'In another state the tax is IGST');
select pg_temp.approved('asha@example.in', 'odd', 1805.44, 'Odd:A1');
select is(pg_temp.lines('odd'), 'tickets Odd A1 1 999622 Maharashtra 18.00% 1500.03 135.00 135.01 0.00 1770.04, fee 1 998554 Maharashtra 18.00% 30.00 2.70 2.70 0.00 35.40',
  'An odd paisa is the state''s');
select pg_temp.approved('asha@example.in', 'both', 2902.80, 'Gold:A4', 'Silver:A2');
select is(pg_temp.lines('both'), 'tickets Gold A4 1 999622 Maharashtra 18.00% 1500.00 135.00 135.00 0.00 1770.00, tickets Silver A2 1 999622 Goa 18.00% 900.00 0.00 0.00 162.00 1062.00, '
  || 'fee 1 998554 Maharashtra 18.00% 30.00 2.70 2.70 0.00 35.40, fee 1 998554 Goa 18.00% 30.00 0.00 0.00 5.40 35.40', 'One paper has all of an order');
select is((select x.place_of_supply from pg_temp.papers('both') as x), null, 'whose lines name the place where there are two');
update public.events e set state = null where e.city = 'Goa';
select pg_temp.approved('asha@example.in', 'unknown', 1097.40, 'Silver:A3');
select is((select concat_ws(' ', pg_temp.said('unknown'), x.place_of_supply) from pg_temp.papers('unknown') as x),
  'tax_invoice MF000005 930.00 83.70+83.70+0.00 1097.40 Maharashtra', 'A place that is not known is the seller''s');
select tests.act_as('owner');
select is((select count(*) from unnest(private.states()) as s where s not in (select private.state_of_gstin(lpad(n::text, 2, '0')) from generate_series(1, 38) as n)), 0::bigint, 'Every state has a code');
select is(private.state_of_gstin('97AAPFU0939F1ZV'), null, 'and another code none');
select is(private.state_of_gstin(null), null, 'as no GSTIN has');

-- Exempt, and nothing at all.
select tests.without_triggers('update public.shop_terms set gst_percent = 0, fee_gst_percent = 0');
select pg_temp.approved('asha@example.in', 'exempt', 430, 'Low:A1');
select is(pg_temp.said('exempt'), 'bill_of_supply MF000006 430.00 0.00+0.00+0.00 430.00', 'Where nothing is taxed it is a bill of supply, in the same series');
select tests.without_triggers('update public.shop_terms set gst_percent = 18, fee_gst_percent = 18');
select tests.submit_as('ravi@example.in', 'no', '412345678911', 1805.40, 'Gold:A5');
select tests.act_as('admin@example.in');
select public.review_payment(tests.payment_id('no'), 'rejected');
select tests.submit_as('admin@example.in', 'trial', '412345678912', 1805.40, 'Gold:A6');
select tests.as_owner('update public.payments set is_test = true, user_id = ''' || tests.user_id('ravi@example.in') || ''' where id = ''' || tests.payment_id('trial') || '''');
select tests.approve('trial');
select tests.act_as('farah@example.in');
select public.open_till(tests.order_id('till'), 'Gate', 0);
select public.sell_at_door(tests.order_id('guest'), tests.order_id('till'), tests.lines('Gold:B1'), 'complimentary', 0);
select pg_temp.ends();
select is(pg_temp.said('no') || pg_temp.said('trial') || pg_temp.said('guest'), '', 'What is rejected, a test or costs nothing has no paper');

-- Once.
select tests.approve('pair');
select pg_temp.ends();
select tests.as_owner('select private.write_invoice(''' || tests.payment_id('pair') || ''')');
select is(pg_temp.said('pair'), 'tax_invoice MF000001 3060.00 275.40+275.40+0.00 3610.80', 'A repeat issues nothing');
select tests.submit_as('asha@example.in', 'fails', '412345678913', 1805.40, 'Gold:B3');
select tests.act_as('owner');
do $$ begin perform private.next_number('27AAPFU0939F1ZV', 'MF', clock_timestamp()); raise sqlstate 'PT409'; exception when sqlstate 'PT409' then null; end $$;
select tests.approve('fails');
select pg_temp.ends();
select is(pg_temp.said('fails'), 'tax_invoice MF000007 1530.00 137.70+137.70+0.00 1805.40', 'What fails gives its number back');

-- The financial year.
select tests.submit_as('asha@example.in', o, r, 1805.40, 'Gold:' || s) from (values ('march', '412345678921', 'C1'), ('april', '412345678922', 'C2'), ('late', '412345678923', 'C3')) as v (o, r, s);
select tests.approve(o) from unnest(array['march', 'april', 'late']) as o;
select tests.act_as('owner');
select private.write_invoice(tests.payment_id('march'), '2031-03-31 18:29:59+00');
select private.write_invoice(tests.payment_id('april'), '2031-03-31 18:30:00+00');
select private.write_invoice(tests.payment_id('late'), '2031-04-05 00:00:00+00');
select pg_temp.ends();
select is((select string_agg(x.number || ' ' || x.day, ', ' order by x.number) from public.papers x where x.year > '3000'),
  'MF/3031/000001 2031-03-31, MF/3132/000001 2031-04-01, MF/3132/000002 2031-04-05', 'A year begins at midnight of 1 April in India, its numbers at 1');
select is((select n.day from private.next_number('27AAPFU0939F1ZV', 'MF', '2031-04-02 00:00:00+00') as n), '2031-04-05'::date, 'No number has an earlier day than the one before it');
update private.paper_series set last = 999999 where year = '3132';
select is((select n.number from private.next_number('27AAPFU0939F1ZV', 'MF', '2031-04-06 00:00:00+00') as n), 'MF/3132/1000000', 'A series has room for more than a million');

-- Credit notes.
select pg_temp.refunds('pair', 'Gold', 1805.40, '512345678901');
select is(pg_temp.said('pair'), 'tax_invoice MF000001 3060.00 275.40+275.40+0.00 3610.80, credit_note CN000001 1530.00 137.70+137.70+0.00 1805.40', 'A part that goes back has a credit note of that part');
select is(pg_temp.lines('pair', 1), 'tickets Gold A2+A3 2 999622 Maharashtra 18.00% 1500.00 135.00 135.00 0.00 1770.00, fee 2 998554 Maharashtra 18.00% 30.00 2.70 2.70 0.00 35.40', 'with its share of tax and fee');
select pg_temp.gstin('29AAGCB7383J1Z4');
select pg_temp.refunds('both', 'Silver', 1097.40, '512345678902');
select is(pg_temp.said('both'), 'tax_invoice MF000004 2460.00 137.70+137.70+167.40 2902.80, credit_note CN000002 930.00 0.00+0.00+167.40 1097.40', 'It is of the GSTIN of the invoice');
select tests.act_as('admin@example.in');
select public.start_refund(tests.payment_id('away'), (select t.id from public.user_tickets t where t.payment_id = tests.payment_id('away')), null, 'Ill');
select pg_temp.ends();
select is(pg_temp.said('away'), 'tax_invoice MF000002 930.00 0.00+0.00+167.40 1097.40', 'What is only owed has none');
select pg_temp.refunds('unknown', 'Silver', 1097.40, '512345678903');
select is((select count(*) from pg_temp.papers('unknown')), 2::bigint, 'one refund, one note');
select tests.act_as('admin@example.in');
select public.mark_refunded((public.start_refund(tests.payment_id('no'), null, 1805.40, 'Sent by mistake')).id, '512345678904', null, false, 1805.40, 'bank', '50100123456789 HDFC0001234');
select pg_temp.ends();
select is(pg_temp.said('no'), '', 'Money that bought nothing has none');
select tests.act_as('farah@example.in');
select public.sell_at_door(tests.order_id('door'), tests.order_id('till'), tests.lines('Gold:B2'), 'cash', 1770);
select pg_temp.ends();
select is(pg_temp.said('door'), 'tax_invoice MF000001 1500.00 0.00+0.00+270.00 1770.00', 'A sale at the door has its paper, here the first of another GSTIN');
select is((public.read_papers(tests.payment_id('door')) #>> '{papers,0,number}'), (select x.number from pg_temp.papers('door') as x), 'which who sold it may read,');
select tests.refuses('farah@example.in', 'select public.read_papers(''' || tests.payment_id('pair') || ''')', 'PT404', 'not_found', 'no other one,');
select tests.refuses('asha@example.in', 'select public.read_papers(''' || tests.payment_id('door') || ''')', 'PT403', 'forbidden', 'and no customer');
select tests.act_as('admin@example.in');
select is(public.read_papers(tests.payment_id('door')) ->> 'order_code', tests.order_code('door'), 'Admins read it, too');
select tests.act_as('farah@example.in');
select public.undo_door_sale(tests.order_id('door'), 'Wrong seat');
select pg_temp.ends();
select is(pg_temp.said('door'), 'tax_invoice MF000001 1500.00 0.00+0.00+270.00 1770.00, credit_note CN000001 1500.00 0.00+0.00+270.00 1770.00', 'and when it is undone a credit note of all');
select is((select count(*) from (select x.gstin, x.year, x.kind = 'credit_note', max(x.running) - count(*) as gap from public.papers x where x.year < '3000' group by 1, 2, 3) as g where g.gap <> 0), 0::bigint, 'No series has a gap');

-- The books say the same.
select tests.act_as('owner');
select is((select string_agg(concat_ws(' ', l.account, l.amount), ', ' order by l.account)
    from (select x.account, -sum(x.amount) as amount from public.ledger x where x.account in ('sales', 'fee', 'gst', 'local_tax') group by 1) as l),
  (select string_agg(concat_ws(' ', v.account, v.amount), ', ' order by v.account)
    from (
      select y.account, sum(y.amount * case when x.kind = 'credit_note' then -1 else 1 end) as amount
      from public.papers x, jsonb_array_elements(x.lines) as l,
        lateral (values (case l ->> 'what' when 'fee' then 'fee' else 'sales' end, (l ->> 'taxable')::numeric),
          ('gst', (l ->> 'cgst')::numeric + (l ->> 'sgst')::numeric + (l ->> 'igst')::numeric)) as y (account, amount)
      group by 1) as v), 'Papers and ledger agree to the paisa, by account');

-- Companies.
select tests.refuses('asha@example.in', format('select public.save_profile(%L)', jsonb_build_object('gstin', g)), 'PT400', 'invalid', 'No GSTIN: ' || g)
  from unnest(array['27AAPFU0939F1ZW', '27AAPFU0939F1Z', '27aapfu0939f1zv x', '00AAPFU0939F1ZV', '27AAPFU0939G1ZV']) as g;
select is((select (p.company, p.gstin) from public.save_profile('{"company": " Rao Traders ", "gstin": " 29aagcb7383j1z4 "}') as p), row ('Rao Traders'::text, '29AAGCB7383J1Z4'::text), 'A company and its GSTIN are kept, in capitals');
select pg_temp.approved('asha@example.in', 'company', 1805.40, 'Gold:D1');
select is((select x.buyer from pg_temp.papers('company') as x), '{"name": "Asha Menon", "company": "Rao Traders", "gstin": "29AAGCB7383J1Z4"}', 'and are on the next paper,');
select is((select x.buyer from pg_temp.papers('pair') as x limit 1), '{"name": "Asha Menon"}', 'not on one that was issued');
select tests.act_as('asha@example.in');
select is((select (p.company, p.gstin) from public.save_profile('{"company": "", "gstin": ""}') as p), row (null::text, null::text), 'Both may go again');

-- Who reads them, and that nothing changes.
select is((select count(*) from public.papers), (select count(*) from public.papers x where x.user_id = tests.user_id('asha@example.in')), 'A customer reads their own');
select is((select jsonb_array_length(p -> 'papers') from jsonb_array_elements(public.my_wallet() -> 'payments') as p where p ->> 'id' = tests.payment_id('pair')::text), 2, 'which are in the wallet');
select is(jsonb_array_length(public.export_my_data() -> 'papers'), (select count(*)::integer from public.papers), 'and in the file of one''s data');
select tests.sees_none('ravi@example.in', 'select from public.papers', 'no other person''s');
select tests.denies(null, 'select from public.papers', 'a visitor none');
select tests.act_as('admin@example.in');
select is((select count(*) from public.papers), (select count(*) from pg_temp.all_papers()), 'Admins read all');
select is((select array_agg(p.order_code) from public.search_payments((select lower(x.number) from pg_temp.papers('odd') as x)) as p), array[tests.order_code('odd')], 'and find an order by a number');
select tests.denies(q, 'No role writes one: ' || q) from unnest(array['insert into public.papers (number) values (''MF/1'')', 'update public.papers set number = ''MF/1''', 'delete from public.papers',
  'select private.next_number(null, ''MF'', now())']) as q;
select tests.act_as('owner');
select is(tests.refusal(q) ->> 'code', 'forbidden', 'The owner changes none either: ' || q) from unnest(array['update public.papers set buyer = ''{}''', 'delete from public.papers', 'truncate public.papers cascade']) as q;
select tests.as_owner('update auth.sessions set created_at = now()');
select tests.act_as('asha@example.in');
select public.delete_my_account(true);
select tests.act_as('owner');
select is((select x.buyer ->> 'company' from pg_temp.papers('company') as x), 'Rao Traders', 'A deleted account leaves its papers as they were issued');

-- What is taxed and what is exempt in one order.
select tests.act_as('owner');
select is(private.kind_of_paper(lines, seller, buyer), kind, format('%s, seller %s, buyer %s: %s', what, seller is not null, buyer is not null, kind)) from (values
  ('Taxed and exempt', '[{"what": "tickets", "rate": 0, "taxable": 400}, {"what": "fee", "rate": 18, "taxable": 30}]'::jsonb, 'GSTIN', null, 'invoice_bill'),
  ('To a company', '[{"what": "tickets", "rate": 0, "taxable": 400}, {"what": "fee", "rate": 18, "taxable": 30}]', 'GSTIN', 'GSTIN', 'tax_invoice'),
  ('Without a GSTIN', '[{"what": "tickets", "rate": 0, "taxable": 400}, {"what": "fee", "rate": 18, "taxable": 30}]', null, null, 'bill_of_supply'),
  ('Free beside taxed', '[{"what": "tickets", "rate": 0, "taxable": 0}, {"what": "tickets", "rate": 18, "taxable": 1500}, {"what": "rounding", "rate": 0, "taxable": 0}]', 'GSTIN', null, 'tax_invoice'),
  ('A fee without tax', '[{"what": "tickets", "rate": 18, "taxable": 1500}, {"what": "fee", "rate": 0, "taxable": 30}]', 'GSTIN', null, 'tax_invoice'),
  ('Exempt', '[{"what": "tickets", "rate": 0, "taxable": 400}]', 'GSTIN', null, 'bill_of_supply')) as v (what, lines, seller, buyer, kind);
insert into public.shop_terms (from_day, gst_by) values ((now() at time zone 'Asia/Kolkata')::date, 'rules') on conflict (from_day) do update set gst_by = 'rules';
select pg_temp.approved('ravi@example.in', 'cum', 2240.80, 'Low:B1', 'Gold:E1');
select matches(pg_temp.said('cum'), '^invoice_bill MF[0-9]{6} 1960.00 0.00[+]0.00[+]280.80 2240.80$', 'An order of both is an invoice-cum-bill of supply, in the series of invoices');
