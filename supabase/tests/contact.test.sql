-- Messages to the shop: anyone may send a few, only admins read them.

select create_people('admin: admin@mehfil.example', 'gate: gate@mehfil.example', 'asha@mehfil.example');
create function tests.message(p_n integer, p_more jsonb default '{}') returns jsonb language sql as $$
  select jsonb_build_object('id', ('30000000-0000-4000-8000-' || lpad(p_n::text, 12, '0')), 'name', 'Farah', 'email',
    'farah@mehfil.example', 'topic', 'payment', 'message', E'Line one\nline two') || p_more $$;
create function tests.from_address(p_address text) returns text language sql as $$
  select set_config('request.headers', json_build_object('x-forwarded-for', p_address)::text, true) $$;

select act_as(null);
select from_address('10.9.9.9, 203.0.113.7');
select is(send_contact_message(tests.message(1)), '{"id": "30000000-0000-4000-8000-000000000001"}', 'A visitor writes');
select is(send_contact_message(tests.message(1)), '{"id": "30000000-0000-4000-8000-000000000001"}', 'Sending it again changes nothing');
select denies($$ select * from contact_messages $$, 'Visitors read no message');
select denies($$ insert into contact_messages (id, name, email, topic, message) values (gen_random_uuid(), 'a', 'b', 'c', 'd') $$,
  'Visitors write only through the function');
select is(refusal(format('select send_contact_message(%L)', tests.message(90, more))) ->> 'detail', argument, 'Refused: ' || more::text)
  from (values
    ('id', '{"id": "1"}'::jsonb), ('id', '{"id": null}'), ('name', '{"name": " "}'), ('email', '{"email": "farah"}'),
    ('email', '{"email": "a b@c"}'), ('message', '{"message": ""}'), ('message', '{"message": null}'),
    ('message', jsonb_build_object('message', repeat('x', 4001))), ('topic', jsonb_build_object('topic', repeat('x', 61))),
    ('order_code', '{"order_code": "12345"}')) as v(argument, more);
select refuses($$ select send_contact_message('[]') $$, 'PT400', 'invalid', 'A message is an object');
select refuses($$ select send_contact_message(null) $$, 'PT400', 'invalid', 'and is there');
select refuses(format('select send_contact_message(%L)', tests.message(91, jsonb_build_object('message', repeat(' ', 60000) || 'x'))), 'PT400', 'invalid',
  'A message with too much white space is refused without cleaning');
select refuses(format('select send_contact_message(%L)', tests.message(91, jsonb_build_object('order_code', repeat(' ', 3000) || 'MF4K7Q2MZP'))), 'PT400', 'invalid',
  'and around an order code');
select from_address('203.0.113.200');
select lives_ok(format('select send_contact_message(%L)', tests.message(92, jsonb_build_object('email', '92@x.example', 'message', E' \n' || repeat('म', 4000), 'order_code', ' MF4K7Q2MZP '))),
  'A long message is stored, whatever its script');
select from_address('10.9.9.9, 203.0.113.7');

-- 5 an hour per connection, whatever mail address is given
select send_contact_message(tests.message(n, jsonb_build_object('email', n || '@mehfil.example'))) from generate_series(2, 5) n;
select refuses($$ select send_contact_message(tests.message(6, '{"email": "6@mehfil.example"}')) $$, 'PT429', 'too_many',
  'The sixth from one connection is too many');
select from_address('198.51.100.1, 203.0.113.7');
select refuses($$ select send_contact_message(tests.message(6, '{"email": "6@mehfil.example"}')) $$, 'PT429', 'too_many',
  'even with forged headers');
select is(send_contact_message(tests.message(1)) ->> 'id', '30000000-0000-4000-8000-000000000001',
  'A message that arrived before is confirmed even then');
-- per mail address, from any connection
select from_address('203.0.113.' || n), send_contact_message(tests.message(n, '{"email": "flood@mehfil.example"}'))
  from generate_series(11, 15) n;
select from_address('203.0.113.16');
select refuses($$ select send_contact_message(tests.message(16, '{"email": "Flood@mehfil.example"}')) $$, 'PT429', 'too_many',
  'The sixth with one mail address is too many');
select tests.allows('asha@mehfil.example', $$ select send_contact_message(tests.message(21, '{"email": "flood@mehfil.example"}')) $$,
  'Strangers who write under an account''s address do not use up its limit');
select send_contact_message(tests.message(n, jsonb_build_object('email', n || '@mehfil.example'))) from generate_series(22, 25) n;
select refuses($$ select send_contact_message(tests.message(26, '{"email": "26@mehfil.example"}')) $$, 'PT429', 'too_many',
  'The sixth of one account is too many');
