-- Queues: who may join and when, that everyone can recompute the draw, and that no way leads past one's turn.
select tests.create_user(n || '@example.in') from unnest(array['asha', 'bela', 'chan', 'dev', 'esha', 'farah', 'gita', 'hari', 'jaya']) as n;
select tests.create_people('admin: admin@example.in', 'gate: gate@example.in');
select tests.create_concert('Pune', 'Gold 1500 x40');
select tests.create_concert('Delhi', 'Plain 1500 x40');
create function tests.queue(p_city text) returns public.event_queues language sql stable security definer as $$
  select * from public.event_queues q where q.event_id = tests.event_id(p_city)
$$;
-- Time passes for every queue.
create function tests.pass(p_time interval) returns void language sql security definer as $$
  update public.event_queues q set joins_from = q.joins_from - p_time, opens_at = q.opens_at - p_time, listed_at = q.listed_at - p_time,
    drawn_at = q.drawn_at - p_time, let_in_at = q.let_in_at - p_time
$$;
create function tests.work() returns integer language sql security definer as $$ select private.work_queues() $$;
create function tests.rate(p_city text, p_rate integer) returns integer language sql security definer as $$
  select private.set_queue_rate(tests.event_id(p_city), p_rate)
$$;
create function tests.entries(p_city text) returns setof private.queue_entries language sql stable security definer as $$
  select * from private.queue_entries e where e.event_id = tests.event_id(p_city)
$$;
create function tests.place(p_email text) returns integer language sql stable security definer as $$
  select e.place from tests.entries('Pune') e where e.user_id = tests.user_id(p_email)
$$;
create function tests.at_place(p_place integer) returns text language sql stable security definer as $$
  select p.email from tests.entries('Pune') e join tests.people p on p.id = e.user_id where e.place = p_place
$$;
create function tests.sha(p_text text) returns text language sql immutable as $$ select encode(sha256(convert_to(p_text, 'UTF8')), 'hex') $$;
create function tests.state(p_city text) returns jsonb language sql stable as $$ select public.queue_state(tests.event_id(p_city)) $$;
create function tests.save(p_from interval, p_opens interval, p_per_minute integer default null) returns jsonb language sql as $$
  select public.save_queue(tests.event_id('Pune'), now() + p_from, now() + p_opens, p_per_minute)
$$;
-- What a refusal of a hold says: 'opens' before the draw, else 'place let_in rate'.
create function tests.turn(p_sql text) returns text language sql as $$
  select case when r is null then 'in' when r ->> 'code' <> 'not_your_turn' then r ->> 'code'
    when not (d -> 'drawn')::boolean then 'opens ' || ((d ->> 'opens_at')::timestamptz - now())
    else concat_ws(' ', coalesce(d ->> 'place', '-'), d ->> 'let_in', d ->> 'rate') end
  from tests.refusal(p_sql) as r, lateral (select case when r ->> 'code' = 'not_your_turn' then (r ->> 'detail')::jsonb end as d) as x
$$;
create function tests.join_queue(p_city text default 'Pune') returns jsonb language sql as $$ select public.join_queue(tests.event_id(p_city)) $$;

-- Who may do what.
select tests.act_as(null);
select tests.refuses(q, 'PT401', 'not_signed_in', 'A visitor: ' || q) from unnest(array['select tests.join_queue()',
  'select public.my_queue_place(tests.event_id(''Pune''))', 'select tests.save(''1 hour'', ''2 hours'')',
  'select public.end_queue(tests.event_id(''Pune''))', 'select public.drop_queue(tests.event_id(''Pune''))']) as q;
select tests.act_as(who) || tests.refuses(q, 'PT403', 'forbidden', who || ': ' || q)
  from unnest(array['asha@example.in', 'gate@example.in']) as who, unnest(array['select tests.save(''1 hour'', ''2 hours'')',
    'select public.end_queue(tests.event_id(''Pune''))', 'select public.drop_queue(tests.event_id(''Pune''))']) as q;

-- Held and released before there is a queue: no turn later.
select tests.answers('jaya@example.in', $$tests.hold('unqueued', 'Gold:E1') is not null$$, true, 'Without a queue everyone holds');
select public.release_seats(tests.order_id('unqueued'));

