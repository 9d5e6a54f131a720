-- Signing up makes a profile and never fails because of it.

select create_user('new@mehfil.example', E'  Nila\u00a0');
select results_eq($$ select id, name from profiles where email = 'new@mehfil.example' $$,
  $$ values (user_id('new@mehfil.example'), 'Nila') $$, 'An account has a profile with the name of the sign-up');

insert into auth.users (id, email, raw_user_meta_data)
  values ('22222222-2222-4222-8222-222222222222', 'google@mehfil.example', '{"full_name": "From Google"}');
select is((select name from profiles where email = 'google@mehfil.example'), 'From Google', 'Google calls it full_name');

insert into auth.users (id, email, raw_user_meta_data) values
  (gen_random_uuid(), 'hindi@mehfil.example', '{"language": "hi"}'),
  (gen_random_uuid(), 'french@mehfil.example', '{"language": "fr"}');
select results_eq($$ select email, language from profiles where email in ('hindi@mehfil.example', 'french@mehfil.example') order by 1 $$,
  $$ values ('french@mehfil.example', null), ('hindi@mehfil.example', 'hi') $$,
  'The profile gets the sign-up''s language; a language that the shop lacks is dropped');
insert into auth.users (id, email, raw_user_meta_data) values
  (gen_random_uuid(), 'notice@mehfil.example', '{"privacy_notice": "2026-11-28"}'),
  (gen_random_uuid(), 'odd-notice@mehfil.example', '{"privacy_notice": "2026-02-31 or so"}');
select results_eq($$ select email, privacy_notice from profiles where email like '%notice@mehfil.example' order by 1 $$,
  $$ values ('notice@mehfil.example', '2026-11-28'::date), ('odd-notice@mehfil.example', null) $$,
  'and which privacy notice was shown; what is no day is dropped');

insert into auth.users (id, email, raw_user_meta_data)
  values (gen_random_uuid(), 'long@mehfil.example', jsonb_build_object('name', repeat(E'x\n', 500), 'phone', 42));
select is((select char_length(name) from profiles where email = 'long@mehfil.example'), 120,
  'An overlong name is cut, and a number instead of text is harmless');
insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'array@mehfil.example', '["odd"]');
select is((select name from profiles where email = 'array@mehfil.example'), null, 'Odd metadata make a profile without name');
insert into auth.users (id, email) values (gen_random_uuid(), 'bare@mehfil.example');
select isnt_empty($$ select from profiles where email = 'bare@mehfil.example' $$, 'So do none');

update auth.users set email = 'moved@mehfil.example' where email = 'bare@mehfil.example';
select isnt_empty($$ select from profiles where email = 'moved@mehfil.example' $$, 'The profile follows the address');

alter table profiles add constraint broken check (email not like 'unlucky%');
select lives_ok($$ insert into auth.users (id, email) values (gen_random_uuid(), 'unlucky@mehfil.example') $$,
  'A profile that cannot be made does not stop the sign-up');
select isnt_empty($$ select from auth.users where email = 'unlucky@mehfil.example' $$, 'The account is there');
drop table profiles cascade;
select lives_ok($$ insert into auth.users (id, email) values (gen_random_uuid(), 'later@mehfil.example') $$,
  'A missing profiles table does not stop the sign-up');
