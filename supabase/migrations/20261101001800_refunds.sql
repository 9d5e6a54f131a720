-- Refunds: customers ask for their money back when a concert is cancelled or moved.

-- The day of the move opens seven days for asking; the event says when that was.
alter table public.events add column moved_at timestamptz;
comment on column public.events.moved_at is 'When it was last given another date after tickets were asked for; set by a trigger alone.';
update public.events set moved_at = updated_at where previous_date is not null;

create function private.note_move() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.moved_at := case when tg_op = 'UPDATE' then old.moved_at end;
  -- Both ways of moving, move_event and a plain edit after somebody paid, leave the date before in previous_date.
  if tg_op = 'UPDATE' and new.date is distinct from old.date and new.previous_date = old.date then
    new.moved_at := now();
  end if;
  return new;
end
$$;
comment on function private.note_move() is 'Trigger 50_moved: moved_at is the time of the last move, whatever the client sent.';
create trigger "50_moved" before insert or update on public.events
  for each row execute function private.note_move();

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null unique references public.user_tickets (id) on delete restrict,
  user_id uuid not null,
  amount numeric(12, 2) not null check (amount >= 0),
  upi_id text,
  reason text not null check (reason in ('cancelled', 'moved')),
  status text not null default 'requested' check (status in ('requested', 'refunded')),
  utr text,
  requested_at timestamptz not null default now(),
  refunded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint refunds_payable check (status = 'refunded' or upi_id is not null),
  constraint refunds_settled check ((status = 'refunded') = (refunded_at is not null and utr is not null))
);
comment on table public.refunds is
  'Requests for money back, one for each ticket: requested, then refunded. The ticket stays as it is until staff pay.';
comment on column public.refunds.amount is 'Rupees: all that was paid for the ticket, GST and fee included.';
comment on column public.refunds.upi_id is
  'Where the money goes, as the customer''s profile said it. Forgotten with the account once the money has been sent.';
comment on column public.refunds.utr is 'The bank''s reference of the transfer that paid it back.';
create index refunds_user_id on public.refunds (user_id, requested_at desc);
create index refunds_status on public.refunds (status, requested_at, id) include (user_id, amount);
create index refunds_amount on public.refunds ((amount::numeric), id);
create index refunds_status_amount on public.refunds (status, (amount::numeric), id);
create index refunds_requested_at on public.refunds (requested_at, id);
create index refunds_updated_at on public.refunds (updated_at);

create trigger "90_stamp" before insert or update on public.refunds
  for each row execute function private.stamp_row();

create function private.audit_refund() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Without the UPI id: the log outlives accounts, and such an id often is a name.
  perform private.record_audit(lower(tg_op), 'refunds', new.id::text,
    case when tg_op = 'UPDATE' then to_jsonb(old) - 'upi_id' end, to_jsonb(new) - 'upi_id');
  return null;
end
$$;
comment on function private.audit_refund() is 'Trigger audit of refunds. Security definer: nobody may write audit_log.';
create trigger audit after insert or update on public.refunds
  for each row execute function private.audit_refund();

create function private.forget_upi_id() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.refunds r set upi_id = null where r.user_id = old.id and r.status = 'refunded' and r.upi_id is not null;
  return null;
end
$$;
comment on function private.forget_upi_id() is
  'Trigger forget_upi_id on profiles: who leaves is forgotten here too, except where money is still owed to them. '
  'Security definer: nobody writes refunds directly.';
create trigger forget_upi_id after delete on public.profiles
  for each row execute function private.forget_upi_id();

alter table public.refunds enable row level security;
create policy "Customers read their own refunds, admins every one" on public.refunds
  for select to authenticated using (user_id = (select private.uid()) or (select private.is_admin()));

-- ---------------------------------------------------------------------------------------------------------------
-- Asking

create function public.request_refund(p_ticket_id uuid default null) returns public.refunds
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_days_after_move constant integer := 7;
  v_user uuid := private.require_user();
  v_upi_id text;
  v_ticket public.user_tickets;
  v_event public.events;
  v_paid_at timestamptz;
  v_reason text;
  v_refund public.refunds;
begin
  perform private.lock_customer(v_user);
  select * into v_ticket from public.user_tickets t where t.id = p_ticket_id and t.user_id = v_user;
  if not found then
    perform private.refuse(404, 'not_found', 'p_ticket_id', 'The caller has no such ticket.');
  end if;
  perform private.share_event(v_ticket.event_id);
  select p.refund_upi_id into v_upi_id from public.profiles p where p.id = v_user;

  select * into v_refund from public.refunds r where r.ticket_id = p_ticket_id for no key update;
  if found then
    -- Asking again changes one thing: where the money goes, as long as it has not gone.
    if v_refund.status = 'requested' and v_upi_id is distinct from v_refund.upi_id and v_upi_id is not null then
      update public.refunds r set upi_id = v_upi_id where r.id = v_refund.id returning * into v_refund;
    end if;
    return v_refund;
  end if;

  select e.* into strict v_event from public.events e where e.id = v_ticket.event_id;
  select p.created_at into strict v_paid_at from public.payments p where p.id = v_ticket.payment_id;
  if v_ticket.payment_status <> 'completed' then
    perform private.refuse(409, 'not_refundable', 'revoked', 'The ticket was taken back.');
  elsif v_event.status = 'cancelled' then
    v_reason := 'cancelled';
  elsif v_event.moved_at is null or v_paid_at > v_event.moved_at then
    perform private.refuse(409, 'not_refundable', 'unchanged', 'The event is as it was when it was paid for.');
  elsif now() > v_event.moved_at + make_interval(days => c_days_after_move) then
    perform private.refuse(409, 'not_refundable', 'late', 'A refund is asked for within seven days of the move.');
  elsif now() >= v_event.date then
    perform private.refuse(409, 'not_refundable', 'begun', 'The event has begun.');
  else
    v_reason := 'moved';
  end if;
  if v_upi_id is null then
    perform private.refuse(409, 'no_upi_id', '', 'Save refund_upi_id in the profile first.');
  end if;
  insert into public.refunds (ticket_id, user_id, amount, upi_id, reason)
    values (p_ticket_id, v_user, v_ticket.total_amount, v_upi_id, v_reason)
    returning * into v_refund;
  return v_refund;
end
$$;
comment on function public.request_refund(uuid) is
  'Asks for the money of one''s own ticket, to be paid to the UPI id of the profile: without limit of time when the event '
  'was cancelled; within seven days of the move and before it begins when it was moved after being paid for. Once for a '
  'ticket: again returns the request, with the profile''s UPI id of now while it is unpaid. Refusals: PT401 not_signed_in, '
  'PT404 not_found, PT409 not_refundable (detail: revoked, unchanged, late, begun), PT409 no_upi_id. Security definer: '
  'nobody writes refunds directly.';

create function private.grant_refunds() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table public.refunds from public, anon, authenticated;
  grant select on table public.refunds to authenticated;
  revoke all on function public.request_refund(uuid), private.note_move(), private.audit_refund(),
    private.forget_upi_id(), private.grant_refunds() from public, anon, authenticated;
  -- Visitors may call this only to be told to sign in.
  grant execute on function public.request_refund(uuid) to anon, authenticated;
end
$$;
comment on function private.grant_refunds() is 'All privileges of this file; can be repeated.';
select private.grant_refunds();
