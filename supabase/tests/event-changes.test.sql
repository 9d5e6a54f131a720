-- Cancelling and moving events, and what may not be deleted.
-- Without the books: a refund is deleted here without triggers.
select tests.create_people('asha@example.in', 'admin: admin@example.in', 'gate: gate@example.in');
select tests.create_event('Pune', now() + interval '30 days', 'Asha Rao');
select tests.create_categories('Pune', 'Gold 1500 x20', 'Silver 900 x20');

select tests.refuses('asha@example.in', $$select public.cancel_event(tests.event_id('Pune'), 'x')$$, 'PT403', 'forbidden', 'Customers cancel nothing');
select tests.refuses($$select public.move_event(tests.event_id('Pune'), now() + interval '1 year')$$, 'PT403', 'forbidden', 'Or move it');
select tests.refuses('gate@example.in', $$select public.cancel_event(tests.event_id('Pune'), 'x')$$, 'PT403', 'forbidden', 'Nor do gate staff');
select tests.refuses(null, $$select public.cancel_event(tests.event_id('Pune'), 'x')$$, 'PT401', 'not_signed_in', 'Nor do visitors');

select tests.submit_as('asha@example.in', 'sold', '412345678901', 1800, 'Gold:A1');
select tests.approve('sold');
select tests.refuses($$select public.move_event(null, now())$$, 'PT400', 'invalid', 'Which event?');
select tests.refuses($$select public.move_event(gen_random_uuid(), now() + interval '1 year')$$, 'PT404', 'not_found', 'An unknown event is refused');
select tests.refuses(format('select public.move_event(tests.event_id(''Pune''), %L)', bad), 'PT400', 'invalid', 'Not to ' || coalesce(bad, 'null'))
from unnest(array[null, 'infinity', '-infinity', 'yesterday', '2100-01-01 00:00+00', '5000-01-01']) as bad;
select is(m.date = now() + interval '60 days' and m.previous_date = now() + interval '30 days', true, 'A moved event keeps the earlier date')
  from public.move_event(tests.event_id('Pune'), now() + interval '60 days') as m;
select is(m.previous_date, now() + interval '30 days', 'Moving it there again changes nothing') from public.move_event(tests.event_id('Pune'), now() + interval '60 days') as m;
select is((select payment_status from public.user_tickets), 'completed', 'Tickets stay valid');

-- docs/decisions/0039-what-is-sold-moves.md
select tests.refuses(format('update public.events set %s where city = ''Pune''', edit), 'PT409', 'move_only', 'Refused under sold seats: ' || edit)
from unnest(array['date = date + interval ''1 day''', 'city = ''Goa''', 'venue = ''Garden''']) as edit;
insert into public.singers (id, name) values ('5a7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a', 'Another Singer');
select is(tests.refusal($$update public.events set singer_id = '5a7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a' where city = 'Pune'$$),
  '{"state": "PT409", "code": "in_use", "detail": "singer_id"}'::jsonb, 'An event with a sold seat keeps its singer');
select tests.affects($$update public.singers set name = 'Asha Rao' where name = 'Asha Rao'$$, 1, 'but the singer''s name can be corrected');
select tests.affects($$update public.events set genre = 'Jazz', singer_id = singer_id, venue = venue, date = date where city = 'Pune'$$, 1, 'An edit that moves nothing is stored');
select is(m.venue || ' ' || m.previous_date::text, 'Garden ' || (now() + interval '30 days')::text, 'A move to another place keeps the earlier date')
  from public.move_event(tests.event_id('Pune'), p_venue => 'Garden') as m;
select tests.refuses($$select public.move_event(tests.event_id('Pune'), p_city => ' ')$$, 'PT400', 'invalid', 'An empty place is refused');
select tests.does('owner', $$select tests.create_event('Agra', now() + interval '30 days', 'Asha Rao')$$);
select tests.create_category('Agra', 'Stalls', 1500, 20);
select tests.hold_as('asha@example.in', 'choosing', 'Stalls:A1');
select tests.refuses('admin@example.in', $$update public.events set venue = 'Garden' where city = 'Agra'$$, 'PT409', 'move_only', 'An event with a seat under review keeps its place');
select tests.refuses($$update public.events set singer_id = '5a7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a' where city = 'Agra'$$, 'PT409', 'in_use', 'and its singer');
select tests.expire('choosing');
select tests.affects('admin@example.in', $$update public.events set venue = 'Garden', date = date + interval '1 day', singer_id = '5a7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a' where city = 'Agra'$$, 1, 'Without sales the event can be edited');
select tests.refuses($$update public.events set date = now() - interval '1 day' where city = 'Agra'$$, 'PT400', 'invalid', 'but not into the past');

