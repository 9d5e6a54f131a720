-- Bulk import: the cases of src/shop/catalogue/import/bulk-import-cases.json, then a good
-- file.

select create_people('admin: admin@mehfil.example', 'gate: gate@mehfil.example', 'asha@mehfil.example');
\set cases `cat src/shop/catalogue/import/bulk-import-cases.json`
create temporary table cases as
select c.value as c, c.ordinality as n from jsonb_array_elements(:'cases') with ordinality as c;
select is(
  (select jsonb_agg(problem order by problem) from private.check_catalogue(nullif(c -> 'catalogue', 'null')) as problem),
  (select jsonb_agg(problem order by problem) from jsonb_array_elements_text(c -> 'problems') as problem),
  c ->> 'name') from cases order by n;

create function tests.file() returns jsonb language sql as $$ select '{
  "Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 2500, "Silver": 999.5}},
             "Pune": {"date": "2027-01-23", "venue": "Hall", "tickets": {"Gold": 2000}, "time": "20:30", "genre": "Rock", "state": "Maharashtra"}},
  "ASHA rao ": {"Mumbai": {"date": "2027-03-01", "venue": "Dome", "tickets": {"Gold": 10}}}}'::jsonb $$;

select refuses(null, $$ select import_catalogue(tests.file(), true) $$, 'PT401', 'not_signed_in', 'Visitors import nothing');
select act_as(person), refuses($$ select import_catalogue(tests.file(), true) $$, 'PT403', 'forbidden', person || ' imports nothing')
  from (values ('asha@mehfil.example'), ('gate@mehfil.example')) as p(person);

select tests.does('admin@mehfil.example', $$insert into singers (name) values ('Asha Rao')$$);
select refuses($$ select import_catalogue(tests.file(), null) $$, 'PT400', 'invalid', 'p_dry_run is required');

select is(import_catalogue(tests.file(), true) -> 'created', '{"singers": 1, "events": 3, "ticket_categories": 4}',
  'A dry run returns what would be created');
select is((select count(*) from events), 0::bigint, 'and creates nothing');
select is(import_catalogue('{"Arijit": {"Mumbai": {"date": "soon", "venue": "Dome", "tickets": {"Gold": 1}}}}', true) -> 'problems',
  '["Arijit/Mumbai/date: not a date"]', 'A dry run returns problems with their paths');
select refuses($$ select import_catalogue(tests.file() || '{"Bad": {"Pune": {}}}', false) $$, 'PT400', 'invalid',
  'A file with problems is not imported');
select is(refusal($$ select import_catalogue(tests.file() || '{"Bad": 1}', false) $$) ->> 'detail',
  '["Bad: not an object of cities"]', 'The refusal lists them');
select is((select count(*) from events), 0::bigint, 'Nothing of such a file is imported');

select is(import_catalogue('{"Two Nights": {"Goa": [{"date": "2027-02-05", "venue": "NCPA", "tickets": {"Gold": 1500}},
  {"date": "2027-02-06", "venue": "NCPA", "tickets": {"Gold": 1500}}]}}', true) #>> '{created,events}', '2', 'Two nights in one city are two events');

select is(import_catalogue('{"Old Names": {"Gurgaon": {"date": "2027-02-05", "venue": "Hub", "tickets": {"Gold": 1500}}}}', false) -> 'created' ->> 'events', '1', 'A concert under the old name of its city');
select is((select e.city from events e join singers s on s.id = e.singer_id where s.name = 'Old Names'), 'Gurugram', 'is stored under the new one');
select is(import_catalogue('{"Old Names": {"gurugram": {"date": "2027-02-05", "venue": "Hub", "tickets": {"Gold": 1500}}}}', false) -> 'created' ->> 'events', '0', 'and is the same concert under that');
select is(import_catalogue('{"Old Names": {"Gurgaon": {"date": "2027-02-05", "venue": "Hub", "tickets": {"Gold": 1500}},
  "Gurugram": {"date": "2027-02-05", "venue": "Hub", "tickets": {"Gold": 1500}}}}', true) -> 'problems' ->> 0, 'Old Names/Gurugram: is listed twice', 'A file with both names has it twice');
delete from singers where name = 'Old Names';

create temporary table done as select import_catalogue(tests.file(), false) as answer;
select is(answer -> 'created', '{"singers": 1, "events": 3, "ticket_categories": 4}', 'It is imported') from done;
select is((select string_agg(name, ', ' order by name) from singers), 'Arijit, Asha Rao', 'A missing singer is created, a known one is not');
select is((select string_agg(concat_ws(' ', city, state), ', ' order by date) from events), 'Mumbai, Pune Maharashtra, Mumbai', 'with the state of the file');
select results_eq($$ select city, venue, date, genre from events order by date $$, $$ values
  ('Mumbai', 'Dome', '2027-01-16 13:30+00'::timestamptz, null::text),
  ('Pune', 'Hall', '2027-01-23 15:00+00', 'Rock'), ('Mumbai', 'Dome', '2027-03-01 13:30+00', null) $$,
  'At 19:00 in India unless the file has another time');
select is((select string_agg(distinct total_tickets || ' ' || tickets_sold, ', ') from ticket_categories), '100 0',
  'Each ticket type has 100 tickets, none sold');
select is((select price from ticket_categories where name = 'Silver'), 999.50, 'at its price');
select isnt_empty($$ select from audit_log where "table" = 'events' and actor = user_id('admin@mehfil.example') $$,
  'Who imported is in the audit log');

select is(import_catalogue(tests.file(), false) - 'events', '{"problems": [], "differences": [],
  "created": {"singers": 0, "events": 0, "ticket_categories": 0}}', 'Importing twice creates nothing twice');
select is((select count(*) from ticket_categories), 4::bigint, 'not even one ticket type');
select is(import_catalogue(jsonb_set(tests.file(), '{Arijit,Mumbai,tickets}', '{"gold": 2600, "Bronze": 500}'), false) - 'events',
  '{"problems": [], "differences": [{"path": "Arijit/Mumbai/tickets/gold", "stored": 2500.00, "given": 2600}],
  "created": {"singers": 0, "events": 0, "ticket_categories": 1}}', 'A different price is reported, a new ticket type is added');
select is((select string_agg(c.name || ' ' || c.price, ', ' order by c.name) from ticket_categories c join events e on e.id = c.event_id
  where e.date = '2027-01-16 13:30+00'), 'Bronze 500.00, Gold 2500.00, Silver 999.50', 'The stored price stays');
select is(import_catalogue(jsonb_set(tests.file(), '{Arijit,Pune,genre}', '"Jazz"'), true) -> 'differences',
  '[{"path": "Arijit/Pune/genre", "stored": "Rock", "given": "Jazz"}]', 'A different genre is reported too');
select is(import_catalogue(jsonb_set(tests.file(), '{Arijit,Pune,time}', '"21:30"'), true) -> 'created' ->> 'events', '1',
  'Another time is another event');
select cancel_event((select id from events where city = 'Pune'), 'Flood');
select is(import_catalogue(jsonb_set(tests.file(), '{Arijit,Pune,tickets,New}', '1'), false) - 'events',
  '{"problems": [], "differences": [{"path": "Arijit/Pune", "stored": "cancelled", "given": "scheduled"}],
  "created": {"singers": 0, "events": 0, "ticket_categories": 0}}', 'A cancelled concert is reported and unchanged');
