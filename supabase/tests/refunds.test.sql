-- Refunds: of a cancelled event at any time, of a moved one within seven days, once per ticket, for its owner.
select tests.create_people('asha@example.in', 'ravi@example.in', 'admin: admin@example.in', 'gate: gate@example.in');
select tests.create_event('Pune', now() + interval '30 days', 'Asha Rao');
select tests.create_category('Pune', 'Gold', 1500, 20);
select tests.create_event('Goa', now() + interval '30 days', 'Asha Rao');
select tests.create_category('Goa', 'Lawn', 1000, 20);

select tests.submit_as('asha@example.in', 'pune', '412345678901', 3600, 'Gold:A1,A2');
select tests.submit('goa', '412345678902', 1210, 'Lawn:A1');
select tests.submit('late', '412345678903', 1210, 'Lawn:B1');
select tests.submit('revoked', '412345678904', 1800, 'Gold:C1');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment_id(o), 'approved') from unnest(array['pune', 'goa', 'late', 'revoked']) as o$$);
create temp table held as select t.id, o.name from unnest(array['pune', 'goa', 'late', 'revoked']) as o(name)
  join public.user_tickets t on t.payment_id = tests.payment_id(o.name);
create function pg_temp.ticket(p_name text) returns uuid language sql as $$ select id from held where name = p_name $$;
select public.revoke_tickets(array[pg_temp.ticket('revoked')], 'Sold twice');

select tests.refuses(null, $$select public.request_refund(gen_random_uuid())$$, 'PT401', 'not_signed_in', 'A visitor has no ticket');
select tests.denies($$select * from public.refunds$$, 'Visitors read no refund');
select tests.refuses('ravi@example.in', $$select public.request_refund(pg_temp.ticket('pune'))$$, 'PT404', 'not_found', 'Another customer''s ticket is refused');
select tests.refuses('asha@example.in', $$select public.request_refund(null)$$, 'PT404', 'not_found', 'A ticket is required');
select tests.refuses($$select public.request_refund(gen_random_uuid())$$, 'PT404', 'not_found', 'An unknown ticket is refused');
select is(tests.refusal($$select public.request_refund(pg_temp.ticket('pune'))$$) ->> 'detail', 'unchanged', 'A ticket of an unchanged event is not refundable');
select tests.refuses($$select public.request_refund(pg_temp.ticket('pune'))$$, 'PT409', 'not_refundable', 'and the detail says so');
select tests.denies($$insert into public.refunds (ticket_id, user_id, amount, upi_id, reason)
  values (pg_temp.ticket('pune'), private.uid(), 1, 'a@b', 'cancelled')$$, 'No role writes a refund directly');

select tests.does('admin@example.in', $$select public.cancel_event(tests.event_id('Pune'), 'Rain')$$);
select tests.act_as('asha@example.in');
select is(tests.refusal($$select public.request_refund(pg_temp.ticket('revoked'))$$) ->> 'detail', 'revoked', 'A revoked ticket is not refundable');
select tests.refuses($$select public.request_refund(pg_temp.ticket('pune'))$$, 'PT409', 'no_upi_id', 'A UPI id is required');
select public.save_profile('{"refund_upi_id": "asha@okaxis"}');
select results_eq($$select ticket_id, user_id, amount, upi_id, reason, status, refunded_at from public.request_refund(pg_temp.ticket('pune'))$$,
  $$values (pg_temp.ticket('pune'), tests.user_id('asha@example.in'), 3600.00, 'asha@okaxis', 'cancelled', 'requested', null::timestamptz)$$,
  'The whole amount is requested, to the profile''s UPI id');
