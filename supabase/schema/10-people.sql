-- People: profiles of accounts, and the staff. Roles are read from the table each time, never from a token's claims.

create table public.profiles (
  id uuid primary key,
  name text,
  email text,
  phone text,
  location text,
  refund_upi_id text,
  company text,
  gstin text,
  language text,
  region text not null default 'india',
  notify_email boolean not null default true,
  marketing_consented_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  is_guest boolean not null default false,
  privacy_notice date,
  constraint profiles_language_known check (language in ('en', 'hi', 'mr')),
  constraint profiles_region_known check (region in ('india', 'international'))
);

comment on table public.profiles is
  'One row per account, made by a trigger on auth.users, and per guest (is_guest). No foreign key to auth.users: an '
  'account may be deleted while its payments stay.';

comment on column public.profiles.is_guest is
  'A person without an account, to whom staff sold or gave tickets: in no list of accounts; gets no notice and no mail.';

comment on column public.profiles.language is
  'What the customer chose or registered in; null: the browser''s language, and English in mails.';

comment on column public.profiles.refund_upi_id is 'Where a refund is sent.';

comment on column public.profiles.company is 'For the papers of later orders (85-papers.sql), as gstin.';

comment on column public.profiles.marketing_consented_at is
  'When the customer agreed to marketing mail; null means no.';

comment on column public.profiles.privacy_notice is
  'Which text of the privacy notice was shown at registration: its day. Null where another sign-in made the account. DPDP Act 2023, section 5.';

create index profiles_created_at on public.profiles (created_at);

create index profiles_updated_at on public.profiles (updated_at);

-- Counts accounts, however many guests there are.
create index profiles_accounts on public.profiles (created_at) where not is_guest;

create index profiles_name on public.profiles (name);

create index profiles_name_down on public.profiles (name desc nulls last);

create index profiles_email on public.profiles (email);

create index profiles_search on public.profiles using gin
  (private.search_text(name) extensions.gin_trgm_ops, email extensions.gin_trgm_ops, phone extensions.gin_trgm_ops,
    private.search_text(location) extensions.gin_trgm_ops);

create table public.staff (
  user_id uuid not null,
  role text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz,
  all_from timestamptz,
  primary key (user_id, role),
  constraint staff_role_known check (role = any (private.staff_roles())),
  constraint staff_all_at_doors check (all_from is null or role in ('gate', 'box_office'))
);

comment on table public.staff is
  'The roles of accounts (private.staff_roles), several a person, each with its own end (docs/decisions/0086-roles.md). Only '
  'set_staff_roles, set_works_at, accept_invitation and the operator write it.';

comment on column public.staff.all_from is
  'The role works at every event that begins after this, without rows of staff_events (private.works_at); null: at those alone.';

comment on column public.staff.ends_at is 'The role gives nothing from this instant on; null: it has no end.';

create view private.roles_of_staff with (security_invoker = true) as
  select s.user_id, (private.staff_roles())[min(array_position(private.staff_roles(), s.role))] as role,
    jsonb_agg(jsonb_build_object('role', s.role, 'ends_at', s.ends_at) order by array_position(private.staff_roles(), s.role)) as roles
  from public.staff s
  group by s.user_id;

comment on view private.roles_of_staff is
  'The roles of each person as [{role, ends_at}], and the widest of them, also when it has ended. Invoker: row security decides.';

create function public.my_role() returns text
  language sql stable set search_path = ''
as $$ select public.my_roles() -> 0 ->> 'role' $$;

comment on function public.my_role() is
  'Returns the widest of the caller''s roles (admin, events, payments, box_office, gate); null for customers, visitors and staff '
  'whose roles have ended.';

create function public.my_roles() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object('role', s.role, 'ends_at', s.ends_at) order by array_position(private.staff_roles(), s.role))
    from public.staff s where s.user_id = private.uid() and private.role_holds(s.ends_at)), '[]')
$$;

comment on function public.my_roles() is
  'Returns the caller''s roles that hold now as [{role, ends_at (null: no end)}], the widest first. Security definer: '
  'visitors read no staff.';

