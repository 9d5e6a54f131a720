-- The catalogue: world-readable, written by admins, no invalid rows, stale edits refused.

select create_people('admin: admin@mehfil.example', 'gate: gate@mehfil.example', 'asha@mehfil.example');

select tests.does('admin@mehfil.example', $$insert into singers (id, name) values
  ('aaaaaaaa-0000-4000-8000-000000000001', '  Kavita Menon '), ('aaaaaaaa-0000-4000-8000-000000000002', 'Élodie Das')$$);
insert into events (id, singer_id, city, venue, date, genre) values
  ('eeeeeeee-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000001', ' Mumbai ', 'Opera House',
   '2027-01-09 19:00+05:30', 'Jazz'),
  ('eeeeeeee-0000-4000-8000-000000000002', 'aaaaaaaa-0000-4000-8000-000000000001', 'Pune', 'Gandharva',
   '2027-02-09 19:00+05:30', null);
insert into ticket_categories (id, event_id, name, price, total_tickets) values
  ('cccccccc-0000-4000-8000-000000000001', 'eeeeeeee-0000-4000-8000-000000000001', 'Gold', 1500, 95);

select is((select name from singers where id = 'aaaaaaaa-0000-4000-8000-000000000001'), 'Kavita Menon', 'Names are trimmed');
select results_eq($$ select city, status, revision from events where id = 'eeeeeeee-0000-4000-8000-000000000001' $$,
  $$ values ('Mumbai', 'scheduled', 1) $$, 'A new event is scheduled, in its first revision');
select results_eq($$ select tickets_sold, grid_columns from ticket_categories $$, $$ values (0, 10) $$,
  'A new category has sold nothing and a grid of at most 10 columns');

select tests.answers(null, $$select string_agg(name, ', ') from singers$$, 'Kavita Menon', 'Visitors read singers with a published event');
select is((select count(*) from events), 2::bigint, 'Visitors read events');
select is((select count(*) from ticket_categories), 1::bigint, 'Visitors read ticket categories');
select denies(sql, 'A visitor cannot: ' || sql) from (values
  ($$ insert into singers (name) values ('x') $$), ($$ update singers set name = 'x' $$), ($$ delete from singers $$),
  ($$ insert into events (singer_id, city, venue, date) select id, 'x', 'x', now() from singers $$),
  ($$ update events set city = 'x' $$), ($$ delete from events $$),
  ($$ insert into ticket_categories (event_id, name, price, total_tickets) select id, 'x', 1, 1 from events $$),
  ($$ update ticket_categories set price = 0 $$), ($$ delete from ticket_categories $$)) as s(sql);
select act_as(person), denies(sql, person || ' cannot: ' || sql) from
  (values ('asha@mehfil.example'), ('gate@mehfil.example')) as p(person), (values
  ($$ insert into singers (name) values ('x') $$),
  ($$ insert into events (singer_id, city, venue, date) select id, 'x', 'x', now() from singers limit 1 $$),
  ($$ insert into ticket_categories (event_id, name, price, total_tickets) select id, 'x', 1, 1 from events $$)) as s(sql);
select act_as(person), affects(sql, 0, person || ' changes nothing with: ' || sql) from
  (values ('asha@mehfil.example'), ('gate@mehfil.example')) as p(person), (values
  ($$ update singers set name = 'x' $$), ($$ delete from singers $$), ($$ update events set city = 'x' $$),
  ($$ delete from events $$), ($$ update ticket_categories set price = 0 $$), ($$ delete from ticket_categories $$)) as s(sql);

select refuses('admin@mehfil.example', sql, 'PT409', 'name_taken', 'Taken, trimmed and whatever the case: ' || sql) from (values
  ($$ insert into singers (name) values ('kavita menon') $$),
  ($$ insert into singers (name) values (E'\u00a0KAVITA MENON ') $$),
  ($$ insert into singers (name) values ('ÉLODIE das') $$),
  ($$ update singers set name = 'Kavita MENON' where name = 'Élodie Das' $$)) as s(sql);
select affects($$ update singers set name = 'KAVITA Menon' where id = 'aaaaaaaa-0000-4000-8000-000000000001' $$, 1,
  'A singer''s own name may change its case');
