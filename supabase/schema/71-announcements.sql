-- Announcements: what the shop tells buyers, as a notice in the shop and by mail. docs/decisions/0051-announcements.md

create table public.announcements (
  id uuid primary key,
  event_id uuid not null references public.events (id) on delete cascade,
  ticket_category_id uuid,
  kind text not null default 'message',
  audience text not null,
  subject text,
  message text,
  content jsonb not null default '{}'::jsonb,
  state text not null default 'queued',
  people integer not null,
  notices integer not null default 0,
  mails integer not null default 0,
  mails_sent integer not null default 0,
  mails_failed integer not null default 0,
  told_until uuid,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  constraint announcements_kind_known check (kind in ('message', 'event_cancelled', 'event_moved', 'event_changed', 'screen_only')),
  constraint announcements_audience_known check (audience in ('holders', 'waiting', 'everyone')),
  constraint announcements_state_known check (state in ('queued', 'sending', 'stopped', 'done')),
  constraint announcements_text check (case when kind = 'message'
    then char_length(subject) between 1 and 120 and char_length(message) between 1 and 4000
    else subject is null and message is null end)
);

comment on table public.announcements is
  'Told to many buyers of an event: messages of staff, and cancelled, moved and changed events by themselves. '
  'work_announcements fills notices and mails in batches.';

comment on column public.announcements.id is 'Made by the caller, so that a repeated request sends once.';

comment on column public.announcements.ticket_category_id is
  'Narrows the audience; null for the whole event. No foreign key: a second link of categories to events would make '
  'embedding ambiguous.';

comment on column public.announcements.audience is
  'holders: of tickets that are not revoked; waiting: whose payment is undecided; everyone: both.';

comment on column public.announcements.content is
  'What an automatic one is about, with event_name and event_date; its words are in the reader''s language.';

comment on column public.announcements.people is 'The audience when it was made; notices counts those who were told.';

comment on column public.announcements.told_until is 'The last person, by id, who was told.';

create index announcements_event_id on public.announcements (event_id, created_at desc);

create index announcements_created_at on public.announcements (created_at desc);

create index announcements_waiting on public.announcements (created_at, id) where state in ('queued', 'sending');

alter table public.announcements enable row level security;

create policy "Events staff read announcements" on public.announcements
  for select to authenticated using ((select private.may('events')));

create table public.notices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  event_id uuid references public.events (id) on delete cascade,
  announcement_id uuid,
  ticket_id uuid,
  kind text not null,
  content jsonb not null default '{}'::jsonb,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  unique (announcement_id, user_id),
  constraint notices_kind_known check (kind in ('message', 'event_cancelled', 'event_moved', 'event_changed', 'screen_only',
    'seats_changed', 'ticket_revoked', 'old_code_used', 'refund_owed', 'refunded', 'offer', 'offer_lapsed', 'return_sold'))
);

comment on table public.notices is
  'What a customer was told, one row a person; the common part is in announcements. Devices store them.';

comment on column public.notices.announcement_id is 'No foreign key, as above: both go with their event.';

comment on column public.notices.content is
  'event_cancelled: {owed}. screen_only: {event_name, event_date, to: whether codes are on a screen alone now}. seats_changed: {event_name, category, from, to, sections}. ticket_revoked: {event_name, '
  'category, seats, sections, reason}. old_code_used: {event_name, category, seats, sections, at, gate, gave: whether they gave '
  'the pass away, else they received it, person: the other}. refund_owed: {event_name, order_code, amount, has_upi_id}. refunded: '
  '{event_name, order_code, amount, way, utr (null unless transferred), how (staff''s words, of way other)}. offer: {event_name, event_date, category, ticket_category_id, count, seats (not of '
  'standing places), sections, order_id, until, total}; offer_lapsed: the same without total, and waits: whether the wait goes on. '
  'return_sold: {event_name, event_date, category, count, seats, sections, order_code, amount, has_upi_id}. Rupees; sections: {code: name} of the layout.';

create index notices_user_id on public.notices (user_id, created_at desc);

create index notices_event_id on public.notices (event_id);

create index notices_single on public.notices (created_at desc) where announcement_id is null;

