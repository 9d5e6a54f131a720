-- Announcements: who is told, once each, in batches; notices, mails, their leases, and what is told by itself.
select tests.create_people('admin: admin@example.in', 'gate: gate@example.in');
select tests.create_user(name || '@example.in', name) from unnest(array['asha', 'bela', 'chitra', 'dev', 'esha']) as name;
select tests.create_event('Pune', now() + interval '30 days', 'Meher Qazi');
select tests.create_categories('Pune', 'Gold 1000 x20', 'Silver 500 x20');
select tests.create_event('Goa', now() + interval '40 days', 'Meher Qazi');
select tests.create_category('Goa', 'Stalls', 500, 20);
create function tests.announce(p_id integer, p_audience text default 'holders', p_category uuid default null) returns public.announcements
  language sql volatile as $$
  select public.send_announcement(('a0000000-0000-4000-8000-00000000000' || p_id)::uuid, tests.event_id('Pune'), p_category, p_audience, 'Doors',
    E'Doors open at 6.\r\nBring the ticket.') $$;
create function tests.work(p_most integer default 200) returns integer language plpgsql volatile security definer set search_path = '' as $$
declare v_n integer := 0; begin while private.work_announcements(p_most) loop v_n := v_n + 1; end loop; return v_n; end $$;
create function tests.told(p_email text) returns text language sql stable security definer set search_path = '' as $$
  select coalesce(string_agg(n.kind, ' ' order by n.created_at), '') from public.notices n where n.user_id = tests.user_id(p_email) $$;

select tests.submit_as('asha@example.in', 'asha', '412345678901', 1210, 'Gold:A1');
select tests.submit('asha 2', '412345678911', 620, 'Silver:A1');
select tests.submit_as('bela@example.in', 'bela', '412345678902', 1210, 'Gold:B1');
select tests.submit_as('chitra@example.in', 'chitra', '412345678903', 620, 'Silver:B1');
select tests.submit_as('dev@example.in', 'dev', '412345678904', 620, 'Stalls:B1');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment_id(name), 'approved') from unnest(array['asha', 'asha 2', 'bela', 'dev']) as name$$);
select tests.does('owner', $$update public.profiles set notify_email = false where id = tests.user_id('bela@example.in')$$);
delete from public.outgoing_mail;

-- Who may
select tests.refuses('asha@example.in', 'select tests.announce(1)', 'PT403', 'forbidden', 'Customers announce nothing');
select tests.refuses($$select public.count_audience(tests.event_id('Pune'), null, 'holders')$$, 'PT403', 'forbidden', 'and count nobody');
select tests.refuses($$select public.stop_announcement(gen_random_uuid())$$, 'PT403', 'forbidden', 'and stop nothing');
select tests.refuses($$select * from public.get_single_notices()$$, 'PT403', 'forbidden', 'and read no log');
select tests.refuses('gate@example.in', 'select tests.announce(1)', 'PT403', 'forbidden', 'Nor do gate staff');
select tests.refuses(null, 'select tests.announce(1)', 'PT401', 'not_signed_in', 'Nor do visitors');
select tests.denies('select private.work_announcements()', 'Nobody works them over HTTP');
select tests.denies('select * from private.claim_mail()', 'or claims mail');
select tests.denies('select * from public.my_notices()', 'Visitors have no notices');

-- Values
select tests.refuses('admin@example.in', format('select public.send_announcement(%L, tests.event_id(''Pune''), null, %L, %L, %L)', id, audience, subject, message),
  'PT400', 'invalid', why) from (values
    (null, 'holders', 'x', 'x', 'An id is needed'), ('a0000000-0000-4000-8000-000000000009', 'all', 'x', 'x', 'Audiences are three'),
    ('a0000000-0000-4000-8000-000000000009', 'holders', '', 'x', 'A subject is needed'),
    ('a0000000-0000-4000-8000-000000000009', 'holders', repeat('x', 121), 'x', 'of 120 characters'),
    ('a0000000-0000-4000-8000-000000000009', 'holders', E'x\ny', 'x', 'on one line'),
    ('a0000000-0000-4000-8000-000000000009', 'holders', 'x', ' ', 'and a text'),
    ('a0000000-0000-4000-8000-000000000009', 'holders', 'x', repeat('x', 4001), 'of 4000 characters')) as v (id, audience, subject, message, why);
