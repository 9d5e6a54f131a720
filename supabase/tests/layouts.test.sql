-- Seats: the grid, layouts, and what may change while seats are claimed.

select is(private.grid_columns(total), columns, total || ' seats stand in rows of ' || columns)
  from (values (1, 1), (2, 2), (4, 2), (5, 3), (9, 3), (10, 4), (81, 9), (82, 10), (100, 10), (5000, 10)) as v(total, columns);
select is(private.row_letters(n), letters, 'Row ' || n || ' is ' || letters)
  from (values (1, 'A'), (26, 'Z'), (27, 'AA'), (52, 'AZ'), (53, 'BA'), (702, 'ZZ')) as v(n, letters);
select is_empty($$ select n from generate_series(1, 702) n where private.row_index(private.row_letters(n)) <> n $$,
  'Row letters can be read back');
select is(private.row_letters(703), null, 'There is no row after ZZ');
select is(private.grid_seat(position, columns), seat, seat || ' of ' || columns || ' columns')
  from (values (1, 10, 'A1'), (10, 10, 'A10'), (11, 10, 'B1'), (7, 3, 'C1'), (261, 10, 'AA1')) as v(position, columns, seat);
select is_empty($$ select n from generate_series(1, 800) n where private.grid_position(private.grid_seat(n, 7), 7) <> n $$,
  'Seat labels can be read back');
select results_eq(
  $$ select seat from unnest(array['AA1', 'B2', 'B10', 'A1', 'STAL-A1', 'BALC-AA1', 'BALC-Z1', 'BALC-A2', 'BALC-A10',
       'B-A1', 'B1-A1'])
     as seat order by private.seat_order(seat) collate "C" $$,
  $$ values ('A1'), ('B2'), ('B10'), ('AA1'), ('B-A1'), ('B1-A1'), ('BALC-A2'), ('BALC-A10'), ('BALC-Z1'), ('BALC-AA1'),
     ('STAL-A1') $$, 'Seats are ordered by section, row with Z before AA, number as a number');

select create_people('admin: admin@mehfil.example', 'gate: gate@mehfil.example', 'asha@mehfil.example');
select tests.does('admin@mehfil.example', $$insert into singers (id, name) values ('aaaaaaaa-0000-4000-8000-000000000001', 'Kavita Menon')$$);
insert into events (id, singer_id, city, venue, date) values
  ('eeeeeeee-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000001', 'Mumbai', 'Opera', '2027-01-09 19:00+05:30'),
  ('eeeeeeee-0000-4000-8000-000000000002', 'aaaaaaaa-0000-4000-8000-000000000001', 'Pune', 'Hall', '2027-02-09 19:00+05:30');
insert into ticket_categories (id, event_id, name, price, total_tickets) values
  ('cccccccc-0000-4000-8000-000000000001', 'eeeeeeee-0000-4000-8000-000000000001', 'Gold', 1500, 7),
  ('cccccccc-0000-4000-8000-000000000002', 'eeeeeeee-0000-4000-8000-000000000001', 'Silver', 900, 50),
  ('cccccccc-0000-4000-8000-000000000003', 'eeeeeeee-0000-4000-8000-000000000002', 'Gold', 1500, 95);
insert into seating_layouts (id, name, layout_data) values
  ('dddddddd-0000-4000-8000-000000000001', 'Opera', '{"stage": "top", "sections": [
    {"code": "STAL", "name": "Stalls", "rows": [
      {"label": "A", "seats": [1, 2, null, 3], "blocked": [2], "wheelchair": [3]}, {"label": "B", "seats": [1, 2, 3]}]},
    {"code": "BALC", "name": "Balcony", "rows": [{"label": "A", "seats": [12, 11, null, 10]}]},
    {"code": "BOX", "name": "Box", "rows": [{"label": "A", "seats": [1], "blocked": [1]}]}]}'),
  ('dddddddd-0000-4000-8000-000000000002', 'Other', '{"stage": "top", "sections": [
    {"code": "STAL", "name": "Stalls", "rows": [{"label": "A", "seats": [1, 2]}]}]}');

