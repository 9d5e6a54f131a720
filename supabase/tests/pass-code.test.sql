-- The codes of passes: the vectors of src/shop/tickets/passes/pass-code-vectors.json, and what issues them.
\set vectors `cat src/shop/tickets/passes/pass-code-vectors.json`
create temporary table vectors as
select v.value as v, v.ordinality as n from jsonb_array_elements(:'vectors'::jsonb -> 'genuine') with ordinality as v;

select is((select count(*) from vectors), 7::bigint, 'Seven codes are checked');
select is(private.ed25519_public_key(decode(v ->> 'secret', 'hex')), decode(v ->> 'publicKey', 'hex'), 'Public key: ' || (v ->> 'name'))
  from vectors order by n;
select is(
  encode(private.ed25519_sign(decode(v ->> 'secret', 'hex'), decode(v ->> 'publicKey', 'hex'),
    private.issued_bytes((v ->> 'ticketId')::uuid, (v ->> 'userId')::uuid, (v ->> 'eventId')::uuid, (v ->> 'test')::boolean,
      (v ->> 'keyNumber')::integer, (v ->> 'number')::integer, (v ->> 'issue')::integer, v ->> 'seat', v #>> '{device,key}')), 'hex'),
  v ->> 'signature', 'Signature: ' || (v ->> 'name'))
  from vectors order by n;

-- RFC 8032, 7.1, tests 1 to 3.
select is(encode(private.ed25519_public_key(decode(s, 'hex')), 'hex'), p, 'The RFC’s public key') from (values
  ('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'),
  ('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'),
  ('c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7', 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025')) as t (s, p);
select is(encode(private.ed25519_sign(decode(s, 'hex'), private.ed25519_public_key(decode(s, 'hex')), decode(m, 'hex')), 'hex'), g,
  'The RFC’s signature') from (values
  ('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', '',
   'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b'),
  ('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', '72',
   '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00'),
  ('c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7', 'af82',
   '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a'))
  as t (s, m, g);

-- Issuing: one pass a seat, a new code for another seat, the others untouched.
select tests.create_people('asha@example.in', 'bela@example.in', 'admin: admin@example.in', 'gate: gate@example.in');
select tests.create_concert('Pune', now() + interval '30 hours', 'Gold 1500 x100');

create function tests.passes() returns text
  language sql security definer as $$
  select string_agg(p.number || ' ' || p.seat || ' issue ' || p.issue || ' key ' || p.key_number, ', ' order by p.number) from public.passes p
$$;
create function tests.public_keys() returns jsonb
  language sql security definer as $$
  select jsonb_agg(jsonb_build_object('number', k.key_number, 'key', encode(k.public_key, 'hex')) order by k.key_number)
  from private.event_keys k where k.withdrawn_at is null
$$;

select tests.hold_as('asha@example.in', 'one', 'Gold:A1,A2,A3');
select tests.submit('one', '412345678901', 5400, 'Gold:A1,A2,A3');
select is((select count(*) from public.passes), 0::bigint, 'An undecided payment has no passes');
select tests.answers('admin@example.in', $$public.review_payment(tests.payment_id('one'), 'approved') ->> 'status'$$, 'approved', 'The payment is approved');
select is(tests.passes(), '1 A1 issue 0 key 1, 2 A2 issue 0 key 1, 3 A3 issue 0 key 1', 'Each seat has its pass');
select is(tests.wrong_codes(), 0::bigint, 'signed by the event’s key');

select tests.answers('asha@example.in', $$select count(*) from public.passes$$, 3, 'A customer reads the passes of their tickets');
select tests.denies($$update public.passes set seat = 'A9'$$, 'and writes none');
select tests.answers('bela@example.in', $$select count(*) from public.passes$$, 0, 'Others do not');
select tests.answers('gate@example.in', $$select count(*) from public.passes$$, 0, 'Nor do gate staff');

select tests.allows('admin@example.in', $$select public.reassign_seats(tests.payment_id('one'), tests.lines('Gold:A2,A3,B7'))$$, 'One seat becomes another');
select is(tests.passes(), '1 B7 issue 1 key 1, 2 A2 issue 0 key 1, 3 A3 issue 0 key 1', 'Its pass alone gets another code');
select lives_ok($$select public.rotate_event_key(tests.event_id('Pune'), false)$$, 'A new key signs from now on');
select is(tests.passes(), '1 B7 issue 1 key 1, 2 A2 issue 0 key 1, 3 A3 issue 0 key 1', 'and leaves what is signed');
select lives_ok($$select public.rotate_event_key(tests.event_id('Pune'), true)$$, 'Keys are withdrawn');
select is(tests.passes(), '1 B7 issue 2 key 3, 2 A2 issue 1 key 3, 3 A3 issue 1 key 3', 'Then every pass has a new code');
select is(tests.wrong_codes(), 0::bigint, 'signed by the newest key');
select is(public.gate_key(tests.event_id('Pune')) -> 'keys', tests.public_keys(), 'Gates get public keys alone');
