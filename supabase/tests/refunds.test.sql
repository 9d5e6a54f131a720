-- Money back: for a cancelled concert at any time, for a moved one within seven days, once for a ticket, to its owner.
select tests.create_user('asha@example.in');
select tests.create_user('ravi@example.in');
select tests.create_staff('admin@example.in', 'admin');
select tests.create_staff('gate@example.in', 'gate');
select tests.create_event('Pune', now() + interval '30 days', 'Asha Rao');
select tests.create_category('Pune', 'Gold', 1500, 20);
select tests.create_event('Goa', now() + interval '30 days', 'Asha Rao');
select tests.create_category('Goa', 'Lawn', 1000, 20);

select tests.act_as('asha@example.in');
select tests.submit('pune', '412345678901', 3600, 'Gold:A1,A2');
select tests.submit('goa', '412345678902', 1210, 'Lawn:A1');
select tests.submit('late', '412345678903', 1210, 'Lawn:B1');
select tests.submit('revoked', '412345678904', 1800, 'Gold:C1');
select tests.act_as('admin@example.in');
select public.review_payment(tests.payment_id(o), 'approved') from unnest(array['pune', 'goa', 'late', 'revoked']) as o;
create temp table held as select t.id, o.name from unnest(array['pune', 'goa', 'late', 'revoked']) as o(name)
  join public.user_tickets t on t.payment_id = tests.payment_id(o.name);
grant select on held to public;
create function pg_temp.ticket(p_name text) returns uuid language sql as $$ select id from held where name = p_name $$;
grant execute on function pg_temp.ticket(text) to public;
select public.revoke_tickets(array[pg_temp.ticket('revoked')], 'Sold twice');

-- Who, and when nothing has changed
select tests.act_as(null);
select tests.refuses($$select public.request_refund(gen_random_uuid())$$, 'PT401', 'not_signed_in', 'A visitor has no ticket');
select tests.denies($$select * from public.refunds$$, 'Visitors read no refund');
select tests.act_as('ravi@example.in');
select tests.refuses($$select public.request_refund(pg_temp.ticket('pune'))$$, 'PT404', 'not_found', 'Another''s ticket is none of one''s own');
select tests.act_as('asha@example.in');
select tests.refuses($$select public.request_refund(null)$$, 'PT404', 'not_found', 'Which ticket?');
select tests.refuses($$select public.request_refund(gen_random_uuid())$$, 'PT404', 'not_found', 'A ticket that is none');
select is(tests.refusal($$select public.request_refund(pg_temp.ticket('pune'))$$) ->> 'detail', 'unchanged', 'A concert as it was sold is not refunded');
select tests.refuses($$select public.request_refund(pg_temp.ticket('pune'))$$, 'PT409', 'not_refundable', 'and says so by its code');
select tests.denies($$insert into public.refunds (ticket_id, user_id, amount, upi_id, reason)
  values (pg_temp.ticket('pune'), private.uid(), 1, 'a@b', 'cancelled')$$, 'Nobody writes a refund directly');

-- Cancelled
select tests.act_as('admin@example.in');
select public.cancel_event(tests.event_id('Pune'), 'Rain');
select tests.act_as('asha@example.in');
select is(tests.refusal($$select public.request_refund(pg_temp.ticket('revoked'))$$) ->> 'detail', 'revoked', 'A ticket taken back is not refunded');
select tests.refuses($$select public.request_refund(pg_temp.ticket('pune'))$$, 'PT409', 'no_upi_id', 'Without a UPI id there is nowhere to pay to');
select public.save_profile('{"refund_upi_id": "asha@okaxis"}');
select results_eq($$select ticket_id, user_id, amount, upi_id, reason, status, refunded_at from public.request_refund(pg_temp.ticket('pune'))$$,
  $$values (pg_temp.ticket('pune'), tests.user_id('asha@example.in'), 3600.00, 'asha@okaxis', 'cancelled', 'requested', null::timestamptz)$$,
  'All that was paid is asked back, to the UPI id of the profile');
