-- What staff may do to a ticket that was sold at the door: roles, acts and times. Below admin nothing, once the till is closed.
select tests.create_people('asha@example.in', 'admin: admin@example.in', 'gate: gate@example.in',
  'box_office: farah@example.in', 'box_office: imran@example.in');
select tests.create_concert('Pune', now() + interval '20 days', 'Gold 1500 x40');
insert into public.staff_events (user_id, role, event_id) select s.user_id, s.role, tests.event_id('Pune')
  from public.staff s where s.role in ('gate', 'box_office');
alter table public.payments disable trigger "90_stamp";

-- Farah's sales, and the secret of each link.
create temporary table sales (time text primary key, ticket uuid, code text, secret text);
create function tests.sells(p_time text, p_seat text, p_till text, p_method text default 'cash') returns void language sql as $$
  insert into sales select p_time, (s -> 'tickets' -> 0 ->> 'ticket_id')::uuid, s ->> 'order_code', s ->> 'secret'
  from public.sell_at_door(tests.order_id(p_time), tests.order_id(p_till), tests.lines('Gold:' || p_seat), p_method, 1770) as s $$;
create function tests.opens(p_time text, p_device text) returns jsonb language sql as $$
  select public.open_ticket_link((select secret from sales where time = p_time), tests.device(p_device)) $$;
select tests.does('farah@example.in', $$select public.open_till(tests.order_id('first'), 'First', 0)$$);
select tests.sells('till closed', 'A1', 'first'), tests.sells('ten days later', 'A2', 'first');
select tests.does(null, $$select tests.opens('ten days later', 'buyer')$$);
select tests.does('farah@example.in', $$select public.close_till(tests.order_id('first'), 3540)$$);
select public.open_till(tests.order_id('second'), 'Second', 0);
select tests.sells('just sold', 'B1', 'second'), tests.sells('opened', 'B2', 'second'), tests.sells('minutes later', 'B3', 'second'),
  tests.sells('hours later', 'B4', 'second');
select tests.does(null, $$select tests.opens('opened', 'buyer')$$);
select tests.does('owner', format($$update public.payments set created_at = now() - %L::interval where order_id = tests.order_id(%L)$$, i, t))
  from (values ('6 minutes', 'minutes later'), ('2 hours', 'hours later'), ('10 days', 'ten days later')) as v (i, t);
update public.guest_tickets set made_at = made_at - interval '2 hours' where ticket_id = (select ticket from sales where time = 'hours later');

create temporary table acts (act text primary key, q text);
insert into acts values
  ('new link', 'select public.new_ticket_link(%1$L)'),
  ('undo', 'select public.undo_door_sale(tests.order_id(%2$L), ''X'')'),
  ('kept link', 'select tests.opens(%2$L, ''clerk'')'),
  ('hand over', 'select tests.opens(%2$L, ''clerk''), public.hand_over_pass(%1$L, 1, null, %3$L, tests.device(''clerk''))'),
  ('new link, hand over', 'select public.open_ticket_link(s, tests.device(''clerk'')), public.hand_over_pass(%1$L, 1, null, s, tests.device(''clerk'')) from public.new_ticket_link(%1$L) as s'),
  ('revoke', 'select public.revoke_tickets(array[%1$L]::uuid[], ''X'')'),
  ('other seat', 'select public.change_ticket_seats(%1$L, array[''H1''], ''X'')'),
  ('refund', 'select public.start_refund(tests.payment_id(%2$L), %1$L, null, ''X'')'),
  ('rules', 'select public.set_pass_rules(tests.event_id(''Pune''), ''{"hand_over": true}'')');

create function tests.outcome(p_who text, p_act text, p_time text) returns text language plpgsql as $$
declare
  v_said text;
  v_detail text;
begin
  perform tests.act_as(p_who);
  begin
    execute (select format(a.q, s.ticket, s.time, s.secret) from acts a, sales s where a.act = p_act and s.time = p_time);
    raise exception 'done';
  exception when others then
    get stacked diagnostics v_said = message_text, v_detail = pg_exception_detail;
  end;
  return v_said || case when v_detail ~ '^[a-z]+(_closed)?$' then ' ' || v_detail else '' end;
end
$$;
comment on function tests.outcome(text, text, text) is 'What the person gets: done, or the refusal and its detail where that is a word. It never stays.';