select tests.hold_as('asha@example.in', 'held', 'Gold:B1,B2', 'Silver:A1');
select tests.submit('under review', '412345678902', 1800, 'Gold:C1');
select tests.refuses('admin@example.in', $$select public.cancel_event(null, 'Rain')$$, 'PT400', 'invalid', 'Which event?');
select tests.refuses($$select public.cancel_event(gen_random_uuid(), 'Rain')$$, 'PT404', 'not_found', 'An unknown event is refused');
select tests.refuses(format('select public.cancel_event(tests.event_id(''Pune''), %L)', why), 'PT400', 'invalid', 'A reason is required') from unnest(array[null, '', ' ', repeat('x', 501)]) as why;
select is(c.status || ' ' || c.cancelled_reason, 'cancelled Rain', 'An event is cancelled') from public.cancel_event(tests.event_id('Pune'), 'Rain') as c;
select is(c.status || ' ' || c.cancelled_reason, 'cancelled Rain', 'Cancelling again changes nothing') from public.cancel_event(tests.event_id('Pune'), 'Snow') as c;
select is(tests.claims('Gold') || ' | ' || tests.claims('Silver'), 'A1 sold, C1 under_review | ', 'Held seats are free, the others stay');
select is((select payment_status from public.user_tickets), 'completed', 'Tickets stay, and show as cancelled by their event');
select tests.refuses($$select public.move_event(tests.event_id('Pune'), now() + interval '1 year')$$, 'PT409', 'not_on_sale', 'A cancelled event does not move');
select tests.refuses('asha@example.in', $$select tests.hold('again', 'Gold:B1')$$, 'PT409', 'not_on_sale', 'Nothing more is sold');
select tests.refuses($$select public.extend_hold(tests.order_id('held'))$$, 'PT409', 'hold_expired', 'A hold that was freed is not extended');
select lives_ok($$select tests.submit('held', '412345678903', 4590, 'Gold:B1,B2', 'Silver:A1')$$, 'A payment sent meanwhile is recorded');

select tests.refuses('admin@example.in', $$update public.events set date = date + interval '1 day' where city = 'Pune'$$, 'PT409', 'not_on_sale', 'nor gets another date');
select tests.answers(null, $$select cancelled_reason from public.events where city = 'Pune'$$, 'Rain', 'Everyone reads the reason');

select tests.refuses('admin@example.in', d.sql, 'PT409', 'in_use', d.rule) from (values
  ($$delete from public.ticket_categories where name = 'Gold'$$, 'A category with sold seats stays'),
  ($$delete from public.ticket_categories where name = 'Silver'$$, 'A category with seats under review stays'),
  ($$delete from public.events where city = 'Pune'$$, 'And so does its event'),
  ($$delete from public.singers where name = 'Asha Rao'$$, 'And its singer')) as d (sql, rule);

select tests.does('owner', $$select tests.create_event('Goa', now() + interval '9 days', 'Naveen Thirumal')$$);
select tests.create_categories('Goa', 'Sold 1 x20', 'Held 1 x20', 'Expired 1 x20', 'Rejected 1 x20', 'Free 1 x20');
insert into public.seating_layouts (id, name, layout_data) values
  ('8c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a', 'Used', '{"stage": "top", "sections": [{"code": "U", "name": "Used", "rows": [{"label": "A", "seats": [1, 2, 3]}]}]}'),
  ('9c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a', 'Unused', '{"stage": "top", "sections": [{"code": "U", "name": "Unused", "rows": [{"label": "A", "seats": [1, 2, 3]}]}]}');
select tests.create_event('Diu', now() + interval '9 days', 'Naveen Thirumal');
select tests.create_category('Diu', 'Laid out', 1, 20);
select tests.does('admin@example.in', $$select public.assign_layout(tests.category_id('Laid out'), '8c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a', array['U'])$$);
update public.ticket_categories set tickets_sold = 1 where name = 'Sold';
select tests.hold_as('asha@example.in', 'h', 'Held:A1');
select tests.hold('e', 'Expired:A1');
select tests.expire('e');
select tests.hold('l', 'Laid out:U-A1');
select tests.submit('r', '412345678904', 31.18, 'Rejected:A1');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment_id('r'), 'rejected')$$);
select tests.expire('r');

select tests.refuses(d.sql, 'PT409', 'in_use', d.rule) from (values
  ($$delete from public.ticket_categories where name = 'Sold'$$, 'A seat sold at the box office keeps its category'),
  ($$delete from public.ticket_categories where name = 'Held'$$, 'A hold that runs does'),
  ($$delete from public.ticket_categories where name = 'Expired'$$, 'An order younger than a day does, though its hold ran out'),
  ($$delete from public.ticket_categories where name = 'Rejected'$$, 'A line of a rejected payment does'),
  ($$delete from public.seating_layouts where name = 'Used'$$, 'A hold keeps the layout'),
  ($$delete from public.events where city = 'Goa'$$, 'All of them keep the event'),
  ($$delete from public.singers where name = 'Naveen Thirumal'$$, 'And the singer')) as d (sql, rule);
select tests.affects($$delete from public.ticket_categories where name = 'Free'$$, 1, 'Unused rows are deleted');
select tests.affects($$delete from public.seating_layouts where name = 'Unused'$$, 1, 'and an unused layout');

