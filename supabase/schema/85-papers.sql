-- Papers: a tax invoice or bill of supply of each paid order, and a credit note of each refund that takes from sales. Issued in the
-- transaction of the approval or of the refund, at its end: the lock of the series is held while it commits and no longer.
-- What each rule of them is, with its source: docs/decisions/0080-papers.md

create table private.paper_series (
  gstin text not null,
  year text not null,
  family text not null,
  last integer not null,
  day date not null,
  primary key (gstin, year, family)
);

comment on table private.paper_series is
  'The last number and day of each series: of a GSTIN (empty: of a shop without one), a financial year and a family of papers.';

alter table private.paper_series enable row level security;

create table public.papers (
  id uuid primary key default gen_random_uuid(),
  number text not null check (number ~ '^[A-Z0-9/-]{1,16}$'),
  kind text not null check (kind in ('tax_invoice', 'invoice_bill', 'bill_of_supply', 'credit_note')),
  gstin text,
  year text not null,
  running integer not null check (running > 0),
  day date not null,
  payment_id uuid not null references public.payments (id) on delete restrict,
  refund_id uuid,
  user_id uuid not null,
  seller jsonb not null,
  buyer jsonb not null,
  place_of_supply text,
  lines jsonb not null,
  totals jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint papers_refund check (refund_id is null or kind = 'credit_note')
);

comment on table public.papers is
  'Tax invoices, bills of supply, invoices that are both (invoice_bill) and credit notes as they were issued. Nothing changes or deletes one, the deletion of its customer''s '
  'account neither: entries of accounts are not erased (CGST Rules 2017, rule 56 (8)) and kept for 72 months from the annual return''s '
  'due date (CGST Act 2017, section 36; DPDP Act 2023, section 8 (7) leaves what a law retains).';
comment on column public.papers.number is 'At most 16 signs, without a gap within its series: CGST Rules, rule 46 (b).';
comment on column public.papers.gstin is 'The seller''s; null of a shop without one.';
comment on column public.papers.year is 'The financial year, April to March in India: 2627.';
comment on column public.papers.refund_id is
  'The refund of a credit note; null where a sale at the door was undone. No foreign key: a refund that was paid stays.';
comment on column public.papers.seller is '{name, address, state}, without what the shop does not have.';
comment on column public.papers.buyer is '{name, company, gstin, address}, without what the customer did not give.';
comment on column public.papers.place_of_supply is
  'The state of the venues (IGST Act 2017, section 12 (6)), the seller''s where it is not known; null when there are several, which the lines name.';
comment on column public.papers.lines is
  '[{what: tickets, fee or rounding, line (payment_lines), event, category, date, venue, seats, quantity, sac, place, rate, taxable, cgst, sgst, igst, '
  'local_tax, total}], rate in percent of GST, the rest in rupees. Rounding has no sac and a total alone.';
comment on column public.papers.totals is '{taxable, cgst, sgst, igst, local_tax, total} in rupees: the sums of the lines.';

create unique index papers_number on public.papers (number, gstin) nulls not distinct;

-- One paper an order, one credit note a refund.
create unique index papers_once on public.papers (payment_id, refund_id, (kind = 'credit_note')) nulls not distinct;

create index papers_user_id on public.papers (user_id);

create index papers_day on public.papers (day, number);

create trigger append_only before update or delete or truncate on public.papers
  for each statement execute function private.refuse_change();

alter table public.papers enable row level security;

create policy "Customers read their own papers, payments staff every one" on public.papers
  for select to authenticated using (user_id = (select private.uid()) or (select private.may('payments')));