-- An admin makes one; its hash is public before anyone can join.
select tests.refuses('admin@example.in', format('select public.save_queue(%L, now() + interval ''1 hour'', now() + interval ''2 hours'')', gen_random_uuid()), 'PT404', 'not_found', 'No event');
select is(tests.refusal('select public.save_queue(tests.event_id(''Pune''), ' || q) ->> 'detail', bad, 'Not ' || q)
  from (values ('null, now() + interval ''2 hours'')', 'p_joins_from'), ('now(), now() + interval ''2 hours'')', 'p_joins_from'),
    ('now() + interval ''1 hour'', null)', 'p_opens_at'), ('now() + interval ''1 hour'', now() + interval ''1 hour'')', 'p_opens_at'),
    ('now() + interval ''1 hour'', now() + interval ''90 days'')', 'p_opens_at'),
    ('now() + interval ''1 hour'', now() + interval ''2 hours'', 0)', 'p_per_minute'),
    ('now() + interval ''1 hour'', now() + interval ''2 hours'', 100001)', 'p_per_minute')) as v (q, bad);
select is(tests.refusal(q) ->> 'code', 'not_found', 'None yet: ' || q) from unnest(array['select public.end_queue(tests.event_id(''Pune''))',
  'select public.drop_queue(tests.event_id(''Pune''))']) as q;
select matches(tests.save('1 hour', '2 hours') ->> 'seed_hash', '^[0-9a-f]{64}$', 'A queue has the hash of its seed from the beginning');
select is(tests.save('2 hours', '3 hours', 60) ->> 'seed_hash', (tests.queue('Pune')).seed_hash, 'Before joining opens its times change; the seed stays');
select is((tests.queue('Pune')).rate, 60, 'as does the rate');
select public.drop_queue(tests.event_id('Pune'));
select is(tests.state('Pune'), null, 'or it goes');
select tests.save('1 hour', '2 hours');
select is((select string_agg(a.action, ' ' order by a.at) from public.audit_log a where a."table" = 'event_queues'), 'save_queue save_queue drop_queue save_queue', 'The log has each');

-- Visitors see the queue, never its seed or entries.
select tests.answers(null, $$tests.state('Pune') - array['event_id', 'joins_from', 'opens_at', 'at', 'seed_hash']$$, '{"list_hash": null, "seed": null, "drawn_at": null, "joined": 0,
  "drawn": null, "last_place": 0, "let_in": 0, "rate": 600, "ended_at": null}', 'Everyone sees the queue');
select is(current_setting('response.headers', true), '[{"Cache-Control":"public, max-age=1"}]', 'and caches may keep it for a second');
select is(tests.state('Delhi'), null, 'An event without one');
select is(public.queue_list(tests.event_id('Pune')), null, 'No list is closed');
select tests.denies('select ' || c || ' from public.event_queues', 'Visitors do not read the table: ' || c) from unnest(array['seed', '*']) as c;
select tests.sees_none('asha@example.in', 'select * from public.event_queues', 'nor do customers');
select tests.denies(q, 'and not ' || q) from unnest(array['select * from private.queue_entries', 'select * from private.queue_draws',
  'select private.work_queues()', 'select private.set_queue_rate(tests.event_id(''Pune''), 5)', 'select private.queue_order(tests.event_id(''Pune''))',
  'update public.event_queues set opens_at = now()', 'insert into private.queue_entries (event_id, user_id, code) values (tests.event_id(''Pune''), private.uid(), ''0000000000'')',
  'select private.next_place(tests.event_id(''Pune''))', 'select private.draw_queues()', 'select private.close_queue_lists()']) as q;

