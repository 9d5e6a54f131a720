-- Bulk import: the cases of src/shop/catalogue/import/bulk-import-cases.json (a unit test compares them), then a good
-- file.

select create_staff('admin@mehfil.example', 'admin');
select create_staff('gate@mehfil.example', 'gate');
select create_user('asha@mehfil.example');
create temporary table cases as
select c.value as c, c.ordinality as n from jsonb_array_elements($cases$
[
  {"name": "one concert", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 100}}}}, "problems": []},
  {"name": "time and genre", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 100}, "time": "20:30", "genre": "Rock"}}}, "problems": []},
  {"name": "genre none", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 100}, "genre": null}}}, "problems": []},
  {"name": "a leap day", "catalogue": {"Arijit": {"Mumbai": {"date": "2028-02-29", "venue": "Dome", "tickets": {"Gold": 100}}}}, "problems": []},
  {"name": "free tickets and paise", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Free": 0, "Paise": 10.25}}}}, "problems": []},
  {"name": "a list", "catalogue": [], "problems": ["The file: not an object of singers"]},
  {"name": "nothing at all", "catalogue": null, "problems": ["The file: not an object of singers"]},
  {"name": "an empty object", "catalogue": {}, "problems": ["The file: nothing in it"]},
  {"name": "a singer without cities", "catalogue": {"Arijit": {}}, "problems": ["Arijit: no city"]},
  {"name": "a singer who is text", "catalogue": {"Arijit": "Mumbai"}, "problems": ["Arijit: not an object of cities"]},
  {"name": "a singer without a name", "catalogue": {" ": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 100}}}}, "problems": ["(empty): not a name of 1 to 120 characters"]},
  {"name": "a singer of two lines", "catalogue": {"Ari\njit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 100}}}}, "problems": ["Ari\njit: not a name of 1 to 120 characters"]},
  {"name": "a city without a name", "catalogue": {"Arijit": {"": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 100}}}}, "problems": ["Arijit/(empty): not a city of 1 to 80 characters"]},
  {"name": "a city that is a list", "catalogue": {"Arijit": {"Mumbai": []}}, "problems": ["Arijit/Mumbai: not an object with date, venue and tickets"]},
  {"name": "nothing of a concert", "catalogue": {"Arijit": {"Mumbai": {}}}, "problems": ["Arijit/Mumbai/date: missing", "Arijit/Mumbai/venue: missing", "Arijit/Mumbai/tickets: missing"]},
  {"name": "a date in another order", "catalogue": {"Arijit": {"Mumbai": {"date": "16-01-2027", "venue": "Dome", "tickets": {"Gold": 100}}}}, "problems": ["Arijit/Mumbai/date: not a date"]},
  {"name": "a day that does not exist", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-02-29", "venue": "Dome", "tickets": {"Gold": 100}}}}, "problems": ["Arijit/Mumbai/date: not a date"]},
  {"name": "a month that does not exist", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-13-01", "venue": "Dome", "tickets": {"Gold": 100}}}}, "problems": ["Arijit/Mumbai/date: not a date"]},
  {"name": "another century", "catalogue": {"Arijit": {"Mumbai": {"date": "1999-12-31", "venue": "Dome", "tickets": {"Gold": 100}}}}, "problems": ["Arijit/Mumbai/date: not a date"]},
  {"name": "a date that is a number", "catalogue": {"Arijit": {"Mumbai": {"date": 20270116, "venue": "Dome", "tickets": {"Gold": 100}}}}, "problems": ["Arijit/Mumbai/date: not a date"]},
  {"name": "a date with a time", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16T19:00", "venue": "Dome", "tickets": {"Gold": 100}}}}, "problems": ["Arijit/Mumbai/date: not a date"]},
  {"name": "no date", "catalogue": {"Arijit": {"Mumbai": {"date": null, "venue": "Dome", "tickets": {"Gold": 100}}}}, "problems": ["Arijit/Mumbai/date: not a date"]},
  {"name": "a time of 24 hours", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 100}, "time": "24:00"}}}, "problems": ["Arijit/Mumbai/time: not a time"]},
  {"name": "a time in words", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 100}, "time": "7 pm"}}}, "problems": ["Arijit/Mumbai/time: not a time"]},
  {"name": "a time that is null", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 100}, "time": null}}}, "problems": ["Arijit/Mumbai/time: not a time"]},
  {"name": "an empty venue", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "  ", "tickets": {"Gold": 100}}}}, "problems": ["Arijit/Mumbai/venue: not text of 1 to 160 characters"]},
  {"name": "a venue too long", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "tickets": {"Gold": 100}}}}, "problems": ["Arijit/Mumbai/venue: not text of 1 to 160 characters"]},
  {"name": "an unknown genre", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 100}, "genre": "rock"}}}, "problems": ["Arijit/Mumbai/genre: not one of Rock, Pop, Classical, Jazz, Folk, Electronic"]},
  {"name": "a field nobody knows", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 100}, "venu": "Dome"}}}, "problems": ["Arijit/Mumbai/venu: not a known field"]},
  {"name": "tickets in a list", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": ["Gold"]}}}, "problems": ["Arijit/Mumbai/tickets: not an object of prices"]},
  {"name": "no ticket type", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {}}}}, "problems": ["Arijit/Mumbai/tickets: no ticket type"]},
  {"name": "a price in text", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": "100"}}}}, "problems": ["Arijit/Mumbai/tickets/Gold: not a price"]},
  {"name": "a price below zero", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": -1}}}}, "problems": ["Arijit/Mumbai/tickets/Gold: not a price"]},
  {"name": "a price too high", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 10000000}}}}, "problems": ["Arijit/Mumbai/tickets/Gold: not a price"]},
  {"name": "a part of a paisa", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 10.125}}}}, "problems": ["Arijit/Mumbai/tickets/Gold: not a price"]},
  {"name": "no price", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": null}}}}, "problems": ["Arijit/Mumbai/tickets/Gold: not a price"]},
  {"name": "a ticket type without a name", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"": 1}}}}, "problems": ["Arijit/Mumbai/tickets/(empty): not a name of 1 to 80 characters"]},
  {"name": "a ticket type twice", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 1, "gold ": 1}}}}, "problems": ["Arijit/Mumbai/tickets/gold : stands twice"]},
  {"name": "a concert twice", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 100}}}, "arijit ": {"mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 100}}}}, "problems": ["arijit /mumbai: stands twice"]},
  {"name": "several problems", "catalogue": {"Arijit": {"Mumbai": {"date": "soon", "venue": "", "tickets": {"Gold": -1}}, "Pune": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 100}}}}, "problems": ["Arijit/Mumbai/date: not a date", "Arijit/Mumbai/venue: not text of 1 to 160 characters", "Arijit/Mumbai/tickets/Gold: not a price"]},
  {"name": "a singer with a sign that turns the line", "catalogue": {"Ari\u202ejit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 100}}}}, "problems": ["Ari\u202ejit: not a name of 1 to 120 characters"]},
  {"name": "a venue that nobody sees", "catalogue": {"Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "\u3164", "tickets": {"Gold": 100}}}}, "problems": ["Arijit/Mumbai/venue: not text of 1 to 160 characters"]},
  {"name": "a joiner of Indian scripts", "catalogue": {"\u0930\u093e\u091c\u200d\u0915\u0941\u092e\u093e\u0930": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 100}}}}, "problems": []}
]$cases$) with ordinality as c;
select is(
  (select jsonb_agg(problem order by problem) from private.check_catalogue(nullif(c -> 'catalogue', 'null')) as problem),
  (select jsonb_agg(problem order by problem) from jsonb_array_elements_text(c -> 'problems') as problem),
  c ->> 'name') from cases order by n;

