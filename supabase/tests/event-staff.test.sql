-- Who works at an event, set from the event.
select tests.create_people('Asha Rao <asha@example.in>', 'admin: admin@example.in', 'gate: gate@example.in',
  'gate: ended@example.in', 'box_office: box@example.in');
select tests.create_event('Pune', now() + interval '9 days', 'Naveen Thirumal');
select tests.create_event('Goa', now() + interval '10 days', 'Naveen Thirumal');
select tests.does('owner', $$update public.staff set ends_at = now() - interval '1 minute' where user_id = tests.user_id('ended@example.in')$$);

create function tests.at_pune(p_email text, p_works boolean) returns text language sql as $$
  select format('select public.set_works_at(tests.event_id(''Pune''), tests.user_id(%L), %L)', p_email, p_works)
$$;
create function tests.staff_of(p_city text) returns text[] language sql as $$
  select array_agg(format('%s %s %s', split_part(e ->> 'email', '@', 1), e ->> 'role', e ->> 'works') order by e ->> 'email')
  from jsonb_array_elements(public.event_staff(tests.event_id(p_city))) as e
$$;
create function tests.at_all(p_email text, p_works boolean, p_role text default null) returns text language sql as $$
  select format('select public.set_works_at(null, tests.user_id(%L), %L, %L, true)', p_email, p_works, p_role)
$$;
create function tests.gates_of() returns text language sql as $$
  select string_agg(e ->> 'city', ' ') from jsonb_array_elements(public.gate_events()) as e
$$;

select tests.refuses(who, tests.at_pune('gate@example.in', true), 'PT403', 'forbidden', who || ' sets no one')
  from unnest(array['gate@example.in', 'box@example.in', 'asha@example.in']) as who;
select tests.refuses(who, $$select public.event_staff(tests.event_id('Pune'))$$, 'PT403', 'forbidden', who || ' reads no one')
  from unnest(array['gate@example.in', 'box@example.in', 'asha@example.in']) as who;
select tests.refuses(null, tests.at_pune('gate@example.in', true), 'PT401', 'not_signed_in', 'Nor do visitors');
select tests.refuses('admin@example.in', tests.at_pune('gate@example.in', null), 'PT400', 'invalid', 'Works or not');
select tests.refuses(tests.at_pune(who, true), 'PT404', 'not_found', who || ' is not set: no such staff')
  from unnest(array['asha@example.in', 'admin@example.in']) as who;
select tests.refuses($$select public.set_works_at(gen_random_uuid(), tests.user_id('gate@example.in'), true)$$, 'PT404', 'not_found', 'An unknown event');
select tests.refuses('select public.event_staff(gen_random_uuid())', 'PT404', 'not_found', 'has no staff either');

select is(tests.staff_of('Pune'), array['box box_office false', 'gate gate false'], 'Those whose role has ended are not offered');
select tests.does('admin@example.in', tests.at_pune('gate@example.in', true));
select tests.does('admin@example.in', tests.at_pune('gate@example.in', true));
select tests.does('admin@example.in', tests.at_pune('box@example.in', true));
select tests.does('admin@example.in', $$select public.set_works_at(tests.event_id('Goa'), tests.user_id('gate@example.in'), true)$$);
select is(tests.staff_of('Pune'), array['box box_office true', 'gate gate true'], 'Two are set, one of them twice');
select tests.does('admin@example.in', tests.at_pune('ended@example.in', true));
select is(tests.staff_of('Pune'), array['box box_office true', 'ended gate true', 'gate gate true'], 'Who is set is listed, with an ended role as well');
select tests.does('admin@example.in', tests.at_pune('gate@example.in', false));
select tests.does('admin@example.in', tests.at_pune('gate@example.in', false));
select is(tests.staff_of('Pune'), array['box box_office true', 'ended gate true', 'gate gate false'], 'One is taken off');
select is(tests.staff_of('Goa'), array['box box_office false', 'gate gate true'], 'Their other events stay');
select is((select count(*) from public.audit_log where "table" = 'staff_events' and actor = tests.user_id('admin@example.in')), 5::bigint, 'Each change is in the audit log, and no repetition');
select tests.act_as('gate@example.in');
select is((select jsonb_agg(e ->> 'city') from jsonb_array_elements(public.gate_events()) as e), '["Goa"]', 'The gate has the events that are set');

