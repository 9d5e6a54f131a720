-- Seats that staff keep from the sale, and what staff read about every seat of an event.
select tests.create_people('Asha Rao <asha@example.in>', 'bela@example.in', 'admin: admin@example.in',
  'gate: gate@example.in');
select tests.create_concert('Pune', 'Gold 1500 x30', 'Silver 900 x20');
create function tests.counts(p_category text) returns text
  language sql stable security definer as $$
  select tickets_sold || ' sold, ' || tickets_kept || ' kept' from public.ticket_categories where name = p_category $$;
create function tests.keep(p_category text, p_seats text, p_reason text default 'Sponsor') returns integer
  language sql volatile as $$ select public.keep_seats(tests.category_id(p_category), string_to_array(p_seats, ','), p_reason) $$;
create function tests.give_back(p_category text, p_seats text) returns integer
  language sql volatile as $$ select public.give_back_seats(tests.category_id(p_category), string_to_array(p_seats, ',')) $$;
create function tests.detail(p_sql text) returns jsonb
  language sql volatile as $$ select (tests.refusal(p_sql) ->> 'detail')::jsonb $$;

-- Who may
select refuses(null, $$select tests.keep('Gold', 'A1')$$, 'PT401', 'not_signed_in', 'A visitor keeps no seats');
select refuses($$select tests.give_back('Gold', 'A1')$$, 'PT401', 'not_signed_in', 'and gives none back');
select refuses($$select public.seats_of_event(tests.event_id('Pune'))$$, 'PT401', 'not_signed_in', 'nor reads the hall');
select refuses($$select public.who_has_seat(tests.category_id('Gold'), 'A1')$$, 'PT401', 'not_signed_in', 'or who sits there');
select tests.act_as(person), refuses(call, 'PT403', 'forbidden', person || ': ' || call)
  from unnest(array['asha@example.in', 'gate@example.in']) as person, unnest(array[
    $$select tests.keep('Gold', 'A1')$$, $$select tests.give_back('Gold', 'A1')$$,
    $$select public.seats_of_event(tests.event_id('Pune'))$$, $$select public.who_has_seat(tests.category_id('Gold'), 'A1')$$]) as call;
select denies('admin@example.in', $$update public.ticket_categories set tickets_kept = 3$$, 'Even an admin does not write the number');
select denies($$insert into public.seat_claims (event_id, place, seat, ticket_category_id, state, source, kept_reason)
  select event_id, id::text, 'A1', id, 'kept', 'staff', 'x' from public.ticket_categories where name = 'Gold'$$, 'or a claim');

-- What is refused
select refuses(format('select tests.keep(%L, %L, %L)', 'Gold', 'A1', reason), 'PT400', 'invalid', 'Reason: ' || coalesce(left(reason, 9), 'null'))
  from (values (null), (''), (' '), (repeat('x', 201)), (E'two\nlines')) as v (reason);
select refuses($$select public.keep_seats(tests.category_id('Gold'), '{}', 'Sponsor')$$, 'PT400', 'invalid', 'No seats');
select refuses($$select public.keep_seats(tests.category_id('Gold'), null, 'Sponsor')$$, 'PT400', 'invalid', 'Null');
select refuses($$select public.keep_seats(tests.category_id('Gold'), array['A1', null], 'Sponsor')$$, 'PT400', 'invalid', 'A null among them');
select refuses($$select public.keep_seats(tests.category_id('Gold'), array_fill('A1'::text, array[501]), 'Sponsor')$$, 'PT400', 'invalid', '501 seats');
select refuses($$select public.keep_seats(gen_random_uuid(), array['A1'], 'Sponsor')$$, 'PT404', 'not_found', 'Another category');
select is(tests.refusal($$select tests.keep('Gold', 'A1,Z9,a1')$$) ->> 'code', 'unknown_seat', 'Seats that are none');
select is(tests.claims('Gold'), '', 'Nothing was kept');

-- Keeping
select is(tests.keep('Gold', 'A4,A1,A1,A2,A3', '  Sponsor: Sangeet Sabha '), 4, 'Four seats are kept');
select is(tests.claims('Gold'), 'A1 kept, A2 kept, A3 kept, A4 kept', 'All of them');
select is(tests.counts('Gold'), '0 sold, 4 kept', 'The category says so');
select is(tests.keep('Gold', 'A1,A2,A3,A4', 'Sponsor: Sangeet Sabha'), 0, 'A repeat changes nothing');
select is(tests.keep('Gold', 'A4', 'Sight line'), 1, 'Another reason does');
select is(tests.counts('Gold'), '0 sold, 4 kept', 'and the number stays');
select results_eq($$select actor, row_id, after from public.audit_log where action = 'keep_seats' order by id$$,
  $$values (tests.user_id('admin@example.in'), tests.category_id('Gold')::text, '{"name": "Gold", "seats": ["A1", "A2", "A3", "A4"], "reason": "Sponsor: Sangeet Sabha"}'::jsonb),
    (tests.user_id('admin@example.in'), tests.category_id('Gold')::text, '{"name": "Gold", "seats": ["A4"], "reason": "Sight line"}')$$,
  'The history says who kept what, and why');
