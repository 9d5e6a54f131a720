-- People: profiles of those who signed up, and who of them is staff. Roles are read from the table each time, never from
-- the claims of a token.

create table public.profiles (
  id uuid primary key,
  name text,
  email text,
  phone text,
  location text,
  refund_upi_id text,
  language text,
  region text not null default 'india',
  notify_email boolean not null default true,
  marketing_consented_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint profiles_language_known check (language in ('en', 'hi', 'mr')),
  constraint profiles_region_known check (region in ('india', 'international'))
);

comment on table public.profiles is
  'One row per account, made by a trigger on auth.users. The id has no foreign key to auth.users: an account may go '
  'while its payments stay.';

comment on column public.profiles.language is 'What the person chose, or registered in; null: the browser''s own language, and English in mails.';

comment on column public.profiles.refund_upi_id is 'Where a refund would be sent.';

comment on column public.profiles.marketing_consented_at is 'When the customer agreed to marketing mail; null is no.';

create index profiles_created_at on public.profiles (created_at);

create index profiles_updated_at on public.profiles (updated_at);

-- People without a name stand last in both directions.
create index profiles_name on public.profiles (name);

create index profiles_name_down on public.profiles (name desc nulls last);

create index profiles_email on public.profiles (email);

create index profiles_search on public.profiles using gin
  (name extensions.gin_trgm_ops, email extensions.gin_trgm_ops, phone extensions.gin_trgm_ops, location extensions.gin_trgm_ops);

create table public.staff (
  user_id uuid primary key,
  role text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint staff_role_known check (role in ('admin', 'gate'))
);

comment on table public.staff is 'Who works here: admin or gate. Written by set_staff_role and by the operator alone.';

create function private.is_admin() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.uid();
begin
  return v_user is not null and exists (select from public.staff s where s.user_id = v_user and s.role = 'admin');
end
$$;

comment on function private.is_admin() is
  'Whether the caller is an admin now; PT401 not_signed_in when the session has ended. Security definer: policies of every '
  'table ask it, whatever the caller may read.';

create function private.is_gate() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.uid();
begin
  return v_user is not null and exists (select from public.staff s where s.user_id = v_user and s.role = 'gate');
end
$$;

comment on function private.is_gate() is
  'Whether the caller is gate staff now; PT401 not_signed_in when the session has ended. Security definer as private.is_admin.';

create function private.require_admin() returns uuid
  language plpgsql stable set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  return v_user;
end
$$;

comment on function private.require_admin() is 'The calling admin, or PT401 not_signed_in, or PT403 forbidden.';

create function public.my_role() returns text
  language sql stable set search_path = ''
as $$ select case when private.is_admin() then 'admin' when private.is_gate() then 'gate' end $$;

