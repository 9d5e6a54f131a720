-- What an event says about itself, and who may store a poster.

select create_people('admin: admin@mehfil.example', 'gate: gate@mehfil.example', 'asha@mehfil.example');

select tests.does('admin@mehfil.example', $$insert into singers (id, name) values ('aaaaaaaa-0000-4000-8000-000000000001', 'Kavita Menon')$$);
insert into events (id, singer_id, city, venue, date) values
  ('eeeeeeee-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000001', 'Mumbai', 'Opera House', '2027-01-09 19:00+05:30');

select affects($$ update events set description = E'  An evening.\r\n\r\n- **Khayal**\n- Thumri ', line_up = array[' Kavita Menon ', 'Om Rao'],
    listen_url = 'https://youtube.com/watch?v=a1', doors_at = '2027-01-09 18:00+05:30', ends_at = '2027-01-09 22:00+05:30', minimum_age = 12, sung_in = array['Hindi', 'Marathi'],
    rules = 'No re-entry.', poster = 'eeeeeeee-0000-4000-8000-000000000001/0123456789abcdef-1280x1600-webp', poster_alt = 'A singer', revision = 1 $$,
  1, 'Admins write what an event is');
select results_eq($$ select description, line_up, revision from events $$,
  $$ values (E'An evening.\n\n- **Khayal**\n- Thumri', array['Kavita Menon', 'Om Rao'], 2) $$, 'Text is trimmed, its lines stay, the revision rises');
select refuses($$ update events set rules = 'x', revision = 1 $$, 'PT409', 'changed_meanwhile', 'A stale edit is refused');
select affects($$ update events set description = description, revision = 2 $$, 1, 'An edit that changes nothing');
select is((select revision from events), 2, 'does not raise the revision');

select is(refusal(sql) ->> 'code' || ' ' || (refusal(sql) ->> 'detail'), 'invalid ' || argument, 'Refused: ' || left(sql, 80)) from (values
  ('description', $$ update events set description = repeat('x', 6001) $$),
  ('description', $$ update events set description = E'a\x07b' $$),
  ('rules', $$ update events set rules = repeat('x', 3001) $$),
  ('line_up', $$ update events set line_up = array_fill('x'::text, array[31]) $$),
  ('line_up', $$ update events set line_up = array[repeat('x', 121)] $$),
  ('line_up', $$ update events set line_up = array['x', null] $$),
  ('line_up', $$ update events set line_up = array[array['x'], array['y']] $$),
  ('listen_url', $$ update events set listen_url = 'http://youtube.com/watch' $$),
  ('listen_url', $$ update events set listen_url = 'javascript:alert(1)' $$),
  ('listen_url', $$ update events set listen_url = 'https://youtube.com@bad.example/' $$),
  ('listen_url', $$ update events set listen_url = 'https://localhost/' $$),
  ('listen_url', $$ update events set listen_url = E'https://youtube.com/\nx' $$),
  ('listen_url', $$ update events set listen_url = 'https://youtube.com/' || repeat('x', 300) $$),
  ('sung_in', $$ update events set sung_in = array_fill('x'::text, array[11]) $$),
  ('sung_in', $$ update events set sung_in = array[''] $$),
  ('minimum_age', $$ update events set minimum_age = 0 $$),
  ('minimum_age', $$ update events set minimum_age = 100 $$),
  ('doors_at', $$ update events set doors_at = date + interval '1 minute' $$),
  ('doors_at', $$ update events set doors_at = date - interval '25 hours' $$),
  ('doors_at', $$ update events set doors_at = '-infinity' $$),
  ('ends_at', $$ update events set ends_at = date $$),
  ('ends_at', $$ update events set ends_at = date + interval '73 hours' $$),
  ('ends_at', $$ update events set ends_at = 'infinity' $$),
  ('poster', $$ update events set poster = 'x.webp' $$),
  ('poster', $$ update events set poster = '../payments/x' $$),
  ('poster', $$ update events set poster = 'eeeeeeee-0000-4000-8000-000000000001/0123456789abcdef-1280x1600-svg' $$),
  ('poster_alt', $$ update events set poster_alt = null $$),
  ('poster_alt', $$ update events set poster_alt = ' ' $$),
  ('poster_alt', $$ update events set poster_alt = repeat('x', 301) $$)) as s(argument, sql);

select affects($$ update events set date = '2027-01-16 20:00+05:30', revision = 2 $$, 1, 'An event moves');
select results_eq($$ select doors_at, ends_at from events $$,
  $$ values ('2027-01-16 19:00+05:30'::timestamptz, '2027-01-16 23:00+05:30'::timestamptz) $$, 'and its doors and end with it');
