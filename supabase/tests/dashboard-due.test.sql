-- What falls due: a month to close, refunds owed for long, tills left open, roles and invitations that end.
-- Without the books: months have entries of nothing here.
create function tests.month(p_ago integer) returns date language sql stable as $$
  select (date_trunc('month', now() at time zone 'Asia/Kolkata') - p_ago * interval '1 month')::date $$;
create function tests.due() returns jsonb language sql as $$ select jsonb_strip_nulls(public.dashboard_due()) - 'has_gstin' $$;
create function tests.entry(p_day date) returns void language sql security definer as $$
  insert into public.ledger (day, booked_at, kind, subject, account, amount)
  select p_day, now(), 'till', gen_random_uuid(), a.account, a.amount from (values ('till', 1), ('float', -1)) as a (account, amount) $$;
select tests.create_people('Asha Menon <asha@example.in>', 'admin: admin@example.in', 'gate: gate@example.in', 'box_office: box@example.in');
select tests.refuses(null, 'select public.dashboard_due()', 'PT401', 'not_signed_in', 'Visitors have to sign in');
select tests.refuses('asha@example.in', 'select public.dashboard_due()', 'PT403', 'forbidden', 'Customers do not see what falls due');
select tests.refuses('box@example.in', 'select public.dashboard_due()', 'PT403', 'forbidden', 'Nor do sellers');
select tests.answers('admin@example.in', 'tests.due()',
  '{"refunds": 0, "refunds_sum": "0.00", "tills": 0, "roles": 0, "invitations": 0}'::jsonb, 'Nothing falls due in an empty shop');

-- A month
select tests.entry(tests.month(0));
select is(public.dashboard_due() ->> 'month', null, 'This month is not over');
select tests.entry(tests.month(1));
select tests.entry(tests.month(2) + 20);
select is(public.dashboard_due() ->> 'month', tests.month(2)::text, 'The first month that is over and not closed');
select public.close_month(tests.month(2));
select is(public.dashboard_due() ->> 'month', tests.month(1)::text, 'then the next one');
select public.close_month(tests.month(1));
select is(public.dashboard_due() ->> 'month', null, 'and none once all are closed');
select tests.does('owner', $$update public.shop_settings set gstin = '27AAPFU0939F1ZV'$$);
select tests.answers('admin@example.in', $$public.dashboard_due() ->> 'has_gstin'$$, 'true', 'It says whether the shop has a GSTIN');

-- Refunds
select tests.does('owner', $$select tests.create_concert('Pune', now() + interval '10 days', 'Gold 1500 x100')$$);
select tests.submit_as('asha@example.in', 'one', '412345678901', 3600, 'Gold:A1,A2');
select tests.does('admin@example.in', $$select tests.approve('one')$$);
select tests.does('admin@example.in', $$select public.start_refund(tests.payment_id('one'), t.id, null, 'Ill') from public.user_tickets t$$);
select is(tests.due() ->> 'refunds', '0', 'A refund of today is not late');
select tests.without_triggers($$update public.refunds set requested_at = now() - interval '7 days 1 minute'$$);
select is(tests.due() - 'tills' - 'roles' - 'invitations', '{"refunds": 1, "refunds_sum": "3600.00"}', 'After seven days it is');

-- Tills
select tests.does('owner', $$insert into public.tills (id, name, opened_by, opened_at, opening_cash) values
  (gen_random_uuid(), 'Door A', tests.user_id('box@example.in'), (now() at time zone 'Asia/Kolkata')::date::timestamp at time zone 'Asia/Kolkata' - interval '1 second', 0),
  (gen_random_uuid(), 'Door B', tests.user_id('gate@example.in'), (now() at time zone 'Asia/Kolkata')::date::timestamp at time zone 'Asia/Kolkata', 0)$$);
select tests.answers('admin@example.in', $$tests.due() ->> 'tills'$$, '1', 'A till of an earlier day is still open');

-- Roles and invitations
select public.set_staff_role(tests.user_id('gate@example.in'), 'gate', now() + interval '8 days');
select public.invite_staff('Sunita', 'gate', p_expires_at => now() + interval '8 days');
select is(tests.due() - array['refunds', 'refunds_sum', 'tills', 'roles_from', 'invitations_from'], '{"roles": 0, "invitations": 0}', 'In eight days is later');
select tests.does('owner', $$update public.staff set ends_at = now() + interval '6 days' where ends_at is not null;
  update public.staff_invitations set expires_at = now() + interval '5 days'$$);
select tests.answers('admin@example.in', $$tests.due() - array['refunds', 'refunds_sum', 'tills']$$, jsonb_build_object(
  'roles', 1, 'roles_from', now() + interval '6 days', 'invitations', 1, 'invitations_from', now() + interval '5 days'), 'Within a week they are due');
select public.revoke_invitation(i.id) from public.staff_invitations i;
select tests.does('owner', $$update public.staff set ends_at = now() where ends_at is not null$$);
select tests.answers('admin@example.in', $$tests.due() - array['refunds', 'refunds_sum', 'tills']$$, '{"roles": 0, "invitations": 0}'::jsonb, 'What has ended is due no more');