comment on function public.my_role() is '''admin'', ''gate'', or null for customers and visitors.';

create function private.count_admins() returns bigint
  language sql stable security definer set search_path = ''
as $$ select count(*) from public.staff s join auth.users u on u.id = s.user_id where s.role = 'admin' $$;

comment on function private.count_admins() is 'Admins who still have an account. Security definer: reads auth.users.';

create function public.set_staff_role(p_user_id uuid, p_role text) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_confirmed boolean;
begin
  perform private.require_admin();
  if p_role is not null and p_role not in ('admin', 'gate') then
    perform private.refuse(400, 'invalid', 'p_role', 'p_role is admin, gate, or null for none.');
  end if;
  -- One change of roles at a time: two admins must not take the role from each other.
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  perform private.require_admin();

  if p_role is distinct from 'admin'
     and exists (select from public.staff s where s.user_id = p_user_id and s.role = 'admin')
     and private.count_admins() <= 1 then
    perform private.refuse(409, 'last_admin', '', 'The last admin stays one.');
  end if;
  if p_role is null then
    delete from public.staff s where s.user_id = p_user_id;
    return null;
  end if;

  select u.email_confirmed_at is not null into v_confirmed from auth.users u where u.id = p_user_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_user_id', 'There is no such account.');
  end if;
  if not v_confirmed then
    perform private.refuse(409, 'not_confirmed', 'p_user_id', 'The address of this account is not confirmed yet.');
  end if;
  insert into public.staff as s (user_id, role) values (p_user_id, p_role)
    on conflict (user_id) do update set role = excluded.role where s.role <> excluded.role;
  return p_role;
end
$$;

comment on function public.set_staff_role(uuid, text) is
  'Makes the account admin or gate staff, or (null) neither, and returns the role. Admins only. Refusals: PT400 invalid, '
  'PT404 not_found, PT409 not_confirmed, PT409 last_admin. Security definer: nobody writes staff; reads auth.users.';

create function private.profile_text(p_profile jsonb, p_key text, p_now text, p_longest integer, p_pattern text)
  returns text language plpgsql immutable set search_path = ''
as $$
declare
  v_text text;
begin
  if not p_profile ? p_key then
    return p_now;
  end if;
  if octet_length(p_profile ->> p_key) <= 12 * p_longest + 1024 then
    v_text := nullif(private.clean_text(private.strip_hidden(p_profile ->> p_key)), '');
  end if;
  if octet_length(p_profile ->> p_key) > 12 * p_longest + 1024 or jsonb_typeof(p_profile -> p_key) not in ('string', 'null')
     or char_length(v_text) > p_longest or v_text ~ '[\x01-\x1f\x7f]' or v_text !~ p_pattern then
    perform private.refuse(400, 'invalid', p_key, format('%s has a form or length it cannot have.', p_key));
  end if;
  return v_text;
end
$$;

comment on function private.profile_text(jsonb, text, text, integer, text) is
  'The text under p_key, p_now when the key is missing, null when it is empty; or PT400 invalid naming the key.';

create function private.profile_flag(p_profile jsonb, p_key text, p_now boolean) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  if not p_profile ? p_key then
    return p_now;
  end if;
  if jsonb_typeof(p_profile -> p_key) <> 'boolean' then
    perform private.refuse(400, 'invalid', p_key, format('%s is true or false.', p_key));
  end if;
  return (p_profile ->> p_key)::boolean;
end
$$;

comment on function private.profile_flag(jsonb, text, boolean) is
  'The boolean under p_key, p_now when the key is missing; or PT400 invalid naming the key.';

create function public.save_profile(p_profile jsonb) returns public.profiles
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_row public.profiles;
  v_unknown text;
begin
  if jsonb_typeof(p_profile) is distinct from 'object' then
    perform private.refuse(400, 'invalid', 'p_profile', 'p_profile is an object.');
  end if;
  select key into v_unknown from jsonb_object_keys(p_profile) as key
    where key not in ('name', 'phone', 'location', 'refund_upi_id', 'language', 'region', 'notify_email',
      'marketing_consent', 'id', 'email', 'marketing_consented_at', 'created_at', 'updated_at')
    limit 1;
  if v_unknown is not null then
    perform private.refuse(400, 'invalid', v_unknown, 'A profile has no such field.');
  end if;

  -- An account older than its profile (the sign-up trigger never fails, whatever happens) gets one here.
  insert into public.profiles (id, email)
    select u.id, u.email from auth.users u where u.id = v_user
    on conflict (id) do nothing;
  select * into v_row from public.profiles p where p.id = v_user for no key update;
  if not found then
    perform private.refuse(401, 'not_signed_in', '', 'This account is gone.');
  end if;

  update public.profiles p set
      name = private.profile_text(p_profile, 'name', p.name, 120, ''),
      phone = private.profile_text(p_profile, 'phone', p.phone, 24, '^[+]?[0-9][0-9 ()-]{5,22}$'),
      location = private.profile_text(p_profile, 'location', p.location, 120, ''),
      refund_upi_id = private.profile_text(p_profile, 'refund_upi_id', p.refund_upi_id, 120,
        '^[A-Za-z0-9._-]{2,80}@[A-Za-z][A-Za-z0-9.-]{1,38}$'),
      language = private.profile_text(p_profile, 'language', p.language, 2, '^(en|hi|mr)$'),
      region = coalesce(private.profile_text(p_profile, 'region', p.region, 13, '^(india|international)$'), 'india'),
      notify_email = private.profile_flag(p_profile, 'notify_email', p.notify_email),
      -- The date of the first consent stays until it is withdrawn.
      marketing_consented_at = case
        when private.profile_flag(p_profile, 'marketing_consent', p.marketing_consented_at is not null)
        then coalesce(p.marketing_consented_at, now())
      end
    where p.id = v_user
    returning * into v_row;
  return v_row;
end
$$;

comment on function public.save_profile(jsonb) is
  'Changes the given ones of name, phone, location, refund_upi_id, language (en, hi, mr), region (india, international), '
  'notify_email, marketing_consent (boolean), and returns the whole profile. The address and dates that come along from a '
  'profile that was read are left as they are; any other key is PT400 invalid. Security definer: nobody writes profiles.';

-- One's own data
create function private.upcoming_tickets_of(p_user_id uuid) returns bigint
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select count(*)
    from public.user_tickets t
    join public.ticket_categories c on c.id = t.ticket_category_id
    join public.events e on e.id = c.event_id
    where t.user_id = p_user_id and t.payment_status = 'completed' and e.status = 'scheduled'
      and e.date + interval '6 hours' > now());
end
$$;

comment on function private.upcoming_tickets_of(uuid) is
  'A ticket stays upcoming for 6 hours after the start. Security definer: the same for every caller.';

create function public.export_my_data() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  return jsonb_build_object(
    'exported_at', now(),
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at)
      from auth.users u where u.id = v_user),
    'profile', (select to_jsonb(p) from public.profiles p where p.id = v_user),
    'role', (select s.role from public.staff s where s.user_id = v_user),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(o)), '[]') from private.orders o where o.user_id = v_user),
    'payments', (
      select coalesce(jsonb_agg(
        to_jsonb(p) - 'reviewed_by' || jsonb_build_object('lines', (
          select coalesce(jsonb_agg(to_jsonb(l)), '[]') from public.payment_lines l where l.payment_id = p.id))
        order by p.created_at), '[]')
      from public.payments p where p.user_id = v_user),
    'tickets', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at), '[]')
      from public.user_tickets t where t.user_id = v_user),
    -- At the gate: whose ticket it was; and for staff, where they work and what they scanned.
    'scans', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'staff_id' order by s.received_at), '[]')
      from public.ticket_scans s join public.user_tickets t on t.id = s.known_ticket where t.user_id = v_user),
    'staff_events', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at), '[]')
      from public.staff_events w where w.user_id = v_user),
    'staff_scans', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.received_at), '[]')
      from public.ticket_scans s where s.staff_id = v_user),
    'refunds', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.requested_at), '[]')
      from public.refunds r where r.user_id = v_user),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(m) - 'handled_by' order by m.created_at), '[]')
      from public.contact_messages m where m.user_id = v_user));
end
$$;

comment on function public.export_my_data() is
  'Everything that is kept about the caller, as one JSON value. Security definer: some of it (orders) nobody reads '
  'directly; every part is filtered by the caller.';

create function public.delete_my_account(p_confirm boolean default false) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_pending bigint;
  v_upcoming bigint;
begin
  perform private.lock_customer(v_user);
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  if private.is_admin() and private.count_admins() <= 1 then
    perform private.refuse(409, 'last_admin', '', 'Make someone else an admin first.');
  end if;
  select count(*) into v_pending from public.payments p where p.user_id = v_user and p.status = 'pending';
  v_upcoming := private.upcoming_tickets_of(v_user);
  if p_confirm is not true and v_pending + v_upcoming > 0 then
    perform private.refuse(409, 'pending_payment',
      jsonb_build_object('pending_payments', v_pending, 'upcoming_tickets', v_upcoming)::text,
      'A payment is under review or a ticket upcoming; call again with p_confirm.');
  end if;
  if not private.session_is_fresh(private.token_session(), v_user) then
    perform private.refuse(403, 'sign_in_again', '', 'Sign in again; then call this within five minutes.');
  end if;

  -- Seats that are only held become free; those under review or sold stay with their payment.
  perform from public.seat_claims c where c.user_id = v_user and c.state = 'held'
    order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.user_id = v_user and c.state = 'held';
  delete from public.contact_messages m where m.user_id = v_user;
  delete from public.outgoing_mail m where m.user_id = v_user;
  delete from public.staff s where s.user_id = v_user;
  delete from public.profiles p where p.id = v_user;
  delete from auth.users u where u.id = v_user;
end
$$;

comment on function public.delete_my_account(boolean) is
  'Profile, messages, unsent mail, held seats, role and sign-in go; payments and tickets stay, without name and address. Refusals: '
  'PT409 last_admin; PT409 pending_payment (detail: how many payments and tickets) unless p_confirm; PT403 sign_in_again '
  'unless the session began in the last five minutes. '
  'Security definer: customers delete nothing directly; the sign-in is in auth.users.';

-- Staff's list of profiles
create function private.search_pattern(p_text text, p_word boolean default false) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case when char_length(t.clean) >= 3 then '%' when p_word then '% ' else '' end
    || regexp_replace(t.clean, '([\\%_])', '\\\1', 'g') || '%'
  from (select nullif(left(private.clean_text(p_text), 100), '') as clean) as t where t.clean is not null
$$;

comment on function private.search_pattern(text, boolean) is
  'Matches what contains the text, its signs taken literally; null for nothing. One or two letters stand at the beginning '
  'of the whole or, with p_word, of a later word: an index knows no shorter piece than three letters, so anything else '
  'would read every row.';

create function private.most_found() returns integer
  language sql immutable parallel safe set search_path = ''
as $$ select 1000 $$;

comment on function private.most_found() is
  'A list counts this far and shows the newest so many of what a search finds; one more says that there are others.';

create function private.find_accounts(p_text text, p_staff boolean default false, p_after uuid default null) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  v_pattern text := private.search_pattern(p_text);
  v_word text := private.search_pattern(p_text, true);
begin
  if v_pattern is null or not private.is_admin() then
    return;
  end if;
  if p_after is not null then
    return query select f.id from public.profiles f
      where (f.name ilike v_pattern or f.name ilike v_word or f.email ilike v_pattern or f.phone ilike v_pattern
          or f.location ilike v_pattern or f.location ilike v_word)
        and (not p_staff or f.id in (select t.user_id from public.staff t)) and f.id > p_after
      order by f.id limit private.most_found();
  else
    return query select f.id from public.profiles f
      where (f.name ilike v_pattern or f.name ilike v_word or f.email ilike v_pattern or f.phone ilike v_pattern
          or f.location ilike v_pattern or f.location ilike v_word)
        and (not p_staff or f.id in (select t.user_id from public.staff t))
      order by f.created_at desc limit private.most_found() + 1;
  end if;
end
$$;

comment on function private.find_accounts(text, boolean, uuid) is
  'Accounts (p_staff: of staff) whose name, address, phone or place contains the text: the newest most_found() and one '
  'more if there are others, or with p_after the next of all of them by id; none for everybody but admins. Security '
  'definer: behind row security no index answers such a question, because the comparison might leak rows.';

create view private.profile_list with (security_invoker = true) as
  select p.id as profile_id, p.name, p.email, p.phone, p.location, s.role, p.marketing_consented_at, p.created_at,
    p.updated_at
  from public.profiles p
  left join public.staff s on s.user_id = p.id
  where (select private.is_admin());

comment on view private.profile_list is 'What get_all_profiles returns; empty for everybody but admins.';

create function public.get_all_profiles()
  returns table (profile_id uuid, name text, email text, phone text, location text, role text,
    marketing_consented_at timestamptz, created_at timestamptz, updated_at timestamptz)
  language sql stable
as $$
  select l.profile_id, l.name, l.email, l.phone, l.location, l.role, l.marketing_consented_at, l.created_at, l.updated_at
  from private.profile_list l
$$;

comment on function public.get_all_profiles() is
  'Every account, for admins; nothing for others. Invoker and without a set clause, so that it is inlined and PostgREST '
  'can filter, order, page and count it at the speed of the view.';

create function public.search_profiles(
    p_search text default null, p_staff boolean default false, p_after uuid default null)
  returns table (profile_id uuid, name text, email text, phone text, location text, role text,
    marketing_consented_at timestamptz, created_at timestamptz, updated_at timestamptz)
  language sql stable
as $$
  select l.profile_id, l.name, l.email, l.phone, l.location, l.role, l.marketing_consented_at, l.created_at, l.updated_at
  from private.find_accounts(p_search, p_staff, p_after) as i join private.profile_list l on l.profile_id = i
$$;

comment on function public.search_profiles(text, boolean, uuid) is
  'The rows of get_all_profiles that find_accounts finds, for admins; nothing for others. A function of its own, since one that does both is '
  'planned for neither. Invoker and without a set clause, as that.';

-- Triggers, policies, grants
create trigger "90_stamp" before insert or update on public.profiles
  for each row execute function private.stamp_row();

create trigger "90_stamp" before insert or update on public.staff
  for each row execute function private.stamp_row();

create trigger audit after insert or update or delete on public.staff
  for each row execute function private.audit_row('user_id');

alter table public.profiles enable row level security;

create policy "Customers read their own profile, admins every one" on public.profiles
  for select to authenticated using (id = (select private.uid()) or (select private.is_admin()));

alter table public.staff enable row level security;

create policy "Staff read their own role, admins every one" on public.staff
  for select to authenticated using (user_id = (select private.uid()) or (select private.is_admin()));

create policy "Admins read the audit log" on public.audit_log
  for select to authenticated using ((select private.is_admin()));

create function public.account_exists(p_user_id uuid default null) returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from auth.users u where u.id = p_user_id) $$;

comment on function public.account_exists(uuid) is
  'Whether this id is an account: false for one that a restored backup does not have. Security definer: nobody may read '
  'the accounts; an id tells nothing and cannot be guessed.';

-- Called by every request of somebody who is signed in: without a set clause these two cost half as much.
create function private.token_session() returns uuid language sql stable
as $$ select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id')::uuid $$;

comment on function private.token_session() is
  'The session that the caller''s token names. Null without a token, and for a token that was signed outside the auth '
  'service, which takes the project''s secret.';

create function private.session_lives(p_user_id uuid) returns boolean
  language plpgsql stable
as $$
declare
  v_session uuid := private.token_session();
begin
  if v_session is null then
    return exists (select from auth.users u where u.id = p_user_id);
  end if;
  return exists (
    select from auth.sessions s
    where s.id = v_session and s.user_id = p_user_id and (s.not_after is null or s.not_after > now()));
end
$$;

comment on function private.session_lives(uuid) is
  'Whether the session that the caller''s token names is still one of this account''s. It goes with the account, at '
  'sign-out, and when the password changes. A token without a session needs the account alone. Reads the schema auth: '
  'for functions that are security definer.';

-- What cannot be undone asks for a fresh sign-in
create function private.session_is_fresh(p_session uuid, p_user_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions s
    where s.id = p_session and s.user_id = p_user_id and s.created_at > now() - interval '5 minutes')
$$;

comment on function private.session_is_fresh(uuid, uuid) is
  'Whether this session of this account began in the last 5 minutes: its owner has just proved who they are, by a password, '
  'Google or a mailed link. Renewing a session does not make it younger. Security definer: reads auth.sessions.';

create table private.closed_accounts (
  user_id uuid primary key,
  closed_at timestamptz not null default now(),
  closed_by uuid not null,
  reason text
);

comment on table private.closed_accounts is
  'Accounts that staff closed: they cannot sign in, hold or submit. Written by close_account and reopen_account.';

alter table private.closed_accounts enable row level security;

create function public.close_account(p_user_id uuid default null, p_reason text default null) returns timestamptz
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_admin uuid := private.require_admin();
  v_reason text := private.decision_note(p_reason);
  v_at timestamptz;
begin
  if p_user_id is null then
    perform private.refuse(400, 'invalid', 'p_user_id', 'Which account?');
  end if;
  if p_user_id = v_admin then
    perform private.refuse(403, 'forbidden', 'p_user_id', 'Nobody closes the account that is signed in.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  perform private.require_admin();
  if not exists (select from auth.users u where u.id = p_user_id) then
    perform private.refuse(404, 'not_found', 'p_user_id', 'There is no such account.');
  end if;
  if exists (select from public.staff s where s.user_id = p_user_id and s.role = 'admin') and private.count_admins() <= 1 then
    perform private.refuse(409, 'last_admin', '', 'The last admin stays one.');
  end if;
  select a.closed_at into v_at from private.closed_accounts a where a.user_id = p_user_id;
  if found then
    return v_at;
  end if;

  perform private.lock_customer(p_user_id);
  insert into private.closed_accounts (user_id, closed_by, reason) values (p_user_id, v_admin, v_reason)
    returning closed_at into v_at;
  perform from public.seat_claims c where c.user_id = p_user_id and c.state = 'held'
    order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.user_id = p_user_id and c.state = 'held';
  delete from public.staff s where s.user_id = p_user_id;
  -- The auth service refuses a banned account at sign-in and at renewal; sessions that exist end.
  update auth.users u set banned_until = '2999-01-01' where u.id = p_user_id;
  delete from auth.refresh_tokens t where t.user_id::text = p_user_id::text;
  delete from auth.sessions s where s.user_id::text = p_user_id::text;
  perform private.record_audit('close_account', 'profiles', p_user_id::text, null, jsonb_build_object('reason', v_reason));
  return v_at;
end
$$;

comment on function public.close_account(uuid, text) is
  'Ends all sessions of an account; it cannot sign in, hold or submit until reopen_account. What it holds is free, a role is '
  'taken back; undecided payments stay in the list, tickets stay valid. The same again changes nothing. Admins only. '
  'Refusals: PT401 not_signed_in, PT403 forbidden (one''s own account, too), PT400 invalid, PT404 not_found, PT409 last_admin. Security '
  'definer: nobody writes accounts and claims directly.';

create function private.refuse_closed() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.closed_accounts a where a.user_id::text = new.user_id::text) then
    perform private.refuse(401, 'not_signed_in', '', 'Staff closed this account.');
  end if;
  return new;
end
$$;

comment on function private.refuse_closed() is
  'Trigger refuse_closed on auth.sessions. Security definer: the auth service''s own role begins sessions.';

create function public.reopen_account(p_user_id uuid default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from private.closed_accounts a where a.user_id = p_user_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_user_id', 'This account is not closed.');
  end if;
  update auth.users u set banned_until = null where u.id = p_user_id;
  perform private.record_audit('reopen_account', 'profiles', p_user_id::text, null, null);
end
$$;

comment on function public.reopen_account(uuid) is
  'Lets a closed account sign in again. A role does not come back. Admins only. Refusals: PT401 not_signed_in, PT403 '
  'forbidden, PT404 not_found. Security definer: nobody writes accounts directly.';

create function public.closed_accounts()
  returns table (user_id uuid, closed_at timestamptz, closed_by_name text, reason text)
  language plpgsql stable security definer rows 20 set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select a.user_id, a.closed_at, (select coalesce(f.name, f.email) from public.profiles f where f.id = a.closed_by),
    a.reason from private.closed_accounts a order by a.closed_at desc, a.user_id;
end
$$;

comment on function public.closed_accounts() is
  'The accounts that staff closed, newest first; for admins (PT401 not_signed_in, PT403 forbidden). Security definer: the '
  'table is nobody''s.';

-- Sign-up writes a profile by functions that may have another owner (docs/deploy.md): its names are cleaned on their way in.
create function private.clean_new_profile() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if private.strip_hidden(new.name) <> new.name then
    new.name := nullif(private.clean_text(private.strip_hidden(new.name)), '');
  end if;
  if private.strip_hidden(new.location) <> new.location then
    new.location := nullif(private.clean_text(private.strip_hidden(new.location)), '');
  end if;
  return new;
end
$$;

comment on function private.clean_new_profile() is
  'Trigger 20_clean: what somebody typed at sign-up has no hidden signs. Later changes come by save_profile.';

create trigger "20_clean" before insert on public.profiles
  for each row execute function private.clean_new_profile();

create function private.grant_people() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table public.profiles, public.staff, private.profile_list, private.closed_accounts
    from public, anon, authenticated;
  grant select on table public.profiles, public.staff, private.profile_list to authenticated;
  revoke all on function private.is_admin(), private.is_gate(), private.require_admin(), private.count_admins(),
    private.profile_text(jsonb, text, text, integer, text), private.profile_flag(jsonb, text, boolean),
    private.upcoming_tickets_of(uuid), private.search_pattern(text, boolean), private.most_found(),
    private.find_accounts(text, boolean, uuid), public.my_role(), public.set_staff_role(uuid, text),
    public.save_profile(jsonb), public.export_my_data(), public.delete_my_account(boolean), public.get_all_profiles(),
    public.search_profiles(text, boolean, uuid), private.clean_new_profile(), private.token_session(),
    private.session_lives(uuid), private.session_is_fresh(uuid, uuid), public.account_exists(uuid), private.refuse_closed(),
    public.close_account(uuid, text), public.reopen_account(uuid), public.closed_accounts(), private.grant_people()
    from public, anon, authenticated;
  grant execute on function private.is_admin(), private.is_gate() to anon, authenticated, service_role;
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.my_role(), public.set_staff_role(uuid, text), public.save_profile(jsonb),
    public.export_my_data(), public.delete_my_account(boolean), public.close_account(uuid, text),
    public.reopen_account(uuid), public.closed_accounts() to anon, authenticated;
  grant execute on function public.get_all_profiles(), public.search_profiles(text, boolean, uuid),
    private.find_accounts(text, boolean, uuid), public.account_exists(uuid) to authenticated;
end
$$;

comment on function private.grant_people() is 'All privileges of this file; can be repeated.';
