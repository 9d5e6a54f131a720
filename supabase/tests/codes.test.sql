-- Discount and access codes: who sees them, guessing, prices, uses, hidden categories.
\set cases `cat src/shop/codes/code-cases.json`
create temporary table cases as select :'cases'::jsonb as c;
select is(private.price_with_code((p ->> 'full')::numeric / 100, (p ->> 'percent')::smallint, (p ->> 'amount')::numeric / 100) * 100,
  (p ->> 'price')::numeric * 1.00, p ->> 'name') from cases, jsonb_array_elements(c -> 'prices') as p;
select is(private.fold_code(s ->> 'typed'), s ->> 'code', 'Typed as "' || (s ->> 'typed') || '"') from cases, jsonb_array_elements(c -> 'signs') as s;

select tests.create_staff('admin@example.in', 'admin'), tests.create_staff('gate@example.in', 'gate'), tests.create_staff('desk@example.in', 'box_office');
select tests.create_user(u || '@example.in') from unnest(array['asha', 'bela', 'chitra', 'dev', 'guess']) as u;
select tests.create_event('Pune'), tests.create_category('Pune', 'Gold', 1000, 100), tests.create_category('Pune', 'Silver', 500, 100),
  tests.create_category('Pune', 'Members', 2000, 20);
select tests.create_event('Goa'), tests.create_category('Goa', 'Lawn', 300, 50);

create function pg_temp.code(p_code text, p_json jsonb) returns void language plpgsql as $$
begin
  perform tests.act_as('admin@example.in');
  insert into public.discount_codes (code, event_id, ticket_category_ids, percent, amount, opens_hidden, uses_total, uses_per_person, seats_per_order)
    values (p_code, tests.event_id(p_json ->> 'city'),
      (select array_agg(tests.category_id(n)) from jsonb_array_elements_text(p_json -> 'only') as n),
      (p_json ->> 'percent')::smallint, (p_json ->> 'amount')::numeric, coalesce((p_json ->> 'opens')::boolean, false),
      (p_json ->> 'total')::integer, (p_json ->> 'each')::integer, (p_json ->> 'seats')::integer);
  perform tests.act_as_owner();
end
$$;
create function pg_temp.check(p_who text, p_code text, p_city text) returns jsonb language plpgsql as $$
begin
  perform tests.act_as(p_who);
  return public.check_code(p_code, tests.event_id(p_city));
end
$$;
create function pg_temp.hold(p_order text, p_code text, variadic p_lines text[]) returns jsonb
  language sql as $$ select public.hold_seats(tests.order_id(p_order), tests.lines(variadic p_lines), p_code) $$;
create function pg_temp.prices(p_answer jsonb) returns text
  language sql as $$ select string_agg(concat_ws('/', l ->> 'unit_price', l ->> 'full_price'), ' ' order by n)
    from jsonb_array_elements(p_answer -> 'lines') with ordinality as x (l, n) $$;
create function pg_temp.uses(p_code text) returns bigint language sql security definer as $$
  select private.code_uses((select d.id from public.discount_codes d where d.code = p_code)) $$;

