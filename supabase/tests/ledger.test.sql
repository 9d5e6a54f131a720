-- The ledger: entries of sales, credits, refunds and tills. That it is what the tables say is asked after each file of this folder.
select tests.create_people('asha@example.in', 'ravi@example.in', 'admin: admin@example.in', 'box_office: box@example.in');
select tests.create_concert('Pune', 'Gold 1500 x20', 'Hall 400 x20');
insert into public.staff_events (user_id, role, event_id) values (tests.user_id('box@example.in'), 'box_office', tests.event_id('Pune'));

create function pg_temp.accounts() returns text language sql security definer set search_path = '' as $$
  select string_agg(a.account || ' ' || a.sum, ', ' order by a.account)
  from (select l.account, sum(l.amount) as sum from public.ledger l group by l.account having sum(l.amount) <> 0) as a
$$;
create function pg_temp.since(p_id bigint) returns text language sql security definer set search_path = '' as $$
  select string_agg(a.account || ' ' || a.sum, ', ' order by a.account)
  from (select l.account, sum(l.amount) as sum from public.ledger l where l.id > p_id group by l.account having sum(l.amount) <> 0) as a
$$;
create function pg_temp.last() returns bigint language sql security definer set search_path = '' as $$ select coalesce(max(l.id), 0) from public.ledger l $$;
create function pg_temp.ticket(p_name text, p_category text) returns uuid language sql security definer as $$
  select t.id from public.user_tickets t join public.ticket_categories c on c.id = t.ticket_category_id
  where t.payment_id = tests.payment_id(p_name) and c.name = p_category $$;
create function pg_temp.credit(p_utr text) returns uuid language sql security definer as $$ select c.id from public.credits c where p_utr = any (c.utrs) $$;
create function pg_temp.shares(p_refund uuid) returns text language sql security definer set search_path = '' as $$
  select string_agg(concat_ws(' ', s.taxable, s.gst, s.local_tax, s.fee, s.fee_gst), '; ' order by s.taxable) from public.refund_shares s where s.refund_id = p_refund $$;
create function pg_temp.import(variadic p_rows jsonb[]) returns jsonb language sql as $$ select public.import_bank_rows(to_jsonb(p_rows)) $$;
create temporary table mark (id bigint);
create function pg_temp.mark() returns void language sql as $$ truncate mark; insert into mark values (pg_temp.last()) $$;

-- Approvals, and what the bank shows before and after them.
select tests.submit_as('asha@example.in', 'pune', '412345678901', 3600, 'Gold:A1,A2');
select tests.submit('late', '412345678902', 1800, 'Gold:B1');
select is(pg_temp.accounts(), null, 'What is under review has no entry');
select tests.act_as('admin@example.in');
select public.review_payment(tests.payment_id('pune'), 'approved');
select is(pg_temp.accounts(), 'customers 3600.00, fee -60.00, gst -540.00, sales -3000.00', 'An approval: price, tax and fee, and what has to come');
select pg_temp.import(tests.credit('412345678901', 3600), tests.credit('412345678902', 1900), tests.credit('412345678999', 77));
select is(pg_temp.accounts(), 'bank 5577.00, fee -60.00, gst -540.00, sales -3000.00, unexplained -1977.00',
  'A credit that comes after the approval is of the order that it names; others are unexplained');
select public.review_payment(tests.payment_id('late'), 'approved');
select is(pg_temp.accounts(), 'bank 5577.00, fee -90.00, gst -810.00, owed -100.00, sales -4500.00, unexplained -77.00',
  'Too much: what exceeds the price is owed back, and is no sale');