select is((select revision from events), 3, 'in one revision');
select affects($$ update events set description = '  ', line_up = '{}', sung_in = '{}', rules = '', doors_at = null, ends_at = null,
    minimum_age = null, poster = null $$, 1, 'Everything can be taken away again');
select results_eq($$ select description, line_up, sung_in, rules, poster_alt from events $$,
  $$ values (null::text, null::text[], null::text[], null::text, null::text) $$, 'and is null then, the poster''s text too');

select tests.answers(null, $$select count(*) from events where description is null$$, 1, 'Visitors read it');
select denies($$ update events set description = 'x' $$, 'Visitors write nothing');
select act_as(person), affects($$ update events set description = 'x' $$, 0, person || ' writes nothing') from
  (values ('asha@mehfil.example'), ('gate@mehfil.example')) as p(person);

-- Posters
select tests.gives('owner', $$ select public, file_size_limit, allowed_mime_types from storage.buckets where id = 'posters' $$,
  $$ values (true, 614400::bigint, '{image/webp,image/avif,image/jpeg,image/png}'::text[]) $$, 'The bucket is public, 600 kB, four types');
create function tests.poster(p_rest text default '0123456789abcdef-1280x1600-webp-640.webp') returns text
  language sql as $$ select 'eeeeeeee-0000-4000-8000-000000000001/' || p_rest $$;

select act_as(person), denies($$ insert into storage.objects (bucket_id, name) values ('posters', tests.poster()) $$,
  coalesce(person, 'A visitor') || ' adds no poster') from
  (values ('asha@mehfil.example'), ('gate@mehfil.example'), (null)) as p(person);
select affects('admin@mehfil.example', $$ insert into storage.objects (bucket_id, name) values ('posters', tests.poster()) $$, 1, 'Admins add posters');
select denies(format('insert into storage.objects (bucket_id, name) values (%L, %L)', bucket, name), 'but not as ' || coalesce(name, 'null')) from (values
  ('posters', 'x.webp'), ('posters', tests.poster('x.webp')), ('posters', tests.poster('../x.webp')),
  ('posters', tests.poster('0123456789abcdef-1280x1600-webp-640.svg')), ('posters', tests.poster(E'0123456789abcdef-1280x1600-webp-640.webp\n')),
  ('payments', tests.poster()), ('posters', null)) as v(bucket, name);
select affects($$ update storage.objects set name = name || 'x' $$, 0, 'A poster is never overwritten');
select affects($$ update storage.objects set bucket_id = 'payments' $$, 0, 'and moves to no other bucket');
select is((select count(*) from storage.objects), 1::bigint, 'Admins list posters');
select is_empty($$ select find_unused_posters() $$, 'A new one may be of a form that is open');
select act_as(person), is_empty($$ select * from storage.objects $$, coalesce(person, 'A visitor') || ' lists none') from
  (values ('asha@mehfil.example'), ('gate@mehfil.example'), (null)) as p(person);
select affects('asha@mehfil.example', $$ delete from storage.objects $$, 0, 'Customers delete none');
select refuses($$ select find_unused_posters() $$, 'PT403', 'forbidden', 'and do not ask which are unused');
select refuses('gate@mehfil.example', $$ select find_unused_posters() $$, 'PT403', 'forbidden', 'nor does the gate');
select refuses(null, $$ select find_unused_posters() $$, 'PT401', 'not_signed_in', 'nor a visitor');

select tests.does('owner', $$insert into storage.objects (bucket_id, name, created_at) values
  ('posters', tests.poster('aaaaaaaaaaaaaaaa-1280x1600-webp-320.webp'), now() - interval '2 days'),
  ('posters', tests.poster('bbbbbbbbbbbbbbbb-1280x1600-webp-320.webp'), now() - interval '2 days'),
  ('payments', tests.poster('aaaaaaaaaaaaaaaa-1280x1600-webp-320.webp'), now() - interval '2 days')$$);
update events set poster = tests.poster('bbbbbbbbbbbbbbbb-1280x1600-webp'), poster_alt = 'A singer';
select tests.gives('admin@mehfil.example', $$ select find_unused_posters() $$, $$ values (tests.poster('aaaaaaaaaaaaaaaa-1280x1600-webp-320.webp')) $$,
  'What no event names is unused after a day');
select affects($$ delete from storage.objects where bucket_id = 'posters' and name like '%aaaa%' $$, 1, 'and admins delete it');
select affects($$ delete from storage.objects where bucket_id = 'payments' $$, 0, 'but no screenshot');
select is((select count(*) from storage.objects where bucket_id = 'payments'), 1::bigint, 'which admins still see');
