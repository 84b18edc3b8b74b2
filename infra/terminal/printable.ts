/** What comes from elsewhere must not steer the terminal. */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\t]/gu, '\u{fffd}');
}
