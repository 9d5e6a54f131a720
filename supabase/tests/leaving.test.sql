-- Deleting an account with undecided payments, and editing the date of a sold event.

select create_people('admin: admin@mehfil.example', 'Asha Rao <asha@mehfil.example>');
select tests.does('admin@mehfil.example', $$insert into singers (id, name) values ('aaaaaaaa-0000-4000-8000-000000000001', 'Kavita Menon')$$);
insert into events (id, singer_id, city, venue, date) values
  ('eeeeeeee-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000001', 'Mumbai', 'Opera', now() + interval '30 days');
insert into ticket_categories (id, event_id, name, price, total_tickets) values
  ('cccccccc-0000-4000-8000-000000000001', 'eeeeeeee-0000-4000-8000-000000000001', 'Gold', 1000, 50);
create temp table dates as select date from events;

update events set date = date + interval '1 hour';
select is((select previous_date from events), null, 'A date corrected before the first sale leaves no trace for customers');
update events set date = (select date from dates);

select act_as('asha@mehfil.example');
select hold_seats('99999999-0000-4000-8000-000000000001',
  '[{"ticket_category_id": "cccccccc-0000-4000-8000-000000000001", "seats": ["A1", "A2"]}]');
select hold_seats('99999998-0000-4000-8000-000000000002',
  '[{"ticket_category_id": "cccccccc-0000-4000-8000-000000000001", "seats": ["B1"]}]');
select send_contact_message(jsonb_build_object('id', gen_random_uuid(), 'name', 'Asha', 'email', 'asha@mehfil.example',
  'topic', 'payment', 'message', 'Hello'));
select lives_ok(format($$ select submit_payment('99999999-0000-4000-8000-000000000001', '123456789012', 2420,
  '%s/1800000000000-99999999-0000-4000-8000-000000000001.png',
  '[{"ticket_category_id": "cccccccc-0000-4000-8000-000000000001", "seats": ["A1", "A2"]}]', '%s') $$,
  user_id('asha@mehfil.example'), repeat('a', 64)), 'Asha pays for two seats');

select refuses('admin@mehfil.example', $$ update events set date = date + interval '2 days' $$, 'PT409', 'move_only', 'A direct edit does not move an event with sold seats');
select refuses($$ update events set venue = 'Garden' $$, 'PT409', 'move_only', 'nor change its place');
select move_event((select id from events), (select date from dates) + interval '2 days');
select is((select previous_date from events), (select date from dates), 'Customers see the earlier date');
select move_event((select id from events), null, null, 'Garden');
select is((select previous_date from events), (select date from dates), 'Another place keeps the earlier date');

select tests.answers('asha@mehfil.example', $$export_my_data() #>> '{payments,0,transaction_id}'$$, '123456789012', 'The export has the payment');
select is(jsonb_array_length(export_my_data() #> '{payments,0,lines}'), 1, 'with its lines');
select is(jsonb_array_length(export_my_data() -> 'orders'), 2, 'and the orders');
select refuses($$ select delete_my_account() $$, 'PT409', 'pending_payment', 'Deleting with a payment under review requires confirmation');
select is((refusal($$ select delete_my_account(null) $$) ->> 'detail')::jsonb, '{"pending_payments": 1, "upcoming_tickets": 0}',
  'The refusal counts what is undecided');
-- As the auth service notes each sign-up and sign-in, and what its operator does for somebody.
select tests.as_owner($$ insert into auth.audit_log_entries (id, payload) values
  (gen_random_uuid(), json_build_object('action', 'login', 'actor_id', user_id('asha@mehfil.example'), 'actor_username', 'asha@mehfil.example')),
  (gen_random_uuid(), json_build_object('action', 'user_confirmation_requested', 'actor_id', gen_random_uuid(), 'actor_username', 'asha@mehfil.example')),
  (gen_random_uuid(), json_build_object('action', 'user_modified', 'actor_id', '00000000-0000-0000-0000-000000000000',
    'traits', json_build_object('user_id', user_id('asha@mehfil.example'), 'user_email', 'asha@mehfil.example'))),
  (gen_random_uuid(), json_build_object('action', 'login', 'actor_id', user_id('admin@mehfil.example'), 'actor_username', 'admin@mehfil.example')),
  (gen_random_uuid(), json_build_object('action', 'login', 'actor_id', gen_random_uuid(), 'actor_username', 'gone@mehfil.example')) $$);
select lives_ok($$ select delete_my_account(true) $$, 'With confirmation the account is deleted');

select tests.gives('owner', $$ select transaction_id, status from payments $$, $$ values ('123456789012', 'pending') $$, 'The payment stays');
select results_eq($$ select seat, state from seat_claims order by seat $$, $$ values ('A1', 'under_review'), ('A2', 'under_review') $$,
  'with its seats; the held seat is free');
select is_empty($$ select from profiles where id = user_id('asha@mehfil.example') $$, 'The profile is gone');
select is_empty($$ select from contact_messages $$, 'The messages are gone');
select is_empty($$ select from outgoing_mail $$, 'No unsent mail is left');
select is_empty($$
  select t.relname from pg_class t
  where t.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace) and t.relkind = 'r'
    and (xpath('/table/row/n/text()', query_to_xml(format(
      'select count(*) as n from %s x where x::text ilike ''%%asha%%''', t.oid::regclass), true, false, '')))[1]::text <> '0'
$$, 'Neither name nor address is left in any table');
select results_eq($$ select payload ->> 'actor_username' from auth.audit_log_entries order by 1 $$, $$ values ('admin@mehfil.example'), ('gone@mehfil.example') $$,
  'What was noted of others stays');
select private.tidy_sale();
select results_eq($$ select payload ->> 'actor_username' from auth.audit_log_entries $$, $$ values ('admin@mehfil.example') $$,
  'until the night, when it is an account that is gone');
update auth.audit_log_entries set created_at = now() - interval '91 days';
select private.tidy_sale();
select is_empty($$ select from auth.audit_log_entries $$, 'or for 90 days');
