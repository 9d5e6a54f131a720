-- The cases of src/shop/prices/price-cases.json, in paise; the database computes rupees.
\set cases `cat src/shop/prices/price-cases.json`
create temporary table cases as
select c.value as c, c.ordinality as n from jsonb_array_elements(:'cases'::jsonb) with ordinality as c;

create function pg_temp.computed(p_case jsonb) returns jsonb
  language sql as $$
  select jsonb_build_object(
    'subtotal', (p.subtotal * 100)::bigint, 'gst', (p.gst * 100)::bigint, 'localTax', (p.local_tax * 100)::bigint, 'fee', (p.fee * 100)::bigint,
    'feeGst', (p.fee_gst * 100)::bigint, 'rounding', (p.rounding * 100)::bigint,
    'total', (p.total * 100)::bigint,
    'shares', (select coalesce(jsonb_agg((s * 100)::bigint order by n), '[]') from unnest(p.shares) with ordinality as x (s, n)))
  from private.price_lines(array(
    select row ((l ->> 'unitPrice')::numeric / 100, (l ->> 'quantity')::integer, coalesce((l ->> 'gstPercent')::numeric, 18),
      coalesce((l ->> 'localPercent')::numeric, 0), coalesce((l ->> 'fee')::numeric, 3000) / 100,
      coalesce((l ->> 'feeGstPercent')::numeric, 0), (l ->> 'includesGst')::boolean,
      (l ->> 'rounds')::boolean)::private.priced_line
    from jsonb_array_elements(p_case -> 'lines') with ordinality as x (l, n) order by n)) as p
$$;

select cmp_ok((select count(*) from cases), '>=', 20::bigint, 'At least one case was checked');
select is(pg_temp.computed(c), '{"localTax": 0, "feeGst": 0, "rounding": 0}' || c - 'name' - 'lines', c ->> 'name') from cases order by n;
select is(p.total, 3600.00, 'Nulls where a query found no lines cost nothing, two seats at 1,500 rupees cost 3,600')
  from private.price_order(array[1500.00], array[2], private.terms()) as p;
-- Random orders: shares and parts sum to the price, and each rate is rounded once.
create temporary table random_orders as
select o.n as id, array_agg(row (round((random() * 2000)::numeric, 2), 1 + floor(random() * 9)::integer, r.gst[1 + floor(random() * 4)::integer],
    r.local[1 + floor(random() * 3)::integer], r.fee[1 + floor(random() * 3)::integer], r.fee_gst[1 + floor(random() * 2)::integer], random() < 0.5, o.n % 2 = 0)::private.priced_line) as lines
  from (select setseed(0.20261126)) as seed, generate_series(1, 400) as o (n), generate_series(1, 1 + o.n % 7) as l (n),
    (values (array[0, 5, 18, 12.37], array[0, 10, 7.5], array[30, 0, 0.25], array[0, 18])) as r (gst, local, fee, fee_gst)
  group by o.n;
select is(count(*), 0::bigint, 'Shares sum to the total, parts to the taxes, and a share is price and parts that are not within it, in every random order')
  from random_orders o, private.price_lines(o.lines) as p
  where p.total <> (select sum(s) from unnest(p.shares) as s)
    or array[p.gst, p.local_tax, p.fee, p.fee_gst, p.rounding] <>
      (select array[sum(p.parts[n][1]), sum(p.parts[n][2]), sum(p.parts[n][3]), sum(p.parts[n][4]), sum(p.parts[n][5])] from generate_subscripts(p.parts, 1) as n)
    or exists (select from generate_subscripts(o.lines, 1) as n where p.shares[n] <> (o.lines[n]).unit_price * (o.lines[n]).quantity
      + case when (o.lines[n]).includes_gst then 0 else p.parts[n][1] end + p.parts[n][2] + p.parts[n][3] + p.parts[n][4] + p.parts[n][5])
    or p.total <> p.subtotal + p.gst + p.local_tax + p.fee + p.fee_gst + p.rounding or p.subtotal + p.gst >= 1 and (o.lines[1]).rounds and p.total <> trunc(p.total);
select is(count(*), 0::bigint, 'and GST is the rounded percent of the lines of each rate, or what makes their prices without it that percent less')
  from random_orders o, private.price_lines(o.lines) as p
  where p.gst <> (select sum(round(g.base * g.gst_percent / (100 + case when g.includes_gst then g.gst_percent else 0 end), 2)) from (
    select l.gst_percent, l.includes_gst, sum(l.unit_price * l.quantity) as base from unnest(o.lines) as l group by 1, 2) as g);
select is(p.total, 0.00, 'An order without lines costs nothing') from private.price_order(null, null, private.terms()) as p;
