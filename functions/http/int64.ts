const jsonNumber = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
type Parts = [text: string, sign: string, whole: string, fraction?: string, exponent?: string];
const maxDigits = 19;

/**
 * The exact int64 that a JSON number means, or undefined if it is not an int64.
 * It only reads the digits, so that 1e999999999 costs no more than 1.
 */
export function int64(source: string): bigint | undefined {
  const parts = jsonNumber.exec(source) as Parts | null;
  if (parts === null) return undefined;
  const [, sign, whole, fraction = '', exponent = 0] = parts;
  const digits = whole + fraction;
  const start = digits.search(/[1-9]/);
  if (start === -1) return 0n;
  const end = lastNonZero(digits) + 1;
  const zeros = Number(exponent) - fraction.length + (digits.length - end);
  if (zeros < 0 || end - start + zeros > maxDigits) return undefined;
  const value = BigInt(sign + digits.slice(start, end) + '0'.repeat(zeros));
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** What a number of JSON or of DynamoDB means: a bigint with each digit, or the nearest double if it is no int64. */
export function exactNumber(source: string): bigint | number {
  return int64(source) ?? Number(source);
}

// A loop, because /0+$/ takes quadratic time on a long run of zeros that ends in another digit.
function lastNonZero(digits: string): number {
  let index = digits.length - 1;
  while (digits[index] === '0') index -= 1;
  return index;
}
