-- The cases of src/shop/payments/reference-cases.json (a unit test compares them): the page sends `sent` for `typed`, a
-- payment stores `stored` and compares `key`; the page removes a `hidden` character and the database refuses it.
create temporary table cases as
select c.value as c, c.ordinality as n from jsonb_array_elements($cases$[
  {"name": "bare", "typed": "640923511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "grouped with spaces", "typed": " 6409 2351 1328 ", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "grouped with hyphens", "typed": "6409-2351-1328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "grouped with dots", "typed": "640923.511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "grouped with commas and low lines", "typed": "6409,2351_1328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "no-break spaces and a no-break hyphen", "typed": "6409\u00a02351\u20111328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "an en dash and an em dash", "typed": "6409\u20132351\u20141328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "thin and ideographic spaces", "typed": "6409\u20092351\u30001328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "leading zeros", "typed": "0000 2351 1328", "sent": "000023511328", "stored": "000023511328", "key": "000023511328"},
  {"name": "full-width digits", "typed": "\uff16\uff14\uff10\uff19\uff12\uff13\uff15\uff11\uff11\uff13\uff12\uff18", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Devanagari digits", "typed": "\u096c\u096a\u0966\u096f\u0968\u0969\u096b\u0967\u0967\u0969\u0968\u096e", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Bengali digits", "typed": "\u09ec\u09ea\u09e6\u09ef\u09e8\u09e9\u09eb\u09e7\u09e7\u09e9\u09e8\u09ee", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Gurmukhi digits", "typed": "\u0a6c\u0a6a\u0a66\u0a6f\u0a68\u0a69\u0a6b\u0a67\u0a67\u0a69\u0a68\u0a6e", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Gujarati digits", "typed": "\u0aec\u0aea\u0ae6\u0aef\u0ae8\u0ae9\u0aeb\u0ae7\u0ae7\u0ae9\u0ae8\u0aee", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Odia digits", "typed": "\u0b6c\u0b6a\u0b66\u0b6f\u0b68\u0b69\u0b6b\u0b67\u0b67\u0b69\u0b68\u0b6e", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Tamil digits", "typed": "\u0bec\u0bea\u0be6\u0bef\u0be8\u0be9\u0beb\u0be7\u0be7\u0be9\u0be8\u0bee", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Telugu digits", "typed": "\u0c6c\u0c6a\u0c66\u0c6f\u0c68\u0c69\u0c6b\u0c67\u0c67\u0c69\u0c68\u0c6e", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Kannada digits", "typed": "\u0cec\u0cea\u0ce6\u0cef\u0ce8\u0ce9\u0ceb\u0ce7\u0ce7\u0ce9\u0ce8\u0cee", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Malayalam digits", "typed": "\u0d6c\u0d6a\u0d66\u0d6f\u0d68\u0d69\u0d6b\u0d67\u0d67\u0d69\u0d68\u0d6e", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Arabic digits", "typed": "\u0666\u0664\u0660\u0669\u0662\u0663\u0665\u0661\u0661\u0663\u0662\u0668", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Urdu digits", "typed": "\u06f6\u06f4\u06f0\u06f9\u06f2\u06f3\u06f5\u06f1\u06f1\u06f3\u06f2\u06f8", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Ol Chiki digits", "typed": "\u1c56\u1c54\u1c50\u1c59\u1c52\u1c53\u1c55\u1c51\u1c51\u1c53\u1c52\u1c58", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Meetei Mayek digits", "typed": "\uabf6\uabf4\uabf0\uabf9\uabf2\uabf3\uabf5\uabf1\uabf1\uabf3\uabf2\uabf8", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Lepcha digits", "typed": "\u1c46\u1c44\u1c40\u1c49\u1c42\u1c43\u1c45\u1c41\u1c41\u1c43\u1c42\u1c48", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Limbu digits", "typed": "\u194c\u194a\u1946\u194f\u1948\u1949\u194b\u1947\u1947\u1949\u1948\u194e", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Sinhala digits", "typed": "\u0dec\u0dea\u0de6\u0def\u0de8\u0de9\u0deb\u0de7\u0de7\u0de9\u0de8\u0dee", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Tibetan digits", "typed": "\u0f26\u0f24\u0f20\u0f29\u0f22\u0f23\u0f25\u0f21\u0f21\u0f23\u0f22\u0f28", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Myanmar digits", "typed": "\u1046\u1044\u1040\u1049\u1042\u1043\u1045\u1041\u1041\u1043\u1042\u1048", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Thai digits", "typed": "\u0e56\u0e54\u0e50\u0e59\u0e52\u0e53\u0e55\u0e51\u0e51\u0e53\u0e52\u0e58", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Chakma digits", "typed": "\ud804\udd3c\ud804\udd3a\ud804\udd36\ud804\udd3f\ud804\udd38\ud804\udd39\ud804\udd3b\ud804\udd37\ud804\udd37\ud804\udd39\ud804\udd38\ud804\udd3e", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Sharada digits", "typed": "\ud804\uddd6\ud804\uddd4\ud804\uddd0\ud804\uddd9\ud804\uddd2\ud804\uddd3\ud804\uddd5\ud804\uddd1\ud804\uddd1\ud804\uddd3\ud804\uddd2\ud804\uddd8", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Warang Citi digits", "typed": "\ud806\udce6\ud806\udce4\ud806\udce0\ud806\udce9\ud806\udce2\ud806\udce3\ud806\udce5\ud806\udce1\ud806\udce1\ud806\udce3\ud806\udce2\ud806\udce8", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Gunjala Gondi digits", "typed": "\ud807\udda6\ud807\udda4\ud807\udda0\ud807\udda9\ud807\udda2\ud807\udda3\ud807\udda5\ud807\udda1\ud807\udda1\ud807\udda3\ud807\udda2\ud807\udda8", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "Masaram Gondi digits", "typed": "\ud807\udd56\ud807\udd54\ud807\udd50\ud807\udd59\ud807\udd52\ud807\udd53\ud807\udd55\ud807\udd51\ud807\udd51\ud807\udd53\ud807\udd52\ud807\udd58", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "mathematical bold digits", "typed": "\ud835\udfd4\ud835\udfd2\ud835\udfce\ud835\udfd7\ud835\udfd0\ud835\udfd1\ud835\udfd3\ud835\udfcf\ud835\udfcf\ud835\udfd1\ud835\udfd0\ud835\udfd6", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "mathematical sans-serif digits", "typed": "\ud835\udfe8\ud835\udfe6\ud835\udfe2\ud835\udfeb\ud835\udfe4\ud835\udfe5\ud835\udfe7\ud835\udfe3\ud835\udfe3\ud835\udfe5\ud835\udfe4\ud835\udfea", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "superscript digits", "typed": "\u2076\u2074\u2070\u2079\u00b2\u00b3\u2075\u00b9\u00b9\u00b3\u00b2\u2078", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "digits of several scripts", "typed": "\u096c\u096a\u09e6\u09ef\uff12\uff13\uff15\u06611328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328"},
  {"name": "a prefix", "typed": "UTR 640923511328", "sent": "UTR 640923511328", "stored": "UTR 640923511328", "key": "640923511328"},
  {"name": "a prefix in small letters", "typed": "Ref: 640923511328", "sent": "Ref: 640923511328", "stored": "REF: 640923511328", "key": "640923511328"},
  {"name": "a prefix without a space", "typed": "utr640923511328", "sent": "utr640923511328", "stored": "UTR640923511328", "key": "640923511328"},
  {"name": "a prefix in full-width letters", "typed": "\uff35\uff34\uff32 640923511328", "sent": "UTR 640923511328", "stored": "UTR 640923511328", "key": "640923511328"},
  {"name": "letters around it", "typed": "A640923511328B", "sent": "A640923511328B", "stored": "A640923511328B", "key": "640923511328"},
  {"name": "the same twice", "typed": "640923511328 / 640923511328", "sent": "640923511328 / 640923511328", "stored": "640923511328 / 640923511328", "key": "640923511328"},
  {"name": "a number beside it", "typed": "640923511328 1", "sent": "6409235113281", "stored": "6409235113281", "key": "6409235113281"},
  {"name": "a word and a number beside it", "typed": "640923511328 no. 1", "sent": "640923511328 no. 1", "stored": "640923511328 NO. 1", "key": "640923511328"},
  {"name": "brackets", "typed": "(640923511328)", "sent": "(640923511328)", "stored": "(640923511328)", "key": "640923511328"},
  {"name": "slashes", "typed": "UPI/640923511328/CR", "sent": "UPI/640923511328/CR", "stored": "UPI/640923511328/CR", "key": "640923511328"},
  {"name": "an accent on a digit", "typed": "6409\u03012351\u03001328", "sent": "6409\u03012351\u03001328", "stored": "6409\u03012351\u03001328", "key": "640923511328"},
  {"name": "hidden: soft hyphen", "typed": "6409\u00ad23511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: combining grapheme joiner", "typed": "6409\u034f23511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: Arabic letter mark", "typed": "6409\u061c23511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: Hangul choseong filler", "typed": "6409\u115f23511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: Hangul jungseong filler", "typed": "6409\u116023511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: Khmer inherent vowel", "typed": "6409\u17b423511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: Mongolian vowel separator", "typed": "6409\u180e23511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: Mongolian variation selector", "typed": "6409\u180b23511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: zero width space", "typed": "6409\u200b23511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: zero width joiner", "typed": "6409\u200d23511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: right-to-left mark", "typed": "6409\u200f23511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: right-to-left override", "typed": "6409\u202e23511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: word joiner", "typed": "6409\u206023511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: first strong isolate", "typed": "6409\u206823511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: nominal digit shapes", "typed": "6409\u206f23511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: braille blank", "typed": "6409\u280023511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: Hangul filler", "typed": "6409\u316423511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: variation selector", "typed": "6409\ufe0f23511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: byte order mark", "typed": "6409\ufeff23511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: half-width Hangul filler", "typed": "6409\uffa023511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: interlinear annotation", "typed": "6409\ufff923511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: language tag", "typed": "6409\udb40\udc0123511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: tag digit", "typed": "6409\udb40\udc3123511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: variation selector of the supplement", "typed": "6409\udb40\udd0023511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: shorthand format", "typed": "6409\ud82f\udca023511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: musical format", "typed": "6409\ud834\udd7323511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: Arabic number sign", "typed": "6409\u060023511328", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "hidden: at the end", "typed": "640923511328\ufe0f", "sent": "640923511328", "stored": "640923511328", "key": "640923511328", "hidden": true},
  {"name": "thirteen digits", "typed": "6409235113280", "sent": "6409235113280", "stored": "6409235113280", "key": "6409235113280"},
  {"name": "eleven digits, grouped", "typed": "6409 2351 132", "sent": "64092351132", "stored": "64092351132", "key": "64092351132"},
  {"name": "two references", "typed": "640923511328 and 412345678901", "sent": "640923511328 and 412345678901", "stored": "640923511328 AND 412345678901", "key": "640923511328AND412345678901"},
  {"name": "an app's own id", "typed": "t2611201941 x", "sent": "t2611201941 x", "stored": "T2611201941 X", "key": "T2611201941X"},
  {"name": "several spaces in a row", "typed": "paid   already", "sent": "paid already", "stored": "PAID ALREADY", "key": "PAIDALREADY"},
  {"name": "no letter and no digit", "typed": "?!", "sent": "?!", "stored": "?!", "key": "?!"},
  {"name": "words", "typed": "\u0938\u0902\u0926\u0930\u094d\u092d", "sent": "\u0938\u0902\u0926\u0930\u094d\u092d", "stored": "\u0938\u0902\u0926\u0930\u094d\u092d", "key": "\u0938\u0902\u0926\u0930\u094d\u092d"},
  {
    "name": "outlined digits",
    "typed": "\ud833\udcf6\ud833\udcf4\ud833\udcf0\ud833\udcf9\ud833\udcf2\ud833\udcf3\ud833\udcf5\ud833\udcf1\ud833\udcf1\ud833\udcf3\ud833\udcf2\ud833\udcf8",
    "sent": "640923511328",
    "stored": "640923511328",
    "key": "640923511328"
  },
  {
    "name": "look-alike: the letter O for a zero",
    "typed": "64O923511328",
    "sent": "64O923511328",
    "stored": "64O923511328",
    "key": "640923511328",
    "found": "640923511328"
  },
  {
    "name": "look-alike: a small l, an I and a small o",
    "typed": "64o9235lI328",
    "sent": "64o9235lI328",
    "stored": "64O9235LI328",
    "key": "640923511328",
    "found": "640923511328"
  },
  {
    "name": "look-alike: a Cyrillic Ze for a three",
    "typed": "64092\u0417511\u0417\u0032\u0038",
    "sent": "64092\u0417511\u0417\u0032\u0038",
    "stored": "64092\u0417511\u0417\u0032\u0038",
    "key": "640923511328",
    "found": "640923511328"
  },
  {
    "name": "look-alike: the ideographic zero",
    "typed": "64\u3007923511328",
    "sent": "64\u3007923511328",
    "stored": "64\u3007923511328",
    "key": "640923511328",
    "found": "640923511328"
  },
  {
    "name": "look-alike: a letter with an accent",
    "typed": "64\u00d3923511328",
    "sent": "64\u00d3923511328",
    "stored": "64\u00d3923511328",
    "key": "640923511328",
    "found": "640923511328"
  },
  {
    "name": "look-alike: a letter for most of the digits",
    "typed": "\u04114O92\u0417SI\u0406\u01b7Z\u0412",
    "sent": "\u04114O92\u0417SI\u0406\u01b7Z\u0412",
    "stored": "\u04114O92\u0417SI\u0406\u01b7Z\u0412",
    "key": "640923511328",
    "found": "640923511328"
  },
  {
    "name": "look-alike: digits in black circles",
    "typed": "64\u24ff9\u27773511328",
    "sent": "64\u24ff9\u27773511328",
    "stored": "64\u24ff9\u27773511328",
    "key": "640923511328",
    "found": "640923511328"
  },
  {
    "name": "look-alike: grouped, after words",
    "typed": "REF NO 64O9 2351 1328",
    "sent": "REF NO 64O9 2351 1328",
    "stored": "REF NO 64O9 2351 1328",
    "key": "640923511328",
    "found": "640923511328"
  },
  {
    "name": "look-alike: a group of letters alone",
    "typed": "OO64 O923 SIIB",
    "sent": "OO64 O923 SIIB",
    "stored": "OO64 O923 SIIB",
    "key": "006409235118"
  },
  {
    "name": "look-alikes beside a number of twelve digits",
    "typed": "BILL 640923511328",
    "sent": "BILL 640923511328",
    "stored": "BILL 640923511328",
    "key": "640923511328",
    "found": "640923511328"
  },
  {
    "name": "look-alikes that make eleven digits",
    "typed": "64O92351132",
    "sent": "64O92351132",
    "stored": "64O92351132",
    "key": "64O92351132",
    "found": null
  },
  {
    "name": "look-alikes that make two numbers",
    "typed": "64O923511328 4I2345678901",
    "sent": "64O923511328 4I2345678901",
    "stored": "64O923511328 4I2345678901",
    "key": "64O9235113284I2345678901",
    "found": null
  },
  {
    "name": "letters that look like no digit",
    "typed": "AXISCN0123456789",
    "sent": "AXISCN0123456789",
    "stored": "AXISCN0123456789",
    "key": "AXISCN0123456789",
    "found": null
  }
]$cases$::jsonb) with ordinality as c;

select cmp_ok((select count(*) from cases), '>=', 60::bigint, 'At least one case was checked');
select is(private.normal_reference(c ->> 'sent'), c ->> 'stored', 'Kept: ' || (c ->> 'name')) from cases order by n;
select is(private.normal_reference(c ->> 'stored'), c ->> 'stored', 'Kept again as it is: ' || (c ->> 'name')) from cases order by n;
select is(private.reference_key(c ->> 'stored'), c ->> 'key', 'The key: ' || (c ->> 'name')) from cases order by n;
select is(private.reference_key(private.normal_reference(c ->> 'typed')), c ->> 'key', 'The key as typed: ' || (c ->> 'name'))
  from cases where c -> 'hidden' is null order by n;
select is(private.normal_reference(c ->> 'typed'), '', 'Refused: ' || (c ->> 'name')) from cases where c -> 'hidden' is not null order by n;

-- Words that staff read beside a number do not change its key
select is(private.reference_key(r), '640923511328', 'The key of ' || r) from unnest(array['UTR 640923511328 1', '640923511328/2 of 3',
  'Ref no. 6409 2351 1328', 'upi:640923511328@okaxis']) as r;

select is(string_agg(private.reference_key('64092351132' || sign), ' '), repeat('64092351132' || digit || ' ', length(signs) - 1) || '64092351132' || digit,
    'Signs that look like ' || digit)
  from (values ('0', 'OoΟοОоՕօଠഠဝᴏꓳ〇○◯ØøంംಂÓ⓿'), ('1', 'IiLlıІіΙιƖӀӏǀ|∣।Í❶➀➊⓵'), ('2', 'ZzΖƧƨᒿ❷➁➋⓶'), ('3', 'ЗзӠӡƷʒȜȝɜꞫ❸'), ('4', 'Ꮞ❹'),
    ('5', 'SsЅѕƼƽ❺'), ('6', 'БбᏮϬ❻'), ('7', '❼'), ('8', 'BbВвΒβȢȣଃ❽'), ('9', 'Ꝯꝯ❾')) as v (digit, signs),
  lateral regexp_split_to_table(signs, '') as sign group by digit, signs order by digit;

select tests.create_user('asha@example.in');
select tests.create_user('bela@example.in');
select tests.create_staff('admin@example.in', 'admin');
select tests.create_event('Pune');
select tests.create_category('Pune', 'Gold', 1500, 100);
select tests.act_as('asha@example.in');
select tests.submit('first', '640923511328', 1800, 'Gold:A1');
select tests.act_as('bela@example.in');
select tests.submit('second', '64O923511328', 1800, 'Gold:A2');
select tests.act_as('admin@example.in');
select is((select transaction_id from public.payments where id = tests.payment_id('second')), '64O923511328', 'The typed text is stored and shown unchanged');
select is((select string_agg(w ->> 'code', ' ') from public.get_payment_details() d, jsonb_array_elements(d.warnings) as w
  where d.payment_id = tests.payment_id('second')), 'reference_used', 'The letter O does not hide that the reference was used');
select lives_ok($$ select public.review_payment(tests.payment_id('first'), 'approved') $$, 'The first is approved');
select tests.refuses($$ select public.review_payment(tests.payment_id('second'), 'approved') $$, 'PT409', 'reference_approved', 'and the second is refused');
