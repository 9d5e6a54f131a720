-- One form for a concert: all of it or nothing, its paths, several dates, and what an edit concerns and sets off.

select tests.create_staff('admin@example.in', 'admin'), tests.create_staff('gate@example.in', 'gate'), tests.create_staff('till@example.in', 'box_office');
select tests.create_user('asha@example.in'), tests.create_user('bela@example.in');

create function tests.concert(p_name text, p_more jsonb default '{}') returns jsonb language sql stable as $$
  select jsonb_build_object(
    'singer', '{"name": "Kaushiki Rao"}'::jsonb, 'city', 'Pune', 'state', 'Maharashtra', 'venue', 'Bal Gandharva', 'genre', 'Classical',
    'dates', jsonb_build_array(jsonb_build_object('id', tests.order_id(p_name), 'date', '2027-01-16T13:30:00Z',
      'doors_at', '2027-01-16T12:30:00Z', 'ends_at', '2027-01-16T16:30:00Z')),
    'description', 'An **evening**.', 'line_up', '["Kaushiki Rao", "A tabla"]'::jsonb, 'minimum_age', 5, 'sung_in', '["Hindi"]'::jsonb,
    'rules', 'No flash.', 'poster', tests.order_id(p_name) || '/0123456789abcdef-1280x1600-webp', 'poster_alt', 'A singer',
    'hall', jsonb_build_object('id', tests.order_id('hall of ' || p_name), 'name', 'Hall', 'layout_data', '{"stage": "top", "sections": [
      {"code": "FRNT", "name": "Front", "rows": [{"label": "A", "seats": [1, 2, 3]}]},
      {"code": "BACK", "name": "Back", "rows": [{"label": "A", "seats": [1, 2, null, 3, 4]}]}]}'::jsonb),
    'categories', jsonb_build_array(
      jsonb_build_object('id', tests.order_id('gold of ' || p_name), 'name', 'Gold', 'price', 1500, 'kind', 'sections', 'section_ids', '["FRNT"]'::jsonb),
      jsonb_build_object('id', tests.order_id('silver of ' || p_name), 'name', 'Silver', 'price', 700.5, 'kind', 'sections', 'section_ids', '["BACK"]'::jsonb,
        'sale_from', '2026-12-01T06:30:00Z', 'sale_until', '2027-01-16T12:30:00Z',
        'phases', '[{"name": "Early bird", "price": 500, "until": "2026-12-10T06:30:00Z"}, {"name": "Few", "price": 600, "until_sold": 2}]'::jsonb),
      jsonb_build_object('id', tests.order_id('floor of ' || p_name), 'name', 'Floor', 'price', 300, 'kind', 'standing', 'total', 200))) || p_more
$$;
create function tests.count_concerts() returns text language sql stable security definer set search_path = '' as $$
  select (select count(*) from public.singers) || ' ' || (select count(*) from public.events) || ' '
    || (select count(*) from public.ticket_categories) || ' ' || (select count(*) from public.seating_layouts)
$$;

-- Who may.
select tests.act_as(person), tests.refuses($$select public.save_concert(tests.concert('first'))$$, state, code, coalesce(person, 'A visitor') || ' adds no concert')
  from (values (null, 'PT401', 'not_signed_in'), ('asha@example.in', 'PT403', 'forbidden'), ('gate@example.in', 'PT403', 'forbidden'),
    ('till@example.in', 'PT403', 'forbidden')) as p(person, state, code);
select tests.act_as(person), tests.refuses($$select public.change_concert(tests.order_id('first'), 1, '{}')$$, state, code, coalesce(person, 'A visitor') || ' changes none'),
    tests.refuses($$select public.edit_concerns(tests.order_id('first'), '{}')$$, state, code, 'nor asks what a change concerns')
  from (values (null, 'PT401', 'not_signed_in'), ('asha@example.in', 'PT403', 'forbidden'), ('till@example.in', 'PT403', 'forbidden')) as p(person, state, code);

