import { lastFour } from '../../../functions/authorize/token.ts';
import { printable } from '../../terminal/printable.ts';

// Mistyped ones, too: most of a secret is a secret.
const anyToken = /plant_[0-9A-Za-z]{20,}/g;

/** A sentence for a terminal, and for whatever log it ends up in: no token stands in it in full. */
export function shown(sentence: string): string {
  return printable(sentence).replace(anyToken, (token) => `plant_…${lastFour(token)}`);
}