alter table public.notices enable row level security;

create policy "Customers read their own notices, admins every one" on public.notices
  for select to authenticated using (user_id = (select private.uid()) or (select private.is_admin()));

create function private.audience(
    p_event_id uuid, p_category_id uuid, p_audience text, p_after uuid default null, p_most integer default null)
  returns setof uuid
  language sql stable set search_path = ''
as $$
  select a.user_id from (
    select t.user_id from public.user_tickets t
    where p_audience in ('holders', 'everyone') and t.event_id = p_event_id and t.revoked_at is null and not t.is_test
      and (p_category_id is null or t.ticket_category_id = p_category_id)
    union
    select l.user_id from public.ticket_categories c join public.payment_lines l on l.ticket_category_id = c.id
    where p_audience in ('waiting', 'everyone') and c.event_id = p_event_id and l.payment_status = 'pending'
      and not exists (select from public.payments p where p.id = l.payment_id and p.is_test)
      and (p_category_id is null or c.id = p_category_id)) as a
  where (p_after is null or a.user_id > p_after) and exists (select from public.profiles p where p.id = a.user_id and not p.is_guest)
  order by a.user_id limit p_most
$$;

comment on function private.audience(uuid, uuid, text, uuid, integer) is
  'Returns the accounts of an audience, each once, by id, from the one after p_after; test orders count for none.';

create function public.count_audience(p_event_id uuid default null, p_category_id uuid default null, p_audience text default null)
  returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_role('events');
  return (
    select jsonb_build_object('people', count(*), 'mails', count(*) filter (where p.notify_email and p.email is not null),
      'unreached', (
        select coalesce(sum(t.quantity), 0) from public.user_tickets t
        where p_audience in ('holders', 'everyone') and t.event_id = p_event_id and t.revoked_at is null and not t.is_test
          and (p_category_id is null or t.ticket_category_id = p_category_id)
          and not exists (select from public.profiles f where f.id = t.user_id and not f.is_guest)))
    from private.audience(p_event_id, p_category_id, p_audience) as u join public.profiles p on p.id = u);
end
$$;

comment on function public.count_audience(uuid, uuid, text) is
  'Returns {people, mails, unreached}: how many an announcement would reach now, how many of them want mail, and how many '
  'seats have no account behind them: guests, and what was sold at the door. Admins and events staff. '
  'Security definer: reads profiles without a policy check a row.';