-- Set at all concerts, until it is taken back
select tests.create_event('Satara', now() - interval '3 days', 'Naveen Thirumal');
select tests.refuses(who, tests.at_all('gate@example.in', true), 'PT403', 'forbidden', who || ' gives no one all concerts')
  from unnest(array['gate@example.in', 'box@example.in', 'asha@example.in']) as who;
select tests.refuses(null, tests.at_all('gate@example.in', true), 'PT401', 'not_signed_in', 'Nor do visitors');
select tests.refuses('admin@example.in', tests.at_all('asha@example.in', true), 'PT404', 'not_found', 'A customer works at none');
select tests.refuses(tests.at_all('gate@example.in', true, 'box_office'), 'PT404', 'not_found', 'nor anyone in a role that they do not have');
select tests.refuses(tests.at_all('admin@example.in', true, 'admin'), 'PT404', 'not_found', 'nor in one that works at no door');
select tests.refuses($$select public.set_works_at(null, tests.user_id('gate@example.in'), true)$$, 'PT404', 'not_found', 'No event is not all of them');
select throws_ok($$select tests.as_owner('update public.staff set all_from = now() where role = ''admin''')$$, '23514', null, 'The table refuses it as well');
select tests.act_as('admin@example.in');
select tests.does('admin@example.in', tests.at_all('gate@example.in', true));
select tests.does('admin@example.in', tests.at_all('gate@example.in', true));
select is(tests.staff_of('Pune'), array['box box_office true', 'ended gate true', 'gate gate true'], 'They work at the one');
select is(tests.staff_of('Satara'), array['box box_office false', 'gate gate false'], 'but at none that was over before');
select is((select jsonb_agg(e -> 'all' order by e ->> 'email') from jsonb_array_elements(public.event_staff(tests.event_id('Pune'))) as e), '[false, false, true]', 'The list says who has all');
select tests.create_event('Indore', now() + interval '1 day', 'Naveen Thirumal');
select tests.does('owner', $$update public.events set published_at = null where city = 'Indore'$$);
select tests.answers('gate@example.in', 'tests.gates_of()', 'Pune Goa', 'The phone has all, and no draft');
select tests.refuses('select public.gate_roster(tests.event_id(''Indore''))', 'PT403', 'forbidden', 'nor its list');
select tests.does('owner', $$update public.events set published_at = now() where city = 'Indore'$$);
select tests.answers('gate@example.in', 'tests.gates_of()', 'Indore Pune Goa', 'A concert that is published later is there by itself');
select isnt_empty('select public.gate_roster(tests.event_id(''Indore''))', 'with its list for the device');
select tests.refuses('select public.box_office_events()', 'PT403', 'forbidden', 'The gate opens no till');
select tests.does('admin@example.in', tests.at_all('box@example.in', true, 'box_office'));
select tests.answers('box@example.in', 'jsonb_array_length(public.box_office_events())', 3, 'Box office staff sell for all in the same way');
select is(public.export_my_data() #>> '{roles,0,role}', 'box_office', 'Their data name the role');
select ok(public.export_my_data() #>> '{roles,0,all_from}' is not null, 'and since when it is for all');
select tests.does('admin@example.in', tests.at_all('gate@example.in', false));
select tests.does('admin@example.in', tests.at_all('gate@example.in', false));
select is((select count(*) from public.audit_log where "table" = 'staff' and actor = tests.user_id('admin@example.in')), 3::bigint, 'Each change is in the audit log, and no repetition');
select tests.answers('gate@example.in', 'tests.gates_of()', 'Goa', 'Taken back, the concerts set one by one stay');
select tests.does('owner', $$update public.staff set ends_at = now() where user_id = tests.user_id('box@example.in')$$);
select tests.refuses('box@example.in', 'select public.box_office_events()', 'PT403', 'forbidden', 'A role that has ended works at none');