select is_empty($$ select * from contact_messages $$, 'Customers read no message, not even their own list');
select as_owner($$update private.contact_senders set at = at - interval '61 minutes'$$);
select lives_ok($$ select send_contact_message(tests.message(26)) $$, 'An hour later the account may write again');
select tests.answers('owner', $$select count(*) from private.contact_senders$$, 1, 'and the sender''s entry is deleted');
update private.limits set per_hour = 7 where name = 'contact_messages';
select act_as('asha@mehfil.example');
select send_contact_message(tests.message(n, jsonb_build_object('email', n || '@mehfil.example'))) from generate_series(31, 36) n;
select refuses($$ select send_contact_message(tests.message(37, '{"email": "37@mehfil.example"}')) $$, 'PT429', 'too_many',
  'The operator sets the number');
-- strangers together
select tests.does('owner', $$update private.limits set per_hour = 3 where name = 'contact_messages_of_strangers'$$);
select act_as(null);
select from_address('203.0.114.' || n), send_contact_message(tests.message(40 + n, jsonb_build_object('email', n || '@x.example')))
  from generate_series(1, 3) n;
select from_address('203.0.114.9');
select refuses($$ select send_contact_message(tests.message(49, '{"email": "49@x.example"}')) $$, 'PT429', 'too_many',
  'Strangers together have a limit too');

select sees_none('gate@mehfil.example', $$ select * from contact_messages $$, 'Gate staff read no message');
select act_as('admin@mehfil.example');
select is((select message from contact_messages where id = '30000000-0000-4000-8000-000000000001'), E'Line one\nline two',
  'Admins read messages');
select is((select user_id from contact_messages where id = '30000000-0000-4000-8000-000000000021'),
  user_id('asha@mehfil.example'), 'with the account they came from');
select denies($$ update contact_messages set message = 'x' $$, 'and do not rewrite them');
select denies($$ delete from contact_messages $$, 'nor delete them');
select affects($$ update contact_messages set handled_at = '2001-01-01' where id = '30000000-0000-4000-8000-000000000001' $$, 1,
  'They mark a message as handled');
select results_eq($$ select handled_by, handled_at > now() - interval '1 minute' from contact_messages
  where id = '30000000-0000-4000-8000-000000000001' $$, $$ values (user_id('admin@mehfil.example'), true) $$,
  'The server sets who handled it and when');

select results_eq($$ select id from search_messages('line tw', true) $$,
  $$ values ('30000000-0000-4000-8000-000000000001'::uuid) $$, 'A part of the text finds a handled message');
select is_empty($$ select id from search_messages('line tw', false) where handled_at is not null $$, 'and not among open ones');
select is_empty($$ select id from search_messages('nobody wrote this', true) $$, 'An unused text finds nothing');
select is_empty($$ select id from search_messages(null, true) $$, 'and an empty text finds nothing');
select sees_none('gate@mehfil.example', $$ select id from search_messages('line tw', true) $$, 'Gate staff find none');

-- The header with the sender's address
select act_as_owner();
create function tests.address(p_headers text) returns text language plpgsql security definer as $$
begin
  perform set_config('request.headers', p_headers, true);
  return private.client_address();
end $$;
create role authenticator noinherit nologin;
grant anon, authenticated to authenticator;
create temp table said (headers text);
insert into said values ('{"x-forwarded-for": "10.9.9.9, 203.0.113.7", "x-real-ip": "10.8.8.8", "forwarded": "for=10.7.7.7", "true-client-ip": "10.6.6.6"}'),
  ('{"cf-connecting-ip": "198.51.100.4", "x-forwarded-for": "10.9.9.9, 203.0.113.7"}');
select is(tests.address(headers), '203.0.113.7', 'Behind the shop''s own server the last entry of X-Forwarded-For counts, and no other header') from said;
set local session authorization authenticator;
select act_as(null);
select is(string_agg(coalesce(tests.address(headers), 'none'), ' '), 'none 198.51.100.4',
  'Behind PostgREST only CF-Connecting-IP counts, which Supabase''s gateway writes') from said;
set local session authorization postgres;
select tests.does('owner', $$insert into private.sender_address (header, entry) values ('x-forwarded-for', -2)$$);
select is(tests.address(headers), '10.9.9.9', 'An operator names the header and the index of its entry, from the end') from said;
update private.sender_address set entry = 2;
select is(tests.address(headers), '203.0.113.7', 'or from the beginning') from said;
update private.sender_address set entry = -3;
select is(tests.address(headers), null, 'A header with too few entries did not pass the proxy and gives no address') from said;
update private.sender_address set header = null;
select is(tests.address(headers), null, 'or disables addresses') from said;
select throws_ok($$ insert into private.sender_address (header) values ('x-real-ip') $$, '23505', null, 'There is only one such setting');
select throws_ok(format('update private.sender_address set %s', change), '23514', null, change) from unnest(array['header = ''X-Real-IP''', 'header = ''''', 'entry = 0']) as change;
select is(tests.address(headers), null, 'Unreadable headers give no address') from unnest(array['', 'nonsense', '[]', '{"x-forwarded-for": ""}']) as headers;