select is((select tickets_kept from public.ticket_category_list where name = 'Gold'), 4, 'The list of categories has it');

-- For customers
select tests.answers(null, $$public.taken_seats(tests.category_id('Gold')) -> 'taken'$$, '["A1", "A2", "A3", "A4"]', 'Everyone sees them as taken');
select is((select tickets_kept from public.ticket_categories where name = 'Gold'), 4, 'and how many there are');
select tests.act_as('asha@example.in');
select is(tests.detail($$select tests.hold('o', 'Gold:A4,A5')$$) -> 0 -> 'seats', '["A4"]'::jsonb, 'Customers hold none of them');
select is((select count(*) from public.seat_claims), 0::bigint, 'and read no claim of staff');

-- Taken seats
select tests.hold('held', 'Gold:B1');
select tests.hold('late', 'Gold:B2');
select tests.expire('late');
select tests.submit('review', '412345678901', 1800, 'Gold:B3');
select tests.submit('sold', '412345678902', 1800, 'Gold:B4');
select tests.approve('sold');
select is(tests.detail($$select tests.keep('Gold', 'B1,B2,B3,B4,B5')$$),
  jsonb_build_array(jsonb_build_object('ticket_category_id', tests.category_id('Gold'), 'seats', '["B1", "B3", "B4"]'::jsonb)),
  'Seats that are held, under review or sold are refused, by name');
select is(tests.counts('Gold'), '1 sold, 4 kept', 'and then none is kept');
select is(tests.keep('Gold', 'B2,B5'), 2, 'An expired hold is taken over');
select tests.as_owner($$update public.seat_claims set review_until = now() - interval '1 second' where seat = 'B3'$$);
select is(tests.keep('Gold', 'B3'), 1, 'So is a review that has ended');
select is(tests.counts('Gold'), '1 sold, 7 kept', 'The number is right');
select tests.act_as_owner();
select is((select array_agg(distinct (user_id, order_id, payment_id, ticket_id, expires_at, review_until, source, kept_by)::text) from public.seat_claims where state = 'kept'),
  array[row (null::uuid, null::uuid, null::uuid, null::uuid, null::timestamptz, null::timestamptz, 'staff', tests.user_id('admin@example.in'))::text],
  'A kept seat has no customer');
select refuses('admin@example.in', $$select public.review_payment(tests.payment_id('review'), 'approved')$$, 'PT409', 'seats_lost', 'The payment lost its seat');
select is(tests.refusal($$select public.reassign_seats(tests.payment_id('review'), tests.lines('Gold:A1'))$$) ->> 'code', 'seats_taken', 'and gets no kept one');

-- What staff read
select is((public.seats_of_event(tests.event_id('Pune')) -> 'categories' -> 0) - 'kept', jsonb_build_object(
  'ticket_category_id', tests.category_id('Gold'), 'name', 'Gold', 'price', 1500.00, 'total_tickets', 30,
  'held', 'B1', 'under_review', '', 'sold', 'B4', 'sold_elsewhere', ''), 'The hall');
select is(array(select reason || ': ' || (select string_agg(s, ',' order by s) from string_to_table(seats, ',') as s)
    from jsonb_each_text(public.seats_of_event(tests.event_id('Pune')) -> 'categories' -> 0 -> 'kept') as k (reason, seats) order by 1),
  array['Sight line: A4', 'Sponsor: B2,B3,B5', 'Sponsor: Sangeet Sabha: A1,A2,A3'], 'Kept seats by reason');
select is(jsonb_array_length(public.seats_of_event(tests.event_id('Pune')) -> 'categories'), 2, 'Both categories');
select refuses($$select public.seats_of_event(gen_random_uuid())$$, 'PT404', 'not_found', 'Another event');
select is(public.who_has_seat(tests.category_id('Gold'), 'C1'), '{"state": "free"}', 'A free seat');
select is(w ->> 'state' || ', ' || (w ->> 'name') || ', ' || (w ->> 'email') || ', ' || (w ->> 'order_code'),
  'held, Asha Rao, asha@example.in, ' || tests.order_code('held'), 'Who holds a seat')
  from public.who_has_seat(tests.category_id('Gold'), 'B1') as w;
select is(w ->> 'state' || ', ' || (w ->> 'reason') || ', ' || (w ->> 'kept_by'), 'kept, Sight line, admin', 'Who kept a seat, and why')
  from public.who_has_seat(tests.category_id('Gold'), 'A4') as w;
