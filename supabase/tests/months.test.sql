-- Months: their figures, files and closing; GSTR-1; the year's turnover; IRNs.
select tests.create_people('Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>', 'admin: admin@example.in', 'box_office: box@example.in');
select tests.create_concert('Pune', 'Gold 1500 x30', 'Low 400 x9');
select tests.create_concert('Goa', 'Silver 900 x20', 'Royal 60000 x9');
update public.events e set state = v.state from (values ('Pune', 'Maharashtra'), ('Goa', 'Goa')) as v (city, state) where e.city = v.city;
insert into public.staff_events (user_id, role, event_id) values (tests.user_id('box@example.in'), 'box_office', tests.event_id('Pune'));
select tests.without_triggers('update public.shop_terms set fee_gst_percent = 18');
select tests.as_owner('update public.shop_settings set gstin = ''27AAPFU0939F1ZV'', revision = revision where id = 1');
update public.profiles set company = 'Iyer & Sons', gstin = '29AAGCB7383J1Z4' where id = tests.user_id('ravi@example.in');

create function pg_temp.month(p_back integer default 0) returns date language sql stable security definer set search_path = ''
as $$ select (private.month_of(private.today()) - make_interval(months => p_back))::date $$;
create function pg_temp.ends() returns void language plpgsql as $$ begin set constraints all immediate; set constraints all deferred; end $$;
create function pg_temp.approved(p_who text, p_order text, p_amount numeric, variadic p_lines text[]) returns void language plpgsql as $$
begin
  perform tests.submit_as(p_who, p_order, translate(substr(md5(p_order), 1, 12), 'abcdef', '123456'), p_amount, variadic p_lines);
  perform tests.approve(p_order);
  perform pg_temp.ends();
end $$;
create function pg_temp.refunded(p_order text, p_category text, p_amount numeric, p_utr text) returns void language plpgsql as $$
begin
  perform tests.act_as('admin@example.in');
  perform public.mark_refunded((public.start_refund(tests.payment_id(p_order), (
    select t.id from public.user_tickets t where t.payment_id = tests.payment_id(p_order) and t.ticket_category_id = tests.category_id(p_category)), p_amount, 'Ill')).id,
    p_utr, null, false, p_amount, 'bank', '50100123456789 HDFC0001234');
  perform pg_temp.ends();
end $$;
create function pg_temp.import(variadic p_rows jsonb[]) returns jsonb language sql as $$ select public.import_bank_rows(to_jsonb(p_rows)) $$;
-- The rows of a file as objects.
create function pg_temp.file(p_file text, p_month date default pg_temp.month(1)) returns setof jsonb language sql as $$
  select (select jsonb_object_agg(c.name, r.row -> (c.n::integer - 1)) from jsonb_array_elements_text(f.page -> 'columns') with ordinality as c (name, n))
  from (select public.month_file(p_month, p_file)::jsonb as page) as f, jsonb_array_elements(f.page -> 'rows') with ordinality as r (row, n) order by r.n $$;
create function pg_temp.sums(p_file text, p_month date default pg_temp.month(1)) returns text language sql as $$
  select concat_ws(' ', count(*), sum((f ->> 'taxable')::numeric), sum((f ->> 'cgst')::numeric), sum((f ->> 'sgst')::numeric), sum((f ->> 'igst')::numeric),
    sum((f ->> 'local_tax')::numeric), sum((f ->> 'total')::numeric)) from pg_temp.file(p_file, p_month) as f $$;
create function pg_temp.shown(p_month date, variadic p_keys text[]) returns text language sql as $$
  select string_agg(coalesce(m ->> k, '-'), ' ' order by n) from jsonb_array_elements(public.list_months()) as m, unnest(p_keys) with ordinality as x (k, n) where m ->> 'month' = p_month::text $$;
create function pg_temp.again(p_month date) returns jsonb language sql security definer set search_path = '' as $$ select f.figures from private.month_figures() f where f.month = p_month $$;
create function pg_temp.kept(p_month date) returns jsonb language sql security definer set search_path = '' as $$ select c.totals from public.closed_months c where c.month = p_month $$;
-- What was booked until now was booked in an earlier month.
create function pg_temp.booked_in(p_back integer, p_subject uuid default null) returns void language plpgsql as $$
begin
  perform tests.without_triggers(format('update public.ledger set day = %L where %L::uuid is null or subject = %2$L', pg_temp.month(p_back) + 9, p_subject));
  perform tests.without_triggers(format('update public.papers set day = %L where %L::uuid is null', pg_temp.month(p_back) + 9, p_subject));
