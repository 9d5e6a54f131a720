-- Roles: several a person, each with its end; events staff see no money, payments staff change no concert. Which function asks for
-- which role is in roles.test.ts.
select tests.create_people('asha@example.in', 'admin: admin@example.in', 'events: events@example.in', 'payments: payments@example.in',
  'gate: gate@example.in');
select tests.create_concert('Pune', now() + interval '20 days', 'Gold 1500 x40');
select tests.create_concert('Nashik', now() + interval '30 days', 'Silver 500 x40');
select tests.submit_as('asha@example.in', 'one', '400000000001', 1800, 'Gold:A1');
select tests.submit_as('asha@example.in', 'two', '400000000002', 1800, 'Gold:A2');
select tests.approve('one');
select public.import_bank_rows(jsonb_build_array(tests.credit('400000000002', 1800)));

-- Who gives roles
select tests.refuses(p, format('select public.set_staff_roles(tests.user_id(%L), ''{"admin": null}'')', p), 'PT403', 'forbidden', p || ' raises no one, not even themselves')
  from unnest(array['events@example.in', 'payments@example.in', 'gate@example.in', 'asha@example.in']) as p;
select tests.refuses(p, 'select public.invite_staff(''X'', ''gate'')', 'PT403', 'forbidden', p || ' invites no one')
  from unnest(array['events@example.in', 'payments@example.in']) as p;
select tests.denies('events@example.in', $$insert into public.staff (user_id, role) values (tests.user_id('events@example.in'), 'admin')$$, 'nor writes a role');
select tests.denies($$update public.staff set role = 'admin'$$, 'nor changes one');
select tests.refuses('admin@example.in', format('select public.set_staff_roles(tests.user_id(''gate@example.in''), %L)', bad), 'PT400', 'invalid', 'No roles: ' || coalesce(bad, 'null'))
  from unnest(array[null, '[]', '"gate"', '{"owner": null}', '{"gate": 5}', '{"gate": "tomorrow"}', '{"gate": "2020-01-01T00:00:00Z"}']) as bad;

