-- The tables of a sale for less of the processor. Why: see 20261101002600.
--
-- A CHECK is kept as text and read anew by every statement that writes its table: the seven of seat_claims took a tenth
-- of a hold. They say the same in one function for each table, which is compiled once for a connection.

create function private.is_sound_claim(
  p_state text, p_source text, p_user_id uuid, p_order_id uuid, p_payment_id uuid, p_ticket_id uuid, p_expires_at timestamptz)
  returns boolean language plpgsql immutable parallel safe
as $$
begin
  return p_state in ('held', 'under_review', 'sold')
    and p_source in ('order', 'box_office')
    and (p_source = 'order') = (p_user_id is not null and p_order_id is not null)
    and (p_state = 'held') = (p_expires_at is not null)
    and (p_state = 'held' or p_source = 'box_office' or p_payment_id is not null)
    and (p_ticket_id is not null) = (p_state = 'sold' and p_source = 'order')
    and (p_source = 'order' or p_state = 'sold');
end
$$;
comment on function private.is_sound_claim(text, text, uuid, uuid, uuid, uuid, timestamptz) is
  'A claim is held (until expires_at), under review (a payment) or sold (a ticket); one of an order has its customer, and '
  'the box office only sells.';
alter table public.seat_claims
  drop constraint seat_claims_state_check, drop constraint seat_claims_source_check, drop constraint seat_claims_owner,
  drop constraint seat_claims_held_expires, drop constraint seat_claims_paid, drop constraint seat_claims_ticket,
  drop constraint seat_claims_box_office_sold,
  add constraint seat_claims_sound
    check (private.is_sound_claim(state, source, user_id, order_id, payment_id, ticket_id, expires_at));

create function private.is_sound_payment(p_status text, p_amount numeric, p_reviewed_at timestamptz) returns boolean
  language plpgsql immutable parallel safe
as $$
begin
  return p_status in ('pending', 'approved', 'rejected')
    and (p_status = 'pending') = (p_reviewed_at is null)
    and p_amount >= 0;
end
$$;
comment on function private.is_sound_payment(text, numeric, timestamptz) is
  'A payment is pending, or was approved or rejected at some time; nobody pays less than nothing.';
alter table public.payments
  drop constraint payments_status_check, drop constraint payments_decided, drop constraint payments_amount_check,
  add constraint payments_sound check (private.is_sound_payment(status, amount, reviewed_at));

create function private.is_sound_line(
  p_status text, p_category uuid, p_event uuid, p_gone_category uuid, p_seats text[], p_quantity integer,
  p_unit_price numeric, p_total_amount numeric)
  returns boolean language plpgsql immutable parallel safe
as $$
begin
  return p_status in ('pending', 'completed', 'failed')
    and (p_category is null) = (p_gone_category is not null)
    and (p_category is null) = (p_event is null)
    and p_quantity between 1 and 10
    and cardinality(p_seats) = case when p_gone_category is null then p_quantity else 0 end
    and p_unit_price >= 0
    and p_total_amount >= 0;
end
$$;
comment on function private.is_sound_line(text, uuid, uuid, uuid, text[], integer, numeric, numeric) is
  'A line is for 1 to 10 seats of a category with its event, or for a category that is gone and then without seats.';
alter table public.payment_lines
  drop constraint payment_lines_payment_status_check, drop constraint payment_lines_category_or_gone,
  drop constraint payment_lines_quantity_check, drop constraint payment_lines_seats,
  drop constraint payment_lines_unit_price_check, drop constraint payment_lines_total_amount_check,
  add constraint payment_lines_sound check (private.is_sound_line(
    payment_status, ticket_category_id, event_id, gone_category_id, seats, quantity, unit_price, total_amount));

-- Indexes that no query needs. The first is the start of payment_lines_event_updated.
drop index public.payment_lines_event_id;
-- Codes are searched for by their parts: payments_search.
drop index public.payments_order_code;
-- Devices do not follow payments.
drop index public.payments_updated_at;

create function private.grant_sale_tables() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on function
    private.is_sound_claim(text, text, uuid, uuid, uuid, uuid, timestamptz),
    private.is_sound_payment(text, numeric, timestamptz),
    private.is_sound_line(text, uuid, uuid, uuid, text[], integer, numeric, numeric),
    private.grant_sale_tables() from public, anon, authenticated;
  -- Whoever may write the tables is asked; of the roles of the API that is this one.
  grant execute on function
    private.is_sound_claim(text, text, uuid, uuid, uuid, uuid, timestamptz),
    private.is_sound_payment(text, numeric, timestamptz),
    private.is_sound_line(text, uuid, uuid, uuid, text[], integer, numeric, numeric) to service_role;
end
$$;
comment on function private.grant_sale_tables() is 'All privileges of this file; can be repeated.';
select private.grant_sale_tables();