select act_as_owner();
select is(private.is_seat('cccccccc-0000-4000-8000-000000000001', label), true, label || ' is a seat of 7 in rows of 3')
  from unnest(array['A1', 'A3', 'B3', 'C1']) as label;
select is(private.is_seat('cccccccc-0000-4000-8000-000000000001', label), false, coalesce(quote_literal(label), 'null') || ' is none')
  from unnest(array['C2', 'A4', 'D1', 'a1', 'A01', ' A1', 'A1 ', 'A0', 'A', '1', '', 'A-1', 'STAL-A1', 'A1;', 'AAA1',
    E'A1\n', 'A1000000000000', 'Á1', 'A１', null]) as label;
select results_eq($$ select seat from private.seats_of('cccccccc-0000-4000-8000-000000000001') $$,
  $$ values ('A1'), ('A2'), ('A3'), ('B1'), ('B2'), ('B3'), ('C1') $$, 'All its seats are listed');
select results_eq($$ select private.places_of('cccccccc-0000-4000-8000-000000000001') $$,
  $$ values ('cccccccc-0000-4000-8000-000000000001') $$, 'Without layout the place is the category');
select is(private.is_seat(gen_random_uuid(), 'A1'), false, 'An unknown category has no seats');

select act_as('admin@mehfil.example');
select is(refusal(format('insert into seating_layouts (name, layout_data) values (''x'', %L)', data)) ->> 'detail', detail,
    'Refused at ' || detail || ': ' || data)
  from (values
    ('layout_data', '[]'), ('layout_data', 'null'), ('layout_data.stage', '{"sections": []}'),
    ('layout_data.stage', '{"stage": 1, "sections": []}'),
    ('layout_data.sections', '{"stage": "top", "sections": []}'),
    ('layout_data.sections', '{"stage": "top", "sections": {}}'),
    ('layout_data.sections[0].code', '{"stage": "top", "sections": [1]}'),
    ('layout_data.sections[0].code', '{"stage": "top", "sections": [{"code": "all", "name": "x", "rows": []}]}'),
    ('layout_data.sections[0].code', '{"stage": "top", "sections": [{"code": "STALL", "name": "x", "rows": []}]}'),
    ('layout_data.sections[0].name', '{"stage": "top", "sections": [{"code": "S", "name": "", "rows": []}]}'),
    ('layout_data.sections[0].rows', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": []}]}'),
    ('layout_data.sections[0].rows[0].label', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "a", "seats": [1]}]}]}'),
    ('layout_data.sections[0].rows[0].label', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "AAA", "seats": [1]}]}]}'),
    ('layout_data.sections[0].rows[1].label', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "A", "seats": [1]}, {"label": "A", "seats": [2]}]}]}'),
    ('layout_data.sections[0].rows[0].seats', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "A", "seats": []}]}]}'),
    ('layout_data.sections[0].rows[0].seats', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "A", "seats": [null]}]}]}'),
    ('layout_data.sections[0].rows[0].seats', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "A", "seats": [1, 1]}]}]}'),
    ('layout_data.sections[0].rows[0].seats', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "A", "seats": [1, 1.0]}]}]}'),
    ('layout_data.sections[0].rows[0].seats', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "A", "seats": [1000]}]}]}'),
    ('layout_data.sections[0].rows[0].seats', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "A", "seats": [0]}]}]}'),
    ('layout_data.sections[0].rows[0].seats', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "A", "seats": ["1"]}]}]}'),
    ('layout_data.sections[0].rows[0].seats', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "A"}]}]}'),
    ('layout_data.sections[0].rows[0]', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "A", "seats": [1], "blocked": [2]}]}]}'),
    ('layout_data.sections[0].rows[0]', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "A", "seats": [1], "wheelchair": 1}]}]}'),
    ('layout_data.sections[0].rows[0]', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "A", "seats": [1], "wheelchair": null}]}]}'),
    ('layout_data.sections[1].code', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "A", "seats": [1]}]}, {"code": "S", "name": "y", "rows": [{"label": "A", "seats": [1]}]}]}'),
    ('layout_data.sections[0].x', '{"stage": "top", "sections": [{"code": "S", "name": "x", "x": "1", "y": 0, "rows": [{"label": "A", "seats": [1, 2, 3]}]}]}'),
    ('layout_data.sections[0].y', '{"stage": "top", "sections": [{"code": "S", "name": "x", "x": 1, "y": 501, "rows": [{"label": "A", "seats": [1, 2, 3]}]}]}'),
    ('layout_data.sections[0].turn', '{"stage": "top", "sections": [{"code": "S", "name": "x", "x": 1, "y": 0, "turn": -181, "rows": [{"label": "A", "seats": [1, 2, 3]}]}]}'),
    ('layout_data.sections[0]', '{"stage": "top", "sections": [{"code": "S", "name": "x", "turn": 10, "rows": [{"label": "A", "seats": [1, 2, 3]}]}]}'),
    ('layout_data.sections[0].rows[0].curve', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "A", "seats": [1, 2, 3], "curve": 0.91}]}]}'),
    ('layout_data.sections[0].rows[0].shift', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "A", "seats": [1, 2, 3], "shift": null}]}]}'),
    ('layout_data.sections[0].rows[0].gap', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "A", "seats": [1, 2, 3], "gap": -0.5}]}]}'),
    ('layout_data.platform', '{"platform": {"x": 0, "y": 0, "width": 4, "height": 4}, "stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "A", "seats": [1, 2, 3]}]}]}'),
    ('layout_data.platform', '{"platform": {"x": 0, "y": 0, "width": 4}, "stage": "top", "sections": [{"code": "S", "name": "x", "x": 1, "y": 0, "rows": [{"label": "A", "seats": [1, 2, 3]}]}]}'),
    ('layout_data.platform.height', '{"platform": {"x": 0, "y": 0, "width": 4, "height": 0}, "stage": "top", "sections": [{"code": "S", "name": "x", "x": 1, "y": 0, "rows": [{"label": "A", "seats": [1, 2, 3]}]}]}'),
    ('layout_data.sections[1]', '{"stage": "top", "sections": [{"code": "S", "name": "x", "x": 0, "y": 0, "rows": [{"label": "A", "seats": [1, 2, 3]}]}, {"code": "T", "name": "x", "rows": [{"label": "A", "seats": [1, 2, 3]}]}]}')
  ) as v(detail, data);
