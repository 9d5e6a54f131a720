-- Money that proves itself: credits of mails, gateways and statements, and what they decide without a person.
select tests.create_people('Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>',
  'Meera Das <meera@example.in>', 'admin: admin@example.in');
select tests.create_concert('Pune', 'Gold 1500 x80');

create function pg_temp.proof(p_id text, p_amount numeric, p_utr text default null, p_note text default null, p_source text default 'mail',
    p_certain boolean default true, p_at timestamptz default now(), p_vpa text default null) returns jsonb language sql as $$
  select public.take_proof(jsonb_build_object('source', p_source, 'external_id', p_id, 'credited_at', p_at, 'amount', p_amount::text,
    'utr', p_utr, 'note', p_note, 'payer_vpa', p_vpa, 'certain', p_certain, 'content', '{}'::jsonb))
$$;
create function pg_temp.rules(p_approve text, p_amount numeric default 10000, p_minute integer default 1000) returns void language sql as $$
  update public.proof_rules set approve = p_approve, most_amount = p_amount, most_a_minute = p_minute
$$;
create function pg_temp.sign(p_order text) returns text language sql as $$ select substr(tests.order_code(p_order), 3) $$;

-- Codes in narrations
select is(private.codes_in(n), c, n) from (values
  ('UPI/CR/412345678901/RAVI/HDFC/ravi@ok/7K2QX4MD', '{MF7K2QX4MD}'::text[]),
  ('UPI-RAVI-RAVI@OKAXIS-HDFC0001-412345678901-7K2QX4MD TICKETS', '{MF7K2QX4MD}'),
  ('Tickets MF7K2QX4MD', '{MF7K2QX4MD}'),
  ('TICKETSMF7K2QX4MD', '{MF7K2QX4MD}'),
  ('mf7k2qx4md', '{MF7K2QX4MD}'),
  ('7K2QX4MO', '{MF7K2QX4M0}'),
  ('NEFT 20261125 TRANSFER PAYMENTS', '{}'),
  ('UPI/AMIT1990@ybl/PAYMENT', '{}'), ('NEFT-HDFC0001-XXXX1234', '{}'),
  ('UPI/amit1990@okhdfcbank/7K2QX4MDE', '{}'),
  ('', '{}')) as v (n, c);

select is(r = any (private.near_references('412345678901')), b, r) from (values
  ('412345678901', false), ('412345678902', true), ('412345679801', true), ('41234567890', true), ('4123456789011', true),
  ('412345678933', false), ('312345678900', false), ('MF7K2QX4MD', false)) as v (r, b);

-- Who may
select tests.denies('admin@example.in', 'select public.take_proof(''{}'')', 'An admin brings no proof');
select tests.denies('select public.settle_credit(gen_random_uuid())', 'and settles none');
select tests.denies('asha@example.in', 'select public.take_proof(''{}'')', 'A customer brings no proof');
select is((select count(*) from public.credit_proofs), 0::bigint, 'and reads none');
select tests.act_as_owner();
grant execute on function public.take_proof(jsonb), public.settle_credit(uuid), public.settle_open_credits() to anon, authenticated;
select tests.refuses(p, q, s, c, coalesce(p, 'a visitor') || ' is refused by the function, too: ' || q)
  from (values ('admin@example.in', 'PT403', 'forbidden'), ('asha@example.in', 'PT403', 'forbidden'), (null, 'PT401', 'not_signed_in')) as v (p, s, c),
    unnest(array['select pg_temp.proof(''granted'', 1800)', 'select public.settle_credit(gen_random_uuid())', 'select public.settle_open_credits()']) as q;
select tests.act_as_owner();
revoke execute on function public.take_proof(jsonb), public.settle_credit(uuid), public.settle_open_credits() from anon, authenticated;
set local role service_role;
select is(tests.refusal('select public.take_proof(''{}'')') ->> 'code', 'invalid', 'The service role is read');
select tests.act_as_owner();
select is((select count(*) from public.credits), 0::bigint, 'and nothing is stored');
select tests.act_as('asha@example.in');
select is((select count(*) from public.proof_rules), 0::bigint, 'nor the rules');
select tests.act_as_owner();
select is(tests.refusal(format('select public.take_proof(%L)', j)) ->> 'detail', d, d || ' is read strictly') from (values
  ('7'::jsonb, 'p_proof'), ('{"source": "sms"}', 'source'), ('{"source": "mail"}', 'external_id'),
  ('{"source": "mail", "external_id": "x", "amount": "-5"}', 'amount'),
  ('{"source": "mail", "external_id": "x", "amount": "5", "utr": "12"}', 'utr'),
  ('{"source": "mail", "external_id": "x", "amount": "5", "certain": "yes"}', 'certain'),
  ('{"source": "mail", "external_id": "x", "amount": "5", "certain": true}', 'credited_at'),
  ('{"source": "mail", "external_id": "x", "amount": "5", "certain": true, "credited_at": "2099-01-01"}', 'credited_at')) as v (j, d);

