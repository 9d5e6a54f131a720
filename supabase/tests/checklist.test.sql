-- What a shop has to do before its first sale, told from its data, and what its account received today.
-- Without the books: payments change their kind here without triggers.
-- As a new shop has it; the tests' own takes payments.
alter table public.shop_settings disable trigger user;
update public.shop_settings set payee_name = null, upi_id = null;
alter table public.shop_settings enable trigger user;
select tests.create_people('Asha Menon <asha@example.in>', 'admin: admin@example.in', 'admin: other@example.in',
  'gate: gate@example.in', 'box_office: box@example.in');

create function pg_temp.done() returns text language sql as $$
  select coalesce(string_agg(i ->> 'name', ' ' order by n), '')
  from jsonb_array_elements(public.sale_checklist() -> 'items') with ordinality as x (i, n)
  -- A new shop is far from having to register.
  where (i ->> 'done')::boolean and i ->> 'name' <> 'registration'
$$;
create function pg_temp.detail(p_name text) returns jsonb language sql as $$
  select i -> 'detail' from jsonb_array_elements(public.sale_checklist() -> 'items') as i where i ->> 'name' = p_name
$$;
create function pg_temp.set_shop(p_set text) returns void language plpgsql as $$
begin execute 'update public.shop_settings set ' || p_set; end
$$;


-- Who may
select tests.refuses(null, 'select public.sale_checklist()', 'PT401', 'not_signed_in', 'Visitors read no checklist');
select tests.refuses('select public.received_today()', 'PT401', 'not_signed_in', 'nor what came in');
select tests.act_as(person), tests.refuses('select public.sale_checklist()', 'PT403', 'forbidden', person || ' reads no checklist'),
  tests.refuses('select public.received_today()', 'PT403', 'forbidden', person || ' reads no sums')
  from (values ('asha@example.in'), ('gate@example.in'), ('box@example.in')) as p (person);

-- Done one by one
select tests.answers('admin@example.in', $$select string_agg(i ->> 'name', ' ' order by n) from jsonb_array_elements(public.sale_checklist() -> 'items') with ordinality as x (i, n)$$,
  'payee upi_kind own_account contacts terms proofs bank_seen concert order_limit gate first_payment registration', 'Twelve items, in their order');
select is(pg_temp.done(), '', 'A new shop has done nothing');
select is(public.sale_checklist() -> 'sold', 'false'::jsonb, 'and sold nothing');
create function pg_temp.registered() returns text language sql as $$
  select i ->> 'done' || ' ' || (i -> 'detail' ->> 'turnover') from jsonb_array_elements(public.sale_checklist() -> 'items') as i where i ->> 'name' = 'registration' $$;
select is(pg_temp.registered(), 'true 0.00', 'so that it need not register for GST');
select tests.as_owner($$insert into public.ledger (day, booked_at, kind, subject, account, amount) select private.today(), now(), 'payment', tests.order_id('x'), v.account, v.amount from (values ('sales', -1500000), ('bank', 1500000)) as v (account, amount)$$);
select is(pg_temp.registered(), 'false 1500000.00', 'From ₹15 lakh it soon has to');
select tests.without_triggers($$delete from public.ledger$$);
select pg_temp.set_shop($$ upi_id = 'mehfil@okaxis' $$);
select is(pg_temp.done(), '', 'A UPI id without a name is half of it');
select pg_temp.set_shop($$ payee_name = 'Mehfil' $$);
select is(pg_temp.done(), 'payee', 'Whom customers pay');
select pg_temp.set_shop($$ upi_kind = 'personal' $$);
select is(pg_temp.done(), 'payee upi_kind', 'The kind of the UPI id');
select is(pg_temp.detail('upi_kind'), '{"kind": "personal"}'::jsonb, 'and which');
select pg_temp.set_shop('own_account = true');
select is(pg_temp.done(), 'payee upi_kind own_account', 'An account of its own');
select is(pg_temp.detail('contacts') -> 'missing', '["email", "phone", "address", "grievance_officer", "grievance_contact"]'::jsonb, 'What customers must be shown');
select pg_temp.set_shop($$ email = 'a@b.in', whatsapp = '+91 98765 43210', address = 'Fort, Mumbai', grievance_officer = 'A. Kulkarni' $$);
select is(pg_temp.detail('contacts') -> 'missing', '["grievance_contact"]'::jsonb, 'A WhatsApp number is a phone; an officer needs a contact');
select pg_temp.set_shop($$ grievance_phone = '+91 98765 43210' $$);
select is(pg_temp.done(), 'payee upi_kind own_account contacts', 'Contacts and the grievance officer');
select is(pg_temp.detail('terms'), '{"from_day": null}'::jsonb, 'The terms that came with the shop are not its own');
select public.set_tax_terms((now() at time zone 'Asia/Kolkata')::date, 'flat', 18, 30, 0, '[{"kind": "gst", "percent": 18}]');
select is(pg_temp.done(), 'payee upi_kind own_account contacts terms', 'Tax and fee, confirmed');