select tests.refuses($$select public.send_announcement(gen_random_uuid(), gen_random_uuid(), null, 'holders', 'x', 'x')$$, 'PT404', 'not_found', 'An unknown event is refused');
select tests.refuses($$select tests.announce(9, 'holders', tests.category_id('Stalls'))$$, 'PT404', 'not_found', 'and another event''s category');
select tests.refuses($$select public.send_announcement(gen_random_uuid(), tests.event_id('Goa'), null, 'waiting', 'x', 'x')$$, 'PT400', 'invalid', 'It reaches someone');

-- Audiences: a person with several tickets is one
select is(public.count_audience(tests.event_id('Pune'), tests.category_id(category), audience) - 'unreached', answer::jsonb, audience || ' of ' || coalesce(category, 'all'))
from (values (null, 'holders', '{"people": 2, "mails": 1}'), ('Silver', 'holders', '{"people": 1, "mails": 1}'), (null, 'waiting', '{"people": 1, "mails": 1}'),
  ('Gold', 'waiting', '{"people": 0, "mails": 0}'), (null, 'everyone', '{"people": 3, "mails": 2}')) as v (category, audience, answer);
select is(public.count_audience(tests.event_id('Pune'), null, 'everybody') ->> 'people', '0', 'An unknown audience is empty');

-- Sending: a repeat is the same, the words are kept as typed
select is((a.state, a.people, a.message), ('queued'::text, 2, E'Doors open at 6.\nBring the ticket.'::text), 'An announcement waits with its text') from tests.announce(1) as a;
select is(a.id, 'a0000000-0000-4000-8000-000000000001', 'A repeat returns it') from tests.announce(1) as a;
select is((select count(*) from public.announcements), 1::bigint, 'and makes no other');
select tests.refuses('select tests.announce(2)', 'PT429', 'too_many', 'One a minute');
select is(tests.work(1), 3, 'It works in batches');
select is((state, notices, mails, finished_at is not null), ('done'::text, 2, 1, true), 'and counts') from public.announcements;
select is(tests.told(who), told, who || ' got ' || told) from (values ('asha@example.in', 'message'), ('bela@example.in', 'message'), ('chitra@example.in', ''), ('dev@example.in', '')) as v (who, told);
select is(tests.work(), 0, 'Nothing is left to do');
select is((select count(*) from public.audit_log where action = 'send_announcement'), 1::bigint, 'The history says who sent it');

-- Notices: own only
select tests.act_as('asha@example.in');
select is((kind, content ->> 'subject', content ->> 'event_name', read_at), ('message'::text, 'Doors'::text, 'Meher Qazi - Pune'::text, null::timestamptz), 'Asha reads her notice') from public.my_notices();
select is((select count(*) from public.notices), 1::bigint, 'and no other');
select is((select count(*) from public.announcements), 0::bigint, 'Announcements are for staff');
select tests.denies('update public.notices set read_at = now()', 'Nobody writes notices');
create temp table mark as select public.my_wallet_mark() as before;
select tests.act_as('bela@example.in');
select is(public.mark_notices_read(array(select n.id from public.notices n where n.user_id <> tests.user_id('bela@example.in'))::uuid[] || gen_random_uuid()), 0, 'Bela marks none of hers');
select tests.answers('asha@example.in', $$public.mark_notices_read(array(select id from public.my_notices()))$$, 1, 'Asha marks hers as read');
select is(public.mark_notices_read(array(select id from public.my_notices())), 0, 'once');
select isnt(public.my_wallet_mark(), before, 'Her other devices notice it') from mark;
select tests.refuses('select public.mark_notices_read(null)', 'PT400', 'invalid', 'Which notices?');
select tests.refuses(null, 'select public.mark_notices_read(array[gen_random_uuid()])', 'PT401', 'not_signed_in', 'Visitors mark none');