-- Before joining opens, and for whom it never does.
select is(tests.refusal('select tests.join_queue()') ->> 'code', 'queue_not_open', 'Joining has its time');
select is((tests.refusal('select tests.join_queue()') ->> 'detail')::timestamptz, now() + interval '1 hour', 'which the refusal says');
select tests.refuses('select tests.join_queue(''Delhi'')', 'PT404', 'not_found', 'An event without a queue');
select tests.refuses('select public.join_queue(null)', 'PT404', 'not_found', 'or none');
select is(tests.turn('select tests.hold(''early'', ''Gold:A1'')'), 'opens 02:00:00', 'No seat is held before the draw, also with no one in the queue');
select is(tests.turn('select public.join_waiting_list(tests.category_id(''Gold''), 1)'), 'opens 02:00:00', 'nor waited for');
select is(tests.turn('select tests.hold(''plain'', ''Plain:A1'')'), 'in', 'Other events sell');
select is(tests.turn('select tests.hold(''both'', ''Plain:A2'', ''Gold:A1'')'), 'opens 02:00:00', 'but not together with this one');
select tests.as_owner($$ update public.events set published_at = null where city = 'Pune' $$);
select tests.pass('1 hour');
select tests.refuses('select tests.join_queue()', 'PT404', 'not_found', 'A draft has no queue');
select is(tests.state('Pune'), null, 'for visitors');
select is(tests.turn('select tests.hold(''early'', ''Gold:A1'')'), 'not_on_sale', 'and is not sold, whatever its queue');
select tests.does('admin@example.in', $$select set_config('response.headers', '', true)$$);
select ok(tests.state('Pune') is not null and current_setting('response.headers', true) = '', 'Staff see that of a draft, and no cache keeps it');
select tests.as_owner($$ update public.events set published_at = now(), status = 'cancelled' where city = 'Pune' $$);
select tests.refuses('asha@example.in', 'select tests.join_queue()', 'PT409', 'not_on_sale', 'A cancelled event');
select is(tests.turn('select tests.hold(''early'', ''Gold:A1'')'), 'not_on_sale', 'is not sold either');
select tests.as_owner($$ update public.events set status = 'scheduled', date = now() - interval '1 hour' where city = 'Pune' $$);
select tests.refuses('select tests.join_queue()', 'PT409', 'not_on_sale', 'One that is over');
select tests.as_owner($$ update public.events set date = now() + interval '30 days' where city = 'Pune' $$);
select tests.as_owner(format('insert into private.closed_accounts (user_id, closed_by) values (%L, %L)', tests.user_id('hari@example.in'), tests.user_id('admin@example.in')));
select tests.refuses('hari@example.in', 'select tests.join_queue()', 'PT401', 'not_signed_in', 'A closed account');

-- Joining.
select tests.act_as(n || '@example.in') || ok(tests.join_queue() @> '{"place": null, "late": false}', n || ' joins')
  from unnest(array['asha', 'bela', 'chan', 'dev']) as n;
select is(tests.join_queue(), public.my_queue_place(tests.event_id('Pune')), 'A repeat returns the same entry, as does a look');
select tests.answers('esha@example.in', $$public.my_queue_place(tests.event_id('Pune'))$$, null, 'Who did not join has none');
select is(count(*) || ' ' || count(distinct code) || ' ' || bool_and(code ~ '^[0-9A-HJKMNP-TV-Z]{10}$'), '4 4 true', 'Each has a code of its own') from tests.entries('Pune');
select is(tests.work(), 0, 'Nothing is due');
select is(tests.state('Pune') ->> 'joined', '4', 'but everyone is counted');
select is(tests.turn('select tests.hold(''early'', ''Gold:A1'')'), 'opens 01:00:00', 'Seats wait for the draw');

-- Times are promises.
select tests.act_as('admin@example.in');
select is(tests.refusal(q) ->> 'detail', bad, 'Too late: ' || q) from (values ('select tests.save(''-10 minutes'', ''1 hour'')', 'p_joins_from'),
  ('select tests.save(''1 minute'', ''1 hour'')', 'p_joins_from'), ('select tests.save(''0'', ''50 minutes'')', 'p_opens_at'),
  ('select public.drop_queue(tests.event_id(''Pune''))', 'p_event_id')) as v (q, bad);
select is(tests.save('0', '61 minutes', 120) ->> 'per_minute', '120', 'The sale opens later');
select is(tests.rate('Pune', 600), 120, 'What an admin says of the rate holds');
select is(tests.save('0', '61 minutes') ->> 'rate', '120', 'until they leave it to the server');
select is(tests.rate('Pune', 60), 60, 'which says how many the database bears');

