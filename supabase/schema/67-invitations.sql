-- Invitations: a link that gives a role to the account that accepts it (docs/decisions/0052-invitations.md).

create table public.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  name text not null check (char_length(name) between 1 and 80),
  role text not null check (role = any (private.staff_roles())),
  event_ids uuid[] not null default '{}',
  all_events boolean not null default false,
  role_ends_at timestamptz,
  made_by uuid not null,
  expires_at timestamptz not null,
  used_by uuid,
  used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint staff_invitations_used check ((used_by is null) = (used_at is null))
);

comment on table public.staff_invitations is
  'Invitations of staff. Only invite_staff, revoke_invitation and accept_invitation write it. Its accounts have no '
  'foreign key: they may be deleted while it stays.';

comment on column public.staff_invitations.secret_hash is
  'SHA-256, in hexadecimal, of the secret in the link; the secret itself is not stored.';

comment on column public.staff_invitations.name is 'For whom staff made it, in their own words.';

comment on column public.staff_invitations.event_ids is 'Where the role works; events deleted meanwhile are left out.';

comment on column public.staff_invitations.role_ends_at is 'When the role ends; null: it has no end.';

create index staff_invitations_made_by on public.staff_invitations (made_by);

create index staff_invitations_used_by on public.staff_invitations (used_by);

create index staff_invitations_created_at on public.staff_invitations (created_at desc);

create trigger "90_stamp" before insert or update on public.staff_invitations
  for each row execute function private.stamp_row();

alter table public.staff_invitations enable row level security;

create policy "Admins read the invitations" on public.staff_invitations
  for select to authenticated using ((select private.is_admin()));

create function private.invitation_state(p_row public.staff_invitations) returns text
  language sql stable set search_path = ''
as $$
  select case
    when p_row.used_at is not null then 'used'
    when p_row.revoked_at is not null then 'revoked'
    when p_row.expires_at <= now() or p_row.role_ends_at <= now() then 'expired'
    when not exists (
      select from public.staff s
      where s.user_id = p_row.made_by and s.role = 'admin' and private.role_holds(s.ends_at)) then 'revoked'
    else 'open'
  end
$$;

comment on function private.invitation_state(public.staff_invitations) is
  'Returns open, used, expired or revoked. Invitations end with the admin role of the person who made them.';

create function private.find_invitation(p_secret text) returns public.staff_invitations
  language plpgsql stable set search_path = ''
as $$
declare
  v_row public.staff_invitations;
begin
  if p_secret ~ '^[A-Za-z0-9_-]{22}$' then
    select * into v_row from public.staff_invitations i
      where i.secret_hash = encode(sha256(convert_to(p_secret, 'UTF8')), 'hex');
  end if;
  if v_row.id is null then
    perform private.refuse(404, 'not_found', 'p_secret', 'There is no such invitation.');
  end if;
  return v_row;
end
$$;

comment on function private.find_invitation(text) is
  'Returns the invitation of this secret, or PT404 not_found. Anything that is no secret costs no look-up; guessing one '
  'takes 2^127 of them on average.';

create function private.event_names(p_event_ids uuid[]) returns jsonb
  language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('event_id', e.id, 'name', private.gate_event_name(e.id), 'venue', e.venue,
    'date', e.date) order by e.date, e.id), '[]')
  from public.events e where e.id = any (p_event_ids)
$$;

comment on function private.event_names(uuid[]) is 'Returns [{event_id, name, venue, date}] of these events, by date.';

create function public.invite_staff(
    p_name text default null, p_role text default null, p_event_ids uuid[] default '{}', p_role_ends_at timestamptz default null,
    p_expires_at timestamptz default null, p_all_events boolean default false)
  returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_most_events constant integer := 500;
  c_most_open constant integer := 200;
  c_longest constant interval := interval '31 days';
  v_admin uuid := private.require_admin();
  v_name text := private.require_text(p_name, 'p_name', 80);
  v_events uuid[] := array(select distinct i from unnest(p_event_ids) as i order by 1);
  v_expires timestamptz := coalesce(p_expires_at, now() + interval '7 days');
  v_all boolean := coalesce(p_all_events, false);
  v_secret text := translate(encode(extensions.gen_random_bytes(16), 'base64'), '+/=', '-_');
  v_row public.staff_invitations;
