// Control characters except the tab, line ends of Unicode, and characters that change the direction of text:
// https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
const unsafe = /[[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]--[\t]]/gv;

/** Text from outside must not control the terminal, or look like different text. */
export function printable(text: string): string {
  return text.replace(unsafe, '\u{fffd}');
}

/** JSON with the same data, in which \\uXXXX stands for each of these characters. Its own line ends stay. */
export function printableJson(json: string): string {
  return json.replace(unsafe, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return character === '\n' ? character : `\\u${code}`;
  });
}

// A word, an underscore and the characters of a token: a prefix can change, and a mistyped token is secret, too.
const anyToken = /(?<![0-9A-Za-z])([0-9A-Za-z]+_)[0-9A-Za-z]{16,}([0-9A-Za-z]{4})/g;

/** A text for a terminal or a log that contains no whole token. */
export function redacted(text: string): string {
  return printable(text).replace(anyToken, '$1…$2');
}
