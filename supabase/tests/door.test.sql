-- The door: tills and their books, sales by staff to people without an account, undoing them.
select tests.create_people('asha@example.in', 'admin: admin@example.in', 'gate: gate@example.in',
  'box_office: farah@example.in', 'box_office: imran@example.in');
select tests.create_concert('Pune', 'Gold 1500 x20', 'Silver 900 x20');
select tests.create_concert('Goa', 'Beach 500 x20');
insert into public.ticket_categories (event_id, name, price, total_tickets, is_standing) values (tests.event_id('Pune'), 'Floor', 400, 6, true);
insert into public.staff_events (user_id, role, event_id) select tests.user_id(p), 'box_office', tests.event_id('Pune') from unnest(array['farah@example.in', 'imran@example.in']) as p;

create function tests.sell(p_order text, p_till text, p_method text, p_total numeric, variadic p_lines text[]) returns jsonb language sql as $$
  select public.sell_at_door(tests.order_id(p_order), tests.order_id(p_till), tests.lines(variadic p_lines), p_method, p_total) $$;
create function tests.sold(p_category text) returns integer language sql security definer as $$
  select c.tickets_sold from public.ticket_categories c where c.name = p_category $$;
create function tests.age(p_order text, p_age interval) returns void language sql security definer as $$
  update public.payments p set created_at = now() - p_age where p.order_id = tests.order_id(p_order) $$;
-- The stamp keeps created_at; here time passes.
alter table public.payments disable trigger "90_stamp";

-- Who may do what.
create temporary table calls (q text);
insert into calls values ('select public.open_till(tests.order_id(''x''), ''X'', 0)'), ('select public.close_till(tests.order_id(''x''), 0)'),
  ('select public.move_till_cash(tests.order_id(''m''), tests.order_id(''x''), 5, ''X'')'), ('select public.my_till()'),
  ('select public.till_book(tests.order_id(''x''))'), ('select public.list_tills()'),
  ('select public.price_at_door(tests.lines(''Gold:A1''), ''cash'')'), ('select tests.sell(''o'', ''x'', ''cash'', 1770, ''Gold:A1'')'),
  ('select public.undo_door_sale(tests.order_id(''o''), ''X'')'), ('select public.taken_at_door(tests.event_id(''Pune''))');
select tests.act_as(null);
select tests.refuses(q, 'PT401', 'not_signed_in', 'A visitor: ' || q) from calls;
select tests.act_as(p) || tests.refuses(q, 'PT403', 'forbidden', p || ': ' || q)
  from calls, unnest(array['asha@example.in', 'gate@example.in']) as p;
select tests.refuses('farah@example.in', 'select public.list_tills()', 'PT403', 'forbidden', 'Box office staff do not list the tills of others');
select is_empty('select from public.tills', 'nor read the table');
select is_empty('select from public.payments', 'nor payments');
select tests.denies('insert into public.payments (user_id) values (gen_random_uuid())', 'nor write them');
select tests.denies('insert into public.tills (id) values (gen_random_uuid())', 'nor tills');
select tests.denies('update public.till_moves set amount = 1', 'nor moves');

-- Opening a till.
select is(public.my_till(), null, 'No till is open');
select tests.refuses(format('select public.open_till(%L, %L, %L)', i, n, c), 'PT400', 'invalid', 'No till: ' || coalesce(n, 'null') || ' ' || coalesce(c, 'null'))
  from (values (tests.order_id('t1'), ' ', '0'), (tests.order_id('t1'), repeat('x', 81), '0'), (tests.order_id('t1'), 'Gate 1', '-1'),
    (tests.order_id('t1'), 'Gate 1', 'NaN'), (tests.order_id('t1'), 'Gate 1', '0.001'), (tests.order_id('t1'), 'Gate 1', null), (null, 'Gate 1', '0')) as v (i, n, c);
select is(public.open_till(tests.order_id('t1'), ' Gate 1 ', 2000) - array['opened_at', 'opened_by', 'moves', 'sales'],
  '{"opened_by_name": "farah", "opening_cash": 2000.00,
    "by_method": {"cash": {"n": 0, "amount": 0.00}, "upi": {"n": 0, "amount": 0.00}, "card": {"n": 0, "amount": 0.00}, "complimentary": {"n": 0, "amount": 0.00}},
    "undone": {"n": 0, "amount": 0.00}, "expected_cash": 2000.00, "counted_cash": null, "difference": null, "closed_at": null, "closed_by_name": null, "note": null}'::jsonb
    || jsonb_build_object('till', jsonb_build_object('id', tests.order_id('t1'), 'name', 'Gate 1')), 'A till opens with its book');
select is(public.open_till(tests.order_id('t1'), 'Gate 1', 2000) ->> 'opening_cash', '2000.00', 'A repeat opens nothing');
select tests.refuses(format('select public.open_till(tests.order_id(''t1''), %L, %L)', n, c), 'PT409', 'changed_meanwhile', 'and says when it differs: ' || n || ' ' || c)
  from (values ('Gate 2', 2000), ('Gate 1', 5)) as v (n, c);