select lives_ok($$ insert into seating_layouts (name, layout_data) values ('Arena', '{"stage": "top",
    "platform": {"x": 0, "y": -6.5, "width": 8, "height": 5}, "sections": [{"code": "S", "name": "x", "x": -4.25, "y": 2, "turn": -30,
    "rows": [{"label": "A", "seats": [1, null, 2], "curve": 0.9, "shift": -0.5, "gap": 1.5}, {"label": "B", "seats": [1], "curve": -0.3}]}]}') $$,
  'Sections may be placed and turned, rows curved and shifted');
select tests.does('owner', $$ delete from seating_layouts where name = 'Arena' $$);
select act_as('admin@mehfil.example');
select refuses($$ insert into seating_layouts (name, layout_data) values ('x', null) $$, 'PT400', 'invalid', 'Layout data are required');
select refuses($$ insert into seating_layouts (name, layout_data) select ' ', layout_data from seating_layouts limit 1 $$,
  'PT400', 'invalid', 'A layout name is required');

select tests.answers(null, $$select count(*) from seating_layouts$$, 0, 'Visitors read no layout that no event uses');
select refuses($$ select assign_layout('cccccccc-0000-4000-8000-000000000001', 'dddddddd-0000-4000-8000-000000000001', '{all}') $$,
  'PT401', 'not_signed_in', 'Visitors assign nothing');
