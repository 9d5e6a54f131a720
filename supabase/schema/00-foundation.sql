-- Foundation: what every later noun stands on. Roles, schemas, the caller, refusals, locks, the stamp of a row,
-- the list of deleted rows that devices sync from, and the audit log.
--
-- House rules of these files
-- * They are today's truth and are edited here; `npm run migration` writes what leads a released shop to them. The files
--   run in the order of their names; a function may call one of a later file.
-- * One noun per file: table, policies, grants, functions, comments. `private.grant_<noun>()` revokes and grants all of
--   a noun's privileges; it can be repeated, and the embedded server repeats it at every start, because that backend
--   grants everything on every table at its first request. Therefore no rule rests on a grant alone: row security or a
--   trigger stands behind each of them.
-- * A refusal is an SQLSTATE PT4xx (PostgREST's convention: HTTP status 4xx) whose message is a code of
--   src/shop/refusals/refusal-codes.ts. See private.refuse.
-- * `security definer` always has `set search_path = ''` and a reason in its comment.
-- * BEFORE row triggers run in the order of their names: 10 stale edits, 20 values, 30 shape, 40 what follows from a
--   change (box office), 90 the stamp.

alter default privileges revoke execute on functions from public;

do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'anon') then
    create role anon nologin;
  end if;
  if not exists (select from pg_catalog.pg_roles where rolname = 'authenticated') then
    create role authenticated nologin;
  end if;
  if not exists (select from pg_catalog.pg_roles where rolname = 'service_role') then
    create role service_role nologin bypassrls;
  end if;
end
$$;

create schema if not exists extensions;

create extension if not exists pgcrypto with schema extensions;

create extension if not exists pg_trgm with schema extensions;

create schema if not exists private;

grant usage on schema private to anon, authenticated, service_role;

grant usage on schema public to anon, authenticated, service_role;

create function private.uid() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := auth.uid();
begin
  if v_user is not null and not private.session_lives(v_user) then
    perform private.refuse(401, 'not_signed_in', '', 'This session has ended.');
  end if;
  return v_user;
end
$$;

comment on function private.uid() is
  'The signed-in caller, or null for a visitor. PT401 not_signed_in for a token whose session has ended: an answer without '
  'rows would tell a device that its tickets are gone. Security definer: callers on the embedded backend may not enter '
  'the schema auth, so invoker functions and views ask here.';

create function private.refuse(p_status integer, p_code text, p_detail text default '', p_hint text default '')
  returns void language plpgsql set search_path = ''
as $$
begin
  raise exception using
    errcode = 'PT' || p_status::text,
    message = p_code,
    detail = coalesce(p_detail, ''),
    hint = coalesce(p_hint, '');
end
$$;

comment on function private.refuse(integer, text, text, text) is
  'Ends the statement with HTTP status p_status. p_code is one of refusalCodes in src/shop/refusals/refusal-codes.ts, p_detail is '
  'text or JSON text for the program, p_hint one English sentence for engineers.';

create function private.require_user() returns uuid
  language plpgsql stable set search_path = ''
as $$
declare
  v_user uuid := private.uid();
begin
  if v_user is null then
    perform private.refuse(401, 'not_signed_in', '', 'Sign in first.');
  end if;
  return v_user;
end
$$;

comment on function private.require_user() is 'The caller, or PT401 not_signed_in.';

