import { prefix } from '../../../functions/authorize/token.ts';

// Control characters except the tab, line ends of Unicode, and characters that change the direction of text:
// https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
const unsafe = /[[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]--[\t]]/gv;

/** Text from outside must not control the terminal, or look like different text. */
export function printable(text: string): string {
  return text.replace(unsafe, '\u{fffd}');
}

// Also matches mistyped tokens, because most of their characters are secret.
const anyToken = new RegExp(`${prefix}[0-9A-Za-z]{20,}`, 'gi');

/** A text for a terminal or a log that contains no whole token. */
export function redacted(text: string): string {
  return printable(text).replace(anyToken, (token) => `${prefix}…${token.slice(-4)}`);
}
