-- Ed25519 (RFC 8032, 5.1) in PL/pgSQL: keys and signatures, never verification, which gates do. A signature costs about
-- 3 ms in the embedded database (docs/decisions/0066-pass-codes.md). It is not made in constant time; who can time
-- single statements of this database can also read its tables.

create table private.ed25519_multiples (
  id boolean primary key default true check (id),
  sums numeric[] not null,
  differences numeric[] not null,
  products numeric[] not null
);

comment on table private.ed25519_multiples is
  'One row. Of the points j * 16^w * B (w 0 to 63, j 0 to 15), at 16 * w + j + 1: y + x, y - x, 2 * d * x * y modulo p. Saves '
  'a signature all doublings.';

alter table private.ed25519_multiples enable row level security;

create function private.ed25519_inverse(p_value numeric) returns numeric
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  c_p constant numeric := 57896044618658097711785492504343953926634992332820282019728792003956564819949;
  -- Euclid's algorithm on numerics takes fewer steps than a power.
  v_a numeric := ((p_value % c_p) + c_p) % c_p;
  v_b numeric := c_p;
  v_u numeric := 1;
  v_v numeric := 0;
  v_times numeric;
  v_kept numeric;
begin
  while v_a <> 0 loop
    v_times := div(v_b, v_a);
    v_kept := v_b - v_times * v_a;
    v_b := v_a;
    v_a := v_kept;
    v_kept := v_v - v_times * v_u;
    v_v := v_u;
    v_u := v_kept;
  end loop;
  return case when v_v < 0 then v_v + c_p else v_v end;
end
$$;

comment on function private.ed25519_inverse(numeric) is 'Returns 1 / value modulo 2^255 - 19; 0 for 0.';

create function private.fill_ed25519_multiples() returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  c_p constant numeric := 57896044618658097711785492504343953926634992332820282019728792003956564819949;
  c_d constant numeric := 37095705934669439343138083508754565189542113879843219016388785533085940283555;
  -- The base point; doubled four times after each window.
  v_bx numeric := 15112221349535400772501151409588531511454012693041857206046113283949847762202;
  v_by numeric := 46316835694926478169428394003475163141307993866256225615783033603165251855960;
  v_x numeric;
  v_y numeric;
  v_k numeric;
  v_inverse numeric;
  v_next numeric;
  v_sums numeric[] := '{}';
  v_differences numeric[] := '{}';
  v_products numeric[] := '{}';
begin
  for v_window in 0 .. 63 loop
    v_x := 0;
    v_y := 1;
    for v_times in 0 .. 15 loop
      v_sums := v_sums || (v_y + v_x) % c_p;
      v_differences := v_differences || (v_y - v_x + c_p) % c_p;
      v_products := v_products || 2 * c_d * (v_x * v_y % c_p) % c_p;
      v_k := c_d * (v_x * v_bx % c_p) % c_p * (v_y * v_by % c_p) % c_p;
      -- One inversion for both 1 / (1 + k) and 1 / (1 - k): these are most of the time.
      v_inverse := private.ed25519_inverse(1 - v_k * v_k);
      v_next := (v_x * v_by + v_y * v_bx) % c_p * ((1 - v_k + c_p) * v_inverse % c_p) % c_p;
      v_y := (v_y * v_by + v_x * v_bx) % c_p * ((1 + v_k) * v_inverse % c_p) % c_p;
      v_x := v_next;
    end loop;
    -- The last sum is 16 times the base.
    v_bx := v_x;
    v_by := v_y;
  end loop;
  insert into private.ed25519_multiples (sums, differences, products) values (v_sums, v_differences, v_products)
    on conflict (id) do nothing;
end
$$;

comment on function private.fill_ed25519_multiples() is
  'Makes the row of private.ed25519_multiples, in about half a second; changes nothing if it is there.';

select private.fill_ed25519_multiples();

create function private.little_endian(p_bytes bytea) returns numeric
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  v_number numeric := 0;
begin
  for n in reverse octet_length(p_bytes) / 4 - 1 .. 0 loop
    v_number := v_number * 4294967296 + (get_byte(p_bytes, 4 * n) + get_byte(p_bytes, 4 * n + 1) * 256
      + get_byte(p_bytes, 4 * n + 2) * 65536 + get_byte(p_bytes, 4 * n + 3)::bigint * 16777216);
  end loop;
  return v_number;
end
$$;

comment on function private.little_endian(bytea) is 'Returns bytes, a multiple of four, as a number, the lowest byte first.';

create function private.little_endian(p_number numeric) returns bytea
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  v_bytes bytea := '';
  v_rest numeric := p_number;
  v_word bigint;