-- Text
create function private.clean_text(p_text text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(
    normalize(p_text, NFC),
    '^[[:space:]\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]+'
    '|[[:space:]\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]+$',
    '', 'g')
$$;

comment on function private.clean_text(text) is 'Trimmed of every kind of white space, in Unicode normal form C.';

create function private.fold_text(p_text text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select translate(
    lower(private.clean_text(p_text)),
    'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĪĬĮĴĶĹĻĽŁŃŅŇŌŎŐŒŔŖŘŚŜŞŠŢŤŪŬŮŰŲŴŶŸŹŻŽ',
    'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥīĭįĵķĺļľłńņňōŏőœŕŗřśŝşšţťūŭůűųŵŷÿźżž')
$$;

comment on function private.fold_text(text) is
  'Cleaned and in lower case, for comparing names. lower() of a database in the C locale leaves accented letters alone, '
  'so the Latin ones are folded here.';

create function private.require_text(p_value text, p_argument text, p_longest integer) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  v_text text;
begin
  if octet_length(p_value) <= 12 * p_longest + 1024 then
    v_text := private.clean_text(private.strip_hidden(p_value));
  end if;
  if coalesce(v_text, '') = '' or char_length(v_text) > p_longest or v_text ~ '[\x01-\x1f\x7f]' then
    perform private.refuse(400, 'invalid', p_argument,
      format('%s must be text of 1 to %s characters on one line.', p_argument, p_longest));
  end if;
  return v_text;
end
$$;

comment on function private.require_text(text, text, integer) is
  'One cleaned line of 1 to p_longest characters without hidden signs, or PT400 invalid naming p_argument.';

-- Without a set clause these are written into the statement that calls them.
create function private.lock_customer(p_user_id uuid) returns void language sql volatile
as $$ select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('customer:' || p_user_id::text, 0)) $$;

comment on function private.lock_customer(uuid) is 'Until the end of the transaction: one writer per customer.';

create function private.share_event(p_event_id uuid) returns void language sql volatile
as $$ select pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('event:' || p_event_id::text, 0)) $$;

comment on function private.share_event(uuid) is 'Holding seats and submitting: many at a time, none during lock_event.';

create function private.lock_event(p_event_id uuid) returns void
  language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('event:' || p_event_id::text, 0)) $$;

comment on function private.lock_event(uuid) is 'Cancelling, layouts, numbers of tickets: alone with the event.';

create function private.lock_event_soon(p_event_id uuid) returns void
  language plpgsql volatile set search_path = '' set lock_timeout = '800ms'
as $$
begin
  perform private.lock_event(p_event_id);
exception when lock_not_available then
  perform private.refuse(409, 'changed_meanwhile', '', 'Others are buying or editing here right now; try again.');
end
$$;

comment on function private.lock_event_soon(uuid) is
  'lock_event for triggers, whose row is locked before the event: against the order, so somebody who holds the event may '
  'wait for the row. It gives up before PostgreSQL would call that a deadlock (1 s) and end either of the two.';

-- The stamp of a row
create function private.stamp_row() returns trigger
  language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    new.created_at := coalesce(new.created_at, clock_timestamp());
    new.updated_at := clock_timestamp();
  else
    new.created_at := old.created_at;
    -- Strictly later than before: clients tell versions of a row apart by it.
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;

comment on function private.stamp_row() is
  'Trigger 90_stamp: created_at stays, updated_at moves with every write, whatever the client sent.';

create function private.refuse_stale_edit() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(409, 'changed_meanwhile', old.revision::text,
    'The row was changed since it was read; detail is its revision now.');
  return null;
end
$$;

comment on function private.refuse_stale_edit() is
  'Trigger 10_refuse_stale, when an edit sends a revision other than the row''s own. The revision itself is raised by '
  'the noun''s own trigger, and only when a staff-owned column changes.';

-- Deleted rows
create table public.deleted_rows (
  "table" text not null,
  id uuid not null,
  at timestamptz not null default clock_timestamp(),
  primary key ("table", id)
);

comment on table public.deleted_rows is
  'What disappeared from the synced tables, so that devices can forget it. World-readable: it holds ids only, of rows '
  'that were world-readable.';

create index deleted_rows_at on public.deleted_rows (at);

alter table public.deleted_rows enable row level security;

create policy "Everyone reads what was deleted" on public.deleted_rows
  for select to anon, authenticated using (true);

create function private.note_deletion() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  if tg_op = 'DELETE' then
    v_id := (to_jsonb(old) ->> tg_argv[0])::uuid;
    insert into public.deleted_rows ("table", id, at) values (tg_table_name, v_id, clock_timestamp())
      on conflict ("table", id) do update set at = excluded.at;
  else
    v_id := (to_jsonb(new) ->> tg_argv[0])::uuid;
    delete from public.deleted_rows d where d."table" = tg_table_name and d.id = v_id;
  end if;
  return null;
