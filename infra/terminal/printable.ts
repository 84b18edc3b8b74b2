// Control characters but the tab, line ends of Unicode, and what changes the direction of text:
// https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
const steering = /[[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]--[\t]]/gv;

/** Text from elsewhere must neither steer the terminal nor look like other text than it is. */
export function printable(text: string): string {
  return text.replace(steering, '\u{fffd}');
}