-- Several roles, each with its end
select public.set_staff_roles(tests.user_id('gate@example.in'), jsonb_build_object('gate', now() + interval '1 hour', 'box_office', null));
select public.set_staff_events(tests.user_id('gate@example.in'), array[tests.event_id('Pune')], 'gate');
select is(public.set_staff_events(tests.user_id('gate@example.in'), array[tests.event_id('Nashik')], 'box_office'), array[tests.event_id('Nashik')], 'Each role has its events');
select tests.refuses($$select public.set_staff_events(tests.user_id('gate@example.in'), '{}', 'events')$$, 'PT404', 'not_found', 'Concerts staff work at all');
select tests.answers('gate@example.in', 'public.my_role()', 'box_office', 'The widest role comes first');
select is(jsonb_path_query_array(public.my_roles(), '$[*].role'), '["box_office", "gate"]', 'Both hold');
select is(public.gate_events() #>> '{0,event_id}', tests.event_id('Pune')::text, 'The gate is that of its events');
select is(public.box_office_events() #>> '{0,event_id}', tests.event_id('Nashik')::text, 'the till that of the other ones');
select is(jsonb_array_length(public.gate_events()) + jsonb_array_length(public.box_office_events()), 2, 'and no others');
select tests.does('owner', $$update public.staff set ends_at = now() where user_id = tests.user_id('gate@example.in') and role = 'gate'$$);
select tests.refuses('gate@example.in', 'select public.gate_events()', 'PT403', 'forbidden', 'One role ends');
select is(jsonb_array_length(public.box_office_events()), 1, 'and the other holds');
select tests.does('admin@example.in', format('select public.set_staff_roles(tests.user_id(''gate@example.in''), %L)', jsonb_build_object('gate', now(), 'events', null)));
select is((select roles from public.get_all_profiles() where email = 'gate@example.in'), jsonb_build_array(jsonb_build_object('role', 'events', 'ends_at', null),
  jsonb_build_object('role', 'gate', 'ends_at', now())), 'One that has ended stays as it was when another is given, and one that is not named goes');
select is((select array_agg(role) from public.staff_events where user_id = tests.user_id('gate@example.in')), array['gate'], 'with its events');
select is((select count(*) from public.get_all_profiles() where email = 'gate@example.in'), 1::bigint, 'The list has a person once');
select tests.refuses($$select public.set_staff_roles(tests.user_id('admin@example.in'), '{"events": null, "payments": null}')$$, 'PT409', 'last_admin', 'The last admin stays one');
select is(public.set_staff_roles(tests.user_id('admin@example.in'), '{"admin": null, "gate": null}'), '{"admin": null, "gate": null}', 'with other roles beside it');

-- Events staff see and move no money.
select tests.act_as('events@example.in');
select is_empty(format('select from public.%I', t), 'They read no row of ' || t)
  from unnest(array['payments', 'payment_lines', 'payment_flags', 'user_tickets', 'refunds', 'credits', 'credit_proofs', 'bank_debits', 'seat_claims', 'ledger',
    'papers', 'settlements', 'payouts', 'discount_codes', 'contact_messages', 'audit_log', 'proof_rules', 'tills', 'passes', 'notices']) as t;
select is((select array_agg(email) from public.profiles), array['events@example.in'], 'and of people themselves alone');
select is_empty(format('select from public.%s', f), 'They get nothing from ' || f)
  from unnest(array['get_payment_details()', 'get_all_tickets()', 'get_refunds()', 'get_all_profiles()', 'get_history()', 'get_check_ins()',
    'search_payments(''asha'')', 'search_tickets(''asha'')', 'search_refunds(''asha'')', 'search_profiles(''asha'')']) as f;
select tests.affects($$update public.events set line_up = array['Meera'] where city = 'Pune'$$, 1, 'They change a concert');
select tests.affects($$update public.ticket_categories set price = 600 where name = 'Silver'$$, 1, 'and a price');
select tests.affects($$update public.shop_settings set upi_id = 'mine@okaxis'$$, 0, 'but no setting');
select tests.denies($$update public.events set status = 'cancelled' where city = 'Nashik'$$, 'They cancel nothing by hand');
select tests.refuses(format('select public.cancel_event(%L, ''Rain'')', tests.event_id('Pune')), 'PT403', 'forbidden', 'nor by the call, which would owe refunds');
select tests.refuses(format('select public.move_event(%L, now() + interval ''40 days'')', tests.event_id('Pune')), 'PT403', 'forbidden', 'They move nothing that has sold');
select tests.refuses(format('select public.change_concert(%L, %s, %L)', id, revision, '{"city": "Goa"}'), 'PT403', 'forbidden', 'nor by editing it')
  from public.events where city = 'Pune';
select is(public.edit_concerns(tests.event_id('Pune'), '{"city": "Goa"}') -> 'refused', '[{"path": "date", "code": "forbidden"}]', 'which the form says before');
select tests.allows('events@example.in', format('select public.change_concert(%L, %s, %L)', id, revision, '{"venue": "Kalidas Hall"}'), 'What has not sold they move')
  from public.events where city = 'Nashik';
select is(jsonb_array_length(public.add_guests(tests.category_id('Gold'), jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'name', 'Meera', 'seats', array['B1'])))), 1, 'They invite guests');
select ok(public.new_ticket_link((public.list_guests(tests.event_id('Pune')) #>> '{0,ticket_id}')::uuid) is not null, 'and give a new link');
select tests.refuses(format('select public.new_ticket_link(%L)', (select id from public.user_tickets)), 'PT404', 'not_found', 'of guests alone');
select tests.refuses(format('select public.review_payment(%L, ''approved'')', tests.payment_id('two')), 'PT403', 'forbidden', 'They approve nothing');

-- Payments staff decide about money, and change no concert and no setting.
select tests.act_as('payments@example.in');
select is((select count(*) from public.get_payment_details() where email = 'asha@example.in'), 2::bigint, 'They read payments');
select is((select count(*) from public.search_payments('asha')), 2::bigint, 'and find them');
select is((select count(*) from public.credits), 1::bigint, 'They read credits');
select is(public.review_payment(tests.payment_id('two'), 'approved') ->> 'status', 'approved', 'They approve');
select tests.refuses('select public.count_listed(''users'')', 'PT403', 'forbidden', 'They list no people');
select tests.refuses('select public.read_file_rows(''users'')', 'PT403', 'forbidden', 'nor save them as a file');
select is_empty('select from public.get_all_profiles()', 'nor their roles');
select is_empty(format('select from public.%I', t), 'They read no row of ' || t)
  from unnest(array['discount_codes', 'contact_messages', 'audit_log', 'proof_rules', 'announcements', 'tills', 'staff_invitations']) as t;
select tests.affects(q, 0, 'They do not: ' || q) from unnest(array[
  $$update public.events set line_up = null$$, $$update public.ticket_categories set price = 1$$, $$delete from public.singers$$,
  $$update public.shop_settings set upi_id = 'mine@okaxis'$$, $$update public.proof_rules set approve = 'always'$$,
  $$update public.discount_codes set percent = 5$$, $$update public.contact_messages set handled_at = now()$$]) as q;
select tests.denies($$insert into public.singers (name) values ('X')$$, 'They add no singer');
select tests.refuses(format('select public.publish_event(%L)', tests.event_id('Pune')), 'PT403', 'forbidden', 'They publish nothing');