end
$$;

comment on function private.note_deletion() is
  'Trigger on synced tables; its argument is the id column. A row that comes back under its old id is no longer deleted. '
  'Security definer: nobody may write deleted_rows.';

-- Audit log
create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor uuid,
  action text not null,
  "table" text not null,
  row_id text not null,
  before jsonb,
  after jsonb
);

comment on table public.audit_log is
  'Who changed what. Written by triggers, and by gate_key for each hand-out of a key. actor is null for the shop itself.';

create index audit_log_at on public.audit_log (at desc);

create index audit_log_row on public.audit_log ("table", row_id, at desc);

create index audit_log_actor on public.audit_log (actor);

alter table public.audit_log enable row level security;

-- Its one policy, "Admins read the audit log", stands in the next file, which says who an admin is.
create function private.record_audit(p_action text, p_table text, p_row_id text, p_before jsonb, p_after jsonb)
  returns void language sql volatile security definer set search_path = ''
as $$
  insert into public.audit_log (actor, action, "table", row_id, before, after)
  values (auth.uid(), p_action, p_table, p_row_id, p_before, p_after)
$$;

comment on function private.record_audit(text, text, text, jsonb, jsonb) is
  'One line of the audit log. Security definer: nobody may write audit_log.';

create function private.audit_row() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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
  -- record_audit, written out: one function fewer for each row.
  insert into public.audit_log (actor, action, "table", row_id, before, after)
  values (auth.uid(), lower(tg_op), tg_table_name, v_before ->> tg_argv[0], v_before, v_after);
  return null;
end
$$;

comment on function private.audit_row() is
  'Trigger audit; its argument is the id column. Writes what really changed. Security definer: nobody may write '
  'audit_log.';

-- Grants

-- Names: without signs that nobody sees
create function private.strip_hidden(p_text text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case when octet_length(p_text) = char_length(p_text) then p_text else (
    -- What is left may be joiners and choosers of a form alone, with nothing between them.
    select case when t.text !~ '[^[:space:]\u200c\u200d\ufe00-\ufe0f]' then '' else t.text end
    from (select regexp_replace(p_text, '[\u0080-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f'
      || '\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
      || '\U000e0000-\U000e0fff]', '', 'g') as text) as t) end
$$;

comment on function private.strip_hidden(text) is
  'The text without signs that nobody sees and those that turn a line''s direction: with them two names that look alike are '
  'two. Joiners (U+200C, U+200D), which Indian scripts are written with, stay.';

do $$
declare
  v_role text;
  v_time text;
begin
  for v_role, v_time in values ('anon', '3s'), ('authenticated', '8s') loop
    if exists (select from pg_catalog.pg_roles r where r.rolname = v_role)
       and not exists (
         select from pg_catalog.pg_db_role_setting s
         join pg_catalog.pg_roles r on r.oid = s.setrole
         cross join unnest(s.setconfig) as c (line)
         where r.rolname = v_role and c.line like 'statement_timeout=%')
    then
      begin
        execute format('alter role %I set statement_timeout = %L', v_role, v_time);
      exception when insufficient_privilege then
        raise notice 'The role % keeps its time for statements: this user may not change it.', v_role;
      end;
    end if;
  end loop;
end
$$;

comment on schema private is 'Never exposed over HTTP: rules, locks, secrets.';

create function private.grant_foundation() returns void
  language plpgsql set search_path = ''
as $$
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
    private.grant_foundation() from public, anon, authenticated;
  -- Named by invoker functions, views and policies, or by indexes and triggers that run as the writer.
  grant execute on function private.uid(), private.refuse(integer, text, text, text), private.require_user(),
    private.clean_text(text), private.fold_text(text), private.require_text(text, text, integer)
    to anon, authenticated, service_role;
  -- Triggers on what admins write directly run as the writer.
  grant execute on function private.strip_hidden(text) to authenticated, service_role;
end
$$;

comment on function private.grant_foundation() is 'All privileges of this file; can be repeated.';
