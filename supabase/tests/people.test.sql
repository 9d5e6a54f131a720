-- Roles come from the table alone, the last admin stays, profiles belong to their owners.

select create_people('admin: admin@mehfil.example', 'gate: gate@mehfil.example', 'Asha <asha@mehfil.example>',
  'Ravi <ravi@mehfil.example>');
select create_user('unconfirmed@mehfil.example', 'Nobody', false);

select tests.answers(null, $$my_role()$$, null, 'A visitor has no role');
select refuses($$ select set_staff_role(user_id('asha@mehfil.example'), 'admin') $$, 'PT401', 'not_signed_in',
  'A visitor gives no role');
select denies($$ select * from staff $$, 'A visitor does not see who works here');
select tests.answers('asha@mehfil.example', $$my_role()$$, null, 'A customer has no role');
select refuses($$ select set_staff_role(user_id('asha@mehfil.example'), 'admin') $$, 'PT403', 'forbidden',
  'A customer makes no account admin');
select is_empty($$ select * from staff $$, 'A customer does not see who works here');
select denies($$ insert into staff (user_id, role) values (user_id('asha@mehfil.example'), 'admin') $$,
  'A customer writes no role');
select tests.answers('gate@mehfil.example', $$my_role()$$, 'gate', 'Gate staff are gate');
select refuses($$ select set_staff_role(user_id('gate@mehfil.example'), 'admin') $$, 'PT403', 'forbidden',
  'Gate staff do not promote themselves');
select results_eq($$ select user_id from staff $$, $$ values (user_id('gate@mehfil.example')) $$,
  'Gate staff see their own role only');
select set_config('request.jwt.claims',
  json_build_object('sub', user_id('gate@mehfil.example'), 'role', 'authenticated',
    'app_metadata', json_build_object('role', 'admin'))::text, true);
select is(my_role(), 'gate', 'The role is read from the table, never from the token');

select tests.answers('admin@mehfil.example', $$my_role()$$, 'admin', 'Admins are admin');
select refuses($$ select set_staff_role(user_id('admin@mehfil.example'), null) $$, 'PT409', 'last_admin',
  'The last admin does not resign');
select refuses($$ select set_staff_role(user_id('admin@mehfil.example'), 'gate') $$, 'PT409', 'last_admin',
  'The last admin does not become gate staff');
select refuses($$ select set_staff_role(user_id('unconfirmed@mehfil.example'), 'gate') $$, 'PT409', 'not_confirmed',
  'Roles are for confirmed addresses');
select refuses($$ select set_staff_role(gen_random_uuid(), 'gate') $$, 'PT404', 'not_found', 'Roles are for accounts');
select refuses($$ select set_staff_role(user_id('ravi@mehfil.example'), 'owner') $$, 'PT400', 'invalid',
  'Only two roles exist');
select is(set_staff_role(user_id('ravi@mehfil.example'), 'admin'), 'admin', 'An admin makes another admin');
select is(set_staff_role(user_id('ravi@mehfil.example'), 'admin'), 'admin', 'Giving the role again changes nothing');
select is((select count(*) from audit_log where "table" = 'staff' and row_id = user_id('ravi@mehfil.example')::text), 1::bigint,
  'Giving a role is one audit line');
select is(set_staff_role(user_id('admin@mehfil.example'), null), null, 'Now the first admin may resign');
select is(my_role(), null, 'A removed role has no effect from the next statement on');
select refuses($$ select set_staff_role(user_id('admin@mehfil.example'), 'admin') $$, 'PT403', 'forbidden',
  'A former admin cannot restore the role alone');
select tests.does('owner', $$insert into staff (user_id, role) values (gen_random_uuid(), 'admin')$$);
select refuses('ravi@mehfil.example', $$ select set_staff_role(user_id('ravi@mehfil.example'), null) $$, 'PT409', 'last_admin',
  'An admin without account does not count');
select set_staff_role(user_id('admin@mehfil.example'), 'admin');

select tests.gives('asha@mehfil.example', $$ select name, email, language, region, notify_email from profiles $$,
  $$ values ('Asha', 'asha@mehfil.example', null::text, 'india', true) $$, 'A customer sees their own profile alone');
select denies($$ update profiles set email = 'ravi@mehfil.example' $$, 'No role edits a profile directly');
select denies($$ delete from profiles $$, 'No role deletes a profile directly');
select is((save_profile('{"name": "  Asha Rao ", "phone": "+91 98765 43210", "location": "Pune"}')).name, 'Asha Rao',
  'A profile is saved trimmed');
select results_eq($$ select name, phone, location from profiles $$,
  $$ values ('Asha Rao', '+91 98765 43210', 'Pune') $$, 'The saved values are stored');
select is((save_profile('{"location": ""}')).phone, '+91 98765 43210', 'Missing keys keep their values');
select is((select location from profiles), null, 'An empty text becomes null');
select is((save_profile('{"email": "ravi@mehfil.example", "id": "x"}')).email, 'asha@mehfil.example',
  'The address cannot be changed here');
