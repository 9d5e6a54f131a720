-- How a concert sold by days before it, beside the last comparable one.
create function tests.sells(p_city text, p_order text, p_seats text, p_before integer) returns void language plpgsql as $$
begin
  perform tests.submit_as('asha@example.in', p_order, '4' || lpad((abs(hashtext(p_order)::bigint) % 99999999999)::text, 11, '0'), 1800, p_seats);
  perform tests.approve(p_order);
  perform tests.without_triggers(format('update public.user_tickets t set created_at = e.date - %L::integer * interval ''1 day''
    from public.events e where e.id = t.event_id and t.payment_id = %L', p_before, tests.payment_id(p_order)));
end $$;
-- The concert of a city is over, and its sale was as many days before it.
create function tests.ends(p_city text, p_days integer) returns void language plpgsql as $$
begin
  perform tests.without_triggers(format('
    update public.user_tickets t set created_at = t.created_at + (now() - %1$s * interval ''1 day'' - e.date) from public.events e where e.id = t.event_id and e.city = %2$L;
    update public.events set date = now() - %1$s * interval ''1 day'' where city = %2$L', p_days, p_city));
end $$;
create function tests.sales() returns jsonb language sql as $$ select public.event_sales(tests.event_id('Pune')) $$;
select tests.create_people('Asha Menon <asha@example.in>', 'admin: admin@example.in', 'gate: gate@example.in');
select tests.create_event('Pune', now() + interval '30 days', 'Ravi Iyer');
select tests.create_event('Goa', now() + interval '30 days', 'Ravi Iyer');
select tests.create_event('Agra', now() + interval '30 days', 'Mira Sen');
select tests.create_categories('Pune', 'Gold 1500 x100', 'Silver 1500 x50');
select tests.create_categories('Goa', 'Lawn 1500 x40');
select tests.create_categories('Agra', 'Court 1500 x30');

select tests.refuses(null, 'select public.event_sales(gen_random_uuid())', 'PT401', 'not_signed_in', 'Visitors have to sign in');
select tests.refuses('asha@example.in', 'select public.event_sales(gen_random_uuid())', 'PT403', 'forbidden', 'Customers see no sales');
select tests.refuses('gate@example.in', 'select public.event_sales(gen_random_uuid())', 'PT403', 'forbidden', 'Nor do gate staff');
select tests.refuses('admin@example.in', 'select public.event_sales(gen_random_uuid())', 'PT404', 'not_found', 'An unknown event is refused');
select tests.answers('admin@example.in', $$tests.sales() #- '{this,date}'$$,
  '{"this": {"singer_name": "Ravi Iyer", "city": "Pune", "capacity": 150, "days": {}}}'::jsonb, 'Without sales there are no days, and no other concert');

select tests.sells('Pune', 'one', 'Gold:A1', 20);
select tests.sells('Pune', 'two', 'Silver:A1', 20);
select tests.sells('Pune', 'three', 'Gold:B1', 12);
select tests.sells('Pune', 'four', 'Gold:C1', -1);
select is(tests.sales() #> '{this,days}', '{"20": 2, "12": 1, "0": 1}', 'Tickets are counted by days before the concert, those after its midnight with its day');
select tests.without_triggers(format('update public.user_tickets set payment_status = %L, revoked_at = now() where payment_id = %L', 'failed', tests.payment_id('three')));
select is(tests.sales() #> '{this,days}', '{"20": 2, "0": 1}', 'Tickets that were taken back are not');

select tests.sells('Goa', 'goa', 'Lawn:A1', 5);
select tests.sells('Agra', 'agra', 'Court:A1', 3);
select tests.without_triggers($$update public.events set venue = 'Town Hall'$$);
select is(tests.sales() -> 'before', null, 'One that has not begun is not comparable');
select tests.ends('Goa', 90);
select tests.ends('Agra', 10);
select is(tests.sales() -> 'before' ->> 'city', 'Goa', 'The singer''s own is');
select is((tests.sales() -> 'before') - 'date', '{"singer_name": "Ravi Iyer", "city": "Goa", "capacity": 40, "days": {"5": 1}}', 'with its own days and places');
select tests.without_triggers($$update public.events set status = 'cancelled' where city = 'Goa'$$);
select is(tests.sales() -> 'before', null, 'One that was cancelled is not, nor one of another city');
select tests.without_triggers($$update public.events set city = 'Pune' where city = 'Agra' and date < now(); update public.events set venue = 'Barn' where date > now()$$);
select tests.does('owner', $$create temp table pune as select id from public.events where city = 'Pune' and date > now(); grant select on pune to public$$);
select tests.answers('admin@example.in', $$(select public.event_sales(id) -> 'before' from pune)$$, null, 'nor one of another hall');
select tests.without_triggers($$update public.events set venue = 'Town Hall'$$);
select is((select public.event_sales(id) -> 'before' ->> 'singer_name' from pune), 'Mira Sen', 'The last one of the same hall is');
select tests.without_triggers($$update public.events set status = 'scheduled' where city = 'Goa'$$);
select is((select public.event_sales(id) -> 'before' ->> 'city' from pune), 'Goa', 'though an earlier one of the singer comes first');
select tests.without_triggers($$update public.user_tickets t set payment_status = 'failed', revoked_at = now() from public.ticket_categories c where c.id = t.ticket_category_id and c.name = 'Lawn'$$);
select is((select public.event_sales(id) -> 'before' ->> 'singer_name' from pune), 'Mira Sen', 'and one that sold nothing is none');