select tests.as_owner($$update private.orders set created_at = now() - interval '24 hours' where id = tests.order_id('e')$$);
select tests.affects($$delete from public.ticket_categories where name = 'Expired'$$, 1, 'After a day an unfinished order keeps nothing');
select is((select count(*) from public.seat_claims where order_id = tests.order_id('e')), 0::bigint, 'Its expired hold goes too');
select is((select count(*) from public.deleted_rows where "table" = 'ticket_categories'), 2::bigint, 'Devices learn what was deleted');
select tests.act_as('asha@example.in');
select lives_ok(format('select public.submit_payment(%L, ''412345678905'', 1, %L, %L, %L)', tests.order_id('e'),
    tests.user_id('asha@example.in') || '/1764000000000-' || tests.order_id('e') || '.png',
    (select jsonb_build_array(jsonb_build_object('ticket_category_id', id, 'seats', '["A1"]'::jsonb)) from public.deleted_rows where "table" = 'ticket_categories' order by at desc limit 1), repeat('a', 64)),
  'A payment for it is recorded all the same');
select is((select category_name from public.payment_lines where gone_category_id is not null), 'Expired', 'With the category''s name');
select public.release_seats(tests.order_id('l'));
select tests.does('owner', $$update private.orders set created_at = now() - interval '25 hours' where id = tests.order_id('l')$$);
insert into private.hold_usage (user_id, event_id, place, seat, since, used)
  select tests.user_id('asha@example.in'), tests.event_id('Pune'), 'forgotten', seat, now() - age, interval '10 minutes'
  from (values ('Z1', interval '3 hours'), ('Z2', interval '1 hour')) as old (seat, age);
select isnt_empty($$select from private.hold_usage where event_id = tests.event_id('Diu')$$, 'Seats of it were held');
select tests.affects('admin@example.in', $$delete from public.events where city = 'Diu'$$, 1, 'An event is deleted with its categories and their layouts');
select is((select count(*) from public.ticket_category_layouts), 0::bigint, 'No layout link is left');
select tests.sees_none('owner', $$select from private.hold_usage u where not exists (select from public.events e where e.id = u.event_id)$$,
  'Nor held times of its seats');
select is((select string_agg(seat, ' ') from private.hold_usage where place = 'forgotten'), 'Z2', 'Nor expired held times of other events');
select tests.affects('asha@example.in', 'delete from public.events', 0, 'Customers delete nothing');

-- After the start: cancelled at the doors, or moved to another day
select tests.does('owner', $$select tests.create_event('Puri', now() + interval '20 days', 'Asha Rao')$$);
select tests.create_category('Puri', 'Beach', 1000, 20);
select tests.create_event('Kota', now() + interval '20 days', 'Asha Rao');
select tests.create_category('Kota', 'Fort', 1000, 20);
select tests.submit_as('asha@example.in', 'at the doors', '412345678911', 1210, 'Beach:A1');
select tests.submit('rained off', '412345678912', 1210, 'Fort:A1');
select public.save_profile('{"refund_upi_id": "asha@okaxis"}');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment_id(o), 'approved') from unnest(array['at the doors', 'rained off']) as o$$);
select tests.act_as_owner();
select tests.without_triggers($$update public.events set date = now() - interval '2 hours' where city in ('Puri', 'Kota')$$);
create function pg_temp.ticket(p_order text) returns uuid language sql security definer as $$
  select id from public.user_tickets where payment_id = tests.payment_id(p_order) $$;
select tests.answers('asha@example.in', $$tests.refusal(format('select public.request_refund(%L)', pg_temp.ticket('at the doors'))) ->> 'detail'$$, 'unchanged',
  'A concert that began as it was sold is not refunded');
select tests.answers('admin@example.in', $$(public.cancel_event(tests.event_id('Puri'), 'Rain at the doors')).status$$, 'cancelled', 'It is cancelled after its start');
select is(m.date > now() and m.previous_date < now() and m.moved_at = now(), true, 'or moved, and says when it began')
  from public.move_event(tests.event_id('Kota'), now() + interval '3 days') as m;
select tests.answers('asha@example.in', $$select r.reason || ' ' || r.status || ' ' || (r.asked_at is not null)
  from public.request_refund(pg_temp.ticket('at the doors')) as r$$, 'cancelled requested true', 'Its holders request refunds after the start');
select is((public.request_refund(pg_temp.ticket('rained off'))).reason, 'moved', 'as holders of the moved event do');
create function pg_temp.at_the_gate() returns text language sql as $$
  select payment_status || ' ' || refund_status from public.get_check_ins() where ticket_id = pg_temp.ticket('rained off') $$;
select tests.answers('admin@example.in', $$pg_temp.at_the_gate()$$, 'completed requested', 'The check-in list shows requested refunds');
select public.mark_refunded((select id from public.refunds where ticket_id = pg_temp.ticket('rained off')), '498765432109', 'asha@okaxis');
select is(pg_temp.at_the_gate(), 'failed refunded', 'and paid ones');
select tests.without_triggers($$update public.events set date = now() - interval '400 days' where city = 'Puri';
  delete from public.refunds where ticket_id = pg_temp.ticket('at the doors');$$);
select tests.answers('asha@example.in', $$(public.request_refund(pg_temp.ticket('at the doors'))).reason$$, 'cancelled', 'A cancelled event has no deadline for requests');