select is(tests.refusal('select public.open_till(tests.order_id(''t9''), ''Gate 9'', 0)'),
  jsonb_build_object('state', 'PT409', 'code', 'till_open', 'detail', tests.order_id('t1')), 'A person has one open till');
select is(public.my_till() -> 'till' ->> 'name', 'Gate 1', 'It is theirs');
select tests.refuses('imran@example.in', 'select public.till_book(tests.order_id(''t1''))', 'PT403', 'forbidden', 'Its book is not another''s');
select tests.refuses('select public.close_till(tests.order_id(''t1''), 0)', 'PT403', 'forbidden', 'who does not close it');
select tests.refuses('select public.open_till(tests.order_id(''t1''), ''Mine'', 0)', 'PT403', 'forbidden', 'nor open it');
select tests.refuses('select public.move_till_cash(tests.order_id(''m''), tests.order_id(''t1''), 5, ''X'')', 'PT403', 'forbidden', 'nor put cash in');
select tests.refuses('select tests.sell(''o'', ''t1'', ''cash'', 1770, ''Gold:A1'')', 'PT403', 'forbidden', 'nor sell from it');
select public.open_till(tests.order_id('t2'), 'Gate 2', 0);

-- Prices: no fee, tax as the terms say.
select tests.act_as('farah@example.in');
select is((select jsonb_object_agg(c.name, t.value - 'at') from jsonb_each(public.taken_at_door(tests.event_id('Pune'))) as t
    join public.ticket_categories c on c.id = t.key::uuid),
  (select jsonb_object_agg(c.name, public.taken_seats(c.id) - 'at') from public.ticket_categories c where c.event_id = tests.event_id('Pune')),
  'What is taken of each category, in one answer');
select is((select array_agg(c.name order by c.name) from jsonb_object_keys(public.taken_at_door(tests.event_id('Pune'))) as k
    join public.ticket_categories c on c.id = k::uuid), array['Floor', 'Gold', 'Silver'], 'of all that the event sells');
select tests.refuses('select public.taken_at_door(tests.event_id(''Goa''))', 'PT403', 'forbidden', 'of one''s own events');
select tests.refuses('select public.taken_at_door(null)', 'PT404', 'not_found', 'that there are');
select is(public.price_at_door(tests.lines('Gold:A1,A2', 'Floor:x1'), 'cash') - 'lines', '{"subtotal": 3400.00, "gst": 612.00, "local_tax": 0.00, "total": 4012.00}', 'The price at the door has tax and no fee');
select is(public.price_at_door(tests.lines('Gold:A1,A2'), 'complimentary') ->> 'total', '0.00', 'Complimentary tickets cost nothing');
select tests.refuses('select public.price_at_door(tests.lines(''Beach:A1''), ''cash'')', 'PT403', 'forbidden', 'of one''s own events');
select tests.refuses(format('select public.price_at_door(%s, %L)', l, m), 'PT400', c, l || coalesce(m, 'null')) from (values
  ('tests.lines(''Gold:A1'')', null, 'invalid'), ('tests.lines(''Gold:A1'')', 'free', 'invalid'), ('''[]''', 'cash', 'invalid'),
  ('tests.lines(''Gold:a1'')', 'cash', 'unknown_seat'), ('tests.lines(''Floor:x11'')', 'cash', 'too_many_seats')) as v (l, m, c);

-- A sale.
create temporary table sale as select public.sell_at_door(tests.order_id('s1'), tests.order_id('t1'), tests.lines('Gold:A2,A1', 'Floor:x2'), 'cash', 4484, ' Ravi  Kumar', '+91 98200 12345') as s;
select is(s - array['tickets', 'secret', 'payment_id', 'at', 'lines'], jsonb_build_object('order_id', tests.order_id('s1'), 'order_code', tests.order_code('s1'),
  'method', 'cash', 'total', 4484.00, 'name', 'Ravi  Kumar'), 'A sale returns what the clerk prints') from sale;
select is(s -> 'lines' -> 0 ->> 'seats', '["A1", "A2"]', 'with its lines') from sale;
select is(jsonb_array_length(s -> 'tickets'), 2, 'a ticket a category') from sale;
select matches(s ->> 'secret', '^[A-Za-z0-9_-]{22}$', 'and the secret of its link') from sale;
select tests.act_as_owner();
select is((select string_agg(concat_ws(' ', p.status, p.method, p.amount, p.transaction_id = p.order_code, p.screenshot_url = '', p.reviewed_by = tests.user_id('farah@example.in'), p.made_by = p.reviewed_by), ',') from public.payments p),
  'approved cash 4484.00 t t t t', 'The payment is approved by its seller');
select is((select string_agg(concat_ws(' ', f.name, f.phone, f.email, f.notify_email, f.is_guest), ',') from public.profiles f join public.payments p on p.user_id = f.id), 'Ravi  Kumar +91 98200 12345 f t', 'Its person has no account');
select is((select string_agg(concat_ws(' ', l.unit_price, l.quantity, l.gst_amount, l.fee_amount, l.fee_gst_amount, l.total_amount, l.payment_status), ',' order by l.line) from public.payment_lines l),
  '1500.00 2 540.00 0.00 0.00 3540.00 completed,400.00 2 144.00 0.00 0.00 944.00 completed', 'Its lines have price and tax');