select denies($$ delete from seating_layouts $$, 'Visitors delete no layout');
select act_as(person), refuses(
    $$ select assign_layout('cccccccc-0000-4000-8000-000000000001', 'dddddddd-0000-4000-8000-000000000001', '{all}') $$,
    'PT403', 'forbidden', person || ' assigns nothing'),
  denies($$ insert into seating_layouts (name, layout_data) values ('x', '{"stage": "top", "sections": [{"code": "S", "name": "x", "rows": [{"label": "A", "seats": [1]}]}]}') $$,
    person || ' adds no layout'),
  denies($$ insert into ticket_category_layouts (ticket_category_id, seating_layout_id, section_ids)
    values ('cccccccc-0000-4000-8000-000000000001', 'dddddddd-0000-4000-8000-000000000001', '{STAL}') $$, person || ' links nothing'),
  affects($$ update seating_layouts set name = 'x' $$, 0, person || ' changes no layout'),
  affects($$ delete from seating_layouts $$, 0, person || ' deletes no layout')
  from (values ('asha@mehfil.example'), ('gate@mehfil.example')) as p(person);

select tests.answers('admin@mehfil.example', $$(assign_layout('cccccccc-0000-4000-8000-000000000001', 'dddddddd-0000-4000-8000-000000000001', '{STAL}')).section_ids$$,
  '{STAL}', 'A category gets a section');
select results_eq($$ select total_tickets, grid_columns, revision from ticket_categories where id = 'cccccccc-0000-4000-8000-000000000001' $$,
  $$ values (5, null::integer, 2) $$, 'Its number of tickets is that of the unblocked seats');
select tests.gives('owner', $$ select place, seat from private.seats_of('cccccccc-0000-4000-8000-000000000001') $$,
  $$ values ('STAL', 'STAL-A1'), ('STAL', 'STAL-A3'), ('STAL', 'STAL-B1'), ('STAL', 'STAL-B2'), ('STAL', 'STAL-B3') $$,
  'Its seats are those of the section');
select is(private.place_of('cccccccc-0000-4000-8000-000000000001', label), place, label || ' is at ' || coalesce(place, 'no place'))
  from (values ('STAL-A1', 'STAL'), ('STAL-A3', 'STAL'), ('STAL-A2', null), ('STAL-A4', null), ('A1', null), ('BALC-A10', null),
    ('STAL-C1', null), ('stal-A1', null), ('STAL-A01', null), ('STAL--A1', null)) as v(label, place);
select refuses('admin@mehfil.example', format('select assign_layout(%L, %L, %L)', category, layout, sections), state, code, description)
  from (values
    ('cccccccc-0000-4000-8000-000000000002', 'dddddddd-0000-4000-8000-000000000002', '{STAL}', 'PT409', 'other_layout',
      'All categories of an event use one layout'),
    ('cccccccc-0000-4000-8000-000000000002', 'dddddddd-0000-4000-8000-000000000002', '{all}', 'PT409', 'other_layout',
      'all of its sections neither'),
    ('cccccccc-0000-4000-8000-000000000002', 'dddddddd-0000-4000-8000-000000000001', '{BALC,STAL}', 'PT409', 'section_taken',
      'A section belongs to one category of an event'),
    ('cccccccc-0000-4000-8000-000000000002', 'dddddddd-0000-4000-8000-000000000001', '{NONE}', 'PT400', 'invalid',
      'Sections are those of the layout'),
    ('cccccccc-0000-4000-8000-000000000002', 'dddddddd-0000-4000-8000-000000000001', '{}', 'PT400', 'invalid', 'At least one'),
    ('cccccccc-0000-4000-8000-000000000002', 'dddddddd-0000-4000-8000-000000000001', '{BALC,NULL}', 'PT400', 'invalid', 'and no null'),
    ('cccccccc-0000-4000-8000-000000000002', 'dddddddd-0000-4000-8000-000000000001', '{BOX}', 'PT400', 'invalid',
      'A section without sellable seat is not sold'),
    ('cccccccc-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000000', '{all}', 'PT404', 'not_found', 'The layout exists'),
    ('00000000-0000-4000-8000-000000000000', 'dddddddd-0000-4000-8000-000000000001', '{all}', 'PT404', 'not_found', 'The category must exist')
  ) as v(category, layout, sections, state, code, description);