select is((public.request_refund(pg_temp.ticket('pune'))).id, (select id from public.refunds), 'A repeat returns the same request');
select public.save_profile('{"refund_upi_id": "asha.rao@okaxis"}');
select is((public.request_refund(pg_temp.ticket('pune'))).upi_id, 'asha.rao@okaxis', 'with the current UPI id');
select public.save_profile('{"refund_upi_id": ""}');
select is((public.request_refund(pg_temp.ticket('pune'))).upi_id, 'asha.rao@okaxis', 'A UPI id removed from the profile stays in the request');
select is((select count(*) from public.refunds where ticket_id = pg_temp.ticket('pune')), 1::bigint, 'One request for a ticket');
select is((select payment_status from public.user_tickets where id = pg_temp.ticket('pune')), 'completed', 'The ticket stays');
select is(public.export_my_data() #>> '{refunds,0,upi_id}', 'asha.rao@okaxis', 'The export includes it');
select public.save_profile('{"refund_upi_id": "asha.rao@okaxis"}');
select tests.sees_none('ravi@example.in', $$select * from public.refunds$$, 'Another customer does not see it');
select tests.sees_none('gate@example.in', $$select * from public.refunds$$, 'nor do gate staff');
select tests.answers('admin@example.in', $$select count(*) from public.refunds$$, 1, 'Admins see it');
select is((select count(*) from public.audit_log where "table" = 'refunds' and (after ? 'upi_id' or after::text like '%asha.rao%')), 0::bigint, 'The log has no UPI id');
select is((select string_agg(coalesce(after ->> 'paid_to', '-'), ' ' order by id) from public.audit_log where "table" = 'refunds' and row_id = (select id::text from public.refunds where ticket_id = pg_temp.ticket('pune'))),
  '- as***@okaxis as***@okaxis as***@okaxis', 'but the action and a masked id');

select is((select moved_at from public.events where city = 'Goa'), null, 'Correcting a date is no move');
select public.move_event(tests.event_id('Goa'), now() + interval '60 days');
select is((select moved_at from public.events where city = 'Goa'), now(), 'A move sets moved_at');
update public.events set genre = 'Jazz' where city = 'Goa';
select is((select moved_at from public.events where city = 'Goa'), now(), 'Another edit keeps it');
select tests.does('owner', $$update public.events set moved_at = now() - interval '30 days' where city = 'Goa'$$);
select is((select moved_at from public.events where city = 'Goa'), now(), 'as does an attempt to write it');

-- A trigger sets the time of the move; the test sets another day without triggers.
create function pg_temp.set_times(p_moved interval, p_paid interval, p_date interval) returns void language plpgsql as $$
begin
  set local session_replication_role = replica;
  update public.events set moved_at = now() - p_moved, date = now() + p_date where city = 'Goa';
  update public.payments set created_at = now() - p_paid where user_id = tests.user_id('asha@example.in');
  set local session_replication_role = origin;
end
$$;
select pg_temp.set_times('1 hour', '30 minutes', '30 days');
select tests.act_as('asha@example.in');
select is(tests.refusal($$select public.request_refund(pg_temp.ticket('goa'))$$) ->> 'detail', 'unchanged', 'A payment after the move is not refundable');
select tests.does('owner', $$select pg_temp.set_times('7 days 1 second', '9 days', '30 days')$$);
select tests.act_as('asha@example.in');
select is(tests.refusal($$select public.request_refund(pg_temp.ticket('late'))$$) ->> 'detail', 'late', 'After seven days it is too late');
select tests.does('owner', $$select pg_temp.set_times('2 days', '9 days', '0 seconds')$$);
select tests.act_as('asha@example.in');
select is(tests.refusal($$select public.request_refund(pg_temp.ticket('late'))$$) ->> 'detail', 'begun', 'and once the concert has begun');
select tests.does('owner', $$select pg_temp.set_times('7 days', '9 days', '30 days')$$);
select tests.answers('asha@example.in', $$(public.request_refund(pg_temp.ticket('goa'))).reason$$, 'moved', 'Within seven days of the move it is accepted');
select tests.does('owner', $$select pg_temp.set_times('10 days', '12 days', '30 days')$$);
select tests.answers('asha@example.in', $$(public.request_refund(pg_temp.ticket('goa'))).reason$$, 'moved', 'A request in time stays, however often it is repeated');

select tests.as_owner($$update public.refunds set status = 'refunded', way = 'upi', utr = '498765432101', refunded_at = now() where reason = 'moved'$$);
select public.save_profile('{"refund_upi_id": "asha.new@okaxis"}');
select is((public.request_refund(pg_temp.ticket('goa'))).upi_id, 'asha.rao@okaxis', 'A paid refund keeps its UPI id');
select public.delete_my_account(true);
select tests.gives('owner', $$select reason, upi_id from public.refunds order by reason$$,
  $$values ('cancelled', 'asha.rao@okaxis'), ('moved', null::text)$$, 'A deleted account is still paid, then its UPI id is deleted');
