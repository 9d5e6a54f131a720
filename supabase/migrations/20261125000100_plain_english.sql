-- Written from supabase/schema by `npm run migration`.

-- A function may call one that comes after it.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.stamp_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    new.created_at := coalesce(new.created_at, clock_timestamp());
    new.updated_at := clock_timestamp();
  else
    new.created_at := old.created_at;
    -- Strictly increasing: clients tell versions of a row apart by it.
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before jsonb;
  v_after jsonb;
begin
  if tg_op = 'INSERT' then
    v_after := to_jsonb(new);
    insert into public.audit_log (actor, action, "table", row_id, after)
      values (auth.uid(), 'insert', tg_table_name, v_after ->> tg_argv[0], v_after);
    return null;
  end if;
  v_before := to_jsonb(old);
  v_after := case when tg_op = 'UPDATE' then to_jsonb(new) end;
  if v_before - 'updated_at' = v_after - 'updated_at' then
    return null;
  end if;
  -- record_audit, inlined by hand: one call less per row.
  insert into public.audit_log (actor, action, "table", row_id, before, after)
  values (auth.uid(), lower(tg_op), tg_table_name, v_before ->> tg_argv[0], v_before, v_after);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.strip_hidden(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when octet_length(p_text) = char_length(p_text) then p_text else (
    -- Joiners and variation selectors alone are no text.
    select case when t.text !~ '[^[:space:]\u200c\u200d\ufe00-\ufe0f]' then '' else t.text end
    from (select regexp_replace(p_text, '[\u0080-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f'
      || '\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
      || '\U000e0000-\U000e0fff]', '', 'g') as text) as t) end
$function$;

CREATE OR REPLACE FUNCTION private.seat_order(p_seat text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  v_row text := rtrim(p_seat, '0123456789');
  v_number text := substr(p_seat, length(v_row) + 1);
  m text[];
begin
  -- ^[A-Z]{1,2}[1-9][0-9]{0,2}$ by hand, as in grid_position.
  if length(v_row) between 1 and 2 and translate(v_row, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '') = ''
     and length(v_number) between 1 and 3 and not starts_with(v_number, '0') then
    return '     ' || length(v_row)::text || rpad(v_row, 2) || lpad(v_number, 3, '0');
  end if;
  m := regexp_match(p_seat, '^(?:([A-Z0-9]{1,4})-)?([A-Z]{1,2})([1-9][0-9]{0,2})$');
  if m is null then
    return '~' || p_seat;
  end if;
  return rpad(coalesce(m[1], ''), 5) || length(m[2])::text || rpad(m[2], 2) || lpad(m[3], 3, '0');
end
$function$;

CREATE OR REPLACE FUNCTION private.grid_position(p_seat text, p_columns integer)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  v_row text := rtrim(p_seat, '0123456789');
  v_number text := substr(p_seat, length(v_row) + 1);
begin
  -- ^[A-Z]{1,2}[1-9][0-9]{0,2}$ by hand: it runs for every held seat, and a regular expression costs ten times as much.
  if length(v_row) not between 1 and 2 or translate(v_row, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '') <> ''
     or length(v_number) not between 1 and 3 or starts_with(v_number, '0') or v_number::integer > p_columns then
    return null;
  end if;
  -- row_index(v_row), inlined by hand.
  return (case when length(v_row) = 1 then ascii(v_row) - 65
    else (ascii(v_row) - 64) * 26 + ascii(substr(v_row, 2)) - 65 end) * p_columns + v_number::integer;
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
    private.token_session(), private.session_lives(uuid), private.is_admin(), private.is_gate(), private.require_admin(),
    private.seat_order(text), private.grid_position(text, integer), private.place_of(uuid, text),
    private.seats_as_lines(private.seat[]), private.grant_foundation() from public, anon, authenticated;
  -- For invoker functions, views and policies, and for indexes and triggers that run as the writer.
  grant execute on function private.uid(), private.refuse(integer, text, text, text), private.require_user(),
    private.clean_text(text), private.fold_text(text), private.require_text(text, text, integer), private.is_admin(),
    private.is_gate()
    to anon, authenticated, service_role;
  grant execute on function private.strip_hidden(text) to authenticated, service_role;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_staff_role(p_user_id uuid, p_role text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_confirmed boolean;
begin
  perform private.require_admin();
  if p_role is not null and p_role not in ('admin', 'gate') then
    perform private.refuse(400, 'invalid', 'p_role', 'p_role is admin, gate, or null for none.');
  end if;
  -- Serializes role changes: two admins must not remove each other.
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
$function$;

CREATE OR REPLACE FUNCTION public.save_profile(p_profile jsonb)
 RETURNS profiles
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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

  -- Frees held seats; seats under review or sold stay with their payment.
  perform from public.seat_claims c where c.user_id = v_user and c.state = 'held'
    order by c.event_id, c.place, c.seat for no key update;
  delete from public.seat_claims c where c.user_id = v_user and c.state = 'held';
  delete from public.contact_messages m where m.user_id = v_user;
  delete from public.outgoing_mail m where m.user_id = v_user;
  delete from public.staff s where s.user_id = v_user;
  delete from public.profiles p where p.id = v_user;
  delete from auth.users u where u.id = v_user;
end
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
  revoke all on function private.count_admins(), private.profile_text(jsonb, text, text, integer, text),
    private.profile_flag(jsonb, text, boolean), private.upcoming_tickets_of(uuid),
    private.search_pattern(text, boolean), private.most_found(), private.find_accounts(text, boolean, uuid),
    public.my_role(), public.set_staff_role(uuid, text), public.save_profile(jsonb), public.export_my_data(),
    public.delete_my_account(boolean), public.get_all_profiles(), public.search_profiles(text, boolean, uuid),
    private.clean_new_profile(), private.session_is_fresh(uuid, uuid), public.account_exists(uuid),
    private.refuse_closed(), public.close_account(uuid, text), public.reopen_account(uuid), public.closed_accounts(),
    private.grant_people() from public, anon, authenticated;
  -- Visitors get not_signed_in from these.
  grant execute on function public.my_role(), public.set_staff_role(uuid, text), public.save_profile(jsonb),
    public.export_my_data(), public.delete_my_account(boolean), public.close_account(uuid, text),
    public.reopen_account(uuid), public.closed_accounts() to anon, authenticated;
  grant execute on function public.get_all_profiles(), public.search_profiles(text, boolean, uuid),
    private.find_accounts(text, boolean, uuid), public.account_exists(uuid) to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.client_address()
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_set private.sender_address;
  v_entries text[];
begin
  select * into v_set from private.sender_address;
  if not found then
    v_set.entry := -1;
    -- PostgREST connects as authenticator, hosted behind Cloudflare, which overwrites this header. The shop's own
    -- server connects as the owner, drops such headers and writes X-Forwarded-For (server/api/pass-on.ts). See
    -- docs/decisions/0040-senders.md.
    v_set.header := case session_user when 'authenticator' then 'cf-connecting-ip' else 'x-forwarded-for' end;
  end if;
  v_entries := string_to_array(nullif(current_setting('request.headers', true), '')::jsonb ->> v_set.header, ',');
  return nullif(btrim(v_entries[case when v_set.entry > 0 then v_set.entry else cardinality(v_entries) + 1 + v_set.entry end]), '');
exception when others then
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.send_contact_message(p_message jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_email constant text := '^[^@[:space:]<>"]{1,64}@[^@[:space:]<>"]{1,180}$';
  c_longest constant integer := 4000;
  v_user uuid := private.uid();
  v_id uuid;
  v_name text;
  v_email text;
  v_topic text;
  v_text text;
  v_code text;
  v_senders text[];
  v_sender text;
  v_limit integer;
begin
  if jsonb_typeof(p_message) is distinct from 'object' then
    perform private.refuse(400, 'invalid', 'p_message', 'p_message is an object.');
  end if;
  if coalesce(p_message ->> 'id', '') !~ '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$' then
    perform private.refuse(400, 'invalid', 'id', 'id is a uuid made by the sender.');
  end if;
  v_id := (p_message ->> 'id')::uuid;
  v_name := private.require_text(p_message ->> 'name', 'name', 120);
  v_email := lower(private.require_text(p_message ->> 'email', 'email', 250));
  if v_email !~ c_email then
    perform private.refuse(400, 'invalid', 'email', 'email is a mail address.');
  end if;
  v_topic := private.require_text(coalesce(p_message ->> 'topic', 'general'), 'topic', 60);
  if octet_length(p_message ->> 'message') <= 12 * c_longest + 1024 then
    v_text := private.clean_text(p_message ->> 'message');
  end if;
  if coalesce(char_length(v_text), 0) not between 1 and c_longest then
    perform private.refuse(400, 'invalid', 'message', format('message is text of 1 to %s characters.', c_longest));
  end if;
  if octet_length(p_message ->> 'order_code') <= 1024 then
    v_code := nullif(private.clean_text(p_message ->> 'order_code'), '');
  end if;
  if v_code !~ '^MF[0-9A-HJKMNP-TV-Z]{8}$' or octet_length(p_message ->> 'order_code') > 1024 then
    perform private.refuse(400, 'invalid', 'order_code', 'order_code is MF and 8 characters.');
  end if;

  -- A mail address is only claimed. Accounts are counted by account, or a stranger could use up their limit.
  v_senders := case when v_user is not null then array['user:' || v_user::text] else
    array_remove(array['address:' || private.client_address(), 'mail:' || v_email, 'strangers'], null) end;
  -- One order of locks, so that two messages never deadlock.
  for v_sender in select s from unnest(v_senders) as s order by s loop
    perform pg_advisory_xact_lock(hashtextextended('contact:' || v_sender, 0));
  end loop;
  if exists (select from public.contact_messages m where m.id = v_id) then
    return jsonb_build_object('id', v_id);
  end if;
  delete from private.contact_senders s where s.at <= clock_timestamp() - interval '1 hour';
  foreach v_sender in array v_senders loop
    select l.per_hour into v_limit from private.limits l
      where l.name = case when v_sender = 'strangers' then 'contact_messages_of_strangers' else 'contact_messages' end;
    if (select count(*) from private.contact_senders s
        where s.sender = encode(sha256(convert_to(v_sender, 'UTF8')), 'hex')) >= v_limit then
      perform private.refuse(429, 'too_many', v_limit::text, 'Too many messages within an hour; detail is how many may be.');
    end if;
  end loop;
  insert into private.contact_senders (sender)
    select encode(sha256(convert_to(sender, 'UTF8')), 'hex') from unnest(v_senders) as sender;
  insert into public.contact_messages (id, user_id, name, email, topic, message, order_code)
    values (v_id, v_user, v_name, v_email, v_topic, v_text, v_code)
    on conflict (id) do nothing;
  return jsonb_build_object('id', v_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.city := private.require_text(new.city, 'city', 80);
  new.venue := private.require_text(new.venue, 'venue', 160);
  if new.date is null or not isfinite(new.date)
     or new.date < '2000-01-01 00:00+00' or new.date >= '2100-01-01 00:00+00' then
    perform private.refuse(400, 'invalid', 'date', 'date must be a time in this century.');
  end if;
  if new.genre is not null
     and new.genre not in ('Rock', 'Pop', 'Classical', 'Jazz', 'Folk', 'Electronic') then
    perform private.refuse(400, 'invalid', 'genre', 'genre is one of the six, or null.');
  end if;
  if new.status is null or new.status not in ('scheduled', 'cancelled') then
    perform private.refuse(400, 'invalid', 'status', 'status is scheduled or cancelled.');
  end if;
  if new.singer_id is null or not exists (select from public.singers s where s.id = new.singer_id) then
    perform private.refuse(400, 'invalid', 'singer_id', 'There is no such singer.');
  end if;

  if tg_op = 'INSERT' then
    new.revision := 1;
    return new;
  end if;

  -- A plain edit leaves the same trace as move_event once a customer has bought or asked.
  if new.date is distinct from old.date and new.previous_date is not distinct from old.previous_date
     and exists (select from public.seat_claims c
                 where c.event_id = old.id and c.state in ('under_review', 'sold') and c.user_id is not null) then
    new.previous_date := old.date;
  end if;

  new.revision := old.revision;
  if (new.singer_id, new.city, new.venue, new.date, new.genre, new.status, new.cancelled_reason)
     is distinct from
     (old.singer_id, old.city, old.venue, old.date, old.genre, old.status, old.cancelled_reason) then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_catalogue()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.singers, public.events, public.ticket_categories from public, anon, authenticated;
  grant select on table public.singers, public.events, public.ticket_categories to anon, authenticated;
  grant delete on table public.singers, public.events, public.ticket_categories to authenticated;
  grant insert (id, name), update (name) on table public.singers to authenticated;
  grant insert (id, singer_id, city, venue, date, genre), update (singer_id, city, venue, date, genre, revision) on table public.events
    to authenticated;
  -- Clients send the updated_at that an edit of tickets_sold saw; it is never stored.
  grant insert (id, event_id, name, price, total_tickets, tickets_sold), update (event_id, name, price, total_tickets, tickets_sold, revision, updated_at) on table public.ticket_categories
    to authenticated;
  revoke all on function private.guard_singer(), private.guard_event(), private.guard_ticket_category(),
    private.refuse_direct_edit(), private.grant_catalogue() from public, anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_layout_data(p_data jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  c_most_sections constant integer := 60;
  c_most_rows constant integer := 702;
  c_most_cells constant integer := 400;
  c_most_seats constant integer := 40000;
  v_section jsonb;
  v_row jsonb;
  v_codes text[] := '{}'::text[];
  v_labels text[];
  v_at text;
  v_seats integer := 0;
  v_numbers jsonb;
  v_bad text;
begin
  if jsonb_typeof(p_data) is distinct from 'object' then
    perform private.refuse(400, 'invalid', 'layout_data', 'layout_data is an object.');
  end if;
  if jsonb_typeof(p_data -> 'stage') is distinct from 'string'
     or char_length(p_data ->> 'stage') not between 1 and 60 then
    perform private.refuse(400, 'invalid', 'layout_data.stage', 'stage is text of 1 to 60 characters.');
  end if;
  if jsonb_typeof(p_data -> 'sections') is distinct from 'array'
     or jsonb_array_length(p_data -> 'sections') not between 1 and c_most_sections then
    perform private.refuse(400, 'invalid', 'layout_data.sections',
      format('sections is a list of 1 to %s sections.', c_most_sections));
  end if;

  for v_section in select value from jsonb_array_elements(p_data -> 'sections') loop
    v_at := format('layout_data.sections[%s]', cardinality(v_codes));
    if jsonb_typeof(v_section) <> 'object'
       or jsonb_typeof(v_section -> 'code') is distinct from 'string'
       or v_section ->> 'code' !~ '^[A-Z0-9]{1,4}$' then
      perform private.refuse(400, 'invalid', v_at || '.code', 'A section code is 1 to 4 of A-Z and 0-9.');
    end if;
    if v_section ->> 'code' = any (v_codes) then
      perform private.refuse(400, 'invalid', v_at || '.code', 'Section codes are different from each other.');
    end if;
    if jsonb_typeof(v_section -> 'name') is distinct from 'string'
       or char_length(v_section ->> 'name') not between 1 and 60
       or v_section ->> 'name' ~ '[\x01-\x1f\x7f]' or private.strip_hidden(v_section ->> 'name') <> v_section ->> 'name' then
      perform private.refuse(400, 'invalid', v_at || '.name',
        'A section name is text of 1 to 60 characters on one line, without invisible characters.');
    end if;
    if jsonb_typeof(v_section -> 'rows') is distinct from 'array'
       or jsonb_array_length(v_section -> 'rows') not between 1 and c_most_rows then
      perform private.refuse(400, 'invalid', v_at || '.rows', format('rows is a list of 1 to %s rows.', c_most_rows));
    end if;
    v_labels := '{}'::text[];

    for v_row in select value from jsonb_array_elements(v_section -> 'rows') loop
      v_bad := format('%s.rows[%s]', v_at, cardinality(v_labels));
      if jsonb_typeof(v_row) <> 'object'
         or jsonb_typeof(v_row -> 'label') is distinct from 'string'
         or v_row ->> 'label' !~ '^[A-Z]{1,2}$' then
        perform private.refuse(400, 'invalid', v_bad || '.label', 'A row label is one or two letters A-Z.');
      end if;
      if v_row ->> 'label' = any (v_labels) then
        perform private.refuse(400, 'invalid', v_bad || '.label', 'Row labels of a section differ from each other.');
      end if;
      if jsonb_typeof(v_row -> 'seats') is distinct from 'array'
         or jsonb_array_length(v_row -> 'seats') not between 1 and c_most_cells then
        perform private.refuse(400, 'invalid', v_bad || '.seats',
          format('seats is a list of 1 to %s seat numbers or nulls.', c_most_cells));
      end if;
      select coalesce(jsonb_agg(value) filter (where jsonb_typeof(value) <> 'null'), '[]') into v_numbers
        from jsonb_array_elements(v_row -> 'seats');
      -- jsonb writes a whole number as digits alone: 1.5, 1.0 and -1 all fail.
      if exists (select from jsonb_array_elements(v_numbers)
                 where jsonb_typeof(value) <> 'number' or value::text !~ '^[1-9][0-9]{0,2}$') then
        perform private.refuse(400, 'invalid', v_bad || '.seats', 'A seat is a whole number from 1 to 999, or null.');
      end if;
      if jsonb_array_length(v_numbers) = 0
         or jsonb_array_length(v_numbers) > (select count(distinct value) from jsonb_array_elements(v_numbers)) then
        perform private.refuse(400, 'invalid', v_bad || '.seats',
          'A row has at least one seat and no number twice.');
      end if;
      if exists (
        select from unnest(array['blocked', 'wheelchair']) as mark
        where v_row ? mark
          and case when jsonb_typeof(v_row -> mark) = 'array' then not v_numbers @> (v_row -> mark) else true end
      ) then
        perform private.refuse(400, 'invalid', v_bad, 'blocked and wheelchair list seat numbers of their row.');
      end if;
      v_seats := v_seats + jsonb_array_length(v_numbers);
      v_labels := v_labels || (v_row ->> 'label');
    end loop;
    v_codes := v_codes || (v_section ->> 'code');
  end loop;

  if v_seats > c_most_seats then
    perform private.refuse(400, 'invalid', 'layout_data', format('A layout has at most %s seats.', c_most_seats));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_layout_again()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.ticket_categories c
    set total_tickets = private.count_layout_seats(new.layout_data, l.section_ids)
    from public.ticket_category_layouts l
    where l.ticket_category_id = c.id and l.seating_layout_id = new.id
      and c.total_tickets <> private.count_layout_seats(new.layout_data, l.section_ids);
  -- Devices keep the layout inside the category that uses it, so its row must change too.
  update public.ticket_category_layouts l set section_ids = l.section_ids where l.seating_layout_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_layout_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_category uuid := case when tg_op = 'INSERT' then new.ticket_category_id else old.ticket_category_id end;
  v_event uuid;
  v_data jsonb;
  v_codes text[];
begin
  select c.event_id into v_event from public.ticket_categories c where c.id = v_category;
  if not found then
    if tg_op = 'DELETE' then
      return old; -- the category itself is being deleted
    end if;
    perform private.refuse(404, 'not_found', 'ticket_category_id', 'There is no such ticket category.');
  end if;
  perform private.lock_event_soon(v_event);
  perform from public.ticket_categories c where c.id = v_category for no key update;

  if tg_op = 'DELETE' then
    if private.has_claims(v_category) then
      perform private.refuse(409, 'seats_claimed', v_category::text, 'Seats of this ticket category are held or sold.');
    end if;
    return old;
  end if;
  if new.ticket_category_id is distinct from v_category then
    perform private.refuse(400, 'invalid', 'ticket_category_id', 'A link stays with its category.');
  end if;
  select s.layout_data into v_data from public.seating_layouts s where s.id = new.seating_layout_id for share;
  if not found then
    perform private.refuse(404, 'not_found', 'seating_layout_id', 'There is no such seating layout.');
  end if;

  v_codes := array(
    select section ->> 'code' from jsonb_array_elements(v_data -> 'sections') with ordinality as s(section, n)
    order by n);
  if coalesce(cardinality(new.section_ids), 0) = 0 or array_position(new.section_ids, null) is not null
     or not new.section_ids <@ (v_codes || 'all'::text) then
    perform private.refuse(400, 'invalid', 'section_ids', 'section_ids lists codes of the layout, or ''all''.');
  end if;
  if 'all' = any (new.section_ids) then
    -- Check the layout first: section codes of another layout say nothing about this one.
    perform private.refuse_shared_sections(v_category, v_event, new.seating_layout_id, '{}');
    new.section_ids := array(
      select code from unnest(v_codes) with ordinality as s(code, n)
      where code <> all (private.taken_sections(v_category, v_event)) order by n);
    if cardinality(new.section_ids) = 0 then
      perform private.refuse(409, 'section_taken', to_json(v_codes)::text, 'No section of the layout is free.');
    end if;
  else
    new.section_ids := array(
      select code from unnest(v_codes) with ordinality as s(code, n) where code = any (new.section_ids) order by n);
    perform private.refuse_shared_sections(v_category, v_event, new.seating_layout_id, new.section_ids);
  end if;
  if exists (select from unnest(new.section_ids) as code where private.count_layout_seats(v_data, array[code]) = 0) then
    perform private.refuse(400, 'invalid', 'section_ids', 'Each section has at least one seat that is not blocked.');
  end if;

  -- Repeating the stored link changes nothing and is allowed under claims.
  if private.has_claims(v_category) and not exists (
    select from public.ticket_category_layouts l
    where l.ticket_category_id = v_category
      and l.seating_layout_id = new.seating_layout_id and l.section_ids = new.section_ids
  ) then
    perform private.refuse(409, 'seats_claimed', v_category::text, 'Seats of this ticket category are held or sold.');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_layout_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    -- Naming the column makes 30_shape compute the grid again.
    update public.ticket_categories c set total_tickets = c.total_tickets where c.id = old.ticket_category_id;
  else
    update public.ticket_categories c
      set total_tickets = private.count_layout_seats(s.layout_data, new.section_ids)
      from public.seating_layouts s
      where c.id = new.ticket_category_id and s.id = new.seating_layout_id
        and (c.total_tickets <> private.count_layout_seats(s.layout_data, new.section_ids)
             or c.grid_columns is not null);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_ticket_category(p_id uuid DEFAULT NULL::uuid, p_event_id uuid DEFAULT NULL::uuid, p_name text DEFAULT NULL::text, p_price numeric DEFAULT NULL::numeric, p_total_tickets integer DEFAULT NULL::integer, p_seating_layout_id uuid DEFAULT NULL::uuid, p_section_ids text[] DEFAULT NULL::text[])
 RETURNS ticket_categories
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_category public.ticket_categories;
begin
  perform private.require_admin();
  if p_id is null then
    perform private.refuse(400, 'invalid', 'p_id', 'The category has an id made by the caller.');
  end if;
  if p_event_id is not null then
    perform private.lock_event(p_event_id);
  end if;
  -- Repeated after a lost response.
  select * into v_category from public.ticket_categories c where c.id = p_id;
  if found then
    return v_category;
  end if;
  -- With a layout the number follows below, in the same transaction.
  insert into public.ticket_categories (id, event_id, name, price, total_tickets, tickets_sold)
    values (p_id, p_event_id, p_name, p_price, case when p_seating_layout_id is null then p_total_tickets else 1 end, 0);
  if p_seating_layout_id is not null then
    insert into public.ticket_category_layouts (ticket_category_id, seating_layout_id, section_ids)
      values (p_id, p_seating_layout_id, coalesce(p_section_ids, array['all']));
  end if;
  select * into v_category from public.ticket_categories c where c.id = p_id;
  return v_category;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_layouts()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.seating_layouts, public.ticket_category_layouts from public, anon, authenticated;
  grant select on table public.seating_layouts, public.ticket_category_layouts to anon, authenticated;
  grant delete on table public.seating_layouts, public.ticket_category_layouts to authenticated;
  grant insert (id, name, description, layout_data), update (name, description, layout_data) on table public.seating_layouts
    to authenticated;
  grant insert (ticket_category_id, seating_layout_id, section_ids), update (ticket_category_id, seating_layout_id, section_ids) on table public.ticket_category_layouts
    to authenticated;
  revoke all on function public.add_ticket_category(uuid, uuid, text, numeric, integer, uuid, text[]),
    private.row_letters(integer), private.row_index(text), private.grid_columns(integer),
    private.grid_seat(integer, integer), private.has_claims(uuid), private.section_seats(jsonb),
    private.count_layout_seats(jsonb, text[]), private.places_of(uuid), private.is_seat(uuid, text),
    private.seats_of(uuid), private.check_layout_data(jsonb), private.lock_events_of_layout(uuid),
    private.guard_layout(), private.count_layout_again(), private.refuse_shared_sections(uuid, uuid, uuid, text[]),
    private.taken_sections(uuid, uuid), private.guard_layout_link(), private.apply_layout_link(),
    private.guard_ticket_category_shape(), public.assign_layout(uuid, uuid, text[]), private.grant_layouts()
    from public, anon, authenticated;
  grant execute on function public.add_ticket_category(uuid, uuid, text, numeric, integer, uuid, text[]),
    public.assign_layout(uuid, uuid, text[]) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_settings()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.shop_settings, private.shop_notices from public, anon, authenticated;
  grant select on table public.shop_settings to anon, authenticated;
  grant update (payee_name, upi_id, email, phone, whatsapp, address, gstin, grievance_officer, grievance_email, grievance_phone, social_links, screenshot_days, revision) on table public.shop_settings
    to authenticated;
  grant update (review_hours, review_minutes) on table public.shop_settings to authenticated;
  revoke all on function private.settings_text(text, text, integer, text), private.guard_shop_settings(),
    private.guard_review_terms(), public.shop_notices(), private.grant_settings() from public, anon, authenticated;
  grant execute on function private.settings_text(text, text, integer, text) to authenticated, service_role;
  grant execute on function public.shop_notices() to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_shop_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_today date := (now() at time zone 'Asia/Kolkata')::date;
  v_before public.shop_terms;
begin
  if tg_op <> 'INSERT' and old.from_day < v_today or tg_op <> 'DELETE' and new.from_day < v_today then
    perform private.refuse(400, 'invalid', 'from_day',
      'Orders were priced by the terms of that day; say from which day on others hold.');
  end if;
  if tg_op <> 'INSERT' then
    return coalesce(new, old);
  end if;
  select * into v_before from public.shop_terms t where t.from_day < new.from_day order by t.from_day desc limit 1;
  return jsonb_populate_record(new, to_jsonb(v_before) || jsonb_strip_nulls(to_jsonb(new)));
end
$function$;

CREATE OR REPLACE FUNCTION private.price_order(p_unit_prices numeric[], p_quantities integer[], p_terms shop_terms, OUT subtotal numeric, OUT gst numeric, OUT fee numeric, OUT total numeric, OUT shares numeric[])
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  v_fee_per_seat numeric := p_terms.fee_per_seat * 100; -- paise
  v_gst numeric;
  v_subtotal numeric := 0;
  v_fee numeric := 0;
begin
  for n in 1 .. coalesce(cardinality(p_quantities), 0) loop
    v_subtotal := v_subtotal + coalesce(round(p_unit_prices[n] * 100) * p_quantities[n], 0);
    v_fee := v_fee + coalesce(v_fee_per_seat * p_quantities[n], 0);
  end loop;
  v_gst := floor((v_subtotal * p_terms.gst_percent + 50) / 100);

  subtotal := (v_subtotal / 100)::numeric(14, 2);
  gst := (v_gst / 100)::numeric(14, 2);
  fee := (v_fee / 100)::numeric(14, 2);
  total := subtotal + gst + fee;
  if cardinality(p_quantities) = 1 then
    shares := array[total];
    return;
  end if;

  with lines as (
    select l.n, round(l.price * 100) * l.quantity as price, v_fee_per_seat * l.quantity as fee
    from unnest(p_unit_prices, p_quantities) with ordinality as l (price, quantity, n)
  ), parts as (
    select l.n, l.price + l.fee as before_tax,
      -- All free: no tax, nothing to split.
      div(v_gst * l.price, greatest(v_subtotal, 1)) as whole,
      mod(v_gst * l.price, greatest(v_subtotal, 1)) as remainder
    from lines l
  ), ranked as (
    select p.*, v_gst - sum(p.whole) over () as left_over, row_number() over (order by p.remainder desc, p.n) as rank
    from parts p
  )
  select coalesce(array_agg(((r.before_tax + r.whole + case when r.rank <= r.left_over then 1 else 0 end) / 100)::numeric(14, 2)
      order by r.n), '{}')
    into shares from ranked r;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_terms()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.shop_terms from public, anon, authenticated;
  grant select on table public.shop_terms to anon, authenticated;
  revoke all on function private.guard_shop_terms(), private.terms(),
    private.price_order(numeric[], integer[], public.shop_terms), private.grant_terms()
    from public, anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_sound_claim(p_state text, p_source text, p_user_id uuid, p_order_id uuid, p_payment_id uuid, p_ticket_id uuid, p_expires_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  if p_state = 'held' then
    return p_source = 'order' and num_nulls(p_user_id, p_order_id, p_expires_at) = 0 and p_ticket_id is null;
  elsif p_state = 'under_review' then
    return p_source = 'order' and num_nulls(p_user_id, p_order_id, p_payment_id) = 0
      and num_nonnulls(p_ticket_id, p_expires_at) = 0;
  end if;
  return p_state = 'sold' and p_expires_at is null and case p_source
    when 'order' then num_nulls(p_user_id, p_order_id, p_payment_id, p_ticket_id) = 0
    when 'box_office' then num_nulls(p_user_id, p_order_id) > 0 and p_ticket_id is null
    else false end;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_order_events(p_categories uuid[], p_order_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.share_order_events(p_categories, p_order_id);
  -- Keeps the categories from being deleted; a category that moved meanwhile is read again.
  perform from public.ticket_categories c where c.id = any (p_categories) order by c.id for key share;
end
$function$;

CREATE OR REPLACE FUNCTION private.claim_seats(p_wanted private.seat[], p_released private.seat[], p_state text, p_user_id uuid, p_order_id uuid, p_payment_id uuid, p_expires_at timestamp with time zone)
 RETURNS private.seat[]
 LANGUAGE plpgsql
AS $function$
declare
  v_wanted integer := coalesce(cardinality(p_wanted), 0);
  v_released integer := coalesce(cardinality(p_released), 0);
  v_written integer;
begin
  -- One statement for wanted and released seats, in one order: two statements deadlock.
  insert into public.seat_claims as c
    (event_id, place, seat, ticket_category_id, state, source, user_id, order_id, payment_id, expires_at, review_until)
  select s.event_id, s.place, s.seat, s.ticket_category_id,
    case when s.n <= v_wanted then p_state else 'held' end, 'order', p_user_id, p_order_id,
    case when s.n <= v_wanted then p_payment_id end,
    case when s.n > v_wanted then '-infinity' when p_state = 'held' then p_expires_at end,
    case when s.n <= v_wanted and p_state = 'under_review' then p_expires_at end
  from unnest(p_wanted || p_released) with ordinality as s (event_id, place, seat, ticket_category_id, n)
  order by s.event_id, s.place, s.seat
  on conflict (event_id, place, seat) do update
  set ticket_category_id = excluded.ticket_category_id,
    state = excluded.state,
    source = 'order',
    user_id = excluded.user_id,
    order_id = excluded.order_id,
    payment_id = case
      when excluded.state = 'held' and c.state = 'held' and c.expires_at > now() then c.payment_id
      else excluded.payment_id end,
    uncounted_until = case
      when excluded.state = 'held' and c.state = 'held' and c.expires_at > now() then c.uncounted_until end,
    ticket_id = null,
    expires_at = excluded.expires_at,
    review_until = excluded.review_until
  where case
    when c.state = 'held' then
      c.expires_at <= now()
      or c.user_id = p_user_id and (c.order_id = p_order_id or c.payment_id is not null)
    else c.payment_id = p_payment_id or c.review_until <= now() end;
  get diagnostics v_written = row_count;

  if v_released > 0 then
    delete from public.seat_claims c
      where c.order_id = p_order_id and c.state = 'held' and c.expires_at = '-infinity';
  end if;
  if v_written = v_wanted + v_released then
    return coalesce(p_wanted, '{}');
  end if;
  return array(
    select row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat
    from unnest(p_wanted) as w
    join public.seat_claims c on c.event_id = w.event_id and c.place = w.place and c.seat = w.seat
    where c.order_id = p_order_id and c.state = p_state and (p_payment_id is null or c.payment_id = p_payment_id));
end
$function$;

CREATE OR REPLACE FUNCTION private.count_sold_claims()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- In the box-office trigger the category already has its new number.
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  if tg_op = 'INSERT' then
    if not exists (select from new_claims n where n.state = 'sold') then
      return null;
    end if;
    update public.ticket_categories c set tickets_sold = c.tickets_sold + d.n
      from (select n.ticket_category_id, count(*) as n from new_claims n where n.state = 'sold' group by 1) as d
      where c.id = d.ticket_category_id;
  elsif tg_op = 'DELETE' then
    if not exists (select from old_claims o where o.state = 'sold') then
      return null;
    end if;
    update public.ticket_categories c set tickets_sold = c.tickets_sold - d.n
      from (select o.ticket_category_id, count(*) as n from old_claims o where o.state = 'sold' group by 1) as d
      where c.id = d.ticket_category_id;
  else
    if not exists (select from new_claims n where n.state = 'sold')
       and not exists (select from old_claims o where o.state = 'sold') then
      return null;
    end if;
    update public.ticket_categories c set tickets_sold = c.tickets_sold + d.n
      from (
        select both_claims.ticket_category_id, sum(both_claims.n) as n from (
          select n.ticket_category_id, 1 as n from new_claims n where n.state = 'sold'
          union all
          select o.ticket_category_id, -1 from old_claims o where o.state = 'sold'
        ) as both_claims group by 1
      ) as d
      where c.id = d.ticket_category_id and d.n <> 0;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.taken_seats(p_ticket_category_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := private.uid();
  v_answer jsonb;
begin
  if p_ticket_category_id is null then
    perform private.refuse(400, 'invalid', 'p_ticket_category_id', 'Which ticket category?');
  end if;
  if not exists (select from public.ticket_categories c where c.id = p_ticket_category_id) then
    perform private.refuse(404, 'not_found', 'p_ticket_category_id', 'There is no such ticket category.');
  end if;
  select jsonb_build_object(
      'at', now(),
      'taken', coalesce(jsonb_agg(c.seat order by c.place, c.seat) filter (where not c.mine), '[]'),
      'mine', coalesce(jsonb_agg(c.seat order by c.place, c.seat) filter (where c.mine), '[]'))
    into v_answer
    from (
      select s.place, s.seat,
        -- is not distinct from: for a visitor `=` is null, and held seats would look free.
        s.state = 'held' and s.user_id is not distinct from v_user as mine
      from public.seat_claims s
      where s.ticket_category_id = p_ticket_category_id
        and (s.state <> 'held' or s.expires_at > now()) and (s.review_until is null or s.review_until > now())
    ) as c;
  return v_answer;
end
$function$;

CREATE OR REPLACE FUNCTION public.hold_seats(p_order_id uuid DEFAULT NULL::uuid, p_lines jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_remembered constant integer := 2000; -- bytes of p_lines; a line of ten seats has some 200
  v_user uuid := auth.uid();
  v_terms public.shop_terms := private.terms();
  v_order private.orders;
  v_lines jsonb;
  v_asked record;
  v_placed record;
  v_line private.order_line;
  v_mine record;
  v_wanted private.seat[];
  v_released private.seat[];
  v_refused private.seat[];
  v_other_seats integer := 0;
  v_running boolean; -- null for an order that was never held
  v_known boolean;
  v_budget private.seat_budget[];
  v_expires timestamptz;
  v_until timestamptz;
  v_got private.seat[];
  v_prices numeric[];
  v_quantities integer[];
  v_price record;
  v_answer jsonb := '[]';
begin
  if v_user is null then
    perform private.require_user();
  end if;
  perform private.lock_customer(v_user);
  if exists (select from private.closed_accounts a where a.user_id = v_user) then
    perform private.refuse(401, 'not_signed_in', '', 'Staff closed this account.');
  end if;
  v_order := private.require_own_order(p_order_id, v_user);
  v_asked := private.asked_lines(p_lines, v_terms);
  perform private.share_order_events(v_asked.categories, p_order_id);
  if v_order.submitted_at is not null then
    perform private.refuse(409, 'order_submitted', v_order.order_code, 'This order was submitted; start another.');
  end if;

  v_running := v_order.expires_at > now();
  -- Prices are frozen while the hold runs. Without the order's id place_lines reads today's.
  v_placed := private.place_lines(v_asked.lines, case when v_running then p_order_id end);
  v_wanted := v_placed.seats;
  if v_placed.not_on_sale is not null then
    perform private.refuse(409, 'not_on_sale', private.seats_as_lines(v_placed.not_on_sale),
      'The event is over, cancelled or gone; detail has the lines.');
  end if;
  if v_placed.unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_placed.unknown),
      'The category sells no such seats.');
  end if;

  -- Most customers are new: nothing held, no time spent.
  v_known := exists (select from public.seat_claims c where c.user_id = v_user and c.state <> 'sold')
    or exists (select from private.hold_usage u where u.user_id = v_user);
  -- Holding again never lengthens a running hold.
  v_expires := case when v_running then v_order.expires_at else now() + make_interval(mins => v_terms.hold_minutes) end;
  if v_known then
    v_mine := private.claims_besides(v_user, p_order_id, v_wanted);
    v_released := v_mine.released;
    v_other_seats := v_mine.other_seats;
  end if;
  if v_other_seats + cardinality(v_wanted) > v_terms.seats_per_customer then
    perform private.refuse(429, 'too_many', v_terms.seats_per_customer::text,
      'So many seats of one customer may be held and under review at a time.');
  end if;
  if v_known then
    select array_agg(b),
        array_agg(row (b.event_id, b.place, b.seat, b.ticket_category_id)::private.seat) filter (where b.may_hold_until <= now()),
        min(b.may_hold_until)
      into v_budget, v_refused, v_until
      from private.hold_budget(v_user, p_order_id, v_wanted, make_interval(mins => v_terms.held_minutes_an_hour)) as b;
    if v_refused is not null then
      perform private.refuse(429, 'held_too_long', private.seats_as_lines(v_refused),
        'These seats were held within the last hour for as long as one customer may.');
    end if;
    v_expires := least(v_expires, v_until);
  end if;

  foreach v_line in array v_placed.lines loop
    v_prices := v_prices || v_line.unit_price;
    v_quantities := v_quantities || cardinality(v_line.seats);
    v_answer := v_answer || jsonb_build_object('ticket_category_id', v_line.ticket_category_id,
      'unit_price', v_line.unit_price, 'quantity', cardinality(v_line.seats));
  end loop;
  v_price := private.price_order(v_prices, v_quantities, v_terms);
  if pg_column_size(p_lines) <= c_remembered then
    v_lines := p_lines;
  end if;
  if v_order.id is null then
    insert into private.orders (id, user_id, order_code, expires_at, lines, event_id, shares)
      values (p_order_id, v_user, private.order_code(p_order_id), v_expires, v_lines, v_placed.event_id, v_price.shares)
      on conflict do nothing returning * into v_order;
    if not found then
      -- Another customer just took the id, or another order has its code; own orders wait for the customer's lock.
      perform private.require_own_order(p_order_id, v_user);
      perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
    end if;
  else
    update private.orders o
      set expires_at = v_expires, lines = v_lines, event_id = v_placed.event_id, shares = v_price.shares
      where o.id = p_order_id;
    delete from private.order_prices p
      where p.order_id = p_order_id and (not v_running or p.ticket_category_id <> all (v_asked.categories));
  end if;
  if v_known then
    delete from private.hold_usage u where u.user_id = v_user and u.since < now() - interval '2 hours';
    perform private.book_usage(v_user, v_budget, v_expires);
  else
    insert into private.hold_usage (user_id, event_id, place, seat, since, used)
      select v_user, w.event_id, w.place, w.seat, now(), v_expires - now() from unnest(v_wanted) as w;
  end if;
  if v_released is not null then
    perform private.return_usage(v_user, v_released);
  end if;
  v_got := private.claim_seats(v_wanted, v_released, 'held', v_user, p_order_id, null, v_expires);
  if cardinality(v_got) < cardinality(v_wanted) then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(private.missing_seats(v_wanted, v_got)),
      'Detail has the seats that are taken.');
  end if;

  foreach v_line in array v_placed.lines loop
    if not v_line.is_frozen then
      insert into private.order_prices (order_id, ticket_category_id, unit_price)
        values (p_order_id, v_line.ticket_category_id, v_line.unit_price);
    end if;
  end loop;
  return jsonb_build_object(
    'order_id', p_order_id, 'order_code', v_order.order_code, 'expires_at', v_expires, 'server_time', clock_timestamp(),
    'extended', v_order.extended, 'lines', v_answer,
    'subtotal', v_price.subtotal, 'gst', v_price.gst, 'fee', v_price.fee, 'total', v_price.total);
end
$function$;

CREATE OR REPLACE FUNCTION private.sell_at_box_office()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_rounds constant integer := 5;
  v_missing integer := new.tickets_sold;
  v_got integer;
begin
  -- In nested triggers the number follows sold claims.
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    v_missing := new.tickets_sold - old.tickets_sold;
  end if;
  perform private.share_event(new.event_id);

  if v_missing < 0 then
    perform from public.seat_claims c where c.ticket_category_id = new.id and c.source = 'box_office'
      order by c.event_id, c.place, c.seat for no key update;
    delete from public.seat_claims c using (
      select b.event_id, b.place, b.seat from public.seat_claims b
      where b.ticket_category_id = new.id and b.source = 'box_office'
      order by private.box_office_rank(b.ticket_category_id, b.seat) desc, b.seat desc limit -v_missing
    ) as back
      where c.event_id = back.event_id and c.place = back.place and c.seat = back.seat;
    get diagnostics v_got = row_count;
    if v_got < -v_missing then
      perform private.refuse(409, 'sold_to_customers', (new.tickets_sold - v_missing - v_got)::text,
        'Customers bought that many; detail is the lowest number possible.');
    end if;
    return null;
  end if;

  -- A customer may hold a chosen seat before it is claimed: then choose the next.
  for v_round in 1 .. c_rounds loop
    exit when v_missing = 0;
    with free as (
      select s.place, s.seat from private.seats_of(new.id) as s
      where not exists (
        select from public.seat_claims c
        where c.event_id = new.event_id and c.place = s.place and c.seat = s.seat
          and (c.state <> 'held' or c.expires_at > now()) and (c.review_until is null or c.review_until > now()))
      order by private.box_office_rank(new.id, s.seat), s.seat limit v_missing
    ), claimed as (
      insert into public.seat_claims as c (event_id, place, seat, ticket_category_id, state, source)
      select new.event_id, f.place, f.seat, new.id, 'sold', 'box_office' from free f order by f.place, f.seat
      on conflict (event_id, place, seat) do update
      set ticket_category_id = excluded.ticket_category_id, state = 'sold', source = 'box_office',
        user_id = null, order_id = null, payment_id = null, expires_at = null, uncounted_until = null,
        review_until = null
      where c.state = 'held' and c.expires_at <= now() or c.state = 'under_review' and c.review_until <= now()
      returning 1
    )
    select v_missing - count(*) into v_missing from claimed;
  end loop;
  if v_missing > 0 then
    perform private.refuse(409, 'not_enough_free_seats', (new.tickets_sold - v_missing)::text,
      'Not so many seats are free; detail is the highest number possible.');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.asked_lines(p_lines jsonb, p_terms shop_terms, OUT lines private.order_line[], OUT categories uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  c_no_labels constant text := format('seats is a list of 1 to %s seat labels.', p_terms.seats_per_line);
  v_line jsonb;
  v_category uuid;
  v_labels jsonb;
  v_count integer;
  v_label text;
  v_of_line text[];
  v_fault text;
  v_unknown private.seat[];
begin
  -- Casts nothing before its shape is known: the caller writes p_lines.
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) not between 1 and p_terms.lines_per_order then
    perform private.refuse(400, 'invalid', 'p_lines', format('p_lines is a list of 1 to %s lines.', p_terms.lines_per_order));
  end if;
  for v_number in 0 .. jsonb_array_length(p_lines) - 1 loop
    v_line := p_lines -> v_number;
    if jsonb_typeof(v_line) is distinct from 'object'
       or jsonb_typeof(v_line -> 'ticket_category_id') is distinct from 'string'
       -- A UUID's shape by hand: counts in a regular expression cost ten times as much.
       or v_line ->> 'ticket_category_id' not like '________-____-____-____-____________'
       or translate(v_line ->> 'ticket_category_id', '0123456789abcdefABCDEF', '') <> '----'
       or jsonb_typeof(v_line -> 'seats') is distinct from 'array' then
      perform private.refuse(400, 'invalid', 'p_lines',
        'A line is {"ticket_category_id": uuid, "seats": [label, …]}.');
    end if;
    v_category := v_line ->> 'ticket_category_id';
    if v_category = any (categories) then
      perform private.refuse(400, 'invalid', 'p_lines', 'A ticket category is in one line only.');
    end if;
    categories := categories || v_category;
    v_labels := v_line -> 'seats';
    v_count := jsonb_array_length(v_labels);
    if v_count > p_terms.seats_per_line then
      perform private.refuse(400, 'too_many_seats', p_terms.seats_per_line::text,
        'At most this many seats of a ticket category in an order.');
    end if;
    v_fault := case when v_count = 0 then c_no_labels end;
    v_of_line := '{}';
    for v_at in 0 .. v_count - 1 loop
      v_label := v_labels ->> v_at;
      if jsonb_typeof(v_labels -> v_at) <> 'string' then
        v_fault := c_no_labels;
      elsif v_label = any (v_of_line) then
        v_fault := coalesce(v_fault, 'A seat is in a line once.');
      elsif v_label !~ '^([A-Z0-9]{1,4}-)?[A-Z]{1,2}[1-9][0-9]{0,2}$' then
        v_unknown := v_unknown || row (null, null, left(v_label, 32), v_category)::private.seat;
      end if;
      v_of_line := v_of_line || v_label;
    end loop;
    if v_fault is not null then
      perform private.refuse(400, 'invalid', 'p_lines', v_fault);
    end if;
    lines := lines || row (v_category, v_of_line, null, null, null, null, null, null, null, null, null, null, null, null)::private.order_line;
  end loop;
  if v_unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_unknown),
      'A seat label is A1, or BALC-A1 in a layout, exactly so.');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.share_order_events(p_categories uuid[], p_order_id uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_event uuid;
begin
  -- One category is the usual case. PostgreSQL plans a lookup by list again each time, so look it up by id.
  if cardinality(p_categories) = 1 then
    select c.event_id into v_event from public.ticket_categories c
      where c.id = p_categories[1]
        and not exists (select from public.seat_claims s where s.order_id = p_order_id and s.event_id <> c.event_id);
  end if;
  if v_event is not null then
    perform private.share_event(v_event);
  else
    perform private.share_event(e.event_id) from (
      select c.event_id from public.ticket_categories c where c.id = any (p_categories)
      union
      select s.event_id from public.seat_claims s where s.order_id = p_order_id
      order by 1
    ) as e;
  end if;
  if cardinality(p_categories) > 1 then
    perform from public.ticket_categories c where c.id = any (p_categories) order by c.id for key share;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.known_lines(p_lines jsonb)
 RETURNS private.order_line[]
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  v_line jsonb;
  v_lines private.order_line[];
begin
  for v_at in 0 .. jsonb_array_length(p_lines) - 1 loop
    v_line := p_lines -> v_at;
    -- Labels are letters, digits and hyphens, so the JSON list can be read as text.
    v_lines[v_at + 1] := row ((v_line ->> 'ticket_category_id')::uuid,
      string_to_array(translate(v_line ->> 'seats', '[]" ', ''), ','),
      null, null, null, null, null, null, null, null, null, null, null, null)::private.order_line;
  end loop;
  return v_lines;
end
$function$;

CREATE OR REPLACE FUNCTION private.place_lines(p_lines private.order_line[], p_order_id uuid, OUT lines private.order_line[], OUT seats private.seat[], OUT unknown private.seat[], OUT not_on_sale private.seat[], OUT event_id uuid)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  v_line private.order_line;
  v_category uuid;
  v_labels text[];
  v_label text;
  v_place text;
  v_position integer;
  v_last integer;
begin
  foreach v_line in array p_lines loop
    v_category := v_line.ticket_category_id;
    v_labels := v_line.seats;
    -- Keeps the category from being deleted, and reads where it is now.
    select c.id, v_labels, c.event_id, coalesce(p.unit_price, c.price), p.unit_price is not null,
        c.name, e.singer_id, e.city, e.date, e.venue, e.status = 'scheduled' and e.date > now(), c.total_tickets,
        c.grid_columns, c.grid_columns is not null
      into v_line
      from public.ticket_categories c
      left join public.events e on e.id = c.event_id
      left join private.order_prices p on p.order_id = p_order_id and p.ticket_category_id = c.id
      where c.id = v_category
      for key share of c;
    if not found then
      v_line.ticket_category_id := v_category;
      v_line.seats := v_labels;
    end if;
    v_last := 0;
    foreach v_label in array v_labels loop
      if v_line.grid_columns is not null then
        v_position := private.grid_position(v_label, v_line.grid_columns);
        v_place := case when v_position <= v_line.total_tickets then v_category::text end;
        if v_position is null or v_position < v_last then
          v_line.in_order := false;
        end if;
        v_last := v_position;
      else
        v_place := private.place_of(v_category, v_label);
      end if;
      if v_place is not null then
        seats := seats || row (v_line.event_id, v_place, v_label, v_category)::private.seat;
      else
        unknown := unknown || row (v_line.event_id, null, v_label, v_category)::private.seat;
      end if;
      if v_line.on_sale is not true then
        not_on_sale := not_on_sale || row (null, null, v_label, v_category)::private.seat;
      end if;
    end loop;
    event_id := case when lines is null or event_id = v_line.event_id then v_line.event_id end;
    lines := lines || v_line;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_seats()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.seat_claims, private.orders, private.order_prices, private.hold_usage
    from public, anon, authenticated;
  grant select on table public.seat_claims to authenticated;
  revoke all on function private.known_lines(jsonb), private.forget_held_times(),
    private.is_sound_claim(text, text, uuid, uuid, uuid, uuid, timestamptz), private.order_code(uuid),
    private.read_lines(jsonb), private.lock_order_events(uuid[], uuid), private.share_order_events(uuid[], uuid),
    private.asked_lines(jsonb, public.shop_terms), private.place_lines(private.order_line[], uuid),
    private.hold_budget(uuid, uuid, private.seat[], interval),
    private.book_usage(uuid, private.seat_budget[], timestamptz), private.return_usage(uuid, private.seat[]),
    private.claims_besides(uuid, uuid, private.seat[]),
    private.claim_seats(private.seat[], private.seat[], text, uuid, uuid, uuid, timestamptz),
    private.missing_seats(private.seat[], private.seat[]), private.count_sold_claims(),
    private.require_own_order(uuid, uuid), private.refuse_stale_sold(), private.sell_at_box_office(),
    private.box_office_rank(uuid, text), public.taken_seats(uuid), public.hold_seats(uuid, jsonb),
    public.extend_hold(uuid), public.release_seats(uuid), public.release_customer_seats(uuid), private.grant_seats()
    from public, anon, authenticated;
  -- Constraints run as the role that writes the table: of the API's roles only this one.
  grant execute on function private.is_sound_claim(text, text, uuid, uuid, uuid, uuid, timestamptz) to service_role;
  grant execute on function public.taken_seats(uuid), public.hold_seats(uuid, jsonb), public.extend_hold(uuid),
    public.release_seats(uuid), public.release_customer_seats(uuid) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.normal_reference(p_transaction_id text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  c_most_bytes constant integer := 2048; -- 64 characters are a reference
  v_plain text := p_transaction_id;
  v_bare text;
begin
  -- Most references are twelve bare digits, and regular expressions cost more than the rest.
  if length(v_plain) = 12 and translate(v_plain, '0123456789', '') = '' then
    return v_plain;
  end if;
  if octet_length(v_plain) > c_most_bytes then
    return '';
  end if;
  -- Invisible characters and unassigned ones, with which two references that look alike would differ. The pages remove
  -- them.
  if v_plain ~ ('[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f'
      || '\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb'
      || '\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
      || '\U000e0000-\U0010ffff]') then
    return '';
  end if;
  v_plain := private.plain_digits(v_plain);
  v_bare := regexp_replace(v_plain, '[[:space:].,_\u2010-\u2015-]', '', 'g');
  if v_bare <> '' and translate(v_bare, '0123456789', '') = '' then
    return v_bare;
  end if;
  return upper(regexp_replace(private.clean_text(v_plain), ' +', ' ', 'g'));
end
$function$;

CREATE OR REPLACE FUNCTION private.plain_digits(p_text text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  -- The digit 0 of each script of Unicode 17 that normal form KC leaves unchanged; 1 to 9 follow. The last, outlined
  -- digits, are here because PostgreSQL 17 lacks Unicode 16.
  c_zeroes constant integer[] := array[
    1632, 1776, 1984, 2406, 2534, 2662, 2790, 2918, 3046, 3174, 3302, 3430, 3558, 3664, 3792, 3872, 4160, 4240, 6112,
    6160, 6470, 6608, 6784, 6800, 6992, 7088, 7232, 7248, 42528, 43216, 43264, 43472, 43504, 43600, 44016, 66720,
    68912, 68928, 69734, 69872, 69942, 70096, 70384, 70736, 70864, 71248, 71360, 71376, 71386, 71472, 71904, 72016,
    72688, 72784, 73040, 73120, 73184, 73552, 90416, 92768, 92864, 93008, 93552, 123200, 123632, 124144, 124401,
    125264, 118000];
  v_text text := normalize(p_text, NFKC);
  v_zero integer;
begin
  if octet_length(v_text) = char_length(v_text) then
    return v_text;
  end if;
  foreach v_zero in array c_zeroes loop
    v_text := translate(v_text, chr(v_zero) || chr(v_zero + 1) || chr(v_zero + 2) || chr(v_zero + 3) || chr(v_zero + 4)
      || chr(v_zero + 5) || chr(v_zero + 6) || chr(v_zero + 7) || chr(v_zero + 8) || chr(v_zero + 9), '0123456789');
  end loop;
  return v_text;
end
$function$;

CREATE OR REPLACE FUNCTION private.reference_key(p_reference text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  v_plain text;
  v_bare text;
  v_alike text;
  v_runs text[];
begin
  if length(p_reference) = 12 and translate(p_reference, '0123456789', '') = '' then
    return p_reference;
  end if;
  v_plain := upper(private.plain_digits(p_reference));
  v_bare := regexp_replace(v_plain, '[^0-9A-Z]', '', 'g');
  -- Grouped in any way, and between other numbers.
  v_runs := array(
    select m[1] from regexp_matches(v_bare, '(?<![0-9])([0-9]{12})(?![0-9])', 'g') as m
    union
    select m[1] from regexp_matches(v_plain, '(?<![0-9])([0-9]{12})(?![0-9])', 'g') as m);
  if cardinality(v_runs) = 0 then
    v_alike := private.look_alike_digits(v_plain);
    -- The third keeps words apart: the O of NO is no zero before the number.
    v_runs := array(
      select distinct m[1] from (values
          (regexp_replace(v_alike, '[^0-9A-Z]', '', 'g')), (v_alike),
          (regexp_replace((
            select string_agg(case when word ~ '[0-9]' then private.look_alike_digits(word) else word end, '' order by n)
            from regexp_split_to_table(v_plain, '[[:space:].,:;/()#@_-]+') with ordinality as w (word, n)), '[^0-9A-Z]', '', 'g'))
        ) as t (text),
        lateral regexp_matches(t.text, '(?<![0-9])([0-9]{12})(?![0-9])', 'g') as m);
  end if;
  return case when cardinality(v_runs) = 1 then v_runs[1] else coalesce(nullif(v_bare, ''), upper(private.clean_text(p_reference))) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.look_alike_digits(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  -- Characters of confusables.txt (Unicode 17, UTS #39) that phones type, and S, B, Z with their twins, Ø, Б and
  -- circles, which it leaves out. In normal form KD an accent is a separate character.
  select translate(normalize(p_text, NFKD),
    'OoΟοОоՕօଠഠဝᴏꓳ〇○◯ØøംంಂIiLlıІіΙιƖӀӏǀ|∣।ZzΖƧƨᒿЗзӠӡƷʒȜȝɜꞫᏎSsЅѕƼƽБбᏮϬBbВвΒβȢȣଃꝮꝯ'
      || '⓿❶❷❸❹❺❻❼❽❾➀➁➂➃➄➅➆➇➈➊➋➌➍➎➏➐➑➒⓵⓶⓷⓸⓹⓺⓻⓼⓽',
    repeat('0', 21) || repeat('1', 16) || repeat('2', 6) || repeat('3', 10) || repeat('4', 1) || repeat('5', 6) || repeat('6', 4) || repeat('8', 9)
      || repeat('9', 2) || '0' || repeat('123456789', 4))
$function$;

CREATE OR REPLACE FUNCTION public.submit_payment(p_order_id uuid DEFAULT NULL::uuid, p_transaction_id text DEFAULT NULL::text, p_amount numeric DEFAULT NULL::numeric, p_screenshot_path text DEFAULT NULL::text, p_lines jsonb DEFAULT NULL::jsonb, p_screenshot_sha256 text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_longest_reference constant integer := 64;
  c_least_amount constant numeric := 1000000000; -- rupees, the first that is too much
  v_user uuid := auth.uid();
  v_terms public.shop_terms := private.terms();
  v_answer jsonb;
  v_reference text := private.normal_reference(p_transaction_id);
  v_hash text := lower(p_screenshot_sha256);
  v_name text := substr(p_screenshot_path, 38); -- after the user's id
  v_taken_at text := split_part(v_name, '-', 1);
  v_type text := substr(v_name, length(v_taken_at) + 39); -- after a hyphen, the order's id and a dot
  v_amount numeric;
  v_order private.orders;
  v_payment public.payments;
  v_as_held boolean;
  v_asked record;
  v_lines private.order_line[];
  v_placed record;
  v_mine record;
  v_held private.seat[];
  v_wanted private.seat[];
  v_other_seats integer;
  v_used text;
  v_until timestamptz;
begin
  if v_user is null then
    perform private.require_user();
  end if;
  -- A second tab waits here and then returns the first one's payment.
  perform private.lock_customer(v_user);
  -- Reads and marks in one statement; a refusal below rolls it back.
  update private.orders o set submitted_at = now(), expires_at = least(o.expires_at, now())
    where o.id = p_order_id and o.user_id = v_user and o.submitted_at is null
    returning * into v_order;
  if not found then
    v_order := private.require_own_order(p_order_id, v_user);
    if v_order.submitted_at is not null then
      v_answer := private.find_submission(p_order_id, v_user);
      if v_answer is not null then
        return v_answer;
      end if;
    end if;
  end if;

  v_as_held := v_order.event_id is not null and p_lines = v_order.lines;
  if v_as_held then
    v_lines := private.known_lines(p_lines);
  else
    v_asked := private.asked_lines(p_lines, v_terms);
    v_lines := v_asked.lines;
  end if;
  if coalesce(v_reference, '') = '' or char_length(v_reference) > c_longest_reference
     or v_reference ~ '[\u0001-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]' then
    perform private.refuse(400, 'invalid', 'p_transaction_id', 'A reference has 1 to 64 printable characters.');
  end if;
  -- NaN and Infinity are greater than every number.
  if p_amount is null or p_amount < 0 or p_amount >= c_least_amount or round(p_amount, 2) >= c_least_amount then
    perform private.refuse(400, 'invalid', 'p_amount', 'The amount is 0 to 999999999.99 rupees.');
  end if;
  v_amount := round(p_amount, 2);
  if v_hash is null or length(v_hash) <> 64 or v_hash ~ '[^0-9a-f]' then
    perform private.refuse(400, 'invalid', 'p_screenshot_sha256', 'The hash is 64 hexadecimal digits.');
  end if;
  -- Compares instead of matching: a regular expression with ids would be compiled for every payment.
  if p_screenshot_path is distinct from concat(v_user, '/', v_taken_at, '-', p_order_id, '.', v_type)
     or length(v_taken_at) not between 1 and 16 or translate(v_taken_at, '0123456789', '') <> ''
     or v_type not in ('png', 'jpg', 'jpeg', 'webp') then
    perform private.refuse(400, 'invalid', 'p_screenshot_path',
      'The path is <user id>/<milliseconds>-<order id>.<png, jpg, jpeg or webp>.');
  end if;

  if v_as_held then
    perform private.share_event(v_order.event_id);
  else
    perform private.share_order_events(v_asked.categories, p_order_id);
  end if;
  if v_order.id is null then
    insert into private.orders (id, user_id, order_code, submitted_at)
      values (p_order_id, v_user, private.order_code(p_order_id), now())
      on conflict do nothing;
    v_order := private.require_own_order(p_order_id, v_user);
    if v_order.id is null then
      -- Another order has its code.
      perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
    end if;
  end if;
  insert into public.payments
    (user_id, order_id, order_code, transaction_id, amount, screenshot_url, screenshot_sha256, picture_digest)
    values (v_user, p_order_id, v_order.order_code, v_reference, v_amount, p_screenshot_path, v_hash,
      private.stored_digest(p_screenshot_path))
    on conflict (user_id, transaction_id) where status in ('pending', 'approved') do nothing
    returning * into v_payment;
  if not found then
    select p.order_code into v_used from public.payments p
      where p.user_id = v_user and p.transaction_id = v_reference and p.status in ('pending', 'approved');
    perform private.refuse(409, 'transaction_used', v_used, 'The customer sent this reference with the order in detail.');
  end if;

  -- From here on the payment will be recorded.
  v_placed := private.place_lines(v_lines, p_order_id);
  if v_as_held and v_placed.event_id is distinct from v_order.event_id then
    v_as_held := false;
    perform private.share_order_events(array(select l.ticket_category_id from unnest(v_lines) as l), p_order_id);
    v_placed := private.place_lines(v_lines, p_order_id);
  end if;
  perform private.record_lines(
    v_payment.id, v_user, p_order_id, v_placed.lines, case when v_as_held then v_order.shares end);

  -- A seat that a changed layout no longer has is lost like any other.
  v_wanted := v_placed.seats;
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat)
        filter (where c.order_id = p_order_id and c.state = 'held'),
      count(*) filter (where c.state = 'under_review' and (c.review_until is null or c.review_until > now())
        or c.expires_at > now() and c.order_id <> p_order_id)
    into v_held, v_other_seats
    from public.seat_claims c
    where c.user_id = v_user and c.state <> 'sold';
  v_until := private.review_end(v_payment);
  if (select count(*) from (
        select from public.payments p where p.user_id = v_user and p.status = 'pending' limit v_terms.undecided_per_customer + 1) as u)
      > v_terms.undecided_per_customer then
    -- Recorded, but keeps no seats.
    insert into public.payment_flags (payment_id, flag) values (v_payment.id, 'beyond_undecided');
    perform private.return_usage(v_user, v_held);
    perform private.claim_seats(null, v_held, 'under_review', v_user, p_order_id, v_payment.id, null);
  elsif v_wanted <@ v_held and cardinality(v_held) = cardinality(v_wanted)
     and v_other_seats + cardinality(v_wanted) <= v_terms.seats_per_customer then
    perform private.review_held(p_order_id, v_payment.id, v_until);
  else
    v_mine := private.claims_besides(v_user, p_order_id, v_wanted);
    if v_mine.other_seats + coalesce(cardinality(v_wanted), 0) > v_terms.seats_per_customer then
      insert into public.payment_flags (payment_id, flag) values (v_payment.id, 'beyond_limit');
      v_wanted := null;
      v_mine.released := v_held;
    end if;
    perform private.return_usage(v_user, v_wanted || v_mine.released);
    perform private.claim_seats(v_wanted, v_mine.released, 'under_review', v_user, p_order_id, v_payment.id, v_until);
  end if;
  return private.submission(v_payment);
end
$function$;

CREATE OR REPLACE FUNCTION private.record_lines(p_payment_id uuid, p_user_id uuid, p_order_id uuid, p_lines private.order_line[], p_shares numeric[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_line private.order_line;
  v_number integer := 0;
  v_known integer := 0;
  v_prices numeric[];
  v_quantities integer[];
  v_shares numeric[] := p_shares;
begin
  if v_shares is null then
    foreach v_line in array p_lines loop
      if v_line.event_id is not null then
        v_prices := v_prices || v_line.unit_price;
        v_quantities := v_quantities || cardinality(v_line.seats);
      end if;
    end loop;
    v_shares := (private.price_order(v_prices, v_quantities, private.terms())).shares;
  end if;

  foreach v_line in array p_lines loop
    v_number := v_number + 1;
    if v_line.event_id is null then
      insert into public.payment_lines (payment_id, user_id, line, gone_category_id, seats, quantity, unit_price, total_amount,
          event_name, category_name)
        values (p_payment_id, p_user_id, v_number, v_line.ticket_category_id, '{}', cardinality(v_line.seats), 0, 0, '',
          coalesce(private.deleted_name(v_line.ticket_category_id), ''));
      continue;
    end if;
    v_known := v_known + 1;
    if not v_line.is_frozen then
      insert into private.order_prices (order_id, ticket_category_id, unit_price)
        values (p_order_id, v_line.ticket_category_id, v_line.unit_price);
    end if;
    if not v_line.in_order then
      v_line.seats := array(select s from unnest(v_line.seats) as s order by private.seat_order(s) collate "C");
    end if;
    insert into public.payment_lines (payment_id, user_id, line, ticket_category_id, event_id, seats, quantity, unit_price,
        total_amount, event_name, category_name, event_date, venue)
      values (p_payment_id, p_user_id, v_number, v_line.ticket_category_id, v_line.event_id, v_line.seats,
        cardinality(v_line.seats), v_line.unit_price, v_shares[v_known],
        coalesce((select g.name || ' - ' || v_line.city from public.singers g where g.id = v_line.singer_id), ''),
        v_line.category_name, v_line.event_date, v_line.venue);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.review_held(p_order_id uuid, p_payment_id uuid, p_review_until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- Same lock order as others that want these seats.
  perform from public.seat_claims c
    where c.order_id = p_order_id and c.state = 'held'
    order by c.event_id, c.place, c.seat for no key update;
  update private.hold_usage u
    set used = greatest(u.used - greatest(c.expires_at - greatest(now(), c.uncounted_until), interval '0'), interval '0')
    from public.seat_claims c
    where c.order_id = p_order_id and c.state = 'held' and c.expires_at > now()
      and u.user_id = c.user_id and u.event_id = c.event_id and u.place = c.place and u.seat = c.seat;
  update public.seat_claims c
    set state = 'under_review', payment_id = p_payment_id, expires_at = null, uncounted_until = null,
      review_until = p_review_until
    where c.order_id = p_order_id and c.state = 'held';
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_payments()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.payments, public.payment_lines, public.payment_flags, public.outgoing_mail
    from public, anon, authenticated;
  grant select on table public.payments, public.payment_lines, public.payment_flags to authenticated;
  grant select, update on table public.outgoing_mail to service_role;
  revoke all on function private.plain_digits(text), private.reference_key(text), private.normal_reference(text),
    private.submission(public.payments), private.find_submission(uuid, uuid),
    private.record_lines(uuid, uuid, uuid, private.order_line[], numeric[]), private.deleted_name(uuid),
    public.submit_payment(uuid, text, numeric, text, jsonb, text), public.check_payment_status(text),
    private.lock_reference(text), private.settle_reference(), private.is_sound_payment(text, numeric, timestamptz),
    private.is_sound_line(text, uuid, uuid, uuid, text[], integer, numeric, numeric),
    private.review_held(uuid, uuid, timestamptz), private.look_alike_digits(text), private.require_account(),
    private.is_backed(public.payments), private.review_end(public.payments), private.lengthen_review(uuid),
    private.stored_digest(text), private.grant_payments() from public, anon, authenticated;
  -- check_payment_status and confirm_tickets run with the customer's own rights.
  grant execute on function private.plain_digits(text), private.normal_reference(text), public.check_payment_status(text)
    to authenticated;
  grant execute on function public.submit_payment(uuid, text, numeric, text, jsonb, text) to anon, authenticated;
  -- Constraints run as the role that writes the table: of the API's roles only this one.
  grant execute on function private.is_sound_payment(text, numeric, timestamptz),
    private.is_sound_line(text, uuid, uuid, uuid, text[], integer, numeric, numeric) to service_role;
end
$function$;

CREATE OR REPLACE FUNCTION private.signing_key(p_event_id uuid)
 RETURNS private.event_keys
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_key private.event_keys;
begin
  for v_attempt in 1 .. 2 loop
    select * into v_key from private.event_keys k
      where k.event_id = p_event_id and k.withdrawn_at is null order by k.key_number desc limit 1;
    if found then
      return v_key;
    end if;
    -- If another session is making the same key, this waits, inserts nothing, and the loop reads it.
    insert into private.event_keys (event_id, key_number, key)
      select p_event_id, coalesce(max(k.key_number), 0) + 1, extensions.gen_random_bytes(32)
      from private.event_keys k where k.event_id = p_event_id
      on conflict (event_id, key_number) do nothing;
  end loop;
  select * into strict v_key from private.event_keys k
    where k.event_id = p_event_id and k.withdrawn_at is null order by k.key_number desc limit 1;
  return v_key;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_tickets()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table private.event_keys, public.user_tickets from public, anon, authenticated;
  grant select on table public.user_tickets to authenticated;
  revoke all on function public.change_ticket_seats(uuid, text[], text), private.check_character(text),
    private.new_ticket_code(), private.seat_list(text[]),
    private.ticket_signature(bytea, integer, uuid, uuid, uuid, text[]), private.signing_key(uuid),
    public.confirm_tickets(text), public.revoke_tickets(uuid[], text), private.grant_tickets()
    from public, anon, authenticated;
  grant execute on function public.change_ticket_seats(uuid, text[], text), public.revoke_tickets(uuid[], text)
    to anon, authenticated;
  grant execute on function public.confirm_tickets(text) to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.bank_rows_of(p_rows jsonb)
 RETURNS TABLE(n bigint, booked_on date, amount numeric, narration text, utrs text[], balance numeric, occurrence integer)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  c_most_rows constant integer := 1000;
  c_longest_narration constant integer := 500;
  v_row jsonb;
  v_bad text;
begin
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) not between 1 and c_most_rows then
    perform private.refuse(400, 'invalid', 'p_rows', format('1 to %s rows.', c_most_rows));
  end if;
  for n, v_row in select o.ordinality, o.value from jsonb_array_elements(p_rows) with ordinality as o loop
    v_bad := case
      when jsonb_typeof(v_row) <> 'object' then 'row'
      when coalesce(v_row ->> 'booked_on', '') !~ '^20\d\d-\d\d-\d\d$' then 'booked_on'
      when coalesce(v_row ->> 'amount', '') !~ '^\d{1,9}(\.\d{1,2})?$' or (v_row ->> 'amount')::numeric = 0 then 'amount'
      when jsonb_typeof(v_row -> 'narration') is distinct from 'string' then 'narration'
      when jsonb_typeof(v_row -> 'utrs') is distinct from 'array' or jsonb_array_length(v_row -> 'utrs') > 20 then 'utrs'
      when exists (select from jsonb_array_elements_text(v_row -> 'utrs') as u where u !~ '^\d{12}$') then 'utrs'
      when v_row ->> 'balance' !~ '^-?\d{1,12}(\.\d{1,2})?$' then 'balance'
      when coalesce(v_row ->> 'occurrence', '') !~ '^[1-9]\d{0,5}$' then 'occurrence'
    end;
    if v_bad is null then
      begin
        booked_on := (v_row ->> 'booked_on')::date;
      exception when datetime_field_overflow then
        v_bad := 'booked_on';
      end;
    end if;
    if v_bad is not null then
      perform private.refuse(400, 'invalid', format('p_rows[%s].%s', n - 1, v_bad), 'The row cannot be read.');
    end if;
    amount := (v_row ->> 'amount')::numeric(12, 2);
    narration := left(regexp_replace(private.clean_text(v_row ->> 'narration'), '\s+', ' ', 'g'), c_longest_narration);
    -- Banks fill empty references with zeros, so a run of one digit is no UTR.
    utrs := array(select distinct u from jsonb_array_elements_text(v_row -> 'utrs') as u
      where translate(u, left(u, 1), '') <> '' order by u);
    balance := (v_row ->> 'balance')::numeric(14, 2);
    occurrence := (v_row ->> 'occurrence')::integer;
    return next;
  end loop;
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
      select v.warnings from private.payment_warnings v where m.kind = 'exact' and v.payment_id = m.payment_id) as w on true),
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

CREATE OR REPLACE FUNCTION public.import_bank_rows(p_rows jsonb DEFAULT NULL::jsonb, p_import uuid DEFAULT NULL::uuid, p_file text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_longest_name constant integer := 200;
  v_importer uuid := private.require_admin();
  v_import uuid := coalesce(p_import, gen_random_uuid());
  v_given bigint;
  v_added bigint;
  v_joined bigint := 0;
begin
  if exists (select from public.bank_rows b where b.import_id = v_import and b.imported_by is distinct from v_importer) then
    perform private.refuse(400, 'invalid', 'p_import', 'Another person''s import has this id.');
  end if;
  with given as materialized (select * from private.credits_of(p_rows)),
  added as (
    insert into public.bank_rows (row_key, booked_on, amount, narration, utrs, balance, imported_by, import_id, import_file)
      select g.row_key, g.booked_on, g.amount, g.narration, g.utrs, g.balance, v_importer, v_import,
        nullif(left(private.clean_text(p_file), c_longest_name), '')
      from given g order by 1
      on conflict (row_key) do nothing
      returning 1)
  select (select count(*) from given), (select count(*) from added) into v_given, v_added;
  if v_added < v_given then
    -- Locks in the order of an approval, and only rows that change: re-importing known rows waits for no lock.
    perform from public.bank_rows b
      where b.id in (select j.id from private.joining(p_rows) as j) order by b.id for no key update;
    update public.bank_rows b
      set utrs = array(select distinct u from unnest(b.utrs || j.utrs) as u order by u)
      from private.joining(p_rows) as j where b.id = j.id;
    get diagnostics v_joined = row_count;
  end if;
  if v_added + v_joined > 0 then
    perform private.record_audit('import', 'bank_rows', v_import::text, null,
      jsonb_strip_nulls(jsonb_build_object('added', v_added, 'joined', nullif(v_joined, 0))));
  end if;
  return jsonb_build_object('added', v_added, 'known', v_given - v_added);
end
$function$;

CREATE OR REPLACE FUNCTION public.take_back_bank_import(p_import uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order text;
  v_utrs text[];
  v_removed bigint;
begin
  perform private.require_admin();
  -- An approval locks its credits: it either ran before this or finds them deleted.
  perform from public.bank_rows b where b.import_id = p_import order by b.id for update;
  if not found then
    perform private.refuse(404, 'not_found', '', 'There is no such import.');
  end if;
  select min(p.order_code) into v_order from public.bank_rows b
    join public.payments p on p.status = 'approved' and (p.id = b.payment_id or p.reference_key = any (b.utrs))
    where b.import_id = p_import;
  if v_order is not null then
    perform private.refuse(409, 'in_use', v_order, 'The order in detail was approved by a credit of this import.');
  end if;
  select min(p.order_code) into v_order from public.bank_rows b
    join public.payments p on p.status = 'rejected' and p.reference_key = any (b.utrs)
    join public.refunds r on r.payment_id = p.id and r.status = 'refunded'
    where b.import_id = p_import;
  if v_order is not null then
    perform private.refuse(409, 'in_use', v_order, 'A credit of this import was sent back, for the order in detail.');
  end if;
  select array_agg(u) into v_utrs from public.bank_rows b, unnest(b.utrs) as u where b.import_id = p_import;
  delete from public.bank_rows b where b.import_id = p_import;
  get diagnostics v_removed = row_count;
  -- No statement says any more that their money came in.
  delete from public.refunds r using public.payments p
    where p.id = r.payment_id and p.status = 'rejected' and p.reference_key = any (v_utrs)
      and r.ticket_id is null and r.status = 'requested' and r.reason = 'rejected'
      and not exists (select from public.bank_rows b where b.utrs @> array[p.reference_key]);
  perform private.record_audit('take_back', 'bank_rows', p_import::text, jsonb_build_object('credits', v_removed), null);
  return jsonb_build_object('removed', v_removed);
end
$function$;

CREATE OR REPLACE FUNCTION private.credits_of(p_rows jsonb)
 RETURNS TABLE(row_key text, booked_on date, amount numeric, narration text, utrs text[], balance numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.bank_row_key(g.booked_on, g.amount, g.narration, g.balance, case
      when g.balance is null then g.occurrence
      -- Earlier pages count occurrences by the wording too, so two rows with one number are two credits.
      else min(g.occurrence) over alike + row_number() over (alike order by g.occurrence, g.n) - 1 end),
    g.booked_on, g.amount, g.narration, g.utrs, g.balance
  from private.bank_rows_of(p_rows) as g
  window alike as (partition by g.booked_on, g.amount, g.balance)
$function$;

CREATE OR REPLACE FUNCTION private.joining(p_rows jsonb)
 RETURNS TABLE(id uuid, utrs text[])
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select distinct on (b.id) b.id, g.utrs
  from private.credits_of(p_rows) as g
  join public.bank_rows b on b.row_key = g.row_key
  where not g.utrs <@ b.utrs
    and not exists (
      select from public.bank_rows o
      where o.booked_on = g.booked_on and o.amount = g.amount and o.balance = g.balance and o.utrs && g.utrs)
  order by b.id, g.utrs
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
    public.take_back_bank_import(uuid), private.backs_payment(public.bank_rows),
    private.bank_row_key(date, numeric, text, numeric, bigint), private.credits_of(jsonb), private.joining(jsonb),
    private.join_bank_rows(), private.credit_joined(), private.credits_imported(), private.credit_used_by(uuid, text),
    private.grant_bank() from public, anon, authenticated;
  grant execute on function public.import_bank_rows(jsonb, uuid, text), public.match_bank_rows(), public.find_bank_rows(text),
    public.list_bank_imports(), public.take_back_bank_import(uuid) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_move()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.moved_at := case when tg_op = 'UPDATE' then old.moved_at end;
  -- move_event and a plain edit after a payment both leave the earlier date in previous_date.
  if tg_op = 'UPDATE' and new.date is distinct from old.date and new.previous_date = old.date then
    new.moved_at := now();
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_before jsonb := case when tg_op <> 'INSERT' then
    to_jsonb(old) - 'upi_id' || jsonb_build_object('paid_to', private.masked_upi_id(old.upi_id)) end;
  v_after jsonb := case when tg_op <> 'DELETE' then
    to_jsonb(new) - 'upi_id' || jsonb_build_object('paid_to', private.masked_upi_id(new.upi_id)) end;
begin
  -- Masks the UPI id: the log outlives accounts, and such an id often is a name.
  perform private.record_audit(lower(tg_op), 'refunds', coalesce(v_after, v_before) ->> 'id', v_before, v_after);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_refunds(p_text text, p_status text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_pattern text := private.search_pattern(p_text);
  v_word text := private.search_pattern(p_text, true);
  v_users uuid[];
  v_payments uuid[];
  v_tickets uuid[];
begin
  if v_pattern is null or not private.is_admin() then
    return;
  end if;
  v_users := array(select f.id from public.profiles f
    where f.name ilike v_pattern or f.name ilike v_word or f.email ilike v_pattern);
  v_payments := array(
    select p.id from public.payments p where p.order_code ilike v_pattern or p.transaction_id ilike v_pattern);
  -- Few events have refunds: cancelled and moved ones.
  v_tickets := array(
    select r.ticket_id from public.singers s join public.events e on e.singer_id = s.id
      join public.user_tickets t on t.event_id = e.id join public.refunds r on r.ticket_id = t.id
      where (e.status = 'cancelled' or e.moved_at is not null)
        and (s.name || ' - ' || e.city ilike v_pattern or s.name || ' - ' || e.city ilike v_word));
  if p_after is not null then
    return query select r.id from public.refunds r
      where (r.upi_id ilike v_pattern or r.utr ilike v_pattern or r.user_id = any (v_users) or r.payment_id = any (v_payments)
          or r.ticket_id = any (v_tickets))
        and (p_status is null or r.status = p_status) and r.id > p_after
      order by r.id limit private.most_found();
  else
    return query select r.id from public.refunds r
      where (r.upi_id ilike v_pattern or r.utr ilike v_pattern or r.user_id = any (v_users) or r.payment_id = any (v_payments)
          or r.ticket_id = any (v_tickets))
        and (p_status is null or r.status = p_status)
      order by r.requested_at desc limit private.most_found() + 1;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.owe_beyond(p_payment_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.refunds (payment_id, user_id, amount, upi_id, reason)
    select d.id, d.user_id, d.owed, d.refund_upi_id, case d.status when 'approved' then 'overpaid' else 'rejected' end
    from (
      select p.id, p.user_id, p.status, o.owed, f.refund_upi_id,
        row_number() over (partition by m.credit_key, p.status order by p.created_at, p.id) as n
      from public.payments p
      join private.payment_money m on m.payment_id = p.id
      left join public.profiles f on f.id = p.user_id,
      lateral (
        select case when p.status = 'rejected' then least(m.credits, m.received) - m.promised
          -- The price of its tickets is owed with them.
          else m.credits - m.due - (
            select coalesce(sum(r.amount), 0) from public.refunds r where r.payment_id = p.id and r.ticket_id is null) end as owed) as o
      where p.id = any (p_payment_ids) and p.status <> 'pending' and m.credits is not null and o.owed > 0
        and exists (
          select from public.payment_lines l join public.events e on e.id = l.event_id
          where l.payment_id = p.id and e.status = 'cancelled')) as d
    -- Of payments that name one credit only the first is owed it.
    where d.n = 1
    on conflict (payment_id) where ticket_id is null and status = 'requested' do nothing
$function$;

CREATE OR REPLACE FUNCTION private.owe_event(p_event_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.refunds (ticket_id, payment_id, user_id, amount, upi_id, reason)
    select s.id, s.payment_id, s.user_id, o.owed, f.refund_upi_id, 'cancelled'
    from (
      -- Each ticket reduces what is left of its payment for the next.
      select t.id, t.payment_id, t.user_id, t.share, t.received - t.promised - coalesce(
          sum(t.share) over (partition by t.payment_id order by t.id rows between unbounded preceding and 1 preceding), 0) as remaining
      from (
        select t.*, m.received, m.promised,
          least(t.total_amount, round(m.received * t.total_amount / nullif(m.due, 0), 2)) as share
        from public.user_tickets t join private.payment_money m on m.payment_id = t.payment_id
        where t.event_id = p_event_id and t.revoked_at is null
          and not exists (select from public.refunds r where r.ticket_id = t.id)
      ) as t
    ) as s
    left join public.profiles f on f.id = s.user_id,
    lateral (select least(s.share, s.remaining) as owed) as o
    where o.owed > 0
    -- Sorting reads all rows before the first insert, so that no read sees an inserted row.
    order by o.owed, s.id;
  perform private.owe_beyond(array(
    select distinct l.payment_id from public.payment_lines l
    where l.event_id = p_event_id and exists (
      select from public.payments p join public.bank_rows b on b.payment_id = p.id or b.utrs @> array[p.reference_key]
      where p.id = l.payment_id)));
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_refunded(p_refund_id uuid DEFAULT NULL::uuid, p_utr text DEFAULT NULL::text, p_upi_id text DEFAULT NULL::text, p_admitted boolean DEFAULT false)
 RETURNS refunds
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_utr text;
  v_key text;
  v_refund public.refunds;
  v_payment public.payments;
  v_admitted jsonb;
  v_used text;
begin
  perform private.require_admin();
  v_utr := regexp_replace(private.normal_reference(private.require_text(p_utr, 'p_utr', 64)), '[[:space:]]', '', 'g');
  if v_utr !~ '^[A-Z0-9][A-Z0-9/-]{5,63}$' then
    perform private.refuse(400, 'invalid', 'p_utr', 'A bank''s reference has at least 6 letters and digits.');
  end if;
  v_key := private.reference_key(v_utr);
  select * into v_refund from public.refunds r where r.id = p_refund_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_refund_id', 'There is no such refund.');
  end if;

  -- Serializes transfers, so that one reference cannot pay two customers at once.
  perform pg_advisory_xact_lock(hashtextextended('refund:' || v_key, 0));
  perform private.lock_customer(v_refund.user_id);
  perform private.share_event(t.event_id) from public.user_tickets t where t.id = v_refund.ticket_id;
  select p.* into strict v_payment from public.payments p where p.id = v_refund.payment_id for no key update;
  if v_refund.ticket_id is null then
    perform private.lock_reference(v_payment.reference_key);
  end if;
  select * into v_refund from public.refunds r where r.id = p_refund_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'p_refund_id', 'It is owed no longer.');
  end if;
  if v_refund.status = 'refunded' then
    if v_refund.utr = v_utr then
      return v_refund;
    end if;
    perform private.refuse(409, 'already_decided',
      jsonb_build_object('status', 'refunded', 'reviewed_at', v_refund.refunded_at, 'utr', v_refund.utr)::text,
      'The refund was marked with another reference.');
  end if;
  if v_refund.upi_id is null then
    perform private.refuse(409, 'no_upi_id', '', 'The customer has not said where the money goes.');
  end if;
  if private.clean_text(p_upi_id) is distinct from v_refund.upi_id then
    perform private.refuse(409, 'changed_meanwhile', v_refund.upi_id, 'The customer changed the UPI id; detail is the one now.');
  end if;
  v_admitted := private.ticket_admissions(v_refund.ticket_id);
  if v_admitted is not null and p_admitted is not true then
    perform private.refuse(409, 'admitted', v_admitted::text, 'The ticket was let in; detail says how many seats and when.');
  end if;
  -- A later statement may show less than was believed when the refund was recorded.
  if v_refund.amount > (
      select m.received - m.returned from private.payment_money m where m.payment_id = v_refund.payment_id) then
    perform private.refuse(409, 'not_refundable', 'nothing', 'Less came in than this, or it paid for another order.');
  end if;
  -- Money of tickets that are valid, or valid again, stays with them.
  if v_refund.ticket_id is null and v_payment.status = 'approved' and v_refund.amount > (
      select m.received - m.returned - private.kept_by_tickets(m.payment_id)
      from private.payment_money m where m.payment_id = v_refund.payment_id) then
    perform private.refuse(409, 'not_refundable', 'tickets', 'Its tickets are valid: their money goes back with them.');
  end if;
  select p.order_code into v_used
    from public.refunds r
    join public.payments p on p.id = r.payment_id
    where r.utr_key = v_key and r.user_id <> v_refund.user_id
    limit 1;
  if found then
    perform private.refuse(409, 'transaction_used', v_used, 'This transfer went to another customer, for the order in detail.');
  end if;

  -- A refunded ticket does not admit: frees its seats.
  if v_refund.ticket_id is not null then
    perform public.revoke_tickets(array[v_refund.ticket_id], 'Refunded');
  end if;
  update public.refunds r set status = 'refunded', utr = v_utr, refunded_at = now()
    where r.id = p_refund_id returning * into v_refund;
  return v_refund;
end
$function$;

CREATE OR REPLACE FUNCTION public.start_refund(p_payment_id uuid DEFAULT NULL::uuid, p_ticket_id uuid DEFAULT NULL::uuid, p_amount numeric DEFAULT NULL::numeric, p_note text DEFAULT NULL::text)
 RETURNS refunds
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_longest_note constant integer := 500;
  v_admin uuid := private.require_admin();
  v_note text;
  v_payment public.payments;
  v_ticket public.user_tickets;
  v_most numeric;
  v_kept numeric;
  v_refund public.refunds;
begin
  v_note := private.require_text(p_note, 'p_note', c_longest_note);
  select * into v_payment from public.payments p where p.id = p_payment_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_payment_id', 'There is no such payment.');
  end if;
  if v_payment.user_id = v_admin then
    perform private.refuse(403, 'own_payment', v_payment.order_code, 'You cannot decide about your own payment.');
  end if;
  perform private.lock_payments(array[p_payment_id]);
  select * into v_payment from public.payments p where p.id = p_payment_id;
  if v_payment.status = 'pending' then
    perform private.refuse(409, 'not_refundable', 'pending', 'Decide about the payment first.');
  end if;
  if p_ticket_id is not null then
    select * into v_ticket from public.user_tickets t where t.id = p_ticket_id and t.payment_id = p_payment_id;
    if not found then
      perform private.refuse(404, 'not_found', 'p_ticket_id', 'The payment has no such ticket.');
    end if;
  end if;
  select * into v_refund from public.refunds r
    where r.payment_id = p_payment_id and r.ticket_id is not distinct from p_ticket_id
      and (r.ticket_id is not null or r.status = 'requested');
  if found then
    return v_refund;
  end if;

  v_kept := case when p_ticket_id is null then private.kept_by_tickets(p_payment_id) else 0 end;
  v_most := case when p_ticket_id is not null then private.ticket_money(v_ticket) else private.beyond_tickets(p_payment_id) end;
  if coalesce(v_most, 0) = 0 then
    perform private.refuse(409, 'not_refundable', case when v_kept > 0 then 'tickets' else 'nothing' end,
      'No money came in for it that has not gone back, or that keeps no ticket valid.');
  end if;
  -- NaN is greater than every number.
  if p_amount <= 0 or p_amount > v_most or p_amount <> round(p_amount, 2) then
    perform private.refuse(409, 'not_refundable',
      jsonb_strip_nulls(jsonb_build_object('most', v_most, 'tickets', nullif(v_kept, 0)))::text, 'Detail says how much can go back.');
  end if;
  insert into public.refunds (ticket_id, payment_id, user_id, amount, upi_id, reason, note)
    values (p_ticket_id, p_payment_id, v_payment.user_id, coalesce(p_amount, v_most),
      (select f.refund_upi_id from public.profiles f where f.id = v_payment.user_id),
      case when p_ticket_id is null and v_payment.status = 'rejected' then 'rejected' else 'other' end, v_note)
    returning * into v_refund;
  return v_refund;
end
$function$;

CREATE OR REPLACE FUNCTION private.owe_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The caller shares the event, so it cannot be cancelled meanwhile.
  if exists (select from public.events e where e.id = new.event_id and e.status = 'cancelled') then
    insert into public.refunds (ticket_id, payment_id, user_id, amount, upi_id, reason)
      select new.id, new.payment_id, new.user_id, o.owed, f.refund_upi_id, 'cancelled'
      from (select private.ticket_money(new) as owed) as o left join public.profiles f on f.id = new.user_id
      where o.owed > 0;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_refunds()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.refunds, private.payment_money, private.refund_list from public, anon, authenticated;
  grant select on table public.refunds, private.refund_list to authenticated;
  revoke all on function public.request_refund(uuid), public.claim_refund(uuid), private.note_move(), private.audit_refund(),
    private.forget_upi_id(), private.give_upi_id(), private.fill_refund(), private.mark_ticket_of_refund(),
    private.ticket_money(public.user_tickets), private.masked_upi_id(text), private.owe_beyond(uuid[]),
    private.owe_event(uuid), private.owe_decided(), private.owe_ticket(), private.owe_credit(),
    private.kept_by_tickets(uuid), private.beyond_tickets(uuid), public.mark_refunded(uuid, text, text, boolean),
    public.start_refund(uuid, uuid, numeric, text), public.drop_refund(uuid), private.ticket_admissions(uuid),
    private.find_refunds(text, text, uuid), public.get_refunds(), public.search_refunds(text, text, uuid),
    public.find_refundable(uuid), private.grant_refunds() from public, anon, authenticated;
  grant execute on function public.request_refund(uuid), public.claim_refund(uuid),
    public.mark_refunded(uuid, text, text, boolean), public.start_refund(uuid, uuid, numeric, text),
    public.drop_refund(uuid), public.find_refundable(uuid) to anon, authenticated;
  grant execute on function public.get_refunds(), public.search_refunds(text, text, uuid),
    private.find_refunds(text, text, uuid), private.ticket_admissions(uuid) to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.approve_payment(p_payment payments, p_note text, p_reviewer uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_used text;
  v_lost private.seat[];
  v_line public.payment_lines;
  v_key private.event_keys;
  v_ticket uuid;
begin
  if p_payment.user_id = p_reviewer then
    perform private.refuse(403, 'own_payment', p_payment.order_code, 'You cannot decide about your own payment.');
  end if;
  select p.order_code into v_used from public.payments p
    where p.reference_key = p_payment.reference_key and p.status = 'approved' and p.id <> p_payment.id;
  if found then
    perform private.refuse(409, 'reference_approved', v_used, 'This reference was approved for the order in detail.');
  end if;
  select p.order_code into v_used from public.refunds r join public.payments p on p.id = r.payment_id
    where r.utr_key = p_payment.reference_key and r.payment_id <> p_payment.id order by r.refunded_at desc limit 1;
  if found then
    perform private.refuse(409, 'reference_of_refund', v_used, 'This transfer paid money back, for the order in detail.');
  end if;
  v_used := private.credit_used_by(p_payment.id, p_payment.reference_key);
  if v_used is not null then
    perform private.refuse(409, 'credit_used', v_used, 'The bank credit that this reference names paid for the order in detail.');
  end if;
  v_lost := private.lost_seats(p_payment.id);
  if v_lost is not null then
    perform private.refuse(409, 'seats_lost', private.seats_as_lines(v_lost), 'Give other seats first; detail has the lost ones.');
  end if;

  begin
    update public.payments p
      set status = 'approved', reviewed_by = p_reviewer, reviewed_at = now(), review_note = p_note where p.id = p_payment.id;
  exception when unique_violation then -- the same reference was just approved for another customer
    select p.order_code into v_used from public.payments p
      where p.reference_key = p_payment.reference_key and p.status = 'approved';
    perform private.refuse(409, 'reference_approved', coalesce(v_used, ''), 'This reference was approved for the order in detail.');
  end;

  update public.bank_rows b set payment_id = p_payment.id
    where b.utrs @> array[p_payment.reference_key] and b.payment_id is null
      and not exists (
        select from public.payments o
        where o.status = 'approved' and o.id <> p_payment.id and o.reference_key = any (b.utrs));

  for v_line in select * from public.payment_lines l where l.payment_id = p_payment.id order by l.line loop
    v_key := private.signing_key(v_line.event_id);
    v_ticket := gen_random_uuid();
    insert into public.user_tickets (id, user_id, event_id, ticket_category_id, payment_id, payment_line_id, seats, quantity,
        total_amount, code, key_number, signature)
      values (v_ticket, v_line.user_id, v_line.event_id, v_line.ticket_category_id, p_payment.id, v_line.id, v_line.seats,
        v_line.quantity, v_line.total_amount, private.new_ticket_code(), v_key.key_number,
        private.ticket_signature(v_key.key, v_key.key_number, v_ticket, v_line.user_id, v_line.event_id, v_line.seats));
    update public.seat_claims c set state = 'sold', ticket_id = v_ticket, review_until = null
      where c.payment_id = p_payment.id and c.ticket_category_id = v_line.ticket_category_id;
  end loop;
  update public.payment_lines l set payment_status = 'completed' where l.payment_id = p_payment.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.review_payments(p_payment_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_payments constant integer := 100;
  v_reviewer uuid := private.require_admin();
  v_ids uuid[];
  v_id uuid;
  v_answers jsonb := '{}'::jsonb;
  v_state text;
  v_code text;
  v_detail text;
begin
  if coalesce(cardinality(p_payment_ids), 0) not between 1 and c_most_payments or array_position(p_payment_ids, null) is not null then
    perform private.refuse(400, 'invalid', 'p_payment_ids', format('1 to %s payment ids.', c_most_payments));
  end if;
  v_ids := array(select i from unnest(p_payment_ids) with ordinality as u (i, n) group by i order by min(n));
  perform private.lock_payments(v_ids);
  perform private.prepare_keys(v_ids);
  -- Approving locks the reference until commit: sorted, or two calls could deadlock.
  for v_id in
    select u.i from unnest(v_ids) with ordinality as u (i, n) left join public.payments p on p.id = u.i
    order by p.transaction_id collate "C", u.n
  loop
    begin
      v_answers := v_answers || jsonb_build_object(v_id::text, jsonb_build_object(
        'payment_id', v_id, 'ok', true, 'result', private.decide_payment(v_id, 'approved', null, v_reviewer)));
    exception when others then
      get stacked diagnostics v_state = returned_sqlstate, v_code = message_text, v_detail = pg_exception_detail;
      if v_state not like 'PT4%' then
        raise;
      end if;
      v_answers := v_answers || jsonb_build_object(v_id::text, jsonb_build_object(
        'payment_id', v_id, 'ok', false,
        'refusal', jsonb_build_object('status', substr(v_state, 3)::integer, 'code', v_code, 'detail', v_detail)));
    end;
  end loop;
  return (select jsonb_agg(v_answers -> u.i::text order by u.n) from unnest(v_ids) with ordinality as u (i, n));
end
$function$;

CREATE OR REPLACE FUNCTION public.reassign_seats(p_payment_id uuid DEFAULT NULL::uuid, p_lines jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments;
  v_categories uuid[];
  v_wanted private.seat[];
  v_released private.seat[];
  v_unknown private.seat[];
  v_missing private.seat[];
  v_ticket public.user_tickets;
  v_key private.event_keys;
begin
  perform private.require_admin();
  if p_payment_id is null then
    perform private.refuse(400, 'invalid', 'p_payment_id', 'Invalid payment ID');
  end if;
  select array_agg(l.ticket_category_id) into v_categories from private.read_lines(p_lines) as l;
  perform private.lock_payments(array[p_payment_id]);
  select * into v_payment from public.payments p where p.id = p_payment_id;
  if not found then
    perform private.refuse(404, 'not_found', 'p_payment_id', 'There is no such payment.');
  end if;
  if v_payment.status = 'rejected' then
    perform private.refuse_decided(v_payment);
  end if;
  if exists (
    select from private.read_lines(p_lines) as n
    left join public.payment_lines l on l.payment_id = p_payment_id and l.ticket_category_id = n.ticket_category_id
    where l.quantity is distinct from cardinality(n.seats)) then
    perform private.refuse(400, 'invalid', 'p_lines', 'Each line is one of the payment''s, with as many seats as were paid for.');
  end if;
  if exists (select from public.user_tickets t
             where t.payment_id = p_payment_id and t.ticket_category_id = any (v_categories) and t.revoked_at is not null) then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'revoked')::text, 'The ticket was taken back.');
  end if;

  select array_agg(row (c.event_id, private.place_of(c.id, s), s, c.id)::private.seat order by n.line) into v_wanted
    from private.read_lines(p_lines) as n
    join public.ticket_categories c on c.id = n.ticket_category_id,
    lateral unnest(n.seats) as s;
  select array_agg(w) into v_unknown from unnest(v_wanted) as w where w.place is null;
  if v_unknown is not null then
    perform private.refuse(400, 'unknown_seat', private.seats_as_lines(v_unknown), 'The category sells no such seats.');
  end if;
  select array_agg(row (c.event_id, c.place, c.seat, c.ticket_category_id)::private.seat) into v_released
    from public.seat_claims c
    where c.payment_id = p_payment_id and c.state <> 'held' and c.ticket_category_id = any (v_categories)
      and not exists (select from unnest(v_wanted) as w
                      where w.event_id = c.event_id and w.place = c.place and w.seat = c.seat);

  v_missing := private.missing_seats(v_wanted, private.claim_seats(
    v_wanted, v_released, 'under_review', v_payment.user_id, v_payment.order_id, p_payment_id,
    case when v_payment.status = 'pending' then now() + (private.review_end(v_payment) - v_payment.created_at) end));
  if cardinality(v_missing) > 0 then
    perform private.refuse(409, 'seats_taken', private.seats_as_lines(v_missing), 'Detail has the seats that are taken.');
  end if;
  update public.payment_lines l
    set seats = array(select s from unnest(n.seats) as s order by private.seat_order(s) collate "C"), event_id = c.event_id
    from private.read_lines(p_lines) as n join public.ticket_categories c on c.id = n.ticket_category_id
    where l.payment_id = p_payment_id and l.ticket_category_id = n.ticket_category_id;

  for v_ticket in
    select * from public.user_tickets t
    where t.payment_id = p_payment_id and t.ticket_category_id = any (v_categories) order by t.id
  loop
    update public.seat_claims c set state = 'sold', ticket_id = v_ticket.id, review_until = null
      where c.payment_id = p_payment_id and c.ticket_category_id = v_ticket.ticket_category_id;
    v_key := private.signing_key(v_ticket.event_id);
    update public.user_tickets t
      set seats = l.seats, key_number = v_key.key_number,
        signature = private.ticket_signature(v_key.key, v_key.key_number, t.id, t.user_id, t.event_id, l.seats)
      from public.payment_lines l
      where t.id = v_ticket.id and l.id = t.payment_line_id and l.seats <> t.seats;
  end loop;
  return private.decision(p_payment_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.find_payments(p_text text, p_status text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid)
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
  if v_pattern is null or not private.is_admin() then
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
      where (p.user_id = any (v_users) or p.id = any (v_named) or p.amount = v_rupees)
        and (p_status is null or p.status = p_status) and p.id > p_after
      order by p.id limit private.most_found();
  else
    return query select p.id from public.payments p
      where (p.user_id = any (v_users) or p.id = any (v_named) or p.amount = v_rupees)
        and (p_status is null or p.status = p_status)
      order by p.created_at desc limit private.most_found() + 1;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.watch_payments(p_screen uuid, p_payment_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Several times the interval at which windows call again.
  c_seen_for constant interval := interval '20 seconds';
  v_me uuid := private.require_user();
begin
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  if p_screen is null then
    perform private.refuse(400, 'invalid', 'p_screen', 'A window has an id.');
  end if;
  delete from private.payment_watchers w where w.screen in (
    select o.screen from private.payment_watchers o
    where o.seen_at < now() - c_seen_for or (o.screen = p_screen and o.user_id = v_me and o.payment_id is distinct from p_payment_id)
    for update skip locked);
  insert into private.payment_watchers as w (screen, user_id, payment_id)
    select p_screen, v_me, p.id from public.payments p where p.id = p_payment_id
    on conflict (screen) do update set seen_at = excluded.seen_at where w.user_id = excluded.user_id;
  return jsonb_build_object(
    'others', (
      select coalesce(jsonb_agg(jsonb_build_object('payment_id', w.payment_id, 'user_name', coalesce(f.name, f.email),
        'mine', w.user_id = v_me, 'since', w.since) order by w.since, w.screen), '[]')
      from private.payment_watchers w
      left join public.profiles f on f.id = w.user_id
      where w.screen <> p_screen and w.seen_at >= now() - c_seen_for),
    'payment', (
      select jsonb_build_object('status', p.status, 'reviewed_at', p.reviewed_at)
      from public.payments p where p.id = p_payment_id));
end
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
    public.reassign_seats(uuid, jsonb), private.find_payments(text, text, uuid), private.find_lines(text, text, uuid),
    public.get_payment_details(), public.search_payments(text, text, uuid), public.get_all_tickets(),
    public.search_tickets(text, text, uuid), private.decision_note(text), public.reject_payments(uuid[], text),
    private.grant_review() from public, anon, authenticated;
  grant execute on function public.watch_payments(uuid, uuid), public.review_payment(uuid, text, text),
    public.review_payments(uuid[]), public.reassign_seats(uuid, jsonb), public.reject_payments(uuid[], text)
    to anon, authenticated;
  grant execute on function public.get_payment_details(), public.search_payments(text, text, uuid), public.get_all_tickets(),
    public.search_tickets(text, text, uuid), private.find_payments(text, text, uuid), private.find_lines(text, text, uuid)
    to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_categories uuid[];
begin
  v_categories := case tg_table_name
    when 'ticket_categories' then array[old.id]
    when 'events' then array(select c.id from public.ticket_categories c where c.event_id = old.id)
    when 'singers' then array(
      select c.id from public.ticket_categories c join public.events e on e.id = c.event_id where e.singer_id = old.id)
    when 'seating_layouts' then array(
      select l.ticket_category_id from public.ticket_category_layouts l where l.seating_layout_id = old.id)
  end;
  -- Waits for sales in progress, which lock the category they sell from.
  perform from public.ticket_categories c where c.id = any (v_categories) order by c.id for update;
  if exists (select from unnest(v_categories) as c where private.category_in_use(c)) then
    perform private.refuse(409, 'in_use', tg_table_name, 'Seats, payments, tickets or recent orders hang on it.');
  end if;
  if tg_table_name = 'ticket_categories' then
    -- Only expired holds and unfinished orders are left.
    perform from public.seat_claims c where c.ticket_category_id = old.id
      order by c.event_id, c.place, c.seat for update;
    delete from public.seat_claims c where c.ticket_category_id = old.id;
    delete from private.order_prices p where p.ticket_category_id = old.id;
  end if;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_event_edit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.date is distinct from old.date then
    if old.status = 'cancelled' then
      perform private.refuse(409, 'not_on_sale', 'date', 'A cancelled event does not move.');
    end if;
    if isfinite(new.date) and new.date <= now() and new.date >= '2000-01-01 00:00+00' then
      perform private.refuse(400, 'invalid', 'date', 'An event moves to a time to come.');
    end if;
  end if;
  perform private.lock_event_soon(old.id);
  if exists (
    select from public.seat_claims c where c.event_id = old.id and (c.state <> 'held' or c.expires_at > now()))
  then
    if new.singer_id is distinct from old.singer_id then
      perform private.refuse(409, 'in_use', 'singer_id',
        'Seats are sold or held for this singer. A name is corrected by renaming the singer.');
    end if;
    perform private.refuse(409, 'move_only', old.id::text, 'Seats are sold or held: date, city and venue change by move_event.');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_event_changes()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function public.cancel_event(uuid, text), public.move_event(uuid, timestamptz, text, text),
    private.guard_event_edit(), private.category_in_use(uuid), private.guard_deletion(), private.grant_event_changes()
    from public, anon, authenticated;
  grant execute on function public.cancel_event(uuid, text), public.move_event(uuid, timestamptz, text, text)
    to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.import_instant(p_date jsonb, p_time jsonb)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_date text := p_date #>> '{}';
  v_time text := coalesce(p_time #>> '{}', '19:00');
  v_first date;
begin
  if jsonb_typeof(p_date) is distinct from 'string' or v_date !~ '^20[0-9]{2}-(0[1-9]|1[0-2])-[0-9]{2}$'
     or (p_time is not null and jsonb_typeof(p_time) <> 'string') or v_time !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' then
    return null;
  end if;
  v_first := (left(v_date, 7) || '-01')::date;
  if right(v_date, 2)::integer not between 1 and extract(day from v_first + interval '1 month' - interval '1 day') then
    return null;
  end if;
  -- India has one offset without daylight saving, so this needs no zone data.
  return (v_first + right(v_date, 2)::integer - 1 + v_time::time - interval '330 minutes') at time zone 'UTC';
end
$function$;

CREATE OR REPLACE FUNCTION private.check_tickets(p_at text, p_tickets jsonb)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_at || '/tickets: missing' where p_tickets is null
  union all
  select p_at || '/tickets: not an object of prices' where jsonb_typeof(p_tickets) <> 'object'
  union all
  select p_at || '/tickets: no ticket type' where p_tickets = '{}'
  union all
  select format('%s/tickets/%s: %s', p_at, private.import_step(t.name), problem)
  from (
    select key as name, value as price, row_number() over (partition by private.fold_text(key) order by ordinality) as nth
    from jsonb_each(case when jsonb_typeof(p_tickets) = 'object' then p_tickets else '{}' end) with ordinality
  ) as t,
  lateral (values
    (case
      when not private.is_line(to_jsonb(t.name), 80) then 'not a name of 1 to 80 characters'
      when t.nth > 1 then 'is listed twice'
    end),
    (case when not coalesce(
      jsonb_typeof(t.price) = 'number' and (t.price #>> '{}')::numeric between 0 and 9999999.99
        and (t.price #>> '{}')::numeric = round((t.price #>> '{}')::numeric, 2), false) then 'not a price' end)
  ) as found(problem)
  where problem is not null
$function$;

CREATE OR REPLACE FUNCTION private.check_catalogue(p_catalogue jsonb)
 RETURNS SETOF text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_singer record;
begin
  if jsonb_typeof(p_catalogue) is distinct from 'object' then
    return next 'The file: not an object of singers';
    return;
  end if;
  if p_catalogue = '{}' then
    return next 'The file: nothing in it';
  end if;
  for v_singer in select key as name, private.import_step(key) as at, value as cities from jsonb_each(p_catalogue) loop
    if not private.is_line(to_jsonb(v_singer.name), 120) then
      return next v_singer.at || ': not a name of 1 to 120 characters';
    end if;
    if jsonb_typeof(v_singer.cities) <> 'object' then
      return next v_singer.at || ': not an object of cities';
      continue;
    end if;
    if v_singer.cities = '{}' then
      return next v_singer.at || ': no city';
    end if;
    return query
      select problem
      from jsonb_each(v_singer.cities) as city(name, concert),
        lateral (select v_singer.at || '/' || private.import_step(city.name)) as place(at),
        lateral (
          select place.at || ': not a city of 1 to 80 characters' where not private.is_line(to_jsonb(city.name), 80)
          union all
          select private.check_concert(place.at, city.concert)
        ) as found(problem);
  end loop;
  return query
    select concerts.at || ': is listed twice'
    from (
      select private.import_step(singer.name) || '/' || private.import_step(city.name) as at,
        row_number() over (
          partition by private.fold_text(singer.name), private.fold_text(city.name),
            private.fold_text(city.concert ->> 'venue'),
            private.import_instant(city.concert -> 'date', city.concert -> 'time')
          order by singer.nth, city.nth) as nth
      from jsonb_each(p_catalogue) with ordinality as singer(name, cities, nth),
        lateral jsonb_each(case when jsonb_typeof(singer.cities) = 'object' then singer.cities else '{}' end)
          with ordinality as city(name, concert, nth)
      where jsonb_typeof(city.concert) = 'object'
    ) as concerts
    where concerts.nth > 1;
end
$function$;

CREATE OR REPLACE FUNCTION public.import_catalogue(p_catalogue jsonb, p_dry_run boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_tickets constant integer := 100;
  c_most_concerts constant integer := 10000;
  v_problems jsonb;
  v_concert record;
  v_ticket record;
  v_singer uuid;
  v_event uuid;
  v_category uuid;
  v_status text;
  v_genre text;
  v_price numeric;
  v_new_singer boolean;
  v_new_event boolean;
  v_known text[] := '{}'::text[];
  v_tickets jsonb;
  v_events jsonb[] := '{}'::jsonb[];
  v_differences jsonb[] := '{}'::jsonb[];
  v_singers integer := 0;
  v_created integer := 0;
  v_categories integer := 0;
begin
  perform private.require_admin();
  if p_dry_run is null then
    perform private.refuse(400, 'invalid', 'p_dry_run', 'p_dry_run is true or false.');
  end if;
  v_problems := coalesce((select jsonb_agg(problem) from private.check_catalogue(p_catalogue) as problem), '[]');
  if v_problems = '[]' and (select sum((select count(*) from jsonb_object_keys(value))) from jsonb_each(p_catalogue))
     > c_most_concerts then
    v_problems := jsonb_build_array(format('The file: more than %s concerts', c_most_concerts));
  end if;
  if v_problems <> '[]' then
    if not p_dry_run then
      perform private.refuse(400, 'invalid', v_problems::text, 'The file has problems; detail lists them, nothing was imported.');
    end if;
    return jsonb_build_object('problems', v_problems, 'differences', '[]'::jsonb, 'events', '[]'::jsonb,
      'created', jsonb_build_object('singers', 0, 'events', 0, 'ticket_categories', 0));
  end if;

  -- Serializes imports: two of the same file would otherwise both find nothing.
  perform pg_advisory_xact_lock(hashtextextended('import_catalogue', 0));
  for v_concert in
    select private.clean_text(singer.name) as singer, private.clean_text(city.name) as city,
      private.clean_text(city.concert ->> 'venue') as venue, city.concert ->> 'genre' as genre,
      private.import_instant(city.concert -> 'date', city.concert -> 'time') as date, city.concert -> 'tickets' as tickets,
      private.import_step(singer.name) || '/' || private.import_step(city.name) as at
    from jsonb_each(p_catalogue) as singer(name, cities), lateral jsonb_each(singer.cities) as city(name, concert)
    order by 1, 5, 2, 3
  loop
    v_new_event := true;
    v_event := null;
    v_status := 'scheduled';
    select s.id into v_singer from public.singers s where private.fold_text(s.name) = private.fold_text(v_concert.singer);
    v_new_singer := not found and private.fold_text(v_concert.singer) <> all (v_known);
    if v_new_singer then
      v_singers := v_singers + 1;
      v_known := v_known || private.fold_text(v_concert.singer);
      if not p_dry_run then
        insert into public.singers (name) values (v_concert.singer) returning id into v_singer;
      end if;
    end if;
    if v_singer is not null then
      select e.id, e.status, e.genre into v_event, v_status, v_genre
        from public.events e
        where e.singer_id = v_singer and e.date = v_concert.date
          and private.fold_text(e.city) = private.fold_text(v_concert.city)
          and private.fold_text(e.venue) = private.fold_text(v_concert.venue)
        order by e.status desc, e.id limit 1;
      v_new_event := not found;
    end if;
    if v_new_event then
      v_created := v_created + 1;
      v_status := 'scheduled';
      if not p_dry_run then
        insert into public.events (singer_id, city, venue, date, genre)
          values (v_singer, v_concert.city, v_concert.venue, v_concert.date, v_concert.genre) returning id into v_event;
      end if;
    elsif v_status = 'cancelled' then
      v_differences := v_differences || jsonb_build_object('path', v_concert.at, 'stored', 'cancelled', 'given', 'scheduled');
    elsif v_concert.genre is not null and v_concert.genre is distinct from v_genre then
      v_differences := v_differences
        || jsonb_build_object('path', v_concert.at || '/genre', 'stored', v_genre, 'given', v_concert.genre);
    end if;

    v_tickets := '[]'::jsonb;
    for v_ticket in
      select private.clean_text(key) as name, (value #>> '{}')::numeric as price, private.import_step(key) as at
      from jsonb_each(v_concert.tickets) order by 2 desc, 1
    loop
      v_category := null;
      v_price := null;
      if not v_new_event then
        select c.id, c.price into v_category, v_price
          from public.ticket_categories c
          where c.event_id = v_event and private.fold_text(c.name) = private.fold_text(v_ticket.name)
          order by c.created_at, c.id limit 1;
        if v_category is not null and v_price <> v_ticket.price then
          v_differences := v_differences || jsonb_build_object(
            'path', v_concert.at || '/tickets/' || v_ticket.at, 'stored', v_price, 'given', v_ticket.price);
        end if;
      end if;
      if v_category is null and v_status = 'scheduled' then
        v_categories := v_categories + 1;
        if not p_dry_run then
          insert into public.ticket_categories (event_id, name, price, total_tickets)
            values (v_event, v_ticket.name, v_ticket.price, c_tickets);
        end if;
      end if;
      v_tickets := v_tickets || jsonb_build_object('name', v_ticket.name, 'price', coalesce(v_price, v_ticket.price),
        'new', v_category is null and v_status = 'scheduled');
    end loop;
    v_events := v_events || jsonb_build_object('singer', v_concert.singer, 'city', v_concert.city, 'venue', v_concert.venue,
      'date', v_concert.date, 'genre', v_concert.genre, 'new_singer', v_new_singer, 'new', v_new_event, 'tickets', v_tickets);
  end loop;
  return jsonb_build_object('problems', '[]'::jsonb, 'differences', to_jsonb(v_differences), 'events', to_jsonb(v_events),
    'created', jsonb_build_object('singers', v_singers, 'events', v_created, 'ticket_categories', v_categories));
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_import()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function private.import_step(text), private.is_line(jsonb, integer), private.import_instant(jsonb, jsonb),
    private.check_tickets(text, jsonb), private.check_concert(text, jsonb), private.check_catalogue(jsonb),
    public.import_catalogue(jsonb, boolean), private.grant_import() from public, anon, authenticated;
  grant execute on function public.import_catalogue(jsonb, boolean) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_staff_events(p_user_id uuid DEFAULT NULL::uuid, p_event_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_events constant integer := 500;
begin
  perform private.require_admin();
  if p_event_ids is null or array_position(p_event_ids, null) is not null or cardinality(p_event_ids) > c_most_events then
    perform private.refuse(400, 'invalid', 'p_event_ids', format('A list of at most %s event ids, maybe empty.', c_most_events));
  end if;
  -- The lock of set_staff_role: the role must not change meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  perform private.require_admin();
  if not exists (select from public.staff s where s.user_id = p_user_id) then
    perform private.refuse(404, 'not_found', 'p_user_id', 'This account is not staff.');
  end if;
  if exists (select from unnest(p_event_ids) as i where not exists (select from public.events e where e.id = i)) then
    perform private.refuse(404, 'not_found', 'p_event_ids', 'Not all of these events exist.');
  end if;
  delete from public.staff_events w where w.user_id = p_user_id and w.event_id <> all (p_event_ids);
  insert into public.staff_events (user_id, event_id)
    select distinct p_user_id, i from unnest(p_event_ids) as i
    on conflict (user_id, event_id) do nothing;
  return array(select w.event_id from public.staff_events w where w.user_id = p_user_id order by w.event_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.gate_key(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_event public.events;
  v_answer jsonb;
begin
  perform private.require_gate(p_event_id);
  select * into v_event from public.events e where e.id = p_event_id;
  if now() not between private.gate_opens(v_event.date) and private.gate_closes(v_event.date) then
    perform private.refuse(403, 'gate_closed', jsonb_build_object(
        'opens_at', private.gate_opens(v_event.date), 'closes_at', private.gate_closes(v_event.date))::text,
      'Keys are handed out from 48 hours before the start to 24 hours after it.');
  end if;
  -- Makes the first key before the first sale: the device needs it offline.
  perform private.signing_key(p_event_id);
  select jsonb_build_object(
      'event_id', p_event_id,
      'keys', coalesce(jsonb_agg(jsonb_build_object('number', k.key_number, 'key', encode(k.key, 'hex')) order by k.key_number)
        filter (where k.withdrawn_at is null), '[]'),
      'withdrawn', coalesce(jsonb_agg(k.key_number order by k.key_number) filter (where k.withdrawn_at is not null), '[]'),
      'opens_at', private.gate_opens(v_event.date), 'closes_at', private.gate_closes(v_event.date))
    into v_answer
    from private.event_keys k where k.event_id = p_event_id;
  perform private.note_hand_out(p_event_id, (
    select jsonb_agg(k -> 'number') from jsonb_array_elements(v_answer -> 'keys') as k));
  return v_answer;
end
$function$;

CREATE OR REPLACE FUNCTION public.rotate_event_key(p_event_id uuid DEFAULT NULL::uuid, p_withdraw boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_keys constant integer := 255;
  v_last integer;
  v_key private.event_keys;
  v_resigned bigint := 0;
begin
  perform private.require_admin();
  if p_event_id is null then
    perform private.refuse(400, 'invalid', 'p_event_id', 'Which event?');
  end if;
  if p_withdraw is null then
    perform private.refuse(400, 'invalid', 'p_withdraw', 'Whether the earlier keys are withdrawn.');
  end if;
  -- No ticket is signed, changed or revoked meanwhile.
  perform private.lock_event(p_event_id);
  if not exists (select from public.events e where e.id = p_event_id) then
    perform private.refuse(404, 'not_found', 'p_event_id', 'There is no such event.');
  end if;
  select coalesce(max(k.key_number), 0) into v_last from private.event_keys k where k.event_id = p_event_id;
  if v_last >= c_most_keys then
    perform private.refuse(409, 'too_many', 'p_event_id', format('An event has at most %s keys.', c_most_keys));
  end if;
  insert into private.event_keys (event_id, key_number, key)
    values (p_event_id, v_last + 1, extensions.gen_random_bytes(32)) returning * into v_key;
  if p_withdraw then
    update private.event_keys k set withdrawn_at = clock_timestamp()
      where k.event_id = p_event_id and k.key_number <> v_key.key_number and k.withdrawn_at is null;
    update public.user_tickets t
      set key_number = v_key.key_number,
        signature = private.ticket_signature(v_key.key, v_key.key_number, t.id, t.user_id, t.event_id, t.seats)
      where t.event_id = p_event_id and t.revoked_at is null;
    get diagnostics v_resigned = row_count;
  end if;
  perform private.record_audit('rotate', 'event_keys', p_event_id::text, null,
    jsonb_build_object('key_number', v_key.key_number, 'withdraw', p_withdraw, 'resigned', v_resigned));
  return jsonb_build_object(
    'event_id', p_event_id, 'key_number', v_key.key_number, 'resigned', v_resigned,
    'withdrawn', (select coalesce(jsonb_agg(k.key_number order by k.key_number), '[]')
      from private.event_keys k where k.event_id = p_event_id and k.withdrawn_at is not null));
end
$function$;

CREATE OR REPLACE FUNCTION public.gate_roster(p_event_id uuid DEFAULT NULL::uuid, p_after uuid DEFAULT NULL::uuid, p_since timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_page constant integer := 1000;
  -- A row written before this page was read may become visible after it.
  c_overlap constant interval := interval '2 minutes';
  v_at timestamptz := clock_timestamp();
  v_ids uuid[];
  v_more boolean;
  v_answer jsonb;
  v_open boolean;
begin
  perform private.require_gate(p_event_id);
  if p_since is not null and not isfinite(p_since) then
    perform private.refuse(400, 'invalid', 'p_since', 'p_since is a time that an earlier page gave.');
  end if;

  select v_at between private.gate_opens(e.date) and private.gate_closes(e.date) into v_open
    from public.events e where e.id = p_event_id;
  if not v_open then
    v_ids := '{}';
  elsif p_since is null then
    v_ids := array(
      select i.id from (
        (select t.id from public.user_tickets t
          where t.event_id = p_event_id and (p_after is null or t.id > p_after) order by t.id limit c_page + 1)
        union all
        (select l.id from public.payment_lines l
          where l.event_id = p_event_id and l.payment_status <> 'completed' and (p_after is null or l.id > p_after)
            -- A failed line with a ticket was revoked, and the ticket says so.
            and not exists (select from public.user_tickets t where t.payment_line_id = l.id)
          order by l.id limit c_page + 1)
      ) as i order by i.id limit c_page + 1);
  else
    v_ids := array(
      select i.id from (
        select t.id from public.user_tickets t where t.event_id = p_event_id and t.updated_at >= p_since
        union
        select l.id from public.payment_lines l where l.event_id = p_event_id and l.updated_at >= p_since
        union
        select s.known_ticket from public.ticket_scans s
        where s.event_id = p_event_id and s.received_at >= p_since and s.known_ticket is not null
        union
        select t.id from private.name_changes n join public.user_tickets t on t.user_id = n.user_id
        where n.at >= p_since and t.event_id = p_event_id
        union
        select l.id from private.name_changes n join public.payment_lines l on l.user_id = n.user_id
        where n.at >= p_since and l.event_id = p_event_id and l.payment_status <> 'completed'
          and not exists (select from public.user_tickets t where t.payment_line_id = l.id)
      ) as i where p_after is null or i.id > p_after order by i.id limit c_page + 1);
  end if;
  v_more := cardinality(v_ids) > c_page;
  v_ids := v_ids[1 : c_page];

  select jsonb_build_object(
      'rows', coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', r.id, 'code', r.code, 'order', r.order_code, 'name', private.short_name(f.name),
        'category', r.ticket_category_id, 'seats', to_jsonb(r.seats), 'state', r.state, 'reason', r.reason, 'sig', r.sig,
        'in', a.admissions)) order by r.id) filter (where r.state <> 'gone'), '[]'),
      'gone', coalesce(jsonb_agg(r.id order by r.id) filter (where r.state = 'gone'), '[]'))
    into v_answer
    from private.roster_rows r
    left join public.profiles f on f.id = r.user_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('scan', s.id, 'seats', to_jsonb(s.seats), 'gate', s.gate, 'at', s.corrected_at)
        order by s.corrected_at, s.id) as admissions
      from public.ticket_scans s
      where s.event_id = p_event_id and s.known_ticket = r.id and cardinality(s.seats) > 0
        and not exists (select from public.ticket_scans u where u.undoes = s.id and u.event_id = s.event_id)
    ) as a on true
    where r.event_id = p_event_id and r.id = any (v_ids);

  return v_answer || jsonb_build_object(
    'at', v_at,
    'event', (
      select jsonb_build_object('id', e.id, 'name', private.gate_event_name(e.id), 'date', e.date, 'status', e.status)
      from public.events e where e.id = p_event_id),
    'categories', (
      select coalesce(jsonb_object_agg(c.id, c.name), '{}') from public.ticket_categories c where c.event_id = p_event_id),
    -- Counting takes longer than reading a page.
    'total', case when p_since is null and p_after is null then (
      select (select count(*) from public.user_tickets t where t.event_id = p_event_id)
        + (select count(*) from public.payment_lines l
           where l.event_id = p_event_id and l.payment_status <> 'completed'
             and not exists (select from public.user_tickets t where t.payment_line_id = l.id))) end,
    'next', case when v_more then v_ids[c_page] end,
    -- Changes made while the gate is closed are still to be sent.
    'next_since', case when v_open then v_at - c_overlap else coalesce(p_since, 'epoch') end);
end
$function$;

CREATE OR REPLACE FUNCTION private.note_hand_out(p_event_id uuid, p_numbers jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_quiet constant interval := interval '5 minutes';
  v_numbers jsonb := jsonb_build_object('key_numbers', p_numbers);
begin
  perform pg_advisory_xact_lock(hashtextextended('hand_out:' || coalesce(auth.uid()::text, '') || p_event_id::text, 0));
  if not exists (
    select from public.audit_log a
    where a."table" = 'event_keys' and a.row_id = p_event_id::text and a.at > clock_timestamp() - c_quiet
      and a.actor = auth.uid() and a.action = 'hand_out' and a.after = v_numbers) then
    perform private.record_audit('hand_out', 'event_keys', p_event_id::text, null, v_numbers);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.lose_gate_device(p_event_id uuid DEFAULT NULL::uuid, p_device text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_admin uuid;
  v_device private.gate_devices;
  v_events uuid[];
  v_event uuid;
  v_rotated jsonb[] := '{}'::jsonb[];
  v_had_role boolean;
begin
  perform private.require_admin();
  v_admin := private.require_user();
  if p_event_id is null then
    perform private.refuse(400, 'invalid', 'p_event_id', 'Which event?');
  end if;
  select * into v_device from private.gate_devices d where d.event_id = p_event_id and d.device = p_device;
  if not found then
    perform private.refuse(404, 'not_found', 'p_device', 'No such device was heard of at this event.');
  end if;
  if v_device.staff_id = v_admin then
    perform private.refuse(409, 'own_device', 'p_device',
      'It was last used with your own account. Change your password, then withdraw the keys.');
  end if;

  v_had_role := exists (select from public.staff s where s.user_id = v_device.staff_id);
  if v_had_role then
    perform public.set_staff_role(v_device.staff_id, null);
  end if;
  -- Every event whose key may be on it: the device worked there, or that account got the key.
  v_events := array(
    select e.id from public.events e
    where clock_timestamp() <= private.gate_closes(e.date)
      and (exists (select from private.gate_devices d where d.event_id = e.id and d.device = p_device)
        or exists (select from public.audit_log a where a."table" = 'event_keys' and a.row_id = e.id::text
          and a.action = 'hand_out' and a.actor = v_device.staff_id))
    order by e.id);
  foreach v_event in array v_events loop
    v_rotated := v_rotated || (public.rotate_event_key(v_event, true) - 'withdrawn'
      || jsonb_build_object('name', private.gate_event_name(v_event)));
  end loop;
  update private.gate_devices d set lost_at = clock_timestamp() where d.device = p_device;
  perform private.record_audit('lose', 'gate_devices', p_device, null, jsonb_build_object(
    'event_id', p_event_id, 'gate', v_device.gate, 'staff_id', v_device.staff_id, 'role_taken', v_had_role, 'events', v_events));
  return jsonb_build_object(
    'device', p_device, 'staff_id', v_device.staff_id, 'role_taken', v_had_role, 'events', to_jsonb(v_rotated),
    'staff_name', (select private.short_name(f.name) from public.profiles f where f.id = v_device.staff_id));
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_gate()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.staff_events, private.roster_rows, private.name_changes from public, anon, authenticated;
  grant select on table public.staff_events to authenticated;
  revoke all on function private.my_gate_events(), private.require_gate(uuid), private.gate_opens(timestamptz),
    private.gate_closes(timestamptz), private.gate_event_name(uuid), private.short_name(text), private.note_name_change(),
    public.set_staff_events(uuid, uuid[]), public.gate_events(), public.gate_key(uuid),
    public.rotate_event_key(uuid, boolean), public.gate_roster(uuid, uuid, timestamptz), private.note_hand_out(uuid, jsonb),
    public.lose_gate_device(uuid, text), private.grant_gate() from public, anon, authenticated;
  -- Policies call it.
  grant execute on function private.my_gate_events() to authenticated;
  grant execute on function public.set_staff_events(uuid, uuid[]), public.gate_events(), public.gate_key(uuid),
    public.rotate_event_key(uuid, boolean), public.gate_roster(uuid, uuid, timestamptz), public.lose_gate_device(uuid, text)
    to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_time(p_scan jsonb, p_key text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_time timestamptz;
begin
  -- Requires a zone: without one it is no point in time.
  if p_scan ->> p_key ~ '^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$' then
    v_time := (p_scan ->> p_key)::timestamptz;
  end if;
  return v_time;
exception when data_exception then
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.readable_scan(p_scan json)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return p_scan::jsonb;
exception when data_exception then
  -- PostgreSQL text cannot hold U+0000 and halves of surrogate pairs.
  begin
    return regexp_replace(p_scan::text, '(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1\\ufffd', 'g')::jsonb;
  exception when data_exception then
    return null;
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.record_scan(p_scan json, p_staff uuid, p_received_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  c_most_seats constant integer := 40;
  v jsonb := private.readable_scan(p_scan);
  v_scan public.ticket_scans;
  v_known public.ticket_scans;
  v_event public.events;
  v_revoked_at timestamptz;
  v_made_by uuid;
  v_undo public.ticket_scans;
begin
  if jsonb_typeof(v) is distinct from 'object' then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', null);
  end if;
  v_scan.id := private.scan_uuid(v, 'id');
  v_scan.event_id := private.scan_uuid(v, 'event_id');
  v_scan.undoes := private.scan_uuid(v, 'undoes');
  v_scan.verdict := upper(translate(coalesce(v ->> 'verdict', case when v_scan.undoes is not null then 'UNDO' end), '_', ' '));
  v_scan.ticket_id := coalesce(private.scan_text(v, 'ticket_id', 512), '');
  v_scan.gate := coalesce(private.scan_text(v, 'gate', 80), '');
  v_scan.device := coalesce(private.scan_text(v, 'device', 128), '');
  v_scan.reason := private.scan_text(v, 'reason', 500);
  v_scan.scanned_at := private.scan_time(v, 'scanned_at');
  -- Another member of staff may have made it and left the device before it was sent.
  v_made_by := private.scan_uuid(v, 'scanned_by');
  if v_made_by <> p_staff and not exists (select from public.staff s where s.user_id = v_made_by) then
    v_made_by := null;
  end if;
  v_scan.staff_id := coalesce(v_made_by, p_staff);
  v_scan.received_at := p_received_at;

  if v_scan.id is null then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'id');
  elsif v_scan.event_id is null then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'event_id');
  elsif not private.is_admin() and not exists (select from private.my_gate_events() as w where w = v_scan.event_id) then
    return jsonb_build_object('ok', false, 'code', 'forbidden', 'field', 'event_id');
  end if;
  select * into v_event from public.events e where e.id = v_scan.event_id;
  if not found then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'event_id');
  elsif v_scan.verdict is null or v_scan.verdict not in ('ENTER', 'ALREADY IN', 'NOT VALID', 'CHECK', 'UNDO') then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'verdict');
  elsif (v_scan.verdict = 'UNDO') <> (v_scan.undoes is not null) or v_scan.undoes = v_scan.id then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'undoes');
  end if;

  if jsonb_typeof(coalesce(nullif(v -> 'seats', 'null'), '[]')) <> 'array' then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'seats');
  end if;
  v_scan.seats := array(
    select s from jsonb_array_elements_text(coalesce(nullif(v -> 'seats', 'null'), '[]')) as s
    group by s order by private.seat_order(s) collate "C");
  if cardinality(v_scan.seats) > c_most_seats
     or exists (select from unnest(v_scan.seats) as s where s is null or s !~ '^([A-Z0-9]{1,4}-)?[A-Z]{1,2}[1-9][0-9]{0,2}$')
     or (cardinality(v_scan.seats) > 0 and v_scan.verdict not in ('ENTER', 'CHECK')) then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'seats');
  end if;

  if v_scan.verdict = 'UNDO' and v_scan.ticket_id = '' then
    select s.ticket_id into v_scan.ticket_id from public.ticket_scans s where s.id = v_scan.undoes and s.event_id = v_scan.event_id;
    v_scan.ticket_id := coalesce(v_scan.ticket_id, '');
  end if;
  select t.id, t.ticket_category_id::text, t.revoked_at into v_scan.known_ticket, v_scan.place, v_revoked_at
    from public.user_tickets t
    where t.id = private.scan_uuid(jsonb_build_object('id', v_scan.ticket_id), 'id') and t.event_id = v_scan.event_id;
  if v_scan.known_ticket is not null then
    v_scan.ticket_id := v_scan.known_ticket::text;
  else
    v_scan.place := v_scan.ticket_id;
  end if;
  v_scan.corrected_at := private.corrected_time(v_scan.scanned_at, private.scan_time(v, 'sent_at'), p_received_at,
    least(private.gate_opens(v_event.date), private.gate_opens(v_event.previous_date), v_event.created_at) - interval '24 hours');
  if cardinality(v_scan.seats) > 0 then
    v_scan.problem := coalesce(private.outside_gate(v_event.date, v_event.previous_date, v_scan.corrected_at), case
      when v_scan.known_ticket is null then 'unknown_ticket'
      when v_revoked_at <= v_scan.corrected_at then 'revoked_ticket'
    end);
    if v_scan.problem in ('too_early', 'too_late') then
      v_scan.claimed_seats := v_scan.seats;
      v_scan.seats := '{}';
    end if;
  end if;

  insert into public.ticket_scans select v_scan.* on conflict (id) do nothing;
  if not found then
    select * into v_known from public.ticket_scans s where s.id = v_scan.id;
    if (v_known.event_id, v_known.ticket_id, v_known.verdict, coalesce(v_known.claimed_seats, v_known.seats),
        coalesce(v_known.undoes, v_known.refused_undo))
       is distinct from (v_scan.event_id, v_scan.ticket_id, v_scan.verdict, coalesce(v_scan.claimed_seats, v_scan.seats),
        v_scan.undoes) then
      return jsonb_build_object('ok', false, 'code', 'id_used', 'field', 'id');
    end if;
    return jsonb_build_object('ok', true, 'corrected_at', v_known.corrected_at, 'problem', v_known.problem);
  end if;

  if v_scan.staff_id <> p_staff then
    insert into private.relayed_scans (scan_id, sent_by) values (v_scan.id, p_staff);
  end if;
  -- An UNDO and its scan may arrive in any order.
  if v_scan.verdict = 'UNDO' then
    select * into v_known from public.ticket_scans s where s.id = v_scan.undoes;
    if found then
      v_scan.problem := private.refuse_undo(v_scan, v_known);
    end if;
  else
    for v_undo in select u.* from public.ticket_scans u where u.undoes = v_scan.id loop
      perform private.refuse_undo(v_undo, v_scan);
    end loop;
  end if;
  if v_scan.verdict = 'UNDO' and v_scan.problem is null then
    delete from private.admitted_seats a where a.scan_id = v_scan.undoes and a.event_id = v_scan.event_id;
  elsif not exists (select from public.ticket_scans u where u.undoes = v_scan.id) then
    insert into private.admitted_seats (event_id, place, seat, scan_id, corrected_at)
      select v_scan.event_id, v_scan.place, s, v_scan.id, v_scan.corrected_at from unnest(v_scan.seats) as s;
  end if;
  return jsonb_build_object('ok', true, 'corrected_at', v_scan.corrected_at, 'problem', v_scan.problem);
end
$function$;

CREATE OR REPLACE FUNCTION public.record_scans(p_scans json DEFAULT NULL::json)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_scans constant integer := 1000;
  v_staff uuid := private.require_user();
  v_item json;
  v_index integer := 0;
  v_answer jsonb;
  v_answers jsonb[] := '{}'::jsonb[];
  v_kept uuid[] := '{}'::uuid[];
  v_events uuid[];
  v_event uuid;
  v_at timestamptz;
  v_state text;
begin
  if not private.is_admin() and not private.is_gate() then
    perform private.refuse(403, 'forbidden', '', 'This is for staff.');
  end if;
  if p_scans is null or json_typeof(p_scans) <> 'array' then
    perform private.refuse(400, 'invalid', 'p_scans', format('A list of at most %s scans.', c_most_scans));
  elsif json_array_length(p_scans) > c_most_scans then
    perform private.refuse(400, 'invalid', 'p_scans', format('A list of at most %s scans.', c_most_scans));
  end if;

  -- One batch of an event at a time, so that the second of two conflicting ones returns the conflict.
  v_events := array(
    select distinct e from json_array_elements(p_scans) as s, lateral (select private.scan_uuid(private.readable_scan(s), 'event_id') as e) as x
    -- Only the caller's events: others must not block their gates.
    where e is not null
      and ((select private.is_admin()) and exists (select from public.events w where w.id = e)
        or e in (select private.my_gate_events()))
    order by 1);
  foreach v_event in array v_events loop
    perform pg_advisory_xact_lock(hashtextextended('scans:' || v_event::text, 0));
  end loop;
  v_at := clock_timestamp();

  for v_item in select s from json_array_elements(p_scans) as s loop
    begin
      v_answer := private.record_scan(v_item, v_staff, v_at);
    exception when others then
      get stacked diagnostics v_state = returned_sqlstate;
      -- An error in the row must not block the others; an error of the database must.
      if v_state !~ '^(22|23|P0|PT|42)' then
        raise;
      end if;
      v_answer := jsonb_build_object('ok', false, 'code', 'invalid', 'field', null);
    end;
    v_answer := v_answer || jsonb_build_object('index', v_index, 'id', private.scan_text(private.readable_scan(v_item), 'id', 64));
    v_answers := v_answers || v_answer;
    if (v_answer ->> 'ok')::boolean then
      v_kept := v_kept || (v_answer ->> 'id')::uuid;
    end if;
    v_index := v_index + 1;
  end loop;

  insert into private.gate_devices as d (event_id, device, gate, staff_id, last_sync_at)
    select distinct on (s.event_id, s.device) s.event_id, s.device, s.gate, v_staff, v_at
    from public.ticket_scans s where s.id = any (v_kept) and s.device <> ''
    order by s.event_id, s.device, s.corrected_at desc
    on conflict (event_id, device) do update
      set gate = excluded.gate, staff_id = excluded.staff_id, last_sync_at = excluded.last_sync_at, lost_at = null;

  return jsonb_build_object(
    'at', v_at,
    'answers', to_jsonb(v_answers),
    'conflicts', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'event_id', e, 'seat', c.seat, 'first', private.scan_brief(c.first_scan), 'later', private.scan_brief(c.later_scan))
        order by c.later_at, c.later_scan, private.seat_order(c.seat) collate "C"), '[]')
      from unnest(v_events) as e, lateral private.contested_seats(e) as c
      where c.first_scan = any (v_kept) or c.later_scan = any (v_kept)));
end
$function$;

CREATE OR REPLACE FUNCTION public.gate_counters(p_event_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_shown constant interval := interval '3 hours';
  v_at timestamptz := clock_timestamp();
begin
  perform private.require_gate(p_event_id);
  return (
    with made as (
      select s.id, s.gate, s.device, s.ticket_id, s.verdict, s.reason, cardinality(s.seats) as seats, s.problem, s.corrected_at,
        exists (select from public.ticket_scans u where u.undoes = s.id and u.event_id = s.event_id) as undone
      from public.ticket_scans s where s.event_id = p_event_id and s.verdict <> 'UNDO'),
    -- A CHECK is stored when it is shown; letting in after it is that device's next scan of the ticket.
    scans as materialized (
      select m.*, m.seats = 0 and m.verdict <> 'ENTER' and not m.undone and not (m.verdict = 'CHECK' and coalesce(
          lead(m.verdict = 'CHECK' and m.seats > 0 and not m.undone)
            over (partition by m.device, m.ticket_id order by m.corrected_at, m.id), false)) as refused
      from made m),
    -- Each seat once, by the scan that wins it.
    admitted as materialized (
      select distinct on (a.place, a.seat) s.gate, a.corrected_at
      from private.admitted_seats a join scans s on s.id = a.scan_id
      where a.event_id = p_event_id
      order by a.place, a.seat, a.corrected_at, a.scan_id),
    gates as (
      select s.gate, count(*) as scans, count(*) filter (where s.refused) as refused
      from scans s group by s.gate)
    select jsonb_build_object(
      'at', v_at,
      'expected', (
        select coalesce(sum(t.quantity), 0) from public.user_tickets t
        where t.event_id = p_event_id and t.payment_status = 'completed'),
      'admitted', (select count(*) from admitted),
      'gates', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'gate', g.gate, 'scans', g.scans, 'refused', g.refused,
          'admitted', (select count(*) from admitted a where a.gate = g.gate)) order by g.gate), '[]') from gates g),
      'minutes', (
        select coalesce(jsonb_agg(jsonb_build_object('minute', m.minute, 'gate', m.gate, 'admitted', m.admitted)
          order by m.minute, m.gate), '[]')
        from (select date_trunc('minute', a.corrected_at) as minute, a.gate, count(*) as admitted from admitted a
              where a.corrected_at > v_at - c_shown group by 1, 2) as m),
      'refused', (
        select coalesce(jsonb_agg(jsonb_build_object('verdict', r.verdict, 'reason', r.reason, 'count', r.count)
          order by r.count desc, r.verdict, r.reason), '[]')
        from (select s.verdict, s.reason, count(*) as count from scans s
              where s.refused group by s.verdict, s.reason) as r),
      'devices', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'device', d.device, 'gate', d.gate, 'last_sync_at', d.last_sync_at, 'waiting', d.waiting, 'roster_at', d.roster_at,
          'lost_at', d.lost_at,
          'staff_name', (select private.short_name(f.name) from public.profiles f where f.id = d.staff_id),
          'scans', (select count(*) from scans s where s.device = d.device)) order by d.gate, d.device), '[]')
        from private.gate_devices d where d.event_id = p_event_id),
      'conflicts', (select count(*) from private.contested_seats(p_event_id)),
      'problems', (select count(*) from scans s where s.problem is not null and not s.undone) + (
        select count(*) from public.ticket_scans s where s.event_id = p_event_id and s.refused_undo is not null)));
end
$function$;

CREATE OR REPLACE FUNCTION private.outside_gate(p_date timestamp with time zone, p_previous_date timestamp with time zone, p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- Tolerates a gate that opens or closes at the very second, and a clock that is a little wrong.
  select case
    when p_at between private.gate_opens(p_date) - slack and private.gate_closes(p_date) + slack then null
    when p_at between private.gate_opens(p_previous_date) - slack and private.gate_closes(p_previous_date) + slack then null
    when p_at < private.gate_opens(p_date) then 'too_early'
    else 'too_late'
  end
  from (select interval '5 minutes' as slack) as tolerance
$function$;

CREATE OR REPLACE FUNCTION private.undo_counts(p_undo ticket_scans, p_scan ticket_scans)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- The scanner offers 'Undo' for 10 seconds, and an opened question for 60 more.
  select p_scan.event_id = p_undo.event_id and p_scan.verdict <> 'UNDO'
    and p_scan.device = p_undo.device and p_scan.staff_id = p_undo.staff_id
    and least(abs(extract(epoch from p_undo.scanned_at - p_scan.scanned_at)),
      abs(extract(epoch from p_undo.corrected_at - p_scan.corrected_at))) <= 75
    -- A named maker is only a claim: then the same account must have sent the scan itself too.
    and not exists (
      select from private.relayed_scans u where u.scan_id = p_undo.id and not exists (
        select from private.relayed_scans s where s.scan_id = p_scan.id and s.sent_by = u.sent_by))
$function$;

CREATE OR REPLACE FUNCTION private.grant_scans()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table private.relayed_scans, public.ticket_scans, private.admitted_seats, private.gate_devices,
    private.check_ins from public, anon, authenticated;
  grant select on table public.ticket_scans, private.check_ins to authenticated;
  revoke all on function private.outside_gate(timestamptz, timestamptz, timestamptz),
    private.undo_counts(public.ticket_scans, public.ticket_scans),
    private.refuse_undo(public.ticket_scans, public.ticket_scans), private.keep_scanned_events(),
    private.scan_text(jsonb, text, integer), private.scan_uuid(jsonb, text), private.scan_time(jsonb, text),
    private.readable_scan(json), private.corrected_time(timestamptz, timestamptz, timestamptz, timestamptz),
    private.scan_brief(uuid), private.contested_seats(uuid), private.record_scan(json, uuid, timestamptz),
    public.record_scans(json), public.report_gate_device(uuid, text, text, integer, timestamptz), public.gate_trouble(uuid),
    public.gate_counters(uuid), public.get_check_ins(), private.grant_scans() from public, anon, authenticated;
  grant execute on function public.get_check_ins() to authenticated;
  grant execute on function public.record_scans(json), public.report_gate_device(uuid, text, text, integer, timestamptz),
    public.gate_trouble(uuid), public.gate_counters(uuid) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION public.dashboard_days(p_days integer DEFAULT 30)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most_days constant integer := 92;
  c_events constant integer := 12;
  c_zone constant text := 'Asia/Kolkata';
  v_today date := (now() at time zone c_zone)::date;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  if p_days is null or p_days not between 1 and c_most_days then
    perform private.refuse(400, 'invalid', 'p_days', format('1 to %s days.', c_most_days));
  end if;
  return jsonb_build_object(
    'days', (
      select jsonb_agg(jsonb_build_object('day', d.day, 'revenue', (
          select coalesce(sum(p.amount), 0)::numeric(14, 2)::text from public.payments p
          where p.status = 'approved' and p.reviewed_at >= d.from_at and p.reviewed_at < d.to_at),
        'tickets', (
          select coalesce(sum(t.quantity), 0) from public.user_tickets t
          where t.created_at >= d.from_at and t.created_at < d.to_at)) order by d.day)
      from (
        select v_today - n as day, (v_today - n)::timestamp at time zone c_zone as from_at,
          (v_today - n + 1)::timestamp at time zone c_zone as to_at
        from generate_series(0, p_days - 1) as n) as d),
    'events', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.date, e.event_id), '[]') from (
        select v.id as event_id, g.name as singer_name, v.city, v.venue, v.date,
          (select coalesce(sum(c.total_tickets), 0) from public.ticket_categories c where c.event_id = v.id) as total_tickets,
          (select coalesce(sum(c.tickets_sold), 0) from public.ticket_categories c where c.event_id = v.id) as tickets_sold,
          case when (v.date at time zone c_zone)::date = v_today then (
            select count(distinct (s.place, seat)) from public.ticket_scans s, lateral unnest(s.seats) as seat
            where s.event_id = v.id and not exists (select from public.ticket_scans u where u.undoes = s.id))
          end as admitted
        from public.events v join public.singers g on g.id = v.singer_id
        where v.status = 'scheduled' and v.date >= v_today::timestamp at time zone c_zone
        order by v.date, v.id limit c_events) as e),
    'refunds_due', (select count(*) from public.refunds r where r.status = 'requested'),
    'refunds_sum', (select coalesce(sum(r.amount), 0)::numeric(14, 2)::text from public.refunds r where r.status = 'requested'),
    'unread_messages', (select count(*) from public.contact_messages m where m.handled_at is null));
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_dashboard()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function public.dashboard_stats(), public.count_payments(timestamptz), public.dashboard_days(integer),
    private.grant_dashboard() from public, anon, authenticated;
  grant execute on function public.dashboard_stats(), public.count_payments(timestamptz), public.dashboard_days(integer)
    to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_history()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table private.history_list from public, anon, authenticated;
  grant select on table private.history_list to authenticated;
  revoke all on function private.keep_history(), public.note_export(text, integer), public.get_history(),
    public.count_listed(text, text), private.grant_history() from public, anon, authenticated;
  grant execute on function public.note_export(text, integer), public.count_listed(text, text) to anon, authenticated;
  grant execute on function public.get_history() to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.settled_until()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Read first: what begins later is stamped later.
  v_now timestamptz := clock_timestamp();
  v_oldest timestamptz;
begin
  if exists (
    select from pg_catalog.pg_stat_activity a
    join pg_catalog.pg_locks l on l.pid = a.pid and l.locktype = 'transactionid' and l.mode = 'ExclusiveLock'
    where a.datname = current_database() and a.query = '<insufficient privilege>'
  ) then
    return null;
  end if;
  select min(a.xact_start) into v_oldest from pg_catalog.pg_stat_activity a
    where a.datname = current_database() and a.backend_xid is not null and a.pid <> pg_backend_pid();
  return least(v_now, v_oldest);
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_storage_auth()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function private.order_of_picture(text), private.note_picture(text, text),
    private.picture_stored(), private.grant_storage_auth() from public, anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.tidy_sale()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_at_once constant integer := 10000;
  v_terms public.shop_terms := private.terms();
  v_names_kept interval := make_interval(days => v_terms.name_days);
  v_devices_kept interval := make_interval(days => v_terms.device_days);
  c_most_unsubmitted constant integer := 20; -- of one customer, older than a day
begin
  perform private.note_picture(p.screenshot_url, d.digest) from (
    select p.screenshot_url from public.payments p where p.status = 'pending' and p.picture_digest is null) as p,
    lateral (select private.stored_digest(p.screenshot_url) as digest) as d
    where d.digest is not null;

  delete from private.hold_usage u where u.since < now() - interval '2 hours';
  delete from public.seat_claims c using (
    select k.event_id, k.place, k.seat from public.seat_claims k
    where k.state = 'held' and k.expires_at < now() - interval '1 day'
    order by k.event_id, k.place, k.seat limit c_at_once for update skip locked) as gone
    where c.event_id = gone.event_id and c.place = gone.place and c.seat = gone.seat;
  delete from private.orders o using (
    select k.id from (
      select u.id, u.created_at, row_number() over (partition by u.user_id order by u.created_at desc, u.id) as n
      from private.orders u
      where u.submitted_at is null and u.expires_at < now() and u.created_at < now() - interval '1 day') as k
    where (k.created_at < now() - make_interval(days => v_terms.order_days) or k.n > c_most_unsubmitted)
      and not exists (select from public.seat_claims c where c.order_id = k.id)
    limit c_at_once) as gone
    where o.id = gone.id and o.submitted_at is null
      and not exists (select from public.payments p where p.order_id = o.id);

  -- gate_roster reads it: a list at a gate may have the earlier name, of a ticket or of an order.
  delete from private.name_changes n using (
    select k.user_id from private.name_changes k
    where k.at < now() - v_names_kept
      and not exists (
        select from public.user_tickets t join public.events e on e.id = t.event_id
        where t.user_id = k.user_id and private.gate_closes(e.date) > now() - v_names_kept)
      and not exists (
        select from public.payment_lines l join public.events e on e.id = l.event_id
        where l.user_id = k.user_id and private.gate_closes(e.date) > now() - v_names_kept)
    limit c_at_once for update skip locked) as gone
    where n.user_id = gone.user_id and n.at < now() - v_names_kept;
  delete from private.gate_devices d using (
    select k.event_id, k.device from private.gate_devices k join public.events e on e.id = k.event_id
    where private.gate_closes(e.date) < now() - v_devices_kept and k.last_sync_at < now() - v_devices_kept
    limit c_at_once for update of k skip locked) as gone
    where d.event_id = gone.event_id and d.device = gone.device;
end
$function$;

comment on type private.seat_budget is 'What private.hold_budget returns for one seat.';

comment on type private.order_line is 'One line of an order. asked_lines fills the category and the labels as requested, place_lines the rest: event_id is null when the category is gone; unit_price is the order''s frozen price, or today''s; in_order: the labels are known to be in seat order.';

comment on function private.uid() is 'Returns the signed-in caller, or null for a visitor. PT401 not_signed_in for a token whose session has ended: an empty answer would make a device drop its tickets. Security definer: on the embedded backend callers have no access to the schema auth, so invoker functions and views call this.';

comment on function private.refuse(integer,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'Ends the statement with HTTP status p_status (SQLSTATE PT4xx, PostgREST''s convention). p_code is one of refusalCodes in src/shop/refusals/refusal-codes.ts, p_detail text or JSON for the program, p_hint one English sentence for engineers.';

comment on function private.require_user() is 'Returns the caller, or PT401 not_signed_in.';

comment on function private.clean_text(pg_catalog.text) is 'Trims every kind of white space and returns Unicode normal form C.';

comment on function private.fold_text(pg_catalog.text) is 'Returns the cleaned text in lower case, for comparing names. In the C locale lower() leaves accented letters as they are, so the Latin ones are folded here.';

comment on function private.require_text(pg_catalog.text,pg_catalog.text,integer) is 'Returns one cleaned line of 1 to p_longest characters without invisible characters, or PT400 invalid naming p_argument.';

comment on function private.lock_customer(pg_catalog.uuid) is 'Allows one writer per customer until the end of the transaction.';

comment on function private.share_event(pg_catalog.uuid) is 'For holding seats and submitting: many at a time, none during lock_event.';

comment on function private.lock_event(pg_catalog.uuid) is 'For cancelling, layouts and ticket totals: excludes every other use of the event.';

comment on function private.lock_event_soon(pg_catalog.uuid) is 'lock_event for triggers, which lock their row first, against the usual order. Gives up after 800 ms with PT409 changed_meanwhile, before PostgreSQL detects a deadlock (1 s) and ends either transaction.';

comment on function private.stamp_row() is 'Trigger 90_stamp: keeps created_at and moves updated_at with every write, whatever the client sent.';

comment on function private.refuse_stale_edit() is 'Trigger 10_refuse_stale: refuses an edit whose revision is not the row''s. The noun''s own trigger raises the revision, only when a column that staff edit changes.';

comment on function private.note_deletion() is 'Trigger on synced tables; its argument is the id column. Removes the entry when a row returns under its old id. Security definer: no role may write deleted_rows.';

comment on function private.record_audit(pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.jsonb,pg_catalog.jsonb) is 'Adds one line to the audit log. Security definer: no role may write audit_log.';

comment on function private.audit_row() is 'Trigger audit; its argument is the id column. Records real changes only. Security definer: no role may write audit_log.';

comment on function private.strip_hidden(pg_catalog.text) is 'Removes invisible characters and those that change a line''s direction: with them two names can look alike and differ. Keeps joiners (U+200C, U+200D), which Indian scripts need.';

comment on function private.token_session() is 'Returns the session that the caller''s token names. Null without a token, and for a token signed outside the auth service, which takes the project''s secret.';

comment on function private.session_lives(pg_catalog.uuid) is 'True while the session in the caller''s token belongs to this account. It ends with the account, at sign-out, and when the password changes. A token without a session needs the account alone. For security definer functions: reads the schema auth.';

comment on function private.is_admin() is 'True when the caller is an admin now; PT401 not_signed_in when the session has ended. Security definer: policies of every table call it, whatever the caller may read.';

comment on function private.is_gate() is 'True when the caller is gate staff now; PT401 not_signed_in when the session has ended. Security definer: as is_admin.';

comment on function private.require_admin() is 'Returns the calling admin, or PT401 not_signed_in, or PT403 forbidden.';

comment on function private.grid_position(pg_catalog.text,integer) is 'Returns the position of the label in the grid, from 1; null unless it is exactly such a label.';

comment on function private.place_of(pg_catalog.uuid,pg_catalog.text) is 'Returns the place of this sellable seat: its section code, or the category''s id; null when the category has no such seat. Labels match exactly. Security definer: the same for every caller.';

comment on function private.seats_as_lines(private.seat[]) is 'Returns seats as JSON text shaped like p_lines, for refusals.';

comment on function public.my_role() is 'Returns ''admin'', ''gate'', or null for customers and visitors.';

comment on function private.count_admins() is 'Counts admins who still have an account. Security definer: reads auth.users.';

comment on function public.set_staff_role(pg_catalog.uuid,pg_catalog.text) is 'Makes the account admin or gate staff, or with null neither, and returns the role. Admins only. Refusals: PT400 invalid, PT404 not_found, PT409 not_confirmed, PT409 last_admin. Security definer: no role may write staff; reads auth.users.';

comment on function private.profile_text(pg_catalog.jsonb,pg_catalog.text,pg_catalog.text,integer,pg_catalog.text) is 'Returns the text under p_key, p_now when the key is missing, null when it is empty; or PT400 invalid naming the key.';

comment on function private.profile_flag(pg_catalog.jsonb,pg_catalog.text,boolean) is 'Returns the boolean under p_key, p_now when the key is missing; or PT400 invalid naming the key.';

comment on function public.save_profile(pg_catalog.jsonb) is 'Changes the given ones of name, phone, location, refund_upi_id, language (en, hi, mr), region (india, international), notify_email, marketing_consent (boolean), and returns the whole profile. Ignores the address and dates of a profile; any other key is PT400 invalid. Security definer: no role may write profiles.';

comment on function private.upcoming_tickets_of(pg_catalog.uuid) is 'Counts tickets as upcoming until 6 hours after the start. Security definer: the same for every caller.';

comment on function public.export_my_data() is 'Returns everything kept about the caller as one JSON value. Security definer: some of it (orders) has no read policy; every part is filtered by the caller.';

comment on function public.delete_my_account(boolean) is 'Deletes profile, messages, unsent mail, held seats, role and sign-in; keeps payments and tickets without name and address. Refusals: PT409 last_admin; PT409 pending_payment (detail: numbers of payments and tickets) unless p_confirm; PT403 sign_in_again unless the session began in the last five minutes. Security definer: customers delete nothing directly; the sign-in is in auth.users.';

comment on function private.search_pattern(pg_catalog.text,boolean) is 'Returns a LIKE pattern for texts that contain p_text literally; null for an empty text. One or two letters match only the beginning of the whole or, with p_word, of a later word: trigram indexes need three letters.';

comment on function private.most_found() is 'The most rows that a search returns, newest first; one row more says that there are others.';

comment on function private.find_accounts(pg_catalog.text,boolean,pg_catalog.uuid) is 'Returns accounts (p_staff: of staff) whose name, address, phone or location contains the text: the newest most_found() and one more if there are others, or with p_after the next by id. Empty unless the caller is an admin. Security definer: behind row security no index serves such a search, because the comparison might leak rows.';

comment on function public.get_all_profiles() is 'Returns every account for admins, no rows for others. Invoker and without a set clause, so that it is inlined and PostgREST can filter, order, page and count it at the speed of the view.';

comment on function public.search_profiles(pg_catalog.text,boolean,pg_catalog.uuid) is 'Returns the rows of get_all_profiles that find_accounts finds, for admins. Separate from it because one function for both gets a bad plan. Invoker and without a set clause: inlined.';

comment on function public.account_exists(pg_catalog.uuid) is 'True when this id is an account; false for one that a restored backup does not have. Security definer: no role may read auth.users; the answer reveals nothing, since an id cannot be guessed.';

comment on function private.session_is_fresh(pg_catalog.uuid,pg_catalog.uuid) is 'True when this session of this account began in the last 5 minutes, by a password, Google or a mailed link. Renewing a session does not make it younger. Security definer: reads auth.sessions.';

comment on function public.close_account(pg_catalog.uuid,pg_catalog.text) is 'Ends all sessions of an account and blocks sign-in, holds and submissions until reopen_account. Frees its held seats and removes its role; undecided payments stay in the list, tickets stay valid. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden (also for one''s own account), PT400 invalid, PT404 not_found, PT409 last_admin. Security definer: no role may write accounts and claims.';

comment on function public.reopen_account(pg_catalog.uuid) is 'Lets a closed account sign in again. Does not restore a role. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: no role may write accounts.';

comment on function public.closed_accounts() is 'Returns closed accounts, newest first, for admins (PT401 not_signed_in, PT403 forbidden). Security definer: no role may read the table.';

comment on function private.clean_new_profile() is 'Trigger 20_clean: removes invisible characters from what was typed at sign-up. save_profile makes later changes.';

comment on function private.client_address() is 'Returns the address of the caller''s connection, from the header in private.sender_address, or null. Without such a row: CF-Connecting-IP behind PostgREST, else the last entry of X-Forwarded-For, which the shop''s own server writes.';

comment on function public.send_contact_message(pg_catalog.jsonb) is 'Stores {id, name, email, topic, message, order_code} once per id and returns {id}, signed in or not. Limit: 5 an hour per account, or per connection and mail address of a stranger (private.limits), else PT429 too_many. PT400 invalid names the field. Security definer: no role may write contact_messages.';

comment on function private.note_handled() is 'Trigger 20_values: records which admin marked the message and when, by the server''s clock. Security definer: on the embedded backend admins have no access to the schema auth.';

comment on function private.find_messages(pg_catalog.text,boolean) is 'Returns open or handled messages that contain the text: the newest most_found() and one more if there are others. Empty unless the caller is an admin. Security definer: as find_accounts.';

comment on function public.search_messages(pg_catalog.text,boolean) is 'Returns what find_messages finds, for admins. Invoker and without a set clause: inlined, as search_profiles.';

comment on function private.guard_singer() is 'Trigger 20_values. Security definer: its result must not depend on which singers the writer may read.';

comment on function private.guard_ticket_category() is 'Trigger 20_values. Security definer: reads events whatever the writer may read. tickets_sold does not raise the revision; updated_at detects a stale edit of it.';

comment on function private.refuse_direct_edit() is 'Trigger 10_refuse_direct: refuses a write by a client itself to a column that only functions change.';

comment on function private.grid_seat(integer,integer) is 'Returns the label of the p_position-th seat of the grid.';

comment on function private.has_claims(pg_catalog.uuid) is 'True when any seat of the category is held, under review or sold; an expired hold counts as free. Security definer: no role may read seat_claims.';

comment on function private.section_seats(pg_catalog.jsonb) is 'Returns the labels of the sellable seats of one section of a valid layout.';

comment on function private.count_layout_seats(pg_catalog.jsonb,pg_catalog.text[]) is 'Counts the sellable seats of these sections.';

comment on function private.places_of(pg_catalog.uuid) is 'Returns the category''s section codes, or its own id when it has no layout. Security definer: the same for every caller.';

comment on function private.is_seat(pg_catalog.uuid,pg_catalog.text) is 'True when the category sells a seat of exactly this label.';

comment on function private.seats_of(pg_catalog.uuid) is 'Returns every sellable seat of the category in seat order. Security definer: the same for every caller.';

comment on function private.check_layout_data(pg_catalog.jsonb) is 'Refuses an invalid layout with PT400 invalid, detail the path of the error. Ignores unknown keys.';

comment on function private.lock_events_of_layout(pg_catalog.uuid) is 'Locks every event that uses the layout. Security definer: the same for every caller.';

comment on function private.guard_layout() is 'Trigger 20_values: a layout keeps claimed seats and sold sections. Security definer: reads links and claims whatever the writer may read.';

comment on function private.count_layout_again() is 'Trigger after a layout changes: updates the totals of the categories that use it. Security definer: writes for the shop.';

comment on function private.refuse_shared_sections(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text[]) is 'Refuses with PT409 other_layout or section_taken. Security definer: the same for every caller.';

comment on function private.taken_sections(pg_catalog.uuid,pg_catalog.uuid) is 'Returns section codes that other categories of the event sell. Security definer: the same for every caller.';

comment on function private.guard_layout_link() is 'Trigger 20_values of ticket_category_layouts: one layout per event, each section once, no change under claimed seats. Security definer: reads claims and locks categories whatever the writer may.';

comment on function private.apply_layout_link() is 'Trigger after linking: updates the category''s number of tickets. Security definer: writes for the shop.';

comment on function private.guard_ticket_category_shape() is 'Trigger 30_shape: the first claim freezes the grid''s columns, and the number never falls below the last claimed seat; with a layout the number follows the layout; a category with claims stays with its event. Security definer: reads claims and links whatever the writer may read.';

comment on function public.assign_layout(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text[]) is 'Gives the category these sections of the layout (''all'': those still free) and returns the link; a null layout removes it. Idempotent. Admins only. Refusals: PT404 not_found, PT400 invalid, PT409 seats_claimed, other_layout, section_taken. Security definer: locks the event and its category.';

comment on function public.add_ticket_category(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,numeric,integer,pg_catalog.uuid,pg_catalog.text[]) is 'Adds a ticket category and its seats in one transaction, or neither. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found (layout), PT409 other_layout, section_taken. Security definer: locks the event.';

comment on function private.settings_text(pg_catalog.text,pg_catalog.text,integer,pg_catalog.text) is 'Returns cleaned text, or null when empty; or PT400 invalid naming the column.';

comment on function public.shop_notices() is 'Returns the warnings of the shop''s own server, newest first, for admins (PT401 not_signed_in, PT403 forbidden). Security definer: no role may read the table.';

comment on function private.guard_shop_terms() is 'Trigger 20_values: a new row copies what it does not name from the row before. Refusal: PT400 invalid for a past day.';

comment on function private.terms() is 'Returns the terms of today, in India.';

comment on function private.price_order(numeric[],integer[],public.shop_terms) is 'Returns the price of an order in rupees: subtotal, its GST rounded once and half up in paise, the fee per seat. shares, the lines'' parts, split GST by largest remainder in line order and sum to the total. The twin of priceOrder in src/shop/prices/price.ts; src/shop/prices/price-cases.json tests both.';

comment on function private.is_sound_claim(pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,timestamp with time zone) is 'A claim is held (until expires_at), under review (with a payment) or sold (with a ticket). A claim of an order has its customer; the box office only sells.';

comment on function private.order_code(pg_catalog.uuid) is 'Returns MF and 8 characters of Crockford''s base 32: the first 40 bits of the id.';

comment on function private.read_lines(pg_catalog.jsonb) is 'Returns the lines of an order, in order. Refusals: as asked_lines.';

comment on function private.lock_order_events(pg_catalog.uuid[],pg_catalog.uuid) is 'Shares the events of an order, including those of seats it is about to give back, and locks its categories against deletion.';

comment on function private.hold_budget(pg_catalog.uuid,pg_catalog.uuid,private.seat[],interval) is 'For each seat: how much of p_allowed (shop_terms.held_minutes_an_hour) this customer has spent within the hour from the first hold, from when holding counts, and until when the seat may be held.';

comment on function private.book_usage(pg_catalog.uuid,private.seat_budget[],timestamp with time zone) is 'Books the held time of these seats up to p_expires_at. Call it before writing the claims.';

comment on function private.return_usage(pg_catalog.uuid,private.seat[]) is 'Gives back the rest of these holds. Call it before they are released or go under review.';

comment on function private.claim_seats(private.seat[],private.seat[],pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,timestamp with time zone) is 'Claims the wanted seats that are free, held by the same order or kept by the same payment, takes over expired holds and ended reviews, and frees the released seats. p_expires_at is the end of the hold or of the review; null: no end. Returns the seats it got.';

comment on function private.missing_seats(private.seat[],private.seat[]) is 'Returns the wanted seats that are not among the others.';

comment on function private.count_sold_claims() is 'Keeps tickets_sold equal to the number of the category''s sold claims. Functions that sell lock their categories by id first. Security definer: writes for the shop.';

comment on function public.taken_seats(pg_catalog.uuid) is 'Returns {at, taken, mine} as one value, so that no row limit cuts it. mine are the seats the caller holds; taken is every other seat that is held, under review or sold, including the caller''s purchases. Refusals: PT400 invalid, PT404 not_found. Security definer: only their owner may read claims.';

comment on function private.require_own_order(pg_catalog.uuid,pg_catalog.uuid) is 'Returns the order, or null when it was never held. The customer''s lock also locks the order, whose customer never changes. Refusals: PT400 invalid, PT401 not_signed_in, PT403 other_user.';

comment on function public.hold_seats(pg_catalog.uuid,pg_catalog.jsonb) is 'Makes the order''s holds exactly these lines, all or none, for hold_minutes of shop_terms, at prices frozen while the hold runs. Idempotent; never lengthens a running hold. A hold that expired or was released starts again at current prices; a refusal keeps the prices. Refusals: PT401 not_signed_in, PT400 invalid, too_many_seats, unknown_seat, PT403 other_user, PT409 order_submitted, not_on_sale, seats_taken, PT429 too_many, held_too_long. Security definer: no role may write claims and orders.';

comment on function public.extend_hold(pg_catalog.uuid) is 'Adds extension_minutes of shop_terms to a running hold, once; a repeat returns the same time. Refusals: PT401 not_signed_in, PT400 invalid, PT403 other_user, PT404 unknown_order, PT409 order_submitted, hold_expired, PT429 held_too_long. Security definer: no role may write claims and orders.';

comment on function public.release_seats(pg_catalog.uuid) is 'Frees what the order holds, also after its payment was rejected. Idempotent. Refusals: PT401 not_signed_in, PT400 invalid, PT403 other_user, PT404 unknown_order, PT409 order_submitted. Security definer: no role may write claims.';

comment on function private.sell_at_box_office() is 'When staff raise tickets_sold, claims that many free seats for the box office, in an order fixed by category and seat, so that every visitor sees the same ones; lowering gives back the last ones claimed. Refusals: PT409 not_enough_free_seats, sold_to_customers. Security definer: no role may write claims.';

comment on function private.box_office_rank(pg_catalog.uuid,pg_catalog.text) is 'A fixed, even scatter: the order in which the box office takes seats.';

comment on function private.asked_lines(pg_catalog.jsonb,public.shop_terms) is 'Returns the lines of an order and their categories, in order, each value of the right shape; does not check that categories and seats exist. Refusals: PT400 invalid, too_many_seats, unknown_seat.';

comment on function private.share_order_events(pg_catalog.uuid[],pg_catalog.uuid) is 'lock_order_events for callers that go on to place_lines, which locks a single category while reading it.';

comment on function private.claims_besides(pg_catalog.uuid,pg_catalog.uuid,private.seat[]) is 'Returns, apart from the wanted seats, what the order holds and now gives back, and how many seats the customer has held or under review.';

comment on function private.forget_held_times() is 'Trigger: deletes an event''s held times and expired ones with it. Security definer: no role may use them.';

comment on function private.known_lines(pg_catalog.jsonb) is 'Returns what asked_lines returns, without checks, for lines that it has checked before.';

comment on function private.place_lines(private.order_line[],pg_catalog.uuid) is 'Completes the asked lines as order_line describes, with event and place of each seat. unknown: seats that their category does not sell; not_on_sale: seats whose event is over, cancelled or gone; null when there is none. event_id is the event of all lines, null when they are at several or a category is gone. Locks the categories against deletion; the caller has shared their events.';

comment on function public.release_customer_seats(pg_catalog.uuid) is 'Frees every seat that a customer holds or has under review, and returns how many. The payments stay undecided with a warning that their seats were lost; tickets stay. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid. Security definer: no role may write claims.';

comment on function private.normal_reference(pg_catalog.text) is 'Returns a reference as it is stored: digits without their grouping, anything else trimmed and in upper case, as src/shop/payments/utr.ts sends it. Empty, and so refused, when it has invisible characters or is far too long.';

comment on function private.is_sound_payment(pg_catalog.text,numeric,timestamp with time zone) is 'A payment is pending, or was approved or rejected at some time; its amount is not negative.';

comment on function private.is_sound_line(pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text[],integer,numeric,numeric) is 'A line has 1 to 10 seats of a category and its event, or names a deleted category and has no seats.';

comment on function private.plain_digits(pg_catalog.text) is 'Returns Unicode normal form KC (full-width characters become plain) with digits of every script as 0 to 9: the rule of src/shop/payments/utr.ts.';

comment on function private.reference_key(pg_catalog.text) is 'Returns the same key for references of one transfer: its only number of twelve digits, whatever surrounds or groups it (`UTR 4123 4567 8901`, `412345678901 no. 2`); else the only one that digit-like letters make (`4I23456789O1`); else its letters and digits.';

comment on function private.look_alike_digits(pg_catalog.text) is 'Replaces letters and characters that look like a digit by that digit: O by 0, a Cyrillic Ze by 3. Same list as src/shop/payments/utr.ts.';

comment on function private.submission(public.payments) is 'Returns what submit_payment returns.';

comment on function private.find_submission(pg_catalog.uuid,pg_catalog.uuid) is 'Returns what this order''s submission returned, or null. Refusal: PT403 other_user.';

comment on function public.submit_payment(pg_catalog.uuid,pg_catalog.text,numeric,pg_catalog.text,pg_catalog.jsonb,pg_catalog.text) is 'Records that a payment was sent, once per order id: a repeat, even with other contents, returns the stored row. Seats that are free or held by the order go under review; other problems are recorded and shown to staff. Refusals: PT401 not_signed_in, PT400 invalid, too_many_seats, unknown_seat, PT403 other_user, PT409 transaction_used (detail: that order''s code). Security definer: no role may write payments.';

comment on function private.deleted_name(pg_catalog.uuid) is 'Returns the name of a deleted ticket category; null when none was deleted under this id.';

comment on function private.record_lines(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,private.order_line[],numeric[]) is 'Writes the lines of a new payment, from place_lines, with the order''s frozen prices and current names. p_shares are the lines'' shares of the price, where known. The caller holds the customer''s lock and has locked the categories.';

comment on function private.require_account() is 'Trigger 20_account: a token outlives its session and its account for up to an hour. Refuses payments whose account is deleted or closed or whose session has ended; the device keeps them and prompts for a sign-in.';

comment on function private.lock_reference(pg_catalog.text) is 'Locks a reference until the end of the transaction: its money either buys tickets or is refunded. The last of all locks.';

comment on function private.settle_reference() is 'Trigger settle on payments: money that buys tickets is no longer owed, and refunded money buys none (PT409 credit_used). Security definer: no role may write refunds.';

comment on function private.is_backed(public.payments) is 'True when a free bank credit of at least the order''s price names this payment''s reference, and no other payment does.';

comment on function private.review_end(public.payments) is 'Returns when an undecided payment loses its seats, counted from its submission; null once a credit backs it.';

comment on function private.lengthen_review(pg_catalog.uuid) is 'Extends, never shortens, how long the payment keeps its seats, after a picture or a credit arrived. Security definer: no role may write claims.';

comment on function private.review_held(pg_catalog.uuid,pg_catalog.uuid,timestamp with time zone) is 'return_usage and claim_seats for a payment whose seats are exactly those that the order holds. Does not claim a seat whose hold expired and that was taken over meanwhile. The caller holds the customer''s and the events'' locks.';

comment on function public.check_payment_status(pg_catalog.text) is 'Returns the caller''s own payments with this reference, undecided first, then newest. seats_held: every seat paid for is still kept for the payment; kept_until: when that ends, null without an end. Invoker: row security decides.';

comment on function private.stored_digest(pg_catalog.text) is 'Returns storage''s digest of this picture''s bytes; empty when it has none, null when there is no such picture.';

comment on function private.check_character(pg_catalog.text) is 'Luhn mod 32 over Crockford''s base 32: detects any one wrong character and any swap of two neighbours except 0 with Z.';

comment on function private.new_ticket_code() is 'Returns 8 random characters (40 bits) and their check character, not in use.';

comment on function private.seat_list(pg_catalog.text[]) is 'Returns seats as canonical text: by section, ascending, runs joined: ''BALC:A1-4,B7;STAL:C2'' or ''A1-4,B7''.';

comment on function private.ticket_signature(pg_catalog.bytea,integer,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text[]) is 'Returns the MAC of a ticket, in hexadecimal.';

comment on function private.signing_key(pg_catalog.uuid) is 'Returns the key that signs new tickets of the event; makes it when first needed.';

comment on function public.confirm_tickets(pg_catalog.text) is 'Returns the caller''s tickets of the approved payment with this reference; makes none. Invoker: row security decides.';

comment on function public.revoke_tickets(pg_catalog.uuid[],pg_catalog.text) is 'Revokes tickets: they stay, marked failed with the reason, and their seats become free. A revoked ticket keeps its first reason. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: no role may write tickets and claims.';

comment on function public.change_ticket_seats(pg_catalog.uuid,pg_catalog.text[],pg_catalog.text) is 'Gives an issued ticket other seats of its category, as many as it has, signs it again and records the reason in the history. Returns what reassign_seats does. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, unknown_seat, PT404 not_found, PT409 seats_taken (detail: the seats, shaped like lines), already_decided (revoked). Security definer as reassign_seats.';

comment on function private.bank_rows_of(pg_catalog.jsonb) is 'Returns the rows of import_bank_rows, or PT400 invalid naming the first that cannot be read.';

comment on function public.match_bank_rows() is 'Matches pending payments with the bank''s credits by reference and amount, for admins (PT401 not_signed_in, PT403 forbidden): exact (one credit of the expected amount, nothing to check), to_check (the same with warnings, or one''s own), amount_differs, two_claims, not_found, as {count, sum, payments}; and unclaimed credits. A kind without payments is absent. Security definer: behind row security no index finds the credits that name a reference.';

comment on function private.credit_used_by(pg_catalog.uuid,pg_catalog.text) is 'Returns the order that every credit with this reference already paid for; null when one of them is free for the payment, or the statements have none.';

comment on function public.find_bank_rows(pg_catalog.text) is 'Returns the credits that name this reference, newest first, each with the order that it paid for, if any, for admins (PT401 not_signed_in, PT403 forbidden). Security definer: as match_bank_rows.';

comment on function private.credits_imported() is 'Trigger 40_backed: payments that a new credit backs keep their seats until the decision. Security definer: no role may write claims.';

comment on function public.import_bank_rows(pg_catalog.jsonb,pg_catalog.uuid,pg_catalog.text) is 'Stores the credits of a bank statement and returns {added, known}. A known credit stays with its first import and gets the UTR that this export reads. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid (detail names row and field). Security definer: no role may write bank_rows.';

comment on function public.list_bank_imports() is 'Returns the last ten imports of statements, newest first: how many credits each added, and how many paid for an order; for admins (PT401 not_signed_in, PT403 forbidden). Security definer: as match_bank_rows.';

comment on function private.backs_payment(public.bank_rows) is 'True when a payment was approved by this credit: it keeps the credit, or has its reference.';

comment on function public.take_back_bank_import(pg_catalog.uuid) is 'Deletes the credits that an import added, and refunds owed only because of them, unless a payment was approved by one of them or their money was sent back. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 in_use (detail: the order). Security definer: no role may write bank_rows.';

comment on function private.bank_row_key(pg_catalog.date,numeric,pg_catalog.text,numeric,bigint) is 'Returns bank_rows.row_key. Two credits of one amount leave two balances, unless the same amount went out between them: p_occurrence tells these apart. Without a balance only the wording identifies the credit.';

comment on function private.credits_of(pg_catalog.jsonb) is 'Returns the rows of import_bank_rows with their keys, or PT400 invalid as bank_rows_of.';

comment on function private.joining(pg_catalog.jsonb) is 'Returns the known credits for which this export names a UTR that no earlier one did.';

comment on function private.join_bank_rows() is 'Joins rows that different imports added for one credit into the row that paid for an order or came first. Rows of one import are different credits; rows that paid for different orders stay. For rows of earlier versions.';

comment on function private.credit_joined() is 'Trigger 40_joined on bank_rows: applies a new credit also to payments named by another wording of it. Security definer: no role may write claims and refunds.';

comment on function private.note_move() is 'Trigger 50_moved: sets moved_at to the time of the last move, whatever the client sent.';

comment on function private.audit_refund() is 'Trigger audit of refunds. Security definer: no role may write audit_log.';

comment on function private.forget_upi_id() is 'Trigger forget_upi_id on profiles: deletes a leaving customer''s UPI id here too, except where money is still owed. Security definer: no role may write refunds.';

comment on function public.request_refund(pg_catalog.uuid) is 'Requests the money of one''s own ticket, paid to the profile''s UPI id: without time limit for a cancelled event; for an event moved after the payment within seven days of the move and before it begins. From then on the gate refuses the ticket. When already owed or requested: as claim_refund. Refusals: PT401 not_signed_in, PT404 not_found, PT409 not_refundable (detail: revoked, unchanged, late, begun, nothing), PT409 no_upi_id. Security definer: no role may write refunds.';

comment on function private.find_refunds(pg_catalog.text,pg_catalog.text,pg_catalog.uuid) is 'Returns refunds (of a state, or of all) whose UPI id, transfer''s or payment''s reference, order code, customer''s name or address, or event contains the text: the newest most_found() and one more if there are others, or with p_after the next by id. Empty unless the caller is an admin. Security definer: as find_accounts.';

comment on function private.fill_refund() is 'Trigger 20_payment: takes the refund''s payment from its ticket.';

comment on function private.ticket_money(public.user_tickets) is 'Returns the rupees to refund for a ticket: its price, at most its share of what its payment received.';

comment on function private.masked_upi_id(pg_catalog.text) is 'Returns ''as***@okaxis'': enough to tell two ids apart, too little to be a name.';

comment on function private.mark_ticket_of_refund() is 'Trigger roster: changes the ticket''s row in the gate''s list. For a cancelled event the list itself does. Security definer: no role may write tickets.';

comment on function private.give_upi_id() is 'Trigger give_upi_id on profiles: adds a new UPI id to the customer''s unpaid refunds that have none. Security definer: no role may write refunds.';

comment on function public.claim_refund(pg_catalog.uuid) is 'Requests money that the shop owes the caller, paid to the profile''s UPI id. A repeat only changes the UPI id, until the money was sent. Refusals: PT401 not_signed_in, PT404 not_found, PT409 no_upi_id. Security definer: no role may write refunds.';

comment on function private.owe_beyond(pg_catalog.uuid[]) is 'Records as owed what bank statements show beyond the tickets of decided payments of a cancelled event: everything of a rejected payment, the excess of an approved one. Records nothing without a statement, and nothing twice.';

comment on function private.owe_event(pg_catalog.uuid) is 'Records what is owed for a cancelled event: the money of each ticket, and owe_beyond. The caller holds lock_event.';

comment on function private.owe_credit() is 'Trigger owe on bank_rows, for statements imported after the event was cancelled. Security definer: no role may write refunds.';

comment on function private.ticket_admissions(pg_catalog.uuid) is 'Returns {seats, at}: how many seats of the ticket were let in, and when the first; null when none. Invoker: row security decides for the list of refunds.';

comment on function public.mark_refunded(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,boolean) is 'Records that the money was sent to p_upi_id, with the bank''s reference of the transfer, and revokes the ticket. One transfer may pay several refunds of one customer. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 already_decided (detail: status, reviewed_at, utr), no_upi_id, changed_meanwhile (detail: the UPI id now), admitted (detail: seats, at) unless p_admitted, not_refundable (nothing: less was received; tickets: it bought valid tickets), transaction_used (detail: the other customer''s order). Security definer: no role may write refunds.';

comment on function public.start_refund(pg_catalog.uuid,pg_catalog.uuid,numeric,pg_catalog.text) is 'Records that the shop owes money of a decided payment, and why: with p_ticket_id that of the ticket, which the gate then refuses; without it money that pays for no valid ticket. All of it unless p_amount says less. Returns an existing refund as it is. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, own_payment, PT400 invalid, PT404 not_found, PT409 not_refundable (detail: pending; nothing; tickets, when the rest is the price of valid ones; or {most, tickets} in rupees). Security definer: no role may write refunds.';

comment on function public.drop_refund(pg_catalog.uuid) is 'Removes an unpaid refund; the gate then admits the ticket again. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 already_decided, PT409 not_refundable (sent: part of the ticket''s price was refunded without it). Security definer: no role may write refunds.';

comment on function public.get_refunds() is 'Returns every refund with its customer and purpose, for admins. admitted: {seats, at} of a ticket that was let in. Invoker and without a set clause, as get_payment_details.';

comment on function public.search_refunds(pg_catalog.text,pg_catalog.text,pg_catalog.uuid) is 'Returns the rows of get_refunds that find_refunds finds, for admins. Separate from it because one function for both gets a bad plan. Invoker and without a set clause: inlined.';

comment on function private.kept_by_tickets(pg_catalog.uuid) is 'Returns the price, in rupees, of the payment''s tickets that are valid: neither revoked nor with a refund.';

comment on function private.beyond_tickets(pg_catalog.uuid) is 'Returns the rupees received for a payment that are not promised back and pay for no valid ticket.';

comment on function public.find_refundable(pg_catalog.uuid) is 'Returns what start_refund may record for a payment without a ticket, in rupees: most; owed (recorded and not paid); in_statement (a bank statement shows what was received, not only the customer); lines (whose valid tickets keep the rest). Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: as match_bank_rows.';

comment on function private.owe_ticket() is 'Trigger owe on user_tickets: records a new ticket of a cancelled event as owed, as owe_event does. Security definer: no role may write refunds.';

comment on function private.owe_decided() is 'Trigger owe on payments: for a payment decided after its event was cancelled, records the excess over its tickets as owed, all of it when rejected. Security definer: no role may write refunds.';

comment on function private.lock_payments(pg_catalog.uuid[]) is 'Locks everything that these decisions touch, in the one lock order, before the first payment is decided.';

comment on function private.prepare_keys(pg_catalog.uuid[]) is 'Makes the missing signing keys of the payments'' events, in one order: otherwise two approvals could deadlock on them.';

comment on function private.lost_seats(pg_catalog.uuid) is 'Returns seats of the payment''s lines that are not kept for it, and lines whose category is deleted; null when there are none.';

comment on function private.decision(pg_catalog.uuid) is 'Returns what review_payment and reassign_seats return: the payment and its tickets.';

comment on function private.refuse_decided(public.payments) is 'Refuses with PT409 already_decided, with who and when.';

comment on function private.approve_payment(public.payments,pg_catalog.text,pg_catalog.uuid) is 'Approves a pending payment that lock_payments has locked: sells its seats, makes its tickets, stores it with the bank''s credit. Refusals: PT403 own_payment, PT409 reference_approved, reference_of_refund, credit_used (each: the order''s code), seats_lost.';

comment on function private.reject_payment(public.payments,pg_catalog.text,pg_catalog.uuid) is 'Rejects a payment and keeps its seats held for retry_minutes of shop_terms, which do not count as held time. After retries_a_day rejections of one customer the seats are free at once.';

comment on function private.decide_payment(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.uuid) is 'Decides a payment that lock_payments has locked. Idempotent for the same decision.';

comment on function public.review_payment(pg_catalog.uuid,pg_catalog.text,pg_catalog.text) is 'Approves (seats sold, one ticket per line) or rejects a payment; the customer reads the note. Idempotent for the same decision. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, own_payment, PT400 invalid, PT404 not_found, PT409 already_decided (detail: who, when), reference_approved, reference_of_refund, credit_used (detail: the order''s code), seats_lost (detail: lines and seats). Security definer: no role may write payments, claims and tickets.';

comment on function public.review_payments(pg_catalog.uuid[]) is 'Approves many payments and returns [{payment_id, ok: true, result} | {payment_id, ok: false, refusal: {status, code, detail}}] in the order given. Each payment runs in its own subtransaction: a refused one changes nothing and blocks no other; all become visible together. Admins only. Refusals of the whole call: PT401 not_signed_in, PT403 forbidden, PT400 invalid. Security definer as review_payment.';

comment on function public.reassign_seats(pg_catalog.uuid,pg_catalog.jsonb) is 'Gives these lines of a payment other seats, as many as were paid for; other lines keep theirs. Tickets of an approved payment get the new seats and signature. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, unknown_seat, too_many_seats, PT404 not_found, PT409 seats_taken, already_decided (rejected or revoked). Security definer: no role may write claims, lines and tickets.';

comment on function private.find_payments(pg_catalog.text,pg_catalog.text,pg_catalog.uuid) is 'Returns payments (of a state, or of all) whose reference (grouped or not), order code, customer''s name or address contains the text, or whose amount it is: the newest most_found() and one more if there are others, or with p_after the next by id. Empty unless the caller is an admin. Security definer: as find_accounts.';

comment on function private.find_lines(pg_catalog.text,pg_catalog.text,pg_catalog.uuid) is 'Returns booked lines (of a state; recent: with a ticket of the last 24 hours) whose order code, reference, customer''s name or address, event or ticket category contains the text, or whose ticket''s code begins with it: the newest most_found() and one more if there are others, or with p_after the next by id. Empty unless the caller is an admin. Security definer: as find_accounts.';

comment on function public.get_all_tickets() is 'Returns bookings, one per order line, for admins: pending while under review (ticket_id null), failed when rejected or revoked, completed with a ticket. Invoker and without a set clause, as get_payment_details.';

comment on function public.search_tickets(pg_catalog.text,pg_catalog.text,pg_catalog.uuid) is 'Returns the rows of get_all_tickets that find_lines finds, for admins. Separate from it because one function for both gets a bad plan. Invoker and without a set clause: inlined.';

comment on function public.watch_payments(pg_catalog.uuid,pg_catalog.uuid) is 'For admins (PT401 not_signed_in, PT403 forbidden, PT400 invalid): records for twenty seconds that this window has that payment open (null: none); returns the other windows with one open, and the state of the open one. Security definer: no role may write private.payment_watchers.';

comment on function private.decision_note(pg_catalog.text) is 'Returns the note for the customer, cleaned, null when empty; or PT400 invalid.';

comment on function public.reject_payments(pg_catalog.uuid[],pg_catalog.text) is 'Rejects up to 100 payments with one note and returns what review_payments does: each by itself, in the order given. Admins only. Refusals of the whole call: PT401 not_signed_in, PT403 forbidden, PT400 invalid. Security definer as review_payment.';

comment on function public.get_payment_details() is 'Returns every payment with its lines, expected price and warnings, for admins. Invoker and without a set clause, so that it is inlined and PostgREST can filter, order, page and count it at the speed of the view.';

comment on function public.search_payments(pg_catalog.text,pg_catalog.text,pg_catalog.uuid) is 'Returns the rows of get_payment_details that find_payments finds, for admins. Separate from it because one function for both gets a bad plan. Invoker and without a set clause: inlined.';

comment on function public.cancel_event(pg_catalog.uuid,pg_catalog.text) is 'Stops the sale for good, frees held seats, and records in refunds what is owed to whom; payments under review and tickets stay. A repeat returns the event as it is, with its first reason. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: only this changes status, and no role may write claims or refunds.';

comment on function private.category_in_use(pg_catalog.uuid) is 'True when the category has a claim other than an expired hold, a line or a ticket, or an order younger than a day lists it.';

comment on function private.guard_event_edit() is 'Trigger 15_guard_edit, for direct edits of an event''s singer, date or place: PT409 not_on_sale (cancelled), PT400 invalid (a past date), PT409 in_use (another singer; detail: singer_id) and move_only (another date or place) while seats are sold or held. Security definer: reads claims whatever the writer may read.';

comment on function public.move_event(pg_catalog.uuid,timestamp with time zone,pg_catalog.text,pg_catalog.text) is 'Gives the event another date, keeping the earlier one in previous_date, or another place; tickets stay valid. Idempotent. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 not_on_sale (cancelled). Security definer: only this changes previous_date.';

comment on function private.import_step(pg_catalog.text) is 'Returns a name as the path of a problem shows it.';

comment on function private.is_line(pg_catalog.jsonb,integer) is 'True for one line of 1 to p_longest characters after trimming, without invisible characters.';

comment on function private.import_instant(pg_catalog.jsonb,pg_catalog.jsonb) is 'Returns when a concert begins: YYYY-MM-DD and HH:MM (19:00 by default) in India; null when there is no such moment.';

comment on function private.check_tickets(pg_catalog.text,pg_catalog.jsonb) is 'Returns the problems of the ticket types of one concert.';

comment on function private.check_concert(pg_catalog.text,pg_catalog.jsonb) is 'Returns the problems of one concert of the file.';

comment on function private.check_catalogue(pg_catalog.jsonb) is 'Returns every problem of a file of concerts with its path: ''Arijit/Mumbai/date: not a date''.';

comment on function public.import_catalogue(pg_catalog.jsonb,boolean) is 'Imports a file of concerts in one transaction: missing singers, events and ticket categories of 100 tickets, none sold. Returns {problems: ["Arijit/Mumbai/date: not a date"], differences: [{path, stored, given}], events: [{singer, city, venue, date, genre, new_singer, new, tickets: [{name, price, new}]}], created: {singers, events, ticket_categories}}; with p_dry_run it writes nothing. Same singer, city, venue and instant is the same event: importing again creates nothing, a different price or genre is a difference and stays as stored. PT400 invalid, detail the problems, imports nothing. Admins only. Security definer: writes columns that clients may not insert.';

comment on function private.my_gate_events() is 'Returns the events at which the caller works as gate staff. Security definer: policies call it, whatever the caller may read.';

comment on function private.require_gate(pg_catalog.uuid) is 'Returns the caller, an admin or gate staff of that event; or PT401 not_signed_in, PT403 forbidden, PT400 invalid, and for admins PT404 not_found. Security definer: its result must not depend on what the caller may read.';

comment on function private.gate_opens(timestamp with time zone) is 'Returns from when gate_key returns the keys of an event of this start.';

comment on function private.gate_closes(timestamp with time zone) is 'Returns until when gate_key returns the keys of an event of this start.';

comment on function private.gate_event_name(pg_catalog.uuid) is 'Returns the name of an event at the gate.';

comment on function public.set_staff_events(pg_catalog.uuid,pg_catalog.uuid[]) is 'Sets the events at which a member of staff works to exactly these, and returns them. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found (no staff, or no such event). Security definer: no role may write staff_events.';

comment on function public.gate_events() is 'Returns [{event_id, name, city, venue, date, status, opens_at, closes_at, tickets}] of the caller''s events, until 24 hours after their start: all for admins, their own for gate staff. Refusals: PT401 not_signed_in, PT403 forbidden. Security definer: gate staff may not read tickets, not even to count them.';

comment on function public.gate_key(pg_catalog.uuid) is 'Returns {event_id, keys: [{number, key: 64 hexadecimal digits}], withdrawn: [number], opens_at, closes_at}, for admins and the event''s gate staff, from 48 hours before its start to 24 hours after it. The audit log records who got which, without the keys, once in five minutes. Refusals: PT401 not_signed_in, PT403 forbidden, gate_closed (detail: opens_at, closes_at), PT400 invalid, PT404 not_found. Security definer: no role may read keys.';

comment on function public.rotate_event_key(pg_catalog.uuid,boolean) is 'Makes a new key, which signs new tickets from now on, and returns {event_id, key_number, withdrawn: [number], resigned}. Without p_withdraw earlier keys stay valid. With it they are withdrawn and every valid ticket is signed again, usable once its owner''s device has synced. Each call makes a key. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 too_many (255 keys). Security definer: no role may write keys.';

comment on function private.short_name(pg_catalog.text) is '''Farah Nadkarni'' becomes ''Farah N.''; null for no name.';

comment on function private.note_name_change() is 'Trigger: records that a name changed or was deleted. Security definer: no role may write name_changes.';

comment on function public.gate_roster(pg_catalog.uuid,pg_catalog.uuid,timestamp with time zone) is 'Returns one page, at most 1,000 rows, of the event''s tickets for the gate: {at, event: {id, name, date, status}, categories: {id: name}, total, rows: [{id, code, order, name, category, seats, state, reason, sig, in: [{scan, seats, gate, at}]}], gone: [id], next, next_since}, without null values in a row. p_after is next of the page before; p_since (next_since of the last download''s first page) returns only changes. Revoked tickets stay in. total is in the first page of a full list only; outside the key''s window there are no rows. sig is the first half of the SHA-256 of a ticket''s signature; a code is genuine only with it. For admins and the event''s gate staff. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: gate staff read no other tickets or names.';

comment on function private.note_hand_out(pg_catalog.uuid,pg_catalog.jsonb) is 'Records in the history that the caller received these keys of the event: one line for the same keys in five minutes. Security definer: no role may write audit_log.';

comment on function public.lose_gate_device(pg_catalog.uuid,pg_catalog.text) is 'Handles a lost gate device: removes the role of the account that last worked on it, withdraws the keys of every event that is not over and whose key that device or account got, and signs its tickets again. A repeat does so again. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found, PT409 own_device (the account is the caller''s), too_many (255 keys). Security definer: no role may write staff or keys.';

comment on function private.scan_text(pg_catalog.jsonb,pg_catalog.text,integer) is 'Returns the value under the key as text, cut to its longest, without invisible characters, so that a gate has one name in scans and reports.';

comment on function private.scan_uuid(pg_catalog.jsonb,pg_catalog.text) is 'Returns the uuid under the key; null for anything else.';

comment on function private.scan_time(pg_catalog.jsonb,pg_catalog.text) is 'Returns the ISO instant under the key; null for anything else.';

comment on function private.readable_scan(json) is 'Returns the scan with U+FFFD for characters that the database cannot store; null when it is still unreadable.';

comment on function private.corrected_time(timestamp with time zone,timestamp with time zone,timestamp with time zone,timestamp with time zone) is 'Returns when a scan happened: the device''s time, corrected by its clock''s difference at sending, never later than received. An impossible time (none, or before gates existed) becomes the time of receiving: such a clock must not win a conflict.';

comment on function private.scan_brief(pg_catalog.uuid) is 'Returns which scan, at which gate, by whom, when.';

comment on function private.contested_seats(pg_catalog.uuid) is 'Returns every seat of the event let in by several scans that were not undone: the winner (earliest corrected_at, then the smaller id), and each of the others.';

comment on function private.record_scan(json,pg_catalog.uuid,timestamp with time zone) is 'Stores one scan and returns {ok: true, corrected_at, problem}, or {ok: false, code, field} with code invalid, forbidden (not staff of that event) or id_used (another scan has this id). Idempotent. scanned_by names another member of staff who made it; other accounts are ignored. An admission outside the key''s window admits no seat, and an old UNDO or one of another person takes nothing back: both are stored with their problem.';

comment on function public.record_scans(json) is 'Stores up to 1,000 scans and returns {at, answers: [{index, id, ok: true, corrected_at, problem} | {index, id, ok: false, code, field}], conflicts: [{event_id, seat, first: scan, later: scan}]} in order; a bad scan never blocks the others. Idempotent. conflicts are those that touch these scans. Only staff of a scan''s event may send it. Refusals of the whole call: PT401 not_signed_in, PT403 forbidden (no staff), PT400 invalid (no list, or too long). json and not jsonb: one unreadable character would make the whole batch unreadable. Security definer: no role may write scans.';

comment on function public.report_gate_device(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,integer,timestamp with time zone) is 'Records that a device is working, how many scans it has yet to send and how fresh its list is; gate_counters shows it. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: no role may write devices.';

comment on function public.gate_trouble(pg_catalog.uuid) is 'Returns {conflicts, problems, conflict_count, problem_count}: seats let in twice (the winning scan and the later one), admissions without a valid ticket or outside the key''s window, and UNDOs that took nothing back, newest first, at most 500 of each, with true counts. Excludes undone scans. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: the same for every member of staff.';

comment on function public.gate_counters(pg_catalog.uuid) is 'Returns {at, expected, admitted, gates: [{gate, admitted, refused, scans}], minutes: [{minute, gate, admitted}], refused: [{verdict, reason, count}], devices: [{device, gate, staff_name, last_sync_at, waiting, roster_at, scans}], conflicts, problems}: expected are seats of valid tickets, minutes the last three hours. A CHECK after which the same device let in was no refusal. Undone scans count in scans only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid, PT404 not_found. Security definer: gate staff may not read tickets, not even to count them.';

comment on function private.outside_gate(timestamp with time zone,timestamp with time zone,timestamp with time zone) is 'Returns too_early or too_late when a scan of this time is outside the window of an event on this date, with five minutes'' tolerance; else null. A moved event also has the window of its earlier date: a gate may have been working.';

comment on function private.undo_counts(public.ticket_scans,public.ticket_scans) is 'True when an UNDO takes the scan back: of the same person and device, at most 75 seconds apart by the device''s own clock or by the corrected times. Times of receiving do not matter: a device may have been offline.';

comment on function private.refuse_undo(public.ticket_scans,public.ticket_scans) is 'Records that an UNDO does not take the scan back, and returns that problem; null when it does.';

comment on function public.get_check_ins() is 'Returns every ticket with who came in on it, when and where, and refund_status (requested: the gate refuses it; refunded; null), for admins. Filter by event_id. Invoker and without a set clause, so that it is inlined and PostgREST can filter, order, page and count it.';

comment on function public.dashboard_stats() is 'Returns all figures of the dashboard at once, for admins (PT401 not_signed_in, PT403 forbidden). Recent bookings are tickets made in the last 24 hours. Security definer: with row policies each figure would read its whole table instead of an index.';

comment on function public.count_payments(timestamp with time zone) is 'Counts payments by state up to most_found() and one more, with when the newest came (now without any) and how many came after p_since (at most 100; none for null), for admins (PT401 not_signed_in, PT403 forbidden). Security definer: as dashboard_stats.';

comment on function public.dashboard_days(integer) is 'For admins (PT401 not_signed_in, PT403 forbidden, PT400 invalid): revenue (approved payments by the day of the decision) and tickets made on each of the last days in India, today last; the next twelve events (from the beginning of today) with seats sold and, on their day, let in; refunds due; unhandled messages. Security definer: as dashboard_stats.';

comment on function public.get_history() is 'Returns who changed what and when, for admins. noun is the table. Invoker and without a set clause, so that it is inlined and PostgREST can filter, order and page it.';

comment on function public.count_listed(pg_catalog.text,pg_catalog.text) is 'Counts the rows of a staff list (payments, bookings, refunds, users, messages; of a state, recent, staff, waiting or handled) up to most_found() and one more, so that no count grows with the shop. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid. Security definer: as dashboard_stats.';

comment on function private.keep_history() is 'Trigger kept: refuses to change or empty the history, for every role. Only its owner can switch it off, as removing the demo does.';

comment on function public.note_export(pg_catalog.text,integer) is 'Records in the history that an admin saved a backup or a file, and how many rows. The console calls it; other ways of reading tables leave no line. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid. Security definer: no role may write audit_log.';

comment on function private.settled_until() is 'Returns a time before which every stamped change is committed or never will be: the start of the oldest writing transaction, else now. Null while a transaction writes whose start this role may not see. Rows are stamped a moment before their transaction counts as writing, so readers look back a little further. Security definer: only the owner sees the sessions of others.';

comment on function private.history_mark(timestamp with time zone) is 'Names the history up to then: the microsecond of its last line in the audit log, and a digest of the last twenty. Null without any line. Security definer: only admins read the log, and the digest reveals no line.';

comment on function public.sync_point(pg_catalog.text) is 'Returns {until, mark, known}. until: all changes stamped before it can be read; null when unknown. mark: names the history up to then. known: true when this database has the history of p_mark, an earlier mark; false after an older backup was restored. Security definer: reads the audit log and the sessions.';

comment on function public.my_wallet_mark() is 'Returns a digest of everything a device keeps of the caller: role, profile, tickets with their event, payments with their lines and claims, refunds. An equal digest means no change. Null for a visitor. Security definer: reads only the caller''s own rows, each once, without a policy check per row.';

comment on function private.order_of_picture(pg_catalog.text) is 'Returns the order of a picture, by its name; null for any other name.';

comment on function private.note_picture(pg_catalog.text,pg_catalog.text) is 'Stores the digest of a picture that arrived after its payment, and extends the review. Security definer: storage''s own role adds pictures.';

comment on function private.tidy_sale() is 'Runs once a day: deletes held times, holds that expired a day ago, orders unsubmitted for order_days of shop_terms (of one customer all but the newest twenty and those of the last day), changed names name_days after the change and after the gate of their last event closed, and gate devices device_days after it. Stores the digests of late pictures. Security definer: the shop''s own server or pg_cron calls it.';

comment on table public.deleted_rows is 'Rows deleted from synced tables, so that devices delete them too. World-readable: it holds only ids, of rows that were world-readable.';

comment on table public.audit_log is 'Who changed what. Triggers write it, and gate_key each time it returns a key. actor is null for the shop itself.';

comment on table public.profiles is 'One row per account, made by a trigger on auth.users. No foreign key to auth.users: an account may be deleted while its payments stay.';

comment on column public.profiles.refund_upi_id is 'Where a refund is sent.';

comment on column public.profiles.language is 'What the customer chose or registered in; null: the browser''s language, and English in mails.';

comment on column public.profiles.marketing_consented_at is 'When the customer agreed to marketing mail; null means no.';

comment on table public.staff is 'Accounts with a role: admin or gate. Only set_staff_role and the operator write it.';

comment on view private.profile_list is 'What get_all_profiles returns; empty unless the caller is an admin.';

comment on table private.closed_accounts is 'Accounts that staff closed: they cannot sign in, hold or submit. close_account and reopen_account write it.';

comment on table public.contact_messages is 'Messages of visitors and customers; admins read them and mark them as handled.';

comment on column public.contact_messages.id is 'Made on the device, so that a repeated request stores one row.';

comment on table private.contact_senders is 'Senders of the last hour: hashes of account, connection address, mail address. Older rows are removed.';

comment on table private.sender_address is 'Which request header has the sender''s address; without a row client_address uses its defaults. The operator writes it (docs/deploy.md). A header that senders can write themselves disables the limits per network.';

comment on column private.sender_address.header is 'In lower case; null: no header is trusted and networks are not counted.';

comment on column private.sender_address.entry is 'Index of its entry: 1 is the first, -1 the last, -2 the one before. Every proxy appends one; senders write those in front.';

comment on table public.events is 'Concerts, on sale while scheduled and not begun.';

comment on column public.events.date is 'When the event begins.';

comment on column public.events.previous_date is 'The start before the last move that came after a customer asked for tickets.';

comment on column public.events.status is 'scheduled or cancelled; only cancel_event changes it.';

comment on column public.events.moved_at is 'When the event last got another date after a customer asked for tickets; only a trigger sets it.';

comment on table public.ticket_categories is 'What an event sells, at which price.';

comment on column public.ticket_categories.tickets_sold is 'The number of sold seat claims, box office included; the database keeps it.';

comment on table public.seating_layouts is 'Plans of halls, shared by many events.';

comment on table public.ticket_category_layouts is 'The sections of a layout that a ticket category sells: the only link between the two.';

comment on table public.shop_settings is 'One row: whom customers pay, how they reach the shop, what the law requires to show.';

comment on column public.shop_settings.payee_name is 'Account holder as the customer''s UPI app shows it.';

comment on column public.shop_settings.review_hours is 'Hours that an undecided payment with a stored screenshot keeps its seats without a bank credit that backs it.';

comment on table private.shop_notices is 'Warnings of the shop''s own server for its staff: low_space {free_mb, least_mb}. The server writes it.';

comment on table public.shop_terms is 'The terms of the shop. A row holds from midnight (IST) of its day until the next row''s. A new row needs its day and what changes; the rest is copied from the row before. Rows of past days never change.';

comment on column public.shop_terms.hold_minutes is 'Minutes that seats are held once checkout opens.';

comment on column public.shop_terms.extension_minutes is 'Minutes by which a customer may extend a hold, once.';

comment on column public.shop_terms.retry_minutes is 'Minutes that a customer keeps the seats of a rejected payment.';

comment on column public.shop_terms.retries_a_day is 'After this many rejections within 24 hours the seats are free at once.';

comment on column public.shop_terms.held_minutes_an_hour is 'Minutes that one customer may hold one seat within an hour from its first hold, over all orders.';

comment on column public.shop_terms.low_stock_event is 'An event shows its free seats from this number down.';

comment on column public.shop_terms.low_stock_category is 'A ticket category shows its free seats from this number down.';

comment on column public.shop_terms.order_days is 'Days that an unsubmitted order is kept, so that a late credit finds it.';

comment on column public.shop_terms.name_days is 'Days that a changed name is kept, after the change and after the gate of its last event closed. A gate that has not synced for longer downloads its whole list.';

comment on table private.orders is 'Orders, which outlive their claims: the customer, the end of the hold, whether it was extended and submitted.';

comment on column private.orders.order_code is 'MF and the first 40 bits of the id in Crockford''s base 32, unique among orders.';

comment on column private.orders.lines is 'p_lines of the last hold; null when never held, held before this column existed, or too long to keep.';

comment on column private.orders.event_id is 'The event of all lines at the last hold; null when there are several.';

comment on column private.orders.shares is 'Shares of the lines in the price at the last hold, from price_order.';

comment on table private.order_prices is 'The categories of an order, each at its price when the current or last hold began; later price edits do not change it.';

comment on table private.hold_usage is 'How long a customer has held a seat in the hour that began at since. A hold is booked in full when it begins, and the rest is given back when it ends early.';

comment on table public.seat_claims is 'Who has a seat: held (until expires_at), under review (payment) or sold (ticket, or box office). Only functions write it.';

comment on column public.seat_claims.payment_id is 'The payment under review or approved; on a held seat the rejected payment it came from.';

comment on column public.seat_claims.review_until is 'For a seat under review: when it may be taken over like an expired hold; null until the decision, and in every other state.';

comment on table public.payments is 'Payments as customers submitted them, one per order. Only submit_payment and review_payment write it.';

comment on column public.payments.order_id is 'Made on the customer''s device, so that a repeated submission returns the same row.';

comment on column public.payments.amount is 'Rupees that the customer says were sent.';

comment on column public.payments.screenshot_sha256 is 'Hash of the bytes that the customer chose, before they were re-encoded.';

comment on column public.payments.reference_key is 'private.reference_key of transaction_id: the same for references of one transfer.';

comment on column public.payments.shares_reference is 'True for a payment approved beside another of the same reference_key, before that was refused; else null.';

comment on column public.payments.picture_digest is 'Digest of the stored screenshot: SHA-256 on one''s own server (its first half), MD5 on hosted Supabase; empty when storage reports none, null while no picture is stored.';

comment on table public.payment_lines is 'The lines of a payment, one per ticket category, with names and price as submitted. total_amount is the line''s price, fee and share of the GST; the lines sum to the price of the order.';

comment on column public.payment_lines.gone_category_id is 'The deleted category that the customer paid for; such a line has no seats and no price.';

comment on column public.payment_lines.seats is 'Labels in seat order. seat_claims says which of them are claimed.';

comment on column public.payment_lines.payment_status is 'Pending under review, failed when rejected or when its ticket was revoked, completed with a ticket.';

comment on table public.payment_flags is 'What was unusual when a payment arrived and cannot be computed later; for staff. Both flags mean recorded without seats: beyond_limit (the customer had too many held and under review), beyond_undecided (ten of the customer''s payments were undecided).';

comment on table public.outgoing_mail is 'Mail about a decision, for customers who want it. review_payment fills it; the embedded server sends it when mail is configured, a hosted project by a scheduled function. No other role reads it.';

comment on table private.event_keys is 'Keys that sign the tickets of an event. The newest key that is not withdrawn signs; a ticket is valid until its key is withdrawn.';

comment on table public.user_tickets is 'Tickets, one per line of an approved payment; failed when revoked. Only review_payment creates them.';

comment on table public.bank_rows is 'Credits of the bank''s statements, each stored once however often a period is imported. Only import_bank_rows writes it.';

comment on column public.bank_rows.row_key is 'SHA-256, in hexadecimal, of what identifies the credit: private.bank_row_key. Rows that paid for two orders keep an older one.';

comment on column public.bank_rows.amount is 'Rupees received.';

comment on column public.bank_rows.narration is 'The narration in the export that first added the credit.';

comment on column public.bank_rows.utrs is 'Possible UTRs of the transfer, as the console read them (src/shop/bank/bank-statement-utr.ts), at most one per export; in rows imported by earlier versions every run of twelve digits.';

comment on column public.bank_rows.payment_id is 'The payment that this credit was accepted for; null while it is free. An approval writes it, once.';

comment on column public.bank_rows.import_id is 'The import that first added the row; old imports have one id for each part.';

comment on column public.bank_rows.import_file is 'Name of the imported file; null for old imports.';

comment on view private.bank_matches is 'The bank''s credits for each undecided payment. two_claims: another pending or approved payment has the same reference, or names the same credit. credits: number of different credits that name the reference; credit: their sum.';

comment on table public.refunds is 'Money that goes back: requested by customers, or owed because the event was cancelled or staff started it. One per ticket, and at most one unpaid without a ticket per payment (rejected, overpaid).';

comment on column public.refunds.ticket_id is 'Null where the money bought no ticket: a rejected payment, or an excess.';

comment on column public.refunds.amount is 'Rupees: all that was received for the ticket, GST and fee included; without a ticket the excess over the amount due.';

comment on column public.refunds.upi_id is 'The UPI id of the customer''s profile to pay to; null until given. Deleted with the account once the money was sent.';

comment on column public.refunds.status is 'requested: due. refunded: the money was sent.';

comment on column public.refunds.utr is 'The bank''s reference of the transfer that paid the refund.';

comment on column public.refunds.requested_at is 'When it became due.';

comment on column public.refunds.payment_id is 'No foreign key: a second link between tickets and payments would make embedding ambiguous. Only functions write it, and payments are never deleted.';

comment on column public.refunds.asked_at is 'When the customer asked for it; null while only the shop recorded it.';

comment on column public.refunds.note is 'The reason in the words of the staff who started it; the customer reads it.';

comment on column public.refunds.utr_key is 'private.reference_key of utr: the same for references of one transfer.';

comment on view private.payment_money is 'Rupees of each payment. credits: received by the bank''s statements for this payment alone, null when they have none. received: credits, else what the customer says and staff accept; nothing where its reference or credit paid for another. due: the price of its lines. promised and returned: all refunds of its credit, and those sent. credit_key: the same for payments that name one credit. A view, so that one plan serves an event''s thousands of payments.';

comment on view private.refund_list is 'What get_refunds returns; empty unless the caller is an admin.';

comment on view private.payment_warnings is 'Warnings for staff about a payment, computed on read: [{code, …}] with code one of amount_differs, seats_lost, price_changed, event_cancelled, event_over, category_gone, reference_used, screenshot_seen (both with the other payments, newest five; the same bytes by storage''s digest), reference_not_12_digits, beyond_limit, no_screenshot, beyond_undecided, reference_of_refund (with the refunds paid by that transfer, newest five orders). A view, so that the caller is checked once per page of rows.';

comment on view private.payment_list is 'What get_payment_details returns; empty unless the caller is an admin. collapsed: an undecided payment after ten older undecided ones of its customer; more_of_customer: how many such follow this one, the tenth.';

comment on view private.ticket_list is 'What get_all_tickets returns; empty unless the caller is an admin.';

comment on table private.payment_watchers is 'Console windows with a payment open, deleted soon after they were last seen. Only watch_payments writes it.';

comment on table public.staff_events is 'Which gate staff work at which event. Admins need no row. Deleted with the role. Only set_staff_events writes it.';

comment on table private.name_changes is 'When a customer''s name last changed or was deleted, for the gates'' next delta. The trigger on profiles writes it, only gate_roster reads it.';

comment on view private.roster_rows is 'Every ticket ever issued, and every order line: pending and rejected lines explain at the gate a missing ticket; a line that became a ticket is gone. Only gate_roster reads it.';

comment on table public.ticket_scans is 'Every scan of every gate device, under the device''s own id for it. Only record_scans writes it; rows never change, except an UNDO that arrived before its scan and turns out not to belong to it.';

comment on column public.ticket_scans.ticket_id is 'The ticket''s id as read, or the first 512 characters of anything else.';

comment on column public.ticket_scans.place is 'Identifies the seat together with its label: the ticket''s category, or ticket_id where no ticket is known.';

comment on column public.ticket_scans.staff_id is 'Who made the scan: the sender, or the member of staff whom the device names (then private.relayed_scans has the sender).';

comment on column public.ticket_scans.corrected_at is 'scanned_at, corrected by the difference of the device''s clock to the server''s; never later than received_at.';

comment on column public.ticket_scans.problem is 'Problem of an admission: no such ticket, revoked before, or outside the key''s window; of an UNDO: it takes nothing back. Shown as prominently as a conflict.';

comment on column public.ticket_scans.claimed_seats is 'Seats that the device let in outside the key''s window: then seats is empty.';

comment on column public.ticket_scans.refused_undo is 'The scan that this UNDO fails to take back: of another device or person, or too old.';

comment on table private.admitted_seats is 'The seats of every admission that was not undone, derived from ticket_scans, with a key that finds seats let in twice. Two rows of one seat are a conflict: the earliest corrected_at wins, then the smaller scan id.';

comment on table private.gate_devices is 'The devices that work at an event, and when each last reported.';

comment on column private.gate_devices.lost_at is 'When an admin marked the device as lost; null again once it reports.';

comment on view private.check_ins is 'What get_check_ins returns; empty unless the caller is an admin.';

comment on table private.relayed_scans is 'Scans sent by another member of staff than made them. The sender is proven by the session, the maker only named by the device. Only record_scan writes it.';

comment on view private.history_list is 'What get_history returns; empty unless the caller is an admin.';

reset check_function_bodies;

select private.grant_bank();
select private.grant_catalogue();
select private.grant_catalogue_lists();
select private.grant_dashboard();
select private.grant_enquiries();
select private.grant_event_changes();
select private.grant_foundation();
select private.grant_gate();
select private.grant_history();
select private.grant_import();
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
