-- The rights of each noun are stated by one function, in its file of supabase/schema. Nobody may do more or less than before.
-- Written from supabase/schema by `npm run migration`.

-- A function may call one that comes after it.
set check_function_bodies = off;

drop function private.grant_senders_and_signs();

drop function private.grant_same_credit();

drop function private.grant_terms_of_review();

drop function private.grant_gate_window();

drop function private.grant_sessions();

drop function private.grant_relayed_scans();

drop function private.grant_sale_tables();

drop function private.grant_payment_watch();

drop function private.grant_dashboard_days();

drop function private.grant_refunds_console();

drop function private.grant_contact();

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
    private.grant_foundation() from public, anon, authenticated;
  -- Named by invoker functions, views and policies, or by indexes and triggers that run as the writer.
  grant execute on function private.uid(), private.refuse(integer, text, text, text), private.require_user(),
    private.clean_text(text), private.fold_text(text), private.require_text(text, text, integer)
    to anon, authenticated, service_role;
  -- Triggers on what admins write directly run as the writer.
  grant execute on function private.strip_hidden(text) to authenticated, service_role;
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
  revoke all on function private.is_admin(), private.is_gate(), private.require_admin(), private.count_admins(),
    private.profile_text(jsonb, text, text, integer, text), private.profile_flag(jsonb, text, boolean),
    private.upcoming_tickets_of(uuid), private.search_pattern(text, boolean), private.most_found(),
    private.find_accounts(text, boolean, uuid), public.my_role(), public.set_staff_role(uuid, text),
    public.save_profile(jsonb), public.export_my_data(), public.delete_my_account(boolean), public.get_all_profiles(),
    public.search_profiles(text, boolean, uuid), private.clean_new_profile(), private.token_session(),
    private.session_lives(uuid), private.session_is_fresh(uuid, uuid), public.account_exists(uuid), private.refuse_closed(),
    public.close_account(uuid, text), public.reopen_account(uuid), public.closed_accounts(), private.grant_people()
    from public, anon, authenticated;
  grant execute on function private.is_admin(), private.is_gate() to anon, authenticated, service_role;
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.my_role(), public.set_staff_role(uuid, text), public.save_profile(jsonb),
    public.export_my_data(), public.delete_my_account(boolean), public.close_account(uuid, text),
    public.reopen_account(uuid), public.closed_accounts() to anon, authenticated;
  grant execute on function public.get_all_profiles(), public.search_profiles(text, boolean, uuid),
    private.find_accounts(text, boolean, uuid), public.account_exists(uuid) to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_enquiries()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.contact_messages, private.limits, private.contact_senders, private.sender_address
    from public, anon, authenticated;
  revoke all on sequence private.contact_senders_id_seq from public, anon, authenticated;
  grant select, update (handled_at) on table public.contact_messages to authenticated;
  revoke all on function private.client_address(), public.send_contact_message(jsonb), private.note_handled(),
    private.find_messages(text, boolean), public.search_messages(text, boolean), private.grant_enquiries()
    from public, anon, authenticated;
  grant execute on function public.search_messages(text, boolean), private.find_messages(text, boolean) to authenticated;
  grant execute on function public.send_contact_message(jsonb) to anon, authenticated;
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
  -- status and previous_date change through cancel_event and move_event.
  grant insert (id, singer_id, city, venue, date, genre), update (singer_id, city, venue, date, genre, revision) on table public.events
    to authenticated;
  -- updated_at is what an edit of tickets_sold saw; it is never stored.
  grant insert (id, event_id, name, price, total_tickets, tickets_sold), update (event_id, name, price, total_tickets, tickets_sold, revision, updated_at) on table public.ticket_categories
    to authenticated;
  revoke all on function private.guard_singer(), private.guard_event(), private.guard_ticket_category(),
    private.refuse_direct_edit(), private.grant_catalogue() from public, anon, authenticated;
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
    private.grid_position(text, integer), private.grid_seat(integer, integer), private.seat_order(text),
    private.has_claims(uuid), private.section_seats(jsonb), private.count_layout_seats(jsonb, text[]),
    private.places_of(uuid), private.place_of(uuid, text), private.is_seat(uuid, text), private.seats_of(uuid),
    private.check_layout_data(jsonb), private.lock_events_of_layout(uuid), private.guard_layout(),
    private.count_layout_again(), private.refuse_shared_sections(uuid, uuid, uuid, text[]),
    private.taken_sections(uuid, uuid), private.guard_layout_link(), private.apply_layout_link(),
    private.guard_ticket_category_shape(), public.assign_layout(uuid, uuid, text[]), private.grant_layouts()
    from public, anon, authenticated;
  -- Visitors may call these only to be told to sign in.
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
  -- The trigger runs as the admin who edits.
  grant execute on function private.settings_text(text, text, integer, text) to authenticated, service_role;
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.shop_notices() to anon, authenticated;
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
    private.seats_as_lines(private.seat[]), private.read_lines(jsonb), private.lock_order_events(uuid[], uuid),
    private.share_order_events(uuid[], uuid), private.asked_lines(jsonb), private.place_lines(private.order_line[], uuid),
    private.hold_budget(uuid, uuid, private.seat[]), private.book_usage(uuid, private.seat_budget[], timestamptz),
    private.return_usage(uuid, private.seat[]), private.claims_besides(uuid, uuid, private.seat[]),
    private.claim_seats(private.seat[], private.seat[], text, uuid, uuid, uuid, timestamptz),
    private.missing_seats(private.seat[], private.seat[]), private.count_sold_claims(),
    private.require_own_order(uuid, uuid), private.refuse_stale_sold(), private.sell_at_box_office(),
    private.box_office_rank(uuid, text), public.taken_seats(uuid), public.hold_seats(uuid, jsonb), public.extend_hold(uuid),
    public.release_seats(uuid), public.release_customer_seats(uuid), private.grant_seats() from public, anon, authenticated;
  -- Whoever may write the tables is asked; of the roles of the API that is this one.
  grant execute on function private.is_sound_claim(text, text, uuid, uuid, uuid, uuid, timestamptz) to service_role;
  -- Visitors may call the last three only to be told to sign in.
  grant execute on function public.taken_seats(uuid), public.hold_seats(uuid, jsonb), public.extend_hold(uuid),
    public.release_seats(uuid), public.release_customer_seats(uuid) to anon, authenticated;
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
  revoke all on function private.plain_digits(text), private.reference_key(text), private.price_order(numeric[], integer[]),
    private.normal_reference(text), private.submission(public.payments), private.find_submission(uuid, uuid),
    private.record_lines(uuid, uuid, uuid, private.order_line[], numeric[]), private.deleted_name(uuid),
    public.submit_payment(uuid, text, numeric, text, jsonb, text), public.check_payment_status(text),
    private.lock_reference(text), private.settle_reference(), private.is_sound_payment(text, numeric, timestamptz),
    private.is_sound_line(text, uuid, uuid, uuid, text[], integer, numeric, numeric),
    private.review_held(uuid, uuid, timestamptz), private.look_alike_digits(text), private.require_account(),
    private.is_backed(public.payments), private.review_end(public.payments), private.lengthen_review(uuid),
    private.grant_payments() from public, anon, authenticated;
  -- Customers ask by reference (check_payment_status, confirm_tickets), with their own rights.
  grant execute on function private.plain_digits(text), private.normal_reference(text), public.check_payment_status(text)
    to authenticated;
  -- Visitors may call submit_payment only to be told to sign in.
  grant execute on function public.submit_payment(uuid, text, numeric, text, jsonb, text) to anon, authenticated;
  -- Whoever may write the tables is asked; of the roles of the API that is this one.
  grant execute on function private.is_sound_payment(text, numeric, timestamptz),
    private.is_sound_line(text, uuid, uuid, uuid, text[], integer, numeric, numeric) to service_role;
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
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.change_ticket_seats(uuid, text[], text), public.revoke_tickets(uuid[], text)
    to anon, authenticated;
  grant execute on function public.confirm_tickets(text) to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_bank()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.bank_rows, private.bank_matches from public, anon, authenticated;
  grant select on table public.bank_rows, private.bank_matches to authenticated;
  revoke all on function private.bank_rows_of(jsonb), public.import_bank_rows(jsonb, uuid, text), public.match_bank_rows(),
    public.find_bank_rows(text), public.list_bank_imports(), public.take_back_bank_import(uuid),
    private.backs_payment(public.bank_rows), private.credit_used_by(uuid, text),
    private.bank_row_key(date, numeric, text, numeric, bigint), private.credits_of(jsonb), private.joining(jsonb),
    private.join_bank_rows(), private.credit_joined(), private.credits_imported(), private.grant_bank()
    from public, anon, authenticated;
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.import_bank_rows(jsonb, uuid, text), public.match_bank_rows(), public.find_bank_rows(text),
    public.list_bank_imports(), public.take_back_bank_import(uuid) to anon, authenticated;
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
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.request_refund(uuid), public.claim_refund(uuid),
    public.mark_refunded(uuid, text, text, boolean), public.start_refund(uuid, uuid, numeric, text),
    public.drop_refund(uuid), public.find_refundable(uuid) to anon, authenticated;
  grant execute on function public.get_refunds(), public.search_refunds(text, text, uuid),
    private.find_refunds(text, text, uuid), private.ticket_admissions(uuid) to authenticated;
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
  -- Visitors may call it only to be told to sign in.
  grant execute on function public.watch_payments(uuid, uuid), public.review_payment(uuid, text, text),
    public.review_payments(uuid[]), public.reassign_seats(uuid, jsonb), public.reject_payments(uuid[], text)
    to anon, authenticated;
  grant execute on function public.get_payment_details(), public.search_payments(text, text, uuid), public.get_all_tickets(),
    public.search_tickets(text, text, uuid), private.find_payments(text, text, uuid), private.find_lines(text, text, uuid)
    to authenticated;
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
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.cancel_event(uuid, text), public.move_event(uuid, timestamptz, text, text)
    to anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_catalogue_lists()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on table public.singer_list, public.event_list, public.ticket_category_list from public, anon, authenticated;
  grant select on table public.singer_list, public.event_list, public.ticket_category_list to authenticated;
  revoke all on function private.grant_catalogue_lists() from public, anon, authenticated;
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
  -- Visitors may call it only to be told to sign in.
  grant execute on function public.import_catalogue(jsonb, boolean) to anon, authenticated;
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
  -- Named by policies.
  grant execute on function private.my_gate_events() to authenticated;
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.set_staff_events(uuid, uuid[]), public.gate_events(), public.gate_key(uuid),
    public.rotate_event_key(uuid, boolean), public.gate_roster(uuid, uuid, timestamptz), public.lose_gate_device(uuid, text)
    to anon, authenticated;