-- A credit that staff set aside, give and send back.
select public.set_credit_aside(pg_temp.credit('412345678999'), 'Rent');
select is(pg_temp.accounts(), 'bank 5577.00, fee -90.00, gst -810.00, owed -100.00, sales -4500.00, set_aside -77.00', 'Set aside');
select public.set_credit_aside(pg_temp.credit('412345678999'), null);
select public.return_credit(pg_temp.credit('412345678999'), 'who@okaxis', '512345678901');
select is(pg_temp.accounts(), 'bank 5577.00, fee -90.00, gst -810.00, owed -100.00, sales -4500.00, sent -77.00', 'Sent back, and no statement shows it yet');
select public.import_bank_rows('[]', null, 'file.csv', 'statement', jsonb_build_array(tests.credit('512345678901', 77)));
select is(pg_temp.accounts(), 'bank 5500.00, fee -90.00, gst -810.00, owed -100.00, sales -4500.00', 'It left the account once a statement shows it');

-- Refunds: a part of a ticket, in proportion; sales fall when it is paid.
select pg_temp.mark();
create temporary table refunds (name text, id uuid);
insert into refunds select 'part', (public.start_refund(tests.payment_id('pune'), pg_temp.ticket('pune', 'Gold'), 1000.01, 'Bad view')).id;
select is(pg_temp.shares((select id from refunds)), '833.35 150.00 0.00 16.66 0.00', 'A part of a ticket has its taxes and fee in proportion; the odd paisa is price');
select is(pg_temp.since(id), 'owed -1000.01, promised 1000.01', 'A refund that is owed is promised: sales and taxes are as they were') from mark;
select public.mark_refunded((select id from refunds), '512345678902', null, false, 1000.01, 'upi', 'asha@okaxis');
select is(pg_temp.since(id), 'fee 16.66, gst 150.00, sales 833.35, sent -1000.01', 'Once it is paid they fall') from mark;
select public.import_bank_rows('[]', null, 'file.csv', 'statement', jsonb_build_array(tests.credit('512345678902', 1000.01)));
select is(pg_temp.since(id), 'bank -1000.01, fee 16.66, gst 150.00, sales 833.35', 'and the bank''s balance with the statement') from mark;

-- One that is dropped, and one without a ticket for a ticket that was taken back.
select pg_temp.mark();
select tests.submit_as('ravi@example.in', 'two', '412345678903', 2300, 'Gold:C1', 'Hall:A1');
select tests.act_as('admin@example.in');
select public.review_payment(tests.payment_id('two'), 'approved');
select is(pg_temp.since(id), 'customers 2302.00, fee -60.00, gst -342.00, sales -1900.00', 'Two kinds of ticket') from mark;
select public.drop_refund((public.start_refund(tests.payment_id('two'), pg_temp.ticket('two', 'Hall'), null, 'Asked')).id);
select is(pg_temp.since(id), 'customers 2302.00, fee -60.00, gst -342.00, sales -1900.00', 'A refund that is dropped leaves nothing') from mark;
select public.revoke_tickets(array[pg_temp.ticket('two', 'Hall')], 'Sold twice');
select is(pg_temp.since(id), 'customers 2302.00, fee -60.00, gst -342.00, sales -1900.00', 'A ticket that is taken back keeps its money until that goes back') from mark;
insert into refunds select 'whole', (public.start_refund(tests.payment_id('two'), null, 300, 'Sold twice')).id;
select is(pg_temp.shares((select id from refunds where name = 'whole')), '239.06 43.02 0.00 17.92 0.00', 'Without a ticket it takes from the tickets that are not valid');
select public.mark_refunded((select id from refunds where name = 'whole'), null, null, false, 300, 'other', 'Paid by the hall');
select is(pg_temp.since(id), 'customers 2302.00, fee -42.08, gst -298.98, otherwise -300.00, sales -1660.94', 'Settled another way') from mark;