-- An order that was paid and never submitted
select tests.hold_as('asha@example.in', 'closed', 'Gold:A1');
select is(public.find_order_payment(tests.order_id('closed')), '{"live": false, "demo": false, "arrived": 0, "payment": null}'::jsonb, 'Nothing came yet');
select tests.refuses('ravi@example.in', format('select public.find_order_payment(%L)', tests.order_id('closed')), 'PT403', 'other_user', 'Others do not ask about it');
select tests.answers('owner', $$pg_temp.proof('m1', 1800, '412345678901', pg_temp.sign('closed'), p_vpa => 'asha@okaxis') - 'credit_id' - 'payment_id'$$,
  jsonb_build_object('order_code', tests.order_code('closed'), 'status', 'pending', 'key', 'code', 'known', false), 'The code makes its payment');
select is((select (transaction_id, amount, screenshot_url, status)::text from public.payments where order_id = tests.order_id('closed')),
  '(412345678901,1800.00,"",pending)', 'with the UTR and without a picture');
select is((select count(*) from public.seat_claims where payment_id = tests.payment_id('closed') and state = 'under_review' and review_until is null),
  1::bigint, 'and keeps its seat until the decision');
select is(pg_temp.proof('m1', 1800, '412345678901', pg_temp.sign('closed')) -> 'known', 'true'::jsonb, 'The same mail again adds nothing');
select is((select count(*) from public.credits), 1::bigint, 'One credit');
select is(tests.settle(pg_temp.proof('m1', 1800)) - 'credit_id' - 'payment_id',
  jsonb_build_object('order_code', tests.order_code('closed'), 'status', 'pending', 'key', 'code', 'doubt', 'off'), 'Off: a person decides');
select pg_temp.rules('on_shift');
select is(tests.settle(pg_temp.proof('m1', 1800)) ->> 'doubt', 'on_shift', 'On shift: not while nobody is');
select tests.answers('admin@example.in', $$public.change_shift(2) > now()$$, true, 'An admin goes on shift');
select tests.answers('owner', $$tests.settle(pg_temp.proof('m1', 1800)) ->> 'status'$$, 'approved', 'and the credit approves');
select is((select (p.status, p.approved_by_proof, p.reviewed_by is null)::text from public.payments p where p.order_id = tests.order_id('closed')),
  '(approved,t,t)', 'Nobody''s name stands on it');