-- Proofs
select tests.does('owner', $$select private.note_proof_source('demo-bank')$$);
select private.note_proof_source('mail', 'No such mailbox.');
select tests.act_as('admin@example.in');
select is(pg_temp.detail('proofs'), '{"statement": false, "sources": [], "faults": ["mail"]}'::jsonb, 'The demo''s bank is no source, and one with a fault does not count');
select is(pg_temp.done(), 'payee upi_kind own_account contacts terms', 'so proofs are to do');
select tests.does('owner', $$select private.note_proof_source('mail')$$);
select tests.answers('admin@example.in', $$pg_temp.done()$$, 'payee upi_kind own_account contacts terms proofs bank_seen', 'A source that worked');
select is(pg_temp.detail('bank_seen') -> 'gateways', '["mail"]'::jsonb, 'which was heard, so that money was seen');
select tests.as_owner($$delete from private.proof_sources where name = 'mail'$$);
select tests.does('owner', $$select private.note_proof_source('mailbox')$$);
select tests.does('owner', $$select private.note_bank_mail('hdfc', 'unknown')$$);
select tests.answers('admin@example.in', $$pg_temp.done()$$, 'payee upi_kind own_account contacts terms', 'An open mailbox proves nothing and is not a bank that was seen, nor is a mail that cannot be read');
select tests.does('owner', $$select private.note_bank_mail('hdfc', 'hdfc-upi')$$);
select tests.answers('admin@example.in', $$pg_temp.detail('bank_seen')$$,
  '{"bank": null, "read": 1, "unread": 1, "mailbox": true, "gateways": [], "statement": false}', 'One mail of the bank that was read is');
select is(pg_temp.done(), 'payee upi_kind own_account contacts terms proofs bank_seen', 'and both items are done');
select tests.as_owner($$delete from private.proof_sources where name = 'mailbox'$$);
select tests.as_owner($$delete from private.bank_mails$$);
select is(pg_temp.done(), 'payee upi_kind own_account contacts terms', 'None again');
select public.import_bank_rows('[{"booked_on": "2026-11-20", "amount": "1800.00", "narration": "UPI/CR/412345678901", "utrs": ["412345678901"], "balance": null, "occurrence": 1}]');
select is(pg_temp.detail('proofs') -> 'statement', 'true'::jsonb, 'A statement was imported');
select is(pg_temp.done(), 'payee upi_kind own_account contacts terms proofs bank_seen first_payment', 'which also has a credit');

-- The concert
select tests.does('owner', $$select tests.create_concert('Delhi', now() - interval '1 day', 'Yesterday 1500 x100')$$);
select tests.create_event('Pune', now() + interval '40 days');
update public.events set published_at = null where id = tests.event_id('Pune');
select tests.create_category('Pune', 'Gold', 1500, 100);
select tests.create_event('Goa', now() + interval '30 days');
select tests.answers('admin@example.in', $$pg_temp.detail('concert') -> 'event_id'$$, 'null', 'A past one, a draft and one without tickets are none');
select public.publish_event(tests.event_id('Pune'));
select is(pg_temp.done(), 'payee upi_kind own_account contacts terms proofs bank_seen concert order_limit gate first_payment',
  'A published concert, which admins may scan; ten times ₹1,800 is no problem');