begin
  if p_role is null or p_role <> all (private.staff_roles()) then
    perform private.refuse(400, 'invalid', 'p_role', format('p_role is one of: %s.', array_to_string(private.staff_roles(), ', ')));
  end if;
  if p_event_ids is null or array_position(p_event_ids, null) is not null or cardinality(p_event_ids) > c_most_events
     or (p_role not in ('gate', 'box_office') and cardinality(p_event_ids) > 0) then
    perform private.refuse(400, 'invalid', 'p_event_ids',
      format('A list of at most %s event ids, maybe empty; only gate and box office staff work at single events.', c_most_events));
  end if;
  if v_all and p_role not in ('gate', 'box_office') then
    perform private.refuse(400, 'invalid', 'p_all_events', 'Only gate and box office staff work at events.');
  end if;
  if not isfinite(v_expires) or v_expires <= now() or v_expires > now() + c_longest then
    perform private.refuse(400, 'invalid', 'p_expires_at', 'A link lasts at most 31 days.');
  end if;
  perform private.role_end(p_role, p_role_ends_at, 'p_role_ends_at');
  if exists (select from unnest(v_events) as i where not exists (select from public.events e where e.id = i)) then
    perform private.refuse(404, 'not_found', 'p_event_ids', 'Not all of these events exist.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  perform private.require_admin();
  if (select count(*) from public.staff_invitations i where private.invitation_state(i) = 'open') >= c_most_open then
    perform private.refuse(409, 'too_many', 'p_name', format('At most %s invitations are open at a time.', c_most_open));
  end if;
  insert into public.staff_invitations (secret_hash, name, role, event_ids, all_events, role_ends_at, made_by, expires_at)
    values (encode(sha256(convert_to(v_secret, 'UTF8')), 'hex'), v_name, p_role, v_events, v_all, p_role_ends_at, v_admin, v_expires)
    returning * into v_row;
  perform private.record_audit('invite', 'staff_invitations', v_row.id::text, null, jsonb_build_object('name', v_name,
    'role', p_role, 'event_ids', v_events, 'all_events', nullif(v_all, false), 'role_ends_at', p_role_ends_at, 'expires_at', v_expires));
  return jsonb_build_object('id', v_row.id, 'secret', v_secret, 'expires_at', v_expires);
end
$$;

comment on function public.invite_staff(text, text, uuid[], timestamptz, timestamptz, boolean) is
  'Makes an invitation for one person (p_name, 1 to 80 characters) to a role at these events (p_all_events: at all, as set_works_at) until p_role_ends_at (null: '
  'without an end), valid until p_expires_at (null: 7 days, at most 31), and returns {id, secret, expires_at}. The '
  'secret, 128 random bits, is returned here alone. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden (also '
  'for an admin whose own role ends earlier), PT400 invalid, PT404 not_found (an event), PT409 too_many (200 are open). '
  'Security definer: no role may write staff_invitations.';

create function public.list_invitations()
  returns table (id uuid, name text, role text, events jsonb, all_events boolean, role_ends_at timestamptz, state text, created_at timestamptz,
    made_by_name text, expires_at timestamptz, used_at timestamptz, used_by uuid, used_by_name text)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  c_listed constant integer := 200;
begin
  perform private.require_admin();
  return query
    select i.id, i.name, i.role, private.event_names(i.event_ids), i.all_events, i.role_ends_at, i.state, i.created_at,
      (select coalesce(f.name, f.email) from public.profiles f where f.id = i.made_by), i.expires_at, i.used_at, i.used_by,
      (select coalesce(f.name, f.email) from public.profiles f where f.id = i.used_by)
    from (
      select r.*, private.invitation_state(r) as state from public.staff_invitations r
      order by private.invitation_state(r) <> 'open', r.created_at desc, r.id limit c_listed) as i
    order by i.state <> 'open', i.created_at desc, i.id;
end
$$;

comment on function public.list_invitations() is
  'Returns the invitations, open ones first, then the newest, at most 200, for admins (PT401 not_signed_in, PT403 '
  'forbidden). Security definer: reads names of profiles.';

create function public.revoke_invitation(p_id uuid default null) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row public.staff_invitations;
begin
  perform private.require_admin();
  select * into v_row from public.staff_invitations i where i.id = p_id for update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_id', 'There is no such invitation.');
  end if;
  if v_row.used_at is not null then
    perform private.refuse(409, 'already_decided', 'p_id', 'It was accepted: take the role away instead.');
  end if;
  if v_row.revoked_at is null then
    update public.staff_invitations i set revoked_at = clock_timestamp() where i.id = p_id;
    perform private.record_audit('revoke', 'staff_invitations', p_id::text, null, jsonb_build_object('name', v_row.name));
  end if;
  return 'revoked';
end
$$;

comment on function public.revoke_invitation(uuid) is
  'Ends an invitation that was not accepted, and returns ''revoked''. Idempotent. Admins only. Refusals: PT401 '
  'not_signed_in, PT403 forbidden, PT404 not_found, PT409 already_decided (it was accepted). Security definer: no role '
  'may write staff_invitations.';

create function public.read_invitation(p_secret text default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_row public.staff_invitations := private.find_invitation(p_secret);
  v_state text := private.invitation_state(v_row);
begin
  if v_row.used_by = private.uid() then
    v_state := 'yours';
  end if;
  if v_state not in ('open', 'yours') then
    return jsonb_build_object('state', v_state);
  end if;
  return jsonb_build_object('state', v_state, 'name', v_row.name, 'role', v_row.role,
    'events', private.event_names(v_row.event_ids), 'all_events', v_row.all_events, 'role_ends_at', v_row.role_ends_at, 'expires_at', v_row.expires_at,
    'made_by_name', (select private.short_name(f.name) from public.profiles f where f.id = v_row.made_by));
end
$$;

comment on function public.read_invitation(text) is
  'Returns {state: open, or yours when the caller accepted it, name, role, events: [{event_id, name, venue, date}], '
  'all_events, role_ends_at, expires_at, made_by_name} to anyone who has the secret, and {state} alone of one that is used, expired '
  'or revoked. Changes nothing. Refusals: PT404 not_found. Security definer: visitors read no invitations.';

create function public.accept_invitation(p_secret text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_row public.staff_invitations := private.find_invitation(p_secret);
  v_state text;
begin
  -- The lock of set_staff_roles; the second of two callers then finds the invitation used.
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  select * into v_row from public.staff_invitations i where i.id = v_row.id for update;
  v_state := private.invitation_state(v_row);
  if v_row.used_by = v_user then
    return jsonb_build_object('result', 'accepted', 'role', v_row.role);
  end if;
  if v_state is distinct from 'open' then
    perform private.refuse(409, 'already_decided', v_state, 'The invitation was used, has expired or was taken back.');
  end if;
  if not exists (select from auth.users u where u.id = v_user and u.email_confirmed_at is not null) then
    perform private.refuse(409, 'not_confirmed', '', 'The address of this account is not confirmed yet.');
  end if;
  if exists (select from private.closed_accounts a where a.user_id = v_user) then
    perform private.refuse(403, 'forbidden', '', 'Staff closed this account.');
  end if;

  if private.is_admin() and v_row.role <> 'admin' then
    return jsonb_build_object('result', 'kept', 'role', 'admin');
  end if;
  -- Events of a role that has ended do not come with it again.
  delete from public.staff s where s.user_id = v_user and s.role = v_row.role and not private.role_holds(s.ends_at);
  insert into public.staff as s (user_id, role, ends_at, all_from)
    values (v_user, v_row.role, v_row.role_ends_at, case when v_row.all_events then private.all_from_now() end)
    -- What the account has already is never shortened.
    on conflict (user_id, role) do update set ends_at = case when s.ends_at is not null and v_row.role_ends_at is not null
      then greatest(s.ends_at, v_row.role_ends_at) end, all_from = coalesce(s.all_from, excluded.all_from);
  insert into public.staff_events (user_id, role, event_id)
    select v_user, v_row.role, e.id from public.events e where e.id = any (v_row.event_ids)
    on conflict (user_id, role, event_id) do nothing;
  update public.staff_invitations i set used_by = v_user, used_at = clock_timestamp() where i.id = v_row.id;
  perform private.record_audit('accept', 'staff_invitations', v_row.id::text, null,
    jsonb_build_object('name', v_row.name, 'role', v_row.role));
  return jsonb_build_object('result', 'accepted', 'role', v_row.role);
end
$$;

comment on function public.accept_invitation(text) is
  'Gives the caller the role and events of an open invitation, once, and returns {result, role}: accepted, or kept for '
  'an admin, who may do all of it already; that leaves the invitation open. Other roles stay beside it. A '
  'role that the caller has gets its events, and the later end. Idempotent for the account that accepted it. Refusals: '
  'PT401 not_signed_in, PT404 not_found, PT409 already_decided (detail: used, expired or revoked), PT409 not_confirmed, '
  'PT403 forbidden (a closed account). Security definer: no role may write staff.';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.staff_invitations'),
  ('anon, authenticated', 'execute', 'function public.invite_staff(text, text, uuid[], timestamptz, timestamptz, boolean)'),
  ('anon, authenticated', 'execute', 'function public.list_invitations()'),
  ('anon, authenticated', 'execute', 'function public.revoke_invitation(uuid)'),
  ('anon, authenticated', 'execute', 'function public.read_invitation(text)'),
  ('anon, authenticated', 'execute', 'function public.accept_invitation(text)');