-- What a code may be, and who writes it.
select tests.allows('admin@example.in', $$insert into public.discount_codes (code, percent) values (' mem-bers 10 ', 10)$$, 'An admin adds a code');
select is((select d.code from public.discount_codes d), 'MEMBERS10', 'It is stored folded');
select tests.refuses($$insert into public.discount_codes (code, percent) values ('MEMBERS-10', 20)$$, 'PT409', 'name_taken', 'A code is there once');
select tests.refuses(format('insert into public.discount_codes (code, event_id, ticket_category_ids, percent, amount, opens_hidden, from_at, until_at, uses_total, uses_per_person, note) values (%s)', v),
    'PT400', 'invalid', w) from (values
  ($$'ABC', null, null, 10, null, false, null, null, null, null, ''$$, 'Three signs are too few'),
  ($$'ÄBCDE', null, null, 10, null, false, null, null, null, null, ''$$, 'Only A to Z and digits'),
  ($$repeat('A', 33), null, null, 10, null, false, null, null, null, null, ''$$, 'At most 32 signs'),
  ($$'GIFT', null, null, 10, 10, false, null, null, null, null, ''$$, 'A percent or an amount, not both'),
  ($$'GIFT', null, null, null, null, false, null, null, null, null, ''$$, 'A code gives something'),
  ($$'GIFT', null, null, 101, null, false, null, null, null, null, ''$$, 'At most all of it'),
  ($$'GIFT', null, null, null, 'NaN', false, null, null, null, null, ''$$, 'An amount is a number'),
  ($$'GIFT', null, null, 10, null, false, now(), now(), null, null, ''$$, 'It ends after it begins'),
  ($$'GIFT', null, null, 10, null, false, null, null, 0, null, ''$$, 'At least one use'),
  ($$'GIFT', null, null, 10, null, false, null, null, null, 0, ''$$, 'and one a person'),
  ($$'GIFT', null, null, 10, null, false, null, null, null, null, repeat('x', 301)$$, 'A note has an end'),
  ($$'GIFT', tests.event_id('Goa'), array[tests.category_id('Gold')], 10, null, false, null, null, null, null, ''$$, 'Categories of another event'),
  ($$'GIFT', null, array[tests.category_id('Gold')], 10, null, false, null, null, null, null, ''$$, 'Categories without an event'),
  ($$'GIFT', tests.order_id('none'), null, 10, null, false, null, null, null, null, ''$$, 'An event that is none')) as x (v, w);
select tests.refuses($$update public.discount_codes set percent = 12, revision = 7$$, 'PT409', 'changed_meanwhile', 'A stale edit is refused');
select tests.affects($$update public.discount_codes set percent = 12, revision = 1$$, 1, 'An edit sends the revision it saw');
select is((select d.revision from public.discount_codes d), 2, 'and raises it');
select tests.denies($$update public.discount_codes set code = 'OTHER'$$, 'The signs of a code stay');
select is((select count(*) from public.audit_log a where a."table" = 'discount_codes'), 2::bigint, 'The history has both');
create function pg_temp.keeps_out(p_who text) returns setof text language plpgsql as $$
begin
  perform tests.act_as(p_who);
  return next tap.is((select count(*) from public.discount_codes) + (select count(*) from public.code_list), 0::bigint, p_who || ' reads no code');
  return next tests.denies($x$insert into public.discount_codes (code, percent) values ('MINE', 100)$x$, p_who || ' adds none');
  return next tests.affects($x$update public.discount_codes set percent = 100$x$, 0, p_who || ' changes none');
  return next tests.affects($x$delete from public.discount_codes$x$, 0, p_who || ' deletes none');
end
$$;
select pg_temp.keeps_out('asha@example.in');
select pg_temp.keeps_out('gate@example.in');
select pg_temp.keeps_out('desk@example.in');
select tests.denies(null, 'select count(*) from public.discount_codes', 'A visitor reads no code');
select tests.denies('select count(*) from public.code_list', 'nor the list');
select tests.refuses($$select public.check_code('MEMBERS10', tests.event_id('Pune'))$$, 'PT401', 'not_signed_in', 'A visitor checks none');
select tests.affects('admin@example.in', 'delete from public.discount_codes', 1, 'An admin deletes an unused code');

-- Checking and guessing.
select pg_temp.code('GIFT20', '{"percent": 20, "city": "Pune", "only": ["Gold"]}'), pg_temp.code('GOA50', '{"amount": 50, "city": "Goa"}');
select is(pg_temp.check('asha@example.in', 'gift 20', 'Pune') - 'code_id' - 'event_id' - 'ticket_category_ids',
  '{"ok": true, "code": "GIFT20", "percent": 20, "seats_per_order": null, "amount": null, "until": null, "categories": [], "links": []}', 'A code says what it gives');