end $$;

-- A month: to the same state and another, to a company, a large one, an exempt one, at the door, and refunds.
select pg_temp.approved('asha@example.in', 'pair', 3610.80, 'Gold:A1,A2');
select pg_temp.approved('asha@example.in', 'away', 1097.40, 'Silver:A1');
select pg_temp.approved('ravi@example.in', 'firm', 1805.40, 'Gold:A3');
select pg_temp.approved('ravi@example.in', 'firm away', 1097.40, 'Silver:A2');
select pg_temp.approved('asha@example.in', 'large', 141670.80, 'Royal:A1,A2');
select tests.without_triggers('update public.shop_terms set gst_percent = 0, fee_gst_percent = 0');
select pg_temp.approved('asha@example.in', 'exempt', 430, 'Low:A1');
select tests.without_triggers('update public.shop_terms set gst_percent = 18, fee_gst_percent = 18');
select tests.act_as('box@example.in');
select public.open_till(tests.order_id('till'), 'Gate 1', 500);
select public.sell_at_door(tests.order_id('cash'), tests.order_id('till'), tests.lines('Gold:D1'), 'cash', 1770);
select public.sell_at_door(tests.order_id('undone'), tests.order_id('till'), tests.lines('Gold:D2'), 'cash', 1770);
select public.sell_at_door(tests.order_id('gift'), tests.order_id('till'), tests.lines('Gold:D3'), 'complimentary', 0);
select public.move_till_cash(tests.order_id('move'), tests.order_id('till'), -300, 'Tea');
select pg_temp.ends();
select public.undo_door_sale(tests.order_id('undone'), 'Wrong seat');
select public.close_till(tests.order_id('till'), 1960);
select pg_temp.ends();
select pg_temp.refunded('pair', 'Gold', 1805.40, '512345678901');
select pg_temp.refunded('firm', 'Gold', 1805.40, '512345678902');
select pg_temp.refunded('large', 'Royal', 70835.40, '512345678903');
select pg_temp.import(tests.credit('412345678999', 77), tests.credit(translate(substr(md5('pair'), 1, 12), 'abcdef', '123456'), 3610.80));

-- Who and when.
select tests.refuses('asha@example.in', 'select public.list_months()', 'PT403', 'forbidden', 'Customers see no month');
select tests.refuses('box@example.in', format('select public.close_month(%L)', pg_temp.month()), 'PT403', 'forbidden', 'Box office staff close none');
select tests.refuses('box@example.in', format('select public.month_file(%L, ''register'')', pg_temp.month()), 'PT403', 'forbidden', 'and read no file');
select tests.refuses('asha@example.in', format('select public.gstr1(%L)', pg_temp.month()), 'PT403', 'forbidden', 'GSTR-1 neither');
select tests.act_as('admin@example.in');
select is(pg_temp.shown(pg_temp.month(), 'state'), 'running', 'This month runs');
select tests.refuses(format('select public.close_month(%L)', pg_temp.month()), 'PT409', 'too_soon', 'and is not closed before it is over');
select tests.refuses('select public.close_month(''2026-01-02'')', 'PT400', 'invalid', 'A month is its first day');
select tests.refuses('select public.close_month(''2020-01-01'')', 'PT404', 'not_found', 'A month without entries is not there');
select tests.refuses(format('select public.month_file(%L, ''all'')', pg_temp.month()), 'PT400', 'invalid', 'There are six files');
select pg_temp.booked_in(1);
select is(pg_temp.shown(pg_temp.month(1), 'state', 'closed_at', 'closed_by_name'), 'over - -', 'A month that is over waits to be closed');

-- Its figures are what ledger and papers say, each by itself.
select is(pg_temp.shown(pg_temp.month(1), 'turnover', 'cgst', 'sgst', 'igst', 'gst', 'local_tax', 'refunds', 'without_paper'),
  '65350.00 272.70 272.70 11140.20 11685.60 0.00 74446.20 0.00', 'The figures');
