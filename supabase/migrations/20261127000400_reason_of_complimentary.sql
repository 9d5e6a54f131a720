-- Written from supabase/schema by `npm run migration`.

-- A function may call one that comes after it.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.sell_at_door(p_order_id uuid DEFAULT NULL::uuid, p_till_id uuid DEFAULT NULL::uuid, p_lines jsonb DEFAULT NULL::jsonb, p_method text DEFAULT NULL::text, p_total numeric DEFAULT NULL::numeric, p_name text DEFAULT NULL::text, p_phone text DEFAULT NULL::text, p_reference text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_longest_reference constant integer := 64;
  v_seller uuid := private.require_seller();
  v_name text;
  v_phone text;
  v_reference text := nullif(private.normal_reference(p_reference), '');
  v_note text;
  v_total numeric;
  v_payment public.payments;
begin
  if p_order_id is null then
    perform private.refuse(400, 'invalid', 'p_order_id', 'Which order?');
  end if;
  perform private.lock_customer(p_order_id);
  select * into v_payment from public.payments p where p.order_id = p_order_id;
  if found then
    if v_payment.made_by is distinct from v_seller or v_payment.till_id is null then
      perform private.refuse(403, 'other_user', 'p_order_id', 'This order id is in use.');
    end if;
    if v_payment.status <> 'approved' then
      perform private.refuse(409, 'order_submitted', v_payment.order_code, 'This sale was undone; start another.');
    end if;
    return private.door_sale(v_payment, private.repeat_link(v_payment, v_seller));
  end if;

  if p_method is null or p_method not in ('upi', 'cash', 'card', 'complimentary') then
    perform private.refuse(400, 'invalid', 'p_method', 'p_method is upi, cash, card or complimentary.');
  end if;
  v_total := private.require_money(p_total, 'p_total');
  if coalesce(private.clean_text(p_name), '') <> '' then
    v_name := private.require_text(p_name, 'p_name', 120);
  end if;
  v_phone := private.profile_text(jsonb_build_object('p_phone', p_phone), 'p_phone', null, 24, '^[+]?[0-9][0-9 ()-]{5,22}$');
  if p_method = 'complimentary' and v_reference is not null then
    v_note := private.require_text(p_reference, 'p_reference', c_longest_reference);
    v_reference := null;
  elsif char_length(v_reference) > c_longest_reference or v_reference ~ '[\u0001-\u001f\u007f-\u009f]'
     or (v_reference is null and coalesce(private.clean_text(p_reference), '') <> '')
     or (v_reference is not null and p_method not in ('upi', 'card')) then
    perform private.refuse(400, 'invalid', 'p_reference', 'A reference of UPI or a card has 1 to 64 printable characters.');
  end if;
  perform private.use_till(p_till_id, v_seller);
  v_payment := private.sell(p_order_id, private.make_guest(v_name, v_phone), p_lines, p_method, p_till_id, v_seller,
    case when p_method = 'upi' then v_reference end, case when p_method = 'card' then v_reference else v_note end, v_total);
  return private.door_sale(v_payment, private.new_link(v_payment.id, v_seller));
end
$function$;

comment on function public.sell_at_door(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text,numeric,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'Sells lines (as hold_seats takes them) from the caller''s open till, all or none, and returns {order_id, order_code, payment_id, method, total, at, name, lines, tickets, secret}: the secret of the link that gives the tickets to the buyer''s phone, 128 random bits, returned here alone. p_total: rupees that the clerk saw. Sells until six hours after the start, also while paused and outside a category''s window. Idempotent by order id; a repeat within five minutes makes a new secret unless the link was opened, later ones have none. p_reference: of UPI or a card, or why it is complimentary. Admins and box office staff of the event. Refusals: PT401 not_signed_in, PT403 forbidden, other_user, PT400 invalid, unknown_seat, too_many_seats, PT404 not_found (the till), PT409 till_closed, not_on_sale, price_changed (detail: the price now), seats_taken (detail: lines), order_submitted (undone), and for a typed UPI reference reference_approved, reference_of_refund, credit_used (detail: that order''s code). Security definer: no role may write payments, claims and tickets.';

reset check_function_bodies;

select private.grant_announcements();
select private.grant_bank();
select private.grant_box_office();
select private.grant_catalogue();
select private.grant_catalogue_lists();
select private.grant_dashboard();
select private.grant_door();
select private.grant_enquiries();
select private.grant_event_changes();
select private.grant_foundation();
select private.grant_gate();
select private.grant_guests();
select private.grant_history();
select private.grant_import();
select private.grant_invitations();
select private.grant_jobs();
select private.grant_kept_seats();
select private.grant_layouts();
select private.grant_payments();
select private.grant_people();
select private.grant_publishing();
select private.grant_refunds();
select private.grant_review();
select private.grant_scans();
select private.grant_seats();
select private.grant_settings();
select private.grant_storage_auth();
select private.grant_sync();
select private.grant_terms();
select private.grant_tickets();