-- Every problem has its path, and leaves nothing behind.
select tests.act_as('admin@example.in');
select is((tests.refusal(format('select public.save_concert(tests.concert(%L, %L))', 'first', more)) ->> 'code') || ' ' ||
    (tests.refusal(format('select public.save_concert(tests.concert(%L, %L))', 'first', more)) ->> 'detail'), 'invalid ' || path, path || ' is named')
  from (values
    ('{"colour": 1}', 'colour'), ('{"publish": "later"}', 'publish'), ('{"singer": null}', 'singer'), ('{"singer": {}}', 'singer.name'),
    ('{"singer": {"id": "5b0f8d4c-0000-4000-8000-000000000000"}}', 'singer.id'), ('{"singer": {"name": "A", "age": 3}}', 'singer.age'),
    ('{"city": ""}', 'city'), ('{"city": 5}', 'city'), ('{"venue": null}', 'venue'), ('{"state": "Texas"}', 'state'), ('{"genre": "Noise"}', 'genre'),
    ('{"dates": []}', 'dates'), ('{"dates": "soon"}', 'dates'), ('{"dates": [5]}', 'dates[0]'), ('{"dates": [{"date": "2027-01-16T13:30:00Z"}]}', 'dates[0].id'),
    ('{"dates": [{"id": "x", "date": "2027-01-16T13:30:00Z"}]}', 'dates[0].id'),
    ('{"dates": [{"id": "5b0f8d4c-0000-4000-8000-000000000000"}]}', 'dates[0].date'),
    ('{"dates": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "date": "tomorrow"}]}', 'dates[0].date'),
    ('{"dates": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "date": "2027-02-30T13:30:00Z"}]}', 'dates[0].date'),
    ('{"dates": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "date": "2020-01-16T13:30:00Z"}]}', 'dates[0].date'),
    ('{"dates": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "date": "2027-01-16T13:30:00Z", "doors_at": "2027-01-16T14:30:00Z"}]}', 'dates[0].doors_at'),
    ('{"dates": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "date": "2027-01-16T13:30:00Z"}, {"id": "5b0f8d4c-0000-4000-8000-000000000001", "date": "2027-01-16T13:30:00Z"}]}', 'dates[1].date'),
    ('{"dates": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "date": "2027-01-16T13:30:00Z"}, {"id": "5b0f8d4c-0000-4000-8000-000000000000", "date": "2027-01-17T13:30:00Z"}]}', 'dates[1].id'),
    ('{"dates": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "date": "2027-01-16T13:30:00Z"}, {"id": "5b0f8d4c-0000-4000-8000-000000000001", "date": "2027-01-17T13:30:00Z", "ends_at": "2027-01-16T14:30:00Z"}]}', 'dates[1].ends_at'),
    ('{"minimum_age": 120}', 'minimum_age'), ('{"minimum_age": 40000}', 'minimum_age'), ('{"minimum_age": 1.5}', 'minimum_age'), ('{"line_up": "Asha"}', 'line_up'), ('{"line_up": [1]}', 'line_up'),
    ('{"poster": "evil.svg"}', 'poster'), ('{"poster_alt": null}', 'poster_alt'), ('{"description": [1]}', 'description'),
    ('{"hall": {"name": "Hall"}}', 'hall.id'), ('{"hall": {"id": "5b0f8d4c-0000-4000-8000-000000000000"}}', 'hall.id'),
    ('{"hall": {"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "", "layout_data": {"stage": "top", "sections": [{"code": "A", "name": "A", "rows": [{"label": "A", "seats": [1]}]}]}}}', 'hall.name'),
    ('{"hall": {"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Hall", "layout_data": {"stage": "top", "sections": []}}}', 'hall.layout_data.sections'),
    ('{"hall": null}', 'categories[0].section_ids'), ('{"categories": {}}', 'categories'), ('{"categories": [{"name": "Gold"}]}', 'categories[0].id'),
    ('{"categories": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Gold", "price": 1, "total": 1}, {"id": "5b0f8d4c-0000-4000-8000-000000000000"}]}', 'categories[1].id'),
    ('{"categories": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "", "price": 1, "total": 1}]}', 'categories[0].name'),
    ('{"categories": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Gold", "price": "1", "total": 1}]}', 'categories[0].price'),
    ('{"categories": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Gold", "price": 1.005, "total": 1}]}', 'categories[0].price'),
    ('{"categories": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Gold", "price": -1, "total": 1}]}', 'categories[0].price'),
    ('{"categories": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Gold", "price": 1}]}', 'categories[0].total'),
    ('{"categories": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Gold", "price": 1, "total": 1.5}]}', 'categories[0].total'),
    ('{"categories": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Gold", "price": 1, "total": 900000}]}', 'categories[0].total'),
    ('{"categories": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Gold", "price": 1, "total": 1, "kind": "chairs"}]}', 'categories[0].kind'),
    ('{"categories": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Gold", "price": 1, "total": 1, "tickets_sold": 1}]}', 'categories[0].tickets_sold'),
    ('{"categories": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Gold", "price": 1, "total": 1, "phases": [{"name": "Early"}]}]}', 'categories[0].phases'),
    ('{"categories": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Gold", "price": 1, "total": 1, "is_free": true}]}', 'categories[0].is_free'),
    ('{"categories": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Gold", "price": 1, "total": 1, "is_free": "yes"}]}', 'categories[0].is_free'),
    ('{"categories": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Gold", "price": 1, "total": 1, "is_hidden": 1}]}', 'categories[0].is_hidden'),
    ('{"categories": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Gold", "price": 1, "kind": "sections"}]}', 'categories[0].section_ids'),
    ('{"categories": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Gold", "price": 1, "kind": "sections", "section_ids": ["NONE"]}]}', 'categories[0].section_ids'),
    ('{"categories": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Gold", "price": 1, "kind": "standing", "total": 5, "section_ids": ["FRNT"]}]}', 'categories[0].section_ids'),
    ('{"categories": [{"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Gold", "price": 1, "total": 5, "sale_from": "2027-01-02T00:00:00Z", "sale_until": "2027-01-01T00:00:00Z"}]}', 'categories[0].sale_until')
  ) as wrong(more, path);