create temporary table rules (who text, act text, just_sold text, opened text, minutes text, hours text, closed text, days text);
insert into rules values
  ('farah@example.in', 'new link', 'done', 'too_late opened', 'too_late minutes', 'too_late minutes', 'too_late till_closed', 'too_late till_closed'),
  ('farah@example.in', 'undo', 'done', 'done', 'too_late minutes', 'too_late minutes', 'too_late till_closed', 'too_late till_closed'),
  ('farah@example.in', 'kept link', 'done', 'link_used', 'done', 'done', 'done', 'link_used'),
  ('farah@example.in', 'hand over', 'done', 'link_used', 'done', 'too_late link', 'too_late link', 'link_used'),
  ('farah@example.in', 'new link, hand over', 'done', 'too_late opened', 'too_late minutes', 'too_late minutes', 'too_late till_closed', 'too_late till_closed'),
  ('admin@example.in', 'new link', 'done', 'done', 'done', 'done', 'done', 'done'),
  ('admin@example.in', 'new link, hand over', 'done', 'too_soon', 'done', 'done', 'done', 'too_soon'),
  ('admin@example.in', 'undo', 'done', 'done', 'done', 'done', 'too_late till_closed', 'too_late till_closed');
insert into rules select p, 'new link', s, s, s, s, s, s from (values ('imran@example.in', 'not_found'), ('gate@example.in', 'forbidden'), ('asha@example.in', 'forbidden'), (null, 'not_signed_in')) as v (p, s);
insert into rules select p, 'undo', s, s, s, s, s, s from (values ('imran@example.in', 'forbidden'), ('gate@example.in', 'forbidden'), ('asha@example.in', 'forbidden'), (null, 'not_signed_in')) as v (p, s);
insert into rules select p, a, s, s, s, s, s, s
  from (values ('farah@example.in', 'forbidden'), ('imran@example.in', 'forbidden'), ('gate@example.in', 'forbidden'), ('asha@example.in', 'forbidden'), (null, 'not_signed_in')) as v (p, s),
    unnest(array['revoke', 'other seat', 'refund', 'rules']) as a;
select is(tests.outcome(r.who, r.act, t.time), t.expected, concat_ws(', ', coalesce(r.who, 'a visitor'), r.act, t.time))
  from rules r, lateral (values ('just sold', r.just_sold), ('opened', r.opened), ('minutes later', r.minutes), ('hours later', r.hours), ('till closed', r.closed),
    ('ten days later', r.days)) as t (time, expected);

-- A repeated sale: its answer may have been lost, while the till is open.
select tests.act_as('farah@example.in');
select is(public.sell_at_door(tests.order_id(t), tests.order_id('first'), '[]', 'cash', 0) ->> 'secret', null, 'No secret once more: ' || t)
  from unnest(array['till closed', 'ten days later', 'opened', 'minutes later']) as t;
select isnt(public.sell_at_door(tests.order_id('just sold'), tests.order_id('second'), '[]', 'cash', 0) ->> 'secret', null, 'but for a sale of this moment');

-- A link that was opened and is made anew: its device is told so, and the ticket rests for a day.
select tests.act_as('admin@example.in');
create temporary table fresh as select public.new_ticket_link(ticket) as secret from sales where time = 'opened';
grant select on fresh to public;
select tests.act_as(null);
select is(tests.refusal($$select tests.opens('opened', 'buyer')$$) - 'detail', '{"state": "PT409", "code": "already_decided"}', 'The phone that had the ticket is not told that there is none');
select is((tests.refusal($$select tests.opens('opened', 'buyer')$$) ->> 'detail')::jsonb ->> 'status', 'taken_over', 'but that it was taken over,');
select ok((((tests.refusal($$select tests.opens('opened', 'buyer')$$) ->> 'detail')::jsonb ->> 'at')::timestamptz) > now(), 'and when');
select tests.refuses($$select tests.opens('opened', 'other')$$, 'PT404', 'not_found', 'Another phone learns nothing by the old link');
select tests.refuses(format('select public.peek_ticket_link(%L)', secret), 'PT404', 'not_found', 'nor does a look') from sales where time = 'opened';
select is(public.open_ticket_link(secret, tests.device('new')) -> 'tickets' -> 0 ->> 'seats', '["B2"]', 'The new link gives the ticket') from fresh;
create function pg_temp.hands() returns jsonb language sql as $$
  select public.hand_over_pass((select ticket from sales where time = 'opened'), 1, null, (select secret from fresh), tests.device('new')) $$;
select is(tests.refusal('select pg_temp.hands()') ->> 'code', 'too_soon', 'but its phone hands nothing over');
select ok((tests.refusal('select pg_temp.hands()') ->> 'detail')::timestamptz > now() + interval '23 hours', 'for a day');
select tests.refuses('select public.give_back_pass(ticket, 1, f.secret, tests.device(''new'')) from sales, fresh f where time = ''opened''',
  'PT409', 'not_refundable', 'nor gives back what no money backs');
select tests.as_owner('update private.ended_links set ended_at = ended_at - interval ''1 day''');
select isnt(pg_temp.hands() ->> 'secret', null, 'After it it may');
