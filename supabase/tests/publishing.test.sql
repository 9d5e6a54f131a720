-- Drafts, publishing, pausing, windows of ticket categories, and previews by link.

select tests.create_staff('admin@example.in', 'admin'), tests.create_staff('gate@example.in', 'gate');
select tests.create_user('asha@example.in'), tests.create_user('bela@example.in');
select tests.create_event('Pune'), tests.create_category('Pune', 'Gold', 1500, 20), tests.create_category('Pune', 'Silver', 700, 20);
select tests.create_event('Goa'), tests.create_category('Goa', 'Lawn', 0, 20);
create temp table seen (name text, at timestamptz, key text);

select ok((select e.published_at <= now() and e.paused_at is null from public.events e where e.city = 'Pune'),
  'A row inserted without the new columns is published and sells');

-- A draft, with a category that has a layout.
select tests.does('admin@example.in', $$insert into public.events (id, singer_id, city, venue, date, published_at)
  select tests.order_id('draft'), e.singer_id, 'Agra', 'Fort', now() + interval '60 days', null from public.events e where e.city = 'Pune'$$);
select tests.refuses($$insert into public.events (singer_id, city, venue, date, published_at)
    select e.singer_id, 'Delhi', 'Fort', e.date, now() + interval '1 day' from public.events e where e.city = 'Pune'$$,
  'PT400', 'invalid', 'No event publishes itself later');
select tests.denies($$update public.events set published_at = null where city = 'Pune'$$, 'Nor does an edit take one back');
select tests.denies($$update public.events set paused_at = now() where city = 'Pune'$$, 'or pause it');
insert into public.seating_layouts (id, name, layout_data) values (tests.order_id('hall'), 'Hall',
  '{"stage": "top", "sections": [{"code": "STAL", "name": "Stalls", "rows": [{"label": "A", "seats": [1, 2, 3, 4]}]}]}');
select ok((select c.sale_from > now() and c.sale_until is null and c.total_tickets = 4 from public.add_ticket_category(tests.order_id('stalls'), tests.order_id('draft'), 'Stalls', 1500,
  p_seating_layout_id => tests.order_id('hall'), p_sale_from => now() + interval '1 hour') as c), 'A category is added with its window and its seats');

-- Who sees it.
create function pg_temp.sees(p_who text, p_rows bigint, p_what text) returns setof text language plpgsql as $$
begin
  perform tests.act_as(p_who);
  return next tap.is((select count(*) from public.events e where e.id = tests.order_id('draft')), p_rows, p_what || ': the event');
  return next tap.is((select count(*) from public.events e join public.ticket_categories c on c.event_id = e.id where e.city = 'Agra'), p_rows, 'joined to its categories');
  return next tap.is((select count(*) from public.ticket_categories c where c.id = tests.order_id('stalls')), p_rows, 'its category');
  return next tap.is((select count(*) from public.ticket_category_layouts l where l.ticket_category_id = tests.order_id('stalls')), p_rows, 'its link to a layout');
  return next tap.is((select count(*) from public.singers s join public.events e on e.singer_id = s.id), p_rows + 2, 'by its singer');
  return next tap.is((select count(*) from public.ticket_categories), p_rows + 3, 'and every published category');
  return next tap.is((select count(*) from public.deleted_rows d where d.id in (tests.order_id('draft'), tests.order_id('stalls'))), 0::bigint, 'it is not among the deleted');
  if p_rows = 0 then
    return next tests.refuses($x$select public.taken_seats(tests.order_id('stalls'))$x$, 'PT404', 'not_found', 'its seats do not exist');
  else
    return next tap.is((select public.taken_seats(tests.order_id('stalls')) -> 'taken')::text, '[]', 'its seats are free');
  end if;
end
$$;
select pg_temp.sees(null, 0, 'A visitor sees no draft');
select tests.denies('select count(*) from public.audit_log', 'nor its history');
select tests.denies('select count(*) from public.event_list', 'nor the console''s list');
select pg_temp.sees('asha@example.in', 0, 'A customer sees no draft');
select is((select count(*) from public.event_list where city = 'Agra') + (select count(*) from public.ticket_category_list where name = 'Stalls'), 0::bigint, 'nor in the console''s lists');
select is((select s.events from public.singer_list s), 2::bigint, 'nor in the number of a singer''s events');
select is((select count(*) from public.audit_log), 0::bigint, 'nor in a history');
select tests.refuses($$select public.hold_seats(tests.order_id('early'), jsonb_build_array(jsonb_build_object('ticket_category_id', tests.order_id('stalls'), 'seats', '["STAL-A1"]'::jsonb)))$$,
  'PT409', 'not_on_sale', 'A draft sells nothing to those who know its ids');
