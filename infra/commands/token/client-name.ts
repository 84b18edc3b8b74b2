// Letters, marks, digits, punctuation, symbols and plain spaces: nothing that a terminal or a log would obey.
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,64}$/u;

export function isClientName(text: string): boolean {
  return printable.test(text) && text.trim() === text;
}
