-- Phases: prices that end at a moment or with a number sold, and categories that are free. The price of an order is
-- decided when its hold begins (private.place_lines). Lock order: the lock of a phase follows the event's and comes
-- before categories and claims.

create function private.read_phases(p_phases jsonb) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  c_most constant integer := 10;
  c_longest_name constant integer := 40;
  c_most_sold constant integer := 100000;
  v_phase jsonb;
  v_until timestamptz;
  v_phases jsonb := '[]';
begin
  if jsonb_typeof(p_phases) is distinct from 'array' or jsonb_array_length(p_phases) > c_most then
    perform private.refuse(400, 'invalid', 'phases', format('phases is a list of at most %s.', c_most));
  end if;
  for v_phase in select p.phase from jsonb_array_elements(p_phases) as p (phase) loop
    if jsonb_typeof(v_phase) <> 'object' or jsonb_typeof(v_phase -> 'name') is distinct from 'string'
       or jsonb_typeof(v_phase -> 'price') is distinct from 'number'
       or coalesce(jsonb_typeof(v_phase -> 'until'), 'null') not in ('string', 'null')
       or coalesce(jsonb_typeof(v_phase -> 'until_sold'), 'null') not in ('number', 'null') then
      perform private.refuse(400, 'invalid', 'phases',
        'A phase is {"name", "price", "until": a time or null, "until_sold": a number or null}.');
    end if;
    if (v_phase ->> 'price')::numeric not between 0 and 9999999.99
       or (v_phase ->> 'price')::numeric <> round((v_phase ->> 'price')::numeric, 2)
       or (v_phase ->> 'until_sold')::numeric not between 1 and c_most_sold
       or (v_phase ->> 'until_sold')::numeric <> trunc((v_phase ->> 'until_sold')::numeric) then
      perform private.refuse(400, 'invalid', 'phases',
        format('A price is 0 to 9999999.99 rupees, a number sold is whole, 1 to %s.', c_most_sold));
    end if;
    v_until := null;
    if v_phase ->> 'until' is not null then
      -- One shape of ISO 8601, so that no other word for a time is read.
      if v_phase ->> 'until' !~ '^2[0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})$' then
        perform private.refuse(400, 'invalid', 'phases', 'until is a time such as 2026-12-01T18:00:00Z.');
      end if;
      begin
        v_until := (v_phase ->> 'until')::timestamptz;
      exception when others then
        perform private.refuse(400, 'invalid', 'phases', 'until is a time such as 2026-12-01T18:00:00Z.');
      end;
    end if;
    if v_until is null and v_phase ->> 'until_sold' is null then
      perform private.refuse(400, 'invalid', 'phases', 'A phase ends at a time, with a number sold, or with either.');
    end if;
    v_phases := v_phases || jsonb_build_object(
      'name', private.require_text(v_phase ->> 'name', 'phases', c_longest_name),
      'price', (v_phase ->> 'price')::numeric(12, 2),
      'until', to_char(v_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'until_sold', (v_phase ->> 'until_sold')::numeric::integer);
  end loop;
  return v_phases;
end
$$;

comment on function private.read_phases(jsonb) is
  'Returns phases as they are stored, with cleaned names and times in UTC to the second. Refusal: PT400 invalid (phases).';

create function private.guard_phases() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.phases <> '[]' then
    new.phases := private.read_phases(new.phases);
  elsif new.phases is null then
    perform private.refuse(400, 'invalid', 'phases', 'phases is a list.');
  end if;
  if new.is_free is null or new.is_free and (new.price <> 0 or new.phases <> '[]') then
    perform private.refuse(400, 'invalid', 'is_free', 'A free category has the price 0 and no phases.');
  end if;
  if tg_op = 'UPDATE' and new.revision = old.revision
     and (new.phases, new.is_free) is distinct from (old.phases, old.is_free) then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;

comment on function private.guard_phases() is
  'Trigger 22_phases, after 20_values. PT400 invalid with the column. Security definer: the writer may not call the '
  'functions that check phases.';

create trigger "22_phases" before insert or update of price, phases, is_free on public.ticket_categories
  for each row execute function private.guard_phases();

create function private.sold_at_most(p_category public.ticket_categories, p_most integer) returns integer
  language plpgsql stable
as $$
declare
  v_sold integer;
begin
  if p_category.is_standing then
    -- Each free place has a row too; the index finds the others without reading those.
    select count(*) into v_sold from (
      (select from public.seat_claims c
        where c.ticket_category_id = p_category.id and c.seat collate "C" < 'A' and coalesce(c.expires_at, c.review_until) > now()
          and c.user_id is not null limit p_most)
      union all
      (select from public.seat_claims c
        where c.ticket_category_id = p_category.id and c.seat collate "C" < 'A' and coalesce(c.expires_at, c.review_until) is null
          and c.user_id is not null limit p_most)) as s;
  else
    select count(*) into v_sold from (
      select from public.seat_claims c
        where c.ticket_category_id = p_category.id and c.user_id is not null
          and (c.state <> 'held' or c.expires_at > now()) and (c.review_until is null or c.review_until > now())
        limit p_most) as s;
  end if;
  return least(v_sold, p_most);
end
$$;

comment on function private.sold_at_most(public.ticket_categories, integer) is
  'Returns how many seats of the category customers hold, have under review or have bought, and stops at p_most.';

create function private.phase_now(p_category public.ticket_categories) returns jsonb
  language plpgsql stable
as $$
declare
  v_phase jsonb;
begin
  for v_at in 0 .. jsonb_array_length(p_category.phases) - 1 loop
    v_phase := p_category.phases -> v_at;
    continue when (v_phase ->> 'until')::timestamptz <= now();
    continue when case when v_phase ->> 'until_sold' is not null then
      private.sold_at_most(p_category, (v_phase ->> 'until_sold')::integer) >= (v_phase ->> 'until_sold')::integer end;
    return v_phase;
  end loop;
  return null;
end
$$;

comment on function private.phase_now(public.ticket_categories) is
  'Returns the first phase that has not ended, by time and by number; null after the last, when the category''s own price '
  'holds.';

create function private.price_now(p_category public.ticket_categories) returns numeric
  language plpgsql stable
as $$
begin
  if p_category.phases = '[]' then
    return p_category.price;
  end if;
  return coalesce((private.phase_now(p_category) ->> 'price')::numeric(12, 2), p_category.price);
end
$$;

comment on function private.price_now(public.ticket_categories) is
  'Returns the rupees for one seat of the category now. Its twin for devices is priceNow in src/shop/catalogue/sale/phases.ts.';

create function private.price_to_hold(p_category public.ticket_categories) returns numeric
  language plpgsql volatile
as $$
begin
  perform private.lock_phase(p_category);
  return private.price_now(p_category);
end
$$;

comment on function private.price_to_hold(public.ticket_categories) is
  'price_now for a hold that begins: while a phase by number is in force, holds of the category wait for one another, so '
  'that its last ticket is counted before the next is priced.';

create function private.lock_phase(p_category public.ticket_categories) returns void
  language plpgsql volatile
as $$
begin
  if private.phase_now(p_category) ->> 'until_sold' is not null then
    perform pg_advisory_xact_lock(hashtextextended('phase:' || p_category.id, 0));
  end if;
end
$$;

comment on function private.lock_phase(public.ticket_categories) is
  'Locks the category''s phase until the end of the transaction if one by number is in force. Callers with several '
  'categories lock them by id.';

create function private.is_price_of(p_category public.ticket_categories, p_price numeric) returns boolean
  language plpgsql immutable
as $$
begin
  return p_price = p_category.price
    or exists (select from jsonb_array_elements(p_category.phases) as p (phase) where (p.phase ->> 'price')::numeric = p_price);
end
$$;

comment on function private.is_price_of(public.ticket_categories, numeric) is
  'True when the category sells at this price now, before or later: in one of its phases or after them.';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'insert (phases, is_free), update (phases, is_free)', 'table public.ticket_categories'),
  -- For the lists of staff, which run with their own rights.
  ('authenticated', 'execute', 'function private.sold_at_most(public.ticket_categories, integer)'),
  ('authenticated', 'execute', 'function private.phase_now(public.ticket_categories)'),
  ('authenticated', 'execute', 'function private.price_now(public.ticket_categories)'),
  ('authenticated', 'execute', 'function private.is_price_of(public.ticket_categories, numeric)');