select is(w - array['since', 'until', 'phone', 'reason', 'kept_by', 'let_in_at', 'booking_id', 'made_by', 'received'], jsonb_build_object('state', 'sold', 'user_id', tests.user_id('asha@example.in'),
  'name', 'Asha Rao', 'email', 'asha@example.in', 'order_code', tests.order_code('sold'), 'payment_id', tests.payment_id('sold'),
  'payment_status', 'approved', 'transaction_id', '412345678902', 'ticket_id', t.id, 'code', t.code, 'seats', '["B4"]'::jsonb), 'Who sits in a sold seat')
  from public.who_has_seat(tests.category_id('Gold'), 'B4') as w, public.user_tickets t;
select is((select l.seats from public.payment_lines l where l.id = (public.who_has_seat(tests.category_id('Gold'), 'B4') ->> 'booking_id')::uuid), '{B4}', 'and the booking')
  from public.user_tickets limit 1;
select refuses($$select public.who_has_seat(tests.category_id('Gold'), 'Z9')$$, 'PT404', 'not_found', 'No such seat');

-- The box office and the category
update public.ticket_categories set tickets_sold = 20 where name = 'Silver';
select is(public.seats_of_event(tests.event_id('Pune')) -> 'categories' -> 1 ->> 'kept', '{}', 'Silver is sold elsewhere');
select is(cardinality(string_to_array(public.seats_of_event(tests.event_id('Pune')) -> 'categories' -> 1 ->> 'sold_elsewhere', ',')), 20, 'All of it');
select is(public.who_has_seat(tests.category_id('Silver'), 'A1') ->> 'state', 'sold_elsewhere', 'by somebody else');
update public.ticket_categories set tickets_sold = 10 where name = 'Silver';
select is(tests.refusal($$update public.ticket_categories set tickets_sold = 24 where name = 'Gold'$$),
  '{"state": "PT409", "code": "sold_exceeds_total", "detail": "23"}', 'Kept seats are not sold elsewhere');
select is(tests.refusal($$update public.ticket_categories set tickets_sold = 23 where name = 'Gold'$$),
  '{"state": "PT409", "code": "not_enough_free_seats", "detail": "22"}', 'nor those that are held');
select affects($$update public.ticket_categories set tickets_sold = 22 where name = 'Gold'$$, 1, 'All the others are');
select is(tests.counts('Gold'), '22 sold, 7 kept', 'and the kept ones stay');
update public.ticket_categories set tickets_sold = 1 where name = 'Gold';
select refuses($$update public.ticket_categories set total_tickets = 8 where name = 'Gold'$$, 'PT409', 'seats_claimed', 'The numbering stays while seats are kept');

-- Giving back
select is(tests.give_back('Gold', 'A1,A4,C1'), 2, 'Two are given back; a free seat stays free');
select is(tests.give_back('Gold', 'A1,A4,C1,B4'), 0, 'A repeat does nothing, and a sold seat stays sold');
select is(tests.counts('Gold'), '1 sold, 5 kept', 'The number is right');
select results_eq($$select before from public.audit_log where action = 'give_back_seats'$$,
  $$values ('{"name": "Gold", "seats": ["A1", "A4"], "reason": "Sight line; Sponsor: Sangeet Sabha"}'::jsonb)$$, 'The history says so');
select refuses($$select tests.give_back('Gold', 'Z9')$$, 'PT400', 'unknown_seat', 'No such seat');
select tests.allows('bela@example.in', $$select tests.hold('again', 'Gold:A1')$$, 'A customer holds a seat that was given back');

-- The event
select tests.create_event('Goa', p_singer => 'Bela Shah');
select tests.create_category('Goa', 'Free', 100, 9);
select tests.does('admin@example.in', $$select tests.keep('Free', 'A1')$$);
select affects($$update public.events set city = 'Goa Velha' where city = 'Goa'$$, 1, 'Kept seats alone do not hinder an edit of the event');
select refuses($$delete from public.ticket_categories where name = 'Free'$$, 'PT409', 'in_use', 'A category with kept seats stays');
select public.cancel_event(tests.event_id('Goa Velha'), 'Rain');
select is(tests.counts('Free'), '0 sold, 1 kept', 'A cancelled event has them still');
select is(tests.give_back('Free', 'A1'), 1, 'Given back');
select affects($$delete from public.ticket_categories where name = 'Free'$$, 1, 'it goes');

select tests.answers('owner', $$select count(*) from public.seat_claims where state = 'kept' and kept_reason is null$$, 0, 'Each has its reason');
select throws_ok($$update public.seat_claims set kept_reason = null where seat = 'A2'$$, '23514', null, 'as the table demands');
select throws_ok($$update public.seat_claims set user_id = gen_random_uuid() where seat = 'A2'$$, '23514', null, 'and no customer');
