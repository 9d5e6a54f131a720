-- What is free in a category, the same for everybody; and what of it is one's own.
select tests.create_people('asha@example.in', 'bela@example.in', 'admin: admin@example.in');
select tests.create_concert('Pune', 'Gold 1500 x100');

create function tests.said(p_category text) returns jsonb language sql as
  $$ select public.seat_availability(tests.category_id(p_category)) - 'version' - 'at' - 'again' $$;
create function tests.version(p_category text) returns text language sql as
  $$ select public.seat_availability(tests.category_id(p_category)) ->> 'version' $$;
create temp table versions (n integer, version text);

select tests.refuses(null, 'select public.seat_availability(null)', 'PT400', 'invalid', 'A category is required');
select tests.refuses('select public.seat_availability(gen_random_uuid())', 'PT404', 'not_found', 'An unknown category is refused');
select is(tests.said('Gold'), '{"taken": []}', 'At first everything is free');
select is((public.seat_availability(tests.category_id('Gold')) ->> 'at')::timestamptz, now(), 'It says of when it is');
select is(current_setting('response.headers', true), '[{"Cache-Control": "public, max-age=1"}]', 'and that it may be kept for a second');
insert into versions select 1, tests.version('Gold');

select tests.hold_as('asha@example.in', 'one', 'Gold:A3,A1');
select is(tests.said('Gold'), '{"taken": ["A1", "A3"]}', 'One''s own seats are taken, too');
select is(public.my_held_seats(tests.category_id('Gold')), jsonb_build_object('at', now(), 'mine', '["A1", "A3"]'::jsonb), 'and come apart');
insert into versions select 2, tests.version('Gold');
select tests.act_as('bela@example.in');
select is(tests.version('Gold'), (select v.version from versions v where v.n = 2), 'The answer is the same for everybody');
select isnt(tests.version('Gold'), (select v.version from versions v where v.n = 1), 'Its version changes with the seats');
select is(public.seat_availability(tests.category_id('Gold'), 'ffff') -> 'taken', '["A1", "A3"]', 'An unknown version is answered in full');
select is(public.my_held_seats(tests.category_id('Gold')) -> 'mine', '[]', 'Another customer holds none');
select tests.refuses(null, $$select public.my_held_seats(tests.category_id('Gold'))$$, 'PT401', 'not_signed_in', 'A visitor has no seats of their own');

select tests.expire('one');
select is(tests.version('Gold'), (select v.version from versions v where v.n = 1), 'After the hold it is as it was');
select tests.answers('asha@example.in', $$public.my_held_seats(tests.category_id('Gold')) -> 'mine'$$, '[]', 'An expired hold is not one''s own');

-- Standing places
select tests.act_as('admin@example.in');
select is((select c.is_standing from public.add_ticket_category(tests.order_id('pit'), tests.event_id('Pune'), 'Pit', 500, 12, null, null, true) as c), true, 'A category of standing places');
select tests.answers('asha@example.in', $$tests.said('Pit')$$, '{"taken": [], "free": 12}', 'Of standing places the number is said');
select public.hold_seats(tests.order_id('stand'), jsonb_build_array(jsonb_build_object('ticket_category_id', tests.order_id('pit'), 'count', 3)));
select is(tests.said('Pit'), '{"taken": [], "free": 9}', 'which falls with a hold');
select is(jsonb_array_length(public.my_held_seats(tests.order_id('pit')) -> 'mine'), 3, 'one''s own by number');

-- What not everybody may see
select tests.affects('admin@example.in', $$update public.ticket_categories set is_hidden = true where name = 'Gold'$$, 1, 'An admin hides a category');
select tests.refuses($$select public.seat_availability(tests.category_id('Gold'))$$, 'PT404', 'not_found', 'Then even the admin gets no answer that others could be given');
select tests.affects($$update public.ticket_categories set is_hidden = false where name = 'Gold'$$, 1, 'It is shown again');
select tests.as_owner($$update public.events set published_at = null where city = 'Pune'$$);
select tests.refuses($$select public.seat_availability(tests.category_id('Gold'))$$, 'PT404', 'not_found', 'The same for a draft');