create function private.count_admins() returns bigint
  language sql stable security definer set search_path = ''
as $$
  select count(*) from public.staff s join auth.users u on u.id = s.user_id where s.role = 'admin' and s.ends_at is null
$$;

comment on function private.count_admins() is
  'Counts admins without an end who still have an account. Security definer: reads auth.users.';

create function private.is_last_admin(p_user_id uuid) returns boolean
  language sql stable set search_path = ''
as $$
  select private.count_admins() <= 1
    and exists (select from public.staff s where s.user_id = p_user_id and s.role = 'admin' and s.ends_at is null)
$$;

comment on function private.is_last_admin(uuid) is
  'True when this account is the only admin without an end: it stays one.';

create function private.role_end(p_role text, p_ends_at timestamptz, p_argument text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_mine timestamptz;
begin
  if not isfinite(p_ends_at) or p_ends_at <= now() then
    perform private.refuse(400, 'invalid', p_argument, 'A role ends at a time to come.');
  end if;
  select s.ends_at into v_mine from public.staff s where s.user_id = auth.uid() and s.role = 'admin';
  if p_role = 'admin' and (p_ends_at is null or p_ends_at > v_mine) and v_mine is not null then
    perform private.refuse(403, 'forbidden', p_argument, 'An admin whose role ends makes no admin who stays longer.');
  end if;
end
$$;

comment on function private.role_end(text, timestamptz, text) is
  'Passes an end that a role may have (null: none), or PT400 invalid, or PT403 forbidden when the calling admin''s own '
  'role ends before it; both name p_argument. Security definer: reads staff.';

create function public.set_staff_roles(p_user_id uuid default null, p_roles jsonb default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_role text;
  v_ends_at timestamptz;
  v_confirmed boolean;
begin
  perform private.require_admin();
  if jsonb_typeof(p_roles) is distinct from 'object' or exists (
    select from jsonb_object_keys(p_roles) as k where k <> all (private.staff_roles())) then
    perform private.refuse(400, 'invalid', 'p_roles',
      format('p_roles has an end, or null for none, for each role of: %s.', array_to_string(private.staff_roles(), ', ')));
  end if;
  -- Serializes role changes: two admins must not remove each other.
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  perform private.require_admin();

  if p_roles -> 'admin' is distinct from 'null' and private.is_last_admin(p_user_id) then
    perform private.refuse(409, 'last_admin', '', 'The last admin stays one.');
  end if;
  if p_roles <> '{}' then
    select u.email_confirmed_at is not null into v_confirmed from auth.users u where u.id = p_user_id;
    if not found then
      perform private.refuse(404, 'not_found', 'p_user_id', 'There is no such account.');
    end if;
    if not v_confirmed then
      perform private.refuse(409, 'not_confirmed', 'p_user_id', 'The address of this account is not confirmed yet.');
    end if;
  end if;
  for v_role in select k from jsonb_object_keys(p_roles) as k loop
    v_ends_at := private.field_instant(p_roles, v_role, 'p_roles');
    if not exists (
      select from public.staff s
      where s.user_id = p_user_id and s.role = v_role and s.ends_at is not distinct from v_ends_at) then
      perform private.role_end(v_role, v_ends_at, 'p_roles.' || v_role);
      insert into public.staff as s (user_id, role, ends_at) values (p_user_id, v_role, v_ends_at)
        on conflict (user_id, role) do update set ends_at = excluded.ends_at;
    end if;
  end loop;
  delete from public.staff s where s.user_id = p_user_id and not p_roles ? s.role;
  return p_roles;
end
$$;

comment on function public.set_staff_roles(uuid, jsonb) is
  'Gives the account exactly these roles, {role: its end, or null for none}; {} makes it a customer. Returns them. Admins only. '
  'Refusals: PT401 not_signed_in, PT403 forbidden (also for an admin whose own role ends earlier than that of an admin made '
  'here), PT400 invalid, PT404 not_found, PT409 not_confirmed, PT409 last_admin (only admins without an end count). '
  'Security definer: no role may write staff; reads auth.users.';

create function public.set_staff_role(p_user_id uuid, p_role text, p_ends_at timestamptz default null) returns text
  language plpgsql volatile set search_path = ''
as $$
begin
  perform public.set_staff_roles(p_user_id, case when p_role is null then '{}' else jsonb_build_object(p_role, p_ends_at) end);
  return p_role;
end
$$;

comment on function public.set_staff_role(uuid, text, timestamptz) is
  'Gives the account this role alone until p_ends_at (null: without an end), or with a null role none, and returns the role. '
  'Refusals: as set_staff_roles.';

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
  'Returns the text under p_key, p_now when the key is missing, null when it is empty; or PT400 invalid naming the '
  'key.';

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
  'Returns the boolean under p_key, p_now when the key is missing; or PT400 invalid naming the key.';

create function private.is_gstin(p_gstin text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select p_gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]$' and substr(p_gstin, 15, 1) = (
    select substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (36 - (sum(d.x / 36 + d.x % 36) % 36)::integer) % 36 + 1, 1)
    -- Every second of the fourteen signs counts double.
    from (
      select (strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', substr(p_gstin, n, 1)) - 1) * (2 - n % 2) as x
      from generate_series(1, 14) as n) as d)
$$;

comment on function private.is_gstin(text) is
  'True for the form of a GSTIN with its right check character (Luhn mod 36). As isGstin in src/shop/people/profile.ts.';

create function private.guarded_gstin(p_gstin text, p_now text) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  v_gstin text := upper(p_gstin);
begin
  if v_gstin is distinct from p_now and not private.is_gstin(v_gstin) then
    perform private.refuse(400, 'invalid', 'gstin', 'It is no GSTIN, or one of its signs is wrong.');
  end if;
  return v_gstin;
end
$$;

comment on function private.guarded_gstin(text, text) is
  'Returns the GSTIN of a customer''s company or of the shop in capitals; p_now, what is stored, stays as it is. Or PT400 invalid (gstin).';

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
    where key not in ('name', 'phone', 'location', 'refund_upi_id', 'company', 'gstin', 'language', 'region', 'notify_email',
      'marketing_consent', 'id', 'email', 'marketing_consented_at', 'created_at', 'updated_at')
    limit 1;
  if v_unknown is not null then
    perform private.refuse(400, 'invalid', v_unknown, 'A profile has no such field.');
  end if;

  -- The sign-up trigger never fails, so an account may have no profile yet.
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
      company = private.profile_text(p_profile, 'company', p.company, 120, ''),
      gstin = private.guarded_gstin(private.profile_text(p_profile, 'gstin', p.gstin, 15, ''), p.gstin),
      language = private.profile_text(p_profile, 'language', p.language, 2, '^(en|hi|mr)$'),
      region = coalesce(private.profile_text(p_profile, 'region', p.region, 13, '^(india|international)$'), 'india'),
      notify_email = private.profile_flag(p_profile, 'notify_email', p.notify_email),
      -- Keeps the date of the first consent until it is withdrawn.
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
  'Changes the given ones of name, phone, location, refund_upi_id, company, gstin (with its check character), language (en, hi, mr), region (india, '
  'international), notify_email, marketing_consent (boolean), and returns the whole profile. Ignores the address and '
  'dates of a profile; any other key is PT400 invalid. Security definer: no role may write profiles.';

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
      and e.date > now() - private.goes_on_for());