select pg_temp.sees('gate@example.in', 1, 'Gate staff see drafts');
select pg_temp.sees('admin@example.in', 1, 'Admins see drafts');
select is((select (e.published_at is null)::text || e.unpriced || (e.sale_from > now())::text from public.event_list e where e.city = 'Agra'), 'true0true', 'with what the list says of them');
select tests.does('owner', $$select set_config('role', 'authenticated', true), set_config('request.jwt.claims',
  json_build_object('sub', tests.user_id('admin@example.in'), 'role', 'authenticated', 'session_id', gen_random_uuid())::text, true),
  set_config('request.jwt.claim.sub', tests.user_id('admin@example.in')::text, true)$$);
select is((select count(*) from public.events), 2::bigint, 'A session that has ended reads what a visitor reads');

-- Functions for admins.
select tests.act_as(who), tests.refuses(format('select public.%s(tests.event_id(''Pune''))', call), state, code, coalesce(who, 'a visitor') || ' may not ' || call)
from unnest(array['publish_event', 'unpublish_event', 'pause_event', 'resume_event', 'make_event_preview', 'end_event_preview']) as call,
  (values (null, 'PT401', 'not_signed_in'), ('asha@example.in', 'PT403', 'forbidden'), ('gate@example.in', 'PT403', 'forbidden')) as w (who, state, code);
select tests.act_as('admin@example.in');
select tests.refuses(format('select public.%s(gen_random_uuid())', call), 'PT404', 'not_found', call || ' needs an event'), tests.refuses(format('select public.%s(null)', call), 'PT400', 'invalid', 'and its id')
from unnest(array['publish_event', 'unpublish_event', 'pause_event', 'resume_event', 'make_event_preview', 'end_event_preview']) as call;

-- The preview.
insert into seen select 'key', null, public.make_event_preview(tests.order_id('draft')) ->> 'key';
select matches(key, '^[0-9a-f]{32}$', 'A key has 128 bits') from seen where name = 'key';
select is(public.make_event_preview(tests.order_id('draft')) ->> 'key', key, 'Copying it again gives the same link') from seen where name = 'key';
select is((public.make_event_preview(tests.order_id('draft')) ->> 'ends_at')::timestamptz, now() + interval '14 days', 'for two weeks');
select tests.refuses($$select public.make_event_preview(tests.event_id('Pune'))$$, 'PT409', 'changed_meanwhile', 'A published event needs none');
select is_empty($$select from public.audit_log a join seen s on concat(a.before, a.after) like '%' || s.key || '%'$$, 'The history does not have the key');
select tests.act_as(null);
select is((select (p -> 'event' ->> 'city') || (p -> 'singer' ->> 'name') || (p -> 'categories' -> 0 ->> 'name') || (p -> 'links' -> 0 ->> 'section_ids') || (p -> 'layouts' -> 0 ->> 'name')
  from (select public.preview_event(key) as p from seen where name = 'key') as x), 'AgraAsha RaoStalls["STAL"]Hall', 'A visitor with the key sees the draft, its categories and its hall');
select pg_temp.sees(null, 0, 'but still not in the catalogue');
select tests.refuses(format('select public.preview_event(%L)', bad), 'PT404', 'not_found', 'No key: ' || coalesce(bad, 'null')) from unnest(array[null, '', repeat('0', 32), 'x']) as bad;
select tests.denies('select count(*) from private.event_previews', 'Nobody lists the keys');
select tests.answers('admin@example.in', $$public.end_event_preview(tests.order_id('draft'))$$, true, 'Staff end it');
select is(public.end_event_preview(tests.order_id('draft')), false, 'once');
select tests.act_as(null);
select tests.refuses(format('select public.preview_event(%L)', key), 'PT404', 'not_found', 'Then it shows nothing') from seen where name = 'key';
select tests.does('admin@example.in', $$insert into seen select 'second', null, public.make_event_preview(tests.order_id('draft')) ->> 'key'$$);
select isnt((select key from seen where name = 'second'), (select key from seen where name = 'key'), 'A new link has another key');
select tests.does('owner', $$update private.event_previews set ends_at = now()$$);
select tests.act_as(null);
select tests.refuses(format('select public.preview_event(%L)', key), 'PT404', 'not_found', 'A link ends by itself') from seen where name = 'second';

-- Publishing reaches devices that have synced before.
select tests.does('admin@example.in', $$insert into seen select 'before', greatest(e.updated_at, c.updated_at, l.updated_at)
  from public.events e, public.ticket_categories c, public.ticket_category_layouts l
  where e.id = tests.order_id('draft') and c.event_id = e.id and l.ticket_category_id = c.id$$);
