-- Seats under review have an end, and a customer with many payments keeps few seats.
select tests.create_people('asha@example.in', 'bela@example.in', 'mal@example.in', 'admin: admin@example.in',
  'admin: second@example.in');
select tests.create_concert('Pune', 'Gold 1500 x100');
create function tests.until(p_order text) returns text
  language sql stable security definer as $$
  select coalesce(string_agg(distinct coalesce((extract(epoch from c.review_until - p.created_at) / 60)::integer::text, 'no end'), ' '), 'no seats')
  from public.payments p join public.seat_claims c on c.payment_id = p.id where p.id = tests.payment_id(p_order)
$$;
comment on function tests.until(text) is 'Minutes from the submission until its seats may be taken over.';
create function tests.picture(p_order text, p_user text, p_tag text default null) returns void
  language sql volatile security definer as $$
  insert into storage.objects (bucket_id, name, metadata) values ('payments',
    tests.user_id(p_user) || '/1764000000000-' || tests.order_id(p_order) || '.png', jsonb_build_object('eTag', coalesce(p_tag, '"' || p_order || '"')))
$$;
create function tests.lapse(p_order text) returns void
  language sql volatile security definer as $$
  update public.seat_claims c set review_until = now() - interval '1 second' where c.payment_id = tests.payment_id(p_order)
$$;

select tests.hold_as('asha@example.in', 'bare', 'Gold:A1');
select lives_ok($$select tests.submit_bare('bare', '412345678901', 1800, 'Gold:A1')$$, 'A payment before its picture is recorded');
select is(tests.until('bare'), '15', 'and keeps its seats for a quarter of an hour');
select is((select seats_held and kept_until = created_at + interval '15 minutes' from public.check_payment_status('412345678901')), true,
  'which the customer sees');
select tests.answers('owner', $$tests.warnings('bare')$$, 'no_screenshot', 'Staff see that there is no picture');
create temporary table marks as select null::text as mark;
select tests.does('asha@example.in', $$update marks set mark = public.my_wallet_mark()$$);
select tests.picture('bare', 'asha@example.in');
select is(tests.until('bare'), '1440', 'A later picture extends it to a day from the submission');
select isnt((select mark from marks), public.my_wallet_mark(), 'A device learns of the new end');
select tests.answers('owner', $$tests.warnings('bare')$$, '', 'And the warning is gone');
select tests.hold_as('asha@example.in', 'whole', 'Gold:A2,A3');
select lives_ok($$select tests.submit('whole', '412345678902', 3600, 'Gold:A2,A3')$$, 'A payment with its picture');
select is(tests.until('whole'), '1440', 'Keeps its seats for a day');

select tests.refuses('admin@example.in', format('update public.shop_settings set %s', change), 'PT400', 'invalid', change) from (values
  ('review_hours = 0'), ('review_hours = 721'), ('review_hours = null'), ('review_minutes = 4'), ('review_minutes = 1441'),
  ('review_minutes = null'), ('review_hours = 1, review_minutes = 61')) as v (change);
select affects($$update public.shop_settings set review_hours = 2, review_minutes = 30$$, 1, 'Admins change both settings');
select affects('asha@example.in', $$update public.shop_settings set review_hours = 3$$, 0, 'Customers do not');
select lives_ok($$select tests.submit_bare('terms', '412345678903', 1800, 'Gold:A4')$$, 'A payment under other settings');
select is(tests.until('terms'), '30', 'Ends by them');
select tests.does('admin@example.in', $$update public.shop_settings set review_hours = 24, review_minutes = 15$$);

select tests.does('asha@example.in', $$select tests.submit_bare('backed', '412345678904', 1800, 'Gold:A5')$$);
select tests.submit_bare('short', '412345678905', 1800, 'Gold:A6');
select tests.does('owner', $$insert into public.credits (booked_on, amount, narration, utrs, row_key) values
  (current_date, 1800, 'UPI/412345678904', array['412345678904'], repeat('1', 64)), (current_date, 1, 'UPI/412345678905', array['412345678905'], repeat('2', 64)),
  (current_date, 1800, 'UPI/412345678906', array['412345678906'], repeat('3', 64))$$);
