-- History: the audit log as people read it.

create view private.history_list with (security_invoker = true) as
  select a.id, a.at, a.actor, coalesce(f.name, f.email) as actor_name, s.role as actor_role, a.action, a."table" as noun,
    a.row_id, a.before, a.after
  from public.audit_log a
  left join public.profiles f on f.id = a.actor
  left join public.staff s on s.user_id = a.actor
  where (select private.is_admin());
comment on view private.history_list is 'What get_history returns; empty for everybody but admins.';

create function public.get_history()
  returns table (id bigint, at timestamptz, actor uuid, actor_name text, actor_role text, action text, noun text, row_id text,
    before jsonb, after jsonb)
  language sql stable
as $$
  select l.id, l.at, l.actor, l.actor_name, l.actor_role, l.action, l.noun, l.row_id, l.before, l.after
  from private.history_list l
$$;
comment on function public.get_history() is
  'Who changed what and when, for admins; nothing for others. noun is the table. Invoker and without a set clause, so that '
  'it is inlined and PostgREST can filter, order and page it.';

create function private.grant_history() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table private.history_list from public, anon, authenticated;
  grant select on table private.history_list to authenticated;
  revoke all on function public.get_history(), private.grant_history() from public, anon, authenticated;
  grant execute on function public.get_history() to authenticated;
end
$$;
comment on function private.grant_history() is 'All privileges of this file; can be repeated.';
select private.grant_history();
