-- A shop that says nowhere where customers pay sells only what is free.
select tests.create_people('asha@example.in', 'admin: admin@example.in');
select tests.create_concert('Pune', 'Gold 1500 x20', 'Lawn 0 x20');
select tests.as_owner($$update public.ticket_categories set is_free = true where name = 'Lawn'$$);
select tests.act_as('asha@example.in');
select lives_ok($$select tests.hold('running', 'Gold:A1')$$, 'A hold of a shop that can be paid');

select tests.as_owner($$alter table public.shop_settings disable trigger user$$);
select tests.as_owner($$update public.shop_settings set upi_id = null$$);
select tests.refuses($$select tests.hold('late', 'Gold:A2')$$, 'PT409', 'not_on_sale', 'Without a UPI id nothing with a price is held');
select is((tests.refusal($$select tests.hold('late', 'Gold:A2,A3')$$) ->> 'detail')::jsonb -> 0 -> 'seats', '["A2", "A3"]'::jsonb, 'and the lines are named');
select lives_ok($$select tests.hold('running', 'Gold:A1')$$, 'What is held stays so');
select lives_ok($$select tests.hold('free', 'Lawn:A1')$$, 'What is free is sold');
select tests.refuses($$select tests.hold('mixed', 'Gold:A4', 'Lawn:A4')$$, 'PT409', 'not_on_sale', 'but not beside what is not');
select tests.as_owner($$update public.shop_settings set upi_id = 'mehfil@okaxis'$$);
select lives_ok($$select tests.hold('late', 'Gold:A2')$$, 'With one, everything is');