select is(tests.refusal($$select public.save_concert(tests.concert('first', '{"categories": [
    {"id": "5b0f8d4c-0000-4000-8000-000000000000", "name": "Gold", "price": 1, "kind": "sections", "section_ids": ["FRNT"]},
    {"id": "5b0f8d4c-0000-4000-8000-000000000001", "name": "Silver", "price": 1, "kind": "sections", "section_ids": ["BACK", "FRNT"]}]}'))$$) - 'state',
  '{"code": "section_taken", "detail": "[\"FRNT\"]"}', 'A section is sold once');
select tests.refuses($$select public.save_concert()$$, 'PT400', 'invalid', 'A concert is an object');
select is(tests.count_concerts(), '0 0 0 0', 'Of a concert with a problem nothing is stored, neither singer nor hall');

-- All of it.
create temporary table done as select public.save_concert(tests.concert('first')) as answer;
select is((select answer from done), jsonb_build_object('repeated', false, 'events',
  jsonb_build_array(jsonb_build_object('id', tests.order_id('first'), 'date', '2027-01-16T13:30:00+00:00'::timestamptz, 'published', false))), 'It is saved, as a draft');
select is(tests.count_concerts(), '1 1 3 1', 'with its singer, hall and three zones');
select results_eq($$select c.name, c.price, c.total_tickets, c.is_standing, c.sale_from is null, l.section_ids
    from public.ticket_categories c left join public.ticket_category_layouts l on l.ticket_category_id = c.id order by c.price desc$$,
  $$values ('Gold', 1500.00, 3, false, true, '{FRNT}'::text[]), ('Silver', 700.50, 4, false, false, '{BACK}'), ('Floor', 300.00, 200, true, true, null)$$,
  'Each zone has its seats and its price');
select is((select (e.doors_at, e.ends_at, e.minimum_age, e.line_up, e.sung_in, e.rules, e.poster_alt, e.state)::text from public.events e),
  (select ('2027-01-16T12:30:00Z'::timestamptz, '2027-01-16T16:30:00Z'::timestamptz, 5::smallint, array['Kaushiki Rao', 'A tabla'], array['Hindi'],
    'No flash.'::text, 'A singer'::text, 'Maharashtra'::text)::text), 'and says what it is');
select is(public.save_concert(tests.concert('first', '{"city": "Goa"}')) -> 'repeated', 'true', 'A repeat says so');
select is(tests.count_concerts() || (select e.city from public.events e), '1 1 3 1Pune', 'and changes nothing');
select tests.answers('asha@example.in', $$select count(*) from public.events$$, 0, 'Customers do not see the draft');

-- Several dates, published at once.
select tests.does('admin@example.in', $$select public.save_concert(tests.concert('tour', jsonb_build_object('publish', 'now', 'city', 'Goa', 'singer', '{"name": " kaushiki rao"}'::jsonb,
  'hall', jsonb_build_object('id', tests.order_id('hall of first')), 'dates', jsonb_build_array(
    jsonb_build_object('id', tests.order_id('tour'), 'date', '2027-01-16T13:30:00Z'),
    jsonb_build_object('id', tests.order_id('tour 2'), 'date', '2027-01-17T13:30:00Z'),
    jsonb_build_object('id', tests.order_id('tour 3'), 'date', '2027-01-18T13:30:00Z')))))$$);
select is(tests.count_concerts(), '1 4 12 1', 'Three evenings are three events, of the singer and in the hall that are there');
select is((select string_agg(to_char(c.sale_from at time zone 'UTC', 'DD.MM HH24:MI') || ' ' || to_char(c.sale_until at time zone 'UTC', 'DD.MM HH24:MI'), ', ' order by e.date)
    from public.ticket_categories c join public.events e on e.id = c.event_id where e.city = 'Goa' and c.name = 'Silver'),
  '01.12 06:30 16.01 12:30, 01.12 06:30 17.01 12:30, 01.12 06:30 18.01 12:30', 'The sale opens once for all, and ends with each evening');
select is((select string_agg(c.phases -> 0 ->> 'until', ', ' order by e.date) from public.ticket_categories c join public.events e on e.id = c.event_id
    where e.city = 'Goa' and c.name = 'Silver'), '2026-12-10T06:30:00Z, 2026-12-11T06:30:00Z, 2026-12-12T06:30:00Z', 'as phases do');
select is((select count(distinct c.id) from public.ticket_categories c), 12::bigint, 'Each evening has categories of its own');
select is(public.save_concert(tests.concert('tour', jsonb_build_object('dates', jsonb_build_array(
    jsonb_build_object('id', tests.order_id('tour 3'), 'date', '2027-01-18T13:30:00Z'), jsonb_build_object('id', tests.order_id('tour'), 'date', '2027-01-16T13:30:00Z'))))) -> 'repeated',
  'true', 'A repeat of some of them is one as well');
select tests.refuses($$select public.save_concert(tests.concert('tour', jsonb_build_object('dates', jsonb_build_array(
    jsonb_build_object('id', tests.order_id('tour'), 'date', '2027-01-16T13:30:00Z'), jsonb_build_object('id', tests.order_id('tour 4'), 'date', '2027-01-19T13:30:00Z')))))$$,
  'PT409', 'changed_meanwhile', 'A date is not added to what is stored by a repeat');
select tests.answers('asha@example.in', $$select count(*) from public.events$$, 3, 'Customers see the three evenings');

-- What an edit concerns.
select tests.answers('admin@example.in', $$public.edit_concerns(tests.order_id('tour'), '{"date": "2027-01-20T13:30:00Z", "venue": "Garden"}')$$,
  '{"tickets": 0, "people": 0, "mails": 0, "pending": 0, "held": 0, "will": [], "refused": []}', 'Before a sale a move concerns nobody');
select tests.does('owner', $$update public.ticket_categories set name = 'Goa gold' where id = tests.order_id('gold of tour')$$);
update public.ticket_categories set name = 'Goa floor' where id = tests.order_id('floor of tour');
select tests.does('asha@example.in', $$select tests.hold('asha', 'Goa gold:FRNT-A1,FRNT-A2'), tests.submit('asha', '412345678901', 3600, 'Goa gold:FRNT-A1,FRNT-A2')$$);
select tests.hold_as('bela@example.in', 'bela', 'Goa floor:x3');
select tests.answers('admin@example.in', $$public.edit_concerns(tests.order_id('tour'), jsonb_build_object('date', '2027-01-20T13:30:00Z', 'singer', '{"name": "Somebody else"}'::jsonb,
    'categories', jsonb_build_array(
      jsonb_build_object('id', tests.order_id('gold of tour'), 'price', 1800, 'sale_from', '2027-01-10T00:00:00Z'),
      jsonb_build_object('id', tests.order_id('floor of tour'), 'remove', true),
      jsonb_build_object('id', tests.order_id('new'), 'name', 'Box', 'price', 5000, 'total', 4))))$$,
  '{"tickets": 0, "people": 1, "mails": 1, "pending": 1, "held": 3, "will": ["moves", "opens_refunds", "tells_people", "price_of_next",
    "stops_sale", "removes_zone", "adds_zone", "opens_sale"], "refused": [{"path": "singer", "code": "in_use"}, {"path": "categories[1]", "code": "in_use"}]}',
  'Afterwards it says whom it concerns, what it sets off and what is refused');