select is(refusal($$ select assign_layout('cccccccc-0000-4000-8000-000000000002', 'dddddddd-0000-4000-8000-000000000001', '{BALC,STAL}') $$)
  ->> 'detail', '["STAL"]', 'The refusal names the sections that are taken');
select is(refusal($$ select assign_layout('cccccccc-0000-4000-8000-000000000002', 'dddddddd-0000-4000-8000-000000000002', '{all}') $$)
  ->> 'detail', 'dddddddd-0000-4000-8000-000000000001', 'or the other layout');
update seating_layouts set layout_data = jsonb_set(layout_data, '{sections,2,rows,0,blocked}', '[]')
  where id = 'dddddddd-0000-4000-8000-000000000001';
select is((assign_layout('cccccccc-0000-4000-8000-000000000002', 'dddddddd-0000-4000-8000-000000000001', '{all}')).section_ids,
  '{BALC,BOX}', '''all'' is stored as the free sections');
select tests.gives('owner', $$ select seat from private.seats_of('cccccccc-0000-4000-8000-000000000002') $$,
  $$ values ('BALC-A10'), ('BALC-A11'), ('BALC-A12'), ('BOX-A1') $$, 'Seats are ordered by number, whatever the drawing''s order');
select tests.does('admin@mehfil.example', $$insert into ticket_categories (id, event_id, name, price, total_tickets) values
  ('cccccccc-0000-4000-8000-000000000004', 'eeeeeeee-0000-4000-8000-000000000001', 'Rest', 100, 10)$$);
select refuses($$ select assign_layout('cccccccc-0000-4000-8000-000000000004', 'dddddddd-0000-4000-8000-000000000001', '{all}') $$,
  'PT409', 'section_taken', '''all'' without a free section is refused');
select affects($$ insert into ticket_category_layouts (ticket_category_id, seating_layout_id, section_ids)
  values ('cccccccc-0000-4000-8000-000000000003', 'dddddddd-0000-4000-8000-000000000001', '{all}') $$, 1,
  'Writing the link directly follows the same rules');
select results_eq($$ select section_ids from ticket_category_layouts where ticket_category_id = 'cccccccc-0000-4000-8000-000000000003' $$,
  $$ values ('{STAL,BALC,BOX}'::text[]) $$, 'in the order of the layout');
select refuses($$ insert into ticket_category_layouts (ticket_category_id, seating_layout_id, section_ids)
  values ('cccccccc-0000-4000-8000-000000000004', 'dddddddd-0000-4000-8000-000000000001', '{STAL}') $$,
  'PT409', 'section_taken', 'and refusals');
select refuses($$ update ticket_categories set total_tickets = 6 where id = 'cccccccc-0000-4000-8000-000000000001' $$,
  'PT400', 'invalid', 'With a layout the number of tickets cannot be edited');
select affects($$ update ticket_categories set total_tickets = 5, price = 1 where id = 'cccccccc-0000-4000-8000-000000000001' $$, 1,
  'but sending the unchanged number is allowed');
select refuses($$ update ticket_categories set event_id = 'eeeeeeee-0000-4000-8000-000000000002'
  where id = 'cccccccc-0000-4000-8000-000000000001' $$, 'PT409', 'section_taken', 'Moving a category does not sell a section twice');

select affects($$ update seating_layouts set layout_data = jsonb_set(layout_data, '{sections,0,rows,1,seats}', '[1, 2, 3, 4]')
  where id = 'dddddddd-0000-4000-8000-000000000001' $$, 1, 'A layout without claims may change');
select results_eq($$ select total_tickets from ticket_categories where id in ('cccccccc-0000-4000-8000-000000000001',
  'cccccccc-0000-4000-8000-000000000003') order by id $$, $$ values (6), (10) $$, 'and its categories are updated');
select refuses($$ update seating_layouts set layout_data = layout_data #- '{sections,2}'
  where id = 'dddddddd-0000-4000-8000-000000000001' $$, 'PT409', 'in_use', 'A sold section cannot be removed');
select is((assign_layout('cccccccc-0000-4000-8000-000000000003', null, null)).section_ids, null, 'A layout can be unassigned');
select results_eq($$ select total_tickets, grid_columns from ticket_categories where id = 'cccccccc-0000-4000-8000-000000000003' $$,
  $$ values (10, 4) $$, 'and leaves a grid of as many seats');

select as_owner($$insert into seat_claims (event_id, place, seat, ticket_category_id, state, source) values
  ('eeeeeeee-0000-4000-8000-000000000001', 'STAL', 'STAL-A1', 'cccccccc-0000-4000-8000-000000000001', 'sold', 'box_office'),
  ('eeeeeeee-0000-4000-8000-000000000002', 'cccccccc-0000-4000-8000-000000000003', 'B2', 'cccccccc-0000-4000-8000-000000000003',
    'sold', 'box_office')$$);
select is((assign_layout('cccccccc-0000-4000-8000-000000000001', 'dddddddd-0000-4000-8000-000000000001', '{STAL}')).section_ids,
  '{STAL}', 'Assigning the same again changes nothing, even with claims');
select refuses(sql, 'PT409', 'seats_claimed', description) from (values
  ($$ select assign_layout('cccccccc-0000-4000-8000-000000000001', null, null) $$, 'A claimed category keeps its layout'),
  ($$ delete from ticket_category_layouts where ticket_category_id = 'cccccccc-0000-4000-8000-000000000001' $$, 'by any way'),
  ($$ select assign_layout('cccccccc-0000-4000-8000-000000000003', 'dddddddd-0000-4000-8000-000000000001', '{all}') $$,
    'and gets none'),
  ($$ update ticket_categories set event_id = 'eeeeeeee-0000-4000-8000-000000000002'
    where id = 'cccccccc-0000-4000-8000-000000000001' $$, 'A claimed category stays with its event'),
  ($$ update seating_layouts set layout_data = jsonb_set(layout_data, '{sections,1,rows,0,seats}', '[1]')
    where id = 'dddddddd-0000-4000-8000-000000000001' $$, 'A layout does not change under claimed seats'),
  ($$ update ticket_categories set total_tickets = 5 where id = 'cccccccc-0000-4000-8000-000000000003' $$,
    'A grid does not shrink below its last claimed seat')) as v(sql, description);
select is(refusal($$ update ticket_categories set total_tickets = 5 where id = 'cccccccc-0000-4000-8000-000000000003' $$) ->> 'detail',
  'B2', 'The refusal names that seat');
select affects($$ update seating_layouts set name = 'Opera House' where id = 'dddddddd-0000-4000-8000-000000000001' $$, 1,
  'The name may change');
select affects($$ update ticket_categories set total_tickets = 6 where id = 'cccccccc-0000-4000-8000-000000000003' $$, 1,
  'The number may shrink to the last claimed seat');
select affects($$ update ticket_categories set total_tickets = 100 where id = 'cccccccc-0000-4000-8000-000000000003' $$, 1, 'and grow');
select is((select grid_columns from ticket_categories where id = 'cccccccc-0000-4000-8000-000000000003'), 4,
  'Growing keeps the columns, so that no label changes');
select tests.answers('owner', $$select max(seat) from private.seats_of('cccccccc-0000-4000-8000-000000000003') where seat like 'Y%'$$, 'Y4',
  'and fills the last row, then new rows');
select refuses('admin@mehfil.example', $$ update ticket_categories set total_tickets = 2809 where id = 'cccccccc-0000-4000-8000-000000000003' $$,
  'PT400', 'invalid', 'up to row ZZ');

select tests.does('owner', $$delete from seat_claims where ticket_category_id = 'cccccccc-0000-4000-8000-000000000003'$$);
insert into private.orders (id, user_id, order_code) values
  ('99999999-0000-4000-8000-000000000001', user_id('asha@mehfil.example'), 'MF00000000');
insert into seat_claims (event_id, place, seat, ticket_category_id, state, user_id, order_id, expires_at) values
  ('eeeeeeee-0000-4000-8000-000000000002', 'cccccccc-0000-4000-8000-000000000003', 'C1', 'cccccccc-0000-4000-8000-000000000003',
    'held', user_id('asha@mehfil.example'), '99999999-0000-4000-8000-000000000001', now() - interval '1 second');
select affects('admin@mehfil.example', $$ update ticket_categories set total_tickets = 9 where id = 'cccccccc-0000-4000-8000-000000000003' $$, 1,
  'An expired hold blocks nothing');
select is((select grid_columns from ticket_categories where id = 'cccccccc-0000-4000-8000-000000000003'), 3,
  'Before the first claim an edit computes the grid again');
select as_owner($$update seat_claims set expires_at = now() + interval '5 minutes' where ticket_category_id = 'cccccccc-0000-4000-8000-000000000003'$$);
select refuses($$ update ticket_categories set total_tickets = 6 where id = 'cccccccc-0000-4000-8000-000000000003' $$,
  'PT409', 'seats_claimed', 'A running hold blocks it');

-- A category is added with its seats, or not at all
select act_as_owner();
select create_event('Kochi', now() + interval '30 days', 'Asha Rao');
insert into seating_layouts (id, name, layout_data) values
  ('dddddddd-0000-4000-8000-00000000000a', 'Two zones', '{"stage": "top", "sections": [
    {"code": "GOLD", "name": "Gold", "rows": [{"label": "A", "seats": [1, 2, 3]}]},
    {"code": "BALC", "name": "Balcony", "rows": [{"label": "A", "seats": [1, 2]}]}]}');