-- The list is closed, its hash public, and only then the order drawn.
select tests.pass('61 minutes');
select is(tests.work(), 1, 'The list is closed');
select is(tests.work(), 0, 'and not drawn in the same second');
select is(tests.state('Pune') ->> 'list_hash', tests.sha(public.queue_list(tests.event_id('Pune'))), 'Its hash is that of the public list');
select is(public.queue_list(tests.event_id('Pune')), (select string_agg(code || e'\n', '' order by code collate "C") from tests.entries('Pune')), 'which has the codes in order');
select is(current_setting('response.headers', true), '[{"Cache-Control":"public, max-age=86400"}]', 'and never changes again');
select is(tests.state('Pune') ->> 'seed', null, 'The seed is still secret');
select is(tests.refusal('select tests.save(''-60 minutes'', ''5 minutes'')') ->> 'detail', 'p_joins_from', 'Now no time changes');
select is(tests.refusal('select public.save_queue(tests.event_id(''Pune''), (tests.queue(''Pune'')).joins_from, now() + interval ''5 minutes'')') ->> 'detail', 'p_opens_at', 'whichever');
select tests.answers('esha@example.in', $$tests.join_queue() @> '{"place": null, "late": true}'$$, true, 'Who joins now is late');
select ok(strpos(public.queue_list(tests.event_id('Pune')), public.my_queue_place(tests.event_id('Pune')) ->> 'code') = 0, 'and not in the list');
select is(tests.turn('select tests.hold(''early'', ''Gold:A1'')'), 'opens 00:00:00', 'Still no seats');
select tests.pass('1 second');
select is(tests.work(), 1, 'A second later the order is drawn');
select tests.as_owner('create table tests.drawn as select * from tests.entries(''Pune''); grant select on tests.drawn to public');
select tests.pass('2 seconds');
select is(tests.work(), 0, 'once');
select results_eq('select user_id, place from tests.entries(''Pune'') order by 1', 'select user_id, place from tests.drawn order by 1', 'and for all time');
select tests.answers(null, $$tests.sha(tests.state('Pune') ->> 'seed')$$, tests.state('Pune') ->> 'seed_hash', 'The seed is the one whose hash was public');
select is(array(select public.queue_place(tests.event_id('Pune'), c) from string_to_table(trim(e'\n' from public.queue_list(tests.event_id('Pune'))), e'\n') as c
    order by tests.sha((tests.state('Pune') ->> 'seed') || ':' || (tests.state('Pune') ->> 'list_hash') || ':' || c) collate "C"), array[1, 2, 3, 4], 'Everyone can recompute the order');
select is(public.queue_place(tests.event_id('Pune'), '0000000000'), null, 'A code of no one');
select is(concat_ws(' ', s ->> 'joined', s ->> 'drawn', s ->> 'last_place'), '5 4 5', 'Who was late comes after the draw') from tests.state('Pune') as s;
select is(tests.place('esha@example.in'), 5, 'in the order of joining');
select tests.act_as_owner();
select is(private.queue_order(tests.event_id('Pune')), (select string_agg(code || e'\n', '' order by place) from tests.entries('Pune')), 'The server reads the order at once');
select is(private.draw_queues() + private.close_queue_lists(), 0, 'No step happens again');

-- Turns: one a second.
select tests.answers('farah@example.in', $$tests.join_queue() @> '{"place": 6, "late": true}'$$, true, 'After the draw one gets the next place at once');
select is(tests.state('Pune') ->> 'let_in', '2', 'Two seconds let in two people');
select tests.answers(tests.at_place(3), $$tests.turn('select tests.hold(''third'', ''Gold:A1'')')$$, '3 2 60', 'The third waits');
select is(tests.turn('select public.join_waiting_list(tests.category_id(''Gold''), 1)'), '3 2 60', 'also for what is freed');
select tests.answers('gita@example.in', $$tests.turn('select tests.hold(''none'', ''Gold:A1'')')$$, '- 2 60', 'Who did not join waits');
select is(public.my_queue_place(tests.event_id('Pune')), null, 'and gets no place by trying');
select tests.answers(tests.at_place(2), $$tests.turn('select tests.hold(''second'', ''Gold:A1'')')$$, 'in', 'The second holds');
select is(tests.turn('select public.join_waiting_list(tests.category_id(''Gold''), 1)'), 'not_sold_out', 'or might wait');
select tests.answers(tests.at_place(1), $$tests.turn('select tests.hold(''first'', ''Gold:A2'')')$$, 'in', 'as does the first');
select is(tests.rate('Pune', 30), 30, 'The server slows down');
select is(tests.state('Pune') ->> 'let_in', '2', 'who was let in stays so');
select tests.pass('1 second');
select is(tests.rate('Pune', 31) + tests.rate('Pune', 30), 61, 'Half a person');
select tests.pass('1 second');
select is(tests.state('Pune') ->> 'let_in', '3', 'is not lost by a change of the rate');
select is(tests.rate('Pune', 0), 0, 'The server may stop');
select tests.pass('1 hour');
select is(tests.state('Pune') ->> 'let_in', '3', 'and then no one comes in');
select tests.act_as('admin@example.in');
select is(public.save_queue(tests.event_id('Pune'), q.joins_from, q.opens_at, 120) ->> 'rate', '120', 'An admin may say how many at any time') from tests.queue('Pune') as q;
select is(tests.state('Pune') ->> 'let_in', '3', 'from then on');
select tests.act_as_owner();