select is(public.edit_concerns(tests.order_id('tour'), '{"singer": {"name": "KAUSHIKI RAO"}, "description": "More"}') - array['tickets', 'people', 'mails', 'pending', 'held'],
  '{"will": [], "refused": []}', 'The same singer and a text set off nothing');
select is(public.edit_concerns(tests.order_id('tour'), jsonb_build_object('categories', jsonb_build_array(jsonb_build_object('id', tests.order_id('gold of tour'),
    'price', 1500, 'phases', '[{"name": "Last call", "price": 99, "until_sold": 3}]'::jsonb)))) -> 'will', '["price_of_next"]', 'A phase concerns those who buy next');
select is(public.edit_concerns(tests.order_id('first'), '{"publish": "now"}') -> 'will', '["publishes"]', 'Publishing is said');
select tests.refuses($$select public.edit_concerns(gen_random_uuid(), '{}')$$, 'PT404', 'not_found', 'Of an event that is gone there is nothing to say');
select is(tests.refusal($$select public.edit_concerns(tests.order_id('tour'), '{"categories": [{"colour": 1}]}')$$) ->> 'detail', 'categories[0].colour', 'A wrong change has its path');

-- An edit.
select tests.refuses($$select public.change_concert(tests.order_id('tour'), 99, '{}')$$, 'PT409', 'changed_meanwhile', 'An edit sends the revision it saw');
select tests.refuses($$select public.change_concert(tests.order_id('tour'), 1, '{"singer": {"name": "Somebody else"}}')$$, 'PT409', 'in_use', 'The singer of what is sold stays');
select tests.refuses(format('select public.change_concert(tests.order_id(%L), 1, %L)', 'tour', jsonb_build_object('city', 'Agra', 'categories',
  jsonb_build_array(jsonb_build_object('id', tests.order_id('floor of tour'), 'remove', true)))), 'PT409', 'in_use', 'A zone with holds stays');
