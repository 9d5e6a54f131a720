-- Standing places: no place twice, none lost.
select tests.create_people('asha@example.in', 'bela@example.in', 'chan@example.in', 'admin: admin@example.in',
  'gate: gate@example.in');
select tests.create_concert('Pune', 'Gold 1500 x20');

create function tests.places(p_category text) returns text language sql stable security definer set search_path = '' as $$
  select format('%s places, %s free, %s held, %s under review, %s sold', count(*),
    count(*) filter (where coalesce(c.expires_at, c.review_until) <= now()),
    count(*) filter (where c.state = 'held' and c.expires_at > now()),
    count(*) filter (where c.state = 'under_review' and (c.review_until is null or c.review_until > now())),
    count(*) filter (where c.state = 'sold'))
  from public.seat_claims c where c.ticket_category_id = tests.category_id(p_category)
$$;
create function tests.places_of(p_order text) returns text[] language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(c.seat order by length(c.seat), c.seat), '{}') from public.seat_claims c
  where c.order_id = tests.order_id(p_order) and (c.state <> 'held' or c.expires_at > now())
$$;


-- Shape
select tests.refuses('asha@example.in', $$select public.add_ticket_category(gen_random_uuid(), tests.event_id('Pune'), 'Floor', 500, 12, null, null, true)$$,
  'PT403', 'forbidden', 'Customers add no standing places');
select tests.refuses('gate@example.in', $$select public.add_ticket_category(gen_random_uuid(), tests.event_id('Pune'), 'Floor', 500, 12, null, null, true)$$,
  'PT403', 'forbidden', 'Nor does the gate');
select tests.answers('admin@example.in', $$(public.add_ticket_category('00000000-0000-4000-8000-00000000f100', tests.event_id('Pune'), 'Floor', 500, 12, null, null, true)).grid_columns$$,
  null, 'Standing places have no grid');
select is(tests.places('Floor'), '12 places, 12 free, 0 held, 0 under review, 0 sold', 'Each place has a row from the beginning');
select tests.refuses($$select public.add_ticket_category(gen_random_uuid(), tests.event_id('Pune'), 'Sea', 500, 100001, null, null, true)$$,
  'PT400', 'invalid', 'A hundred thousand places at the most');
select tests.refuses($$select public.add_ticket_category(gen_random_uuid(), tests.event_id('Pune'), 'Sea', 500, 7021, null, null, false)$$,
  'PT400', 'invalid', 'Seats by number end at ZZ');
insert into public.seating_layouts (id, name, layout_data) values ('00000000-0000-4000-8000-00000000aaaa', 'Hall',
  '{"stage": "Stage", "sections": [{"code": "FRNT", "name": "Front", "rows": [{"label": "A", "seats": [1, 2]}]}]}');
select tests.refuses($$select public.assign_layout(tests.category_id('Floor'), '00000000-0000-4000-8000-00000000aaaa', array['all'])$$,
  'PT400', 'invalid', 'Standing places have no layout');

-- Holding
select tests.refuses('asha@example.in', format('select public.hold_seats(tests.order_id(''x''), %L::jsonb)', bad.lines), 'PT400', bad.code, bad.rule)
from (values
  ('[{"ticket_category_id": "00000000-0000-4000-8000-00000000f100", "count": 0}]', 'invalid', 'Nobody is no number of people'),
  ('[{"ticket_category_id": "00000000-0000-4000-8000-00000000f100", "count": -1}]', 'invalid', 'Nor is a negative number'),
  ('[{"ticket_category_id": "00000000-0000-4000-8000-00000000f100", "count": 1.5}]', 'invalid', 'Nor a fraction'),
  ('[{"ticket_category_id": "00000000-0000-4000-8000-00000000f100", "count": 1e3}]', 'too_many_seats', 'However it is written'),
  ('[{"ticket_category_id": "00000000-0000-4000-8000-00000000f100", "count": "2"}]', 'invalid', 'Nor text'),
  ('[{"ticket_category_id": "00000000-0000-4000-8000-00000000f100", "count": 11}]', 'too_many_seats', 'Ten of a category'),
  ('[{"ticket_category_id": "00000000-0000-4000-8000-00000000f100", "count": 99999999999}]', 'invalid', 'A number beyond every integer'),
  ('[{"ticket_category_id": "00000000-0000-4000-8000-00000000f100", "count": 2, "seats": ["A1"]}]', 'invalid', 'Labels or a number, not both'),
  ('[{"ticket_category_id": "00000000-0000-4000-8000-00000000f100", "seats": ["A1"]}]', 'unknown_seat', 'A standing place has no letters'),
  ('[{"ticket_category_id": "00000000-0000-4000-8000-00000000f100", "seats": ["1"]}]', 'unknown_seat', 'Nobody chooses a place')
) as bad (lines, code, rule);
select tests.refuses($$select tests.hold('x', 'Gold:x2')$$, 'PT400', 'unknown_seat', 'Numbered seats are chosen by their label');