select is(pg_temp.sums('register'), '14 129940.00 683.10 683.10 21945.60 0.00 153251.80', 'The sales register: a row a paper, place, SAC and rate');
select is(pg_temp.sums('credit_notes'), '7 64590.00 410.40 410.40 10805.40 0.00 76216.20', 'Credit notes');
select is((select sum((f ->> 'cgst')::numeric + (f ->> 'sgst')::numeric + (f ->> 'igst')::numeric) from pg_temp.file('register') as f)
  - (select sum((f ->> 'cgst')::numeric + (f ->> 'sgst')::numeric + (f ->> 'igst')::numeric) from pg_temp.file('credit_notes') as f),
  pg_temp.shown(pg_temp.month(1), 'gst')::numeric, 'The register less the credit notes is the ledger''s tax, to the paisa');
select is((select sum((f ->> 'amount')::numeric) from pg_temp.file('refunds') as f), pg_temp.shown(pg_temp.month(1), 'refunds')::numeric, 'The refunds are what left');
select is((select string_agg(concat_ws(' ', f ->> 'sac', f ->> 'place_of_supply', f ->> 'rate', f ->> 'taxable', f ->> 'igst', f ->> 'company', f ->> 'gstin'), ', ' order by f ->> 'sac' desc)
  from pg_temp.file('register') as f where f ->> 'order_code' = tests.order_code('firm away')),
  '999622 Goa 18.00 900.00 162.00 Iyer & Sons 29AAGCB7383J1Z4, 998554 Goa 18.00 30.00 5.40 Iyer & Sons 29AAGCB7383J1Z4', 'A company''s order: tickets and fee');
select is((select string_agg(concat_ws(' ', f ->> 'way', f ->> 'reference', f ->> 'amount', right(f ->> 'credit_note', 6)), ', ' order by f ->> 'reference') from pg_temp.file('refunds') as f),
  'bank 512345678901 1805.40 000002, bank 512345678902 1805.40 000003, bank 512345678903 70835.40 000004', 'Refunds name their credit notes');
select is((select string_agg(concat_ws(' ', f ->> 'till', f ->> 'what', replace(replace(f ->> 'note', tests.order_code('cash'), 'CASH'), tests.order_code('undone'), 'UNDONE'), f ->> 'in', f ->> 'out', f ->> 'balance'), ', ' order by n)
  from (select f, row_number() over () as n from pg_temp.file('cash') as f) as x),
  'Gate 1 opening 500.00 0 500.00, Gate 1 sale CASH 1770.00 0 2270.00, Gate 1 sale UNDONE 1770.00 0 4040.00, Gate 1 move Tea 0 300.00 3740.00, '
  || 'Gate 1 sale undone UNDONE 0 1770.00 1970.00, Gate 1 count Counted 1960.00 0 1970.00 0.00', 'The cash book of the tills');
select is((select sum((f ->> 'amount')::numeric) from pg_temp.file('money') as f), 0.00, 'All accounts of a month sum to nothing');
create function pg_temp.tickets(p_page text) returns text language sql as $$
  select string_agg(concat_ws(' ', r ->> 4, r ->> 5, r ->> 6, r ->> 7, r ->> 8, r ->> 9, r ->> 10, r ->> 12), ', ' order by n) from jsonb_array_elements(p_page::jsonb -> 'rows') with ordinality as e (r, n) $$;
select is(pg_temp.tickets(public.month_file(null, 'tickets', null, tests.event_id('Pune'))),
  'Gold 1500.00 1 0 3 3000.00 540.00 3540.00, Low 400.00 1 0 0 400.00 0.00 400.00, Gold 0.00 1 1 0 0.00 0.00 0.00', 'The return of tickets by price');
select is((select count(*) from pg_temp.file('tickets', pg_temp.month(6))), 0::bigint, 'of a month: that of its concerts');

