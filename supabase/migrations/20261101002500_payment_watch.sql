-- Who has which payment open: two people who review at once see each other.
--
--   watch_payments(p_screen, p_payment_id) -> {others: [{payment_id, user_name, mine, since}], payment: {status, reviewed_at} | null}
--     Called every few seconds by each open list of payments. p_screen is that window's own uuid; p_payment_id is what
--     stands open in it, null for none. others are the other windows that have a payment open, `mine` where it is the
--     caller's own; payment is how the open one stands now.

create table private.payment_watchers (
  screen uuid primary key,
  user_id uuid not null,
  payment_id uuid not null references public.payments (id) on delete cascade,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
comment on table private.payment_watchers is
  'Windows of the console with a payment open, gone a little after they were last seen. Written by watch_payments only.';
alter table private.payment_watchers enable row level security;
create index payment_watchers_payment on private.payment_watchers (payment_id);
create index payment_watchers_seen_at on private.payment_watchers (seen_at);

create function public.watch_payments(p_screen uuid, p_payment_id uuid default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Several times what windows take to call again.
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
$$;
comment on function public.watch_payments(uuid, uuid) is
  'For admins (PT401 not_signed_in, PT403 forbidden, PT400 invalid): says that this window has that payment open (null: '
  'none), for twenty seconds; answers who else has one open, and how the open one stands now. Security definer: nobody '
  'else may write private.payment_watchers.';

create function private.grant_payment_watch() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table private.payment_watchers from public, anon, authenticated;
  revoke all on function public.watch_payments(uuid, uuid), private.grant_payment_watch() from public, anon, authenticated;
  -- Visitors may call it only to be told to sign in.
  grant execute on function public.watch_payments(uuid, uuid) to anon, authenticated;
end
$$;
comment on function private.grant_payment_watch() is 'All privileges of this file; can be repeated.';
select private.grant_payment_watch();