select is(refusal(sql) ->> 'code' || ' ' || (refusal(sql) ->> 'detail'), 'invalid ' || argument, 'Refused: ' || sql) from (values
  ('name', $$ insert into singers (name) values ('   ') $$),
  ('name', $$ insert into singers (name) values (null) $$),
  ('name', $$ insert into singers (name) values (repeat('x', 121)) $$),
  ('city', $$ update events set city = '' $$),
  ('venue', $$ update events set venue = null $$),
  ('date', $$ update events set date = null $$),
  ('date', $$ update events set date = 'infinity' $$),
  ('date', $$ update events set date = '0001-01-01' $$),
  ('genre', $$ update events set genre = 'Polka' $$),
  ('singer_id', $$ update events set singer_id = gen_random_uuid() $$),
  ('price', $$ update ticket_categories set price = -0.01 $$),
  ('price', $$ update ticket_categories set price = 'NaN' $$),
  ('price', $$ update ticket_categories set price = 10000000 $$),
  ('price', $$ update ticket_categories set price = null $$),
  ('total_tickets', $$ update ticket_categories set total_tickets = 0 $$),
  ('total_tickets', $$ update ticket_categories set total_tickets = null $$),
  ('total_tickets', $$ update ticket_categories set total_tickets = 7021 $$),
  ('tickets_sold', $$ update ticket_categories set tickets_sold = -1 $$),
  ('name', $$ update ticket_categories set name = ' ' $$),
  ('event_id', $$ update ticket_categories set event_id = gen_random_uuid() $$)) as s(argument, sql);
select refuses($$ update ticket_categories set tickets_sold = 96 $$, 'PT409', 'sold_exceeds_total',
  'Tickets sold cannot exceed total tickets');
select affects($$ update ticket_categories set price = 0 $$, 1, 'A price of 0 is allowed');
select denies($$ update events set status = 'cancelled' $$, 'An event is cancelled by cancel_event, not by an edit');
select denies($$ update events set previous_date = now() $$, 'The previous date is not typed');
select denies($$ update ticket_categories set grid_columns = 3 $$, 'The grid is not typed');
select denies($$ update events set id = gen_random_uuid() $$, 'An id stays');

select affects($$ update events set city = 'Delhi', revision = 1 where id = 'eeeeeeee-0000-4000-8000-000000000002' $$, 1,
  'An edit of the newest revision is stored');
select is((select revision from events where id = 'eeeeeeee-0000-4000-8000-000000000002'), 2, 'and raises it');
select refuses($$ update events set city = 'Agra', revision = 1 where id = 'eeeeeeee-0000-4000-8000-000000000002' $$,
  'PT409', 'changed_meanwhile', 'An edit of an older revision is refused');
select is(refusal($$ update events set city = 'Agra', revision = 1 where id = 'eeeeeeee-0000-4000-8000-000000000002' $$)
  ->> 'detail', '2', 'with the newest revision');
select is((select city from events where id = 'eeeeeeee-0000-4000-8000-000000000002'), 'Delhi', 'and changes nothing');
select affects($$ update events set city = 'Delhi', revision = 2 where id = 'eeeeeeee-0000-4000-8000-000000000002' $$, 1,
  'Saving without a change succeeds');
select is((select revision from events where id = 'eeeeeeee-0000-4000-8000-000000000002'), 2, 'and raises no revision');
select affects($$ update ticket_categories set price = 1750, revision = (select revision from ticket_categories) $$, 1,
  'Categories carry a revision as well');
select refuses($$ update ticket_categories set price = 1, revision = 1 $$, 'PT409', 'changed_meanwhile',
  'and refuse a stale edit');
select is((select updated_at > created_at from ticket_categories), true, 'updated_at moves');
select affects($$ update ticket_categories set name = 'Gold', updated_at = updated_at $$, 1, 'A client may send the updated_at it saw');
select is((select updated_at <= clock_timestamp() from ticket_categories), true, 'which is not stored');

select act_as_owner();
create temp table seen as select revision, updated_at from ticket_categories;
insert into seat_claims (event_id, place, seat, ticket_category_id, state, source)
  values ('eeeeeeee-0000-4000-8000-000000000001', 'cccccccc-0000-4000-8000-000000000001', 'A1',
    'cccccccc-0000-4000-8000-000000000001', 'sold', 'box_office');
select is(c.revision, s.revision, 'Selling a seat keeps the revision') from ticket_categories c, seen s;
select is(c.updated_at > s.updated_at, true, 'and moves updated_at, so that devices sync it') from ticket_categories c, seen s;

select tests.does('admin@mehfil.example', $$insert into events (id, singer_id, city, venue, date) values
  ('eeeeeeee-0000-4000-8000-000000000003', 'aaaaaaaa-0000-4000-8000-000000000002', 'Goa', 'Beach', '2027-03-01 19:00+05:30')$$);
insert into ticket_categories (id, event_id, name, price, total_tickets) values
  ('cccccccc-0000-4000-8000-000000000003', 'eeeeeeee-0000-4000-8000-000000000003', 'Sand', 500, 10);
select affects($$ delete from singers where id = 'aaaaaaaa-0000-4000-8000-000000000002' $$, 1,
  'A singer without sales is deleted with the events');
select results_eq($$ select "table" from deleted_rows where id in ('aaaaaaaa-0000-4000-8000-000000000002',
    'eeeeeeee-0000-4000-8000-000000000003', 'cccccccc-0000-4000-8000-000000000003') order by 1 $$,
  $$ values ('events'), ('singers'), ('ticket_categories') $$, 'and devices learn of each deletion');
