-- Waiting lists: who may join, whose wish is first, what side by side means, and that no hold goes past the list.
select tests.create_people('Asha Rao <asha@example.in>', 'Bela Das <bela@example.in>', 'Chan Khan <chan@example.in>',
  'Dev Patel <dev@example.in>', 'Esha Nair <esha@example.in>', 'admin: admin@example.in', 'gate: gate@example.in');
select tests.create_concert('Pune', 'Gold 1500 x12');
create function tests.wait(p_email text) returns uuid language sql stable security definer as $$
  select w.id from public.waits w where w.user_id = tests.user_id(p_email) and w.outcome is null order by w.joined_at desc limit 1
$$;
-- Each wait with its open offer: 'bela 2: A1 A2'.
create function tests.list(p_category text) returns text language sql stable security definer as $$
  select coalesce(string_agg(split_part(p.email, '@', 1) || ' ' || w.seats || case when w.together then '' else ' apart' end
      || coalesce(': ' || array_to_string(f.seats, ' '), ''), ', ' order by w.joined_at), '')
  from public.waits w join tests.people p on p.id = w.user_id
  left join public.offers f on f.wait_id = w.id and f.state in ('open', 'submitted')
  where w.ticket_category_id = tests.category_id(p_category) and w.outcome is null
$$;
create function tests.ends(p_email text) returns text language sql stable security definer as $$
  select string_agg(w.outcome, ' ' order by w.joined_at) from public.waits w where w.user_id = tests.user_id(p_email)
$$;
create function tests.offer(p_email text) returns uuid language sql stable security definer as $$
  select f.id from public.offers f where f.user_id = tests.user_id(p_email) and f.state = 'open'
$$;
-- An open offer runs out.
create function tests.run_out(p_offer uuid) returns void language plpgsql security definer as $$
begin
  update public.offers set expires_at = now() - interval '1 second' where id = p_offer;
  update private.orders set expires_at = now() - interval '1 second' where id = p_offer;
  update public.seat_claims set expires_at = now() - interval '1 second' where order_id = p_offer and state = 'held';
end $$;
create function pg_temp.join(p_category text, p_seats integer, p_together boolean default true) returns jsonb language sql as $$
  select public.join_waiting_list(tests.category_id(p_category), p_seats, p_together)
$$;

-- Who may join, and when.
select tests.act_as(null);
select tests.refuses(q, 'PT401', 'not_signed_in', 'A visitor: ' || q) from unnest(array['select pg_temp.join(''Gold'', 1)',
  'select public.leave_waiting_list(gen_random_uuid())', 'select public.waiting_list(tests.event_id(''Pune''))']) as q;
select tests.denies('select public.my_waits()', 'A visitor has no waits');
select tests.denies('select * from public.' || t, 'and reads no ' || t) from unnest(array['waits', 'offers', 'returns']) as t;
select tests.refuses('bela@example.in', 'select pg_temp.join(''Gold'', 1)', 'PT409', 'not_sold_out', 'While there are seats no one waits');
select tests.refuses(format('select public.join_waiting_list(%L, %L)', tests.category_id('Gold'), n), 'PT400', 'invalid', coalesce(n, 'no number') || ' seats')
  from unnest(array[null, '0', '11', '-1']) as n;
select tests.refuses('select public.join_waiting_list(gen_random_uuid(), 1)', 'PT404', 'not_found', 'A category of no event');
select tests.refuses('select public.join_waiting_list(null, 1)', 'PT404', 'not_found', 'or none');
select tests.denies('insert into public.waits (user_id, ticket_category_id, seats, together) values (private.uid(), tests.category_id(''Gold''), 1, false)', 'No one writes the list');
select tests.denies('select private.work_waiting()', 'or works it over HTTP');
select tests.refuses('select public.waiting_list(tests.event_id(''Pune''))', 'PT403', 'forbidden', 'Customers do not read the list');
select tests.refuses('gate@example.in', 'select public.waiting_list(tests.event_id(''Pune''))', 'PT403', 'forbidden', 'nor does gate staff');

