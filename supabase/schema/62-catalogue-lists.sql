-- Catalogue lists: the console's tables of singers, events and ticket categories, one row each, so that a page takes
-- one request and every column can be searched, sorted and counted. Views of the invoker: the tables' policies decide.

create view public.singer_list with (security_invoker = true) as
  select s.id, s.name, s.created_at, s.updated_at,
    coalesce(e.events, 0) as events,
    coalesce(e.upcoming_events, 0) as upcoming_events,
    private.search_text(s.name) as search_words
  from public.singers s
  left join lateral (
    select count(*) as events, count(*) filter (where e.date >= now()) as upcoming_events
    from public.events e where e.singer_id = s.id
  ) e on true;

comment on view public.singer_list is
  'Singers with the number of their events; search_words: what the console''s search compares.';

create view public.event_list with (security_invoker = true) as
  select e.id, e.singer_id, s.name as singer_name, e.city, e.venue, e.date, e.previous_date, e.status,
    e.cancelled_reason, e.genre, e.revision, e.created_at, e.updated_at,
    coalesce(c.categories, 0) as categories,
    coalesce(c.total_tickets, 0) as total_tickets,
    coalesce(c.tickets_sold, 0) - (
      select coalesce(sum(t.quantity), 0) from public.user_tickets t
      where t.event_id = e.id and t.is_test and t.revoked_at is null) as tickets_sold,
    e.published_at, e.paused_at,
    coalesce(c.unpriced, 0) as unpriced, c.sale_from, e.state,
    (select coalesce(sum(t.quantity), 0) from public.user_tickets t
      where t.event_id = e.id and t.total_amount = 0 and not t.is_test and t.revoked_at is null) as tickets_given,
    c.sale_until, coalesce(c.is_sold_out, false) as is_sold_out,
    private.search_text(concat_ws(' ', s.name, private.names_of_city(e.city), e.venue,
      to_char(e.date at time zone 'Asia/Kolkata', 'FMDD FMMonth YYYY'))) as search_words
  from public.events e
  join public.singers s on s.id = e.singer_id
  left join lateral (
    select count(*) as categories, sum(c.total_tickets) as total_tickets, sum(c.tickets_sold) as tickets_sold,
      count(*) filter (where c.price = 0 and not c.is_free) as unpriced,
      bool_and(l.places = 0) as is_sold_out,
      -- Of the categories that can still be bought; null as soon as one has no bound.
      case when bool_and(c.sale_from is not null) filter (where l.is_for_sale)
        then min(c.sale_from) filter (where l.is_for_sale) end as sale_from,
      case when bool_and(c.sale_until is not null) filter (where l.places > 0)
        then max(c.sale_until) filter (where l.places > 0) end as sale_until
    from public.ticket_categories c
    cross join lateral (select greatest(c.total_tickets - c.tickets_sold - c.tickets_kept, 0) as places) n
    cross join lateral (
      select n.places, n.places > 0 and (c.sale_until is null or c.sale_until > now()) as is_for_sale) l
    where c.event_id = e.id
  ) c on true;

comment on view public.event_list is
  'Events with their singer and the sums of their ticket categories, without test tickets; for admins tickets_given: how many of '
  'the sold ones are complimentary or free. is_sold_out: each place is sold, to testers too, or kept. sale_from and sale_until: the '
  'first opening and the last end of categories with places left.';

create view public.ticket_category_list with (security_invoker = true) as
  select c.id, c.event_id, e.singer_id, s.name as singer_name, e.city, e.venue, e.date, e.status as event_status,
    c.name, c.price, c.total_tickets, c.tickets_sold, c.grid_columns, c.revision, c.created_at, c.updated_at,
    l.seating_layout_id, y.name as layout_name, l.section_ids,
    -- Not joins, so that only the rows of a page are counted.
    (select count(*) from public.seat_claims h
      where h.ticket_category_id = c.id and h.state = 'held' and h.expires_at > now()) as held,
    (select count(*) from public.seat_claims h
      where h.ticket_category_id = c.id and h.state = 'under_review'
        and (h.review_until is null or h.review_until > now())) as under_review,
    c.is_standing, c.sale_from, c.sale_until, e.state, c.tickets_kept, c.phases, c.is_free,
    (select coalesce(sum(t.quantity), 0) from public.user_tickets t
      where t.event_id = c.event_id and t.ticket_category_id = c.id and t.total_amount = 0 and not t.is_test and t.revoked_at is null) as tickets_given,
    c.is_hidden,
    (select coalesce(sum(t.quantity), 0) from public.user_tickets t
      where t.event_id = c.event_id and t.ticket_category_id = c.id and t.is_test and t.revoked_at is null) as tickets_tested,
    private.search_text(concat_ws(' ', c.name, s.name, private.names_of_city(e.city), e.venue)) as search_words
  from public.ticket_categories c
  join public.events e on e.id = c.event_id
  join public.singers s on s.id = e.singer_id
  left join public.ticket_category_layouts l on l.ticket_category_id = c.id
  left join public.seating_layouts y on y.id = l.seating_layout_id;

comment on view public.ticket_category_list is
  'Ticket categories with their event, singer and layout, and for admins how many seats are held and under review now, '
  'and how many of the sold ones are complimentary or free, and how many are tests.';

create view public.code_list with (security_invoker = true) as
  select d.id, d.code, d.event_id, d.ticket_category_ids, d.percent, d.amount, d.opens_hidden, d.from_at, d.until_at,
    d.uses_total, d.uses_per_person, d.seats_per_order, d.paused_at, d.note, d.revision, d.created_at, d.updated_at,
    s.name as singer_name, e.city, e.date,
    -- Not joins, so that only the rows of a page are counted.
    private.code_uses(d.id) as uses,
    (select coalesce(sum(l.discount_amount), 0)
      from public.payments p join public.payment_lines l on l.payment_id = p.id
      where p.discount_code = d.code and p.status = 'approved' and not p.is_test) as given
  from public.discount_codes d
  left join public.events e on e.id = d.event_id
  left join public.singers s on s.id = e.singer_id;

comment on view public.code_list is
  'Codes with their event, the number of their uses, and given: the rupees that they took off approved payments.';

create function public.sold_by_price(p_ticket_category_id uuid default null)
  returns table (unit_price numeric, tickets bigint)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_role('payments');
  return query
    select case when l.total_amount = 0 then 0 else l.unit_price end as price, sum(l.quantity)
    from public.payment_lines l join public.payments p on p.id = l.payment_id
    where l.ticket_category_id = p_ticket_category_id and l.payment_status = 'completed' and not p.is_test
    group by price order by price;
end
$$;

comment on function public.sold_by_price(uuid) is
  'How many valid tickets of a category were sold at which price before tax and fee, cheapest first, at the door too; 0: '
  'complimentary or free. Without test tickets and seats that were sold elsewhere. Admins and payments staff (PT401 not_signed_in, PT403 '
  'forbidden). Security definer: as dashboard_stats.';

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select', 'table public.singer_list'),
  ('authenticated', 'select', 'table public.event_list'),
  ('authenticated', 'select', 'table public.ticket_category_list'),
  ('authenticated', 'select', 'table public.code_list'),
  ('anon, authenticated', 'execute', 'function public.sold_by_price(uuid)');