select is((select count(*) from public.passes) || ' ' || tests.wrong_codes(), '4 0', 'Its passes are signed as all others');
select is(tests.sold('Gold') || ' ' || tests.sold('Floor'), '2 2', 'and counted as sold');
select is_empty('select from public.outgoing_mail union all select from public.notices', 'Nobody is written to');
select tests.act_as('farah@example.in');
create temporary table again as select tests.sell('s1', 't1', 'upi', 1, 'Gold:B1') as s;
select is(a.s - 'secret', sale.s - 'secret', 'A repeat returns the same sale') from sale, again as a;
select isnt(a.s ->> 'secret', sale.s ->> 'secret', 'with a new link') from sale, again as a;
select tests.age('s1', '6 minutes');
select is(tests.sell('s1', 't1', 'cash', 4484, 'Gold:B1') ->> 'secret', null, 'After five minutes it has none');
select tests.age('s1', '0 minutes');
select tests.refuses('imran@example.in', 'select tests.sell(''s1'', ''t2'', ''cash'', 1770, ''Gold:B1'')', 'PT403', 'other_user', 'Another clerk does not read it by its id');

-- Refusals of a sale.
select tests.act_as('farah@example.in');
select is(tests.refusal('select tests.sell(''o'', ''t1'', ''cash'', 1771, ''Gold:B1'')'), '{"state": "PT409", "code": "price_changed", "detail": "1770.00"}', 'Another price is refused with the price now');
select is(tests.refusal('select tests.sell(''o'', ''t1'', ''cash'', 3540, ''Gold:A1,B1'')') - 'detail', '{"state": "PT409", "code": "seats_taken"}', 'A sold seat');
select is((tests.refusal('select tests.sell(''o'', ''t1'', ''cash'', 3540, ''Gold:A1,B1'')') ->> 'detail')::jsonb -> 0 -> 'seats', '["A1"]', 'is named');
select is(jsonb_array_length((tests.refusal('select tests.sell(''o'', ''t1'', ''cash'', 2832, ''Floor:x6'')') ->> 'detail')::jsonb -> 0 -> 'seats'), 2, 'as many numbers as standing places are missing');
select tests.refuses('select tests.sell(''o'', ''t1'', ''cash'', 590, ''Beach:A1'')', 'PT403', 'forbidden', 'Box office staff sell for their events');
select tests.refuses('select tests.sell(''o'', ''t3'', ''cash'', 1770, ''Gold:B1'')', 'PT404', 'not_found', 'from a till that is there');
select tests.refuses('select tests.sell(''o'', ''t2'', ''cash'', 1770, ''Gold:B1'')', 'PT403', 'forbidden', 'and theirs');
select tests.refuses('select public.sell_at_door(' || a || ')', 'PT400', c, a) from (values
  ('null, tests.order_id(''t1''), tests.lines(''Gold:B1''), ''cash'', 1770', 'invalid'), ('tests.order_id(''o''), tests.order_id(''t1''), null, ''cash'', 1770', 'invalid'),
  ('tests.order_id(''o''), tests.order_id(''t1''), tests.lines(''Gold:B1''), ''free'', 0', 'invalid'), ('tests.order_id(''o''), tests.order_id(''t1''), tests.lines(''Gold:B1''), null, 0', 'invalid'),
  ('tests.order_id(''o''), tests.order_id(''t1''), tests.lines(''Gold:B1''), ''cash'', null', 'invalid'), ('tests.order_id(''o''), tests.order_id(''t1''), tests.lines(''Gold:B1''), ''cash'', ''NaN''', 'invalid'),
  ('tests.order_id(''o''), tests.order_id(''t1''), tests.lines(''Gold:B1''), ''cash'', 1770, repeat(''x'', 121)', 'invalid'), ('tests.order_id(''o''), tests.order_id(''t1''), tests.lines(''Gold:B1''), ''cash'', 1770, ''X'', ''abc''', 'invalid'),
  ('tests.order_id(''o''), tests.order_id(''t1''), tests.lines(''Gold:B1''), ''cash'', 1770, ''X'', null, ''412345678901''', 'invalid'), ('tests.order_id(''o''), tests.order_id(''t1''), tests.lines(''Gold:B1''), ''upi'', 1770, ''X'', null, repeat(''1'', 65)', 'invalid'),
  ('tests.order_id(''o''), tests.order_id(''t1''), tests.lines(''Gold:Z9''), ''cash'', 1770', 'unknown_seat'), ('tests.order_id(''o''), tests.order_id(''t1''), tests.lines(''Gold:x2''), ''cash'', 3540', 'unknown_seat'),
  ('tests.order_id(''o''), tests.order_id(''t1''), tests.lines(''Floor:x11''), ''cash'', 3540', 'too_many_seats')) as v (a, c);
select is(tests.claims('Gold'), 'A1 sold, A2 sold', 'A refused sale leaves nothing');

