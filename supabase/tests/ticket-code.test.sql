-- The code of a ticket for typing: the vectors of src/shop/tickets/ticket-code-vectors.json.
\set vectors `cat src/shop/tickets/ticket-code-vectors.json`
create temporary table vectors as
select v.code, v.n from jsonb_array_elements_text(:'vectors'::jsonb) with ordinality as v (code, n);

select is((select count(*) from vectors), 15::bigint, 'Fifteen vectors are checked');
select is(private.check_character(left(code, 8)), right(code, 1), 'Check character of ' || code) from vectors order by n;

select is(private.order_code('00000000-0000-4000-8000-000000000000'), 'MF00000000', 'Order code of the smallest id');
select is(private.order_code('ffffffff-ffff-4fff-bfff-ffffffffffff'), 'MFZZZZZZZZ', 'Order code of the largest id');
select is(private.order_code('01234567-89ab-4def-8123-456789abcdef'), 'MF04HMASW9', 'Order code: the first 40 bits, five at a time');

create temporary table codes as select private.new_ticket_code() as code from generate_series(1, 500);
select is((select count(distinct code) from codes), 500::bigint, 'New codes differ');
select is((select count(*) from codes where code !~ '^[0-9A-HJKMNP-TV-Z]{9}$' or private.check_character(left(code, 8)) <> right(code, 1)),
  0::bigint, 'New codes have nine characters of Crockford''s base 32, the last of which checks the others');
select ok((select count(distinct substr(code, n, 1)) from codes, generate_series(1, 8) as n) = 32, 'All 32 characters occur');

select is(
  (select string_agg(s, ' ' order by private.seat_order(s) collate "C")
   from unnest(array['100000', 'B1', '20', '3', 'A10', '100', 'BALC-A1', '99999', 'A2']) as s),
  '3 20 100 99999 100000 A2 A10 B1 BALC-A1', 'Standing places sort as numbers, before seats');