select is((select count(*) from public.user_tickets where payment_id = tests.payment_id('closed')), 1::bigint, 'The ticket is there');
select is((select (matched_by, payment_id = tests.payment_id('closed'))::text from public.credits), '(code,t)', 'The credit says which key matched');
select is(tests.settle(pg_temp.proof('m1', 1800)) ->> 'status', 'approved', 'Again changes nothing');
select is((select count(*) from public.user_tickets), 1::bigint, 'One ticket');
select pg_temp.rules('always');
select tests.answers('asha@example.in', $$public.find_order_payment(tests.order_id('closed')) #>> '{payment,status}'$$, 'approved', 'The customer sees it');
select is(tests.submit('closed', '412345678901', 1800, 'Gold:A1') ->> 'status', 'approved', 'A late submission finds it approved');
select isnt((select screenshot_url from public.payments where order_id = tests.order_id('closed')), '', 'and adds its picture');

-- The code decides, not the reference that somebody typed
select tests.hold('mine', 'Gold:A2');
select tests.submit_as('ravi@example.in', 'thief', '412345678911', 1800, 'Gold:A3');
select tests.answers('owner', $$tests.settle(pg_temp.proof('m2', 1800, '412345678911', pg_temp.sign('mine'))) ->> 'order_code'$$, tests.order_code('mine'), 'The named order gets it');
select is((tests.status_of('mine'), tests.status_of('thief')), ('approved'::text, 'pending'::text), 'not the one who typed its UTR');

-- A reference, from a mail without a note
select tests.submit_as('meera@example.in', 'typed', '412345678921', 1800, 'Gold:A4');
select tests.answers('owner', $$tests.settle(pg_temp.proof('m3', 1800, '412345678921')) ->> 'key'$$, 'utr', 'A UTR alone matches a claim');
select is(tests.status_of('typed'), 'approved', 'and approves');
select tests.submit_as('meera@example.in', 'claim', '412345678931', 1800, 'Gold:A5');
select tests.submit_as('ravi@example.in', 'claim too', '412345678931', 1800, 'Gold:A6');
select tests.answers('owner', $$tests.settle(pg_temp.proof('m4', 1800, '412345678931')) ->> 'doubt'$$, 'several', 'Two claims of one UTR wait for a person');

-- One digit wrong
select tests.submit_as('meera@example.in', 'typo', '422345678951', 3600, 'Gold:B1,D8');
select tests.answers('owner', $$tests.settle(pg_temp.proof('m5', 3600, '422345678952')) ->> 'key'$$, 'near_utr', 'A digit wrong, nothing else near');
select is(tests.status_of('typo'), 'pending', 'waits for a person');
select tests.without_triggers($$update public.credits set created_at = created_at - interval '31 minutes' where utrs = '{422345678952}'$$);
select is(tests.settle(pg_temp.proof('m5', 3600)) ->> 'status', 'approved', 'or half an hour');
select tests.submit_as('meera@example.in', 'typo 2', '432345678961', 1800, 'Gold:B2');
select tests.does('owner', $$select pg_temp.proof('m6', 1800, '432345678962', p_certain => false)$$);
select is(tests.settle(pg_temp.proof('m7', 1800, '432345678963')) ->> 'doubt', 'several', 'Two credits near one claim wait');
select is((select given_code from public.credits where utrs = '{432345678963}'), null, 'and nothing is written');

-- Cut notes
select tests.hold_as('meera@example.in', 'cut', 'Gold:B3');
select tests.does('owner', $$update private.orders set order_code = 'MF7K2QX4MD' where id = tests.order_id('cut')$$);
select is(tests.settle(pg_temp.proof('m8', 1800, '442345678900', 'UPI/CR/442345678900/MEERA/SBIN/meera.das/7K2Q'))
  - 'credit_id' - 'payment_id', '{"order_code": "MF7K2QX4MD", "status": "likely", "key": "short_prefix", "doubt": "short_prefix"}'::jsonb,
  'Four signs are for a person');
select is(tests.settle(pg_temp.proof('m9', 900, '452345678911', '7K2QX')) ->> 'status', 'unclaimed', 'Five signs and another amount are nothing');
select tests.hold_as('ravi@example.in', 'cut too', 'Gold:B4');
select tests.does('owner', $$update private.orders set order_code = 'MF7K2QXZZZ' where id = tests.order_id('cut too')$$);
select is(tests.settle(pg_temp.proof('m10', 1800, '462345678922', '7K2QX')) ->> 'doubt', 'several', 'A beginning that two orders have waits');
update private.orders set order_code = 'MF9999XZZZ' where id = tests.order_id('cut too');
update public.credits set set_aside_at = now() where utrs && '{442345678900,462345678922}';
select is(tests.settle(pg_temp.proof('m11', 1800, '472345678933', '7K2QX')) ->> 'key', 'prefix', 'Five signs, amount and day');
select is(tests.status_of('cut'), 'approved', 'approve');

-- What must not approve
select tests.hold_as('asha@example.in', 'bad', 'Gold:C1');
select tests.answers('owner', $$tests.settle(pg_temp.proof('b1', 1, '512345678901', pg_temp.sign('bad'))) ->> 'status'$$, 'likely', 'A rupee with another''s code');
select is(tests.status_of('bad'), null, 'does not end the order');
select is(tests.settle(pg_temp.proof('b2', 1800, '512345678902', pg_temp.sign('bad'), p_certain => false)) ->> 'status', 'likely', 'An unconfirmed template');
select tests.hold_as('ravi@example.in', 'after', 'Gold:C3');
select tests.answers('owner', $$tests.settle(pg_temp.proof('b3', 1800, '512345678903', pg_temp.sign('after'), p_at => now() - interval '10 minutes')) ->> 'status'$$, 'unclaimed',
  'Money that came before the order was begun');
select is(tests.settle(pg_temp.proof('b4', 1800, '512345678904', pg_temp.sign('bad') || ' 9999XZZZ')) ->> 'doubt', 'several', 'A note with two codes');
select is(tests.status_of('bad'), null, 'None of them made a payment');
select pg_temp.rules('always', 1000);
select is(tests.settle(pg_temp.proof('b5', 1800, '512345678905', pg_temp.sign('bad'))) ->> 'doubt', 'two_claims', 'While another credit with its code names two orders, it waits');
update public.credits set set_aside_at = now() where utrs && '{512345678901,512345678902,512345678903,512345678904}';
select is(tests.settle(pg_temp.proof('b5', 1800)) ->> 'doubt', 'amount', 'Above the limit waits');
select pg_temp.rules('always', 10000, 1);
select is(tests.settle(pg_temp.proof('b5', 1800)) ->> 'doubt', 'rate', 'More than so many a minute waits');
select pg_temp.rules('always');
insert into public.credits (row_key, booked_on, amount, narration, utrs) values (repeat('b', 64), (now() at time zone 'Asia/Kolkata')::date, 1800, 'CASH', '{}');
select is(tests.settle(pg_temp.proof('b5', 1800)) ->> 'doubt', 'same', 'A statement row without UTR may be the same credit');
delete from public.credits where row_key = repeat('b', 64);
select is(tests.settle(pg_temp.proof('b5', 1800)) ->> 'status', 'approved', 'Without it: approved');

-- Part payments, several sources
select tests.hold_as('asha@example.in', 'parts', 'Gold:C2');
select tests.does('owner', $$select pg_temp.proof('p1', 1000, '612345678901', pg_temp.sign('parts'))$$);
select tests.answers('asha@example.in', $$public.find_order_payment(tests.order_id('parts')) -> 'arrived'$$, '1000.00', 'The customer sees what came');
select tests.answers('owner', $$tests.settle(pg_temp.proof('p2', 800, '612345678902', pg_temp.sign('parts'))) ->> 'status'$$, 'approved', 'Part payments add up');
select is((select count(*) from public.credits where payment_id = tests.payment_id('parts')), 2::bigint, 'Both back it');
select is(pg_temp.proof('g1', 800, '612345678902', null, 'gateway') ->> 'order_code', tests.order_code('parts'), 'Another source of one UTR and amount');
select is((select count(*) from public.credits where utrs = '{612345678902}'), 1::bigint, 'is the same credit');
select is((select count(*) from public.credit_proofs o join public.credits b on b.id = o.credit_id where b.utrs = '{612345678902}'), 2::bigint,
  'with two proofs');
select tests.answers('admin@example.in', $$public.import_bank_rows(jsonb_build_array(jsonb_build_object('booked_on', (now() at time zone 'Asia/Kolkata')::date, 'amount', 800,
  'narration', 'UPI/612345678902', 'utrs', array['612345678902'], 'balance', null, 'occurrence', 1)))$$, '{"added": 0, "known": 1}',
  'A statement that knows it adds nothing');
select is((select sources from public.find_credits('612345678902')), '{gateway,mail,statement}'::text[], 'and is its third proof');

-- A code that narrations have anyway
select tests.does('owner', $$select pg_temp.proof('w1', 500, '712345678901', 'COUNTER7 SALE')$$);
update public.credits set credited_at = now() - interval '1 hour' where utrs = '{712345678901}';
select tests.hold_as('ravi@example.in', 'chosen', 'Gold:D1');
select tests.does('owner', $$update private.orders set order_code = 'MFC0UNTER7' where id = tests.order_id('chosen')$$);
select is(private.codes_in('C0VNTER7'), '{MFC0VNTER7}', 'A word with a digit can be a code');
update private.orders set order_code = 'MFC0VNTER7' where id = tests.order_id('chosen');
update public.credits set narration = 'C0VNTER7 SALE' where utrs = '{712345678901}';
select is(tests.settle(pg_temp.proof('w2', 1800, '712345678902', 'C0VNTER7 SALE')) ->> 'status', 'unclaimed', 'Chosen to be one, it names nothing');

-- Staff prove nothing of their own
select tests.hold_as('admin@example.in', 'own', 'Gold:D2');
select public.import_bank_rows(jsonb_build_array(jsonb_build_object('booked_on', (now() at time zone 'Asia/Kolkata')::date, 'amount', 1800,
  'narration', pg_temp.sign('own'), 'utrs', array['812345678901'], 'balance', null, 'occurrence', 1)));
select tests.does('owner', $$select public.settle_open_credits()$$);
select is((tests.status_of('own'), (select public.settle_credit(id) ->> 'doubt' from public.credits where utrs = '{812345678901}')),
  ('pending'::text, 'own'::text), 'An imported statement does not approve the payment of who imported it');

-- By hand
select tests.hold_as('meera@example.in', 'hand', 'Gold:D3');
select tests.does('owner', $$select pg_temp.proof('h1', 1800, '912345678901', 'for the concert', p_vpa => 'meera@okaxis')$$);
select tests.refuses('admin@example.in', format('select public.give_credit(%L, %L)', (select id from public.credits where utrs = '{912345678901}'), tests.order_code('own')),
  'PT403', 'own_payment', 'Staff give nothing to their own order');
select tests.refuses(format('select public.give_credit(%L, ''MF00000000'')', (select id from public.credits where utrs = '{912345678901}')),
  'PT404', 'unknown_order', 'nor to an order that is none');
select is(public.give_credit((select id from public.credits where utrs = '{912345678901}'), tests.order_code('hand')) ->> 'status', 'pending', 'Given');
select is(public.give_credit((select id from public.credits where utrs = '{912345678901}'), tests.order_code('hand')) ->> 'key', 'hand', 'twice');
select is((public.review_payment(tests.payment_id('hand'), 'approved', null)) ->> 'status', 'approved', 'and approved by a person');
select is((select (matched_by, order_code) = ('hand', tests.order_code('hand')) from public.find_credits('912345678901')), true, 'The list says by whom and for what');
select tests.refuses(format('select public.set_credit_aside(%L, ''x'')', (select id from public.credits where utrs = '{912345678901}')), 'PT409', 'credit_used',
  'What paid is not set aside');
select is((select array_agg(narration order by narration) from public.find_credits(null, 'free')
  where utrs && '{712345678901,712345678902}'), '{C0VNTER7 SALE,C0VNTER7 SALE}'::text[], 'Free ones are listed');
select public.set_credit_aside((select id from public.credits where utrs = '{712345678901}'), 'Snacks');
select is((select set_aside_reason from public.find_credits(null, 'set_aside') where utrs = '{712345678901}'), 'Snacks', 'Set aside with a reason');
select public.set_credit_aside((select id from public.credits where utrs = '{712345678901}'), null);
select public.return_credit((select id from public.credits where utrs = '{712345678901}'), 'ravi@okaxis', '1000 0000 0001');
select is((select (state, returned_to, returned_utr)::text from public.find_credits('712345678901')), '(returned,ravi@okaxis,100000000001)', 'Sent back');
select tests.refuses(format('select public.return_credit(%L, ''ravi@okaxis'', ''100000000001'')', (select id from public.credits where utrs = '{712345678902}')),
  'PT409', 'reference_of_refund', 'One transfer pays one credit back');
select is((select array_agg(unknown_to_statement) from public.list_proof_approvals() where order_code = tests.order_code('closed')), '{f}', 'The day''s approvals are listed');
select is(public.proof_state() #>> '{unknown}', '[]', 'No alarm');
select tests.as_owner($$update public.credits set booked_on = booked_on - 2 where utrs = '{412345678901}'$$);
select tests.as_owner($$insert into public.credits (row_key, booked_on, amount, narration, utrs)
  values (repeat('c', 64), (now() at time zone 'Asia/Kolkata')::date - 9, 7, 'OLD', '{}'), (repeat('d', 64), (now() at time zone 'Asia/Kolkata')::date, 7, 'NEW', '{}')$$);
select is(public.proof_state() #>> '{unknown,0,order_code}', tests.order_code('closed'), 'A statement that does not know a credit raises the alarm');
select is((select unknown_to_statement from public.list_proof_approvals() where order_code = tests.order_code('closed')), true, 'also in the list');

-- A statement that was wrong takes no mail along, and its days are its own
select tests.act_as_owner();
select is((select last_on from private.statement_span()), (now() at time zone 'Asia/Kolkata')::date, 'Statements reach until today');
select tests.does('admin@example.in', $$select public.import_bank_rows(jsonb_build_array(jsonb_build_object('booked_on', (now() at time zone 'Asia/Kolkata')::date + 1, 'amount', 77,
  'narration', 'UPI/622345678901', 'utrs', array['622345678901'], 'balance', 5, 'occurrence', 1),
  jsonb_build_object('booked_on', (now() at time zone 'Asia/Kolkata')::date + 1, 'amount', 78,
  'narration', 'UPI/622345678902', 'utrs', array['622345678902'], 'balance', 6, 'occurrence', 1)), '00000000-0000-4000-8000-000000000077')$$);
select tests.does('owner', $$select pg_temp.proof('t1', 77, '622345678901', 'for two')$$);
select is((select last_on from private.statement_span()), (now() at time zone 'Asia/Kolkata')::date + 1, 'Now until tomorrow');
select tests.answers('admin@example.in', $$public.take_back_bank_import('00000000-0000-4000-8000-000000000077') -> 'removed'$$, '2', 'The import is taken back');
select is((select (narration, sources)::text from public.find_credits('622345678901')), '("for two",{mail})', 'What the mail said stays');
select is((select count(*) from public.find_credits('622345678902')), 0::bigint, 'what only the statement said is gone');
select tests.act_as_owner();
select is((select last_on from private.statement_span()), (now() at time zone 'Asia/Kolkata')::date, 'and the statements reach as far as before');

-- How long a payer is known: as long as screenshots, longer while nobody knows what the money was for or while it is owed.
delete from public.credits b where b.payment_id is null;
select pg_temp.proof(n, 5, null, 'for tea', 'mail', true, now(), n || '@okaxis') from unnest(array['kept', 'done', 'owed', 'open', 'ancient']) as n;
update public.credit_proofs set content = '{"raw": "A mail"}' where external_id in ('kept', 'done', 'owed', 'open', 'ancient');
update public.credits set set_aside_at = now(), set_aside_reason = 'x' where payer_vpa in ('kept@okaxis', 'done@okaxis');
update public.credits set payment_id = tests.payment_id('hand') where payer_vpa = 'owed@okaxis';
insert into public.refunds (payment_id, user_id, amount, reason)
  select p.id, p.user_id, 5, 'overpaid' from public.payments p where p.id = tests.payment_id('hand');
update public.credits set booked_on = (now() at time zone 'Asia/Kolkata')::date - case payer_vpa when 'kept@okaxis' then 30 when 'ancient@okaxis' then 401 else 31 end
  where payer_vpa like '%@okaxis';
select private.tidy_sale();
create function pg_temp.known() returns text language sql as $$
  select string_agg(o.external_id || case when b.payer_vpa is null then ' without payer' else '' end, ', ' order by o.external_id)
  from public.credit_proofs o join public.credits b on b.id = o.credit_id where o.content = '{"raw": "A mail"}'
$$;
select is(pg_temp.known(), 'kept, open, owed', 'After screenshot_days the payer and the mail of settled money are gone, after 400 days those of any');
select is((select string_agg(b.narration || ' ' || b.amount, ', ') from public.credit_proofs o join public.credits b on b.id = o.credit_id
  where o.external_id in ('done', 'ancient') and b.payer_vpa is null and o.content = '{}'), 'for tea 5.00, for tea 5.00', 'The credit stays');
update public.refunds set status = 'refunded', way = 'upi', utr = '100000000009', refunded_at = now() where reason = 'overpaid';
select private.tidy_sale();
select is(pg_temp.known(), 'kept, open', 'Once nothing is owed, too');

-- Mails that could not be judged, for staff.
create function pg_temp.aside() returns text language sql security definer as $$
  select public.proof_state() #>> '{sources,0,set_aside}'
$$;
select private.note_set_aside('mailbox') from generate_series(1, 2);
select tests.answers('admin@example.in', 'pg_temp.aside()', '2', 'Staff see how many were set aside');
select tests.as_owner($$update private.proof_sources set set_aside_at = now() - interval '8 days'$$);
select is(pg_temp.aside(), '0', 'within a week');
select tests.does('owner', $$select private.note_set_aside('mailbox')$$);
select tests.answers('admin@example.in', 'pg_temp.aside()', '1', 'and then anew');
