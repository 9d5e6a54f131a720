-- The lines up to the functions are written by hand, the rest from supabase/schema by `npm run migration`.

alter table public.staff add column ends_at timestamptz;

alter table public.staff drop constraint staff_role_known;

alter table public.staff add constraint staff_role_known check (role in ('admin', 'gate', 'box_office'));

create table public.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  name text not null check (char_length(name) between 1 and 80),
  role text not null check (role in ('admin', 'gate', 'box_office')),
  event_ids uuid[] not null default '{}',
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

alter table public.staff_invitations enable row level security;

-- A function may call one that comes after it.
set check_function_bodies = off;

drop view private.bank_matches;

drop view private.profile_list;

drop function search_profiles(text,boolean,uuid);

drop function get_all_profiles();

drop function search_payments(text,text,uuid);

drop function search_tickets(text,text,uuid);

drop function private.find_lines(text,text,uuid);

drop function private.find_payments(text,text,uuid);

drop function set_staff_role(uuid,text);

CREATE OR REPLACE FUNCTION private.is_admin()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.uid();
begin
  return v_user is not null and exists (select from public.staff s where s.user_id = v_user and s.role = 'admin'
    and (s.ends_at is null or s.ends_at > now()));
end
$function$;

CREATE OR REPLACE FUNCTION private.is_gate()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.uid();
begin
  return v_user is not null and exists (select from public.staff s where s.user_id = v_user and s.role = 'gate'
    and (s.ends_at is null or s.ends_at > now()));
end
$function$;

CREATE OR REPLACE FUNCTION private.is_box_office()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.uid();
begin
  return v_user is not null and exists (select from public.staff s where s.user_id = v_user and s.role = 'box_office'
    and (s.ends_at is null or s.ends_at > now()));
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_foundation()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.deleted_rows, public.audit_log from public, anon, authenticated;
  revoke all on sequence public.audit_log_id_seq from public, anon, authenticated;
  revoke insert, update, delete, truncate on table public.audit_log from service_role;
  grant select on table public.deleted_rows to anon, authenticated;
  grant select on table public.audit_log to authenticated;
  revoke all on function private.uid(), private.refuse(integer, text, text, text), private.require_user(),
    private.clean_text(text), private.fold_text(text), private.require_text(text, text, integer),
    private.lock_customer(uuid), private.share_event(uuid), private.lock_event(uuid), private.lock_event_soon(uuid),
    private.stamp_row(), private.refuse_stale_edit(), private.note_deletion(),
    private.record_audit(text, text, text, jsonb, jsonb), private.audit_row(), private.strip_hidden(text),
    private.token_session(), private.session_lives(uuid), private.is_admin(), private.is_gate(), private.is_box_office(), private.require_admin(),
    private.seat_order(text), private.grid_position(text, integer), private.place_of(uuid, text),
    private.seats_as_lines(private.seat[]), private.grant_foundation() from public, anon, authenticated;
  -- For invoker functions, views and policies, and for indexes and triggers that run as the writer.
  grant execute on function private.uid(), private.refuse(integer, text, text, text), private.require_user(),
    private.clean_text(text), private.fold_text(text), private.require_text(text, text, integer), private.is_admin(),
    private.is_gate(), private.is_box_office()
    to anon, authenticated, service_role;
  grant execute on function private.strip_hidden(text) to authenticated, service_role;
end
$function$;

CREATE OR REPLACE FUNCTION public.my_role()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when private.is_admin() then 'admin' when private.is_gate() then 'gate' when private.is_box_office() then 'box_office' end
$function$;

create function public.my_role_end() returns timestamptz
  language sql stable set search_path = ''
as $$ select s.ends_at from public.staff s where s.user_id = private.uid() $$;

comment on function public.my_role_end() is 'Returns when the caller''s role ends or ended; null when it has no end.';

CREATE OR REPLACE FUNCTION private.count_admins()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) from public.staff s join auth.users u on u.id = s.user_id where s.role = 'admin' and s.ends_at is null
$function$;

CREATE OR REPLACE FUNCTION private.is_last_admin(p_user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.count_admins() <= 1
    and exists (select from public.staff s where s.user_id = p_user_id and s.role = 'admin' and s.ends_at is null)
$function$;

CREATE OR REPLACE FUNCTION private.role_end(p_role text, p_ends_at timestamp with time zone, p_argument text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mine timestamptz;
begin
  if not isfinite(p_ends_at) or p_ends_at <= now() then
    perform private.refuse(400, 'invalid', p_argument, 'A role ends at a time to come.');
  end if;
  select s.ends_at into v_mine from public.staff s where s.user_id = auth.uid();
  if p_role = 'admin' and (p_ends_at is null or p_ends_at > v_mine) and v_mine is not null then
    perform private.refuse(403, 'forbidden', p_argument, 'An admin whose role ends makes no admin who stays longer.');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_staff_role(p_user_id uuid, p_role text, p_ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_confirmed boolean;
begin
  perform private.require_admin();
  if p_role is not null and p_role not in ('admin', 'gate', 'box_office') then
    perform private.refuse(400, 'invalid', 'p_role', 'p_role is admin, gate, box_office, or null for none.');
  end if;
  -- Serializes role changes: two admins must not remove each other.
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  perform private.require_admin();

  if (p_role is distinct from 'admin' or p_ends_at is not null) and private.is_last_admin(p_user_id) then
    perform private.refuse(409, 'last_admin', '', 'The last admin stays one.');
  end if;
  if p_role is null then
    delete from public.staff s where s.user_id = p_user_id;
    return null;
  end if;
  perform private.role_end(p_role, p_ends_at, 'p_ends_at');

  select u.email_confirmed_at is not null into v_confirmed from auth.users u where u.id = p_user_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_user_id', 'There is no such account.');
  end if;
  if not v_confirmed then
    perform private.refuse(409, 'not_confirmed', 'p_user_id', 'The address of this account is not confirmed yet.');
  end if;
  insert into public.staff as s (user_id, role, ends_at) values (p_user_id, p_role, p_ends_at)
    on conflict (user_id) do update set role = excluded.role, ends_at = excluded.ends_at
    where s.role <> excluded.role or s.ends_at is distinct from excluded.ends_at;
  return p_role;
end
$function$;

CREATE OR REPLACE FUNCTION public.export_my_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    'role_ends_at', (select s.ends_at from public.staff s where s.user_id = v_user),
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
    'tickets', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at), '[]')
      from public.user_tickets t where t.user_id = v_user),
    -- The caller's tickets at the gate; for staff, their shifts and scans too.
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
$function$;

