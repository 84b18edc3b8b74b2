import addFormats from 'ajv-formats';

// The formats of a text, each as one regular expression: ajv writes it where the contract uses it. ajv-formats has
// functions for some of them, and then all its formats would come into the generated code. Others mean more there than in
// their standard: its `uuid` can begin with urn:uuid:, and its `hostname` can end with a dot.

// https://www.rfc-editor.org/rfc/rfc3339#section-5.6
const day = '(?:0[1-9]|1\\d|2[0-8])';
const usualDate = `\\d{4}-(?:(?:0[1-9]|1[0-2])-${day}|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)`;
// https://www.rfc-editor.org/rfc/rfc3339#appendix-C
const leapYear = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';
const date = `(?:${usualDate}|${leapYear}-02-29)`;
const hourAndMinute = '(?:[01]\\d|2[0-3]):[0-5]\\d';
// The keyword leapSecond (create-ajv.ts) looks at a second 60.
const time = `${hourAndMinute}:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:z|[+-]${hourAndMinute})`;

// https://www.rfc-editor.org/rfc/rfc3986#appendix-A
const scheme = '[a-z][a-z0-9+.-]*';
const inHost = "[a-z0-9._~!$&'()*+,;=-]|%[0-9a-f]{2}";
const inUser = `${inHost}|:`;
const inPath = `${inUser}|@`;
const inQuery = `${inPath}|[/?]`;
// Without its ^ and $.
const ipv6 = fromAjv('ipv6').source.slice(1, -1);
const future = "v[0-9a-f]+\\.[a-z0-9._~!$&'()*+,;=:-]+";
const host = `(?:\\[(?:${ipv6}|${future})\\]|(?:${inHost})*)`;
const authority = `(?:(?:${inUser})*@)?${host}(?::\\d*)?`;
const segments = `(?:/(?:${inPath})*)*`;
const path = `(?://${authority}${segments}|/?(?:${inPath})+${segments}|/?)`;
const uri = `${scheme}:${path}(?:\\?(?:${inQuery})*)?(?:#(?:${inQuery})*)?`;

// https://www.rfc-editor.org/rfc/rfc1123#section-2.1
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

/** One that ajv-formats has as the standard has it, or as CONTRIBUTING says. */
function fromAjv(name: 'email' | 'ipv4' | 'ipv6'): RegExp {
  const format = addFormats.default.get(name);
  if (format instanceof RegExp) return format;
  throw new Error(`ajv-formats has another ${name}: it is no regular expression any more`);
}

export const textFormats: Readonly<Record<string, RegExp>> = {
  date: RegExp(`^${date}$`),
  time: RegExp(`^${time}$`, 'i'),
  'date-time': RegExp(`^${date}t${time}$`, 'i'),
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  email: fromAjv('email'),
  uri: RegExp(`^${uri}$`, 'i'),
  hostname: RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})*$`, 'i'),
  ipv4: fromAjv('ipv4'),
  ipv6: fromAjv('ipv6'),
};