select is(pg_temp.check('asha@example.in', 'GOA50', 'Pune'), '{"ok": false, "reason": "not_for_this_event"}', 'Another event''s code');
select is(pg_temp.check('guess@example.in', 'GOA50', 'Pune') ->> 'reason', 'not_for_this_event', 'A right code at another event, ' || n || ' times, is no wrong try') from generate_series(1, 11) as n;
select is(pg_temp.check('guess@example.in', 'NO' || n, 'Pune') ->> 'reason', 'unknown', 'Wrong try ' || n) from generate_series(1, 10) as n;
select tests.refuses($$select public.check_code('NO11', tests.event_id('Pune'))$$, 'PT429', 'too_many', 'The eleventh within an hour');
select tests.refuses($$select public.check_code('GIFT20', tests.event_id('Pune'))$$, 'PT429', 'too_many', 'of a right one, too');
select is(pg_temp.check('bela@example.in', 'GIFT20', 'Pune') ->> 'ok', 'true', 'Others are not shut out');
select tests.does('owner', $$update private.code_tries set at = at - interval '61 minutes'$$);
select is(pg_temp.check('guess@example.in', 'GIFT20', 'Pune') ->> 'ok', 'true', 'An hour later they may go on');
select is(pg_temp.check('guess@example.in', 'NO' || n, 'Pune') ->> 'reason', 'unknown', 'Wrong again ' || n) from generate_series(1, 10) as n;
select is(pg_temp.check('guess@example.in', 'GIFT20', 'Pune') ->> 'ok', 'true', 'An opened code stays open');

-- Prices.
select tests.refuses('chitra@example.in', $$select pg_temp.hold('c', 'GIFT20', 'Gold:A1')$$, 'PT400', 'code_unknown', 'A code that this account has not opened');
select tests.refuses($$select pg_temp.hold('c', 'NOTHING', 'Gold:A1')$$, 'PT400', 'code_unknown', 'sounds like one that does not exist');
select tests.answers('asha@example.in', $$pg_temp.prices(pg_temp.hold('one', 'gift-20', 'Gold:A1,A2', 'Silver:B1'))$$, '800.00/1000.00 500.00', 'A code lowers the price of its categories');
select is(pg_temp.hold('one', 'GIFT20', 'Gold:A1,A2', 'Silver:B1') ->> 'total', '2568.00', 'Tax follows the lower price');
select is(pg_temp.prices(tests.hold('one', 'Gold:A1,A2')), '1000.00', 'Without the code the hold has its full price again');
select is(pg_temp.uses('GIFT20'), 0::bigint, 'and gives the use back');
select tests.as_owner($$update public.ticket_categories set price = 3000 where name = 'Gold'$$);
select is(pg_temp.prices(pg_temp.hold('one', 'GIFT20', 'Gold:A1,A2')), '800.00/1000.00', 'A code that comes later counts from the frozen price');
select tests.as_owner($$update public.discount_codes set percent = 50 where code = 'GIFT20'$$);
select is(pg_temp.prices(pg_temp.hold('one', 'GIFT20', 'Gold:A1')), '800.00/1000.00', 'An edit of the code leaves a running hold as it is');
select tests.as_owner($$update public.discount_codes set paused_at = now() where code = 'GIFT20'$$);
select is(pg_temp.prices(pg_temp.hold('one', 'GIFT20', 'Gold:A1')), '800.00/1000.00', 'A pause, too');
select tests.expire('one');
select tests.refuses($$select pg_temp.hold('one', 'GIFT20', 'Gold:A1')$$, 'PT409', 'code_ended', 'A new hold does not take a paused code');
select is(pg_temp.check('asha@example.in', 'GIFT20', 'Pune') ->> 'reason', 'ended', 'which check_code says');
select tests.as_owner($$update public.discount_codes set paused_at = null, percent = 20, until_at = now() - interval '1 minute' where code = 'GIFT20'$$);
select tests.refuses($$select pg_temp.hold('one', 'GIFT20', 'Gold:A1')$$, 'PT409', 'code_ended', 'nor one that is over');
select tests.as_owner($$update public.discount_codes set until_at = null, from_at = now() + interval '1 day' where code = 'GIFT20'$$);
select is(pg_temp.check('asha@example.in', 'GIFT20', 'Pune') ->> 'reason', 'not_yet', 'nor one that has not begun');
select tests.refuses($$select pg_temp.hold('one', 'GIFT20', 'Gold:A1')$$, 'PT409', 'code_ended', 'as a hold says');
select tests.as_owner($$update public.discount_codes set from_at = null where code = 'GIFT20'$$);
select is(pg_temp.prices(pg_temp.hold('one', 'GIFT20', 'Silver:B1')), '500.00', 'A code that fits no line is not used');
select is(pg_temp.uses('GIFT20'), 0::bigint, 'nor counted');
select tests.as_owner($$update public.ticket_categories set price = 1000 where name = 'Gold'$$);
select pg_temp.hold('one', 'GIFT20', 'Gold:A1,A2', 'Silver:B1');
select tests.submit('one', '412345678901', 2568, 'Gold:A1,A2', 'Silver:B1');
select is((select string_agg(concat_ws(' ', p.discount_code, l.unit_price, l.discount_amount, l.total_amount), ', ' order by l.line)
    from public.payments p join public.payment_lines l on l.payment_id = p.id), 'GIFT20 800.00 400.00 1948.00, GIFT20 500.00 620.00',
  'The payment has the code, its lines what it took off');
