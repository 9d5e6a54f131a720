-- A token is worth as much as its session: ended, it asks for nothing more.

select tests.create_user('asha@example.in');
select tests.create_staff('chief@example.in', 'admin');
select tests.create_staff('second@example.in', 'admin');
select tests.create_staff('door@example.in', 'gate');
select tests.create_event('Pune');
select tests.create_category('Pune', 'Gold');

create function tests.end_sessions(p_email text) returns void language sql security definer
as $$ delete from auth.sessions s where s.user_id = tests.user_id(p_email) $$;
grant execute on function tests.end_sessions(text) to public;

insert into storage.objects (bucket_id, name) values ('payments', tests.user_id('asha@example.in') || '/1.png');

-- A customer
select act_as('asha@example.in');
select lives_ok($$ select tests.hold('a', 'Gold:A1') $$, 'With a session seats are held');
select is((select count(*) from public.profiles), 1::bigint, 'and one''s own rows are read');
select tests.end_sessions('asha@example.in');
select refuses($$ select public.hold_seats(tests.order_id('a'), tests.lines('Gold:A2')) $$, 'PT401', 'not_signed_in',
  'An ended session holds no seats');
select refuses($$ select tests.submit('a', '412345678901', 1800, 'Gold:A1') $$, 'PT401', 'not_signed_in',
  'nor is a payment of it recorded');
select refuses($$ select public.submit_payment(tests.order_id('a'), '412345678901', 1800,
    tests.user_id('asha@example.in') || '/1764000000000-' || tests.order_id('a') || '.png', tests.lines('Gold:A1'),
    repeat('a', 64)) $$, 'PT401', 'not_signed_in', 'whatever it says');
select refuses($$ select * from public.seat_claims $$, 'PT401', 'not_signed_in',
  'Its reads are refused: an empty answer would tell the device that there is nothing');
select refuses($$ select * from public.profiles $$, 'PT401', 'not_signed_in', 'Its profile, too');
select refuses($$ select public.my_wallet_mark() $$, 'PT401', 'not_signed_in', 'and whether anything changed');
select refuses($$ select public.export_my_data() $$, 'PT401', 'not_signed_in', 'and all of one''s data');
select refuses($$ select public.save_profile('{"name": "Mallory"}') $$, 'PT401', 'not_signed_in', 'Nothing is changed');
select refuses($$ insert into storage.objects (bucket_id, name) values ('payments', private.uid() || '/x.png') $$,
  'PT401', 'not_signed_in', 'No picture is kept');
select refuses($$ select * from storage.objects $$, 'PT401', 'not_signed_in', 'or shown');
select lives_ok($$ select * from public.events $$, 'What every visitor may see is still seen');

-- Another's session, and one whose time is over
select act_as_owner();
select tests.session_of(tests.user_id('asha@example.in'));
select act_as('asha@example.in');
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.user_id('asha@example.in'), 'role', 'authenticated',
  'session_id', tests.session_of(tests.user_id('chief@example.in')))::text, true);
select refuses($$ select public.my_role() $$, 'PT401', 'not_signed_in', 'A session is one account''s');
select act_as_owner();
update auth.sessions set not_after = now() - interval '1 second' where user_id = tests.user_id('asha@example.in');
select act_as('asha@example.in');
select refuses($$ select public.my_role() $$, 'PT401', 'not_signed_in', 'A session that was given an end has ended by then');
select act_as_owner();
update auth.sessions set not_after = now() + interval '1 hour' where user_id = tests.user_id('asha@example.in');
select act_as('asha@example.in');
select lives_ok($$ select public.my_role() $$, 'and not before');

-- What cannot be undone
select act_as_owner();
update auth.sessions set created_at = now() - interval '6 minutes', updated_at = now(), refreshed_at = now()
  where user_id = tests.user_id('asha@example.in');
select act_as('asha@example.in');
select refuses($$ select public.delete_my_account(true) $$, 'PT403', 'sign_in_again',
  'Deleting the account asks for a sign-in of the last minutes, however lately the session was renewed');
select set_config('request.jwt.claims',
  jsonb_build_object('sub', tests.user_id('asha@example.in'), 'role', 'authenticated')::text, true);
select refuses($$ select public.delete_my_account(true) $$, 'PT403', 'sign_in_again', 'and a token without a session shows none');
select act_as_owner();
update auth.sessions set created_at = now() - interval '4 minutes' where user_id = tests.user_id('asha@example.in');
select act_as('asha@example.in');
select lives_ok($$ select public.delete_my_account(true) $$, 'With one it is done');
select refuses($$ select public.my_wallet_mark() $$, 'PT401', 'not_signed_in', 'and the token is worth nothing');

-- Staff
select act_as('chief@example.in');
select is(public.my_role(), 'admin', 'An admin');
select tests.end_sessions('chief@example.in');
select refuses($$ select public.my_role() $$, 'PT401', 'not_signed_in', 'is none with an ended session');
select refuses($$ select public.set_staff_role(tests.user_id('door@example.in'), 'admin') $$, 'PT401', 'not_signed_in',
  'gives no role');
select refuses($$ select * from public.get_all_profiles() $$, 'PT401', 'not_signed_in', 'reads no list');
select refuses($$ insert into public.singers (name) values ('Mallory') $$, 'PT401', 'not_signed_in', 'and changes nothing');
select act_as('door@example.in');
select is(public.my_role(), 'gate', 'Gate staff');
select tests.end_sessions('door@example.in');
select refuses($$ select public.my_role() $$, 'PT401', 'not_signed_in', 'are none with an ended session');

-- A token that no auth service made has no session: the account must be there.
select act_as('second@example.in');
select set_config('request.jwt.claims',
  jsonb_build_object('sub', tests.user_id('second@example.in'), 'role', 'authenticated')::text, true);
select is(public.my_role(), 'admin', 'A token without a session is one of its account');
select act_as_owner();
delete from auth.users where id = tests.user_id('second@example.in');
select act_as('second@example.in');
select set_config('request.jwt.claims',
  jsonb_build_object('sub', tests.user_id('second@example.in'), 'role', 'authenticated')::text, true);
select refuses($$ select public.my_role() $$, 'PT401', 'not_signed_in', 'while there is one');

-- Visitors
select act_as(null);
select is(public.my_role(), null, 'A visitor is nobody');