select is(tests.hold('a', 'Floor:x3') -> 'lines' -> 0 ->> 'quantity', '3', 'Three places');
select is(tests.places('Floor'), '12 places, 9 free, 3 held, 0 under review, 0 sold', 'They are held');
select is(tests.hold('a', 'Floor:x3') ->> 'total', tests.hold('a', 'Floor:x3') ->> 'total', 'Again');
create temporary table kept as select tests.places_of('a') as places;
select tests.hold('a', 'Floor:x5');
select ok(tests.places_of('a') @> (select places from kept), 'More people keep the places they have');
select tests.hold('a', 'Floor:x2', 'Gold:A1');
select is(tests.places('Floor'), '12 places, 10 free, 2 held, 0 under review, 0 sold', 'Fewer people give theirs back');
select is(public.taken_seats(tests.category_id('Floor')) - 'at' - 'mine', '{"taken": [], "free": 10}', 'Everyone sees how many are free, and no number');
select tests.answers(null, $$public.taken_seats(tests.category_id('Floor')) -> 'mine'$$, '[]', 'A visitor has none');

select tests.hold_as('bela@example.in', 'b', 'Floor:x9');
select is(tests.places_of('a') && tests.places_of('b'), false, 'Two customers have different places');
select is(tests.refusal($$select tests.hold('b', 'Floor:x10', 'Gold:A2')$$) ->> 'code', null, 'The last one, too');
select tests.act_as('chan@example.in');
select is(tests.refusal($$select tests.hold('c', 'Floor:x2', 'Gold:A1')$$) - 'state',
  jsonb_build_object('code', 'seats_taken', 'detail',
    format('[{"seats": ["A1"], "ticket_category_id": "%s"}, {"seats": ["1", "2"], "ticket_category_id": "%s"}]', tests.category_id('Gold'), tests.category_id('Floor'))),
  'Sold out: the refusal numbers what is missing');
select is(tests.places('Floor'), '12 places, 0 free, 12 held, 0 under review, 0 sold', 'Nothing was changed by it');

-- Giving back
select tests.does('bela@example.in', $$select public.release_seats(tests.order_id('b'))$$);
select is(tests.places('Floor'), '12 places, 10 free, 2 held, 0 under review, 0 sold', 'Released places are free, none is lost');
select tests.does('asha@example.in', $$select tests.expire('a')$$);
select tests.hold_as('chan@example.in', 'c', 'Floor:x10');
select is(tests.places('Floor'), '12 places, 2 free, 10 held, 0 under review, 0 sold', 'Never-used places go before expired ones');
select tests.hold_as('bela@example.in', 'b', 'Floor:x2');
select is(tests.places('Floor'), '12 places, 0 free, 12 held, 0 under review, 0 sold', 'Expired ones are taken over');