select is(tests.until('backed'), 'no end', 'A credit that backs the payment removes the end');
select is(tests.until('short'), '15', 'A smaller credit does not');
select tests.does('asha@example.in', $$select tests.submit_bare('known credit', '412345678906', 1800, 'Gold:A7')$$);
select is(tests.until('known credit'), 'no end', 'An earlier credit does, too');
select tests.does('bela@example.in', $$select tests.submit_bare('same reference', '412345678906', 1800, 'Gold:A8')$$);
select is(tests.until('same reference'), '15', 'A second claim on one credit is not backed');

select tests.does('owner', $$select tests.lapse('whole')$$);
select tests.answers('bela@example.in', $$public.taken_seats(tests.category_id('Gold')) -> 'taken'$$, '["A1", "A4", "A5", "A6", "A7", "A8"]', 'Seats of a review that ended are free');
select tests.answers('asha@example.in', $$select seats_held from public.check_payment_status('412345678902')$$, false, 'Its customer sees that they are no longer kept');
select tests.answers('owner', $$tests.warnings('whole')$$, '', 'Until another customer takes them staff may still approve');
select tests.allows('bela@example.in', $$select tests.hold('taker', 'Gold:A2')$$, 'Another customer takes one over');
select is(tests.claims('Gold'), 'A1 under_review, A2 held, A3 under_review, A4 under_review, A5 under_review, A6 under_review, A7 under_review, A8 under_review', 'like an expired hold');
select tests.answers('owner', $$tests.warnings('whole')$$, 'seats_lost', 'The payment stays with a warning about lost seats');
select tests.refuses('admin@example.in', $$select public.review_payment(tests.payment_id('whole'), 'approved')$$, 'PT409', 'seats_lost', 'It is not approved without other seats');
select lives_ok($$select public.reassign_seats(tests.payment_id('whole'), tests.lines('Gold:B2,B3'))$$, 'Staff choose others');
select is(tests.until('whole'), '1440', 'which are kept again');
select lives_ok($$select public.review_payment(tests.payment_id('whole'), 'approved')$$, 'And approve');
select is((select count(*) from public.seat_claims where state <> 'under_review' and review_until is not null), 0::bigint, 'A sold seat has no end');
select tests.does('owner', $$select tests.lapse('terms')$$);
select tests.does('admin@example.in', $$update public.ticket_categories set tickets_sold = 98 - 5 where id = tests.category_id('Gold')$$);
select is((select count(*) from public.seat_claims where ticket_category_id = tests.category_id('Gold') and source = 'box_office'), 91::bigint,
  'The box office sells lapsed seats, too');
update public.ticket_categories set tickets_sold = 2 where id = tests.category_id('Gold');

-- docs/decisions/0036-seats-under-review.md
select tests.does('mal@example.in', $$select tests.submit_bare('m' || n, '5000000000' || lpad(n::text, 2, '0'), 1800, 'Gold:D' || n) from generate_series(1, 10) as n$$);
select tests.hold('m11', 'Gold:E1');
select lives_ok($$select tests.submit_bare('m11', '500000000011', 1800, 'Gold:E1')$$, 'The eleventh payment is recorded');
select lives_ok($$select tests.submit_bare('m12', '500000000012', 1800, 'Gold:E2')$$, 'and the twelfth');
select is(tests.until('m10') || ', ' || tests.until('m11') || ', ' || tests.until('m12'), '15, no seats, no seats', 'without seats');
select is((select count(*) from public.seat_claims where seat = 'E1'), 0::bigint, 'Its held seats are free');
select tests.answers('owner', $$tests.warnings('m12')$$, 'seats_lost no_screenshot beyond_undecided', 'And staff see why');
select tests.answers('admin@example.in', $$select count(*) from public.get_payment_details() where collapsed$$, 2, 'Payments beyond ten are collapsed');
select is((select sum(more_of_customer) from public.get_payment_details()), 2::numeric, 'One row has their number');

