-- tickets_sold, kept by the database: the number of sold claims, box office included.
select tests.create_people('asha@example.in', 'admin: admin@example.in');
select tests.create_concert('Pune', 'Gold 1500 x20', 'Silver 900 x20');

create function tests.sold(p_category text) returns text
  language sql security definer as $$
  select tickets_sold || ' of ' || total_tickets || ', ' || (select count(*) from public.seat_claims s where s.ticket_category_id = c.id and s.state = 'sold') || ' claims'
  from public.ticket_categories c where name = p_category $$;
create function tests.box_office(p_category text) returns text[]
  language sql security definer as $$
  select coalesce(array_agg(seat order by seat), '{}') from public.seat_claims where ticket_category_id = tests.category_id(p_category) and source = 'box_office' $$;

select tests.affects('admin@example.in', $$update public.ticket_categories set tickets_sold = 5 where name = 'Gold'$$, 1, 'Staff raise the number');
select is(tests.sold('Gold'), '5 of 20, 5 claims', 'That many seats are claimed');
create temporary table first_five as select tests.box_office('Gold') as seats;
select tests.affects($$update public.ticket_categories set tickets_sold = 8 where name = 'Gold'$$, 1, 'Staff raise it further');
select ok(tests.box_office('Gold') @> seats, 'The seats claimed before stay') from first_five;
select tests.affects($$update public.ticket_categories set tickets_sold = 5 where name = 'Gold'$$, 1, 'Staff lower it');
select is(tests.box_office('Gold'), seats, 'The last seats claimed are given back') from first_five;
select tests.affects($$update public.ticket_categories set tickets_sold = 0 where name = 'Gold'$$, 1, 'Down to none');
select is(tests.box_office('Gold'), '{}', 'None is claimed');
select tests.affects($$update public.ticket_categories set tickets_sold = 5 where name = 'Gold'$$, 1, 'And again');
select is(tests.box_office('Gold'), seats, 'The same seats as the first time: chosen by category and seat, not at random') from first_five;
update public.ticket_categories set tickets_sold = 5 where name = 'Silver';
select isnt(tests.box_office('Silver'), seats, 'Another category has others') from first_five;
select isnt(tests.box_office('Silver'), array['A1', 'A2', 'A3', 'A4', 'A5'], 'And not simply the first ones');
select is(public.taken_seats(tests.category_id('Gold')) -> 'taken', to_jsonb(seats), 'Customers see them as taken') from first_five;
select tests.affects($$update public.ticket_categories set price = 1600, tickets_sold = 5 where name = 'Gold'$$, 1, 'An edit with the same number claims nothing');
select is(tests.sold('Gold'), '5 of 20, 5 claims', 'Still five');
select tests.affects($$update public.ticket_categories set total_tickets = 25, tickets_sold = 25 where name = 'Gold'$$, 1, 'Raising both numbers at once sells the new seats');
select is(tests.sold('Gold'), '25 of 25, 25 claims', 'All of them');
select tests.refuses($$update public.ticket_categories set total_tickets = 5, tickets_sold = 5 where name = 'Gold'$$, 'PT409', 'seats_claimed', 'Lowering both is refused: first the seats, then the number');
select tests.affects($$update public.ticket_categories set tickets_sold = 5 where name = 'Gold'$$, 1, 'Back to five');

select tests.refuses($$update public.ticket_categories set tickets_sold = -1 where name = 'Gold'$$, 'PT400', 'invalid', 'A negative number is refused');
select tests.refuses($$update public.ticket_categories set tickets_sold = 26 where name = 'Gold'$$, 'PT409', 'sold_exceeds_total', 'Tickets sold cannot exceed total tickets');

select tests.does('owner', $$update public.ticket_categories set tickets_sold = 0, total_tickets = 20 where name = 'Silver'$$);
update public.ticket_categories set tickets_sold = 0 where name = 'Gold';
select tests.hold_as('asha@example.in', 'o', 'Silver:A1,A2,A3,A4');
select tests.hold('late', 'Silver:B1,B2');
select tests.expire('late');
select tests.submit('p', '412345678901', 2000, 'Silver:C1,C2');
select tests.act_as('admin@example.in');
select is(tests.refusal($$update public.ticket_categories set tickets_sold = 15 where name = 'Silver'$$),
  jsonb_build_object('state', 'PT409', 'code', 'not_enough_free_seats', 'detail', '14'), 'Held seats and those under review are not free; the refusal says how many are free');