-- Mails: a lease, backoff, an end
select tests.does('owner', $$update public.profiles set language = 'hi' where id = tests.user_id('asha@example.in')$$);
create temp table mail as select * from private.claim_mail();
select is((email, kind, language, content), ('asha@example.in'::text, 'message'::text, 'hi'::text, '{"name": "asha"}'::jsonb || jsonb_build_object('subject', 'Doors',
  'message', E'Doors open at 6.\nBring the ticket.', 'event_name', 'Meher Qazi - Pune', 'event_date', (select date from public.events where city = 'Pune'))), 'A mail has all that its text needs') from mail;
select is_empty('select * from private.claim_mail()', 'No other server gets it meanwhile');
update public.outgoing_mail set next_attempt_at = now() - interval '1 second';
select is_empty('select * from private.claim_mail()', 'even when it is due again');
select private.settle_mail(id, 'ECONNREFUSED') from mail;
select results_eq('select last_error, claimed_until, sent_at, attempts from public.outgoing_mail', $$values ('ECONNREFUSED', null::timestamptz, null::timestamptz, 1)$$, 'A failed one is free again');
update public.outgoing_mail set next_attempt_at = now() - interval '1 second';
select is((select count(*) from private.claim_mail()), 1::bigint, 'and is tried again');
update public.outgoing_mail set next_attempt_at = now() - interval '1 second', claimed_until = now() - interval '1 second';
select is((select count(*) from private.claim_mail()), 1::bigint, 'as is one whose server stopped');
select private.settle_mail(id) from mail;
select is((mails_sent, mails_failed), (1, 0), 'A sent mail is counted') from public.announcements;
select private.settle_mail(id) from mail;
select is(mails_sent, 1, 'once') from public.announcements;
update public.outgoing_mail set next_attempt_at = now() - interval '1 second';
select is_empty('select * from private.claim_mail()', 'and sent no second time');

-- Stopping
update public.announcements set created_at = created_at - interval '2 minutes';
select tests.answers('admin@example.in', $$select a.state from tests.announce(2, 'everyone') as a$$, 'queued', 'A minute later there may be another');
select tests.does('owner', $$select private.work_announcements(1)$$);
select tests.act_as('admin@example.in');
select tests.does('owner', $$insert into public.notices (id, user_id, event_id, announcement_id, kind) values
  ('c0000000-0000-4000-8000-000000000001', gen_random_uuid(), tests.event_id('Pune'), 'a0000000-0000-4000-8000-000000000002', 'message')$$);
insert into public.outgoing_mail (user_id, email, kind, notice_id, announcement_id, content, attempts) values
  (gen_random_uuid(), 'full@example.in', 'message', 'c0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000002', '{}', 12);
update public.announcements set mails = mails + 1, mails_failed = mails_failed + 1 where id = 'a0000000-0000-4000-8000-000000000002';
select tests.act_as('admin@example.in');
select is((a.state, a.notices, a.mails, a.mails_failed), ('stopped'::text, 1, 1, 1), 'A stopped one has told one person; a mail that had failed stays counted') from public.stop_announcement('a0000000-0000-4000-8000-000000000002') as a;
select is(a.state, 'stopped', 'Stopping again changes nothing') from public.stop_announcement('a0000000-0000-4000-8000-000000000002') as a;
select is(a.state, 'done', 'A finished one stays finished') from public.stop_announcement('a0000000-0000-4000-8000-000000000001') as a;
select tests.refuses('select public.stop_announcement(gen_random_uuid())', 'PT404', 'not_found', 'An unknown one is refused');
select is(tests.work(), 0, 'and tells nobody else');
select tests.answers('owner', $$select count(*) from public.outgoing_mail where sent_at is null and attempts < 12$$, 0, 'Its waiting mails are gone');
insert into public.announcements (id, event_id, audience, subject, message, people, state, created_at)
  select gen_random_uuid(), tests.event_id('Pune'), 'holders', 'x', 'x', 1, 'done', now() - interval '2 hours' from generate_series(1, 18);
update public.announcements set created_at = now() - interval '2 minutes' where id::text like 'a0%';
select tests.answers('admin@example.in', $$tests.refusal('select tests.announce(3)')$$, '{"state": "PT429", "code": "too_many", "detail": "day"}', 'Twenty a day');

