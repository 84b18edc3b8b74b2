// Control characters except the tab, line ends of Unicode, and characters that change the direction of text:
// https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
const unsafe = /[[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]--[\t]]/gv;

/** Text from outside must not control the terminal, or look like different text. */
export function printable(text: string): string {
  return text.replace(unsafe, '\u{fffd}');
}
