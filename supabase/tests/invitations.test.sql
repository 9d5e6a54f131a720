-- Invitations of staff: made by admins, accepted once, by an account with a confirmed address.
select tests.create_people('admin: admin@example.in', 'admin: other@example.in', 'gate: gate@example.in',
  'box_office: box@example.in', 'Asha Menon <asha@example.in>', 'Ravi Iyer <ravi@example.in>');
select tests.create_user('new@example.in', 'Nobody', false);
select tests.create_event('Pune', now() + interval '1 day');
select tests.create_event('Nashik');

create temp table links (name text primary key, secret text, id uuid);
create function tests.invite(p_name text, p_role text, p_events uuid[] default '{}', p_role_ends_at timestamptz default null)
  returns void language plpgsql as $$
declare
  v jsonb := public.invite_staff(p_name, p_role, p_events, p_role_ends_at);
begin
  insert into links values (p_name, v ->> 'secret', (v ->> 'id')::uuid);
end $$;
create function tests.secret(p_name text) returns text language sql as $$ select secret from links where name = p_name $$;
create function tests.role_of(p_email text) returns text language sql security definer as $$
  select string_agg(concat_ws(' ', s.role, case when s.ends_at is not null then 'until ' || round(extract(epoch from s.ends_at - now()) / 3600) || ' h' end,
    (select string_agg(e.city, ',' order by e.city) from public.staff_events w join public.events e on e.id = w.event_id
      where w.user_id = s.user_id and w.role = s.role)), '; ' order by s.role)
  from public.staff s where s.user_id = tests.user_id(p_email) $$;
create function tests.change_invitation(p_name text, p_set text) returns void language plpgsql security definer as $$
begin
  execute format('update public.staff_invitations set %s where id = %L', p_set, (select id from links where name = p_name));
end $$;

-- Who may invite
select tests.refuses(null, 'select public.invite_staff(''X'', ''gate'')', 'PT401', 'not_signed_in', 'Visitors invite nobody');
select tests.refuses('select public.list_invitations()', 'PT401', 'not_signed_in', 'and read no list');
select tests.refuses('select public.revoke_invitation(null)', 'PT401', 'not_signed_in', 'and take nothing back');
select tests.refuses('select public.accept_invitation(''AAAAAAAAAAAAAAAAAAAAAA'')', 'PT401', 'not_signed_in', 'and accept nothing');
select tests.denies('select * from public.staff_invitations', 'Nor do they read the table');
select tests.act_as(p) || tests.refuses('select public.invite_staff(''X'', ''gate'')', 'PT403', 'forbidden', p || ' invites no one')
  || tests.refuses('select public.list_invitations()', 'PT403', 'forbidden', p || ' reads no list')
  || tests.refuses('select public.revoke_invitation(null)', 'PT403', 'forbidden', p || ' takes nothing back')
  from unnest(array['asha@example.in', 'gate@example.in', 'box@example.in']) as p;

-- What can be asked for
select tests.act_as('admin@example.in');
select is(tests.refusal(q) ->> 'detail', d, d || ': ' || q) from (values
  ('select public.invite_staff('' '', ''gate'')', 'p_name'),
  ('select public.invite_staff(repeat(''x'', 81), ''gate'')', 'p_name'),
  ('select public.invite_staff(''X'', ''owner'')', 'p_role'),
  ('select public.invite_staff(''X'', null)', 'p_role'),
  ('select public.invite_staff(''X'', ''gate'', null)', 'p_event_ids'),
  ('select public.invite_staff(''X'', ''gate'', array[gen_random_uuid()])', 'p_event_ids'),
  ('select public.invite_staff(''X'', ''admin'', array[tests.event_id(''Pune'')])', 'p_event_ids'),
  ('select public.invite_staff(''X'', ''events'', p_all_events => true)', 'p_all_events'),
  ('select public.invite_staff(''X'', ''gate'', ''{}'', now())', 'p_role_ends_at'),
  ('select public.invite_staff(''X'', ''gate'', ''{}'', null, now())', 'p_expires_at'),
  ('select public.invite_staff(''X'', ''gate'', ''{}'', null, now() + interval ''32 days'')', 'p_expires_at')) as v (q, d);

