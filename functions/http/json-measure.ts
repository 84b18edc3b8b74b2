const [space, quote, backslash, comma] = [0x20, 0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** How many values a JSON text holds, and how deep it is nested, without parsing it. */
export function jsonMeasure(text: string): { values: number; depth: number } {
  let values = 1;
  let level = 0;
  let depth = 0;
  let inString = false;
  let opened = false;
  // Stryker disable next-line EqualityOperator: the character code past the end is NaN, which means nothing.
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (inString) {
      // The next character does not end the string.
      if (character === backslash) index += 1;
      inString = character !== quote;
      continue;
    }
    if (character <= space) continue;
    // A value is counted at the comma before it, or as the first one after an opening bracket.
    if (opened && character !== closeBracket && character !== closeBrace) values += 1;
    opened = character === openBracket || character === openBrace;
    inString = character === quote;
    if (opened) {
      level += 1;
      depth = Math.max(depth, level);
    } else if (character === comma) values += 1;
    else if (character === closeBracket || character === closeBrace) level -= 1;
  }
  return { values, depth };
}