select tests.refuses('asha@example.in', $$select public.reject_payments(array[tests.payment_id('m1')])$$, 'PT403', 'forbidden', 'Customers reject nothing');
select tests.refuses('admin@example.in', $$select public.reject_payments('{}')$$, 'PT400', 'invalid', 'An empty list is refused');
select tests.refuses($$select public.reject_payments(array[tests.payment_id('m1')], repeat('x', 501))$$, 'PT400', 'invalid', 'A note of 501 characters');
select is((select string_agg(a ->> 'ok', ' ') from jsonb_array_elements(public.reject_payments(
    array(select tests.payment_id('m' || n) from generate_series(1, 5) as n) || tests.payment_id('whole'), 'No such credit')) as a),
  'true true true true true false', 'Five are rejected; the approved one blocks none');
select is((select string_agg(distinct review_note, '|') from public.payments where status = 'rejected'), 'No such credit', 'with the note');
select is((select count(*) from public.seat_claims where user_id = tests.user_id('mal@example.in') and state = 'held'), 3::bigint,
  'Three times a day the seats stay for a second try, then they are free at once');
select is((select count(*) from public.get_payment_details() where collapsed), 0::bigint, 'The next ones appear in the list');

select tests.refuses($$select public.release_customer_seats(null)$$, 'PT400', 'invalid', 'Whose?');
select is(public.release_customer_seats(tests.user_id('mal@example.in')), 8, 'Frees all of a customer''s seats');
select is((select count(*) from public.payments where user_id = tests.user_id('mal@example.in') and status = 'pending'), 7::bigint, 'The payments stay undecided');
select is(public.release_customer_seats(tests.user_id('asha@example.in')) > 0 and exists (select from public.seat_claims where state = 'sold' and payment_id = tests.payment_id('whole')), true,
  'Sold seats are never freed');

select tests.refuses($$select public.close_account(tests.user_id('admin@example.in'))$$, 'PT403', 'forbidden', 'One''s own account is refused');
select tests.refuses($$select public.close_account(gen_random_uuid())$$, 'PT404', 'not_found', 'An unknown account is refused');
select lives_ok($$select public.close_account(tests.user_id('mal@example.in'), 'Fake payments')$$, 'An account is closed');
select lives_ok($$select public.close_account(tests.user_id('mal@example.in'))$$, 'Again');
select is((select reason from public.closed_accounts()), 'Fake payments', 'Admins read closed accounts');
select is((select string_agg(action, ' ' order by at) from public.audit_log where "table" = 'profiles' and row_id = tests.user_id('mal@example.in')::text and action like '%\_%'), 'release_seats close_account', 'The history has both changes');
select is((select string_agg(h.action, ' ' order by h.id) from public.get_history() h where h.noun = 'profiles'
  and h.of_name = (select coalesce(p.name, p.email) from public.profiles p where p.email = 'mal@example.in')), 'release_seats close_account', 'and whose account it was');
select tests.answers('owner', $$select banned_until > now() + interval '100 years' from auth.users where id = tests.user_id('mal@example.in')$$, true, 'It cannot sign in');
select is((select count(*) from public.payments where user_id = tests.user_id('mal@example.in') and status = 'pending'), 7::bigint, 'Its undecided payments stay');
select tests.refuses('mal@example.in', $$select tests.hold('m20', 'Gold:F1')$$, 'PT401', 'not_signed_in', 'It holds nothing');
select tests.refuses($$select tests.submit_bare('m20', '500000000020', 1800, 'Gold:F1')$$, 'PT401', 'not_signed_in', 'And submits nothing');
select tests.refuses($$select public.closed_accounts()$$, 'PT401', 'not_signed_in', 'Its session has ended');
select tests.refuses('bela@example.in', $$select public.closed_accounts()$$, 'PT403', 'forbidden', 'Customers do not read closed accounts');
select tests.allows('second@example.in', $$select public.close_account(tests.user_id('admin@example.in'))$$, 'An admin loses the role with the account');
select tests.refuses('admin@example.in', $$select public.close_account(tests.user_id('second@example.in'))$$, 'PT401', 'not_signed_in', 'And closes no account in return');
select tests.allows('second@example.in', $$select public.reopen_account(tests.user_id('mal@example.in'))$$, 'The account is opened again');
select tests.refuses($$select public.reopen_account(tests.user_id('mal@example.in'))$$, 'PT404', 'not_found', 'Once');
select tests.allows('mal@example.in', $$select tests.hold('m20', 'Gold:F1')$$, 'And buys');

