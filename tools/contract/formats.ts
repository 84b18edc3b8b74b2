import addFormats from 'ajv-formats';

// The formats of a text, each as one regular expression: ajv writes it where the contract uses it. ajv-formats has
// functions for some of them, and then all its formats would come into the generated code.

const day = '(?:0[1-9]|1\\d|2[0-8])';
const usualDate = `\\d{4}-(?:(?:0[1-9]|1[0-2])-${day}|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)`;
// https://www.rfc-editor.org/rfc/rfc3339#appendix-C
const leapYear = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';
const date = `(?:${usualDate}|${leapYear}-02-29)`;
// A leap second is the last one of a day in UTC.
const time = `(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:z|[+-](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?)|23:59:60(?:\\.\\d+)?z)`;

function fromAjv(name: 'email' | 'hostname' | 'ipv4' | 'ipv6' | 'uri-reference' | 'uuid'): RegExp {
  const format = addFormats.default.get(name);
  if (format instanceof RegExp) return format;
  throw new Error(`ajv-formats has another ${name}: it is no regular expression any more`);
}

const { source: reference } = fromAjv('uri-reference');

export const textFormats: Readonly<Record<string, RegExp>> = {
  date: RegExp(`^${date}$`),
  time: RegExp(`^${time}$`, 'i'),
  'date-time': RegExp(`^${date}[t\\s]${time}$`, 'i'),
  uuid: fromAjv('uuid'),
  email: fromAjv('email'),
  // A reference that begins with a scheme.
  uri: RegExp(`^(?=[a-z][a-z0-9+.-]*:)${reference.slice(1)}`, 'i'),
  hostname: fromAjv('hostname'),
  ipv4: fromAjv('ipv4'),
  ipv6: fromAjv('ipv6'),
};