select ok((public.publish_event(tests.order_id('draft'))).published_at = now(), 'Published now');
select ok((select e.updated_at > s.at and c.updated_at > s.at and l.updated_at > s.at
  from seen s, public.events e, public.ticket_categories c, public.ticket_category_layouts l
  where s.name = 'before' and e.id = tests.order_id('draft') and c.event_id = e.id and l.ticket_category_id = c.id), 'The event, its categories and their links are new for devices');
select is((public.publish_event(tests.order_id('draft'))).updated_at, (select e.updated_at from public.events e where e.id = tests.order_id('draft')), 'A second press changes nothing');
select is((select count(*) from public.audit_log a where a."table" = 'events' and a.row_id = tests.order_id('draft')::text and a.action = 'update'), 1::bigint, 'and is one line of history');
select pg_temp.sees(null, 1, 'Everyone sees it');

-- Windows, at each moment.
select tests.act_as('admin@example.in');
create function pg_temp.sells(p_from interval, p_until interval, p_sells boolean, p_what text) returns setof text language plpgsql as $$
begin
  perform tests.act_as('admin@example.in');
  update public.ticket_categories set sale_from = now() + p_from, sale_until = now() + p_until where name = 'Silver';
  perform tests.act_as('asha@example.in');
  return next tap.is(tests.refusal($x$select tests.hold('window', 'Gold:A1', 'Silver:A1')$x$), case when not p_sells then
    jsonb_build_object('state', 'PT409', 'code', 'not_on_sale', 'detail', tests.lines('Silver:A1')::text) end, p_what);
  perform tests.refusal($x$select public.release_seats(tests.order_id('window'))$x$);
end
$$;
select pg_temp.sells('1 second', null, false, 'Before its window nothing is sold; the refusal names the category');
select pg_temp.sells('0', null, true, 'At the moment it opens, it sells');
select pg_temp.sells('-1 day', '1 second', true, 'until a moment before its end');
select pg_temp.sells('-1 day', '0', false, 'and not at its end');
select pg_temp.sells(null, '-1 second', false, 'nor after it');
select pg_temp.sells(null, null, true, 'Without bounds it always sells');
select tests.refuses('admin@example.in', $$update public.ticket_categories set sale_from = now(), sale_until = now() where name = 'Silver'$$, 'PT400', 'invalid', 'A window ends after it begins');
select tests.refuses($$update public.ticket_categories set sale_from = 'infinity' where name = 'Silver'$$, 'PT400', 'invalid', 'and begins at a moment');
select is((select c.revision from public.ticket_categories c where c.name = 'Silver') > 1, true, 'A change of the window is an edit');

-- A pause: nothing new is sold, what is held goes on and is paid.
select tests.act_as('asha@example.in');
select is(tests.refusal($$select tests.hold('asha', 'Gold:B1,B2')$$), null, 'Asha holds two seats');
select tests.answers('admin@example.in', $$(public.pause_event(tests.event_id('Pune'))).paused_at = now()$$, true, 'Staff pause the sale');
select is((public.pause_event(tests.event_id('Pune'))).updated_at, (select e.updated_at from public.events e where e.city = 'Pune'), 'A second press changes nothing');
update public.ticket_categories set sale_until = now() where name = 'Gold';
select tests.refuses('bela@example.in', $$select tests.hold('bela', 'Gold:C1')$$, 'PT409', 'not_on_sale', 'Nothing new is sold');
select tests.act_as('asha@example.in');
select is(tests.refusal($$select tests.hold('asha', 'Gold:B1,B2')$$), null, 'Her running hold is confirmed once more');
select is(tests.refusal($$select public.extend_hold(tests.order_id('asha'))$$), null, 'and extended');
select tests.refuses($$select tests.hold('asha', 'Gold:B1,B2', 'Silver:B1')$$, 'PT409', 'not_on_sale', 'but gets no seats of another category');
select is((tests.submit('asha', '412345678901', 3600, 'Gold:B1,B2')) ->> 'status', 'pending', 'and her payment is recorded');
select is(tests.claims('Gold'), 'B1 under_review, B2 under_review', 'with her seats');
select tests.answers('bela@example.in', $$(tests.submit('late', '412345678902', 1800, 'Gold:D1')) ->> 'status'$$, 'pending', 'As is money that was sent without a hold');
select tests.act_as('admin@example.in');
select ok((public.resume_event(tests.event_id('Pune'))).paused_at is null and (public.resume_event(tests.event_id('Pune'))).paused_at is null, 'Staff resume it, once or twice');
update public.ticket_categories set sale_until = null where name = 'Gold';
select tests.act_as('bela@example.in');
select is(tests.refusal($$select tests.hold('bela', 'Gold:C1')$$), null, 'and it sells again');