-- Paying
select tests.answers('chan@example.in', $$tests.submit('c', '412345678901', 6200, 'Floor:x10') ->> 'status'$$, 'pending', 'As held');
select is(tests.places('Floor'), '12 places, 0 free, 2 held, 10 under review, 0 sold', 'Under review');
select is((select seats from public.payment_lines where payment_id = tests.payment_id('c')), tests.places_of('c'), 'The line has the places');
select tests.answers('asha@example.in', $$tests.submit('a', '412345678902', 3570, 'Floor:x2', 'Gold:A1') ->> 'status'$$, 'pending', 'Sent money is never refused');
select tests.answers('admin@example.in', $$tests.refusal(format('select public.review_payment(%L, ''approved'')', tests.payment_id('a'))) - 'state'$$,
  jsonb_build_object('code', 'seats_lost', 'detail', format('[{"seats": ["1", "2"], "ticket_category_id": "%s"}]', tests.category_id('Floor'))),
  'Places that were gone are lost, and staff see it');
select is(tests.refusal(format('select public.reassign_seats(%L, tests.lines(''Floor:x2''))', tests.payment_id('a'))) ->> 'code',
  'seats_taken', 'No other place yet');
select tests.does('bela@example.in', $$select public.release_seats(tests.order_id('b'))$$);
select tests.refuses('admin@example.in', format('select public.reassign_seats(%L, tests.lines(''Floor:x1''))', tests.payment_id('a')), 'PT400', 'invalid', 'As many as were paid for');
select is(jsonb_array_length(public.reassign_seats(tests.payment_id('a'), tests.lines('Floor:x2')) -> 'tickets'), 0, 'Other places');
select is(public.review_payment(tests.payment_id('a'), 'approved') ->> 'status', 'approved', 'Then it is approved');
select is(public.review_payment(tests.payment_id('c'), 'approved') ->> 'status', 'approved', 'The other one, too');
select is(tests.places('Floor'), '12 places, 0 free, 0 held, 0 under review, 12 sold', 'All sold');
select is((select tickets_sold from public.ticket_categories where name = 'Floor'), 12, 'Counted');
select is((select seats from public.user_tickets where payment_id = tests.payment_id('c')), tests.places_of('c'), 'The ticket has the numbers');

-- Revoking, totals, box office
select public.revoke_tickets(array(select id from public.user_tickets where payment_id = tests.payment_id('c')), 'A test');
select is(tests.places('Floor'), '12 places, 10 free, 0 held, 0 under review, 2 sold', 'Revoked places are free');
select tests.hold_as('bela@example.in', 'b2', 'Floor:x4');
select tests.act_as('admin@example.in');
select is(tests.refusal($$update public.ticket_categories set total_tickets = 5 where name = 'Floor'$$) - 'state',
  '{"code": "seats_claimed", "detail": "6"}', 'Never fewer places than are held and sold');
update public.ticket_categories set total_tickets = 6 where name = 'Floor';
select is(tests.places('Floor'), '6 places, 0 free, 4 held, 0 under review, 2 sold', 'As few as are taken, whatever their numbers');
update public.ticket_categories set total_tickets = 40 where name = 'Floor';
select is(tests.places('Floor'), '40 places, 34 free, 4 held, 0 under review, 2 sold', 'More places');
select tests.refuses($$update public.ticket_categories set is_standing = false where name = 'Floor'$$, 'PT409', 'seats_claimed', 'Its kind stays while places are taken');
update public.ticket_categories set tickets_sold = 12 where name = 'Floor';
select is(tests.places('Floor'), '40 places, 24 free, 4 held, 0 under review, 12 sold', 'Ten sold elsewhere');
update public.ticket_categories set tickets_sold = 5 where name = 'Floor';
select is(tests.places('Floor'), '40 places, 31 free, 4 held, 0 under review, 5 sold', 'Seven of them come back');

-- Held time of one customer
select tests.does('owner', $$update private.hold_usage set used = interval '30 minutes' where user_id = tests.user_id('bela@example.in')$$);
select tests.does('bela@example.in', $$select public.release_seats(tests.order_id('b2'))$$);
select tests.as_owner($$update private.hold_usage set used = interval '30 minutes' where user_id = tests.user_id('bela@example.in')$$);
select is(tests.refusal($$select tests.hold('b3', 'Floor:x2')$$) ->> 'code', 'held_too_long', 'Held time adds up over orders');