-- The door.
select tests.act_as('box@example.in');
select pg_temp.mark();
select public.open_till(tests.order_id('till'), 'Gate 1', 500);
select public.sell_at_door(tests.order_id('cash'), tests.order_id('till'), tests.lines('Gold:D1'), 'cash', 1770);
select public.sell_at_door(tests.order_id('undone'), tests.order_id('till'), tests.lines('Gold:D2'), 'cash', 1770);
select public.sell_at_door(tests.order_id('card'), tests.order_id('till'), tests.lines('Hall:D1'), 'card', 472);
select public.sell_at_door(tests.order_id('gift'), tests.order_id('till'), tests.lines('Hall:D2'), 'complimentary', 0);
select public.move_till_cash(tests.order_id('move'), tests.order_id('till'), -300, 'Tea');
select is(pg_temp.since(id), 'card 472.00, float -200.00, gst -612.00, sales -3400.00, till 3740.00', 'Cash and card are there at once; a gift is nothing') from mark;
select public.undo_door_sale(tests.order_id('undone'), 'Wrong seat');
select public.close_till(tests.order_id('till'), 1960);
select is(pg_temp.since(id), 'card 472.00, difference 10.00, float 1760.00, gst -342.00, sales -1900.00', 'A closed drawer is empty: what was counted was taken out, and ten rupees lack') from mark;

-- Tests, free orders and the ledger itself.
select tests.act_as('admin@example.in');
select pg_temp.mark();
select public.mark_test_order(tests.order_id('test'));
select tests.hold('test', 'Gold:D3');
select tests.submit('test', '412345678904', 1800, 'Gold:D3');
select public.review_payment(tests.payment_id('test'), 'approved');
select is(pg_temp.since(id), null, 'A test has no entry') from mark;
select tests.denies('insert into public.ledger (day) values (now())', 'No role writes an entry');
select tests.sees_none('asha@example.in', 'select from public.ledger', 'Customers read none');
select tests.sees_none('box@example.in', 'select from public.ledger', 'nor box office staff');
select tests.act_as_owner();
select tests.refuses('update public.ledger set amount = 1', 'PT403', 'forbidden', 'Nothing changes an entry');
select tests.refuses('delete from public.ledger', 'PT403', 'forbidden', 'or deletes one, not even the owner');
select is((select sum(amount) from public.ledger), 0.00, 'All entries sum to nothing');

-- The trial balance.
select tests.refuses('asha@example.in', 'select public.trial_balance()', 'PT403', 'forbidden', 'Customers do not read it');
select tests.refuses('box@example.in', 'select public.trial_balance()', 'PT403', 'forbidden', 'nor box office staff');
select tests.act_as('admin@example.in');
select is(public.trial_balance() ->> 'sound', 'true', 'Debits and credits are equal');
select is(jsonb_path_query_first(public.trial_balance(), '$.accounts[*] ? (@.account == "card")'), '{"account": "card", "before": "0.00", "debit": "472.00", "credit": "0.00", "balance": "472.00"}', 'An account');
select is(jsonb_path_query_first(public.trial_balance((now() at time zone 'Asia/Kolkata')::date + 1, null), '$.accounts[*] ? (@.account == "card")'),
  '{"account": "card", "before": "472.00", "debit": "0.00", "credit": "0.00", "balance": "472.00"}', 'of later days');

-- Why it is here.
select tests.refuses('asha@example.in', $$select public.explain_money(tests.payment_id('pune'))$$, 'PT403', 'forbidden', 'Customers do not ask why');
select tests.act_as('admin@example.in');
select tests.refuses('select public.explain_money(gen_random_uuid())', 'PT404', 'not_found', 'Unknown money');
select is(jsonb_path_query_array(public.explain_money(tests.payment_id('pune')), '$.entries[*].kind'), '["payment", "credit", "refund", "refund", "refund"]',
  'An order: its sale, what came, what was owed back, what went back and that a statement shows it');
select is(public.explain_money(null, pg_temp.credit('412345678901')) -> 'entries', public.explain_money(tests.payment_id('pune')) -> 'entries', 'asked by its credit as well');
select is(public.explain_money(tests.payment_id('pune')) #> '{entries,3,amounts}', '[{"account": "owed", "amount": "1000.01"}, {"account": "sales", "amount": "833.35"}, {"account": "gst", "amount": "150.00"}, {"account": "fee", "amount": "16.66"}, {"account": "promised", "amount": "-1000.01"}, {"account": "sent", "amount": "-1000.01"}]', 'Each with its accounts');
select is(public.explain_money(null, pg_temp.credit('412345678999')) #>> '{entries,0,amounts,1,account}', 'unexplained', 'A credit of no order: what it was at first');