select is((select e.city from public.events e where e.id = tests.order_id('tour')), 'Goa', 'and nothing of the edit is stored');
select is((select count(*) from public.singers), 1::bigint, 'nor a new singer');
select is(tests.refusal(format('select public.change_concert(tests.order_id(%L), 1, %L)', 'tour', more)) ->> 'detail', path, path || ' is named')
  from (values ('{"colour": 1}', 'colour'), ('{"publish": "draft"}', 'publish'), ('{"date": "2020-01-01T00:00:00Z"}', 'date'), ('{"date": null}', 'date'), ('{"minimum_age": 200}', 'minimum_age'),
    ('{"categories": [{"name": "x"}]}', 'categories[0].id'),
    (jsonb_build_object('categories', jsonb_build_array(jsonb_build_object('id', tests.order_id('gold of tour'), 'price', -1)))::text, 'categories[0].price'),
    (jsonb_build_object('categories', jsonb_build_array(jsonb_build_object('id', tests.order_id('gold of tour'), 'kind', 'standing')))::text, 'categories[0].kind'),
    (jsonb_build_object('categories', jsonb_build_array(jsonb_build_object('id', tests.order_id('gold of first'), 'price', 1)))::text, 'categories[0].id')) as wrong(more, path);
select is(public.change_concert(tests.order_id('tour'), 1, jsonb_build_object('date', '2027-01-20T13:30:00Z', 'description', null,
  'categories', jsonb_build_array(jsonb_build_object('id', tests.order_id('gold of tour'), 'price', 1800, 'revision', 3),
    jsonb_build_object('id', tests.order_id('silver of tour'), 'remove', true),
    jsonb_build_object('id', tests.order_id('new'), 'name', 'Box', 'price', 5000, 'total', 4)))) -> 'revision', '2', 'An edit is one transaction');
