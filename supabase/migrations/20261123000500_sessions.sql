-- A session that has ended asks for nothing more, whatever its access token says.
--
-- An access token is signed and holds for an hour. Until now its signature was all that was asked: whoever was signed out
-- everywhere, deleted, or had their account taken over went on for the rest of that hour. Now the caller is asked for in
-- auth.sessions, by the session's id in the token: one look-up in its primary key. What cannot be undone asks for a
-- session of the last minutes. Decision records: docs/decisions/ended-sessions.md and fresh-sign-in.md.

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

create or replace function private.uid() returns uuid
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

create or replace function private.is_admin() returns boolean
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

create or replace function private.is_gate() returns boolean
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

-- ---------------------------------------------------------------------------------------------------------------
-- What asks auth.uid() itself

-- Holding seats asks here, and so does what gives them back.
create or replace function private.require_own_order(p_order_id uuid, p_user_id uuid) returns private.orders
  language plpgsql stable
as $$
declare
  v_order private.orders;
begin
  if p_order_id is null then
    perform private.refuse(400, 'invalid', 'p_order_id', 'Which order?');
  end if;
  if p_user_id = auth.uid() and not private.session_lives(p_user_id) then
    perform private.refuse(401, 'not_signed_in', '', 'This session has ended.');
  end if;
  select * into v_order from private.orders o where o.id = p_order_id;
  if found and v_order.user_id is distinct from p_user_id then
    perform private.refuse(403, 'other_user', 'p_order_id', 'This order is another customer''s.');
  end if;
  return v_order;
end
$$;
comment on function private.require_own_order(uuid, uuid) is
  'The order, or null when it was never held. Its customer''s lock is the lock of an order; whose it is never changes. '
  'Refusals: PT400 invalid, PT401 not_signed_in, PT403 other_user.';

-- Submitting a payment asks here.
create or replace function private.require_account() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if not (case when new.user_id = auth.uid() then private.session_lives(new.user_id)
      else exists (select from auth.users u where u.id = new.user_id) end) then
    perform private.refuse(401, 'not_signed_in', '',
      'The session has ended, or the account is gone: it was deleted, or a restored backup does not have it.');
  end if;
  return new;
end
$$;
comment on function private.require_account() is
  'Trigger 20_account: a token outlives its session and its account for up to an hour. A payment that nobody could ever see '
  'again, or that a stolen session sends, is not recorded; its device keeps it and asks its owner to sign in.';

alter policy "Customers read their own profile, admins every one" on public.profiles
  using (id = (select private.uid()) or (select private.is_admin()));
alter policy "Staff read their own role, admins every one" on public.staff
  using (user_id = (select private.uid()) or (select private.is_admin()));

-- ---------------------------------------------------------------------------------------------------------------
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

create or replace function public.delete_my_account(p_confirm boolean default false) returns void
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

create function private.grant_sessions() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on function private.token_session(), private.session_lives(uuid), private.session_is_fresh(uuid, uuid),
    private.grant_sessions() from public, anon, authenticated;
end
$$;
comment on function private.grant_sessions() is 'All privileges of this file; can be repeated.';
select private.grant_sessions();
