-- Written from supabase/schema by `npm run migration`.

-- A function may call one that comes after it.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.new_order_id()
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
begin
  loop
    v_id := gen_random_uuid();
    -- No word, no number, no beginning of an IFSC and no masked account, also when a bank keeps five signs of it.
    if private.order_code(v_id) ~ '^MF(?=.{0,4}[0-9])(?=.{0,4}[A-Z])(?![A-Z]{4}0)(?!X+[0-9]+$)' then
      return v_id;
    end if;
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
    private.is_sound_claim(text, text, uuid, uuid, uuid, uuid, timestamptz), private.order_code(uuid), private.new_order_id(),
    private.read_lines(jsonb), private.lock_order_events(uuid[], uuid), private.share_order_events(uuid[], uuid),
    private.asked_lines(jsonb, public.shop_terms), private.place_lines(private.order_line[], uuid, uuid, uuid),
    private.take_places(uuid, integer, uuid, uuid), private.claim_places(uuid, integer, uuid, uuid, timestamptz), private.keep_places(), private.free_places(),
    private.rate_lines(private.order_line[], uuid, public.shop_terms),
    private.hold_budget(uuid, uuid, private.seat[], interval),
    private.book_usage(uuid, private.seat_budget[], timestamptz), private.return_usage(uuid, private.seat[]),
    private.claims_besides(uuid, uuid, private.seat[]),
    private.claim_seats(private.seat[], private.seat[], text, uuid, uuid, uuid, timestamptz),
    private.missing_seats(private.seat[], private.seat[]), private.count_sold_claims(),
    private.require_own_order(uuid, uuid), private.refuse_stale_sold(), private.sell_at_box_office(),
    private.box_office_rank(uuid, text), public.taken_seats(uuid), public.hold_seats(uuid, jsonb, text),
    public.extend_hold(uuid), public.release_seats(uuid), public.release_customer_seats(uuid), private.grant_seats()
    from public, anon, authenticated;
  -- Constraints run as the role that writes the table: of the API's roles only this one.
  grant execute on function private.is_sound_claim(text, text, uuid, uuid, uuid, uuid, timestamptz) to service_role;
  grant execute on function public.taken_seats(uuid), public.hold_seats(uuid, jsonb, text), public.extend_hold(uuid),
    public.release_seats(uuid), public.release_customer_seats(uuid) to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.make_offer(p_wait waits, p_category ticket_categories, p_spots private.spot[])
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_offer public.offers;
  v_labels text[] := array(select s.seat from unnest(p_spots) as s order by private.seat_order(s.seat) collate "C");
  v_lines jsonb := jsonb_build_array(jsonb_build_object('ticket_category_id', p_category.id) || case when p_category.is_standing
    then jsonb_build_object('count', cardinality(v_labels)) else jsonb_build_object('seats', to_jsonb(v_labels)) end);
  v_until timestamptz;
  v_placed record;
  v_rated private.priced_line[];
  v_price record;
  v_free private.seat[];
begin
  select least(now() + make_interval(mins => coalesce(r.offer_minutes, 60)), e.date) into v_until
    from public.events e left join public.pass_rules r on r.event_id = e.id where e.id = p_category.event_id;
  v_placed := private.place_lines(private.known_lines(v_lines), null, null, null);
  v_rated := private.rate_lines(v_placed.lines, null, private.terms());
  v_price := private.price_lines(v_rated);
  loop
    v_offer.id := private.new_order_id();
    insert into private.orders (id, user_id, order_code, expires_at, extended, lines, event_id, shares, parts)
      values (v_offer.id, p_wait.user_id, private.order_code(v_offer.id), v_until, true, v_lines, v_placed.event_id, v_price.shares,
        v_price.parts)
      on conflict do nothing;
    exit when found;
  end loop;
  insert into private.order_prices (order_id, ticket_category_id, unit_price, gst_percent, local_percent, fee, fee_gst_percent)
    values (v_offer.id, p_category.id, v_rated[1].unit_price, v_rated[1].gst_percent, v_rated[1].local_percent, v_rated[1].fee,
      v_rated[1].fee_gst_percent);
  select array_agg(row (p_category.event_id, s.place, s.seat, p_category.id)::private.seat) into v_free
    from unnest(p_spots) as s where s.return_id is null;
  if v_free is not null
     and cardinality(private.claim_seats(v_free, null, 'held', p_wait.user_id, v_offer.id, null, v_until)) < cardinality(v_free) then
    -- Another got one of them without the lock; the next minute tries again.
    delete from public.seat_claims c where c.order_id = v_offer.id;
    delete from private.orders o where o.id = v_offer.id;
    return false;
  end if;
  insert into public.offers (id, wait_id, user_id, ticket_category_id, seats, expires_at)
    values (v_offer.id, p_wait.id, p_wait.user_id, p_category.id, v_labels, v_until) returning * into v_offer;
  perform private.offer_returns(v_offer.id, array(select s.return_id from unnest(p_spots) as s where s.return_id is not null));
  perform private.tell(p_wait.user_id, p_category.event_id, null, 'offer',
    private.offer_words(v_offer) || jsonb_build_object('total', v_price.total));
  return true;
end
$function$;

comment on function private.new_order_id() is 'Returns the id of an order that the database makes, whose code a bank''s narration shows to be one (private.codes_in), as newOrderId in src/shop/orders/order-code.ts does on a device.';

reset check_function_bodies;

select private.grant_announcements();
select private.grant_availability();
select private.grant_bank();
select private.grant_box_office();
select private.grant_catalogue();
select private.grant_catalogue_lists();
select private.grant_checklist();
select private.grant_code_uses();
select private.grant_codes();
select private.grant_dashboard();
select private.grant_door();
select private.grant_ed25519();
select private.grant_enquiries();
select private.grant_event_changes();
select private.grant_foundation();
select private.grant_free_orders();
select private.grant_gate();
select private.grant_guests();
select private.grant_hand_over();
select private.grant_history();
select private.grant_import();
select private.grant_invitations();
select private.grant_jobs();
select private.grant_kept_seats();
select private.grant_layouts();
select private.grant_new_concert();
select private.grant_pass_devices();
select private.grant_passes();
select private.grant_payments();
select private.grant_people();
select private.grant_phases();
select private.grant_proofs();
select private.grant_publishing();
select private.grant_queues();
select private.grant_refunds();
select private.grant_returns();
select private.grant_review();
select private.grant_scans();
select private.grant_seats();
select private.grant_settings();
select private.grant_storage_auth();
select private.grant_sync();
select private.grant_terms();
select private.grant_test_orders();
select private.grant_tickets();
select private.grant_unclaimed_credits();
select private.grant_waiting();