select is(pg_temp.uses('GIFT20'), 1::bigint, 'A pending payment is a use');

-- Free of everything.
select pg_temp.code('ALLFREE', '{"percent": 100, "city": "Pune", "only": ["Gold"]}');
select pg_temp.check('bela@example.in', 'ALLFREE', 'Pune');
select is(pg_temp.hold('free', 'ALLFREE', 'Gold:C1,C2') ->> 'total', '0.00', 'A code that brings the order to 0 takes the fee off');
select is(pg_temp.hold('free', 'ALLFREE', 'Gold:C1,C2', 'Silver:C1') ->> 'total', '680.00', 'With another line every seat has its fee');
select is(pg_temp.hold('free', 'ALLFREE', 'Gold:C1') ->> 'total', '0.00', 'and again none without it');
select is(tests.hold('free', 'Gold:C1') ->> 'total', '1210.00', 'Without the code it costs what it costs');
select public.release_seats(tests.order_id('free'));

-- Seats of one order.
select pg_temp.code('PLAYER', '{"percent": 100, "city": "Pune", "seats": 2}');
select is(pg_temp.check('bela@example.in', 'PLAYER', 'Pune') -> 'seats_per_order', '2', 'A code says for how many seats of an order it is');
select is(pg_temp.hold('band', 'PLAYER', 'Gold:I1,I2') ->> 'total', '0.00', 'As many are lowered');
select tests.refuses($$select pg_temp.hold('band', 'PLAYER', 'Gold:I1,I2,I3')$$, 'PT409', 'code_seats', 'but not one more');
select tests.refuses($$select pg_temp.hold('band', 'PLAYER', 'Gold:I1', 'Silver:I1,I2')$$, 'PT409', 'code_seats', 'whatever its category');
select pg_temp.code('HALF', '{"percent": 50, "city": "Pune", "seats": 1}'), pg_temp.check('bela@example.in', 'HALF', 'Pune'), pg_temp.hold('half', 'HALF', 'Gold:I4');
select tests.submit('half', '412345678911', 5980, 'Gold:I4,I5,I6,I7,I8,I9,I10');
select tests.answers('owner', $$(select array_agg(g.flag) from public.payment_flags g where g.payment_id = tests.payment_id('half'))$$, '{price_changed}', 'nor by paying for more');
select tests.act_as('bela@example.in'), public.release_seats(tests.order_id('band'));

-- Uses.
select pg_temp.code('TWICE', '{"percent": 10, "total": 2}'), pg_temp.code('ONCE', '{"percent": 10, "each": 1}');
select pg_temp.check(w || '@example.in', c, 'Pune') from unnest(array['asha', 'bela', 'chitra']) as w, unnest(array['TWICE', 'ONCE']) as c;
select tests.act_as('asha@example.in'), pg_temp.hold('t1', 'TWICE', 'Gold:D1');
select tests.act_as('bela@example.in'), pg_temp.hold('t2', 'TWICE', 'Gold:D2');
select is(pg_temp.check('chitra@example.in', 'TWICE', 'Pune') ->> 'reason', 'used_up', 'Two holds use up a code for two');
select tests.refuses($$select pg_temp.hold('t3', 'TWICE', 'Gold:D3')$$, 'PT409', 'code_used_up', 'so a third is refused');
select tests.answers('bela@example.in', $$pg_temp.prices(pg_temp.hold('t2', 'TWICE', 'Gold:D2,D4'))$$, '900.00/1000.00', 'A use is an order''s, however often it is held');
select public.release_seats(tests.order_id('t2'));
select tests.answers('chitra@example.in', $$pg_temp.prices(pg_temp.hold('t3', 'TWICE', 'Gold:D3'))$$, '900.00/1000.00', 'A released order gives its use back');
select tests.submit('t3', '412345678902', 1092, 'Gold:D3');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment_id('t3'), 'rejected', 'No')$$);
select is((select l.uses from public.code_list l where l.code = 'TWICE'), 1::bigint, 'and so does a rejected payment');
select tests.does('asha@example.in', $$select tests.expire('t1')$$);
select is(pg_temp.uses('TWICE'), 0::bigint, 'and a hold that ran out');
select pg_temp.hold('o1', 'ONCE', 'Gold:E1');
select tests.refuses($$select pg_temp.hold('o2', 'ONCE', 'Gold:E2')$$, 'PT409', 'code_used_up', 'One order a person');
select tests.submit('o1', '412345678903', 1092, 'Gold:E1');
select tests.refuses($$select pg_temp.hold('o2', 'ONCE', 'Gold:E2')$$, 'PT409', 'code_used_up', 'also when it is paid');
select tests.answers('bela@example.in', $$pg_temp.prices(pg_temp.hold('o3', 'ONCE', 'Gold:E3'))$$, '900.00/1000.00', 'Another person has their own');
select tests.approve('o1');
select is((select concat(l.uses, ' ', l.given) from public.code_list l where l.code = 'ONCE'), '2 100.00', 'The list has uses and what was given away');
select tests.refuses($$delete from public.discount_codes where code = 'ONCE'$$, 'PT409', 'in_use', 'A used code stays');

