-- Bound passes: who may bind, one device at a time, and what the gate learns of it.
select tests.create_people('Asha Rao <asha@example.in>', 'Bela Das <bela@example.in>', 'admin: admin@example.in',
  'gate: gate@example.in');
select tests.create_concert('Pune', now() + interval '5 hours', 'Gold 1500 x100');
insert into public.staff_events (user_id, role, event_id) values (tests.user_id('gate@example.in'), 'gate', tests.event_id('Pune'));
select tests.hold_as('asha@example.in', 'two', 'Gold:A1,A2');
select tests.submit('two', '412345678901', 3600, 'Gold:A1,A2');
select tests.approve('two');
select tests.act_as_owner();

create function tests.ticket() returns uuid language sql security definer as $$ select id from public.user_tickets $$;
create function tests.key(p_name text) returns text language sql as $$ select '02' || encode(sha256(convert_to(p_name, 'UTF8')), 'hex') $$;
create function tests.listed() returns jsonb language plpgsql as $$
begin
  perform tests.act_as('gate@example.in');
  return public.gate_roster(tests.event_id('Pune')) #> '{rows,0,passes}';
end $$;

select tests.refuses(null, 'select public.bind_pass(tests.ticket(), 1, tests.key(''phone''))', 'PT401', 'not_signed_in', 'A visitor binds nothing');
select tests.refuses('bela@example.in', 'select public.bind_pass(tests.ticket(), 1, tests.key(''phone''))', 'PT404', 'not_found', 'nor does another customer');
select tests.refuses('asha@example.in', 'select public.bind_pass(tests.ticket(), 1, tests.key(''phone''))', 'PT409', 'too_late', 'Where paper will do, nothing is bound');
select tests.answers('gate@example.in', $$public.gate_roster(tests.event_id('Pune')) #> '{event,screen_only}'$$, 'false', 'and the gate knows');
select tests.does('admin@example.in', $$select public.set_pass_rules(tests.event_id('Pune'), '{"hand_over": true, "screen_only": true}')$$);
select tests.answers('gate@example.in', $$public.gate_roster(tests.event_id('Pune')) #> '{event,screen_only}'$$, 'true', 'A screen-only event says so to its gate');
select tests.answers(null, $$(select e -> 'screen_only' from jsonb_array_elements(public.read_catalogue() -> 'events') as e)$$, 'true', 'and to everybody who looks at it');
create function pg_temp.told() returns text language plpgsql as $$
begin
  perform tests.act_as_owner();
  perform private.work_announcements();
  return (select string_agg(concat_ws(' ', f.name, coalesce(a.content, n.content) ->> 'to', n.ticket_id is not null), ', ' order by n.created_at)
    from public.notices n join public.profiles f on f.id = n.user_id left join public.announcements a on a.id = n.announcement_id
    where n.kind = 'screen_only');
end $$;
select is(pg_temp.told(), 'Asha Rao true f', 'Who has tickets gets a notice');
select tests.does('admin@example.in', $$select public.set_pass_rules(tests.event_id('Pune'), '{"hand_over": true, "screen_only": true}')$$);
select is(pg_temp.told(), 'Asha Rao true f', 'once');
select tests.does('owner', $$select private.remind_of_codes()$$);
select tests.does('owner', $$select private.remind_of_codes()$$);
select is(pg_temp.told(), 'Asha Rao true f, Asha Rao true t', 'and reminded once before it begins, while a code is on no phone');
select tests.act_as('asha@example.in');
select tests.refuses('asha@example.in', format('select public.bind_pass(tests.ticket(), 1, %L)', k), 'PT400', 'invalid', 'No key: ' || coalesce(k, 'null'))
  from unnest(array[null, '', '04' || repeat('0', 64), '02' || repeat('0', 62), '02' || repeat('G', 64)]) as k;
select is(public.bind_pass(tests.ticket(), 1, tests.key('phone')) - 'signature' - 'key_number',
  jsonb_build_object('number', 1, 'seat', 'A1', 'issue', 1, 'device_key', tests.key('phone'), 'old_code_at', null), 'A pass is bound to the phone that asks');
select is(public.bind_pass(tests.ticket(), 1, tests.key('phone')) -> 'issue', '1', 'A repeat changes nothing');
select tests.refuses('select public.bind_pass(tests.ticket(), 1, tests.key(''other''))', 'PT409', 'link_used', 'Another phone does not get it unasked');
select is(tests.listed(), '[["A1", 1, 1], ["A2", 0, 0]]', 'The first binding is no news for the gate, and voids the fixed code');
select tests.answers('asha@example.in', $$public.bind_pass(tests.ticket(), 1, tests.key('other'), true) -> 'issue'$$, '2', 'The holder moves it to another phone');
select tests.answers('owner', $$tests.wrong_codes()$$, 0, 'Every code is signed with its device''s key');
select is((select count(*) from public.audit_log where action = 'bind'), 2::bigint, 'The history has each binding');
select is(tests.listed() #>> '{0,3}' || ' ' || ((tests.listed() #>> '{0,4}')::timestamptz > now() - interval '1 minute'), 'false true', 'The gate learns that it was moved, and when');

-- Handed over: unbound, and bound by its new holder.
select tests.act_as('asha@example.in');
create temporary table link as select public.hand_over_pass(tests.ticket(), 1) ->> 'secret' as secret;
select tests.answers('bela@example.in', $$select public.accept_pass(secret) #> '{0,passes,0,device_key}' from link$$, 'null', 'A pass that is handed over is bound to no phone');
select is(public.bind_pass(tests.ticket(), 1, tests.key('bela''s')) -> 'issue', '4', 'Its new holder binds it');
select is(tests.listed() -> 0, '["A1", 4, 4, "Bela D."]', 'to their first phone, which is no move');
select tests.refuses('asha@example.in', 'select public.bind_pass(tests.ticket(), 1, tests.key(''phone''), true)', 'PT404', 'not_found', 'and the giver not any more');
select tests.does('admin@example.in', $$select public.revoke_tickets(array[tests.ticket()], 'Charged back')$$);
select tests.refuses('bela@example.in', 'select public.bind_pass(tests.ticket(), 1, tests.key(''new''), true)', 'PT409', 'already_decided', 'A revoked ticket is bound to nothing');