-- Held, kept and taken seats; what customers may not buy any more.
select tests.hold_as('asha@example.in', 'h', 'Gold:C1', 'Silver:A1');
select tests.submit('p', '412345678901', 2000, 'Silver:A2');
select tests.does('admin@example.in', $$select public.keep_seats(tests.category_id('Gold'), array['C2'], 'Sponsor')$$);
select tests.act_as('farah@example.in');
select tests.refuses(format('select tests.sell(''o'', ''t1'', ''cash'', %s, %L)', a, l), 'PT409', 'seats_taken', l || ' is another''s') from (values (1770, 'Gold:C1'), (1770, 'Gold:C2'), (1062, 'Silver:A2')) as v (a, l);
select tests.as_owner($$update public.events set paused_at = now() where city = 'Pune'$$);
select tests.as_owner($$update public.ticket_categories set sale_until = now() - interval '1 hour' where name = 'Silver'$$);
select is(tests.sell('s2', 't1', 'upi', 1062, 'Silver:B1') ->> 'total', '1062.00', 'The door sells while the shop is paused and the window over');
select tests.as_owner($$update public.events set paused_at = null where city = 'Pune'$$);
select tests.as_owner('alter table public.events disable trigger user');
select tests.as_owner($$update public.events set date = now() - interval '5 hours' where city = 'Pune'$$);
select is(tests.sell('s3', 't1', 'card', 1062, 'Silver:B2') ->> 'method', 'card', 'and after the beginning');
select tests.as_owner($$update public.events set date = now() - interval '6 hours' where city = 'Pune'$$);
select tests.refuses('select tests.sell(''o'', ''t1'', ''cash'', 1770, ''Gold:B1'')', 'PT409', 'not_on_sale', 'but not for longer than six hours');
select tests.as_owner($$update public.events set date = now() + interval '3 days', status = 'cancelled' where city = 'Pune'$$);
select tests.refuses('select tests.sell(''o'', ''t1'', ''cash'', 1770, ''Gold:B1'')', 'PT409', 'not_on_sale', 'nor for a cancelled event');
select tests.as_owner($$update public.events set status = 'scheduled', published_at = null where city = 'Pune'$$);
select tests.refuses('select tests.sell(''o'', ''t1'', ''cash'', 1770, ''Gold:B1'')', 'PT409', 'not_on_sale', 'nor for a draft');
select tests.as_owner($$update public.events set published_at = now() where city = 'Pune'$$);
select tests.refuses($$select public.sell_at_door(tests.order_id('o'), tests.order_id('t1'), '[{"ticket_category_id": "00000000-0000-4000-8000-000000000000", "seats": ["A1"]}]', 'cash', 0)$$, 'PT409', 'not_on_sale', 'nor what is gone');
select tests.as_owner('alter table public.events enable trigger user');

-- Undoing.
select tests.refuses('imran@example.in', 'select public.undo_door_sale(tests.order_id(''s2''), ''X'')', 'PT403', 'forbidden', 'Nobody undoes another clerk''s sale');
select tests.refuses('select public.undo_door_sale(tests.order_id(''p''), ''X'')', 'PT404', 'not_found', 'nor an online order');
select tests.refuses('farah@example.in', 'select public.undo_door_sale(tests.order_id(''s2''), '' '')', 'PT400', 'invalid', 'A reason is needed');
select tests.age('s2', '301 seconds');
select is(tests.refusal('select public.undo_door_sale(tests.order_id(''s2''), ''X'')'), '{"state": "PT409", "code": "too_late", "detail": "minutes"}', 'Five minutes, no longer');
select is(public.undo_door_sale(tests.order_id('s1'), 'Wrong row') -> 'secret', 'null', 'Within them its seller undoes it');
select is(public.undo_door_sale(tests.order_id('s1'), 'Wrong row') ->> 'order_code', tests.order_code('s1'), 'twice is once');
select is(tests.claims('Gold'), 'C1 held, C2 kept', 'Its seats are free');
select is(tests.sold('Gold') || ' ' || tests.sold('Floor'), '0 0', 'and not counted');
select tests.refuses('select tests.sell(''s1'', ''t1'', ''cash'', 1770, ''Gold:A1'')', 'PT409', 'order_submitted', 'Its order sells nothing more');
select lives_ok('select tests.sell(''s4'', ''t1'', ''cash'', 3540, ''Gold:A1,A2'')', 'Another order has the seats');
select tests.act_as_owner();
select is((select string_agg(concat_ws(' ', p.status, p.review_note, p.reviewed_by = p.made_by), ',') from public.payments p where p.order_id = tests.order_id('s1')), 'rejected Undone at the box office t', 'The payment says so');
select is((select string_agg(distinct concat_ws(' ', t.payment_status, t.revoked_reason, l.payment_status), ',') from public.user_tickets t join public.payment_lines l on l.id = t.payment_line_id where t.payment_id = tests.payment_id('s1')), 'failed Wrong row failed', 'Its tickets are revoked');
select is((select string_agg(distinct state || ' ' || reason, ',') from private.roster_rows where event_id = tests.event_id('Pune') and state <> 'gone' and id in (select t.id from public.user_tickets t where t.payment_id = tests.payment_id('s1'))), 'rejected Undone at the box office', 'The gate knows, and says nothing of the clerk''s reason');
select is((select count(*) from public.audit_log where action = 'undo_sale'), 1::bigint, 'and the history');
select is_empty('select from public.notices where kind = ''ticket_revoked''', 'Nobody is told: there is no account');
insert into public.ticket_scans (id, event_id, ticket_id, known_ticket, place, seats, verdict, gate, device, staff_id, corrected_at, received_at)
  select gen_random_uuid(), t.event_id, t.id, t.id, t.ticket_category_id, t.seats, 'ENTER', 'g', 'd', tests.user_id('gate@example.in'), now(), now()
  from public.user_tickets t where t.payment_id = tests.payment_id('s4');
