-- The price of an order while its hold runs, after it, and when paid late.
select tests.create_people('asha@example.in', 'bela@example.in', 'admin: admin@example.in');
select tests.create_concert('Pune', 'Gold 1000 x100', 'Silver 500 x100');

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

select tests.answers('asha@example.in', $$pg_temp.prices(tests.hold('one', 'Gold:A1,A2'))$$, '1000.00', 'A hold is priced when it begins');
select pg_temp.reprice('Gold', 3000);
select is(pg_temp.prices(tests.hold('one', 'Gold:A1,A2')), '1000.00', 'Held again while it runs, it keeps that price');
select is(pg_temp.prices(tests.hold('one', 'Gold:A3,A4,A5')), '1000.00', 'Also for other seats of the category');
select pg_temp.reprice('Silver', 600);
select is(pg_temp.prices(tests.hold('one', 'Gold:A3', 'Silver:B1')), '1000.00 600.00', 'A category added to a running hold is priced when it is added');
select pg_temp.reprice('Silver', 700);
select is(pg_temp.prices(tests.hold('one', 'Silver:B2', 'Gold:A3')), '600.00 1000.00', 'And keeps that price');
select public.extend_hold(tests.order_id('one'));
select is(tests.hold('one', 'Gold:A3', 'Silver:B2') ->> 'total', '1948.00', 'Extending keeps the price');
select is(pg_temp.prices(tests.hold('one', 'Silver:B2')), '600.00', 'A category is removed from the hold');
select is(pg_temp.prices(tests.hold('one', 'Gold:A3', 'Silver:B2')), '3000.00 600.00', 'and has today''s price when it is added again');

select tests.expire('one');
select is(pg_temp.prices(tests.hold('one', 'Gold:A3', 'Silver:B2')), '3000.00 700.00', 'Held again after it expired, the same lines have today''s prices');
select is(tests.hold('one', 'Gold:A3', 'Silver:B2') ->> 'total', '4426.00', 'And so has the total');
select pg_temp.reprice('Gold', 500);
select is(pg_temp.prices(tests.hold('one', 'Gold:A3', 'Silver:B2')), '3000.00 700.00', 'The new prices are frozen while the new hold runs');
select tests.expire('one');
select is(pg_temp.prices(tests.hold('one', 'Gold:A4')), '500.00', 'After a price reduction the lower price holds');
select is(pg_temp.frozen('one'), 'Gold 500.00', 'Earlier prices are deleted');

select public.release_seats(tests.order_id('one'));
select pg_temp.reprice('Gold', 2500);
select is(pg_temp.prices(tests.hold('one', 'Gold:B1,B2,B3,B4,B5,B6,B7,B8,B9,B10')), '2500.00', 'A released order is priced again, whatever seats it takes');

select tests.expire('one');
select tests.hold_as('bela@example.in', 'hers', 'Gold:B1');
select pg_temp.reprice('Gold', 4000);
select tests.refuses($$select tests.hold('one', 'Gold:B1,B2')$$, 'PT409', 'seats_taken', 'Another customer took a seat meanwhile');
select is(pg_temp.frozen('one'), 'Gold 2500.00', 'The refused order keeps its last price');

select is(tests.submit('one', '412345678901', 5960.00, 'Gold:B2,B3') ->> 'status', 'pending', 'Money sent for an expired hold is recorded');
select tests.act_as('admin@example.in');
select is(p.expected_amount, 5960.00, 'At the last price shown, though staff have raised it since')
  from public.get_payment_details() as p where p.order_id = tests.order_id('one');
select is(array(select w ->> 'code' from jsonb_array_elements(p.warnings) as w), array['price_changed'],
    'So it is not short, and staff see both prices')
  from public.get_payment_details() as p where p.order_id = tests.order_id('one');

-- Unchanged lines take another path through submit_payment.
select tests.hold_as('asha@example.in', 'late', 'Gold:C1', 'Silver:C1');
select tests.expire('late');
select pg_temp.reprice('Gold', 9000);
select pg_temp.reprice('Silver', 9000);
select tests.submit('late', '412345678902', 5606.00, 'Gold:C1', 'Silver:C1');
select tests.act_as('admin@example.in');
select is(p.expected_amount, 5606.00, 'Exactly the held lines are at the last price shown, too')
  from public.get_payment_details() as p where p.order_id = tests.order_id('late');
-- 4000 + 700 are 4700; 846 of tax, 60 of fees.

select tests.hold_as('asha@example.in', 'anew', 'Gold:D1');
select tests.expire('anew');
select pg_temp.reprice('Gold', 100);
select is(tests.hold('anew', 'Gold:D1') ->> 'total', '148.00', 'Held again for a lower price');
select tests.submit('anew', '412345678903', 148.00, 'Gold:D1');
select tests.answers('admin@example.in', $$select p.warnings from public.get_payment_details() as p where p.order_id = tests.order_id('anew')$$, '[]', 'The lower price is expected');

select tests.hold_as('asha@example.in', 'first', 'Gold:E1,E2,E3,E4,E5,E6,E7,E8,E9,E10');
select lives_ok($$select tests.hold('second', 'Gold:F1,F2,F3,F4,F5,F6,F7,F8,F9,F10')$$, 'Ten seats of a category in an order: in two orders ten each');
select is((tests.refusal($$select tests.hold('second', 'Gold:E1,F1')$$) ->> 'detail')::jsonb, tests.lines('Gold:E1'),
  'Another order of the same customer cannot take seats of an open order, which may be paid for');
select is(tests.claims('Gold') like '%F10 held', true, 'The refused order keeps its own seats');
select public.release_seats(tests.order_id('first'));
select lives_ok($$select tests.hold('second', 'Gold:E1,F1')$$, 'Once released, its seats are free for the other');