create function private.event_words(p_event_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object('event_name', s.name || ' - ' || e.city, 'event_date', e.date)
  from public.events e join public.singers s on s.id = e.singer_id where e.id = p_event_id
$$;

comment on function private.event_words(uuid) is 'Returns {event_name, event_date}, as notices keep them.';

create function public.send_announcement(
    p_id uuid default null, p_event_id uuid default null, p_category_id uuid default null, p_audience text default null,
    p_subject text default null, p_message text default null)
  returns public.announcements
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_longest_message constant integer := 4000;
  c_most_a_day constant integer := 20;
  v_admin uuid := private.require_role('events');
  v_subject text;
  v_message text;
  v_people integer;
  v_row public.announcements;
begin
  if p_id is null then
    perform private.refuse(400, 'invalid', 'p_id', 'p_id is a uuid made by the sender.');
  end if;
  if p_audience is null or p_audience not in ('holders', 'waiting', 'everyone') then
    perform private.refuse(400, 'invalid', 'p_audience', 'The audience is holders, waiting or everyone.');
  end if;
  v_subject := private.require_text(p_subject, 'p_subject', 120);
  v_message := private.require_paragraphs(p_message, 'p_message', c_longest_message);
  if v_message is null then
    perform private.refuse(400, 'invalid', 'p_message', format('The message is text of 1 to %s characters.', c_longest_message));
  end if;

  perform pg_advisory_xact_lock(hashtextextended('announce:' || p_event_id::text, 0));
  select * into v_row from public.announcements a where a.id = p_id;
  if found then
    return v_row;
  end if;
  perform private.require_event(p_event_id);
  if p_category_id is not null
     and not exists (select from public.ticket_categories c where c.id = p_category_id and c.event_id = p_event_id) then
    perform private.refuse(404, 'not_found', 'p_category_id', 'The event has no such ticket category.');
  end if;
  if exists (select from public.announcements a
             where a.event_id = p_event_id and a.kind = 'message' and a.created_at > clock_timestamp() - interval '1 minute') then
    perform private.refuse(429, 'too_many', 'minute', 'One announcement a minute for an event.');
  end if;
  if (select count(*) from public.announcements a
      where a.event_id = p_event_id and a.kind = 'message' and a.created_at > clock_timestamp() - interval '1 day') >= c_most_a_day then
    perform private.refuse(429, 'too_many', 'day', format('%s announcements a day for an event.', c_most_a_day));
  end if;
  select count(*) into v_people from private.audience(p_event_id, p_category_id, p_audience);
  if v_people = 0 then
    perform private.refuse(400, 'invalid', 'p_audience', 'No customer would get it.');
  end if;
  insert into public.announcements (id, event_id, ticket_category_id, audience, subject, message, content, people, created_by)
    values (p_id, p_event_id, p_category_id, p_audience, v_subject, v_message, private.event_words(p_event_id) || jsonb_strip_nulls(jsonb_build_object('category', (
        select c.name from public.ticket_categories c where c.id = p_category_id))), v_people, v_admin)
    returning * into v_row;
  perform private.record_audit('send_announcement', 'announcements', p_id::text, null,
    jsonb_build_object('subject', v_subject, 'message', v_message, 'audience', p_audience, 'people', v_people));
  return v_row;
end
$$;

comment on function public.send_announcement(uuid, uuid, uuid, text, text, text) is
  'Queues a message in plain text to the buyers of an event or of one category; each person gets one, however many '
  'tickets. A repeat with the same id returns the first. Admins and events staff. Refusals: PT401 not_signed_in, PT403 forbidden, '
  'PT400 invalid (p_audience also when no customer would get it), PT404 not_found, PT429 too_many (detail: minute, day). '
  'Security definer: no role may write announcements.';

create function private.work_announcements(p_most integer default 200) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row public.announcements;
  v_users uuid[];
  v_notices integer;
  v_mails integer;
begin
  select * into v_row from public.announcements a where a.state in ('queued', 'sending')
    order by a.created_at, a.id limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  v_users := array(select private.audience(v_row.event_id, v_row.ticket_category_id, v_row.audience, v_row.told_until, p_most));
  with told as (
    insert into public.notices (user_id, event_id, announcement_id, kind, content)
      select u, v_row.event_id, v_row.id, v_row.kind, case when v_row.kind = 'event_cancelled' then jsonb_build_object('owed', (
          select coalesce(sum(r.amount), 0) from public.user_tickets t join public.refunds r on r.ticket_id = t.id
          where t.user_id = u and t.event_id = v_row.event_id and r.status = 'requested')) else '{}'::jsonb end
      from unnest(v_users) as u
      on conflict (announcement_id, user_id) do nothing
      returning id, user_id
  ), mailed as (
    insert into public.outgoing_mail (user_id, email, kind, content, notice_id, announcement_id)
      select p.id, p.email, v_row.kind, jsonb_build_object('name', p.name), n.id, v_row.id
      from told n join public.profiles p on p.id = n.user_id where p.notify_email and p.email is not null
      returning 1
  )
  select (select count(*) from told), (select count(*) from mailed) into v_notices, v_mails;
  update public.announcements a
    set notices = a.notices + v_notices, mails = a.mails + v_mails,
      told_until = coalesce(v_users[cardinality(v_users)], a.told_until),
      state = case when cardinality(v_users) < p_most then 'done' else 'sending' end,
      finished_at = case when cardinality(v_users) < p_most then clock_timestamp() end
    where a.id = v_row.id;
  return true;
end
$$;

comment on function private.work_announcements(integer) is
  'Tells the next p_most people of the oldest unfinished announcement; true while there may be more to do. Customers '
  'who want no mail get the notice alone. Two callers never work on one announcement together. Security definer: the '
  'shop''s own server or pg_cron calls it.';

create function public.stop_announcement(p_id uuid default null) returns public.announcements
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row public.announcements;
  v_kept integer;
begin
  perform private.require_role('events');
  select * into v_row from public.announcements a where a.id = p_id for update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_id', 'There is no such announcement.');
  end if;
  if v_row.state = 'stopped' or v_row.state = 'done' and v_row.mails_sent + v_row.mails_failed >= v_row.mails then
    return v_row;
  end if;
  delete from public.outgoing_mail m
    where m.announcement_id = p_id and m.sent_at is null and m.attempts < private.most_mail_attempts()
      and (m.claimed_until is null or m.claimed_until < now());
  get diagnostics v_kept = row_count;
  update public.announcements a set state = 'stopped', finished_at = clock_timestamp(), mails = greatest(a.mails - v_kept, 0)
    where a.id = p_id returning * into v_row;
  perform private.record_audit('stop_announcement', 'announcements', p_id::text, null,
    jsonb_build_object('subject', v_row.subject, 'notices', v_row.notices, 'mails_sent', v_row.mails_sent));
  return v_row;
end
$$;

comment on function public.stop_announcement(uuid) is
  'Stops what has not left: no further notices, and no mail that no server is sending now. Idempotent; a finished one '
  'stays as it is. Admins and events staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: no '
  'role may write announcements and mails.';

create function private.claim_mail(p_most integer default 20, p_lease interval default interval '5 minutes')
  returns table (id uuid, email text, kind text, content jsonb, language text, sections jsonb, payment_id uuid,
    claimed_until timestamptz)
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  return query
    with claimed as (
      update public.outgoing_mail m
        set attempts = m.attempts + 1, claimed_until = clock_timestamp() + p_lease,
          -- Waits 15, 30, 60, 120 … seconds between attempts, the last ones hours.
          next_attempt_at = now() + make_interval(secs => 15 * power(2, m.attempts))
        where m.id in (
          select o.id from public.outgoing_mail o
          where o.sent_at is null and o.next_attempt_at <= now() and not private.is_given_up(o)
            and (o.claimed_until is null or o.claimed_until < now())
          order by (o.announcement_id is not null), o.next_attempt_at limit p_most for update skip locked)
        returning m.*)
    select m.id, m.email, m.kind,
      coalesce(a.content, '{}'::jsonb) || jsonb_strip_nulls(jsonb_build_object('subject', a.subject, 'message', a.message))
        || coalesce(n.content, '{}'::jsonb) || m.content,
      (select p.language from public.profiles p where p.id = m.user_id),
      (select jsonb_agg((
          select jsonb_object_agg(section ->> 'code', section ->> 'name')
          from public.ticket_category_layouts c
          join public.seating_layouts s on s.id = c.seating_layout_id,
            lateral jsonb_array_elements(s.layout_data -> 'sections') as section
          where c.ticket_category_id = l.ticket_category_id) order by l.line)
        from public.payment_lines l where l.payment_id = m.payment_id),
      m.payment_id, m.claimed_until
    from claimed m
    left join public.notices n on n.id = m.notice_id
    left join public.announcements a on a.id = m.announcement_id
    order by (m.announcement_id is not null), m.created_at;
end
$$;

comment on function private.claim_mail(integer, interval) is
  'Claims due mails for p_lease and returns all that their text needs; decisions and single notices before '
  'announcements. sections: names of each line of a payment. Security definer: the shop''s own server calls it.';

create function private.most_mail_attempts() returns integer
  language sql immutable parallel safe set search_path = ''
as $$ select 12 $$;

comment on function private.most_mail_attempts() is 'After so many attempts a mail is given up: after some 17 hours.';

create function private.is_given_up(p_mail public.outgoing_mail) returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return p_mail.attempts >= private.most_mail_attempts() or p_mail.created_at <= now() - interval '2 days';
end
$$;

comment on function private.is_given_up(public.outgoing_mail) is
  'True for a mail that is not tried again: after its last attempt, and after two days, when it is no news (mail may be '
  'set up only then).';

create function private.settle_mail(p_id uuid, p_error text default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_announcement uuid := (select m.announcement_id from public.outgoing_mail m where m.id = p_id);
  v_mail public.outgoing_mail;
begin
  -- Before the mail, as stop_announcement locks them.
  perform from public.announcements a where a.id = v_announcement for update;
  update public.outgoing_mail m
    set sent_at = case when p_error is null then now() end, last_error = p_error, claimed_until = null
    where m.id = p_id and m.sent_at is null returning * into v_mail;
  if found and (p_error is null or v_mail.attempts >= private.most_mail_attempts()) then
    update public.announcements a
      set mails_sent = a.mails_sent + (p_error is null)::integer, mails_failed = a.mails_failed + (p_error is not null)::integer
      where a.id = v_announcement;
  end if;
end
$$;

comment on function private.settle_mail(uuid, text) is
  'Stores that a claimed mail was sent, or with p_error why not, and ends the claim. Security definer: as claim_mail.';

create function public.my_notices()
  returns table (id uuid, event_id uuid, ticket_id uuid, kind text, content jsonb, created_at timestamptz, read_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select n.id, n.event_id, n.ticket_id, n.kind,
    coalesce(a.content, '{}'::jsonb) || jsonb_strip_nulls(jsonb_build_object('subject', a.subject, 'message', a.message))
      || n.content,
    n.created_at, n.read_at
  from public.notices n left join public.announcements a on a.id = n.announcement_id
  where n.user_id = (select private.uid())
  order by n.created_at desc, n.id limit 200
$$;

comment on function public.my_notices() is
  'Returns the caller''s newest 200 notices with all that their text needs. Security definer: customers do not read '
  'announcements.';

create function public.mark_notices_read(p_ids uuid[] default null) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_marked integer;
begin
  if coalesce(cardinality(p_ids), 0) not between 1 and 200 then
    perform private.refuse(400, 'invalid', 'p_ids', '1 to 200 ids.');
  end if;
  update public.notices n set read_at = now() where n.id = any (p_ids) and n.user_id = v_user and n.read_at is null;
  get diagnostics v_marked = row_count;
  return v_marked;
end
$$;

comment on function public.mark_notices_read(uuid[]) is
  'Marks the caller''s own notices as read and returns how many were new. Refusals: PT401 not_signed_in, PT400 invalid. '
  'Security definer: no role may write notices.';

create function public.get_single_notices(p_event_id uuid default null)
  returns table (id uuid, event_id uuid, kind text, content jsonb, created_at timestamptz, read_at timestamptz,
    user_name text, user_email text, mail text)
  language plpgsql stable security definer rows 100 set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select n.id, n.event_id, n.kind, n.content, n.created_at, n.read_at, p.name, p.email,
      case when m.id is null then 'none' when m.sent_at is not null then 'sent'
        when private.is_given_up(m) then 'failed' else 'waiting' end
    from public.notices n
    left join public.profiles p on p.id = n.user_id
    left join public.outgoing_mail m on m.notice_id = n.id
    where n.announcement_id is null and (p_event_id is null or n.event_id = p_event_id)
    order by n.created_at desc, n.id limit 100;
end
$$;

comment on function public.get_single_notices(uuid) is
  'Returns the newest 100 notices that went to one person each (of an event, or of all), with the state of their '
  'mail: none, waiting, sent, failed. Admins only: PT401 not_signed_in, PT403 forbidden. Security definer: no role may '
  'read the queue of mails.';

create function private.tell(p_user_id uuid, p_event_id uuid, p_ticket_id uuid, p_kind text, p_content jsonb) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_notice uuid;
begin
  insert into public.notices (user_id, event_id, ticket_id, kind, content)
    select p.id, p_event_id, p_ticket_id, p_kind, jsonb_strip_nulls(p_content)
    from public.profiles p where p.id = p_user_id and not p.is_guest
    returning id into v_notice;
  insert into public.outgoing_mail (user_id, email, kind, content, notice_id)
    select p.id, p.email, p_kind, jsonb_build_object('name', p.name), v_notice
    from public.profiles p where p.id = p_user_id and v_notice is not null and p.notify_email and p.email is not null;
end
$$;

comment on function private.tell(uuid, uuid, uuid, text, jsonb) is
  'Tells one customer: a notice, and a mail if wanted. Nothing for a deleted account and a guest. For security definer triggers.';

create function private.announce_event(p_event_id uuid, p_kind text, p_content jsonb) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_people integer;
begin
  -- A change that has not gone out yet goes out as it is now.
  if p_kind <> 'event_cancelled' then
    update public.announcements a set content = a.content || private.event_words(p_event_id) || p_content || jsonb_build_object('from', a.content -> 'from')
      where a.event_id = p_event_id and a.kind = p_kind and a.state = 'queued' and a.told_until is null;
    if found then
      update public.announcements a set state = 'stopped', finished_at = clock_timestamp()
        where a.event_id = p_event_id and a.kind = p_kind and a.state = 'queued' and a.content -> 'from' = a.content -> 'to';
      return;
    end if;
  end if;
  select count(*) into v_people from private.audience(p_event_id, null, 'everyone');
  if v_people > 0 then
    insert into public.announcements (id, event_id, kind, audience, content, people, created_by)
      values (gen_random_uuid(), p_event_id, p_kind, 'everyone', private.event_words(p_event_id) || p_content, v_people, auth.uid());
  end if;
end
$$;

comment on function private.announce_event(uuid, text, jsonb) is
  'Queues an automatic announcement to all who have or wait for tickets of an event. One that waits is brought up to '
  'date instead, and stopped when everything is again as before. For security definer triggers.';

create function private.announce_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.screen_only <> old.screen_only then
    perform private.announce_event(new.id, 'screen_only', jsonb_build_object('from', old.screen_only, 'to', new.screen_only))
      where new.status = 'scheduled' and new.date > now() - private.goes_on_for();
  elsif new.status = 'cancelled' and old.status <> 'cancelled' then
    perform private.announce_event(new.id, 'event_cancelled', jsonb_strip_nulls(jsonb_build_object('reason', new.cancelled_reason)));
  elsif new.status = 'scheduled' and new.date > now() - private.goes_on_for() then
    perform private.announce_event(new.id, 'event_moved', jsonb_build_object(
      'from', jsonb_build_object('date', old.date, 'city', old.city, 'venue', old.venue),
      'to', jsonb_build_object('date', new.date, 'city', new.city, 'venue', new.venue)));
  end if;
  return null;
end
$$;

comment on function private.announce_change() is
  'Trigger announce on events: tells buyers of a cancelled or moved event, and of codes on a screen alone. Security definer: no role may write '
  'announcements.';

create trigger announce after update on public.events
  for each row when (new.status <> old.status or new.date <> old.date or new.city <> old.city or new.venue <> old.venue
    or new.screen_only <> old.screen_only)
  execute function private.announce_change();

create function private.announce_name() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.announce_event(e.id, 'event_changed', jsonb_build_object('from', old.name, 'to', new.name))
    from public.events e
    where e.singer_id = new.id and e.status = 'scheduled' and e.date > now() - private.goes_on_for() order by e.id;
  return null;
end
$$;

comment on function private.announce_name() is
  'Trigger announce on singers: tells buyers of coming events the new name. Security definer: as announce_change.';

create trigger announce after update on public.singers
  for each row when (private.fold_text(new.name) <> private.fold_text(old.name)) execute function private.announce_name();

create function private.section_names(p_category_id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_object_agg(section ->> 'code', section ->> 'name')
  from public.ticket_category_layouts c
  join public.seating_layouts s on s.id = c.seating_layout_id,
    lateral jsonb_array_elements(s.layout_data -> 'sections') as section
  where c.ticket_category_id = p_category_id
$$;

comment on function private.section_names(uuid) is 'Returns {code: name} of the category''s layout; null without one.';

create function private.tell_ticket() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_category text := (select c.name from public.ticket_categories c where c.id = new.ticket_category_id);
  v_about jsonb := private.event_words(new.event_id)
    || jsonb_build_object('category', v_category, 'sections', private.section_names(new.ticket_category_id));
begin
  if new.revoked_at is null then
    perform private.tell(new.user_id, new.event_id, new.id, 'seats_changed',
      v_about || jsonb_build_object('from', old.seats, 'to', new.seats));
  elsif old.revoked_at is null and not (
    -- mark_refunded revokes the ticket, and so does a seat that is given back and sold: their own notices say so.
    new.revoked_reason = 'Refunded' and exists (select from public.refunds r where r.ticket_id = new.id)
    or exists (select from public.returns r where r.sold_ticket_id = new.id))
  then
    perform private.tell(new.user_id, new.event_id, new.id, 'ticket_revoked',
      v_about || jsonb_build_object('seats', new.seats, 'reason', new.revoked_reason));
  end if;
  return null;
end
$$;

comment on function private.tell_ticket() is
  'Trigger tell on tickets: other seats, or revoked. Security definer: no role may write notices.';

create trigger tell after update on public.user_tickets
  for each row when (not new.is_test and (new.seats <> old.seats and new.quantity = old.quantity
    or new.revoked_at is not null and old.revoked_at is null))
  execute function private.tell_ticket();

create function private.tell_line() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell(new.user_id, new.event_id, null, 'seats_changed', private.event_words(new.event_id)
    || jsonb_build_object('category', new.category_name, 'sections', private.section_names(new.ticket_category_id),
      'from', old.seats, 'to', new.seats));
  return null;
end
$$;

comment on function private.tell_line() is
  'Trigger tell on lines of undecided payments: other seats. Those of a ticket are told by tell_ticket. Security '
  'definer: as tell_ticket.';

create trigger tell after update on public.payment_lines
  for each row when (new.payment_status = 'pending' and new.seats <> old.seats) execute function private.tell_line();

create function private.tell_refund() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_about jsonb := (
    select jsonb_build_object('order_code', p.order_code, 'amount', new.amount, 'event_name', (
      select l.event_name from public.payment_lines l
      where l.payment_id = p.id order by l.id = (select t.payment_line_id from public.user_tickets t where t.id = new.ticket_id) desc nulls last, l.line limit 1))
    from public.payments p where p.id = new.payment_id);
  v_event uuid := (select t.event_id from public.user_tickets t where t.id = new.ticket_id);
begin
  if new.status = 'refunded' then
    if not private.leads_refunds(new) then
      return null;
    end if;
    perform private.tell(new.user_id, v_event, new.ticket_id, 'refunded', v_about || jsonb_build_object('utr', new.utr, 'way', new.way,
      'amount', (select sum(w.amount) from private.refunds_with(new) as w),
      'how', case when new.way = 'other' then new.settled_how end));
  elsif auth.uid() is distinct from new.user_id then
    perform private.tell(new.user_id, v_event, new.ticket_id, 'refund_owed',
      v_about || jsonb_build_object('has_upi_id', new.upi_id is not null));
  end if;
  return null;
end
$$;

comment on function private.tell_refund() is
  'Trigger tell on refunds: money is owed, or more than before (unless the customer asked for it, or the event was cancelled or a return sold, which say it) '
  'or was sent: once a transfer, with its sum. Security definer: as tell_ticket.';

create trigger tell_owed after insert on public.refunds
  for each row when (new.status = 'requested' and new.reason <> 'given_back' and not (new.reason = 'cancelled' and new.ticket_id is not null))
  execute function private.tell_refund();

create trigger tell_more after update of amount on public.refunds
  for each row when (new.status = 'requested' and new.amount > old.amount)
  execute function private.tell_refund();

create trigger tell_sent after update on public.refunds
  for each row when (new.status = 'refunded' and old.status <> 'refunded') execute function private.tell_refund();

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.announcements'),
  ('authenticated', 'select', 'table public.notices'),
  ('anon, authenticated', 'execute', 'function public.count_audience(uuid, uuid, text)'),
  ('anon, authenticated', 'execute', 'function public.send_announcement(uuid, uuid, uuid, text, text, text)'),
  ('anon, authenticated', 'execute', 'function public.stop_announcement(uuid)'),
  ('anon, authenticated', 'execute', 'function public.mark_notices_read(uuid[])'),
  ('anon, authenticated', 'execute', 'function public.get_single_notices(uuid)'),
  ('authenticated', 'execute', 'function public.my_notices()');