-- Hidden categories.
select tests.act_as('asha@example.in'), tests.hold('early', 'Members:A1'), tests.submit('early', '412345678904', 2390, 'Members:A1');
select tests.affects('admin@example.in', $$update public.ticket_categories set is_hidden = true where name = 'Members'$$, 1, 'An admin hides a category');
select is((select count(*) from public.deleted_rows d where d.id = tests.category_id('Members')), 2::bigint, 'Devices forget it');
create function pg_temp.sees(p_who text) returns bigint language plpgsql as $$
begin
  perform tests.act_as(p_who);
  return (select count(*) from public.ticket_categories c where c.id = tests.category_id('Members'));
end
$$;
select is(pg_temp.sees(null), 0::bigint, 'A visitor does not see it');
select tests.refuses($$select public.taken_seats(tests.category_id('Members'))$$, 'PT404', 'not_found', 'nor its seats');
select is(pg_temp.sees('bela@example.in'), 0::bigint, 'nor a customer');
select is((select e.total_tickets from public.event_list e where e.city = 'Pune'), 200::bigint, 'nor in a list');
select tests.refuses($$select tests.hold('m', 'Members:A2')$$, 'PT409', 'not_on_sale', 'and cannot buy it by its id');
select is(pg_temp.sees('asha@example.in'), 1::bigint, 'Who has paid for it does');
select is(pg_temp.sees(w), 1::bigint, w || ' sees it') from unnest(array['admin@example.in', 'gate@example.in', 'desk@example.in']) as w;
select pg_temp.code('CLUB', '{"opens": true, "percent": 20, "city": "Pune", "only": ["Members"], "each": 1}');
select is(pg_temp.check('bela@example.in', 'club', 'Pune') #>> '{categories,0,name}', 'Members', 'A code brings the category it opens');
select is(pg_temp.sees('bela@example.in'), 0::bigint, 'whose row stays hidden');
select is(public.taken_seats(tests.category_id('Members')) ->> 'taken', '["A1"]', 'Its seats are told to those who have the code');
select tests.refuses($$select tests.hold('m', 'Members:A2')$$, 'PT409', 'not_on_sale', 'A hold needs the code itself');
select tests.refuses($$select pg_temp.hold('m', 'ALLFREE', 'Members:A2')$$, 'PT409', 'not_on_sale', 'not another');
select is(pg_temp.prices(pg_temp.hold('m', 'CLUB', 'Members:A2', 'Silver:F1')), '1600.00/2000.00 500.00', 'With it the category is sold');
select tests.refuses($$select tests.hold('m', 'Members:A2', 'Silver:F1')$$, 'PT409', 'not_on_sale', 'Without it the running hold cannot keep it');
select tests.submit('m', '412345678905', 2538, 'Members:A2', 'Silver:F1');
select is(pg_temp.sees('bela@example.in'), 1::bigint, 'Then its customer reads it');
select tests.refuses($$select pg_temp.hold('m2', 'CLUB', 'Members:A3')$$, 'PT409', 'code_used_up', 'and cannot use the code twice');
select pg_temp.code('DOOR', '{"opens": true, "city": "Pune", "total": 1}');
select pg_temp.check('chitra@example.in', 'DOOR', 'Pune');
select is(pg_temp.prices(pg_temp.hold('d', 'DOOR', 'Members:A4')), '2000.00', 'A code may open a category and lower nothing');
select is(pg_temp.uses('DOOR'), 1::bigint, 'which is a use');
select tests.as_owner($$update public.ticket_categories set sale_until = now() - interval '1 minute', sale_from = null where name = 'Members'$$);
select is(pg_temp.prices(pg_temp.hold('d', 'DOOR', 'Members:A4')), '2000.00', 'A running hold outlives the window of its category');
select tests.expire('d');
select tests.refuses($$select pg_temp.hold('d', 'DOOR', 'Members:A4')$$, 'PT409', 'not_on_sale', 'a new one does not');
select tests.affects('admin@example.in', $$update public.ticket_categories set is_hidden = false where name = 'Members'$$, 1, 'An admin shows it to all');
select is((select count(*) from public.deleted_rows d where d.id = tests.category_id('Members')), 0::bigint, 'and devices may have it again');
select is(pg_temp.sees(null), 1::bigint, 'as a visitor does');
select tests.act_as('admin@example.in');
select ok((select c.is_hidden from public.add_ticket_category(tests.order_id('kept'), tests.event_id('Goa'), 'Friends', 100, 10, p_is_hidden => true) as c),
  'A category is added hidden');

-- Around the code. Money is always recorded, and staff see what was bought.
select tests.act_as('admin@example.in'), tests.affects($$update public.ticket_categories set is_hidden = true, sale_until = null where name = 'Members'$$, 1, 'It is hidden again');
select tests.act_as_owner();
create function pg_temp.warnings(p_order text) returns text language sql security definer as $$
  select coalesce(string_agg(concat_ws(':', w ->> 'code', w ->> 'name'), ' ' order by n), '') from private.payment_warnings v, jsonb_array_elements(v.warnings) with ordinality as x (w, n)
  where v.payment_id = tests.payment_id(p_order) and w ->> 'code' in ('without_code', 'code_used_up', 'price_changed', 'amount_differs', 'seats_lost') $$;
select is(pg_temp.warnings('early'), '', 'What was paid before it was hidden has no warning');
select tests.as_owner($$update public.deleted_rows set at = now() - interval '1 hour'$$);
select is(pg_temp.warnings('m'), '', 'nor what was bought with the code');
select tests.act_as('chitra@example.in'), tests.submit('sly', '412345678906', 2390, 'Members:B1');
select is(pg_temp.warnings('sly'), 'seats_lost without_code', 'Money for hidden tickets without a code is recorded, with a warning');
select pg_temp.check('chitra@example.in', 'GIFT20', 'Pune'), tests.act_as('chitra@example.in'), pg_temp.hold('sly 2', 'GIFT20', 'Gold:G1'),
  tests.submit('sly 2', '412345678907', 2390, 'Members:B2');
select is(pg_temp.warnings('sly 2'), 'seats_lost without_code', 'Another code opens nothing');
select pg_temp.code('LAST', '{"percent": 10, "city": "Pune", "each": 1}'), pg_temp.check('bela@example.in', 'LAST', 'Pune'), pg_temp.hold('l1', 'LAST', 'Gold:H1');
select public.release_seats(tests.order_id('l1'));
select pg_temp.hold('l2', 'LAST', 'Gold:H2'), tests.submit('l2', '412345678908', 1092, 'Gold:H2'), tests.submit('l1', '412345678909', 1092, 'Gold:H1');
select matches(pg_temp.warnings('l1'), '^seats_lost price_changed', 'A released order that is paid late keeps nothing once its code is used up');
select matches(pg_temp.warnings('l2') || pg_temp.warnings('l1'), 'code_used_up:LAST', 'and is a use too many, which staff see');
select pg_temp.code('SOON', '{"percent": 10, "city": "Pune"}'), pg_temp.check('bela@example.in', 'SOON', 'Pune'), pg_temp.hold('s', 'SOON', 'Gold:H3');
select tests.as_owner($$update public.discount_codes set until_at = now() - interval '1 minute' where code = 'SOON'$$);
select is(pg_temp.prices(pg_temp.hold('s', 'SOON', 'Gold:H3,H4')), '900.00/1000.00', 'A code that ends while the hold runs stays in it');
select tests.submit('s', '412345678910', 2184, 'Gold:H3,H4');
select is(pg_temp.warnings('s'), '', 'and in its payment');

-- A code that takes all, also for what is hidden and for an admin's test.
select pg_temp.code('GUESTS', '{"opens": true, "percent": 100, "city": "Pune", "only": ["Members"], "total": 1}');
select pg_temp.check('bela@example.in', 'GUESTS', 'Pune');
select tests.refuses($$select public.take_free_order(tests.order_id('g'), tests.lines('Members:C1'))$$, 'PT409', 'hold_expired', 'Without a hold nothing is given');
select is(pg_temp.hold('g', 'GUESTS', 'Members:C1,C2') ->> 'total', '0.00', 'Hidden tickets are free with such a code');
select is(public.take_free_order(tests.order_id('g'), tests.lines('Members:C2,C1')) ->> 'status', 'approved', 'and are tickets at once, in whatever order they are named');
select is((select concat_ws(' ', p.discount_code, p.amount, l.unit_price, l.discount_amount, l.total_amount) from public.payments p
  join public.payment_lines l on l.payment_id = p.id where p.order_id = tests.order_id('g')), 'GUESTS 0.00 0.00 4000.00 0.00', 'Their payment says what the code took off');
select is(pg_temp.check('chitra@example.in', 'GUESTS', 'Pune') ->> 'reason', 'used_up', 'which was its only use');
select tests.as_owner($$update public.discount_codes set uses_total = 2 where code = 'GUESTS'$$), pg_temp.check('admin@example.in', 'GUESTS', 'Pune');
select public.mark_test_order(tests.order_id('test')), pg_temp.hold('test', 'GUESTS', 'Members:D1');
select is(pg_temp.uses('GUESTS'), 1::bigint, 'A test uses no code up');
select is(public.take_free_order(tests.order_id('test'), tests.lines('Members:D1')) ->> 'status', 'approved', 'and ends with tickets like any order');
select is((select concat(l.uses, ' ', l.given) from public.code_list l where l.code = 'GUESTS'), '1 4000.00', 'The list leaves tests out');
select pg_temp.check('chitra@example.in', 'GUESTS', 'Pune'), pg_temp.hold('mix', 'GUESTS', 'Members:D2', 'Silver:H1');
select is(tests.refusal($$select public.take_free_order(tests.order_id('mix'), tests.lines('Members:D2', 'Silver:H1'))$$) ->> 'code', 'not_free', 'An order of which a part costs money is paid');
select is(tests.refusal($$select public.take_free_order(tests.order_id('mix'), tests.lines('Members:D2'))$$) ->> 'code', 'hold_expired', 'and its free part is not taken out of it');
select tests.submit('mix', '412345678911', 650, 'Members:D2', 'Silver:H1');
select is(pg_temp.warnings('mix'), '', 'It is paid with the fee of each seat');

-- Staff sell what is hidden at the box office.
select tests.as_owner($$insert into public.staff_events (user_id, role, event_id) values (tests.user_id('desk@example.in'), 'box_office', tests.event_id('Pune'))$$);
select tests.act_as('desk@example.in'), public.open_till(tests.order_id('till'), 'Door', 0);
select is(public.sell_at_door(tests.order_id('door'), tests.order_id('till'), tests.lines('Members:C3'), 'cash', 2360) ->> 'total', '2360.00', 'Staff sell hidden tickets at the box office, without a code');
select is(pg_temp.warnings('door'), '', 'which nobody is warned of');

-- An account that goes takes its grants along.
select tests.answers('guess@example.in', $$public.export_my_data() #>> '{codes,0,code}'$$, 'GIFT20', 'The export has the codes that were typed');
select public.delete_my_account(true);
select tests.answers('owner', $$(select count(*) from private.code_grants g where g.user_id = tests.user_id('guess@example.in'))
  + (select count(*) from private.code_tries t where t.user_id = tests.user_id('guess@example.in'))$$, 0, 'A deleted account leaves no codes');
