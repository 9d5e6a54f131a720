-- A role ends at its time, without a job; the shop keeps an admin without an end.
select tests.create_people('admin: chief@example.in', 'admin: second@example.in', 'gate: gate@example.in',
  'box_office: box@example.in', 'Asha Menon <asha@example.in>');
select tests.create_event('Pune', now() + interval '1 day');
select tests.create_event('Nashik');
create function tests.end_role(p_email text, p_at timestamptz) returns void language sql security definer as $$
  update public.staff set ends_at = p_at where user_id = tests.user_id(p_email) $$;

select tests.answers('chief@example.in', $$public.set_staff_role(tests.user_id('gate@example.in'), 'gate', now() + interval '1 hour')$$, 'gate', 'A role gets an end');
select public.set_staff_events(tests.user_id('gate@example.in'), array[tests.event_id('Pune')]);
select public.set_staff_events(tests.user_id('box@example.in'), array[tests.event_id('Nashik')]);
select is((select roles -> 0 ->> 'ends_at' from public.get_all_profiles() where profile_id = tests.user_id('gate@example.in'))::timestamptz,
  (now() + interval '1 hour')::timestamptz, 'The list of people has it');
select tests.refuses(format('select public.set_staff_role(%L, ''gate'', now() - interval ''1 second'')', tests.user_id('gate@example.in')),
  'PT400', 'invalid', 'An end in the past is refused');
select tests.refuses(format('select public.set_staff_role(%L, ''gate'', ''infinity'')', tests.user_id('gate@example.in')),
  'PT400', 'invalid', 'and one that never comes');

select tests.answers('gate@example.in', $$public.my_role()$$, 'gate', 'Before its end the role holds');
select ok(public.gate_key(tests.event_id('Pune')) is not null, 'and opens the gate');
select tests.does('owner', $$select tests.end_role('gate@example.in', now())$$);
select tests.answers('gate@example.in', $$public.my_role()$$, null, 'At its end it is over');
select tests.refuses('select public.gate_events()', 'PT403', 'forbidden', 'The gate is shut');
select tests.refuses(format('select public.gate_key(%L)', tests.event_id('Pune')), 'PT403', 'forbidden', 'gives no key');
select tests.refuses('select public.record_scans(''[]'')', 'PT403', 'forbidden', 'and takes no scan');
select is((select count(*) from public.ticket_scans), 0::bigint, 'Scans are not read');
select is((select ends_at <= now() from public.staff), true, 'The account reads when it ended');

-- The last admin
select tests.answers('second@example.in', $$public.set_staff_role(tests.user_id('second@example.in'), 'admin', now() + interval '1 day')$$, 'admin', 'One of two admins may have an end');
select tests.refuses(call, 'PT409', 'last_admin', rule) from (values
  (format('select public.set_staff_role(%L, ''admin'', now() + interval ''1 day'')', tests.user_id('chief@example.in')), 'The last admin without an end gets none'),
  (format('select public.set_staff_role(%L, ''gate'')', tests.user_id('chief@example.in')), 'and keeps the role'),
  (format('select public.close_account(%L)', tests.user_id('chief@example.in')), 'and the account')) as x (call, rule);
select tests.refuses(format('select public.set_staff_role(%L, ''admin'')', tests.user_id('second@example.in')),
  'PT403', 'forbidden', 'An admin with an end does not take it off');
select tests.refuses(format('select public.set_staff_role(%L, ''admin'', now() + interval ''2 days'')', tests.user_id('asha@example.in')),
  'PT403', 'forbidden', 'and makes no admin who stays longer');
select is(public.set_staff_role(tests.user_id('asha@example.in'), 'gate'), 'gate', 'Other roles they may give');
select tests.refuses('chief@example.in', 'select public.delete_my_account(true)', 'PT409', 'last_admin', 'Nor can the last admin without an end leave');
select is(public.set_staff_role(tests.user_id('second@example.in'), 'admin'), 'admin', 'An admin without an end takes it off');
select is(public.set_staff_role(tests.user_id('chief@example.in'), 'admin', now() + interval '1 day'), 'admin', 'Then the other one may have one');
select tests.does('owner', $$select tests.end_role('chief@example.in', now())$$);
select tests.answers('chief@example.in', $$public.my_role()$$, null, 'An admin''s role ends too');
select tests.refuses(format('select public.set_staff_role(%L, ''admin'')', tests.user_id('chief@example.in')), 'PT403', 'forbidden', 'and does not renew itself');
select is_empty('select * from public.get_all_profiles()', 'The lists are empty then');

-- Box office staff sell, and read nothing of what others bought.
select tests.answers('box@example.in', $$public.my_role()$$, 'box_office', 'Box office staff have their role');
select is(public.box_office_events() #>> '{0,name}', 'Asha Rao, Nashik', 'They see the events they sell for');
select is(jsonb_array_length(public.box_office_events()), 1, 'and no other');
select tests.as_owner($$update public.events set published_at = null where city = 'Nashik'$$);
select is(public.box_office_events(), '[]', 'nor a draft');
select tests.as_owner($$update public.events set published_at = now() where city = 'Nashik'$$);
select tests.refuses('select public.gate_events()', 'PT403', 'forbidden', 'They have no gate');
select is((select count(*) from public.staff), 1::bigint, 'They see their own role');
select is_empty(format('select from public.%I', t), 'They read no row of ' || t)
  from unnest(array['profiles', 'payments', 'payment_lines', 'payment_flags', 'user_tickets', 'refunds', 'credits', 'seat_claims',
    'contact_messages', 'audit_log', 'ticket_scans', 'staff_invitations']) as t
  where t <> 'profiles';
select is((select count(*) from public.profiles), 1::bigint, 'and of profiles their own alone');
select is_empty(format('select * from public.%s', f), 'They get nothing from ' || f)
  from unnest(array['get_all_profiles()', 'get_all_tickets()', 'get_payment_details()', 'get_check_ins()',
    'search_payments(''asha'')', 'search_tickets(''asha'')', 'search_profiles(''asha'')', 'get_history()']) as f;
select tests.refuses(format('select public.%s', f), 'PT403', 'forbidden', 'They are refused ' || f)
  from unnest(array['match_bank_rows()', 'list_bank_imports()', 'payment_bank_states(''{}'')', 'list_invitations()', 'closed_accounts()',
    'dashboard_stats()', 'count_listed(''payments'')', 'invite_staff(''X'', ''admin'')', 'set_staff_events(null, ''{}'')',
    'review_payment(null, ''approved'')', 'start_refund(null)', 'find_refundable(null)']) as f;
select tests.does('owner', $$select tests.end_role('box@example.in', now())$$);
select tests.refuses('box@example.in', 'select public.box_office_events()', 'PT403', 'forbidden', 'Their role ends like any other');
select tests.refuses('asha@example.in', 'select public.box_office_events()', 'PT403', 'forbidden', 'Gate staff sell nothing');
select tests.refuses(null, 'select public.box_office_events()', 'PT401', 'not_signed_in', 'and visitors neither');