select tests.refuses('farah@example.in', 'select public.undo_door_sale(tests.order_id(''s4''), ''X'')', 'PT409', 'admitted', 'Who was let in keeps the ticket');
select tests.allows('admin@example.in', 'select public.undo_door_sale(tests.order_id(''s2''), ''Asked later'')', 'Admins undo later too');
select is((select bool_and(public.who_has_seat(l.ticket_category_id, s) ->> 'made_by' = p.made_by::text)
  from public.payments p join public.payment_lines l on l.payment_id = p.id join public.ticket_categories c on c.id = l.ticket_category_id, unnest(l.seats) as s
  where p.made_by is not null and p.status = 'approved' and not c.is_standing), true, 'The hall says who sold a seat');

-- The book.
select tests.does('farah@example.in', $$select public.move_till_cash(tests.order_id('m1'), tests.order_id('t1'), -500, ' To the safe ')$$);
select public.move_till_cash(tests.order_id('m1'), tests.order_id('t1'), -500, 'To the safe');
select tests.refuses(format('select public.move_till_cash(tests.order_id(''m1''), tests.order_id(''t1''), %L, %L)', a, r), 'PT409', 'changed_meanwhile', 'A repeat differs: ' || a || ' ' || r)
  from (values (500, 'To the safe'), (-500, 'To the bank')) as v (a, r);
select tests.refuses(format('select public.move_till_cash(tests.order_id(''m2''), tests.order_id(''t1''), %L, %L)', a, r), 'PT400', 'invalid', a || ' ' || r)
  from (values ('0', 'X'), ('NaN', 'X'), ('0.005', 'X'), ('5', ' '), ('5', repeat('x', 201))) as v (a, r);
select is(public.my_till() - array['opened_at', 'opened_by', 'moves', 'sales', 'till', 'opened_by_name', 'closed_by_name', 'note'],
  '{"opening_cash": 2000.00, "expected_cash": 5040.00, "counted_cash": null, "difference": null, "closed_at": null, "undone": {"n": 2, "amount": 5546.00},
    "by_method": {"cash": {"n": 1, "amount": 3540.00}, "upi": {"n": 0, "amount": 0.00}, "card": {"n": 1, "amount": 1062.00}, "complimentary": {"n": 0, "amount": 0.00}}}', 'Opening, sales and moves make what must be there');
select is(public.my_till() -> 'moves' -> 0 ->> 'reason', 'To the safe', 'It lists the moves');
select is((select string_agg(concat_ws(' ', s ->> 'method', s ->> 'total', s ->> 'undone'), ', ' order by s ->> 'total', s ->> 'method') from jsonb_array_elements(public.my_till() -> 'sales') as s),
  'card 1062.00 false, upi 1062.00 true, cash 3540.00 false, cash 4484.00 true', 'and the sales');
select is((select count(*) from jsonb_array_elements(public.my_till() -> 'sales') as s
  where (s ->> 'undone')::boolean = (s ->> 'ticket_id' is null) and (s ->> 'ticket_id' is null or length(public.new_ticket_link((s ->> 'ticket_id')::uuid)) = 22)), 4::bigint,
  'with a ticket to make a new link of, unless undone');
select tests.refuses(format('select public.close_till(tests.order_id(''t1''), %L, %L)', c, n), 'PT400', 'invalid', coalesce(c, 'null') || n)
  from (values (null, 'X'), ('-1', 'X'), ('NaN', 'X'), ('5000', repeat('x', 501))) as v (c, n);
select is(public.close_till(tests.order_id('t1'), 5000, ' Forty short ') - array['opened_at', 'opened_by', 'moves', 'sales', 'till', 'closed_at', 'undone', 'by_method', 'opening_cash', 'opened_by_name'],
  '{"expected_cash": 5040.00, "counted_cash": 5000.00, "difference": -40.00, "note": "Forty short", "closed_by_name": "farah"}', 'Closing stores the count');