select is((save_profile('{"language": "mr"}')).language, 'mr', 'A language that was chosen is kept');
select isnt((save_profile('{"marketing_consent": true}')).marketing_consented_at, null, 'Consent is stored with its date');
select is((save_profile('{"marketing_consent": true}')).marketing_consented_at,
  (select marketing_consented_at from profiles), 'Consenting again keeps the first date');
select is((save_profile('{"marketing_consent": false}')).marketing_consented_at, null, 'Consent can be withdrawn');
select is((save_profile('{"refund_upi_id": "asha.rao@okaxis"}')).refund_upi_id, 'asha.rao@okaxis', 'A UPI id is stored for refunds');
select is(refusal(format('select save_profile(%L)', bad)) ->> 'detail', key, 'Refused, naming the field: ' || bad)
  from (values
    ('{"refund_upi_id": "not a upi id"}', 'refund_upi_id'),
    ('{"phone": "call me"}', 'phone'),
    ('{"phone": 9876543210}', 'phone'),
    ('{"name": {"first": "A"}}', 'name'),
    ('{"name": "two\nlines"}', 'name'),
    ('{"language": "fr"}', 'language'),
    ('{"region": "moon"}', 'region'),
    ('{"notify_email": "yes"}', 'notify_email'),
    ('{"notify_email": null}', 'notify_email'),
    ('{"role": "admin"}', 'role'),
    ('[]', 'p_profile'),
    ('null', 'p_profile')) as cases(bad, key);
select refuses($$ select save_profile(null) $$, 'PT400', 'invalid', 'A profile is required');
select refuses(null, $$ select save_profile('{"name": "x"}') $$, 'PT401', 'not_signed_in', 'Visitors have no profile');
select denies($$ select * from profiles $$, 'Visitors read no profile');

-- A profile that sign-up could not make is made by the first save.
select tests.does('owner', $$delete from profiles where email = 'asha@mehfil.example'$$);
select tests.answers('asha@mehfil.example', $$(save_profile('{"name": "Asha"}')).email$$, 'asha@mehfil.example', 'A missing profile is made on saving');

select is_empty($$ select * from get_all_profiles() $$, 'Customers get no list of people');
select sees_none('gate@mehfil.example', $$ select * from get_all_profiles() $$, 'Gate staff get no list of people');
select denies(null, $$ select * from get_all_profiles() $$, 'Visitors get no list of people');
select tests.answers('admin@mehfil.example', $$select count(*) from get_all_profiles()$$, 5, 'Admins get all profiles');
select results_eq($$ select name, email, role from get_all_profiles() where profile_id = user_id('gate@mehfil.example') $$,
  $$ values ('gate', 'gate@mehfil.example', 'gate') $$, 'with name, address and role');

select results_eq($$ select email from search_profiles('GATE@') $$, $$ values ('gate@mehfil.example') $$, 'Part of an address finds the account');

select act_as_owner();
select create_user('dsouza@mehfil.example', 'Renée D’Souza');
select act_as('admin@mehfil.example');
select results_eq(format('select email from search_profiles(%L)', typed), $$ values ('dsouza@mehfil.example') $$, 'An account is found as ' || typed)
  from unnest(array['renee', 'd''souza', 'DSOUZA r', 'd’souza, renée']) as typed;
select is_empty($$ select email from search_profiles('souz ene mee') $$, 'but not by a word that it does not have');

select set_staff_role(user_id('ravi@mehfil.example'), null);
select refuses($$ select delete_my_account(true) $$, 'PT409', 'last_admin', 'The last admin cannot delete the account');
select refuses(null, $$ select delete_my_account(true) $$, 'PT401', 'not_signed_in', 'A visitor deletes nothing');
select refuses($$ select export_my_data() $$, 'PT401', 'not_signed_in', 'A visitor exports nothing');
select act_as('asha@mehfil.example');
select send_contact_message(jsonb_build_object('id', gen_random_uuid(), 'name', 'Asha', 'email', 'asha@mehfil.example',
  'topic', 'payment', 'message', 'Hello'));
select is(export_my_data() #>> '{profile,email}', 'asha@mehfil.example', 'The export has the profile');
select is(export_my_data() #>> '{account,id}', user_id('asha@mehfil.example')::text, 'the account');
select is(export_my_data() #>> '{messages,0,message}', 'Hello', 'and the messages');
select is(export_my_data() -> 'payments', '[]'::jsonb, 'and an empty list without payments');
select lives_ok($$ select delete_my_account(false) $$, 'Without payment or ticket no confirmation is needed');
select refuses($$ select save_profile('{"name": "back"}') $$, 'PT401', 'not_signed_in',
  'A token that outlives its account makes no profile');
select tests.sees_none('owner', $$ select from auth.users where email = 'asha@mehfil.example' $$, 'The sign-in is gone');
select is_empty($$ select from profiles where email = 'asha@mehfil.example' $$, 'The profile is gone');
select is_empty($$ select from contact_messages where email = 'asha@mehfil.example' $$, 'The messages are gone');
select isnt_empty($$ select from auth.users where email = 'ravi@mehfil.example' $$, 'Other accounts stay');