select is(tests.sold('Silver'), '0 of 20, 0 claims', 'And nothing changes');
select tests.affects($$update public.ticket_categories set tickets_sold = 14 where name = 'Silver'$$, 1, 'Seats whose hold expired are free');
select is(tests.sold('Silver'), '14 of 20, 14 claims', 'They are claimed like others');
select is((select count(*) from public.seat_claims where state = 'held'), 4::bigint, 'Holds that run stay');
select public.review_payment(tests.payment_id('p'), 'approved');
select is(tests.sold('Silver'), '16 of 20, 16 claims', 'Customers'' seats count too');
select is(tests.refusal($$update public.ticket_categories set tickets_sold = 1 where name = 'Silver'$$),
  jsonb_build_object('state', 'PT409', 'code', 'sold_to_customers', 'detail', '2'), 'The number does not go below what customers bought; the refusal says how low');
select tests.affects($$update public.ticket_categories set tickets_sold = 2 where name = 'Silver'$$, 1, 'Down to that number it goes');
select is(tests.claims('Silver'), 'A1 held, A2 held, A3 held, A4 held, C1 sold, C2 sold', 'The box office has none left');

create temporary table seen as select updated_at, revision from public.ticket_categories where name = 'Silver';
select tests.affects($$update public.ticket_categories set tickets_sold = 3, updated_at = (select updated_at from seen) where name = 'Silver'$$, 1, 'An edit of the current row is stored');
select is(tests.refusal($$update public.ticket_categories set tickets_sold = 9, updated_at = (select updated_at from seen) where name = 'Silver'$$),
  jsonb_build_object('state', 'PT409', 'code', 'changed_meanwhile', 'detail', '3'), 'An edit of an older row is refused with the current number');
select tests.affects($$update public.ticket_categories set price = 950, revision = (select revision from seen) where name = 'Silver'$$, 1, 'Selling does not make other edits stale');
select tests.affects($$update public.ticket_categories set tickets_sold = 3, updated_at = (select updated_at from seen) where name = 'Silver'$$, 1, 'Nor is an edit stale that changes no number');

select tests.affects(format('insert into public.ticket_categories (event_id, name, price, total_tickets, tickets_sold) values (%L, ''Bronze'', 100, 10, 4)', tests.event_id('Pune')), 1, 'A new category may begin with sold seats');
select is(tests.sold('Bronze'), '4 of 10, 4 claims', 'Which are claimed');
select tests.refuses(format('insert into public.ticket_categories (event_id, name, price, total_tickets, tickets_sold) values (%L, ''Tin'', 100, 10, 11)', tests.event_id('Pune')), 'PT409', 'sold_exceeds_total', 'But not with more than there are');

select tests.act_as_owner();
insert into public.seating_layouts (id, name, layout_data) values ('8c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a', 'Hall',
  '{"stage": "top", "sections": [{"code": "BALC", "name": "Balcony", "rows": [{"label": "A", "seats": [1, 2, null, 3, 4], "blocked": [2]}]}, {"code": "STAL", "name": "Stalls", "rows": [{"label": "A", "seats": [1, 2]}]}]}');
select tests.create_concert('Goa', 'Hall 100 x10');
select tests.does('admin@example.in', $$select public.assign_layout(tests.category_id('Hall'), '8c7a7f56-6c0a-4f0f-8f3c-2f3b5a5a5a5a', array['all'])$$);
select tests.affects($$update public.ticket_categories set tickets_sold = 5 where name = 'Hall'$$, 1, 'All seats of a layout can be sold');
select is(tests.claims('Hall'), 'BALC-A1 box office, BALC-A3 box office, BALC-A4 box office, STAL-A1 box office, STAL-A2 box office', 'Blocked seats and aisles are not sold');
select set_eq($$select distinct place from public.seat_claims where seat like '%-%'$$, array['BALC', 'STAL'], 'Their place is the section');
select tests.affects('asha@example.in', $$update public.ticket_categories set tickets_sold = 1$$, 0, 'Customers do not change the number');
