-- What an order costs while its hold runs, after it, and when it is paid late.
select tests.create_user('asha@example.in');
select tests.create_user('bela@example.in');
select tests.create_staff('admin@example.in', 'admin');
select tests.create_event('Pune');
select tests.create_category('Pune', 'Gold', 1000, 100);
select tests.create_category('Pune', 'Silver', 500, 100);

create function pg_temp.reprice(p_category text, p_price numeric) returns void
  language plpgsql as $$
begin
  perform tests.act_as('admin@example.in');
  update public.ticket_categories set price = p_price where id = tests.category_id(p_category);
  perform tests.act_as('asha@example.in');
end
$$;
create function pg_temp.prices(p_answer jsonb) returns text
  language sql as $$ select string_agg(l ->> 'unit_price', ' ' order by n) from jsonb_array_elements(p_answer -> 'lines') with ordinality as x (l, n) $$;
create function pg_temp.frozen(p_order text) returns text
  language sql security definer set search_path = '' as $$
  select string_agg(c.name || ' ' || p.unit_price, ', ' order by c.name)
  from private.order_prices p join public.ticket_categories c on c.id = p.ticket_category_id
  where p.order_id = tests.order_id(p_order)
$$;
grant execute on function pg_temp.reprice(text, numeric), pg_temp.prices(jsonb), pg_temp.frozen(text) to public;

-- A hold that runs
select tests.act_as('asha@example.in');
select is(pg_temp.prices(tests.hold('one', 'Gold:A1,A2')), '1000.00', 'A hold is at the price of its moment');
select pg_temp.reprice('Gold', 3000);
select is(pg_temp.prices(tests.hold('one', 'Gold:A1,A2')), '1000.00', 'Held again while it runs, it keeps that price');
select is(pg_temp.prices(tests.hold('one', 'Gold:A3,A4,A5')), '1000.00', 'For other seats of the category, too');
select pg_temp.reprice('Silver', 600);
select is(pg_temp.prices(tests.hold('one', 'Gold:A3', 'Silver:B1')), '1000.00 600.00', 'A category that comes into a running hold is at the price of that moment');
select pg_temp.reprice('Silver', 700);
select is(pg_temp.prices(tests.hold('one', 'Silver:B2', 'Gold:A3')), '600.00 1000.00', 'And keeps it from there on');
select public.extend_hold(tests.order_id('one'));
select is(tests.hold('one', 'Gold:A3', 'Silver:B2') ->> 'total', '1948.00', 'Extending changes no price');
select is(pg_temp.prices(tests.hold('one', 'Silver:B2')), '600.00', 'A category that goes');
select is(pg_temp.prices(tests.hold('one', 'Gold:A3', 'Silver:B2')), '3000.00 600.00', 'Is at today''s price when it comes back');

-- A hold that ran out
select tests.expire('one');
select is(pg_temp.prices(tests.hold('one', 'Gold:A3', 'Silver:B2')), '3000.00 700.00', 'Held again after it ran out, the same lines are at today''s prices');
select is(tests.hold('one', 'Gold:A3', 'Silver:B2') ->> 'total', '4426.00', 'And so is the total');
select pg_temp.reprice('Gold', 500);
select is(pg_temp.prices(tests.hold('one', 'Gold:A3', 'Silver:B2')), '3000.00 700.00', 'Frozen anew while the new hold runs');
select tests.expire('one');
select is(pg_temp.prices(tests.hold('one', 'Gold:A4')), '500.00', 'After a reduction nobody pays too much');
select is(pg_temp.frozen('one'), 'Gold 500.00', 'Nothing is left of the prices before');

-- A hold that was released
select public.release_seats(tests.order_id('one'));
select pg_temp.reprice('Gold', 2500);
select is(pg_temp.prices(tests.hold('one', 'Gold:B1,B2,B3,B4,B5,B6,B7,B8,B9,B10')), '2500.00', 'A released order is priced anew, whatever seats it takes');

-- A refused hold is no hold
select tests.expire('one');
select tests.act_as('bela@example.in');
select tests.hold('hers', 'Gold:B1');
select pg_temp.reprice('Gold', 4000);
select tests.refuses($$select tests.hold('one', 'Gold:B1,B2')$$, 'PT409', 'seats_taken', 'Somebody else took a seat meanwhile');
select is(pg_temp.frozen('one'), 'Gold 2500.00', 'The refused order keeps the price it showed last');

-- Late money
select is(tests.submit('one', '412345678901', 5960.00, 'Gold:B2,B3') ->> 'status', 'pending', 'Money sent for a hold that ran out is recorded');
select tests.act_as('admin@example.in');
select is(p.expected_amount, 5960.00, 'At the price last shown, though staff have raised it since')
  from public.get_payment_details() as p where p.order_id = tests.order_id('one');
select is(array(select w ->> 'code' from jsonb_array_elements(p.warnings) as w), array['price_changed'],
    'So it is not called short, and staff see both prices')
  from public.get_payment_details() as p where p.order_id = tests.order_id('one');

-- The lines as they were held take another way through submit_payment
select tests.act_as('asha@example.in');
select tests.hold('late', 'Gold:C1', 'Silver:C1');
select tests.expire('late');
select pg_temp.reprice('Gold', 9000);
select pg_temp.reprice('Silver', 9000);
select tests.submit('late', '412345678902', 5606.00, 'Gold:C1', 'Silver:C1');
select tests.act_as('admin@example.in');
select is(p.expected_amount, 5606.00, 'The very lines that were held are at the price last shown, too')
  from public.get_payment_details() as p where p.order_id = tests.order_id('late');
-- 4000 + 700 are 4700; 846 of tax, 60 of fees.

-- After a new hold the new price is what is expected
select tests.act_as('asha@example.in');
select tests.hold('anew', 'Gold:D1');
select tests.expire('anew');
select pg_temp.reprice('Gold', 100);
select is(tests.hold('anew', 'Gold:D1') ->> 'total', '148.00', 'Held anew for less');
select tests.submit('anew', '412345678903', 148.00, 'Gold:D1');
select tests.act_as('admin@example.in');
select is(p.warnings, '[]', 'Less is what is expected')
  from public.get_payment_details() as p where p.order_id = tests.order_id('anew');

-- Two open orders of one customer
select tests.act_as('asha@example.in');
select tests.hold('first', 'Gold:E1,E2,E3,E4,E5,E6,E7,E8,E9,E10');
select lives_ok($$select tests.hold('second', 'Gold:F1,F2,F3,F4,F5,F6,F7,F8,F9,F10')$$, 'Ten seats of a category in an order: in two orders ten each');
select is((tests.refusal($$select tests.hold('second', 'Gold:E1,F1')$$) ->> 'detail')::jsonb, tests.lines('Gold:E1'),
  'What an open order holds goes to no other, not even to one of the same customer, who may have paid for it');
select is(tests.claims('Gold') like '%F10 held', true, 'The refused order keeps its own');
select public.release_seats(tests.order_id('first'));
select lives_ok($$select tests.hold('second', 'Gold:E1,F1')$$, 'Given up, its seats are free for the other at once');