select is(pg_temp.detail('concert') ->> 'city', 'Pune', 'The one with tickets');
select is(pg_temp.detail('gate') - 'event_id', '{"admins": 2, "gate": 0}'::jsonb, 'Gate staff of no concert are not of this one');
select public.set_staff_events(tests.user_id('gate@example.in'), array[tests.event_id('Pune')]);
select is(pg_temp.detail('gate') - 'event_id', '{"admins": 2, "gate": 1}'::jsonb, 'until it is theirs');
select public.set_staff_events(tests.user_id('gate@example.in'), '{}');
select public.set_works_at(null, tests.user_id('gate@example.in'), true, 'gate', true);
select is(pg_temp.detail('gate') - 'event_id', '{"admins": 2, "gate": 1}'::jsonb, 'or all of them are');
select tests.as_owner($$update public.staff set ends_at = now() + interval '20 days' where user_id in (tests.user_id('gate@example.in'), tests.user_id('other@example.in'))$$);
select is(pg_temp.detail('gate') - 'event_id', '{"admins": 1, "gate": 0}'::jsonb, 'A role that ends before the concert scans nothing');

-- What an order can come to: 18 % and ₹30 a seat
select tests.as_owner($$update public.ticket_categories set price = 8449.15 where id = tests.category_id('Gold')$$);
select is(pg_temp.detail('order_limit'), '{"categories": []}'::jsonb, '₹1,00,000 exactly can be paid');
select tests.as_owner($$update public.ticket_categories set price = 8449.16 where id = tests.category_id('Gold')$$);
select is((select jsonb_agg(c - 'event_id') from jsonb_array_elements(pg_temp.detail('order_limit') -> 'categories') as c),
  '[{"singer_name": "Asha Rao", "city": "Pune", "category_name": "Gold", "total": 100000.09}]'::jsonb, 'More cannot, and its category is named');
select ok(pg_temp.done() not like '%order_limit%', 'so it is to do');
select tests.as_owner($$update public.ticket_categories set price = 1500, phases = '[{"name": "Last days", "price": 9000, "until_sold": 5}]' where id = tests.category_id('Gold')$$);
select is(pg_temp.detail('order_limit') -> 'categories' -> 0 ->> 'category_name', 'Gold', 'A dear phase counts');
select tests.does('owner', $$select tests.create_category('Pune', 'Sofa', 20000, 9)$$);
select tests.answers('admin@example.in', $$select string_agg(c ->> 'category_name', ' ') from jsonb_array_elements(pg_temp.detail('order_limit') -> 'categories') as c$$,
  'Sofa Gold', 'Each that is too dear alone is named, the dearest first');
select tests.does('owner', $$delete from public.ticket_categories where id = tests.category_id('Sofa')$$);
update public.ticket_categories set phases = '[]', price = 4000, total_tickets = 8 where id = tests.category_id('Gold');
select tests.create_categories('Pune', 'Silver 3000 x100', 'Bronze 2300 x100', 'Back 500 x100');
select tests.answers('admin@example.in', $$select string_agg(c ->> 'category_name', ' ') from jsonb_array_elements(pg_temp.detail('order_limit') -> 'categories') as c$$,
  'Gold Silver Bronze', 'Several together: 8 × 4,750, 10 × 3,570 and 10 × 2,744 are more, the cheap one is not named');
select tests.as_owner($$update public.shop_terms set seats_per_customer = 18 where from_day = (now() at time zone 'Asia/Kolkata')::date$$);
select is(pg_temp.detail('order_limit'), '{"categories": []}'::jsonb, 'An order has no more seats than a customer may hold');

