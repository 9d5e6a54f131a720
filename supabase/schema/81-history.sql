-- History: the audit log as people read it; and the lengths of staff's lists.

create view private.history_list with (security_invoker = true) as
  select a.id, a.at, a.actor, coalesce(f.name, f.email) as actor_name, s.role as actor_role, a.action, a."table" as noun,
    a.row_id, a.before, a.after,
    case when a."table" in ('profiles', 'staff') then (
      select coalesce(o.name, o.email) from public.profiles o where o.id = nullif(a.row_id, '')::uuid) end as of_name
  from public.audit_log a
  left join public.profiles f on f.id = a.actor
  left join private.roles_of_staff s on s.user_id = a.actor
  where (select private.is_admin());

comment on view private.history_list is 'What get_history returns; empty unless the caller is an admin.';

create function public.get_history()
  returns table (id bigint, at timestamptz, actor uuid, actor_name text, actor_role text, action text, noun text, row_id text,
    before jsonb, after jsonb, of_name text)
  language sql stable
as $$
  select l.id, l.at, l.actor, l.actor_name, l.actor_role, l.action, l.noun, l.row_id, l.before, l.after, l.of_name
  from private.history_list l
$$;

comment on function public.get_history() is
  'Returns who changed what and when, for admins. noun is the table, of_name whose account or role it '
  'was (null without a name). Invoker and without a set clause, so that it is inlined and PostgREST can filter, order '
  'and page it.';

create function public.count_listed(p_list text default null, p_filter text default null) returns integer
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_lists constant jsonb := jsonb '{
    "payments": "public.payments r", "payments/status": "public.payments r where r.status = $2",
    "bookings": "public.payment_lines r", "bookings/status": "public.payment_lines r where r.payment_status = $2",
    "bookings/recent": "public.user_tickets r where r.created_at >= now() - interval ''24 hours'' and not r.is_test",
    "refunds": "public.refunds r where r.transfer is not null",
    "refunds/status": "public.refunds r where r.status = $2 and r.transfer is not null",
    "users": "public.profiles r where not r.is_guest", "users/staff": "private.roles_of_staff r",
    "messages/waiting": "public.contact_messages r where r.handled_at is null",
    "messages/handled": "public.contact_messages r where r.handled_at is not null"}';
  v_rows text := coalesce(c_lists ->> concat_ws('/', p_list, p_filter),
    case when p_filter is not null then c_lists ->> (p_list || '/status') end);
  v_count integer;
begin
  perform private.require_user();
  if p_list in ('users', 'messages') then
    perform private.require_admin();
  end if;
  perform private.require_role('payments');
  if v_rows is null then
    perform private.refuse(400, 'invalid', 'p_list', 'There is no such list.');
  end if;
  execute format('select count(*) from (select from %s limit $1) as c', v_rows)
    into v_count using private.most_found() + 1, p_filter;
  return v_count;
end
$$;

comment on function public.count_listed(text, text) is
  'Counts the rows of a staff list (payments, bookings, refunds, users, messages; of a state, recent without tests, '
  'staff, waiting or handled) up to most_found() and one more, so that no count grows with the shop. Refusals: PT401 not_signed_in, '
  'PT403 forbidden, PT400 invalid. Security definer: as dashboard_stats.';

create function private.keep_history() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(403, 'forbidden', 'audit_log', 'The history is never changed.');
  return null;
end
$$;

comment on function private.keep_history() is
  'Trigger kept: refuses to change or empty the history, for every role. Only its owner can switch it off, as '
  'removing the demo does.';

create trigger kept before update or delete or truncate on public.audit_log
  for each statement execute function private.keep_history();

create function public.note_export(p_what text default null, p_rows integer default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_role('events', 'payments');
  if coalesce(p_what, '') !~ '^[a-z][a-z0-9_-]{0,39}$' then
    perform private.refuse(400, 'invalid', 'p_what', 'What was exported, in small letters.');
  end if;
  perform private.record_audit('export', p_what, '', null, jsonb_build_object('rows', p_rows));
end
$$;

comment on function public.note_export(text, integer) is
  'Records in the history that an admin saved a backup or a file, and how many rows. The console calls it; other ways '
  'of reading tables leave no line. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid. Security definer: '
  'no role may write audit_log.';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table private.history_list'),
  ('anon, authenticated', 'execute', 'function public.note_export(text, integer)'),
  ('anon, authenticated', 'execute', 'function public.count_listed(text, text)'),
  ('authenticated', 'execute', 'function public.get_history()');