select tests.invite('Farah', 'gate', array[tests.event_id('Pune')], now() + interval '30 hours');
select ok(tests.secret('Farah') ~ '^[A-Za-z0-9_-]{22}$', 'The link has a secret of 128 bits');
select is_empty(format('select from public.staff_invitations i where i::text like %L', '%' || tests.secret('Farah') || '%'), 'which the table does not have');
select is_empty(format('select from public.audit_log a where a::text like %L', '%' || tests.secret('Farah') || '%'), 'nor the history');
select is((select concat_ws(' ', name, role, state, events #>> '{0,name}', made_by_name) from public.list_invitations()),
  'Farah gate open Asha Rao, Pune admin', 'The list has it');

-- Reading changes nothing.
select tests.answers(null, $$public.read_invitation(tests.secret('Farah')) - array['expires_at', 'role_ends_at']$$,
  jsonb_build_object('state', 'open', 'name', 'Farah', 'role', 'gate', 'made_by_name', 'admin', 'all_events', false, 'events', jsonb_build_array(
    jsonb_build_object('event_id', tests.event_id('Pune'), 'name', 'Asha Rao, Pune', 'venue', 'Hall', 'date', now() + interval '1 day'))),
  'Whoever has the link reads what it gives');
select tests.refuses(format('select public.read_invitation(%L)', s), 'PT404', 'not_found', 'No invitation: ' || coalesce(s, 'null'))
  from unnest(array['AAAAAAAAAAAAAAAAAAAAAA', '', 'x', repeat('A', 100000), null]) as s;

-- One use, under two accounts
select tests.refuses('new@example.in', format('select public.accept_invitation(%L)', tests.secret('Farah')), 'PT409', 'not_confirmed', 'An address is confirmed first');
select tests.refuses('asha@example.in', 'select public.accept_invitation(''AAAAAAAAAAAAAAAAAAAAAA'')', 'PT404', 'not_found', 'A guess gives nothing');
select is(public.accept_invitation(tests.secret('Farah')), '{"result": "accepted", "role": "gate"}', 'A customer accepts');
select is(public.my_role(), 'gate', 'and has the role');
select is(tests.role_of('asha@example.in'), 'gate until 30 h Pune', 'with its event and its end');
select is(public.accept_invitation(tests.secret('Farah')), '{"result": "accepted", "role": "gate"}', 'A repeat says the same');
select is(public.read_invitation(tests.secret('Farah')) ->> 'state', 'yours', 'They see that it is theirs');
select is((select string_agg(key, ',') from jsonb_each(public.export_my_data() -> 'invitations' -> 0) where key ~ 'hash|made_by'), null, 'Their export has no secret');
select tests.answers('ravi@example.in', $$public.read_invitation(tests.secret('Farah'))$$, '{"state": "used"}', 'Others read no more than that it was used');
select is(tests.refusal(format('select public.accept_invitation(%L)', tests.secret('Farah'))) - 'state', '{"code": "already_decided", "detail": "used"}', 'A second account gets nothing');
select is(public.my_role(), null, 'and stays a customer');
select tests.act_as('admin@example.in');
select tests.refuses(format('select public.revoke_invitation(%L)', (select id from links where name = 'Farah')), 'PT409', 'already_decided', 'What was accepted is not taken back');
select is((select string_agg(action, ' ' order by id) from public.audit_log where "table" = 'staff_invitations'), 'invite accept', 'The history has both');

-- Expired, revoked, made by somebody who is no admin now
select tests.invite('late', 'gate');
select tests.invite('role over', 'gate', '{}', now() + interval '1 hour');
select tests.invite('revoked', 'gate');
select is(public.revoke_invitation((select id from links where name = 'revoked')), 'revoked', 'An admin takes a link back');
select is(public.revoke_invitation((select id from links where name = 'revoked')), 'revoked', 'and again');
select tests.refuses('select public.revoke_invitation(gen_random_uuid())', 'PT404', 'not_found', 'An unknown one not');
select tests.does('other@example.in', $$select tests.invite('orphan', 'admin')$$);
select tests.does('admin@example.in', $$select public.set_staff_role(tests.user_id('other@example.in'), null)$$);
select tests.does('owner', $$select tests.change_invitation('late', 'expires_at = now()')$$);
select tests.change_invitation('role over', 'role_ends_at = now()');
select tests.act_as('ravi@example.in');
select is(tests.refusal(format('select public.accept_invitation(%L)', tests.secret(n))) ->> 'detail', s, 'Gives nothing: ' || n)
  from (values ('late', 'expired'), ('role over', 'expired'), ('revoked', 'revoked'), ('orphan', 'revoked')) as v (n, s);
select is(public.my_role(), null, 'Nothing was given');

-- Roles that people have
select tests.does('admin@example.in', $$select tests.invite('second gate', 'gate', array[tests.event_id('Nashik')], now() + interval '2 hours')$$);
select tests.invite('till', 'box_office', array[tests.event_id('Nashik')]);
select tests.invite('down', 'gate', array[tests.event_id('Nashik')]);
select tests.invite('again', 'gate', array[tests.event_id('Nashik')]);
select is(public.accept_invitation(tests.secret('down')), '{"result": "kept", "role": "admin"}', 'An admin stays one');
select is(tests.role_of('admin@example.in'), 'admin', 'without events');
select is(public.read_invitation(tests.secret('down')) ->> 'state', 'open', 'and the link stays for its person');
select tests.answers('box@example.in', $$public.accept_invitation(tests.secret('down'))$$, '{"result": "accepted", "role": "gate"}', 'Box office staff get the gate, too');
select is(tests.role_of('box@example.in'), 'box_office; gate Nashik', 'with its events, which are not the box office''s');
select tests.answers('asha@example.in', $$public.accept_invitation(tests.secret('second gate')) ->> 'result'$$, 'accepted', 'The same role');
select is(tests.role_of('asha@example.in'), 'gate until 30 h Nashik,Pune', 'adds events and keeps the later end');
select is(public.accept_invitation(tests.secret('till')) ->> 'result', 'accepted', 'Another one');
select is(tests.role_of('asha@example.in'), 'box_office Nashik; gate until 30 h Nashik,Pune', 'comes beside it, with its own events and end');
select tests.does('owner', $$update public.staff set ends_at = now() where user_id = tests.user_id('gate@example.in')$$);
insert into public.staff_events (user_id, role, event_id) values (tests.user_id('gate@example.in'), 'gate', tests.event_id('Pune'));
select tests.answers('gate@example.in', $$public.accept_invitation(tests.secret('again')) ->> 'result'$$, 'accepted', 'A role that has ended');
select is(tests.role_of('gate@example.in'), 'gate Nashik', 'brings none of its events back');

-- All concerts
select tests.does('admin@example.in', $$insert into links select 'all', v ->> 'secret', (v ->> 'id')::uuid from public.invite_staff('all', 'gate', p_all_events => true) as v$$);
select is((select all_events from public.list_invitations() where name = 'all'), true, 'The list says that it is for all concerts');
select tests.answers(null, $$public.read_invitation(tests.secret('all')) -> 'all_events'$$, 'true', 'and so does the link');
select tests.answers('ravi@example.in', $$public.accept_invitation(tests.secret('all')) ->> 'result'$$, 'accepted', 'Who accepts it');
select is(jsonb_array_length(public.gate_events()), 2, 'works at each of them');
select tests.does('admin@example.in', $$select tests.invite('one more', 'gate', array[tests.event_id('Nashik')])$$);
select tests.answers('ravi@example.in', $$public.accept_invitation(tests.secret('one more')) ->> 'result'$$, 'accepted', 'Another link for one concert');
select is(jsonb_array_length(public.gate_events()), 2, 'takes none of them away');

-- Accounts that are closed or deleted
select tests.does('admin@example.in', $$select tests.invite('closed', 'gate')$$);
select public.close_account(tests.user_id('ravi@example.in'));
select tests.refuses('ravi@example.in', format('select public.accept_invitation(%L)', tests.secret('closed')), 'PT401', 'not_signed_in', 'A closed account accepts nothing');
select tests.allows('asha@example.in', 'select public.delete_my_account(true)', 'A member of staff deletes the account');
select tests.sees_none('owner', format('select from public.staff_invitations where used_by = %L', tests.user_id('asha@example.in')), 'and the invitation goes with it');