end
$$;

comment on function private.upcoming_tickets_of(uuid) is
  'Counts tickets as upcoming while their event goes on. Security definer: the same for every caller.';

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
    'roles', (
      select jsonb_agg(to_jsonb(s) - 'user_id' order by array_position(private.staff_roles(), s.role))
      from public.staff s where s.user_id = v_user),
    'invitations', (
      select coalesce(jsonb_agg(to_jsonb(i) - array['secret_hash', 'made_by', 'updated_at'] order by i.created_at), '[]')
      from public.staff_invitations i where i.used_by = v_user),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(o)), '[]') from private.orders o where o.user_id = v_user),
    'payments', (
      select coalesce(jsonb_agg(
        to_jsonb(p) - 'reviewed_by' || jsonb_build_object('lines', (
          select coalesce(jsonb_agg(to_jsonb(l)), '[]') from public.payment_lines l where l.payment_id = p.id))
        order by p.created_at), '[]')
      from public.payments p where p.user_id = v_user),
    'papers', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]') from public.papers x where x.user_id = v_user),
    'tickets', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at), '[]')
      from public.user_tickets t where t.user_id = v_user),
    'passes', (
      select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at, p.number), '[]')
      from public.passes p where p.holder_id = v_user),
    'hand_overs', (
      select coalesce(jsonb_agg(to_jsonb(x) - array['from_id', 'to_id'] || jsonb_build_object('gave', x.from_id = v_user)
        order by x.created_at), '[]')
      from public.pass_transfers x where v_user in (x.from_id, x.to_id)),
    'waits', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.joined_at), '[]') from public.waits w where w.user_id = v_user),
    'offers', (
      select coalesce(jsonb_agg(to_jsonb(f) order by f.created_at), '[]') from public.offers f where f.user_id = v_user),
    'returns', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at), '[]') from public.returns r where r.user_id = v_user),
    'queues', (
      select coalesce(jsonb_agg(to_jsonb(q) order by q.joined_at), '[]') from private.queue_entries q where q.user_id = v_user),
    -- The caller's tickets at the gate; for staff, their shifts and scans too.
    'scans', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'staff_id' order by s.received_at), '[]')
      from public.ticket_scans s join public.user_tickets t on t.id = s.known_ticket where t.user_id = v_user),
    'staff_events', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at), '[]')
      from public.staff_events w where w.user_id = v_user),
    'tills', (
      select coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('moves', (
          select coalesce(jsonb_agg(to_jsonb(v) order by v.made_at), '[]') from public.till_moves v where v.till_id = t.id))
        order by t.opened_at), '[]')
      from public.tills t where t.opened_by = v_user),
    'staff_scans', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.received_at), '[]')
      from public.ticket_scans s where s.staff_id = v_user),
    'refunds', (
      select coalesce(jsonb_agg(to_jsonb(r) - 'transfer' order by r.requested_at), '[]')
      from public.refunds r where r.user_id = v_user),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(m) - 'handled_by' order by m.created_at), '[]')
      from public.contact_messages m where m.user_id = v_user),
    'codes', (
      select coalesce(jsonb_agg(jsonb_build_object('code', d.code, 'typed_at', g.at) order by g.at), '[]')
      from private.code_grants g join public.discount_codes d on d.id = g.code_id where g.user_id = v_user),
    'notices', (
      select coalesce(jsonb_agg(to_jsonb(n) || jsonb_strip_nulls(jsonb_build_object('subject', a.subject, 'message', a.message))
        order by n.created_at), '[]')
      from public.notices n left join public.announcements a on a.id = n.announcement_id where n.user_id = v_user));
