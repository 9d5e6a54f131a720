-- Jobs: what runs once a day.
create function private.tidy_sale() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_at_once constant integer := 10000;
  v_terms public.shop_terms := private.terms();
  v_names_kept interval := make_interval(days => v_terms.name_days);
  v_devices_kept interval := make_interval(days => v_terms.device_days);
  c_guests_kept constant interval := interval '30 days';
  c_entries_kept constant interval := interval '90 days';
  c_events constant integer := 100;
  c_most_unsubmitted constant integer := 20; -- of one customer, older than a day
begin
  perform private.note_picture(p.screenshot_url, d.digest) from (
    select p.screenshot_url from public.payments p where p.status = 'pending' and p.picture_digest is null) as p,
    lateral (select private.stored_digest(p.screenshot_url) as digest) as d
    where d.digest is not null;

  perform private.end_old_tests();
  perform private.remind_of_codes();
  perform private.tidy_waits();
  perform private.forget_payers();
  perform private.forget_sign_ins();
  delete from private.hold_usage u where u.since < now() - interval '2 hours';
  delete from private.code_tries t where t.at < now() - interval '1 hour';
  delete from public.seat_claims c using (
    select k.event_id, k.place, k.seat from public.seat_claims k
    where k.state = 'held' and k.expires_at < now() - interval '1 day' and k.user_id is not null
    order by k.event_id, k.place, k.seat limit c_at_once for update skip locked) as gone
    where c.event_id = gone.event_id and c.place = gone.place and c.seat = gone.seat;
  delete from private.orders o using (
    select k.id from (
      select u.id, u.created_at, row_number() over (partition by u.user_id order by u.created_at desc, u.id) as n
      from private.orders u
      where u.submitted_at is null and u.expires_at < now() and u.created_at < now() - interval '1 day') as k
    where (k.created_at < now() - make_interval(days => v_terms.order_days) or k.n > c_most_unsubmitted)
      and not exists (select from public.seat_claims c where c.order_id = k.id)
    limit c_at_once) as gone
    where o.id = gone.id and o.submitted_at is null
      and not exists (select from public.payments p where p.order_id = o.id);

  -- gate_roster reads it: a list at a gate may have the earlier name, of a ticket or of an order.
  delete from private.name_changes n using (
    select k.user_id from private.name_changes k
    where k.at < now() - v_names_kept
      and not exists (
        select from public.user_tickets t join public.events e on e.id = t.event_id
        where t.user_id = k.user_id and private.gate_closes(e.date) > now() - v_names_kept)
      and not exists (
        select from public.payment_lines l join public.events e on e.id = l.event_id
        where l.user_id = k.user_id and private.gate_closes(e.date) > now() - v_names_kept)
    limit c_at_once for update skip locked) as gone
    where n.user_id = gone.user_id and n.at < now() - v_names_kept;
  perform private.forget_guests_of(array(
    select distinct t.event_id from public.guest_tickets g
    join public.user_tickets t on t.id = g.ticket_id
    join public.events e on e.id = t.event_id
    join public.profiles f on f.id = t.user_id and f.is_guest
    where e.date < now() - c_guests_kept limit c_events));
  perform private.forget_guests_of(array(
    select distinct t.event_id from public.pass_transfers x
    join public.user_tickets t on t.id = x.ticket_id
    join public.events e on e.id = t.event_id
    where e.date < now() - c_guests_kept and (x.name is not null or x.to_name is not null) limit c_events));
  delete from private.gate_devices d using (
    select k.event_id, k.device from private.gate_devices k join public.events e on e.id = k.event_id
    where private.gate_closes(e.date) < now() - v_devices_kept and k.last_sync_at < now() - v_devices_kept
    limit c_at_once for update of k skip locked) as gone
    where d.event_id = gone.event_id and d.device = gone.device;
  delete from private.queue_entries q using (
    select k.event_id, k.user_id from private.queue_entries k join public.events e on e.id = k.event_id
    where e.date < now() - c_entries_kept limit c_at_once for update of k skip locked) as gone
    where q.event_id = gone.event_id and q.user_id = gone.user_id;
end
$$;

comment on function private.tidy_sale() is
  'Runs once a day: deletes held times, wrong codes, holds that expired a day ago, orders unsubmitted for order_days of shop_terms '
  '(of one customer all but the newest twenty and those of the last day), changed names name_days after the change '
  'and after the gate of their last event closed, gate devices device_days after it, and who was in a queue 90 days after the event: its '
  'list and hashes stay. Runs remind_of_codes, tidy_waits, forget_payers, forget_sign_ins. Stores the digests of late '
  'pictures, ends tests that are over, and deletes names of guests thirty days after their event. Security definer: the shop''s own server '
  'or pg_cron calls it.';