create function private.state_of_gstin(p_gstin text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select (array['Jammu and Kashmir', 'Himachal Pradesh', 'Punjab', 'Chandigarh', 'Uttarakhand', 'Haryana', 'Delhi', 'Rajasthan',
    'Uttar Pradesh', 'Bihar', 'Sikkim', 'Arunachal Pradesh', 'Nagaland', 'Manipur', 'Mizoram', 'Tripura', 'Meghalaya', 'Assam',
    'West Bengal', 'Jharkhand', 'Odisha', 'Chhattisgarh', 'Madhya Pradesh', 'Gujarat', 'Dadra and Nagar Haveli and Daman and Diu',
    'Dadra and Nagar Haveli and Daman and Diu', 'Maharashtra', 'Andhra Pradesh', 'Karnataka', 'Goa', 'Lakshadweep', 'Kerala',
    'Tamil Nadu', 'Puducherry', 'Andaman and Nicobar Islands', 'Telangana', 'Andhra Pradesh', 'Ladakh'])[left(p_gstin, 2)::integer]
$$;

comment on function private.state_of_gstin(text) is
  'Returns the state of a GSTIN by its first two digits, 01 to 38, named as in private.states(); null for none and for another code. 25 '
  'and 28 are of Daman and Diu and of Andhra Pradesh before they were merged and divided.';

create function private.financial_year(p_day date) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select to_char(p_day - interval '3 months', 'YY') || to_char(p_day + interval '9 months', 'YY') $$;

comment on function private.financial_year(date) is 'Returns 2627 for the days from 1 April 2026 to 31 March 2027.';

create function private.next_number(p_gstin text, p_family text, p_at timestamptz, out number text, out year text, out running integer, out day date)
  language plpgsql volatile set search_path = ''
as $$
begin
  -- Closing a month waits for who has the lock; what comes after is of the next.
  lock table private.paper_series in row exclusive mode;
  day := (coalesce(p_at, clock_timestamp()) at time zone 'Asia/Kolkata')::date;
  year := private.financial_year(day);
  insert into private.paper_series as s (gstin, year, family, last, day)
    values (coalesce(p_gstin, ''), next_number.year, p_family, 1, next_number.day)
    -- A number never has an earlier day than the one before it.
    on conflict on constraint paper_series_pkey do update set last = s.last + 1, day = greatest(s.day, excluded.day)
    returning s.last, s.day into running, day;
  number := p_family || '/' || year || '/' || lpad(running::text, greatest(6, length(running::text)), '0');
end
$$;

comment on function private.next_number(text, text, timestamptz) is
  'Takes the next number of a series and locks the series until the transaction ends: one that fails gives its number back.';

create type private.paper_part as (
  line uuid, event text, category text, date timestamptz, venue text, seats text[], quantity integer, place text,
  rate numeric, taxable numeric, gst numeric, local_tax numeric, fee_rate numeric, fee numeric, fee_gst numeric,
  rounding numeric);

comment on type private.paper_part is
  'What of an order line is on a paper: tickets of one category at a place (a state), their GST in percent and rupees, their fee and rounding.';

create function private.paper_lines(p_parts private.paper_part[], p_state text, out lines jsonb, out totals jsonb, out place text)
  language sql stable set search_path = ''
as $$
  with parts as (
    select * from unnest(p_parts) with ordinality as p (line, event, category, date, venue, seats, quantity, place, rate, taxable, gst,
      local_tax, fee_rate, fee, fee_gst, rounding, n)
  ), rows as (
    -- SAC of the annex to notification 11/2017 Central Tax (Rate): performing arts event presentation, reservation of event tickets.
    select 0 as fees, p.n, 'tickets' as what, p.line, p.event, p.category, p.date, p.venue, p.seats, p.quantity, '999622' as sac, p.place,
      p.rate, p.taxable, p.gst, p.local_tax, 0.00 as rounding from parts p
    union all
    select 1, min(p.n), 'fee', null, null, null, null, null, null, sum(p.quantity)::integer, '998554', p.place, p.fee_rate, sum(p.fee), sum(p.fee_gst), 0.00,
      0.00
    from parts p where p.fee > 0 group by p.place, p.fee_rate
    union all
    select 2, 1, 'rounding', null, null, null, null, null, null, 0, '', null, 0, 0.00, 0.00, 0.00, sum(p.rounding)
    from parts p having sum(p.rounding) <> 0
  ), taxed as (
    select r.*, case when t.inside then trunc(r.gst / 2, 2) else 0.00 end as cgst,
      -- Half each; an odd paisa is the state's.
      case when t.inside then r.gst - trunc(r.gst / 2, 2) else 0.00 end as sgst,
      case when t.inside then 0.00 else r.gst end as igst
    from rows r, lateral (select coalesce(r.place = p_state, true) as inside) as t
  )
  select jsonb_agg(jsonb_build_object('what', t.what, 'line', t.line, 'event', t.event, 'category', t.category, 'date', t.date, 'venue', t.venue,
        'seats', t.seats, 'quantity', t.quantity, 'sac', t.sac, 'place', t.place, 'rate', t.rate, 'taxable', t.taxable, 'cgst', t.cgst,
        'sgst', t.sgst, 'igst', t.igst, 'local_tax', t.local_tax, 'total',
        t.taxable + t.gst + t.local_tax + t.rounding) order by t.fees, t.n),
    jsonb_build_object('taxable', sum(t.taxable), 'cgst', sum(t.cgst), 'sgst', sum(t.sgst), 'igst', sum(t.igst), 'local_tax', sum(t.local_tax),
      'total', sum(t.taxable + t.gst + t.local_tax + t.rounding)),
    case when count(distinct t.place) = 1 then min(t.place) end
  from taxed t
$$;

comment on function private.paper_lines(private.paper_part[], text) is
  'Returns the lines of a paper, their sums, and the one place of them: tickets, then the fee, then rounding. CGST and SGST where the place is the '
  'seller''s state (p_state) or one of them is not known, else IGST (IGST Act 2017, sections 7 and 8).';

create function private.write_paper(p_paper public.papers, p_at timestamptz) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_number record;
begin
  v_number := private.next_number(p_paper.gstin, case p_paper.kind when 'credit_note' then 'CN' else 'MF' end, p_at);
  insert into public.papers (number, kind, gstin, year, running, day, payment_id, refund_id, user_id, seller, buyer, place_of_supply, lines, totals)
    values (v_number.number, p_paper.kind, p_paper.gstin, v_number.year, v_number.running, v_number.day, p_paper.payment_id,
      p_paper.refund_id, p_paper.user_id, p_paper.seller, p_paper.buyer, p_paper.place_of_supply, p_paper.lines, p_paper.totals);
end
$$;

comment on function private.write_paper(public.papers, timestamptz) is 'Issues a paper, complete but for its number and day, as of this instant.';

create function private.kind_of_paper(p_lines jsonb, p_gstin text, p_buyer_gstin text) returns text
  language sql immutable set search_path = ''
as $$
  select case
      when p_gstin is null or not coalesce(bool_or(l.rate > 0), false) then 'bill_of_supply'
      when p_buyer_gstin is null and bool_or(l.rate = 0 and l.what <> 'fee') then 'invoice_bill'
      else 'tax_invoice' end
  from (
    select e ->> 'what' as what, (e ->> 'rate')::numeric as rate from jsonb_array_elements(p_lines) as e
    where e ->> 'what' <> 'rounding' and (e ->> 'taxable')::numeric > 0) as l
$$;

comment on function private.kind_of_paper(jsonb, text, text) is
  'Returns what a paper with these lines is: bill_of_supply without a seller''s GSTIN or where nothing is taxed (CGST Act 2017, section 31 '
  '(3) (c)), invoice_bill for a tax beside exempt tickets to a buyer without a GSTIN (invoice-cum-bill of supply: CGST Rules 2017, rule 46A), '
  'else tax_invoice. Free lines do not count; nor does a fee without tax, which is a term of the operator and no exemption.';

create function private.write_invoice(p_payment_id uuid, p_at timestamptz default null) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_payment public.payments;
  v_shop public.shop_settings;
  v_state text;
  v_parts private.paper_part[];
  v_written record;
  v_paper public.papers;
begin
  select * into v_payment from public.payments p where p.id = p_payment_id and p.status = 'approved' and not p.is_test;
  if not found or exists (select from public.papers x where x.payment_id = p_payment_id) then
    return;
  end if;
  select * into v_shop from public.shop_settings s where s.id = 1;
  v_state := private.state_of_gstin(v_shop.gstin);
  select array_agg(row (l.id, l.event_name, l.category_name, l.event_date, l.venue, l.seats, l.quantity, coalesce(e.state, v_state),
      -- A sale at the door has no frozen rates: it is priced and approved at once.
      coalesce(o.gst_percent, (private.rate_line(l.unit_price, l.quantity, e.state, private.terms())).gst_percent),
      l.total_amount - l.gst_amount - l.local_tax_amount - l.fee_amount - l.fee_gst_amount - l.rounding_amount, l.gst_amount,
      l.local_tax_amount, coalesce(o.fee_gst_percent, 0), l.fee_amount, l.fee_gst_amount, l.rounding_amount)::private.paper_part order by l.line)
    into v_parts
    from public.payment_lines l
    join public.events e on e.id = l.event_id
    left join private.order_prices o on o.order_id = v_payment.order_id and o.ticket_category_id = l.ticket_category_id
    where l.payment_id = p_payment_id;
  v_written := private.paper_lines(v_parts, v_state);
  if coalesce((v_written.totals ->> 'total')::numeric, 0) = 0 then
    return;
  end if;
  v_paper.gstin := v_shop.gstin;
  v_paper.payment_id := p_payment_id;
  v_paper.user_id := v_payment.user_id;
  v_paper.seller := jsonb_strip_nulls(jsonb_build_object('name', v_shop.payee_name, 'address', v_shop.address, 'state', v_state));
  v_paper.buyer := coalesce((
    select jsonb_strip_nulls(jsonb_build_object('name', f.name, 'company', f.company, 'gstin', f.gstin, 'address', f.location))
    from public.profiles f where f.id = v_payment.user_id), '{}');
  v_paper.kind := private.kind_of_paper(v_written.lines, v_paper.gstin, v_paper.buyer ->> 'gstin');
  v_paper.place_of_supply := v_written.place;
  v_paper.lines := v_written.lines;
  v_paper.totals := v_written.totals;
  perform private.write_paper(v_paper, p_at);
end
$$;

comment on function private.write_invoice(uuid, timestamptz) is
  'Issues the paper of an approved payment, titled by kind_of_paper; none for a test, for an order of nothing, and none twice.';

create function private.write_credit_note(p_payment_id uuid, p_refund_id uuid, p_at timestamptz default null) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_paper public.papers;
  v_parts private.paper_part[];
  v_written record;
begin
  select * into v_paper from public.papers x where x.payment_id = p_payment_id and x.kind <> 'credit_note';
  if not found or exists (
      select from public.papers x
      where x.payment_id = p_payment_id and x.kind = 'credit_note' and x.refund_id is not distinct from p_refund_id) then
    return;
  end if;
  if p_refund_id is not null then
    select array_agg(row (l.id, l.event_name, l.category_name, l.event_date, l.venue, l.seats, l.quantity, o.line ->> 'place',
        (o.line ->> 'rate')::numeric, s.taxable, s.gst, s.local_tax,
        (select (f ->> 'rate')::numeric from jsonb_array_elements(v_paper.lines) as f
          where f ->> 'what' = 'fee' and f ->> 'place' is not distinct from o.line ->> 'place' limit 1),
        s.fee, s.fee_gst, s.rounding)::private.paper_part order by l.line)
      into v_parts
      from public.refund_shares s
      join public.payment_lines l on l.id = s.payment_line_id
      join lateral (
        select x as line from jsonb_array_elements(v_paper.lines) as x where x ->> 'line' = coalesce(l.split_from, l.id)::text) as o on true
      where s.refund_id = p_refund_id;
    if v_parts is null then
      return;
    end if;
    v_written := private.paper_lines(v_parts, v_paper.seller ->> 'state');
    v_paper.place_of_supply := v_written.place;
    v_paper.lines := v_written.lines;
    v_paper.totals := v_written.totals;
  end if;
  v_paper.kind := 'credit_note';
  v_paper.refund_id := p_refund_id;
  perform private.write_paper(v_paper, p_at);
end
$$;

comment on function private.write_credit_note(uuid, uuid, timestamptz) is
  'Issues the credit note of a paid refund for what it takes from sales (refund_shares), or with a null refund for the whole order, whose '
  'sale was undone; to the GSTIN and the buyer of the order''s paper (CGST Rules 2017, rule 53 (1A)). None without that paper, none for '
  'money that bought nothing, and none twice.';

create function private.issue_papers() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'refunds' then
    perform private.write_credit_note(new.payment_id, new.id);
  elsif new.status = 'approved' then
    perform private.write_invoice(new.id);
  else
    perform private.write_credit_note(new.id, null);
  end if;
  return null;
end
$$;

comment on function private.issue_papers() is
  'Triggers papers, at the end of a transaction: of an approved payment, of one that was approved and is no more (a sale undone at the door), '
  'and of a refund that was paid. Security definer: no role may write papers.';

create constraint trigger papers after update of status on public.payments deferrable initially deferred
  for each row when ((new.status = 'approved') <> (old.status = 'approved') and not new.is_test) execute function private.issue_papers();

create constraint trigger papers after update of status on public.refunds deferrable initially deferred
  for each row when (new.status = 'refunded' and old.status <> 'refunded') execute function private.issue_papers();

create function public.read_papers(p_payment_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_role('payments', 'box_office');
  v_payment public.payments;
begin
  select * into v_payment from public.payments p where p.id = p_payment_id and (private.may('payments') or p.made_by = v_user);
  if not found then
    perform private.refuse(404, 'not_found', 'p_payment_id', 'There is no such payment, or box office staff did not sell it themselves.');
  end if;
  return jsonb_build_object('order_code', v_payment.order_code, 'papers', (
    select coalesce(jsonb_agg(to_jsonb(x)), '[]') from public.papers x where x.payment_id = p_payment_id));
end
$$;

comment on function public.read_papers(uuid) is
  'Returns the papers of an order, given its payment: {order_code, papers: rows of papers}. Payments staff, and box office staff of what '
  'they sold themselves. Refusals: PT401 not_signed_in, PT403 forbidden, PT404 not_found. Security definer: sellers may read no payments.';

insert into private.rights (roles, privileges, object) values
  ('anon, authenticated', 'execute', 'function public.read_papers(uuid)'),
  ('authenticated', 'select', 'table public.papers');