create function tests.file() returns jsonb language sql as $$ select '{
  "Arijit": {"Mumbai": {"date": "2027-01-16", "venue": "Dome", "tickets": {"Gold": 2500, "Silver": 999.5}},
             "Pune": {"date": "2027-01-23", "venue": "Hall", "tickets": {"Gold": 2000}, "time": "20:30", "genre": "Rock"}},
  "ASHA rao ": {"Mumbai": {"date": "2027-03-01", "venue": "Dome", "tickets": {"Gold": 10}}}}'::jsonb $$;
grant execute on function tests.file() to public;

select act_as(null);
select refuses($$ select import_catalogue(tests.file(), true) $$, 'PT401', 'not_signed_in', 'Visitors import nothing');
select act_as(person), refuses($$ select import_catalogue(tests.file(), true) $$, 'PT403', 'forbidden', person || ' imports nothing')
  from (values ('asha@mehfil.example'), ('gate@mehfil.example')) as p(person);

select act_as('admin@mehfil.example');
insert into singers (name) values ('Asha Rao');
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

create temporary table done as select import_catalogue(tests.file(), false) as answer;
select is(answer -> 'created', '{"singers": 1, "events": 3, "ticket_categories": 4}', 'It is imported') from done;
select is((select string_agg(name, ', ' order by name) from singers), 'Arijit, Asha Rao', 'A missing singer is created, a known one is not');
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