CREATE OR REPLACE FUNCTION public.delete_my_account(p_confirm boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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

  -- Frees held seats; seats under review or sold stay with their payment.
  perform from public.seat_claims c where c.user_id = v_user and c.state = 'held'
    order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.user_id = v_user and c.state = 'held';
  delete from public.contact_messages m where m.user_id = v_user;
  delete from public.outgoing_mail m where m.user_id = v_user;
  delete from public.staff_invitations i where i.used_by = v_user or (i.made_by = v_user and i.used_at is null);
  delete from public.staff s where s.user_id = v_user;
  delete from public.profiles p where p.id = v_user;
  delete from auth.users u where u.id = v_user;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_all_profiles()
 RETURNS TABLE(profile_id uuid, name text, email text, phone text, location text, role text, marketing_consented_at timestamp with time zone, created_at timestamp with time zone, updated_at timestamp with time zone, role_ends_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select l.profile_id, l.name, l.email, l.phone, l.location, l.role, l.marketing_consented_at, l.created_at, l.updated_at,
    l.role_ends_at
  from private.profile_list l
$function$;

CREATE OR REPLACE FUNCTION public.search_profiles(p_search text DEFAULT NULL::text, p_staff boolean DEFAULT false, p_after uuid DEFAULT NULL::uuid)
 RETURNS TABLE(profile_id uuid, name text, email text, phone text, location text, role text, marketing_consented_at timestamp with time zone, created_at timestamp with time zone, updated_at timestamp with time zone, role_ends_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select l.profile_id, l.name, l.email, l.phone, l.location, l.role, l.marketing_consented_at, l.created_at, l.updated_at,
    l.role_ends_at
  from private.find_accounts(p_search, p_staff, p_after) as i join private.profile_list l on l.profile_id = i
$function$;

CREATE OR REPLACE FUNCTION public.close_account(p_user_id uuid DEFAULT NULL::uuid, p_reason text DEFAULT NULL::text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.grant_people()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.profiles, public.staff, private.profile_list, private.closed_accounts
    from public, anon, authenticated;
  grant select on table public.profiles, public.staff, private.profile_list to authenticated;
  revoke all on function private.count_admins(), private.is_last_admin(uuid), private.role_end(text, timestamptz, text),
    private.profile_text(jsonb, text, text, integer, text),
    private.profile_flag(jsonb, text, boolean), private.upcoming_tickets_of(uuid),
    private.search_pattern(text, boolean), private.most_found(), private.find_accounts(text, boolean, uuid),
    public.my_role(), public.my_role_end(), public.set_staff_role(uuid, text, timestamptz), public.save_profile(jsonb), public.export_my_data(),
    public.delete_my_account(boolean), public.get_all_profiles(), public.search_profiles(text, boolean, uuid),
    private.clean_new_profile(), private.session_is_fresh(uuid, uuid), public.account_exists(uuid),
    private.refuse_closed(), public.close_account(uuid, text), public.reopen_account(uuid), public.closed_accounts(),
    private.grant_people() from public, anon, authenticated;
  -- Visitors get not_signed_in from these.
  grant execute on function public.my_role(), public.set_staff_role(uuid, text, timestamptz), public.save_profile(jsonb),
    public.export_my_data(), public.delete_my_account(boolean), public.close_account(uuid, text),
    public.reopen_account(uuid), public.closed_accounts() to anon, authenticated;
  grant execute on function public.get_all_profiles(), public.search_profiles(text, boolean, uuid),
    private.find_accounts(text, boolean, uuid), public.account_exists(uuid), public.my_role_end() to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION public.match_bank_rows()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_listed constant integer := 200;
  v_answer jsonb;
  v_kinds jsonb;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  select jsonb_build_object('rows', count(*), 'first_on', min(b.booked_on), 'last_on', max(b.booked_on))
    into v_answer from public.bank_rows b;

  with found as materialized (
    select m.*, case
        -- Keeps payments with warnings, and one's own, out of the bulk approval.
        when m.kind = 'exact' and (w.warnings <> '[]'::jsonb or m.user_id = private.uid()) then 'to_check'
        else m.kind
      end as shown
    from private.bank_matches m
    left join lateral (
      select v.warnings from private.payment_warnings v where m.kind = 'exact' and v.payment_id = m.payment_id) as w on true
    where m.status = 'pending'),
  ranked as (select f.*, row_number() over (partition by f.shown order by f.created_at, f.payment_id) as n from found f)
  select jsonb_object_agg(k.shown, k.found) into v_kinds from (
    select r.shown, jsonb_build_object('count', count(*), 'sum', coalesce(sum(r.amount), 0)::numeric(14, 2)::text,
      'payments', coalesce(jsonb_agg(jsonb_build_object(
        'payment_id', r.payment_id, 'order_code', r.order_code, 'transaction_id', r.transaction_id,
        'user_name', (select coalesce(f.name, f.email) from public.profiles f where f.id = r.user_id),
        'expected', r.expected, 'amount', r.amount, 'created_at', r.created_at, 'credit', r.credit,
        'credited_on', r.credited_on, 'credits', r.credits, 'others', r.others) order by r.n) filter (where r.n <= c_listed), '[]')) as found
    from ranked r group by r.shown) as k;

  return v_answer || coalesce(v_kinds, '{}') || jsonb_build_object('unclaimed', (
    with free as materialized (
      select b.* from public.bank_rows b
      where not exists (
        select from public.payments p where p.reference_key = any (b.utrs) and p.status <> 'rejected'))
    select jsonb_build_object('count', (select count(*) from free),
      'sum', (select coalesce(sum(f.amount), 0)::numeric(14, 2)::text from free f),
      'credits', coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'booked_on', f.booked_on, 'amount', f.amount,
        'narration', f.narration, 'utrs', f.utrs) order by f.booked_on desc, f.id), '[]'))
    from (select * from free order by booked_on desc, id limit c_listed) as f));
end
$function$;

CREATE OR REPLACE FUNCTION public.payment_bank_states(p_payment_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(payment_id uuid, kind text, credit numeric, credited_on date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 25
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  c_most_payments constant integer := 200;
  v_first date;
  v_last date;
  v_imported_at timestamptz;
begin
  perform private.require_admin();
  if p_payment_ids is null or cardinality(p_payment_ids) > c_most_payments then
    perform private.refuse(400, 'invalid', 'p_payment_ids', format('At most %s payment ids.', c_most_payments));
  end if;
  select min(b.booked_on), max(b.booked_on) into v_first, v_last from public.bank_rows b;
  select max(b.created_at) into v_imported_at from public.bank_rows b where b.booked_on = v_last;
  return query
    select m.payment_id, case when m.kind = 'not_found' and not coalesce(d.paid_on >= v_first
        and (d.paid_on < v_last or (d.paid_on = v_last and m.created_at < v_imported_at)), false)
      then 'not_covered' else m.kind end, m.credit, m.credited_on
    from private.bank_matches m, lateral (select (m.created_at at time zone 'Asia/Kolkata')::date as paid_on) as d
    where m.payment_id = any (p_payment_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_bank()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.bank_rows, private.bank_matches from public, anon, authenticated;
  grant select on table public.bank_rows, private.bank_matches to authenticated;
  revoke all on function private.bank_rows_of(jsonb), public.import_bank_rows(jsonb, uuid, text),
    public.match_bank_rows(), public.find_bank_rows(text), public.list_bank_imports(),
    public.take_back_bank_import(uuid), public.payment_bank_states(uuid[]), private.backs_payment(public.bank_rows),
    private.bank_row_key(date, numeric, text, numeric, bigint), private.credits_of(jsonb), private.joining(jsonb),
    private.join_bank_rows(), private.credit_joined(), private.credits_imported(), private.credit_used_by(uuid, text),
    private.grant_bank() from public, anon, authenticated;
  grant execute on function public.import_bank_rows(jsonb, uuid, text), public.match_bank_rows(), public.find_bank_rows(text),
    public.list_bank_imports(), public.take_back_bank_import(uuid), public.payment_bank_states(uuid[]) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_payments(p_text text, p_status text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid, p_event uuid DEFAULT NULL::uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_pattern text := private.search_pattern(p_text);
  v_word text := private.search_pattern(p_text, true);
  v_bare text := regexp_replace(p_text, '[[:space:]-]', '', 'g');
  v_amount text := regexp_replace(p_text, '[₹,[:space:]]', '', 'g');
  v_rupees numeric;
  v_users uuid[];
  v_named uuid[];
begin
  if v_pattern is null and p_event is null or not private.is_admin() then
    return;
  end if;
  v_users := array(select f.id from public.profiles f
    where f.name ilike v_pattern or f.name ilike v_word or f.email ilike v_pattern);
  v_named := array(select p.id from public.payments p where p.transaction_id ilike v_pattern or p.order_code ilike v_pattern);
  -- References are read aloud in groups and stored without.
  if v_bare ~ '^[0-9]{4,12}$' and v_bare <> p_text then
    v_named := v_named || array(
      select p.id from public.payments p where p.transaction_id ilike private.search_pattern(v_bare));
  end if;
  if v_amount ~ '^[0-9]{1,9}([.][0-9]{1,2})?$' then
    v_rupees := v_amount::numeric;
  end if;
  if p_after is not null then
    return query select p.id from public.payments p
      where (v_pattern is null or p.user_id = any (v_users) or p.id = any (v_named) or p.amount = v_rupees)
        and (p_event is null or p.id in (select l.payment_id from public.payment_lines l where l.event_id = p_event))
        and (p_status is null or p.status = p_status) and p.id > p_after
      order by p.id limit private.most_found();
  else
    return query select p.id from public.payments p
      where (v_pattern is null or p.user_id = any (v_users) or p.id = any (v_named) or p.amount = v_rupees)
        and (p_event is null or p.id in (select l.payment_id from public.payment_lines l where l.event_id = p_event))
        and (p_status is null or p.status = p_status)
      order by p.created_at desc limit private.most_found() + 1;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_lines(p_text text, p_status text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid, p_event uuid DEFAULT NULL::uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_pattern text := private.search_pattern(p_text);
  v_word text := private.search_pattern(p_text, true);
  v_code text := upper(translate(private.clean_text(p_text), ' -', ''));
  v_since timestamptz := case when p_status = 'recent' then now() - interval '24 hours' end;
  v_status text := case when p_status <> 'recent' then p_status end;
  v_users uuid[];
  v_payments uuid[];
  v_events uuid[];
  v_categories uuid[];
  v_coded uuid[] := '{}'::uuid[];
begin
  if v_pattern is null and p_event is null or not private.is_admin() then
    return;
  end if;
  v_users := array(select f.id from public.profiles f
    where f.name ilike v_pattern or f.name ilike v_word or f.email ilike v_pattern);
  v_payments := array(select p.id from public.payments p where p.transaction_id ilike v_pattern or p.order_code ilike v_pattern);
  v_events := array(select e.id from public.singers s join public.events e on e.singer_id = s.id
    where s.name || ' - ' || e.city ilike v_pattern or s.name || ' - ' || e.city ilike v_word);
  v_categories := array(select c.id from public.ticket_categories c where c.name ilike v_pattern or c.name ilike v_word);
  if v_code ~ '^[0-9A-Z]{3,9}$' then
    v_coded := array(select t.payment_line_id from public.user_tickets t where t.code like v_code || '%');
  end if;
  if p_after is not null then
    return query select l.id from public.payment_lines l
      where (v_pattern is null or l.user_id = any (v_users) or l.payment_id = any (v_payments) or l.event_id = any (v_events)
          or l.ticket_category_id = any (v_categories) or l.id = any (v_coded))
        and (p_event is null or l.event_id = p_event)
        and (v_status is null or l.payment_status = v_status)
        and (v_since is null or exists (
          select from public.user_tickets t where t.payment_line_id = l.id and t.created_at >= v_since))
        and l.id > p_after
      order by l.id limit private.most_found();
  else
    return query select l.id from public.payment_lines l
      where (v_pattern is null or l.user_id = any (v_users) or l.payment_id = any (v_payments) or l.event_id = any (v_events)
          or l.ticket_category_id = any (v_categories) or l.id = any (v_coded))
        and (p_event is null or l.event_id = p_event)
        and (v_status is null or l.payment_status = v_status)
        and (v_since is null or exists (
          select from public.user_tickets t where t.payment_line_id = l.id and t.created_at >= v_since))
      order by l.created_at desc limit private.most_found() + 1;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_tickets(p_search text DEFAULT NULL::text, p_status text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid, p_event uuid DEFAULT NULL::uuid)
 RETURNS TABLE(ticket_id uuid, payment_line_id uuid, payment_id uuid, order_code text, transaction_id text, user_id uuid, user_name text, user_email text, singer_name text, event_id uuid, event_name text, event_date timestamp with time zone, ticket_category_id uuid, ticket_category text, quantity integer, seats text[], total_amount numeric, payment_status text, code text, revoked_at timestamp with time zone, revoked_reason text, created_at timestamp with time zone, issued_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select l.ticket_id, l.payment_line_id, l.payment_id, l.order_code, l.transaction_id, l.user_id, l.user_name, l.user_email,
    l.singer_name, l.event_id, l.event_name, l.event_date, l.ticket_category_id, l.ticket_category, l.quantity, l.seats,
    l.total_amount, l.payment_status, l.code, l.revoked_at, l.revoked_reason, l.created_at, l.issued_at
  from private.find_lines(p_search, p_status, p_after, p_event) as i join private.ticket_list l on l.payment_line_id = i
$function$;

CREATE OR REPLACE FUNCTION public.search_payments(p_search text DEFAULT NULL::text, p_status text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid, p_event uuid DEFAULT NULL::uuid)
 RETURNS TABLE(payment_id uuid, user_id uuid, user_name text, email text, amount numeric, transaction_id text, status text, screenshot_url text, screenshot_sha256 text, order_id uuid, order_code text, created_at timestamp with time zone, reviewed_at timestamp with time zone, reviewed_by uuid, reviewed_by_name text, review_note text, expected_amount numeric, lines jsonb, warnings jsonb, kept_until timestamp with time zone, collapsed boolean, more_of_customer bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select l.payment_id, l.user_id, l.user_name, l.email, l.amount, l.transaction_id, l.status, l.screenshot_url,
    l.screenshot_sha256, l.order_id, l.order_code, l.created_at, l.reviewed_at, l.reviewed_by, l.reviewed_by_name,
    l.review_note, l.expected_amount, l.lines, l.warnings,
    l.kept_until, l.collapsed, l.more_of_customer
  from private.find_payments(p_search, p_status, p_after, p_event) as i join private.payment_list l on l.payment_id = i
$function$;

CREATE OR REPLACE FUNCTION private.grant_review()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table private.payment_watchers, private.payment_warnings, private.payment_list, private.ticket_list
    from public, anon, authenticated;
  grant select on table private.payment_warnings, private.payment_list, private.ticket_list to authenticated;
  revoke all on function public.watch_payments(uuid, uuid), private.lock_payments(uuid[]), private.prepare_keys(uuid[]),
    private.lost_seats(uuid), private.decision(uuid), private.refuse_decided(public.payments),
    private.approve_payment(public.payments, text, uuid), private.reject_payment(public.payments, text, uuid),
    private.decide_payment(uuid, text, text, uuid), public.review_payment(uuid, text, text), public.review_payments(uuid[]),
    public.reassign_seats(uuid, jsonb), private.find_payments(text, text, uuid, uuid), private.find_lines(text, text, uuid, uuid),
    public.get_payment_details(), public.search_payments(text, text, uuid, uuid), public.get_all_tickets(),
    public.search_tickets(text, text, uuid, uuid), private.decision_note(text), public.reject_payments(uuid[], text),
    private.grant_review() from public, anon, authenticated;
  grant execute on function public.watch_payments(uuid, uuid), public.review_payment(uuid, text, text),
    public.review_payments(uuid[]), public.reassign_seats(uuid, jsonb), public.reject_payments(uuid[], text)
    to anon, authenticated;
  grant execute on function public.get_payment_details(), public.search_payments(text, text, uuid, uuid), public.get_all_tickets(),
    public.search_tickets(text, text, uuid, uuid), private.find_payments(text, text, uuid, uuid), private.find_lines(text, text, uuid, uuid)
    to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.my_gate_events()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select w.event_id from public.staff_events w
  join public.staff s on s.user_id = w.user_id
  where w.user_id = auth.uid() and s.role = 'gate' and (s.ends_at is null or s.ends_at > now())
$function$;

CREATE OR REPLACE FUNCTION private.invitation_state(p_row staff_invitations)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when p_row.used_at is not null then 'used'
    when p_row.revoked_at is not null then 'revoked'
    when p_row.expires_at <= now() or p_row.role_ends_at <= now() then 'expired'
    when not exists (
      select from public.staff s
      where s.user_id = p_row.made_by and s.role = 'admin' and (s.ends_at is null or s.ends_at > now())) then 'revoked'
    else 'open'
  end
$function$;

CREATE OR REPLACE FUNCTION private.find_invitation(p_secret text)
 RETURNS staff_invitations
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.event_names(p_event_ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('event_id', e.id, 'name', private.gate_event_name(e.id), 'venue', e.venue,
    'date', e.date) order by e.date, e.id), '[]')
  from public.events e where e.id = any (p_event_ids)
$function$;

CREATE OR REPLACE FUNCTION public.invite_staff(p_name text DEFAULT NULL::text, p_role text DEFAULT NULL::text, p_event_ids uuid[] DEFAULT '{}'::uuid[], p_role_ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_expires_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_events constant integer := 500;
  c_most_open constant integer := 200;
  c_longest constant interval := interval '31 days';
  v_admin uuid := private.require_admin();
  v_name text := private.require_text(p_name, 'p_name', 80);
  v_events uuid[] := array(select distinct i from unnest(p_event_ids) as i order by 1);
  v_expires timestamptz := coalesce(p_expires_at, now() + interval '7 days');
  v_secret text := translate(encode(extensions.gen_random_bytes(16), 'base64'), '+/=', '-_');
  v_row public.staff_invitations;
begin
  if p_role is null or p_role not in ('admin', 'gate', 'box_office') then
    perform private.refuse(400, 'invalid', 'p_role', 'p_role is admin, gate or box_office.');
  end if;
  if p_event_ids is null or array_position(p_event_ids, null) is not null or cardinality(p_event_ids) > c_most_events
     or (p_role = 'admin' and cardinality(p_event_ids) > 0) then
    perform private.refuse(400, 'invalid', 'p_event_ids',
      format('A list of at most %s event ids, maybe empty; admins work at every event.', c_most_events));
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
  insert into public.staff_invitations (secret_hash, name, role, event_ids, role_ends_at, made_by, expires_at)
    values (encode(sha256(convert_to(v_secret, 'UTF8')), 'hex'), v_name, p_role, v_events, p_role_ends_at, v_admin, v_expires)
    returning * into v_row;
  perform private.record_audit('invite', 'staff_invitations', v_row.id::text, null, jsonb_build_object('name', v_name,
    'role', p_role, 'event_ids', v_events, 'role_ends_at', p_role_ends_at, 'expires_at', v_expires));
  return jsonb_build_object('id', v_row.id, 'secret', v_secret, 'expires_at', v_expires);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_invitations()
 RETURNS TABLE(id uuid, name text, role text, events jsonb, role_ends_at timestamp with time zone, state text, created_at timestamp with time zone, made_by_name text, expires_at timestamp with time zone, used_at timestamp with time zone, used_by uuid, used_by_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  c_listed constant integer := 200;
begin
  perform private.require_admin();
  return query
    select i.id, i.name, i.role, private.event_names(i.event_ids), i.role_ends_at, i.state, i.created_at,
      (select coalesce(f.name, f.email) from public.profiles f where f.id = i.made_by), i.expires_at, i.used_at, i.used_by,
      (select coalesce(f.name, f.email) from public.profiles f where f.id = i.used_by)
    from (
      select r.*, private.invitation_state(r) as state from public.staff_invitations r
      order by private.invitation_state(r) <> 'open', r.created_at desc, r.id limit c_listed) as i
    order by i.state <> 'open', i.created_at desc, i.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.revoke_invitation(p_id uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.read_invitation(p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    'events', private.event_names(v_row.event_ids), 'role_ends_at', v_row.role_ends_at, 'expires_at', v_row.expires_at,
    'made_by_name', (select private.short_name(f.name) from public.profiles f where f.id = v_row.made_by));
end
$function$;

CREATE OR REPLACE FUNCTION public.accept_invitation(p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.require_user();
  v_row public.staff_invitations := private.find_invitation(p_secret);
  v_state text;
  v_now public.staff;
  v_active boolean;
begin
  -- The lock of set_staff_role; the second of two callers then finds the invitation used.
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

  select * into v_now from public.staff s where s.user_id = v_user for update;
  v_active := found and (v_now.ends_at is null or v_now.ends_at > now());
  if v_active and array_position(array['gate', 'box_office', 'admin'], v_now.role)
      > array_position(array['gate', 'box_office', 'admin'], v_row.role) then
    return jsonb_build_object('result', 'kept', 'role', v_now.role);
  end if;
  if v_active and v_now.role = v_row.role then
    -- What the account has already is never shortened.
    update public.staff s
      set ends_at = case when s.ends_at is not null and v_row.role_ends_at is not null
        then greatest(s.ends_at, v_row.role_ends_at) end
      where s.user_id = v_user;
  else
    -- Events of another or an ended role do not come with this one.
    delete from public.staff_events w where w.user_id = v_user;
    insert into public.staff as s (user_id, role, ends_at) values (v_user, v_row.role, v_row.role_ends_at)
      on conflict (user_id) do update set role = excluded.role, ends_at = excluded.ends_at;
  end if;
  insert into public.staff_events (user_id, event_id)
    select v_user, e.id from public.events e where e.id = any (v_row.event_ids)
    on conflict (user_id, event_id) do nothing;
  update public.staff_invitations i set used_by = v_user, used_at = clock_timestamp() where i.id = v_row.id;
  perform private.record_audit('accept', 'staff_invitations', v_row.id::text, null,
    jsonb_build_object('name', v_row.name, 'role', v_row.role));
  return jsonb_build_object('result', 'accepted', 'role', v_row.role);
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_invitations()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.staff_invitations from public, anon, authenticated;
  grant select on table public.staff_invitations to authenticated;
  revoke all on function private.invitation_state(public.staff_invitations), private.find_invitation(text),
    private.event_names(uuid[]), public.invite_staff(text, text, uuid[], timestamptz, timestamptz), public.list_invitations(),
    public.revoke_invitation(uuid), public.read_invitation(text), public.accept_invitation(text), private.grant_invitations()
    from public, anon, authenticated;
  grant execute on function public.invite_staff(text, text, uuid[], timestamptz, timestamptz), public.list_invitations(),
    public.revoke_invitation(uuid), public.read_invitation(text), public.accept_invitation(text) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.my_box_office_events()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select w.event_id from public.staff_events w
  join public.staff s on s.user_id = w.user_id
  where w.user_id = auth.uid() and s.role = 'box_office' and (s.ends_at is null or s.ends_at > now())
$function$;

CREATE OR REPLACE FUNCTION public.box_office_events()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_user();
  if not private.is_admin() and not private.is_box_office() then
    perform private.refuse(403, 'forbidden', '', 'This is for staff.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'event_id', e.id, 'name', private.gate_event_name(e.id), 'venue', e.venue, 'date', e.date, 'status', e.status
      ) order by e.date, e.id), '[]')
    from public.events e
    where e.date > now() - interval '24 hours'
      and ((select private.is_admin()) or e.id in (select private.my_box_office_events())));
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_box_office()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function private.my_box_office_events(), public.box_office_events(), private.grant_box_office()
    from public, anon, authenticated;
  grant execute on function public.box_office_events() to anon, authenticated;
end
$function$;

create or replace view private.profile_list with (security_invoker=true) as
 SELECT p.id AS profile_id,
    p.name,
    p.email,
    p.phone,
    p.location,
    s.role,
    p.marketing_consented_at,
    p.created_at,
    p.updated_at,
    s.ends_at AS role_ends_at
   FROM (profiles p
     LEFT JOIN staff s ON ((s.user_id = p.id)))
  WHERE ( SELECT private.is_admin() AS is_admin);

create or replace view private.bank_matches with (security_invoker=true) as
 SELECT p.id AS payment_id,
    p.user_id,
    p.order_code,
    p.transaction_id,
    p.amount,
    p.created_at,
    e.expected,
    c.credit,
    c.credited_on,
    k.others,
        CASE
            WHEN ((k.others > 0) AND (c.credits > 0)) THEN 'two_claims'::text
            WHEN (c.credits = 0) THEN 'not_found'::text
            WHEN ((c.credits = 1) AND (c.credit = e.expected) AND (p.amount = e.expected)) THEN 'exact'::text
            ELSE 'amount_differs'::text
        END AS kind,
    c.credits,
    p.status
   FROM (((payments p
     CROSS JOIN LATERAL ( SELECT sum(l.total_amount) AS expected
           FROM payment_lines l
          WHERE (l.payment_id = p.id)) e)
     CROSS JOIN LATERAL ( SELECT count(*) AS credits,
            sum(d.amount) AS credit,
            max(d.booked_on) AS credited_on
           FROM ( SELECT DISTINCT b.amount,
                    b.booked_on
                   FROM bank_rows b
                  WHERE (b.utrs @> ARRAY[p.reference_key])) d) c)
     CROSS JOIN LATERAL ( SELECT count(*) AS others
           FROM payments o
          WHERE ((o.reference_key = ANY (ARRAY( SELECT p.reference_key
                UNION ALL
                 SELECT u.u
                   FROM bank_rows b,
                    LATERAL unnest(b.utrs) u(u)
                  WHERE (b.utrs @> ARRAY[p.reference_key])))) AND (o.id <> p.id) AND (o.status <> 'rejected'::text))) k)
  WHERE ((p.status = ANY (ARRAY['pending'::text, 'approved'::text])) AND ( SELECT private.is_admin() AS is_admin));

CREATE TRIGGER "90_stamp" BEFORE INSERT OR UPDATE ON public.staff_invitations FOR EACH ROW EXECUTE FUNCTION private.stamp_row();

create policy "Admins read the invitations" on public.staff_invitations as PERMISSIVE for SELECT to authenticated using (( SELECT private.is_admin() AS is_admin));

comment on function private.is_box_office() is 'True when the caller is box office staff now; PT401 not_signed_in when the session has ended. Security definer: as is_admin.';

comment on function public.my_role() is 'Returns ''admin'', ''gate'', ''box_office'', or null for customers, visitors and staff whose role has ended.';

comment on function private.count_admins() is 'Counts admins without an end who still have an account. Security definer: reads auth.users.';

comment on function private.is_last_admin(pg_catalog.uuid) is 'True when this account is the only admin without an end: it stays one.';

comment on function private.role_end(pg_catalog.text,timestamp with time zone,pg_catalog.text) is 'Passes an end that a role may have (null: none), or PT400 invalid, or PT403 forbidden when the calling admin''s own role ends before it; both name p_argument. Security definer: reads staff.';

comment on function public.set_staff_role(pg_catalog.uuid,pg_catalog.text,timestamp with time zone) is 'Makes the account admin, gate or box office staff until p_ends_at (null: without an end), or with a null role none of them, and returns the role. Admins only. Refusals: PT400 invalid, PT403 forbidden (also for an admin whose own role ends earlier), PT404 not_found, PT409 not_confirmed, PT409 last_admin (only admins without an end count). Security definer: no role may write staff; reads auth.users.';

comment on function public.payment_bank_states(pg_catalog.uuid[]) is 'Returns what the bank''s statements say of up to 200 payments: the kind of bank_matches, and not_covered in place of not_found while no imported statement reaches the payment''s day. Rejected payments are left out. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid. Security definer: as match_bank_rows.';

comment on function private.find_payments(pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid) is 'Returns payments (of a state, or of all) whose reference (grouped or not), order code, customer''s name or address contains the text (null: any), or whose amount it is, with a line of p_event (null: any): the newest most_found() and one more if there are others, or with p_after the next by id. Empty without a text and an event, and unless the caller is an admin. Security definer: as find_accounts.';

comment on function private.find_lines(pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid) is 'Returns booked lines (of a state; recent: with a ticket of the last 24 hours) whose order code, reference, customer''s name or address, event or ticket category contains the text (null: any), or whose ticket''s code begins with it, of p_event (null: any): the newest most_found() and one more if there are others, or with p_after the next by id. Empty without a text and an event, and unless the caller is an admin. Security definer: as find_accounts.';

comment on function public.search_tickets(pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid) is 'Returns the rows of get_all_tickets that find_lines finds, for admins. Separate from it because one function for both gets a bad plan. Invoker and without a set clause: inlined.';

comment on function public.search_payments(pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid) is 'Returns the rows of get_payment_details that find_payments finds, for admins. Separate from it because one function for both gets a bad plan. Invoker and without a set clause: inlined.';

comment on function private.invitation_state(public.staff_invitations) is 'Returns open, used, expired or revoked. Invitations end with the admin role of the person who made them.';

comment on function private.find_invitation(pg_catalog.text) is 'Returns the invitation of this secret, or PT404 not_found. Anything that is no secret costs no look-up; guessing one takes 2^127 of them on average.';

comment on function private.event_names(pg_catalog.uuid[]) is 'Returns [{event_id, name, venue, date}] of these events, by date.';

comment on function public.invite_staff(pg_catalog.text,pg_catalog.text,pg_catalog.uuid[],timestamp with time zone,timestamp with time zone) is 'Makes an invitation for one person (p_name, 1 to 80 characters) to a role at these events until p_role_ends_at (null: without an end), valid until p_expires_at (null: 7 days, at most 31), and returns {id, secret, expires_at}. The secret, 128 random bits, is returned here alone. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden (also for an admin whose own role ends earlier), PT400 invalid, PT404 not_found (an event), PT409 too_many (200 are open). Security definer: no role may write staff_invitations.';

comment on function public.list_invitations() is 'Returns the invitations, open ones first, then the newest, at most 200, for admins (PT401 not_signed_in, PT403 forbidden). Security definer: reads names of profiles.';

comment on function public.revoke_invitation(pg_catalog.uuid) is 'Ends an invitation that was not accepted, and returns ''revoked''. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 already_decided (it was accepted). Security definer: no role may write staff_invitations.';

comment on function public.read_invitation(pg_catalog.text) is 'Returns {state: open, or yours when the caller accepted it, name, role, events: [{event_id, name, venue, date}], role_ends_at, expires_at, made_by_name} to anyone who has the secret, and {state} alone of one that is used, expired or revoked. Changes nothing. Refusals: PT404 not_found. Security definer: visitors read no invitations.';

comment on function public.accept_invitation(pg_catalog.text) is 'Gives the caller the role and events of an open invitation, once, and returns {result, role}: accepted, or kept with the higher role that the caller has already (admin, then box_office, then gate); that leaves the invitation open. A role that the caller has gets its events, and the later end. Idempotent for the account that accepted it. Refusals: PT401 not_signed_in, PT404 not_found, PT409 already_decided (detail: used, expired or revoked), PT409 not_confirmed, PT403 forbidden (a closed account). Security definer: no role may write staff.';

comment on function private.grant_invitations() is 'All privileges of this file; can be repeated.';

comment on function private.my_box_office_events() is 'Returns the events that the caller sells for as box office staff. Security definer: as my_gate_events.';

comment on function public.box_office_events() is 'Returns [{event_id, name, venue, date, status}] of the events that the caller may sell for, until 24 hours after their start: all for admins, their own for box office staff. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: as gate_events.';

comment on function private.grant_box_office() is 'All privileges of this file; can be repeated.';

comment on table public.staff is 'Accounts with a role: admin, gate or box_office. Only set_staff_role, accept_invitation and the operator write it.';

comment on column public.staff.ends_at is 'The role gives nothing from this instant on; null: it has no end.';

comment on view private.profile_list is 'What get_all_profiles returns; empty unless the caller is an admin.';

comment on view private.bank_matches is 'The bank''s credits for each pending or approved payment. two_claims: another pending or approved payment has the same reference, or names the same credit. credits: number of different credits that name the reference; credit: their sum.';

comment on table public.staff_events is 'Which gate and box office staff work at which event. Admins need no row. Deleted with the role. Only set_staff_events and accept_invitation write it.';

comment on table public.staff_invitations is 'Invitations of staff. Only invite_staff, revoke_invitation and accept_invitation write it. Its accounts have no foreign key: they may be deleted while it stays.';

comment on column public.staff_invitations.secret_hash is 'SHA-256, in hexadecimal, of the secret in the link; the secret itself is not stored.';

comment on column public.staff_invitations.name is 'For whom staff made it, in their own words.';

comment on column public.staff_invitations.event_ids is 'Where the role works; events deleted meanwhile are left out.';

comment on column public.staff_invitations.role_ends_at is 'When the role ends; null: it has no end.';

comment on function public.get_all_profiles() is 'Returns every account for admins, no rows for others. Invoker and without a set clause, so that it is inlined and PostgREST can filter, order, page and count it at the speed of the view.';

comment on function public.search_profiles(text, boolean, uuid) is 'Returns the rows of get_all_profiles that find_accounts finds, for admins. Separate from it because one function for both gets a bad plan. Invoker and without a set clause: inlined.';

create or replace function public.my_wallet_mark() returns text
  language sql stable security definer set search_path = ''
as $$
  select md5(concat_ws('|', v.me, public.my_role(), (select extract(epoch from s.ends_at) from public.staff s where s.user_id = v.me),
    (select extract(epoch from p.updated_at) from public.profiles p where p.id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', t.id, extract(epoch from t.updated_at), c.name, e.city,
        e.venue, extract(epoch from e.date), extract(epoch from e.previous_date), extract(epoch from e.moved_at), e.status,
        s.name), 0)))
      from public.user_tickets t
      join public.ticket_categories c on c.id = t.ticket_category_id
      join public.events e on e.id = c.event_id
      join public.singers s on s.id = e.singer_id
      where t.user_id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', p.id, extract(epoch from p.updated_at),
        case when p.status = 'pending' then (
          select concat(count(*), ' ', extract(epoch from min(k.review_until))) from public.seat_claims k where k.payment_id = p.id) end), 0)))
      from public.payments p where p.user_id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', l.id, extract(epoch from l.updated_at)), 0)))
      from public.payment_lines l where l.user_id = v.me),
    (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', r.id, extract(epoch from r.updated_at)), 0)))
      from public.refunds r where r.user_id = v.me)))
  from (select private.uid() as me) v where v.me is not null
$$;

reset check_function_bodies;

select private.grant_bank();
select private.grant_box_office();
select private.grant_catalogue();
select private.grant_catalogue_lists();
select private.grant_dashboard();
select private.grant_enquiries();
select private.grant_event_changes();
select private.grant_foundation();
select private.grant_gate();
select private.grant_history();
select private.grant_import();
select private.grant_invitations();
select private.grant_jobs();
select private.grant_layouts();
select private.grant_payments();
select private.grant_people();
select private.grant_refunds();
select private.grant_review();
select private.grant_scans();
select private.grant_seats();
select private.grant_settings();
select private.grant_storage_auth();
select private.grant_sync();
select private.grant_terms();
select private.grant_tickets();