-- Unpublishing.
select tests.refuses('admin@example.in', $$select public.unpublish_event(tests.event_id('Pune'))$$, 'PT409', 'in_use', 'What is sold, held or ordered stays published');
select tests.act_as('bela@example.in');
select is(tests.refusal($$select tests.hold('goa', 'Lawn:A1')$$), null, 'Bela holds a seat in Goa'), public.release_seats(tests.order_id('goa'));
select tests.refuses('admin@example.in', $$select public.unpublish_event(tests.event_id('Goa'))$$, 'PT409', 'in_use', 'An order younger than a day keeps it, too');
select tests.as_owner($$update private.orders set created_at = now() - interval '25 hours' where id = tests.order_id('goa')$$);
select ok((public.unpublish_event(tests.event_id('Goa'))).published_at is null, 'Later it becomes a draft');
select is((public.unpublish_event(tests.event_id('Goa'))).updated_at, (select e.updated_at from public.events e where e.city = 'Goa'), 'A second press changes nothing');
select tests.gives(null, $$select d."table" collate "C" from public.deleted_rows d where d.id in (tests.event_id('Goa'), tests.category_id('Lawn')) order by 1$$,
  $$values ('events' collate "C"), ('ticket_categories')$$, 'Devices delete it with its categories');
select is((select count(*) from public.events where city = 'Goa') + (select count(*) from public.ticket_categories where name = 'Lawn'), 0::bigint, 'and visitors see it no more');
select tests.refuses('admin@example.in', $$update public.ticket_categories set event_id = tests.event_id('Pune') where name = 'Lawn'$$, 'PT400', 'invalid', 'Its categories do not move to a published event');
-- Money of an order from before arrives late: its customer goes on reading the event.
select tests.answers('bela@example.in', $$(tests.submit('goa', '412345678903', 0, 'Lawn:A1')) ->> 'status'$$, 'pending', 'Late money for a draft is recorded');
select is((select count(*) from public.events where city = 'Goa') + (select count(*) from public.ticket_categories where name = 'Lawn'), 2::bigint, 'and who sent it reads the event');
select tests.answers('asha@example.in', $$select count(*) from public.events where city = 'Goa'$$, 0, 'others do not');
select tests.answers('admin@example.in', $$(public.publish_event(tests.event_id('Goa'))).published_at is not null$$, true, 'Published again');
select is_empty($$select from public.deleted_rows d where d.id in (tests.event_id('Goa'), tests.category_id('Lawn'))$$, 'devices keep it');
delete from public.events where id = tests.order_id('draft');
select tests.sees_none('owner', $$select from private.event_previews p where p.event_id = tests.order_id('draft')$$, 'A deleted event leaves no preview');

-- A concert that nobody knows of: its singer, the rules of its passes and every id of it are staff's.
select tests.does('admin@example.in', $$insert into public.singers (id, name) values (tests.order_id('singer'), 'Unannounced')$$);
insert into public.events (id, singer_id, city, venue, date, published_at) values (tests.order_id('secret'), tests.order_id('singer'), 'Kochi', 'Fort', now() + interval '60 days', null);
insert into public.ticket_categories (id, event_id, name, price, total_tickets, is_hidden) values
  (tests.order_id('seen'), tests.order_id('secret'), 'Seen', 500, 8, false), (tests.order_id('hid'), tests.order_id('secret'), 'Hid', 500, 8, true),
  (tests.order_id('goes'), tests.order_id('secret'), 'Goes', 500, 8, false), (tests.order_id('goa-hid'), tests.event_id('Goa'), 'Sponsors', 500, 8, true);
select public.set_pass_rules(tests.order_id('secret'), '{"hand_over": true, "screen_only": true}');
insert into public.seating_layouts (id, name, layout_data) values (tests.order_id('fort'), 'Fort', '{"stage": "top", "sections": [{"code": "ALL", "name": "All", "rows": [{"label": "A", "seats": [1, 2]}]}]}');
select public.assign_layout(tests.order_id('seen'), tests.order_id('fort'), '{ALL}');
create function pg_temp.shown(p_who text) returns text language plpgsql as $$
begin
  perform tests.act_as(p_who);
  return concat_ws(' ', (select 'singer' from public.singers s where s.id = tests.order_id('singer')),
    (select 'rules' from public.pass_rules r where r.event_id = tests.order_id('secret')),
    (select 'hall' from public.seating_layouts y where y.id = tests.order_id('fort')),
    (select 'catalogue' from jsonb_array_elements(public.read_catalogue() -> 'singers') s where s ->> 'id' = tests.order_id('singer')::text),
    (select string_agg(distinct d."table", ',' order by d."table") from public.deleted_rows d
      where d.id in (select tests.order_id(n) from unnest(array['secret', 'seen', 'hid', 'goes', 'goa-hid', 'singer']) as n)));
