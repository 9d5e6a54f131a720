-- The daily deletion of what no one needs any more.
select tests.create_people('old@example.in', 'ticket@example.in', 'order@example.in', 'none@example.in',
  'lately@example.in', 'admin: admin@example.in');
select tests.create_event(e, now() + interval '9 days', 'Singer of ' || e) from unnest(array['Pune', 'Goa', 'Delhi']) as e;
select tests.create_category('Pune', 'Gold', 1500, 100);
select tests.create_category('Goa', 'Beach', 1500, 100);
select tests.submit_as('old@example.in', 'old', '412345678901', 1800, 'Beach:A1');
select tests.submit_as('ticket@example.in', 'ticket', '412345678902', 1800, 'Gold:A1');
select tests.submit_as('order@example.in', 'order', '412345678903', 1800, 'Gold:A2');
select tests.does('admin@example.in', $$select public.review_payment(tests.payment_id(o), 'approved') from unnest(array['old', 'ticket']) as o$$);
select public.report_gate_device(tests.event_id(e), 'phone of ' || e, 'North') from unnest(array['Pune', 'Goa', 'Delhi']) as e;
select tests.act_as_owner();
select tests.without_triggers($$update public.events set date = now() - interval '25 days' where id = tests.event_id('Goa');
  update public.events set date = now() - interval '365 days' where id = tests.event_id('Delhi');$$);
insert into private.name_changes (user_id, at) select p.id, now() - case split_part(p.email, '@', 1) when 'lately' then interval '29 days' else interval '31 days' end
  from tests.people p where p.email not like 'admin%';
create function tests.names() returns text language sql as $$
  select string_agg(split_part(p.email, '@', 1), ' ' order by p.email) from private.name_changes n join tests.people p on p.id = n.user_id $$;
create function tests.devices() returns text language sql as $$ select string_agg(d.device, ', ' order by d.device) from private.gate_devices d $$;

select private.tidy_sale();
select is(tests.names(), 'lately old order ticket', 'A changed name is kept for a month, and while a gate may have the earlier name of a ticket or an order');
select is(tests.devices(), 'phone of Delhi, phone of Goa, phone of Pune', 'Devices of an event are kept for a year');

select tests.without_triggers($$update public.events set date = now() - interval '32 days' where id = tests.event_id('Goa');
  update public.events set date = now() - interval '367 days' where id = tests.event_id('Delhi');$$);
update private.gate_devices set last_sync_at = now() - interval '366 days' where event_id <> tests.event_id('Pune');
select private.tidy_sale();
select is(tests.names(), 'lately order ticket', 'A month after the last gate closed a changed name is deleted');
select is(tests.devices(), 'phone of Goa, phone of Pune', 'and a year after it the devices are deleted');
update private.name_changes set at = now() - interval '31 days';
select private.tidy_sale();
select is(tests.names(), 'order ticket', 'Without tickets a changed name is deleted after a month');