-- By itself
select tests.does('owner', $$delete from public.announcements$$);
delete from public.notices;
delete from public.outgoing_mail;
select tests.does('admin@example.in', $$select public.move_event(tests.event_id('Pune'), p_venue => 'Garden')$$);
select public.move_event(tests.event_id('Pune'), p_date => now() + interval '31 days');
select is((select count(*) from public.announcements where kind = 'event_moved' and content #>> '{to,venue}' = 'Garden'), 1::bigint, 'Two moves before anyone was told are one announcement');
create temp table moved as select tests.event_id('Pune') as id;
select public.move_event(id, p_city => 'Nashik') from moved;
select is((select content ->> 'event_name' from public.announcements where kind = 'event_moved'), 'Meher Qazi - Nashik', 'It has the name of now');
select public.move_event(id, p_city => 'Pune') from moved;
update public.singers set name = 'Meher Quazi' where name = 'Meher Qazi';
select is((select count(*) from public.announcements where kind = 'event_changed'), 2::bigint, 'Another name is told for each event with buyers');
update public.singers set name = 'Meher Qazi' where name = 'Meher Quazi';
select is((select count(*) from public.announcements where kind = 'event_changed' and state = 'queued'), 0::bigint, 'but not one that was taken back');
select is(tests.work(), 1, 'The move is told');
select is(tests.told('chitra@example.in'), 'event_moved', 'to those who wait, too');
select public.cancel_event(tests.event_id('Pune'), 'Rain');
select public.cancel_event(tests.event_id('Pune'), 'Rain');
select tests.work();
select tests.act_as('asha@example.in');
select is((content ->> 'reason', (content ->> 'owed')::numeric), ('Rain'::text, 1830::numeric), 'A cancellation says why and what is owed')
  from public.my_notices() where kind = 'event_cancelled';
select is(tests.told('asha@example.in'), 'event_moved event_cancelled', 'once each');
select tests.answers('owner', $$select count(*) from public.outgoing_mail where kind = 'event_cancelled'$$, 2, 'and by mail where it is wanted');
select tests.does('asha@example.in', $$select public.save_profile('{"refund_upi_id": "asha@okaxis"}')$$);
select tests.act_as('admin@example.in');
select public.mark_refunded(r.id, '512345678901', 'asha@okaxis') from public.refunds r where r.user_id = tests.user_id('asha@example.in') order by r.amount desc limit 1;
select is(tests.told('asha@example.in'), 'event_moved event_cancelled refunded', 'A refund is told once; its ticket is not revoked aloud');

select public.reassign_seats(tests.payment_id('dev'), jsonb_build_array(jsonb_build_object('ticket_category_id', tests.category_id('Stalls'), 'seats', '["C1"]'::jsonb)));
select public.reassign_seats(tests.payment_id('dev'), jsonb_build_array(jsonb_build_object('ticket_category_id', tests.category_id('Stalls'), 'seats', '["C1"]'::jsonb)));
select public.start_refund(tests.payment_id('dev'), (select t.id from public.user_tickets t where t.payment_id = tests.payment_id('dev')), 100, 'Heat');
select public.revoke_tickets(array(select t.id from public.user_tickets t where t.payment_id = tests.payment_id('dev')), 'Sold on');
select is(tests.told('dev@example.in'), 'seats_changed refund_owed ticket_revoked', 'Other seats, money owed and a revoked ticket are told to the one');
select results_eq('select kind, user_email, mail from public.get_single_notices(tests.event_id(''Goa''))',
  $$values ('ticket_revoked', 'dev@example.in', 'waiting'), ('refund_owed', 'dev@example.in', 'waiting'), ('seats_changed', 'dev@example.in', 'waiting')$$, 'Staff read that they left');
select tests.answers('dev@example.in', $$select content -> 'from' from public.my_notices() where kind = 'seats_changed'$$, '["B1"]', 'with the seats before');

-- Asked for by the customer: nothing to tell
select is(jsonb_array_length(public.export_my_data() -> 'notices'), 3, 'The export has the notices');
select public.delete_my_account(true);
select tests.answers('owner', $$select count(*) from public.notices where user_id = tests.user_id('dev@example.in')$$, 0, 'They go with the account');