select refuses('asha@mehfil.example', $$ select add_ticket_category(gen_random_uuid(), event_id('Kochi'), 'Gold', 1, 5) $$, 'PT403', 'forbidden', 'Customers add no category');
select tests.answers('admin@mehfil.example', $$select (c.total_tickets, c.tickets_sold, c.price)::text
  from add_ticket_category('cccccccc-0000-4000-8000-00000000000a', event_id('Kochi'), 'Standing', 1500, 12) as c$$, '(12,0,1500.00)', 'A category with a grid is added');
select is(c.total_tickets, 3, 'One with a section has its seats') from add_ticket_category('cccccccc-0000-4000-8000-00000000000b',
  event_id('Kochi'), 'Gold', 1500, null, 'dddddddd-0000-4000-8000-00000000000a', array['GOLD']) as c;
select is(c.total_tickets, 3, 'Repeating it changes nothing') from add_ticket_category('cccccccc-0000-4000-8000-00000000000b',
  event_id('Kochi'), 'Gold', 1500, null, 'dddddddd-0000-4000-8000-00000000000a', array['GOLD']) as c;
select refuses($$ select add_ticket_category(gen_random_uuid(), event_id('Kochi'), 'Silver', 800, null,
  'dddddddd-0000-4000-8000-00000000000a', array['GOLD', 'BALC']) $$, 'PT409', 'section_taken', 'A section is sold only once');
select is((select string_agg(name, ', ' order by name) from ticket_categories where event_id = event_id('Kochi')), 'Gold, Standing',
  'and nothing of the refused category is on sale');
select is(c.total_tickets, 2, 'Without a choice it gets the free sections') from add_ticket_category('cccccccc-0000-4000-8000-00000000000c',
  event_id('Kochi'), 'Silver', 800, null, 'dddddddd-0000-4000-8000-00000000000a') as c;
select refuses($$ select add_ticket_category(gen_random_uuid(), event_id('Kochi'), 'More', 800, null,
  'dddddddd-0000-4000-8000-00000000000a') $$, 'PT409', 'section_taken', 'When none is free, nothing is added');
select refuses($$ select add_ticket_category(gen_random_uuid(), event_id('Kochi'), 'More', 800, null, gen_random_uuid()) $$,
  'PT404', 'not_found', 'nor for a layout that is none');
select refuses($$ select add_ticket_category(gen_random_uuid(), event_id('Kochi'), 'More', 800) $$, 'PT400', 'invalid', 'nor without a number of tickets');
select is((select count(*) from ticket_categories where event_id = event_id('Kochi')), 3::bigint, 'Three categories, all with seats');