-- All is held: the list begins.
select tests.hold_as('asha@example.in', 'first', 'Gold:A1,A2,A3,A4,B1,B2,B3,B4');
select tests.hold('second', 'Gold:C1,C2,C3');
select tests.refuses('bela@example.in', 'select pg_temp.join(''Gold'', 1, false)', 'PT409', 'not_sold_out', 'One seat is free for one');
select is(pg_temp.join('Gold', 2) - array['wait_id', 'event_id', 'ticket_category_id', 'joined_at', 'event_date'],
  '{"category": "Gold", "event_name": "Asha Rao - Pune", "is_standing": false, "seats": 2, "together": true, "before": 0, "offer": null, "outcome": null, "ended_at": null}',
  'but not two side by side: who wants them waits');
select is(pg_temp.join('Gold', 2) ->> 'wait_id', tests.wait('bela@example.in')::text, 'An answer lost on the way is asked for again');
select tests.refuses('select pg_temp.join(''Gold'', 3)', 'PT409', 'in_use', 'One wish a person and category');
select tests.answers('chan@example.in', $$pg_temp.join('Gold', 3, false) ->> 'before'$$, '1', 'The next learns how many wait before');
select is((public.my_waits() -> 0 ->> 'before') || ' ' || jsonb_array_length(public.my_waits()), '1 1', 'also later, and sees no other');
select is((select count(*) from public.waits), 1::bigint, 'not in the table either');

