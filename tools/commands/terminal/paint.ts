import { styleText } from 'node:util';

type Colour = Extract<Parameters<typeof styleText>[0], string>;

export type Paint = (colour: Colour, text: string) => string;

/** Colour only in a terminal. styleText itself respects NO_COLOR (https://no-color.org). */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (colour, text) => styleText(colour, text, { stream, validateStream: true });
}