begin
  for n in 1 .. 8 loop
    v_word := (v_rest % 4294967296)::bigint;
    v_rest := div(v_rest, 4294967296);
    v_bytes := v_bytes || set_byte(set_byte(set_byte(set_byte('\x00000000'::bytea, 0, (v_word & 255)::integer),
      1, ((v_word >> 8) & 255)::integer), 2, ((v_word >> 16) & 255)::integer), 3, ((v_word >> 24) & 255)::integer);
  end loop;
  return v_bytes;
end
$$;

comment on function private.little_endian(numeric) is 'Returns a number below 2^256 as 32 bytes, the lowest first.';

create function private.ed25519_point(p_times numeric) returns bytea
  language plpgsql stable strict set search_path = ''
as $$
declare
  c_p constant numeric := 57896044618658097711785492504343953926634992332820282019728792003956564819949;
  v_table private.ed25519_multiples;
  v_rest numeric := p_times;
  v_word bigint;
  v_at integer := 0;
  v_digit integer;
  v_x numeric := 0;
  v_y numeric := 1;
  v_z numeric := 1;
  v_t numeric := 0;
  v_a numeric;
  v_b numeric;
  v_c numeric;
  v_inverse numeric;
  v_bytes bytea;
begin
  select * into strict v_table from private.ed25519_multiples;
  for v_words in 1 .. 8 loop
    v_word := (v_rest % 4294967296)::bigint;
    v_rest := div(v_rest, 4294967296);
    for v_digits in 1 .. 8 loop
      v_digit := (v_word & 15)::integer;
      v_word := v_word >> 4;
      if v_digit > 0 then
        -- RFC 8032, 5.1.4, with the table's point, whose Z is 1. Signs do not matter until the end.
        v_a := (v_y - v_x) * v_table.differences[v_at + v_digit + 1] % c_p;
        v_b := (v_y + v_x) * v_table.sums[v_at + v_digit + 1] % c_p;
        v_c := v_t * v_table.products[v_at + v_digit + 1] % c_p;
        v_x := (v_b - v_a) * (2 * v_z - v_c) % c_p;
        v_y := (2 * v_z + v_c) * (v_b + v_a) % c_p;
        v_t := (v_b - v_a) * (v_b + v_a) % c_p;
        v_z := (2 * v_z - v_c) * (2 * v_z + v_c) % c_p;
      end if;
      v_at := v_at + 16;
    end loop;
  end loop;
  v_inverse := private.ed25519_inverse(v_z);
  v_x := ((v_x * v_inverse) % c_p + c_p) % c_p;
  v_y := ((v_y * v_inverse) % c_p + c_p) % c_p;
  v_bytes := private.little_endian(v_y);
  return case when v_x % 2 = 1 then set_byte(v_bytes, 31, get_byte(v_bytes, 31) | 128) else v_bytes end;
end
$$;

comment on function private.ed25519_point(numeric) is
  'Returns so many times (below 2^256) the base point, in the 32 bytes of RFC 8032, 5.1.2.';

create function private.ed25519_scalar(p_secret bytea) returns numeric
  language sql immutable strict parallel safe set search_path = ''
as $$
  select private.little_endian(set_byte(set_byte(h.first, 0, get_byte(h.first, 0) & 248), 31, (get_byte(h.first, 31) & 127) | 64))
  from (select substring(sha512(p_secret) for 32) as first) as h
$$;

comment on function private.ed25519_scalar(bytea) is 'Returns the number that a secret of 32 bytes stands for (RFC 8032, 5.1.5).';

create function private.ed25519_public_key(p_secret bytea) returns bytea
  language sql stable strict set search_path = ''
as $$ select private.ed25519_point(private.ed25519_scalar(p_secret)) $$;

comment on function private.ed25519_public_key(bytea) is 'Returns the 32 bytes that verify what this secret of 32 bytes signs.';

create function private.ed25519_sign(p_secret bytea, p_public_key bytea, p_message bytea) returns bytea
  language plpgsql stable strict set search_path = ''
as $$
declare
  c_order constant numeric := 7237005577332262213973186563042994240857116359379907606001950938285454250989;
  v_r numeric := private.little_endian(sha512(substring(sha512(p_secret) from 33) || p_message)) % c_order;
  v_point bytea := private.ed25519_point(v_r);
  v_k numeric := private.little_endian(sha512(v_point || p_public_key || p_message)) % c_order;
begin
  return v_point || private.little_endian((v_r + v_k * private.ed25519_scalar(p_secret)) % c_order);
end
$$;

comment on function private.ed25519_sign(bytea, bytea, bytea) is
  'Returns the signature of a message, 64 bytes (RFC 8032, 5.1.6). The public key must be the secret''s: with another one two '
  'signatures would give the secret away.';