-- GSTR-1.
\set shape `cat supabase/tests/gstr1-shape.json`
create function pg_temp.paths(p jsonb) returns setof text language sql as $$
  with recursive walk (path, value) as (
    select '', p union all
    select w.path || s.step, s.value from walk w, lateral (
      select '.' || e.key as step, e.value from jsonb_each(case jsonb_typeof(w.value) when 'object' then w.value else '{}' end) as e
      union all select '[]', a from jsonb_array_elements(case jsonb_typeof(w.value) when 'array' then w.value else '[]' end) as a) as s)
  select distinct path from walk $$;
create temporary table gstr1 as select public.gstr1(pg_temp.month(1)) as file;
select set_eq('select pg_temp.paths(file) from gstr1', format('select pg_temp.paths(%L::jsonb -> ''shape'')', :'shape'), 'Every field of the portal''s JSON, and no other');
create function pg_temp.at(p_path text) returns jsonb language sql as $$
  select regexp_replace(jsonb_path_query_array(file, p_path::jsonpath)::text, '/[0-9]{4}/', '/Y/', 'g')::jsonb from gstr1 $$;
select is((select file ->> 'fp' from gstr1), to_char(pg_temp.month(1), 'MMYYYY'), 'The period');
select is((select string_agg(distinct d #>> '{}', ' ') from gstr1, jsonb_path_query(file, '$.*[*].inv[*].idt') as d), to_char(pg_temp.month(1) + 9, 'DD-MM-YYYY'), 'Days begin with the day');
select is(pg_temp.at('$.b2b[*].ctin'), '["29AAGCB7383J1Z4"]', 'b2b: one company');
select is(pg_temp.at('$.b2b[*].inv[*]') #- '{0,idt}' #- '{1,idt}',
  '[{"inum": "MF/Y/000003", "val": 1805.40, "pos": "27", "rchrg": "N", "inv_typ": "R", "itms": [{"num": 1, "itm_det": {"rt": 18.00, "txval": 1530.00, "iamt": 0.00, "camt": 137.70, "samt": 137.70, "csamt": 0}}]},
    {"inum": "MF/Y/000004", "val": 1097.40, "pos": "30", "rchrg": "N", "inv_typ": "R", "itms": [{"num": 1, "itm_det": {"rt": 18.00, "txval": 930.00, "iamt": 167.40, "camt": 0.00, "samt": 0.00, "csamt": 0}}]}]', 'with its invoices');
select is(pg_temp.at('$.b2cl[*]') #- '{0,inv,0,idt}',
  '[{"pos": "30", "inv": [{"inum": "MF/Y/000005", "val": 141670.80, "itms": [{"num": 1, "itm_det": {"rt": 18.00, "txval": 120060.00, "iamt": 21610.80, "csamt": 0}}]}]}]', 'b2cl: above a lakh to another state');
select is(pg_temp.at('$.b2cs[*]'),
  '[{"sply_ty": "INTRA", "typ": "OE", "pos": "27", "rt": 18.00, "txval": 3030.00, "iamt": 0.00, "camt": 272.70, "samt": 272.70, "csamt": 0},
    {"sply_ty": "INTER", "typ": "OE", "pos": "30", "rt": 18.00, "txval": 930.00, "iamt": 167.40, "camt": 0.00, "samt": 0.00, "csamt": 0}]', 'b2cs: all else less credit notes');
select is(pg_temp.at('$.cdnr[*].nt[*].nt_num') || pg_temp.at('$.cdnur[*].nt_num'), '["CN/Y/000003", "CN/Y/000004"]', 'Credit notes to a company and of a large invoice');
select is(pg_temp.at('$.nil.inv[*]'), '[{"sply_ty": "INTRAB2C", "expt_amt": 430.00, "nil_amt": 0, "ngsup_amt": 0}]', 'What is exempt');
select is(pg_temp.at('$.hsn.hsn_b2b[*]') -> 0 ->> 'txval' || ' ' || (pg_temp.at('$.hsn.hsn_b2b[*]') -> 1 ->> 'iamt'), '900.00 5.40', 'hsn of companies');
select is((select string_agg(concat_ws(' ', h ->> 'num', h ->> 'hsn_sc', h ->> 'rt', h ->> 'txval', h ->> 'iamt', h ->> 'camt'), ', ' order by h ->> 'num') from jsonb_array_elements(pg_temp.at('$.hsn.hsn_b2c[*]')) as h),
  '1 999622 0.00 400.00 0.00 0.00, 2 999622 18.00 63900.00 10962.00 270.00, 3 998554 0.00 30.00 0.00 0.00, 4 998554 18.00 90.00 10.80 2.70', 'and of all others');
select is(pg_temp.at('$.doc_issue.doc_det[*]'),
  '[{"doc_num": 1, "docs": [{"num": 1, "from": "MF/Y/000001", "to": "MF/Y/000008", "totnum": 8, "cancel": 0, "net_issue": 8}]},
    {"doc_num": 5, "docs": [{"num": 1, "from": "CN/Y/000001", "to": "CN/Y/000004", "totnum": 4, "cancel": 0, "net_issue": 4}]}]', 'Which numbers were issued');
select is((select sum((t ->> 'txval')::numeric) from gstr1, jsonb_path_query(file, '$.hsn.*[*]') as t), pg_temp.shown(pg_temp.month(1), 'turnover')::numeric, 'hsn is the turnover');
select is(public.gstr1(pg_temp.month(5)), jsonb_build_object('gstin', '27AAPFU0939F1ZV', 'fp', to_char(pg_temp.month(5), 'MMYYYY')), 'A month without papers');
select tests.as_owner('update public.shop_settings set gstin = null, revision = revision where id = 1');
select tests.refuses(format('select public.gstr1(%L)', pg_temp.month(1)), 'PT400', 'invalid', 'A shop without a GSTIN files none');

-- Closing.
select pg_temp.booked_in(2, (select c.id from public.credits c where '412345678999' = any (c.utrs)));
select tests.act_as('admin@example.in');
select is(pg_temp.shown(pg_temp.month(2), 'turnover', 'unexplained', 'owed'), '0.00 77.00 0.00', 'What is not explained at the end of a month');
select is(tests.refusal(format('select public.close_month(%L)', pg_temp.month(1))) ->> 'detail', pg_temp.month(2)::text, 'An earlier month comes first');
select public.close_month(pg_temp.month(2));
select public.close_month(pg_temp.month(1));
select is(pg_temp.shown(pg_temp.month(1), 'state', 'closed_by_name', 'turnover', 'unexplained'), 'closed admin 65350.00 77.00', 'Closed, by whom, and its figures');
select tests.refuses(format('select public.close_month(%L)', pg_temp.month(1)), 'PT409', 'already_decided', 'Once');
select pg_temp.refunded('away', 'Silver', 1097.40, '512345678904');
select pg_temp.import(tests.credit('412345678888', 55), tests.credit('512345678905', 20));
select pg_temp.approved('ravi@example.in', 'late', 1805.40, 'Gold:B1');
select is(pg_temp.again(pg_temp.month(1)), pg_temp.kept(pg_temp.month(1)), 'A late refund, sale and statement leave a closed month as it was');
select is(pg_temp.shown(pg_temp.month(), 'state', 'turnover', 'refunds', 'unexplained'), 'running 600.00 1097.40 152.00', 'and are in this one');
select is(pg_temp.sums('credit_notes', pg_temp.month()), '2 930.00 0.00 0.00 167.40 0.00 1097.40', 'as the credit note is');
select is(pg_temp.sums('register'), '14 129940.00 683.10 683.10 21945.60 0.00 153251.80', 'The register of the closed month stays');
select tests.denies('insert into public.closed_months (month) values (now())', 'No role closes one itself');
select tests.act_as_owner();
select tests.refuses('delete from public.closed_months', 'PT403', 'forbidden', 'Nothing opens a month again, not even the owner');

-- The year's turnover.
create function pg_temp.turned_over(p_amount numeric, p_day date default null) returns void language sql security definer set search_path = '' as $$
  insert into public.ledger (kind, subject, account, event_id, amount, booked_at, day)
    select 'payment', tests.order_id('pretended'), v.account, tests.event_id('Pune'), v.amount, now(), coalesce(p_day, private.today())
    from (values ('sales', -p_amount), ('bank', p_amount)) as v (account, amount) $$;
create function pg_temp.undone() returns void language sql as $$
  select tests.without_triggers('delete from public.ledger where subject = tests.order_id(''pretended'')') $$;
create function pg_temp.state(p_state text) returns void language sql as $$
  select tests.as_owner(format('update public.events set state = %L where city = ''Pune''', p_state)) $$;
create function pg_temp.warning() returns text language sql as $$ select public.year_turnover() ->> 'warning' $$;
select tests.refuses('asha@example.in', 'select public.year_turnover()', 'PT403', 'forbidden', 'Customers see no turnover');
select tests.act_as('admin@example.in');
select pg_temp.turned_over(1400000);
select is(pg_temp.warning(), null, 'Far from the limit');
select pg_temp.turned_over(100000);
select is(pg_temp.warning(), 'soon', 'From ₹15 lakh without a GSTIN: soon');
select pg_temp.state('Manipur');
select is(public.year_turnover() ->> 'limit' || ' ' || pg_temp.warning(), '1000000 register', 'In Manipur the limit is ₹10 lakh');
select pg_temp.state('Maharashtra');
select pg_temp.turned_over(500001);
select is(public.year_turnover() ->> 'limit' || ' ' || pg_temp.warning(), '2000000 register', 'Above ₹20 lakh it has to register');
select tests.as_owner('update public.shop_settings set gstin = ''27AAPFU0939F1ZV'', revision = revision where id = 1');
select is(pg_temp.warning(), null, 'With a GSTIN there is nothing to warn of');
select pg_temp.undone();

-- IRNs.
select is(public.list_e_invoices(), '[]', 'Below ₹5 crore no paper needs an IRN');
select pg_temp.turned_over(50000001);
select is(public.list_e_invoices(), '[]', 'This year''s turnover is for next year');
select pg_temp.undone();
select pg_temp.turned_over(50000001, (pg_temp.month() - interval '2 years')::date);
create function pg_temp.paper(p_order text) returns uuid language sql security definer set search_path = '' as $$
  select x.id from public.papers x where x.payment_id = tests.payment_id(p_order) and x.kind <> 'credit_note' $$;
select is((select string_agg(concat_ws(' ', left(e ->> 'number', 2), e ->> 'company', e ->> 'gstin', e ->> 'total'), ', ' order by e ->> 'number') from jsonb_array_elements(public.list_e_invoices()) as e),
  'CN Iyer & Sons 29AAGCB7383J1Z4 1805.40, MF Iyer & Sons 29AAGCB7383J1Z4 1805.40, MF Iyer & Sons 29AAGCB7383J1Z4 1097.40', 'Above it papers to a company do; the last one was written without a GSTIN');
select tests.refuses('asha@example.in', format('select public.set_irn(%L, %L)', pg_temp.paper('firm'), repeat('a1', 32)), 'PT403', 'forbidden', 'Customers set none');
select tests.refuses('asha@example.in', 'select public.list_e_invoices()', 'PT403', 'forbidden', 'and see no list');
select tests.act_as('admin@example.in');
select tests.refuses(format('select public.set_irn(%L, %L)', pg_temp.paper('firm'), repeat('g1', 32)), 'PT400', 'invalid', 'An IRN is hexadecimal');
select tests.refuses(format('select public.set_irn(%L, null)', pg_temp.paper('firm')), 'PT400', 'invalid', 'and is given');
select tests.refuses(format('select public.set_irn(%L, %L)', pg_temp.paper('pair'), repeat('a1', 32)), 'PT400', 'invalid', 'A person''s invoice has none');
select tests.refuses(format('select public.set_irn(%L, %L)', tests.order_id('none'), repeat('a1', 32)), 'PT404', 'not_found', 'What is no paper neither');
select public.set_irn(pg_temp.paper('firm'), repeat('B1', 32));
select public.set_irn(pg_temp.paper('firm'), ' ' || repeat('A1', 32));
select tests.refuses(format('select public.set_irn(%L, %L)', pg_temp.paper('firm away'), repeat('a1', 32)), 'PT400', 'invalid', 'One IRN, one paper');
select is(jsonb_array_length(public.list_e_invoices()), 2, 'A paper that has one is off the list');
select is((select min(f ->> 'irn') from pg_temp.file('register') as f where f ->> 'order_code' = tests.order_code('firm')), repeat('a1', 32), 'The register has it, corrected');
select pg_temp.undone();