-- No way around.
select tests.does(tests.at_place(1), $$select tests.expire('first')$$);
select is(tests.turn('select tests.hold(''again'', ''Gold:A3'')'), 'in', 'A turn does not expire');
select tests.answers(tests.at_place(5), $$tests.submit('around', '412345678901', 1800, 'Gold:B1') ->> 'status'$$, 'pending', 'Money that was sent is recorded');
select is(tests.claims('Gold'), 'A1 held, A2 expired, A3 held', 'but takes no seats before its turn');
select tests.answers('jaya@example.in', $$tests.submit('unqueued', '412345678903', 1800, 'Gold:E1,E2') ->> 'status'$$, 'pending', 'Nor does an order from before the queue');
select is(tests.claims('Gold'), 'A1 held, A2 expired, A3 held', 'take seats');
select tests.gives('admin@example.in', $$ select f.flag from public.payment_flags f where f.payment_id = tests.payment_id('around') $$, $$ values ('before_turn') $$, 'and staff see why');
select ok(warnings @> '[{"code": "before_turn"}, {"code": "seats_lost"}]', 'with the payment') from public.get_payment_details() as d where d.payment_id = tests.payment_id('around');
select tests.answers(tests.at_place(1), $$tests.submit('first', '412345678902', 1800, 'Gold:A2') ->> 'status'$$, 'pending', 'Late money of an order that was held');
select is(tests.claims('Gold'), 'A1 held, A2 under_review, A3 held', 'has its seats');
select tests.answers('admin@example.in', $$public.review_payment(tests.payment_id('first'), 'rejected', 'No money came') is not null$$, true, 'Seats kept after a rejection');
select tests.as_owner('update private.queue_entries set place = 99 where user_id = (select user_id from private.queue_entries where place = 1)');
select tests.answers(tests.at_place(99), $$tests.turn('select tests.hold(''more'', ''Gold:A2,A4'')')$$, '99 3 120', 'give no turn for others');
select is(tests.turn('select tests.hold(''retry'', ''Gold:A2'')'), 'in', 'but are their customer''s');
select tests.as_owner('update private.queue_entries set place = 1 where place = 99');
select tests.as_owner($$ update public.ticket_categories set price = 0, is_free = true where name = 'Gold' $$);
select tests.refuses(tests.at_place(5), 'select public.take_free_order(tests.order_id(''free''), tests.lines(''Gold:C1''))', 'PT409', 'hold_expired', 'A free order is held first');
select is(tests.turn('select tests.hold(''free'', ''Gold:C1'')'), '5 3 120', 'for which one waits');
select tests.refuses('select public.take_free_order(tests.order_id(''free''), tests.lines(''Gold:C1''))', 'PT409', 'hold_expired', 'and trying does not help');
select tests.refuses('select public.extend_hold(tests.order_id(''free''))', 'PT404', 'unknown_order', 'nor does extending');
select tests.as_owner($$ update public.ticket_categories set price = 1500, is_free = false where name = 'Gold' $$);
select is(tests.turn('select tests.hold(''plain5'', ''Plain:B1'')'), 'in', 'A hold of another event');
select is(tests.turn('select tests.hold(''plain5'', ''Plain:B1'', ''Gold:C1'')'), '5 3 120', 'is no turn at this one');
select tests.answers('admin@example.in', $$tests.turn('select tests.hold(''real'', ''Gold:C2'')')$$, '- 3 120', 'An admin waits like others');
select public.mark_test_order(tests.order_id('trial'));
select is(tests.turn('select tests.hold(''trial'', ''Gold:C2'')'), 'in', 'unless it is a test');
select is(public.keep_seats(tests.category_id('Gold'), array['D4'], 'Sponsor') is not null, true, 'Staff keep seats as ever');

