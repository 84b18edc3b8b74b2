import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textFormats } from '../../contract/formats.ts';
import { slow } from '../setup/slow.ts';
import { bookCode } from '../setup/small-contract.ts';
import { textsOf } from './abnf.ts';

const names = Object.keys(textFormats);
const { validateCreateBook } = await bookCode({
  fields: {
    isbn: { type: 'string', minLength: 1, maxLength: 13 },
    ...Object.fromEntries(names.map((format) => [format, { type: 'string', format }])),
  },
  optional: names,
});

function isAllowed(format: string, text: string): boolean {
  return validateCreateBook({ body: { isbn: '1', [format]: text } });
}

const core = `
ALPHA = %x41-5A / %x61-7A
DIGIT = %x30-39
HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"`;

// https://www.rfc-editor.org/rfc/rfc3339#section-5.6
const rfc3339 = `${core}
date-fullyear = 4DIGIT
date-month = 2DIGIT
date-mday = 2DIGIT
time-hour = 2DIGIT
time-minute = 2DIGIT
time-second = 2DIGIT
time-secfrac = "." 1*DIGIT
time-numoffset = ("+" / "-") time-hour ":" time-minute
time-offset = "Z" / time-numoffset
partial-time = time-hour ":" time-minute ":" time-second [time-secfrac]
full-date = date-fullyear "-" date-month "-" date-mday
full-time = partial-time time-offset
date-time = full-date "T" full-time`;

// https://www.rfc-editor.org/rfc/rfc3986#appendix-A
const rfc3986 = `${core}
URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty
scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
authority = [ userinfo "@" ] host [ ":" port ]
userinfo = *( unreserved / pct-encoded / sub-delims / ":" )
host = IP-literal / IPv4address / reg-name
port = *DIGIT
IP-literal = "[" ( IPv6address / IPvFuture ) "]"
IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
IPv6address = 6( h16 ":" ) ls32
  / "::" 5( h16 ":" ) ls32
  / [ h16 ] "::" 4( h16 ":" ) ls32
  / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
  / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
  / [ *3( h16 ":" ) h16 ] "::" h16 ":" ls32
  / [ *4( h16 ":" ) h16 ] "::" ls32
  / [ *5( h16 ":" ) h16 ] "::" h16
  / [ *6( h16 ":" ) h16 ] "::"
h16 = 1*4HEXDIG
ls32 = ( h16 ":" h16 ) / IPv4address
IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet
dec-octet = DIGIT / %x31-39 DIGIT / "1" 2DIGIT / "2" %x30-34 DIGIT / "25" %x30-35
reg-name = *( unreserved / pct-encoded / sub-delims )
path-abempty = *( "/" segment )
path-absolute = "/" [ segment-nz *( "/" segment ) ]
path-rootless = segment-nz *( "/" segment )
path-empty = 0pchar
segment = *pchar
segment-nz = 1*pchar
pchar = unreserved / pct-encoded / sub-delims / ":" / "@"
query = *( pchar / "/" / "?" )
fragment = *( pchar / "/" / "?" )
pct-encoded = "%" HEXDIG HEXDIG
unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"
sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="`;

// https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2, without what CONTRIBUTING says that the format leaves out.
const rfc5321 = `${core}
Mailbox = Dot-string "@" sub-domain 1*("." sub-domain)
Domain = sub-domain *("." sub-domain)
sub-domain = Let-dig [Ldh-str]
Let-dig = ALPHA / DIGIT
Ldh-str = *( ALPHA / DIGIT / "-" ) Let-dig
Dot-string = Atom *("." Atom)
Atom = 1*atext
atext = ALPHA / DIGIT / "!" / "#" / "$" / "%" / "&" / "'" / "*" / "+" / "-" / "/" / "=" / "?"
  / "^" / "_" / "\`" / "{" / "|" / "}" / "~"`;

// https://www.rfc-editor.org/rfc/rfc9562#section-4
const rfc9562 = `${core}
UUID = 4hexOctet "-" 2hexOctet "-" 2hexOctet "-" 2hexOctet "-" 6hexOctet
hexOctet = HEXDIG HEXDIG`;

/** The grammar of each format's standard, without the rules that it says in words. */
const grammars: Readonly<Record<string, RegExp>> = {
  date: textsOf('full-date', rfc3339),
  time: textsOf('full-time', rfc3339),
  'date-time': textsOf('date-time', rfc3339),
  uuid: textsOf('UUID', rfc9562),
  email: textsOf('Mailbox', rfc5321),
  uri: textsOf('URI', rfc3986),
  // The names of hosts in mails are those of RFC 1123.
  hostname: textsOf('Domain', rfc5321),
  ipv4: textsOf('IPv4address', rfc3986),
  ipv6: textsOf('IPv6address', rfc3986),
};