end
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
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.record_scans(json), public.report_gate_device(uuid, text, text, integer, timestamptz),
    public.gate_trouble(uuid), public.gate_counters(uuid) to anon, authenticated;
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
  -- Visitors may call them only to be told to sign in.
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
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.note_export(text, integer), public.count_listed(text, text) to anon, authenticated;
  grant execute on function public.get_history() to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_sync()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function private.settled_until(), private.history_mark(timestamptz), public.sync_point(text),
    public.my_wallet_mark(), private.grant_sync() from public, anon, authenticated;
  grant execute on function public.sync_point(text) to anon, authenticated;
  grant execute on function public.my_wallet_mark() to authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_storage_auth()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function private.stored_digest(text), private.order_of_picture(text), private.note_picture(text, text),
    private.picture_stored(), private.grant_storage_auth() from public, anon, authenticated;
end
$function$;

CREATE OR REPLACE FUNCTION private.grant_jobs()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  revoke all on function private.tidy_sale(), private.grant_jobs() from public, anon, authenticated;
end
$function$;

comment on function private.grant_enquiries() is 'All privileges of this file; can be repeated.';

comment on function private.grant_storage_auth() is 'All privileges of this file; can be repeated.';

comment on function private.grant_jobs() is 'All privileges of this file; can be repeated.';

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
select private.grant_tickets();