-- A pause lets no one in.
select public.pause_event(tests.event_id('Pune'));
select tests.pass('1 hour');
select tests.as_owner('update public.events set paused_at = paused_at - interval ''1 hour'' where city = ''Pune''');
select results_eq($$ select tests.state('Pune') ->> 'let_in', tests.state('Pune') ->> 'rate' $$, $$ values ('3', '0') $$, 'While paused no one more is let in');
select public.resume_event(tests.event_id('Pune'));
select results_eq($$ select tests.state('Pune') ->> 'let_in', tests.state('Pune') ->> 'rate' $$, $$ values ('3', '120') $$, 'and after it they come as before');

-- A queue in which no one waits bothers no one, and keeps its rate.
select tests.pass('1 hour');
select tests.answers('gita@example.in', $$tests.state('Pune') ->> 'let_in'$$, '6', 'Everyone is in');
select is(tests.turn('select tests.hold(''walk'', ''Gold:C3'')'), 'in', 'Who comes now holds at once');
select ok(public.my_queue_place(tests.event_id('Pune')) @> '{"place": 7, "late": true}', 'and has a place');
select is(tests.turn('select tests.hold(''walk'', ''Gold:C3,C4'')') || ' ' || (tests.state('Pune') ->> 'last_place'), 'in 7', 'which is one');
select tests.act_as_owner();
select cmp_ok((tests.queue('Pune')).let_in, '<=', 26.0, 'An empty hour lets in no more than ten seconds'' people together');
select is((select count(private.next_place(tests.event_id('Pune'))) from generate_series(1, 60)), 19::bigint, 'Nineteen more');
select is(tests.rate('Pune', 1), 120, 'As the admin said');
update public.event_queues set per_minute = null;
select is(tests.rate('Pune', 1), 1, 'A slow queue');
update public.event_queues set let_in = last_place;
select is(private.next_place(tests.event_id('Pune')), null, 'is full at once');
select tests.pass('1 hour');
select is(private.next_place(tests.event_id('Pune')) is not null and private.next_place(tests.event_id('Pune')) is null, true, 'but lets one in that comes alone');
select tests.create_user('ira@example.in');
select tests.answers('ira@example.in', $$split_part(tests.turn('select tests.hold(''full'', ''Gold:D1'')'), ' ', 1)$$, '-', 'The next waits');
select is(tests.submit('full', '412345678903', 1800, 'Gold:D1') ->> 'status', 'pending', 'with money, too');
select is(strpos(tests.claims('Gold'), 'D1'), 0, 'and without a seat');

-- Codes and places are unique, also when many come.
select tests.act_as_owner();
select throws_ok($$ insert into private.queue_entries (event_id, user_id, code) select event_id, gen_random_uuid(), code from tests.entries('Pune') limit 1 $$, '23505', null, 'A code names one entry');
select is((select count(distinct place) || ' ' || count(*) from tests.entries('Pune')), '7 7', 'and a place one');

-- The end.
select tests.answers('admin@example.in', $$public.end_queue(tests.event_id('Pune'))$$, now(), 'An admin ends the queue');
select is(public.end_queue(tests.event_id('Pune')), now(), 'once');
select tests.refuses('select tests.save(''1 hour'', ''2 hours'')', 'PT409', 'queue_ended', 'and for good');
select tests.answers('ira@example.in', $$tests.turn('select tests.hold(''after'', ''Gold:D1'')')$$, 'in', 'Now everyone holds');
select tests.refuses('select tests.join_queue()', 'PT409', 'queue_ended', 'and no one joins');
select tests.answers('asha@example.in', $$tests.join_queue() ->> 'place'$$, tests.place('asha@example.in')::text, 'though who did keeps the place');
select is(jsonb_array_length(public.export_my_data() -> 'queues'), 1, 'and has it among their data');

-- Afterwards.
select tests.does('owner', $$update public.events set date = now() - interval '89 days' where city = 'Pune'$$);
select private.tidy_sale();
select isnt_empty('select * from tests.entries(''Pune'')', 'Entries stay for a while');
update public.events set date = now() - interval '91 days' where city = 'Pune';
select private.tidy_sale();
select is_empty('select * from tests.entries(''Pune'')', 'and are then deleted');
select is(tests.sha(public.queue_list(tests.event_id('Pune'))), (tests.queue('Pune')).list_hash, 'The list and its hash stay for who wants to check');
insert into private.queue_entries (event_id, user_id, code) values (tests.event_id('Pune'), gen_random_uuid(), '0000000000');
delete from public.event_queues;
select is_empty('select * from private.queue_entries', 'Entries go with their queue');