/** The dates and times of RFC 3339 that a calendar and a clock have. */
function isReal(text: string): boolean {
  const [date = ''] = /^\d{4}-\d\d-\d\d/.exec(text) ?? [];
  if (date !== '' && !new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date)) return false;
  const [clock] = /\d\d:\d\d:\d\d/.exec(text) ?? [];
  if (clock === undefined) return true;
  const [hour = 0, minute = 0, second = 0] = clock.split(':').map(Number);
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)$/.exec(text) ?? [];
  if (hour > 23 || minute > 59 || Number(hours) > 23 || Number(minutes) > 59) return false;
  const ahead = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
  const minuteInUtc = (hour * 60 + minute - ahead + 2 * 1440) % 1440;
  return second < 60 || (second === 60 && minuteInUtc === 1439);
}

const isOfTime = /date|time/;

function isRight(format: string, text: string): boolean {
  const isMatched = grammars[format]?.test(text) ?? expect.fail(`no grammar of ${format}`);
  return isMatched && (!isOfTime.test(format) || isReal(text));
}

/** Characters that mean something in a format, or that look as if they did. */
const signs = [...'059fgZt+-.:/?[@%"\\ \n\u00a0\u017fé'];

/** The text, and each one that differs from it by one character. */
function* nearTo(text: string): Generator<string> {
  yield text;
  for (let at = 0; at <= text.length; at += 1) {
    const [before, after, rest] = [text.slice(0, at), text.slice(at), text.slice(at + 1)];
    yield before + rest;
    for (const sign of signs) {
      yield before + sign + after;
      yield before + sign + rest;
    }
  }
}

function twoDigits(most: number) {
  return fc.integer({ min: 0, max: most }).map((number) => `${number}`.padStart(2, '0'));
}

const dates = fc
  .tuple(fc.constantFrom('0000', '1900', '2000', '2024', '2026'), twoDigits(13), twoDigits(32))
  .map((parts) => parts.join('-'));
const offsets = fc.oneof(
  fc.constant('Z'),
  fc
    .tuple(fc.constantFrom('+', '-'), twoDigits(24), twoDigits(60))
    .map(([sign, hour, minute]) => `${sign}${hour}:${minute}`),
);
const times = fc
  .tuple(twoDigits(24), twoDigits(60), twoDigits(61), fc.constantFrom('', '.5'), offsets)
  .map(([hour, minute, second, more, offset]) => `${hour}:${minute}:${second}${more}${offset}`);

/** Random texts of the formats whose grammars allow much that is not real. */
const randomTexts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: dates,
  time: times,
  'date-time': fc.tuple(dates, times).map((parts) => parts.join('T')),
};

const label = 'a'.repeat(63);
/** Texts that chance would not find. */
const rareTexts: Readonly<Record<string, readonly string[]>> = {
  date: ['1900-02-28', '2000-02-29', '2023-02-28', '2024-02-29'],
  time: ['23:59:60Z', '15:59:60-08:00', '01:29:60+01:30', '00:29:60+00:30'],
  'date-time': ['1990-12-31T23:59:60Z', '1990-12-31T15:59:60-08:00', '2026-11-26t10:00:00.5z'],
  uuid: ['urn:uuid:2b8f2c4e-3a4b-4c5d-8e6f-7a8b9c0d1e2f'],
  uri: ['https://me:secret@a.org:443/b;c=d/?e=/?#f', 'http://[2001:db8::7]:80', 'a://[v7.a:b]/'],
  ipv6: ['::', '1::', '::127.0.0.1', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:1.2.3.4', '1:2:3:4:5:6:7::'],
};

it.each(names)(
  'the format %s allows what its standard allows, and no text one change away',
  slow,
  (format) => {
    const texts = randomTexts[format] ?? fc.stringMatching(grammars[format] ?? /^no grammar$/);
    const examples = (rareTexts[format] ?? []).map((text): [string] => [text]);
    const claim = fc.property(texts, (text) => {
      for (const near of nearTo(text)) {
        const allowed = isRight(format, near);
        if (isAllowed(format, near) !== allowed)
          expect.fail(`${JSON.stringify(near)} is ${allowed ? 'right' : 'wrong'}`);
      }
    });
    fc.assert(claim, { numRuns: examples.length + 10, examples });
  },
);

it.each([
  [label, true],
  [`${label}a`, false],
  [`${label}.${label}.${label}.${'a'.repeat(61)}`, true],
  [`${label}.${label}.${label}.${'a'.repeat(62)}`, false],
])('the name of a host has its greatest length: %s', (text, allowed) => {
  expect(isAllowed('hostname', text)).toBe(allowed);
});

// All these texts take less than a second. If the time grew with the square of the length, one would take half a minute.
it.each(names)('the format %s takes linear time', slow, (format) => {
  const starts = ['', '2026-11-26T10:00:00.', 'a@', 'a.', 'https://', 'https://[', 'https://a/?'];
  const before = process.cpuUsage();
  for (const start of starts) {
    for (const part of ['a', '0', 'a.', '1:', ':', '%41', '/', '@', '-', ':60'])
      expect(isAllowed(format, `${start}${part.repeat(200_000)}\n`)).toBe(false);
  }
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(3);
});