-- What fits no wish is held by all.
select tests.answers('dev@example.in', $$tests.hold('one', 'Gold:C4') ? 'order_id'$$, true, 'A seat that fits no wish is held by anyone');
select tests.answers('admin@example.in', $$select w ->> 'people' || ' ' || (w ->> 'seats') || ' ' || (w ->> 'offers') || ' ' || (w #>> '{waits,1,name}') || ' ' || (w #>> '{waits,1,seats}')
  from jsonb_array_elements(public.waiting_list(tests.event_id('Pune'))) as w$$, '2 5 0 Chan Khan 3', 'Staff see the list');
select tests.refuses('select public.waiting_list(gen_random_uuid())', 'PT404', 'not_found', 'of an event that there is');

-- Freed seats go to the list, to the first whose wish they fit.
select tests.does('dev@example.in', $$select tests.expire('second')$$);
select tests.refuses('select tests.hold(''late'', ''Gold:C1,C2'')', 'PT409', 'seats_taken', 'A hold does not go past the list');
select tests.answers('owner', $$tests.list('Gold')$$, 'bela 2, chan 3 apart', 'A refused hold changes nothing');
select is(private.work_waiting(), 1, 'Each minute freed seats are offered');
select is(tests.list('Gold'), 'bela 2: C2 C3, chan 3 apart', 'to the first: those facing the middle');
select is(tests.claims('Gold'), 'A1 held, A2 held, A3 held, A4 held, B1 held, B2 held, B3 held, B4 held, C1 expired, C2 held, C3 held, C4 held', 'and are held for them');
select is((select content - array['event_date', 'order_id', 'until', 'sections', 'ticket_category_id'] from public.notices where kind = 'offer' and user_id = tests.user_id('bela@example.in')),
  '{"event_name": "Asha Rao - Pune", "category": "Gold", "count": 2, "seats": ["C2", "C3"], "total": 3600}', 'who gets a notice');
select is((select kind from public.outgoing_mail where user_id = tests.user_id('bela@example.in')), 'offer', 'by mail, too');
select is(private.work_waiting(), 1, 'The next minute');
select is((select count(*) from public.offers), 1::bigint, 'offers nothing twice');
select tests.answers('dev@example.in', $$tests.hold('late', 'Gold:C1') ? 'order_id'$$, true, 'One more seat fits no wish: three are wanted');
select tests.refuses('select tests.hold(''past'', ''Gold:C2'')', 'PT409', 'seats_taken', 'An offered seat is held');
select tests.refuses('select tests.hold(''past'', ''Gold:C3,C1'')', 'PT409', 'seats_taken', 'as one of two, too');
select public.release_seats(tests.order_id('late'));
select tests.answers('bela@example.in', $$select w #- '{offer,order_id}' #- '{offer,order_code}' #- '{offer,until}' #- '{offer,lines}' -> 'offer'
  from jsonb_array_elements(public.my_waits()) as w$$, '{"state": "open", "seats": ["C2", "C3"], "total": 3600}', 'Bela sees the offer');
select is((public.my_waits() #>> '{0,offer,until}')::timestamptz, now() + interval '60 minutes', 'for an hour');
select is(public.my_waits() #> '{0,offer,lines}', tests.lines('Gold:C2,C3'), 'and how to pay it');
select is((public.taken_seats(tests.category_id('Gold')) -> 'mine')::text, '["C2", "C3"]', 'The seats are theirs on the map');

-- Leaving and declining: the next in the list.
select tests.answers('esha@example.in', $$pg_temp.join('Gold', 2) ->> 'before'$$, '2', 'Esha comes last');
select tests.refuses(format('select public.leave_waiting_list(%L)', tests.wait('bela@example.in')), 'PT404', 'not_found', 'and ends no other''s wait');
select tests.refuses(format('select public.release_seats(%L)', tests.offer('bela@example.in')), 'PT403', 'other_user', 'nor offer');
select tests.refuses(format('select public.hold_seats(%L, tests.lines(''Gold:C2,C3''))', tests.offer('bela@example.in')), 'PT403', 'other_user', 'nor takes it');
select tests.does('bela@example.in', $$select public.release_seats(tests.offer('bela@example.in'))$$);
select is(tests.ends('bela@example.in'), 'declined', 'Releasing the seats of an offer declines it');
select is(tests.list('Gold'), 'chan 3 apart: C1 C2 C3, esha 2', 'which serves the next whose wish all fit: with C1 there are three');
select is(public.leave_waiting_list((select id from public.waits)), 'declined', 'Leaving what has ended says how');
select is((public.my_waits() #>> '{0,outcome}'), 'declined', 'which stays to be read');
select tests.answers('chan@example.in', $$public.leave_waiting_list(tests.wait('chan@example.in'))$$, 'left', 'Leaving with an offer');
select is(tests.list('Gold'), 'esha 2: C2 C3', 'serves the next at once');
select is(tests.ends('chan@example.in'), 'left', 'and is no declining');

-- An offer that runs out ends the wait, and its seats go on.
select tests.does('chan@example.in', $$select pg_temp.join('Gold', 2)$$);
select tests.run_out(tests.offer('esha@example.in'));
select tests.refuses('dev@example.in', 'select tests.hold(''past'', ''Gold:C2'')', 'PT409', 'seats_taken', 'A lapsed offer''s seats go to the next, not to a hold');
select tests.does('owner', $$select private.work_waiting()$$);
select is(tests.list('Gold'), 'chan 2: C2 C3', 'The next has them');
select is(tests.ends('esha@example.in'), 'lapsed', 'Esha''s wait has ended');
select is((select content -> 'waits' from public.notices where kind = 'offer_lapsed' and user_id = tests.user_id('esha@example.in')), 'false', 'which she reads');

-- The operator's time, and give-back rules beside the others.
select tests.act_as('admin@example.in');
select tests.refuses(format('select public.set_pass_rules(tests.event_id(''Pune''), ''{"hand_over": true}''::jsonb || %L)', r), 'PT400', 'invalid', r)
  from unnest(array['{"offer_minutes": 9}', '{"offer_minutes": 1441}', '{"offer_minutes": "60"}', '{"offer_minutes": 12.5}', '{"offer_minutes": null}', '{"give_back": 1}', '{"give_back_until": 5}']) as r;
select is((select (r.give_back, r.give_back_until, r.offer_minutes)::text from public.set_pass_rules(tests.event_id('Pune'), '{"hand_over": true, "offer_minutes": 1440, "give_back": false}') as r), '(f,,1440)', 'An offer may last a day');
select is((select (r.give_back, r.offer_minutes)::text from public.set_pass_rules(tests.event_id('Pune'), '{"hand_over": true}') as r), '(f,1440)', 'What a page does not know stays');
select tests.hold_as('dev@example.in', 'corner', 'Gold:C1');
select tests.does('esha@example.in', $$select pg_temp.join('Gold', 1, false)$$);
select tests.does('chan@example.in', $$select public.release_seats(tests.offer('chan@example.in'))$$);
select is(tests.list('Gold'), 'esha 1 apart: C2', 'A single seat is the one nearest to the middle');
select tests.answers('esha@example.in', $$(public.my_waits() #>> '{0,offer,until}')::timestamptz$$, now() + interval '1 day', 'The offer has the new time');

-- A pause, a window and a draft keep what is free for the list.
select tests.run_out(tests.offer('esha@example.in'));
select tests.as_owner('update public.events set paused_at = now()');
select tests.refuses('bela@example.in', 'select pg_temp.join(''Gold'', 4)', 'PT409', 'not_on_sale', 'A paused event begins no list');
select tests.as_owner('update public.events set paused_at = null');
select tests.as_owner('update public.ticket_categories set sale_until = now()');
select tests.refuses('select pg_temp.join(''Gold'', 4)', 'PT409', 'not_on_sale', 'nor does a category after its window');
select tests.as_owner('update public.ticket_categories set sale_until = null');
select tests.refuses('select pg_temp.join(''Gold'', 2)', 'PT409', 'not_sold_out', 'What no one waits for any more is held, not waited for');

-- Side by side on a drawn map: no aisle, no blocked seat and no wheelchair place between; the front first.
select tests.as_owner($q$
  select tests.create_event('Goa');
  select tests.create_category('Goa', 'Stalls', 1000, 20);
  insert into public.seating_layouts (id, name, layout_data) values ('dddddddd-0000-4000-8000-000000000001', 'Hall', '{"stage": "top", "sections": [
    {"code": "S", "name": "Stalls", "rows": [
      {"label": "A", "seats": [1, 2, null, 3, 4]}, {"label": "B", "seats": [1, 2, 3, 4, 5], "blocked": [3]},
      {"label": "C", "seats": [1, 2, 3, 4, 5], "wheelchair": [2]}]},
    {"code": "R", "name": "Rear", "rows": [{"label": "A", "seats": [4, 3, 2, 1]}]}]}');
  insert into public.ticket_category_layouts (ticket_category_id, seating_layout_id, section_ids)
    values (tests.category_id('Stalls'), 'dddddddd-0000-4000-8000-000000000001', '{all}')
$q$);
select tests.act_as_owner();
create function pg_temp.best(p_seats integer, p_taken text default '', p_stage text default 'top') returns text language plpgsql as $$
declare
  v_spots private.spot[];
begin
  update public.seating_layouts set layout_data = jsonb_set(layout_data, '{stage}', to_jsonb(p_stage));
  v_spots := array(select s from unnest(private.open_spots((select c from public.ticket_categories c where c.name = 'Stalls'), true)) as s
    where s.seat <> all (string_to_array(p_taken, ' ')));
  return private.most_together(v_spots) || ': ' || (select string_agg(s.seat, ' ') from unnest(private.choose_spots(v_spots, p_seats)) as s);
end $$;
select is(pg_temp.best(n, t, s), b, m) from (values
  (1, '', 'top', '4: S-A2', 'One: nearest to the middle of the front'),
  (2, '', 'top', '4: S-A1 S-A2', 'Two in front, not across the aisle'),
  (3, '', 'top', '4: S-C3 S-C4 S-C5', 'Three: no blocked seat and no wheelchair place between'),
  (4, '', 'top', '4: R-A4 R-A3 R-A2 R-A1', 'Four: only behind, in the order of the row'),
  (2, '', 'bottom', '4: R-A3 R-A2', 'With the stage below the last row is the front'),
  (2, 'S-A1 S-A3', 'top', '4: S-B1 S-B2', 'Two, when the front has single seats alone'),
  (4, 'R-A3', 'top', '3: S-A2 S-A3 S-B2 S-B4', 'Four apart, the nearest to the middle')) as v (n, t, s, b, m);
select is((select count(*) from private.spots_of(tests.category_id('Stalls'))), 15::bigint, 'A wheelchair place and its companion seat are offered to no one');

-- Standing places: any of them.
select tests.as_owner($q$insert into public.ticket_categories (event_id, name, price, total_tickets, is_standing) values (tests.event_id('Goa'), 'Floor', 500, 4, true)$q$);
select tests.does('asha@example.in', $$select public.hold_seats(tests.order_id('floor'), tests.lines('Floor:x3'))$$);
select tests.answers('bela@example.in', $$pg_temp.join('Floor', 2) -> 'is_standing'$$, 'true', 'Two places, of which one is free');
select tests.does('dev@example.in', $$select public.hold_seats(tests.order_id('last'), tests.lines('Floor:x1'))$$);
select tests.does('asha@example.in', $$select public.release_seats(tests.order_id('floor'))$$);
select tests.refuses('dev@example.in', $$select public.hold_seats(tests.order_id('more'), tests.lines('Floor:x2'))$$, 'PT409', 'seats_taken', 'Three places are free, two of them for the list');
select ok(public.hold_seats(tests.order_id('more'), tests.lines('Floor:x1')) ? 'order_id', 'The third is anyone''s');
select is((select count(*) from public.seat_claims c where c.user_id = tests.user_id('dev@example.in') and c.ticket_category_id = tests.category_id('Floor')), 2::bigint, 'Dev has two');
select tests.act_as('bela@example.in');
select is(w -> 'offer' -> 'lines', tests.lines('Floor:x2'), 'and Bela an offer of two') from jsonb_array_elements(public.my_waits()) as w where w ->> 'category' = 'Floor' and w ->> 'outcome' is null;
select is((select content -> 'seats' is null and content ->> 'count' = '2' from public.notices where kind = 'offer' and user_id = tests.user_id('bela@example.in') order by created_at desc limit 1), true, 'whose numbers it leaves out');

-- What a code opens has no list; a list has a bound; people, accounts and events go.
select tests.as_owner('update public.ticket_categories set is_hidden = true where name = ''Floor''');
select tests.refuses('chan@example.in', 'select pg_temp.join(''Floor'', 4)', 'PT404', 'not_found', 'No list of a hidden category');
select tests.as_owner('update public.ticket_categories set is_hidden = false where name = ''Floor''');
select pg_temp.join('Floor', 2);
select tests.answers('bela@example.in', $$select e -> 'waits' -> 0 ->> 'outcome' from (select public.export_my_data() as e) x$$, 'declined', 'The export has waits');
select is(jsonb_array_length(e -> 'offers') || ' ' || (e -> 'returns')::text, '2 []', 'offers and returns') from (select public.export_my_data() as e) x;
select tests.does('admin@example.in', $$select public.close_account(tests.user_id('bela@example.in'), 'Hostile')$$);
select is(tests.list('Floor'), 'chan 2', 'A closed account is on no list');
select tests.does('owner', $$select private.work_waiting()$$);
select is((select count(f.seats) from public.offers f where f.user_id = tests.user_id('chan@example.in') and f.state = 'open'), 1::bigint, 'and its offer the next one''s');
select tests.refuses('bela@example.in', 'select pg_temp.join(''Gold'', 1)', 'PT401', 'not_signed_in', 'nor does it join one');
select tests.does('chan@example.in', $$select public.delete_my_account(true)$$);
select tests.answers('owner', $$tests.list('Floor') || tests.ends('chan@example.in')$$, 'left declined left', 'A deleted account is on none');
select is((select string_agg(distinct state, ' ') from public.offers where user_id = tests.user_id('chan@example.in')), 'declined', 'and has no offer');
select tests.does('esha@example.in', $$select public.hold_seats(tests.order_id('rest'), tests.lines('Floor:x2'))$$);
select tests.does('asha@example.in', $$select pg_temp.join('Floor', 1)$$);
select tests.does('admin@example.in', $$select public.cancel_event(tests.event_id('Goa'), 'Rain')$$);
select is(tests.list('Floor') || tests.ends('asha@example.in'), 'over', 'A cancelled event has no list');
select tests.refuses('asha@example.in', 'select pg_temp.join(''Floor'', 1)', 'PT409', 'not_on_sale', 'and begins none');
select tests.does('dev@example.in', $$select pg_temp.join('Gold', 8)$$);
select tests.as_owner('update public.events set date = now() - interval ''1 minute'' where city = ''Pune''');
select tests.does('owner', $$select private.work_waiting()$$);
select is(tests.ends('dev@example.in'), 'over', 'Nor has one that began');
select is((select count(*) from public.offers where state = 'open'), 0::bigint, 'and no offer is left');
select is(private.work_waiting(), 0, 'nor anything to do');

-- One account makes no end of rows: joins an hour, what is shown, what is kept.
select tests.create_user('farah@example.in'), tests.create_concert('Delhi', 'Balcony 1500 x2');
select tests.hold_as('asha@example.in', 'delhi', 'Balcony:A1,A2');
select tests.act_as('farah@example.in');
select public.leave_waiting_list((pg_temp.join('Balcony', 1, false) ->> 'wait_id')::uuid) from generate_series(1, 40);
select is((select count(*) from public.waits), 40::bigint, 'Farah joins and leaves a list forty times');
select is(tests.refusal($$select pg_temp.join('Balcony', 1, false)$$), '{"state": "PT429", "code": "too_many", "detail": "hour"}', 'and no more within the hour');
select is(jsonb_array_length(public.my_waits()), 20, 'What is shown has a bound, too');
select tests.as_owner($$update public.waits set joined_at = joined_at - interval '2 hours', ended_at = ended_at - interval '2 hours' where user_id = tests.user_id('farah@example.in')$$);
select is(pg_temp.join('Balcony', 1, false) ->> 'outcome', null, 'An hour later she waits again');
select tests.as_owner('select private.tidy_sale()');
select is((select count(*) from public.waits), 41::bigint, 'A day is kept');
select tests.as_owner($$update public.waits set joined_at = joined_at - interval '1 day', ended_at = ended_at - interval '1 day' where user_id = tests.user_id('farah@example.in')$$);
select tests.as_owner($$update public.waits set outcome = 'bought' where id = (select id from public.waits where user_id = tests.user_id('farah@example.in') and outcome is not null limit 1)$$);
select tests.as_owner('select private.tidy_sale()');
select results_eq('select outcome, count(*) from public.waits group by 1 order by 1', $$values ('bought', 1::bigint), ('left', 20), (null, 1)$$, 'then the newest twenty, what she bought and where she waits');
select tests.as_owner($$update public.waits set ended_at = now() - interval '31 days' where user_id = tests.user_id('farah@example.in') and ended_at is not null$$);
select tests.as_owner('select private.tidy_sale()');
select results_eq('select outcome, count(*) from public.waits group by 1 order by 1', $$values ('bought', 1::bigint), (null, 1)$$, 'and none after a month');