select lives_ok('select public.close_till(tests.order_id(''t1''), 5000)', 'A repeat changes nothing');
select tests.refuses('select public.close_till(tests.order_id(''t1''), 5040)', 'PT409', 'till_closed', 'another count is refused');
select tests.refuses('select tests.sell(''o'', ''t1'', ''cash'', 1770, ''Gold:B1'')', 'PT409', 'till_closed', 'A closed till sells nothing');
select tests.refuses('select public.move_till_cash(tests.order_id(''m3''), tests.order_id(''t1''), 5, ''X'')', 'PT409', 'till_closed', 'and moves no cash');
select is(tests.refusal('select public.undo_door_sale(tests.order_id(''s3''), ''X'')'), '{"state": "PT409", "code": "too_late", "detail": "till_closed"}', 'Nothing of it is undone');
select is(public.my_till(), null, 'None is open now');
select is(public.open_till(tests.order_id('t3'), 'Gate 1', 5000) ->> 'expected_cash', '5000.00', 'The next one opens');
select tests.act_as('admin@example.in');
select is((select string_agg(concat_ws(' ', t -> 'till' ->> 'name', t ->> 'opened_by_name', t ->> 'difference'), ', ' order by t ->> 'opened_at') from jsonb_array_elements(public.list_tills()) as t),
  'Gate 1 farah -40.00, Gate 2 imran, Gate 1 farah', 'Admins see every till');
select lives_ok('select public.close_till(tests.order_id(''t2''), 0)', 'and close any');
select is((select count(*) from public.tills), 3::bigint, 'and read the tables');

-- Random days: the book is what an independent sum says.
select tests.does('farah@example.in', $$select public.close_till(tests.order_id('t3'), 5000)$$);
select public.open_till(tests.order_id('t4'), 'Random', 1000);
create temporary table day (n integer, kind text, amount numeric);
do $$
declare
  v_method text;
  v_seat text;
  v_total numeric;
  v_order text;
begin
  perform setseed(0.42);
  for n in 1 .. 60 loop
    v_method := (array['cash', 'cash', 'upi', 'card', 'complimentary'])[1 + floor(random() * 5)::integer];
    v_seat := 'Silver:' || chr(67 + floor(random() * 2)::integer) || (1 + floor(random() * 5))::integer;
    v_total := case when v_method = 'complimentary' then 0 else 1062 end;
    v_order := 'r' || n;
    if random() < 0.2 then
      v_total := (floor(random() * 100000) - 50000) / 100;
      perform public.move_till_cash(tests.order_id(v_order), tests.order_id('t4'), case when v_total = 0 then 1 else v_total end, 'Move');
      insert into day values (n, 'move', case when v_total = 0 then 1 else v_total end);
    elsif random() < 0.25 and exists (select from day d where d.kind in ('cash', 'upi', 'card', 'complimentary')) then
      select 'r' || d.n into v_order from day d where d.kind in ('cash', 'upi', 'card', 'complimentary') order by random() limit 1;
      perform public.undo_door_sale(tests.order_id(v_order), 'Undone');
      update day d set kind = 'undone' where 'r' || d.n = v_order;
    else
      begin
        perform tests.sell(v_order, 't4', v_method, v_total, v_seat);
        insert into day values (n, v_method, v_total);
      exception when sqlstate 'PT409' then
        null;
      end;
    end if;
    if random() < 0.1 then
      perform public.sell_at_door(tests.order_id('r' || d.n), tests.order_id('t4'), tests.lines(v_seat), 'cash', 1062)
        from day d where d.kind in ('cash', 'upi', 'card', 'complimentary') limit 1;
    end if;
  end loop;
end
$$;
select is((b ->> 'expected_cash')::numeric, 1000 + (select sum(amount) from day where kind in ('cash', 'move')), 'Expected cash adds up') from public.my_till() as b;
select is((b -> 'by_method' -> m ->> 'n' || ' ' || (b -> 'by_method' -> m ->> 'amount')),
  (select count(*) || ' ' || coalesce(sum(amount), 0)::numeric(14, 2) from day where kind = m), 'So does ' || m) from public.my_till() as b, unnest(array['cash', 'upi', 'card', 'complimentary']) as m;
select is(b -> 'undone' ->> 'n', (select count(*)::text from day where kind = 'undone'), 'and what was undone') from public.my_till() as b;
select ok(count(*) filter (where kind = 'undone') > 2 and count(*) filter (where kind = 'move') > 5 and count(*) > 20, 'The day had all of it') from day;

-- UPI with a reference goes through the checks of every payment; what was paid otherwise is in no statement.
select tests.does('farah@example.in', $$select public.sell_at_door(tests.order_id('u1'), tests.order_id('t4'), tests.lines('Gold:D1'), 'upi', 1770, null, null, '5123 4567 8901')$$);
select tests.does('imran@example.in', $$select public.open_till(tests.order_id('t5'), 'Gate 2', 0)$$);
select is(tests.refusal($$select public.sell_at_door(tests.order_id('u2'), tests.order_id('t5'), tests.lines('Gold:D2'), 'upi', 1770, null, null, '512345678901')$$),
  jsonb_build_object('state', 'PT409', 'code', 'reference_approved', 'detail', tests.order_code('u1')), 'A reference buys once');
