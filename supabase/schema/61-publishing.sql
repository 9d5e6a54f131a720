-- Publishing: drafts, pausing, and previews of drafts by link. docs/decisions/0047-drafts-and-windows.md

create table private.event_previews (
  event_id uuid primary key references public.events (id) on delete cascade,
  secret text not null,
  made_by uuid,
  made_at timestamptz not null default now(),
  ends_at timestamptz not null
);

comment on table private.event_previews is
  'Links that show one draft each, to anyone with the link. secret: 128 random bits in hex. A link shows, and sells '
  'nothing.';

create unique index event_previews_secret on private.event_previews (secret);

alter table private.event_previews enable row level security;

create function private.lock_own_event(p_event_id uuid, p_role text default 'events') returns public.events
  language plpgsql volatile set search_path = ''
as $$
declare
  v_event public.events;
begin
  perform private.require_role(p_role);
  if p_event_id is null then
    perform private.refuse(400, 'invalid', 'p_event_id', 'Which event?');
  end if;
  perform private.lock_event(p_event_id);
  select * into v_event from public.events e where e.id = p_event_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  return v_event;
end
$$;

comment on function private.lock_own_event(uuid, text) is
  'Returns the event, locked, for an admin or staff with the role. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 '
  'not_found.';

create function public.publish_event(p_event_id uuid default null) returns public.events
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events := private.lock_own_event(p_event_id);
begin
  if v_event.published_at is not null then
    return v_event;
  end if;
  update public.events e set published_at = now() where e.id = p_event_id returning * into v_event;
  delete from private.event_previews p where p.event_id = p_event_id;
  -- Devices that have synced since these rows were written ask only for later changes.
  delete from public.deleted_rows d
    where d."table" = 'events' and d.id = p_event_id
      or d."table" in ('ticket_categories', 'ticket_category_layouts')
        and d.id in (select c.id from public.ticket_categories c where c.event_id = p_event_id and not c.is_hidden);
  update public.ticket_categories c set name = c.name where c.event_id = p_event_id;
  update public.ticket_category_layouts l set section_ids = l.section_ids
    where l.ticket_category_id in (select c.id from public.ticket_categories c where c.event_id = p_event_id);
  return v_event;
end
$$;

comment on function public.publish_event(uuid) is
  'Shows a draft to everyone, and ends its preview. It sells at once, unless it is paused or its categories have a '
  'window. A repeat returns the event as it is. Admins and events staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 '
  'invalid, PT404 not_found. Security definer: only this changes published_at.';

create function public.unpublish_event(p_event_id uuid default null) returns public.events
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events := private.lock_own_event(p_event_id);
begin
  if v_event.published_at is null then
    return v_event;
  end if;
  perform from public.ticket_categories c where c.event_id = p_event_id order by c.id for update;
  if exists (select from public.ticket_categories c where c.event_id = p_event_id and private.category_in_use(c.id)) then
    perform private.refuse(409, 'in_use', 'events', 'Seats, payments, tickets or recent orders hang on it.');
  end if;
  perform private.forget_on_devices('events', p_event_id);
  update public.events e set published_at = null where e.id = p_event_id returning * into v_event;
  return v_event;
end
$$;

comment on function public.unpublish_event(uuid) is
  'Makes an event a draft again, on devices too. A repeat returns the event as it is. Admins and events staff. Refusals: PT401 '
  'not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 in_use (as for deleting it: seats, payments, '
  'tickets, or orders younger than a day). Security definer: only this changes published_at.';

create function public.pause_event(p_event_id uuid default null) returns public.events
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events := private.lock_own_event(p_event_id);
begin
  if v_event.paused_at is null then
    update public.events e set paused_at = now() where e.id = p_event_id returning * into v_event;
  end if;
  return v_event;
end
$$;

comment on function public.pause_event(uuid) is
  'Starts no new sale of the event until resume_event; a running hold goes on, also with more seats of its categories, '
  'and its payment is recorded. A repeat keeps the first time. Admins and events staff. Refusals: PT401 not_signed_in, PT403 '
  'forbidden, PT400 invalid, PT404 not_found. Security definer: only this changes paused_at.';

create function public.resume_event(p_event_id uuid default null) returns public.events
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events := private.lock_own_event(p_event_id);
begin
  if v_event.paused_at is not null then
    -- Its queue goes on where it was paused.
    update public.event_queues q set let_in = private.bounded_in(q), let_in_at = greatest(q.let_in_at, now())
      where q.event_id = p_event_id and q.drawn_at is not null;
    update public.events e set paused_at = null where e.id = p_event_id returning * into v_event;
  end if;
  return v_event;
