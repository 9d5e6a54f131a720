-- Passes of screen-only events: bound to the device of their holder, whose key signs the time.

create function public.bind_pass(
  p_ticket_id uuid default null, p_number integer default null, p_device_key text default null, p_again boolean default false,
  p_secret text default null, p_device text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_most constant integer := 30;
  v_pass public.passes := private.pass_of_caller(p_ticket_id, p_number, p_secret, p_device);
  v_ticket public.user_tickets;
begin
  if p_device_key is null or p_device_key !~ '^0[23][0-9a-f]{64}$' then
    perform private.refuse(400, 'invalid', 'p_device_key', 'A compressed P-256 key in 66 hexadecimal digits.');
  end if;
  select * into v_ticket from public.user_tickets t where t.id = p_ticket_id;
  if v_ticket.revoked_at is not null then
    perform private.refuse(409, 'already_decided', jsonb_build_object('status', 'revoked')::text, 'The ticket was taken back.');
  elsif not exists (
      select from public.events e
      where e.id = v_ticket.event_id and e.screen_only and clock_timestamp() < private.gate_closes(e.date)) then
    perform private.refuse(409, 'too_late', 'over', 'The codes of this event are not bound to devices.');
  elsif v_pass.device_key is distinct from p_device_key then
    if v_pass.device_key is not null and not coalesce(p_again, false) then
      perform private.refuse(409, 'link_used', v_pass.bound_at::text, 'Another device shows it; detail says since when.');
    elsif v_pass.bindings >= c_most then
      perform private.refuse(409, 'too_many', 'p_number', format('A pass is bound at most %s times.', c_most));
    end if;
    v_pass.issue := v_pass.issue + 1;
    v_pass.void_before := v_pass.issue;
    v_pass.device_key := p_device_key;
    v_pass.bound_at := clock_timestamp();
    v_pass.bindings := v_pass.bindings + 1;
    perform private.sign_pass(v_ticket, v_pass);
    perform private.touch_ticket(p_ticket_id);
    perform private.record_audit('bind', 'user_tickets', p_ticket_id::text, null, jsonb_build_object(
      'code', v_ticket.code, 'seat', v_pass.seat, 'bindings', v_pass.bindings));
  end if;
  return (
    select p from jsonb_array_elements(private.passes_of(p_ticket_id, v_pass.holder_id)) as p
    where (p ->> 'number')::integer = p_number);
end
$$;

comment on function public.bind_pass(uuid, integer, text, boolean, text, text) is
  'Binds a pass of a screen-only event to the device of this key and returns it as private.passes_of does; earlier codes are '
  'void. Idempotent for the same key. p_again: also when another device has it, which the gate then says. The caller as in '
  'hand_over_pass. Refusals: PT401 not_signed_in, PT400 invalid, PT404 not_found, PT409 already_decided (revoked), too_late (not '
  'screen-only, or over), link_used (another device; detail: since when), too_many. Security definer: no role may write passes.';

create function private.remind_of_codes() returns integer
  language sql volatile security definer set search_path = ''
as $$
  with told as materialized (
    select k.holder_id, k.event_id, k.ticket_id, private.event_words(k.event_id) || '{"to": true}' as about
    from (
      select distinct p.holder_id, t.event_id, t.id as ticket_id
      from public.events e
      join public.user_tickets t on t.event_id = e.id and t.revoked_at is null and not t.is_test
      join public.passes p on p.ticket_id = t.id and p.device_key is null and p.holder_id is not null
      where e.screen_only and e.status = 'scheduled' and e.date > now() and e.date < now() + interval '36 hours') as k
    where not exists (
      select from public.notices n where n.event_id = k.event_id and n.ticket_id = k.ticket_id and n.user_id = k.holder_id and n.kind = 'screen_only'))
  select count(private.tell(k.holder_id, k.event_id, k.ticket_id, 'screen_only', k.about))::integer from told as k
$$;

comment on function private.remind_of_codes() is
  'Tells those who hold a pass of a screen-only event of the next 36 hours that is on no phone, once a ticket, and returns how many. '
  'Security definer: no role may write notices. tidy_sale calls it once a day.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.bind_pass(uuid, integer, text, boolean, text, text)');