-- Other paths that free places
select tests.hold_as('asha@example.in', 'a2', 'Floor:x3');
select tests.answers('admin@example.in', $$public.release_customer_seats(tests.user_id('asha@example.in'))$$, 3, 'Staff free a customer''s places');
select is(tests.places('Floor'), '40 places, 35 free, 0 held, 0 under review, 5 sold', 'None is lost');
select tests.does('owner', $$select private.tidy_sale()$$);
select is(tests.places('Floor'), '40 places, 35 free, 0 held, 0 under review, 5 sold', 'The daily job keeps free places');
select tests.does('admin@example.in', $$select public.add_ticket_category('00000000-0000-4000-8000-00000000f200', tests.event_id('Pune'), 'Lawn', 100, 5, null, null, true)$$);
update public.ticket_categories set is_standing = false where name = 'Lawn';
select is(tests.places('Lawn'), '0 places, 0 free, 0 held, 0 under review, 0 sold', 'Seats by number have rows only when taken');
update public.ticket_categories set is_standing = true where name = 'Lawn';
select is(tests.places('Lawn'), '5 places, 5 free, 0 held, 0 under review, 0 sold', 'And back');
delete from public.ticket_categories where name = 'Lawn';
select is(tests.category_id('Lawn'), null, 'An unused category is deleted with its places');

-- Hostile lines, and what a category was before
select tests.refuses('chan@example.in', format('select public.hold_seats(tests.order_id(''h''), %L::jsonb)', bad.lines), 'PT400', 'invalid', bad.rule)
from (values
  (format('[{"ticket_category_id": "%s", "seats": ["A5"], "count": "10"}]', tests.category_id('Gold')), 'A number written as text beside labels'),
  (format('[{"ticket_category_id": "%s", "seats": ["A5"], "count": "abc"}]', tests.category_id('Gold')), 'Nor any text'),
  (format('[{"ticket_category_id": "%s", "seats": ["A5"], "count": {}}]', tests.category_id('Gold')), 'Nor an object')
) as bad (lines, rule);
select is(tests.refusal(format('select public.hold_seats(tests.order_id(''h''), %L::jsonb)',
  format('[{"ticket_category_id": "%s", "seats": ["A5"], "count": null}]', tests.category_id('Gold')))), null, 'A null is no number');
select public.release_seats(tests.order_id('h'));
select tests.does('admin@example.in', $$select tests.create_category('Pune', 'Terrace', 400, 20)$$);
select tests.hold_as('chan@example.in', 't', 'Terrace:A1,A2');
select tests.does('owner', $$select tests.expire('t')$$);
select tests.does('admin@example.in', $$update public.ticket_categories set is_standing = true where name = 'Terrace'$$);
select is(tests.places('Terrace'), '20 places, 20 free, 0 held, 0 under review, 0 sold', 'Expired holds of its seats are no places');

-- A payment whose review has ended, one of its places taken meanwhile
select tests.does('admin@example.in', $$update public.ticket_categories set total_tickets = 3 where name = 'Terrace'$$);
select tests.hold_as('chan@example.in', 'r', 'Terrace:x3');
select tests.submit('r', '412345678905', 1500, 'Terrace:x3');
select tests.does('owner', $$update public.seat_claims set review_until = now() - interval '1 second' where order_id = tests.order_id('r')$$);
select tests.hold_as('asha@example.in', 'r2', 'Terrace:x1');
select tests.answers('admin@example.in', $$tests.refusal(format('select public.reassign_seats(%L, tests.lines(''Terrace:x3''))', tests.payment_id('r'))) ->> 'code'$$,
  'seats_taken', 'Only two of three are left');
update public.ticket_categories set total_tickets = 4 where name = 'Terrace';
select is(tests.refusal(format('select public.reassign_seats(%L, tests.lines(''Terrace:x3''))', tests.payment_id('r'))), null, 'Then three');
select is(tests.places('Terrace'), '4 places, 0 free, 1 held, 3 under review, 0 sold', 'Each once');

-- Cancelling keeps the places
select public.cancel_event(tests.event_id('Pune'), 'Rain');
select is(tests.places('Floor'), '40 places, 35 free, 0 held, 0 under review, 5 sold', 'A cancelled event keeps its free places');
