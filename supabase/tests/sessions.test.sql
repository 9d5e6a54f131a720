-- A token is valid only while its session is.

select tests.create_people('asha@example.in', 'admin: chief@example.in', 'admin: second@example.in',
  'gate: door@example.in');
select tests.create_event('Pune');
select tests.create_category('Pune', 'Gold');

create function tests.end_sessions(p_email text) returns void language sql security definer
as $$ delete from auth.sessions s where s.user_id = tests.user_id(p_email) $$;

insert into storage.objects (bucket_id, name) values ('payments', tests.user_id('asha@example.in') || '/1.png');

select tests.allows('asha@example.in', $$ select tests.hold('a', 'Gold:A1') $$, 'With a session seats are held');
select is((select count(*) from public.profiles), 1::bigint, 'and one''s own rows are readable');
select tests.end_sessions('asha@example.in');
select refuses(call, 'PT401', 'not_signed_in', rule) from (values
  ($$ select public.hold_seats(tests.order_id('a'), tests.lines('Gold:A2')) $$, 'An ended session holds no seats'),
  ($$ select tests.submit('a', '412345678901', 1800, 'Gold:A1') $$, 'nor records a payment'),
  ($$ select public.submit_payment(tests.order_id('a'), '412345678901', 1800,
    tests.user_id('asha@example.in') || '/1764000000000-' || tests.order_id('a') || '.png', tests.lines('Gold:A1'),
    repeat('a', 64)) $$,
    'whatever it contains'),
  ($$ select * from public.seat_claims $$, 'Reads are refused: an empty answer would tell the device that it has no rows'),
  ($$ select * from public.profiles $$, 'also of the profile'),
  ($$ select public.my_wallet_mark() $$, 'and of the wallet mark'),
  ($$ select public.export_my_data() $$, 'and of the export'),
  ($$ select public.save_profile('{"name": "Mallory"}') $$, 'Nothing is changed'),
  ($$ insert into storage.objects (bucket_id, name) values ('payments', private.uid() || '/x.png') $$, 'No picture is stored'),
  ($$ select * from storage.objects $$, 'or shown')) as x (call, rule);
select lives_ok($$ select * from public.events $$, 'Public rows are still readable');

select tests.does('owner', $$select tests.session_of(tests.user_id('asha@example.in'))$$);
select tests.does('asha@example.in', $$select set_config('request.jwt.claims', jsonb_build_object('sub', tests.user_id('asha@example.in'), 'role', 'authenticated',
  'session_id', tests.session_of(tests.user_id('chief@example.in')))::text, true)$$);
select refuses($$ select public.my_role() $$, 'PT401', 'not_signed_in', 'A session belongs to one account');
select tests.does('owner', $$update auth.sessions set not_after = now() - interval '1 second' where user_id = tests.user_id('asha@example.in')$$);
select refuses('asha@example.in', $$ select public.my_role() $$, 'PT401', 'not_signed_in', 'A session with an end is refused after it');
select tests.does('owner', $$update auth.sessions set not_after = now() + interval '1 hour' where user_id = tests.user_id('asha@example.in')$$);
select tests.allows('asha@example.in', $$ select public.my_role() $$, 'and accepted before');

-- docs/decisions/0032-ended-sessions.md
select tests.does('owner', $$update auth.sessions set created_at = now() - interval '6 minutes', updated_at = now(), refreshed_at = now()
  where user_id = tests.user_id('asha@example.in')$$);
select refuses('asha@example.in', $$ select public.delete_my_account(true) $$, 'PT403', 'sign_in_again',
  'Deleting the account needs a sign-in of the last minutes, however recently the session was renewed');
select set_config('request.jwt.claims',
  jsonb_build_object('sub', tests.user_id('asha@example.in'), 'role', 'authenticated')::text, true);
select refuses($$ select public.delete_my_account(true) $$, 'PT403', 'sign_in_again', 'and a token without a session has none');
select tests.does('owner', $$update auth.sessions set created_at = now() - interval '4 minutes' where user_id = tests.user_id('asha@example.in')$$);
select tests.allows('asha@example.in', $$ select public.delete_my_account(true) $$, 'With a fresh sign-in it is deleted');
select refuses($$ select public.my_wallet_mark() $$, 'PT401', 'not_signed_in', 'and the token is refused');

select tests.answers('chief@example.in', $$public.my_role()$$, 'admin', 'An admin');
select tests.end_sessions('chief@example.in');
select refuses($$ select public.my_role() $$, 'PT401', 'not_signed_in', 'is none with an ended session');
select refuses($$ select public.set_staff_role(tests.user_id('door@example.in'), 'admin') $$, 'PT401', 'not_signed_in',
  'gives no role');
select refuses($$ select * from public.get_all_profiles() $$, 'PT401', 'not_signed_in', 'reads no list');
select refuses($$ insert into public.singers (name) values ('Mallory') $$, 'PT401', 'not_signed_in', 'and changes nothing');
select tests.answers('door@example.in', $$public.my_role()$$, 'gate', 'Gate staff');
select tests.end_sessions('door@example.in');
select refuses($$ select public.my_role() $$, 'PT401', 'not_signed_in', 'are none with an ended session');

-- A token without a session was not made by the auth service: only the account is checked.
select tests.does('second@example.in', $$select set_config('request.jwt.claims',
  jsonb_build_object('sub', tests.user_id('second@example.in'), 'role', 'authenticated')::text, true)$$);
select is(public.my_role(), 'admin', 'A token without a session is valid for its account');
select tests.does('owner', $$delete from auth.users where id = tests.user_id('second@example.in')$$);
select tests.does('second@example.in', $$select set_config('request.jwt.claims',
  jsonb_build_object('sub', tests.user_id('second@example.in'), 'role', 'authenticated')::text, true)$$);
select refuses($$ select public.my_role() $$, 'PT401', 'not_signed_in', 'while the account exists');

select tests.answers(null, $$public.my_role()$$, null, 'A visitor has no role');