select tests.does('bela@example.in', $$select tests.picture('b1', 'bela@example.in', '"same"')$$);
select tests.picture('b2', 'bela@example.in', '"same"');
select tests.submit_bare('b1', '600000000001', 1800, 'Gold:G1');
select tests.submit_bare('b2', '600000000002', 1800, 'Gold:G2');
select tests.answers('owner', $$tests.warnings('b2')$$, 'screenshot_seen', 'A reused picture is found by its bytes, whatever hash its sender claims');

select tests.allows('asha@example.in', $$select public.hold_seats('aaaaaaaa-aabb-4ccc-8ddd-000000000001', tests.lines('Gold:H1'))$$, 'An order');
select tests.refuses($$select public.hold_seats('aaaaaaaa-aabb-4ccc-8ddd-000000000002', tests.lines('Gold:H2'))$$, 'PT403', 'other_user', 'A second order with the same code is refused');
select tests.refuses('bela@example.in', format($$select public.submit_payment('aaaaaaaa-aabb-4ccc-8ddd-000000000002', '612345678901', 1800,
    '%s/1764000000000-aaaaaaaa-aabb-4ccc-8ddd-000000000002.png', tests.lines('Gold:H2'), repeat('a', 64))$$, tests.user_id('bela@example.in')),
  'PT403', 'other_user', 'nor can another customer submit it without a hold');
select tests.refuses('asha@example.in', format($$select public.submit_payment('aaaaaaaa-aabb-4ccc-8ddd-000000000002', '612345678901', 1800,
    '%s/1764000000000-aaaaaaaa-aabb-4ccc-8ddd-000000000002.png', tests.lines('Gold:H2'), repeat('a', 64))$$, tests.user_id('asha@example.in')),
  'PT403', 'other_user', 'nor the same customer');
select tests.answers('owner', $$(select count(*) from public.payments where transaction_id = '612345678901' or order_id = 'aaaaaaaa-aabb-4ccc-8ddd-000000000002')
  + (select count(*) from public.payment_lines l where l.seats = '{H2}') + (select count(*) from public.seat_claims where seat = 'H2')
  + (select count(*) from private.orders where id = 'aaaaaaaa-aabb-4ccc-8ddd-000000000002')$$, 0, 'And none of it is recorded');

select tests.does('bela@example.in', $$select tests.hold('o' || n, 'Gold:H' || n) from generate_series(3, 6) as n$$);
select tests.does('owner', $$update public.seat_claims set expires_at = now() - interval '2 days' where state = 'held'$$);
update private.orders set expires_at = now() - interval '2 days', created_at = now() - interval '2 days' where submitted_at is null;
update private.orders set created_at = now() - interval '46 days' where id = tests.order_id('o3');
insert into private.orders (id, user_id, order_code, created_at)
  select gen_random_uuid(), tests.user_id('mal@example.in'), 'X' || n, now() - interval '2 days' from generate_series(1, 25) as n;
update private.hold_usage set since = now() - case seat when 'H5' then interval '119 minutes' else interval '121 minutes' end;
select private.tidy_sale();
select is((select string_agg(distinct seat, ' ') from private.hold_usage), 'H5', 'Held times are deleted after two hours, and not before');
select is((select count(*) from public.seat_claims where state = 'held'), 0::bigint, 'Yesterday''s holds are deleted');
select is((select count(*) from private.orders where id = tests.order_id('o3')), 0::bigint, 'and an order of 46 days ago');
select is((select count(*) from private.orders where id = tests.order_id('o4')), 1::bigint, 'One of two days ago stays, for a late credit');
select is((select count(*) from private.orders where user_id = tests.user_id('mal@example.in') and submitted_at is null), 20::bigint, 'with the newest twenty of one customer');