end
$$;
select is(pg_temp.shown(who), '', 'Nothing of an unannounced concert for ' || coalesce(who, 'a visitor')) from unnest(array[null, 'asha@example.in']) as who;
select is(pg_temp.shown(who), 'singer rules hall catalogue', 'all of it for ' || who) from unnest(array['gate@example.in', 'admin@example.in']) as who;
update public.ticket_categories set is_hidden = true where id = tests.order_id('seen');
update public.ticket_categories set is_hidden = false where id = tests.order_id('seen');
update public.ticket_categories set is_hidden = true where id = tests.order_id('goes');
delete from public.ticket_categories where id in (tests.order_id('goes'), tests.order_id('goa-hid'));
select is(pg_temp.shown(null), '', 'What staff hide and delete in it, or hid from the beginning, names no id');
select tests.does('admin@example.in', $$insert into seen select 'announced', clock_timestamp()$$);
select public.publish_event(tests.order_id('secret'));
select is(pg_temp.shown(null), 'singer rules hall catalogue', 'Published, it is everybody''s');
select is((select public.read_catalogue(null, at) -> 'singers' -> 0 ->> 'name' from seen where name = 'announced'), 'Unannounced', 'and a device that has synced before gets its singer');
select is((select public.read_catalogue(null, at) -> 'seating_layouts' -> 0 ->> 'name' from seen where name = 'announced'), 'Fort', 'and its hall');
select tests.does('admin@example.in', $$select public.unpublish_event(tests.order_id('secret'))$$);
select is(pg_temp.shown(null), 'events,ticket_categories,ticket_category_layouts', 'A draft again: devices delete what they have');
select is_empty($$select from public.deleted_rows d where d.id = tests.order_id('hid')$$, 'and learn of no hidden category');
select tests.does('admin@example.in', $$insert into public.ticket_categories (id, event_id, name, price, total_tickets) values (tests.order_id('later'), tests.order_id('secret'), 'Later', 500, 8)$$);
delete from public.singers where id = tests.order_id('singer');
select tests.act_as(null);
select is_empty($$select from public.deleted_rows d where d.id in (tests.order_id('singer'), tests.order_id('later'), tests.order_id('hid'))$$, 'Nor does what is deleted later name what no device has');
select is((select count(*) from public.deleted_rows d where d.id in (tests.order_id('secret'), tests.order_id('seen'))), 3::bigint, 'but what they had');

-- What the list of events says of the sale.
create function pg_temp.listed() returns text language sql as $$
  select concat_ws(' ', case when e.is_sold_out then 'sold out' else 'for sale' end, to_char(e.sale_from - now(), 'HH24'), '-', to_char(e.sale_until - now(), 'HH24'))
  from public.event_list e where e.city = 'Goa' $$;
select tests.does('owner', $$select tests.create_category('Goa', 'Stands', 500, 8)$$);
select tests.answers('admin@example.in', $$pg_temp.listed()$$, 'for sale -', 'Without bounds');
update public.ticket_categories set sale_from = now() + interval '1 hour', sale_until = now() + interval '3 hours' where name = 'Stands';
select is(pg_temp.listed(), 'for sale -', 'One category without bounds leaves none');
update public.ticket_categories set sale_from = now() - interval '3 hours', sale_until = now() + interval '5 hours' where name = 'Lawn';
select is(pg_temp.listed(), 'for sale -03 - 05', 'The first opening and the last end');
update public.ticket_categories set sale_until = now() - interval '1 hour' where name = 'Lawn';
select is(pg_temp.listed(), 'for sale 01 - 03', 'A category whose window is over opens nothing');
select public.keep_seats(tests.category_id('Stands'), '{A1,A2,A3,B1,B2,B3,C1,C2}', 'Sponsor');
select is(pg_temp.listed(), 'for sale - -01', 'Kept seats are not left; a category without any neither opens nor ends');
select tests.as_owner($$delete from public.seat_claims where ticket_category_id = tests.category_id('Lawn')$$);
select public.keep_seats(tests.category_id('Lawn'), array(select chr(64 + r) || n from generate_series(1, 4) as r, generate_series(1, 5) as n), 'Sponsor');
select is(pg_temp.listed(), 'sold out -', 'Nothing is left once all is sold or kept');