select is((public.request_refund(pg_temp.ticket('pune'))).id, (select id from public.refunds), 'Asking again is the same request');
select public.save_profile('{"refund_upi_id": "asha.rao@okaxis"}');
select is((public.request_refund(pg_temp.ticket('pune'))).upi_id, 'asha.rao@okaxis', 'with the UPI id of now');
select public.save_profile('{"refund_upi_id": ""}');
select is((public.request_refund(pg_temp.ticket('pune'))).upi_id, 'asha.rao@okaxis', 'An id taken out of the profile stays in the request');
select is((select count(*) from public.refunds where ticket_id = pg_temp.ticket('pune')), 1::bigint, 'One request for a ticket');
select is((select payment_status from public.user_tickets where id = pg_temp.ticket('pune')), 'completed', 'The ticket stays');
select is(public.export_my_data() #>> '{refunds,0,upi_id}', 'asha.rao@okaxis', 'The export has it');
select public.save_profile('{"refund_upi_id": "asha.rao@okaxis"}');
select tests.act_as('ravi@example.in');
select is_empty($$select * from public.refunds$$, 'Another sees nothing of it');
select tests.act_as('gate@example.in');
select is_empty($$select * from public.refunds$$, 'nor does gate staff');
select tests.act_as('admin@example.in');
select is((select count(*) from public.refunds), 1::bigint, 'Admins see it');
select is((select count(*) from public.audit_log where "table" = 'refunds' and (after ? 'upi_id' or after::text like '%asha.rao%')), 0::bigint, 'The log knows no UPI id');
select is((select string_agg(coalesce(after ->> 'paid_to', '-'), ' ' order by id) from public.audit_log where "table" = 'refunds' and row_id = (select id::text from public.refunds where ticket_id = pg_temp.ticket('pune'))),
  '- as***@okaxis as***@okaxis as***@okaxis', 'but what happened, and which id it was');

-- A correction of a date is no move
select is((select moved_at from public.events where city = 'Goa'), null, 'An event that never moved');
select public.move_event(tests.event_id('Goa'), now() + interval '60 days');
select is((select moved_at from public.events where city = 'Goa'), now(), 'The event says when it was moved');
update public.events set genre = 'Jazz' where city = 'Goa';
select is((select moved_at from public.events where city = 'Goa'), now(), 'Another edit leaves that');
select tests.act_as_owner();
update public.events set moved_at = now() - interval '30 days' where city = 'Goa';
select is((select moved_at from public.events where city = 'Goa'), now(), 'as does an attempt to write it');

-- Moved. The trigger keeps the time of the move; a test of another day sets it without triggers.
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
select is(tests.refusal($$select public.request_refund(pg_temp.ticket('goa'))$$) ->> 'detail', 'unchanged', 'Who paid after the move knew the date');
select tests.act_as_owner();
select pg_temp.set_times('7 days 1 second', '9 days', '30 days');
select tests.act_as('asha@example.in');
select is(tests.refusal($$select public.request_refund(pg_temp.ticket('late'))$$) ->> 'detail', 'late', 'After seven days it is too late');
select tests.act_as_owner();
select pg_temp.set_times('2 days', '9 days', '0 seconds');
select tests.act_as('asha@example.in');
select is(tests.refusal($$select public.request_refund(pg_temp.ticket('late'))$$) ->> 'detail', 'begun', 'as it is once the concert begins');
select tests.act_as_owner();
select pg_temp.set_times('7 days', '9 days', '30 days');
select tests.act_as('asha@example.in');
select is((public.request_refund(pg_temp.ticket('goa'))).reason, 'moved', 'Within seven days of the move it is asked for');
select tests.act_as_owner();
select pg_temp.set_times('10 days', '12 days', '30 days');
select tests.act_as('asha@example.in');
select is((public.request_refund(pg_temp.ticket('goa'))).reason, 'moved', 'A request made in time stays, however often it is repeated');

-- Leaving
select tests.act_as_owner();
update public.refunds set status = 'refunded', utr = '498765432101', refunded_at = now() where reason = 'moved';
select tests.act_as('asha@example.in');
select public.save_profile('{"refund_upi_id": "asha.new@okaxis"}');
select is((public.request_refund(pg_temp.ticket('goa'))).upi_id, 'asha.rao@okaxis', 'Money that has been sent is not sent elsewhere');
select public.delete_my_account(true);
select tests.act_as_owner();
select results_eq($$select reason, upi_id from public.refunds order by reason$$,
  $$values ('cancelled', 'asha.rao@okaxis'), ('moved', null::text)$$, 'Who leaves is still paid, then forgotten');