select results_eq($$select e.date, e.previous_date, e.moved_at is not null, e.description from public.events e where e.id = tests.order_id('tour')$$,
  $$values ('2027-01-20 13:30+00'::timestamptz, '2027-01-16 13:30+00'::timestamptz, true, null::text)$$, 'It moves what is sold as a move does');
select is((select string_agg(c.name || ' ' || c.price, ', ' order by c.price) from public.ticket_categories c where c.event_id = tests.order_id('tour')),
  'Goa floor 300.00, Goa gold 1800.00, Box 5000.00', 'Zones changed, were added and removed');
select isnt_empty($$select from public.announcements a where a.event_id = tests.order_id('tour') and a.kind = 'event_moved'$$, 'Buyers are told');
select tests.refuses(format('select public.change_concert(tests.order_id(%L), 2, %L)', 'tour', jsonb_build_object('categories',
  jsonb_build_array(jsonb_build_object('id', tests.order_id('gold of tour'), 'price', 1, 'revision', 3)))), 'PT409', 'changed_meanwhile', 'A zone that another admin changed is not overwritten');
select public.change_concert(tests.order_id('first'), 1, '{"publish": "now", "singer": {"name": "Shubha"}, "date": "2027-01-17T13:30:00Z"}');
select results_eq($$select e.published_at is not null, s.name, e.doors_at, e.previous_date from public.events e join public.singers s on s.id = e.singer_id where e.id = tests.order_id('first')$$,
  $$values (true, 'Shubha', '2027-01-17 12:30+00'::timestamptz, null::timestamptz)$$, 'A draft is free to change, and is published with it');

-- A zone that needs a code.
select public.save_concert(tests.concert('club', jsonb_build_object('publish', 'now', 'dates', jsonb_build_array(
    jsonb_build_object('id', tests.order_id('club'), 'date', '2027-02-01T13:30:00Z'), jsonb_build_object('id', tests.order_id('club 2'), 'date', '2027-02-02T13:30:00Z')),
  'hall', null, 'categories', jsonb_build_array(jsonb_build_object('id', tests.order_id('members'), 'name', 'Members', 'price', 900, 'total', 20, 'is_hidden', true),
    jsonb_build_object('id', tests.order_id('all'), 'name', 'All', 'price', 500, 'total', 20)))));
select is((select string_agg(concat(c.name, ' ', c.is_hidden), ', ' order by e.date, c.name) from public.ticket_categories c join public.events e on e.id = c.event_id
  where e.id in (tests.order_id('club'), tests.order_id('club 2'))), 'All f, Members t, All f, Members t', 'A zone is hidden from its first moment, on each date');
select is(public.edit_concerns(tests.order_id('club'), jsonb_build_object('categories', jsonb_build_array(
    jsonb_build_object('id', tests.order_id('members'), 'is_hidden', false), jsonb_build_object('id', tests.order_id('all'), 'is_hidden', true)))) -> 'will',
  '["shows_zone", "hides_zone"]', 'Showing and hiding a zone are said');
select public.change_concert(tests.order_id('club'), 1, jsonb_build_object('categories', jsonb_build_array(
    jsonb_build_object('id', tests.order_id('members'), 'price', 800), jsonb_build_object('id', tests.order_id('all'), 'is_hidden', true))));
select is((select string_agg(concat(c.name, ' ', c.price, ' ', c.is_hidden), ', ' order by c.name) from public.ticket_categories c where c.event_id = tests.order_id('club')),
  'All 500.00 t, Members 800.00 t', 'An edit hides a zone, or leaves it as it is');
select public.cancel_event(tests.order_id('first'), 'Rain');
select tests.refuses($$select public.change_concert(tests.order_id('first'), e.revision, '{"venue": "Elsewhere"}') from public.events e where e.id = tests.order_id('first')$$,
  'PT409', 'not_on_sale', 'A cancelled event does not move');