select public.sell_at_door(tests.order_id('u3'), tests.order_id('t5'), tests.lines('Gold:D3'), 'upi', 1770);
select public.sell_at_door(tests.order_id('u4'), tests.order_id('t5'), tests.lines('Gold:D4'), 'card', 1770, null, null, 'slip 0042');
select tests.act_as('admin@example.in');
select public.import_bank_rows('[{"booked_on": "2026-11-24", "amount": "1770.00", "narration": "UPI 512345678901", "utrs": ["512345678901"], "balance": null, "occurrence": 1}]');
select is((select string_agg(kind, ',') from public.payment_bank_states(array(select id from public.payments where order_id = any (array[tests.order_id('u1'), tests.order_id('u3'), tests.order_id('u4'), tests.order_id('s4')])))), 'exact', 'A typed reference is matched, the others are not looked for');
select is((public.match_bank_rows() -> 'unclaimed' ->> 'count'), '0', 'Its credit is not unclaimed');
select is(public.match_bank_rows() -> 'not_found' ->> 'count', '1', 'What waits is the customer''s alone');
select is((select string_agg(concat_ws(' ', method, transaction_id = order_code, warnings, made_by_name, review_note), ', ' order by transaction_id) from public.get_payment_details() where order_id in (tests.order_id('u1'), tests.order_id('u4'))),
  'upi f [] farah, card t [] imran SLIP 0042', 'The payments list shows method and seller, without warnings');
select is((select string_agg(distinct method, ',' order by method) from public.get_all_tickets()), 'card,cash,complimentary,upi', 'as the tickets do');
select is_empty($$select from public.get_all_tickets() t join public.payments p on p.id = t.payment_id where p.made_by is distinct from t.made_by$$, 'and who sold them');
select is((select count(made_by) from public.search_tickets('Ravi')), 2::bigint, 'a search too');
select is(public.count_payments('2020-01-01') ->> 'arrived', '1', 'Sales of staff do not ask for a look');
select tests.refuses(format('select public.review_payment(%L, ''rejected'')', tests.payment_id('u4')), 'PT409', 'already_decided', 'They are decided');
select is(public.review_payment(tests.payment_id('u4'), 'approved') ->> 'status', 'approved', 'and approved once');
select is((public.dashboard_stats() ->> 'revenue')::numeric, (select sum(amount) from public.payments where status = 'approved'), 'Revenue counts all money, and only that of valid sales');
select is((public.dashboard_stats() ->> 'complimentary_tickets')::integer, (select count(*)::integer from day where kind = 'complimentary'), 'Complimentary tickets are counted apart');
select is((public.dashboard_days(1) -> 'days' -> 0 ->> 'given')::integer, (select sum(quantity)::integer from public.user_tickets t join public.payments p on p.id = t.payment_id where p.method = 'complimentary'), 'by day too');
select is((public.dashboard_days(1) -> 'events' -> 0 ->> 'given')::integer, (select count(*)::integer from day where kind = 'complimentary'), 'and by event');

select is((select string_agg(name || ' ' || tickets_given, ', ' order by name) from public.ticket_category_list where tickets_given > 0), 'Silver ' || (select count(*) from day where kind = 'complimentary'), 'by category');
select is((select sum(tickets_given)::integer from public.event_list), (select count(*)::integer from day where kind = 'complimentary'), 'and in the list of events');

-- People at the door are in no list of accounts, and are found where tickets are.
select is((select count(*) from public.get_all_profiles()), 5::bigint, 'Users are accounts');
select is((select count(*) from public.search_profiles('Ravi')), 0::bigint, 'Search finds no guest among them');
select is(public.count_listed('users'), 5, 'nor counts one');
select ok((select count(*) from public.search_payments('Ravi')) = 1 and (select count(*) from public.search_tickets('Ravi')) = 2, 'Payments and bookings are found by the name');
select is(public.count_audience(tests.event_id('Pune'), null, 'everyone') ->> 'people', '1', 'A message reaches accounts alone');
select is((public.count_audience(tests.event_id('Pune'), null, a) ->> 'unreached')::bigint, n, 'and says how many seats it does not reach: ' || a)
from (values ('holders', (select sum(t.quantity) from public.user_tickets t where t.event_id = tests.event_id('Pune') and t.revoked_at is null and not t.is_test
    and t.user_id <> all (array(select f.id from public.profiles f where not f.is_guest)))), ('waiting', 0)) as v (a, n);
select tests.refuses(format('select public.set_staff_role(%L, ''gate'')', (select user_id from public.payments where order_id = tests.order_id('u1'))), 'PT404', 'not_found', 'A guest has no role');

-- A phase's price holds at the door too, until its last ticket; a free category costs nothing there either.
select tests.act_as('farah@example.in');
select tests.as_owner($$insert into public.ticket_categories (event_id, name, price, total_tickets, phases) values (tests.event_id('Pune'), 'Early', 800, 20, '[{"name": "Early", "price": 300, "until": null, "until_sold": 2}]')$$);
select tests.as_owner($$insert into public.ticket_categories (event_id, name, price, total_tickets, is_free) values (tests.event_id('Pune'), 'Lawn', 0, 20, true)$$);
select is(public.price_at_door(tests.lines('Early:A1,A2'), 'cash') ->> 'total', '708.00', 'The phase''s price');
select is(tests.sell('e1', 't4', 'card', 708, 'Early:A1,A2') ->> 'total', '708.00', 'is what is paid');
select is(tests.refusal('select tests.sell(''e2'', ''t4'', ''card'', 354, ''Early:A3'')'), '{"state": "PT409", "code": "price_changed", "detail": "944.00"}', 'until it is sold');
select is(tests.sell('e3', 't4', 'cash', 0, 'Lawn:A1') ->> 'total', '0.00', 'Free is free');
select tests.act_as('admin@example.in');

