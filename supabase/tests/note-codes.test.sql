-- A narration shows an order's code without MF and cut to five signs exactly when the pages choose it for an order.
\set cases `cat src/shop/orders/note-code-cases.json`

create temp table cases as
  select c ->> 'signs' as signs, (c ->> 'seen')::boolean as seen, c ->> 'what' as what from jsonb_array_elements(:'cases'::jsonb) as c;
select ok(count(*) > 10, 'There are cases') from cases;
select is(
    private.codes_in('UPI/CR/412345678901/RAVI/' || c.signs) @> array['MF' || c.signs]
      and coalesce(private.cut_code_key(
        jsonb_populate_record(null::public.credits, jsonb_build_object('narration', 'UPI/CR/412345678901/RAVI/' || left(c.signs, 5))),
        'MF' || c.signs) = 'prefix', false),
    c.seen, c.signs || ': ' || c.what)
  from cases c;
