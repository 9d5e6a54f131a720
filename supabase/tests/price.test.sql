-- The cases of src/shop/prices/price-cases.json, in paise; the database computes rupees.
\set cases `cat src/shop/prices/price-cases.json`
create temporary table cases as
select c.value as c, c.ordinality as n from jsonb_array_elements(:'cases'::jsonb) with ordinality as c;

create function pg_temp.computed(p_case jsonb) returns jsonb
  language sql as $$
  select jsonb_build_object(
    'subtotal', (p.subtotal * 100)::bigint, 'gst', (p.gst * 100)::bigint, 'fee', (p.fee * 100)::bigint,
    'total', (p.total * 100)::bigint,
    'shares', (select coalesce(jsonb_agg((s * 100)::bigint order by n), '[]') from unnest(p.shares) with ordinality as x (s, n)))
  from private.price_order(
    array(select (l ->> 'unitPrice')::numeric / 100 from jsonb_array_elements(p_case -> 'lines') with ordinality as x (l, n) order by n),
    array(select (l ->> 'quantity')::integer from jsonb_array_elements(p_case -> 'lines') with ordinality as x (l, n) order by n),
    private.terms()) as p
$$;

select cmp_ok((select count(*) from cases), '>=', 20::bigint, 'At least one case was checked');
select is(pg_temp.computed(c), c - 'name' - 'lines', c ->> 'name') from cases order by n;
select is(p.total, 3600.00, 'Nulls where a query found no lines cost nothing, two seats at 1,500 rupees cost 3,600')
  from private.price_order(array[1500.00], array[2], private.terms()) as p;
select is(p.total, 0.00, 'An order without lines costs nothing') from private.price_order(null, null, private.terms()) as p;