end
$$;

comment on function public.resume_event(uuid) is
  'Ends a pause. Can be repeated. Admins and events staff. Refusals: as pause_event. Security definer: only this changes paused_at.';

create function public.make_event_preview(p_event_id uuid default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_kept constant interval := interval '14 days';
  v_event public.events := private.lock_own_event(p_event_id);
  v_preview private.event_previews;
begin
  if v_event.published_at is not null then
    perform private.refuse(409, 'changed_meanwhile', 'p_event_id', 'A published event has its own page.');
  end if;
  select * into v_preview from private.event_previews p where p.event_id = p_event_id and p.ends_at > now();
  if not found then
    insert into private.event_previews as p (event_id, secret, made_by, ends_at)
      values (p_event_id, encode(extensions.gen_random_bytes(16), 'hex'), auth.uid(), now() + c_kept)
      on conflict (event_id) do update
        set secret = excluded.secret, made_by = excluded.made_by, made_at = now(), ends_at = excluded.ends_at
      returning * into v_preview;
    perform private.record_audit('preview', 'events', p_event_id::text, null, jsonb_build_object('ends_at', v_preview.ends_at));
  end if;
  return jsonb_build_object('key', v_preview.secret, 'ends_at', v_preview.ends_at);
end
$$;

comment on function public.make_event_preview(uuid) is
  'Returns {key, ends_at} of the draft''s preview, the one that still runs or a new one of 14 days. Publishing ends '
  'it. Admins and events staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 '
  'changed_meanwhile (published). Security definer: no role may read event_previews.';

create function public.end_event_preview(p_event_id uuid default null) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.lock_own_event(p_event_id);
  delete from private.event_previews p where p.event_id = p_event_id;
  if not found then
    return false;
  end if;
  perform private.record_audit('end_preview', 'events', p_event_id::text, null, null);
  return true;
end
$$;

comment on function public.end_event_preview(uuid) is
  'Ends the link that shows a draft; true when there was one. Admins and events staff. Refusals: as pause_event. Security '
  'definer: no role may write event_previews.';

create function public.preview_event(p_key text default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_answer jsonb;
begin
  select p.event_id into v_id from private.event_previews p where p.secret = p_key and p.ends_at > now();
  if not found then
    perform private.refuse(404, 'not_found', 'p_key', 'This link shows nothing, or no longer.');
  end if;
  select jsonb_build_object(
      'event', to_jsonb(e) - 'created_at' - 'revision',
      'singer', jsonb_build_object('id', s.id, 'name', s.name),
      'categories', (
        select coalesce(jsonb_agg(to_jsonb(c) - 'created_at' - 'revision'), '[]')
        from public.ticket_categories c where c.event_id = v_id and not c.is_hidden),
      'links', (
        select coalesce(jsonb_agg(to_jsonb(l) - 'created_at'), '[]')
        from public.ticket_category_layouts l join public.ticket_categories c on c.id = l.ticket_category_id
        where c.event_id = v_id and not c.is_hidden),
      'layouts', (
        select coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name, 'layout_data', y.layout_data)), '[]')
        from public.seating_layouts y
        where y.id in (
          select l.seating_layout_id
          from public.ticket_category_layouts l join public.ticket_categories c on c.id = l.ticket_category_id
          where c.event_id = v_id and not c.is_hidden)))
    into v_answer
    from public.events e join public.singers s on s.id = e.singer_id where e.id = v_id;
  return v_answer;
end
$$;

comment on function public.preview_event(text) is
  'Returns {event, singer, categories, links, layouts}, each with the columns of its table, of the draft that the key '
  'shows. For everyone who has the key. Refusal: PT404 not_found, also after its end. Security definer: no role may '
  'read event_previews, and drafts are for staff.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.publish_event(uuid)'),
  ('anon, authenticated', 'execute', 'function public.unpublish_event(uuid)'),
  ('anon, authenticated', 'execute', 'function public.pause_event(uuid)'),
  ('anon, authenticated', 'execute', 'function public.resume_event(uuid)'),
  ('anon, authenticated', 'execute', 'function public.make_event_preview(uuid)'),
  ('anon, authenticated', 'execute', 'function public.end_event_preview(uuid)'),
  ('anon, authenticated', 'execute', 'function public.preview_event(text)');