end
$$;

comment on function public.export_my_data() is
  'Returns everything kept about the caller as one JSON value. Security definer: some of it (orders, codes) has no read '
  'policy; every part is filtered by the caller.';

create function private.forget_sign_ins(p_user_id uuid default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_kept constant interval := interval '90 days';
  v_email text := (select u.email from auth.users u where u.id = p_user_id);
begin
  if p_user_id is null then
    delete from auth.audit_log_entries a
      where a.created_at < now() - c_kept
        or coalesce(a.payload ->> 'actor_id', '') not in (select u.id::text from auth.users u)
          and coalesce(a.payload #>> '{traits,user_id}', '') not in (select u.id::text from auth.users u);
  else
    delete from auth.audit_log_entries a
      where p_user_id::text in (a.payload ->> 'actor_id', a.payload #>> '{traits,user_id}')
        or v_email in (a.payload ->> 'actor_username', a.payload #>> '{traits,user_email}');
  end if;
exception when insufficient_privilege or undefined_table or undefined_column then
  -- A hosted project may keep this table to itself (docs/deploy.md).
  raise notice 'The sign-ins in auth.audit_log_entries stay: this role may not delete them.';
end
$$;

comment on function private.forget_sign_ins(uuid) is
  'Deletes what the auth service noted of an account''s sign-ins, which has its address; null: of all accounts what is older than '
  '90 days, and of those that are gone. Does nothing where the table is another''s. Security definer: the auth service''s table.';

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
  if private.is_last_admin(v_user) then
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

  perform private.leave_all(v_user);
  -- Frees held seats; seats under review or sold stay with their payment.
  perform from public.seat_claims c where c.user_id = v_user and c.state = 'held'
    order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.user_id = v_user and c.state = 'held';
  delete from public.contact_messages m where m.user_id = v_user;
  delete from public.outgoing_mail m where m.user_id = v_user;
  delete from public.staff_invitations i where i.used_by = v_user or (i.made_by = v_user and i.used_at is null);
  delete from public.notices n where n.user_id = v_user;
  update public.pass_transfers x set name = null, to_name = null where v_user in (x.from_id, x.to_id);
  delete from private.code_grants g where g.user_id = v_user;
  delete from private.code_tries t where t.user_id = v_user;
  delete from public.staff s where s.user_id = v_user;
  delete from public.profiles p where p.id = v_user;
  perform private.forget_sign_ins(v_user);
  delete from auth.users u where u.id = v_user;
end
$$;

comment on function public.delete_my_account(boolean) is
  'Deletes profile, messages, notices, unsent mail, held seats, roles, sign-in and the record of sign-ins, ends waits, offers and returns; keeps payments, tickets and hand-overs without name '
  'and address, and papers as they were issued (85-papers.sql). Refusals: PT409 last_admin; PT409 pending_payment (detail: numbers of payments and tickets) unless '
  'p_confirm; PT403 sign_in_again unless the session began in the last five minutes. Security definer: customers '
  'delete nothing directly; the sign-in is in auth.users.';

create function private.search_pattern(p_text text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case when char_length(t.clean) >= 3 then '%' else '' end || regexp_replace(t.clean, '([\\%_])', '\\\1', 'g') || '%'
  from (select nullif(left(private.clean_text(p_text), 100), '') as clean) as t where t.clean is not null
$$;

comment on function private.search_pattern(text) is
  'Returns a LIKE pattern for addresses and codes that contain p_text literally; null for an empty text. One or two letters '
  'match only the beginning: trigram indexes need three letters. Names are found by search_patterns.';

create function private.most_found() returns integer
  language sql immutable parallel safe set search_path = ''
as $$ select 1000 $$;

comment on function private.most_found() is
  'The most rows that a search returns, newest first; one row more says that there are others.';

create function private.find_accounts(p_text text, p_staff boolean default false, p_after uuid default null) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  v_pattern text := private.search_pattern(p_text);
  v_words text[] := private.search_patterns(p_text);
begin
  if v_pattern is null or not private.is_admin() then
    return;
  end if;
  if p_after is not null then
    return query select f.id from public.profiles f
      where (private.has_words(f.name, v_words) or f.email ilike v_pattern or f.phone ilike v_pattern
          or private.has_words(f.location, v_words)) and not f.is_guest
        and (not p_staff or f.id in (select t.user_id from public.staff t)) and f.id > p_after
      order by f.id limit private.most_found();
  else
    return query select f.id from public.profiles f
      where (private.has_words(f.name, v_words) or f.email ilike v_pattern or f.phone ilike v_pattern
          or private.has_words(f.location, v_words)) and not f.is_guest
        and (not p_staff or f.id in (select t.user_id from public.staff t))
      order by f.created_at desc limit private.most_found() + 1;
  end if;
end
$$;

comment on function private.find_accounts(text, boolean, uuid) is
  'Returns accounts (p_staff: of staff) whose name, address, phone or location contains the text: the newest '
  'most_found() and one more if there are others, or with p_after the next by id. Empty unless the caller is an '
  'admin. Security definer: behind row security no index serves such a search, because the comparison might leak '
  'rows.';

create view private.profile_list with (security_invoker = true) as
  select p.id as profile_id, p.name, p.email, p.phone, p.location, s.role, p.marketing_consented_at, p.created_at,
    p.updated_at, coalesce(s.roles, '[]') as roles
  from public.profiles p
  left join private.roles_of_staff s on s.user_id = p.id
  where (select private.is_admin()) and not p.is_guest;

comment on view private.profile_list is 'What get_all_profiles returns; empty unless the caller is an admin.';

create function public.get_all_profiles()
  returns table (profile_id uuid, name text, email text, phone text, location text, role text,
    marketing_consented_at timestamptz, created_at timestamptz, updated_at timestamptz, roles jsonb)
  language sql stable
as $$
  select l.profile_id, l.name, l.email, l.phone, l.location, l.role, l.marketing_consented_at, l.created_at, l.updated_at,
    l.roles
  from private.profile_list l
$$;

comment on function public.get_all_profiles() is
  'Returns every account for admins, no rows for others. Invoker and without a set clause, so that it is inlined and '
  'PostgREST can filter, order, page and count it at the speed of the view.';

create function public.search_profiles(
    p_search text default null, p_staff boolean default false, p_after uuid default null)
  returns table (profile_id uuid, name text, email text, phone text, location text, role text,
    marketing_consented_at timestamptz, created_at timestamptz, updated_at timestamptz, roles jsonb)
  language sql stable
as $$
  select l.profile_id, l.name, l.email, l.phone, l.location, l.role, l.marketing_consented_at, l.created_at, l.updated_at,
    l.roles
  from private.find_accounts(p_search, p_staff, p_after) as i join private.profile_list l on l.profile_id = i
$$;

comment on function public.search_profiles(text, boolean, uuid) is
  'Returns the rows of get_all_profiles that find_accounts finds, for admins. Separate from it because one function '
  'for both gets a bad plan. Invoker and without a set clause: inlined.';

create trigger "90_stamp" before insert or update on public.profiles
  for each row execute function private.stamp_row();

create trigger "90_stamp" before insert or update on public.staff
  for each row execute function private.stamp_row();

create trigger audit after insert or update or delete on public.staff
  for each row execute function private.audit_row('user_id');

alter table public.profiles enable row level security;

create policy "Customers read their own profile, payments staff every one" on public.profiles
  for select to authenticated using (id = (select private.uid()) or (select private.may('payments')));

alter table public.staff enable row level security;

create policy "Staff read their own roles, admins every one" on public.staff
  for select to authenticated using (user_id = (select private.uid()) or (select private.is_admin()));

create policy "Admins read the audit log" on public.audit_log
  for select to authenticated using ((select private.is_admin()));

create function public.account_exists(p_user_id uuid default null) returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from auth.users u where u.id = p_user_id) $$;

comment on function public.account_exists(uuid) is
  'True when this id is an account; false for one that a restored backup does not have. Security definer: no role may '
  'read auth.users; the answer reveals nothing, since an id cannot be guessed.';


-- docs/decisions/0032-ended-sessions.md
create function private.session_is_fresh(p_session uuid, p_user_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions s
    where s.id = p_session and s.user_id = p_user_id and s.created_at > now() - interval '5 minutes')
$$;

comment on function private.session_is_fresh(uuid, uuid) is
  'True when this session of this account began in the last 5 minutes, by a password, Google or a mailed link. '
  'Renewing a session does not make it younger. Security definer: reads auth.sessions.';

create table private.closed_accounts (
  user_id uuid primary key,
  closed_at timestamptz not null default now(),
  closed_by uuid not null,
  reason text
);

comment on table private.closed_accounts is
  'Accounts that staff closed: they cannot sign in, hold or submit. close_account and reopen_account write it.';

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
    perform private.refuse(403, 'forbidden', 'p_user_id', 'You cannot close the account that you are signed in to.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  perform private.require_admin();
  if not exists (select from auth.users u where u.id = p_user_id) then
    perform private.refuse(404, 'not_found', 'p_user_id', 'There is no such account.');
  end if;
  if private.is_last_admin(p_user_id) then
    perform private.refuse(409, 'last_admin', '', 'The last admin stays one.');
  end if;
  select a.closed_at into v_at from private.closed_accounts a where a.user_id = p_user_id;
  if found then
    return v_at;
  end if;

  perform private.lock_customer(p_user_id);
  insert into private.closed_accounts (user_id, closed_by, reason) values (p_user_id, v_admin, v_reason)
    returning closed_at into v_at;
  perform private.leave_all(p_user_id);
  perform from public.seat_claims c where c.user_id = p_user_id and c.state = 'held'
    order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.user_id = p_user_id and c.state = 'held';
  delete from public.staff s where s.user_id = p_user_id;
  -- The auth service refuses a banned account at sign-in and renewal; sessions end here.
  update auth.users u set banned_until = '2999-01-01' where u.id = p_user_id;
  delete from auth.refresh_tokens t where t.user_id::text = p_user_id::text;
  delete from auth.sessions s where s.user_id::text = p_user_id::text;
  perform private.record_audit('close_account', 'profiles', p_user_id::text, null, jsonb_build_object('reason', v_reason));
  return v_at;
end
$$;

comment on function public.close_account(uuid, text) is
  'Ends all sessions of an account and blocks sign-in, holds and submissions until reopen_account. Frees its held '
  'seats, ends its waits, offers and returns and removes its roles; undecided payments stay in the list, tickets stay valid. Idempotent. Admins only. '
  'Refusals: PT401 not_signed_in, PT403 forbidden (also for one''s own account), PT400 invalid, PT404 not_found, '
  'PT409 last_admin. Security definer: no role may write accounts and claims.';

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
  'Lets a closed account sign in again. Restores no role. Admins only. Refusals: PT401 not_signed_in, PT403 '
  'forbidden, PT404 not_found. Security definer: no role may write accounts.';

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
  'Returns closed accounts, newest first, for admins (PT401 not_signed_in, PT403 forbidden). Security definer: no '
  'role may read the table.';

-- The functions that write a profile at sign-up may have another owner (docs/deploy.md), so a trigger cleans it.
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
  'Trigger 20_clean: removes invisible characters from what was typed at sign-up. save_profile makes later changes.';

create trigger "20_clean" before insert on public.profiles
  for each row execute function private.clean_new_profile();

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.profiles'),
  ('authenticated', 'select', 'table public.staff'),
  ('authenticated', 'select', 'table private.profile_list'),
  ('authenticated', 'select', 'table private.roles_of_staff'),
  -- Visitors get not_signed_in from these.
  ('anon, authenticated', 'execute', 'function public.my_role()'),
  ('anon, authenticated', 'execute', 'function public.set_staff_roles(uuid, jsonb)'),
  ('anon, authenticated', 'execute', 'function public.set_staff_role(uuid, text, timestamptz)'),
  ('anon, authenticated', 'execute', 'function public.save_profile(jsonb)'),
  ('anon, authenticated', 'execute', 'function public.export_my_data()'),
  ('anon, authenticated', 'execute', 'function public.delete_my_account(boolean)'),
  ('anon, authenticated', 'execute', 'function public.close_account(uuid, text)'),
  ('anon, authenticated', 'execute', 'function public.reopen_account(uuid)'),
  ('anon, authenticated', 'execute', 'function public.closed_accounts()'),
  ('authenticated', 'execute', 'function public.get_all_profiles()'),
  ('authenticated', 'execute', 'function public.search_profiles(text, boolean, uuid)'),
  ('authenticated', 'execute', 'function private.find_accounts(text, boolean, uuid)'),
  ('authenticated', 'execute', 'function public.account_exists(uuid)'),
  ('anon, authenticated', 'execute', 'function public.my_roles()');