-- A cancelled event owes what was paid, in the way it was paid.
create temporary table a_link as select public.new_ticket_link(t.id) as secret from public.user_tickets t where t.payment_id = tests.payment_id('s4') limit 1;
select public.cancel_event(tests.event_id('Pune'), 'Rain');
select is(public.peek_ticket_link(secret) ->> 'paid_order', tests.order_code('s4'), 'A link that was not opened says under which order') from a_link;
select is((select string_agg(concat_ws(' ', r.method, r.amount, r.reason), ', ' order by r.method) from public.get_refunds() r where r.made_by is not null and r.payment_id in (tests.payment_id('s4'), tests.payment_id('u1'), tests.payment_id('u4'))),
  'card 1770.00 cancelled, cash 3540.00 cancelled, upi 1770.00 cancelled', 'Cash and card are owed with their method');
select is((select count(*) from public.get_refunds() where method = 'complimentary'), 0::bigint, 'Complimentary tickets owe nothing');
select is((select count(*) from public.get_refunds() where payment_id in (tests.payment_id('s1'), tests.payment_id('s2'))), 0::bigint, 'nor do undone sales');
create temporary table owed as select r.method, r.refund_id from public.get_refunds() r where r.payment_id in (tests.payment_id('s4'), tests.payment_id('u1'), tests.payment_id('u4'));
select tests.refuses(format('select public.mark_refunded(%L)', refund_id), 'PT400', 'invalid', 'UPI goes back with a reference') from owed where method = 'upi';
select tests.refuses(format('select public.mark_refunded(%L, ''12 34'')', refund_id), 'PT400', 'invalid', 'of a bank') from owed where method = 'upi';
select is((public.mark_refunded(refund_id, '612345678901')).status, 'refunded', 'without a UPI id: there is no account') from owed where method = 'upi';
select tests.refuses(format('select public.mark_refunded(%L)', refund_id), 'PT409', 'admitted', 'Cash goes back after the same question') from owed where method = 'cash';
select is((select concat_ws(' ', way, utr) from public.mark_refunded(refund_id, null, null, true, null, null, 'the safe')), 'cash', 'and without a reference') from owed where method = 'cash';
select is((select concat_ws(' ', way, utr) from public.mark_refunded(refund_id)), 'card', 'A card''s too') from owed where method = 'card';
select is((select string_agg(s.method || ' ' || s.status, ', ') from public.search_refunds(tests.order_code('u4')) s where s.made_by is not null), 'card refunded', 'Search finds it with its method');
select tests.refuses('imran@example.in', 'select public.undo_door_sale(tests.order_id(''u4''), ''X'')', 'PT409', 'too_late', 'What is owed is not undone');
select tests.answers('admin@example.in', $$public.find_refundable(tests.payment_id('s1')) ->> 'most'$$, '0', 'Nothing goes back twice of an undone cash sale');

-- UPI that no credit backs.
create function pg_temp.unbacked() returns text language sql as $$
  select public.proof_state() -> 'door' ->> 'count' || ' ' || coalesce((select string_agg(p ->> 'order_code' || ' ' || (p ->> 'user_name') || ' ' || (p ->> 'amount'), ', ')
    from jsonb_array_elements(public.proof_state() -> 'door' -> 'payments') as p), '') $$;
create function pg_temp.comes(p_utr text) returns jsonb language sql as $$
  select public.import_bank_rows(jsonb_build_array(tests.credit(p_utr, 1770) || jsonb_build_object('booked_on', (now() at time zone 'Asia/Kolkata')::date))) $$;
select pg_temp.comes('512345678998');
select is(pg_temp.unbacked(), '0 ', 'The credits of a sale''s own day may not be here yet');
select tests.age('u3', '10 days'), tests.age('u1', '10 days'), tests.age('u4', '10 days');
select is(pg_temp.unbacked(), '1 ' || tests.order_code('u3') || ' imran 1770.00', 'A sale by UPI without a credit is listed, with its seller; others are not');
select tests.age('u3', '91 days');
select is(pg_temp.unbacked(), '0 ', 'for 90 days');
select tests.age('u3', '10 days');
select pg_temp.comes('512345678999');
select public.give_credit((select b.id from public.credits b where b.utrs = '{512345678999}'), tests.order_code('u3'));
select is(pg_temp.unbacked(), '0 ', 'until staff give it its credit');

-- What the account's owner gets and leaves.
select tests.answers('farah@example.in', $$select count(*) from jsonb_array_elements(public.export_my_data() -> 'tills')$$, 3, 'Staff export their tills');