-- What was sold
select tests.submit_as('asha@example.in', 'first', '412345678999', 4750, 'Gold:A1');
select tests.answers('admin@example.in', $$public.sale_checklist() -> 'sold'$$, 'false', 'A payment that waits is no sale');
select public.review_payment(tests.payment_id('first'), 'approved');
select is(public.sale_checklist() -> 'sold', 'true'::jsonb, 'An approved one is');
select tests.without_triggers($$update public.payments set is_test = true where id = tests.payment_id('first')$$);
select tests.answers('admin@example.in', $$public.sale_checklist() -> 'sold'$$, 'false', 'A test is none');
select tests.without_triggers($$update public.payments set is_test = false where id = tests.payment_id('first');
  update public.payment_lines set event_id = 'de300000-1111-4111-8111-111111111111' where payment_id = tests.payment_id('first');$$);
select tests.answers('admin@example.in', $$public.sale_checklist() -> 'sold'$$, 'false', 'nor one of the demo''s concerts');

-- A test is a first payment, too
select tests.as_owner($$delete from public.credits$$);
select ok(pg_temp.done() not like '%first_payment%', 'Without a credit there was no first payment');
select tests.without_triggers($$update public.payments set is_test = true where id = tests.payment_id('first')$$);
select tests.answers('admin@example.in', $$pg_temp.detail('first_payment')$$, '{"tests": true, "credits": false}', 'A test is one');
select ok(pg_temp.done() like '%first_payment', 'so it is done');

-- What came in today
create function pg_temp.midnight() returns timestamptz language sql as $$
  select (now() at time zone 'Asia/Kolkata')::date::timestamp at time zone 'Asia/Kolkata'
$$;
create function pg_temp.came(p_order text, p_at timestamptz, p_amount numeric) returns void language plpgsql as $$
begin
  update public.payments set created_at = p_at, amount = p_amount, is_test = false where id = tests.payment_id(p_order);
end
$$;
select tests.does('owner', $$update private.proof_sources set seen_at = now() - interval '11 minutes'$$);
select tests.submit_as('asha@example.in', 'second', '412345678902', 4750, 'Gold:A2');
select tests.submit('third', '412345678903', 4750, 'Gold:A3');
select tests.submit('fourth', '412345678904', 4750, 'Gold:A4');
select tests.without_triggers($$select pg_temp.came('first', pg_temp.midnight() - interval '1 millisecond', 1);
  select pg_temp.came('second', pg_temp.midnight(), 10);
  select pg_temp.came('third', pg_temp.midnight() + interval '1 day' - interval '1 millisecond', 100);
  select pg_temp.came('fourth', pg_temp.midnight() + interval '1 day', 1000);$$);
select tests.answers('admin@example.in', $$public.received_today() - 'day'$$, '{"limit": null, "received": "110.00", "counted": "payments"}',
  'Without a source of proofs: the payments between midnight and midnight in India');
select is(public.received_today() ->> 'day', ((now() at time zone 'Asia/Kolkata')::date)::text, 'of today there');
select pg_temp.set_shop('day_limit = 200000');
select is(public.received_today() ->> 'limit', '200000.00', 'beside the day''s limit');
select tests.without_triggers($$update public.payments set status = 'rejected', reviewed_at = now() where id = tests.payment_id('second');
  update public.payments set method = 'cash', made_by = tests.user_id('box@example.in') where id = tests.payment_id('third');$$);
select tests.answers('admin@example.in', $$public.received_today() ->> 'received'$$, '0.00', 'Rejected ones and cash do not count');
select tests.without_triggers($$update public.payments set method = 'upi', made_by = null, is_test = true where id = tests.payment_id('third')$$);
select tests.answers('admin@example.in', $$public.received_today() ->> 'received'$$, '0.00', 'nor do tests');
select tests.as_owner($$update private.proof_sources set seen_at = now()$$);
select tests.as_owner($$insert into public.credits (row_key, booked_on, amount, narration, utrs, set_aside_at)
  select encode(sha256(n::text::bytea), 'hex'), (now() at time zone 'Asia/Kolkata')::date + n, 7 * 10 ^ (n + 1), 'UPI', '{}', now()
  from generate_series(-1, 1) as n$$);
select is(public.received_today() - 'day' - 'limit', '{"received": "70.00", "counted": "credits"}'::jsonb,
  'With a source that works: all credits of the day, whatever they paid for');
