import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withChecksum } from '../../../../functions/authorize/token.ts';
import { naming, takenIdentifiers } from '../../../../tools/commands/rename/naming.ts';
import { filesOf } from '../../../system.ts';

// Made of parts, so that `npm run rename` does not change these words too.
const from = 'tre' + 'e';
const inOrder = naming(from, 'order', []);

function of(text: string): string {
  return text.replaceAll('#', from).replaceAll('^', 'Tre' + 'e');
}

describe('a new name', () => {
  it.each([
    ['put^ #Of CREATE_TREE_ID #s', 'putOrder orderOf CREATE_ORDER_ID orders'],
    ['POST /#s /%2f#s /%252f#s \\b#_', 'POST /orders /%2forders /%252forders \\border_'],
    [
      'a # A ^Store a `#` another # an apple',
      'an order An OrderStore an `order` another order an apple',
    ],
    ['a New^', 'a NewOrder'],
    ['#top, s#t and shoe#', `${from}top, s${from}t and shoe${from}`],
  ])('of %s is %s', (text, expected) => {
    expect(inOrder(of(text))).toBe(expected);
  });

  it('has the plural of its own word, and the article too', () => {
    expect(naming(from, 'story', [])(of('a # of #s'))).toBe('a story of stories');
    expect(naming(from, 'toy', [])(of('a # of #s'))).toBe('a toy of toys');
    expect(naming('order', 'box', [])('an order, orders')).toBe('a box, boxes');
  });

  it('changes nothing a second time', () => {
    expect(inOrder(inOrder(of('a # of #s')))).toBe(inOrder(of('a # of #s')));
  });
});

describe('a renamed token', () => {
  const random = 'ThisTokenOpensNothingButTheEmbeddedTable000';
  const token = withChecksum(`${from}_${random}`);
  const renamed = withChecksum(`order_${random}`);

  it('has a right checksum, and its last four characters follow', () => {
    const texts = [`Bearer ${token}`, `{ "lastFour": "${token.slice(-4)}" }`];
    const expected = [`Bearer ${renamed}`, `{ "lastFour": "${renamed.slice(-4)}" }`];
    expect(texts.map(naming(from, 'order', texts))).toEqual(expected);
  });

  it('stays wrong if it was wrong', () => {
    const wrong = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    const result = naming(from, 'order', [wrong])(wrong);
    expect(result).toMatch(/^[a-z]{5}_[0-9A-Za-z]{49}$/);
    expect(result.slice(0, -1)).toBe(naming(from, 'order', [token])(token).slice(0, -1));
    expect(withChecksum(result.slice(0, -6))).not.toBe(result);
  });
});

it('is taken if other code has it, but not if a text or a comment has it', () => {
  const file = (text: string) => ['a.ts', of(text)] as const;
  const code = file('const # = 1; // in order\nsay("order");');
  expect(takenIdentifiers([code], inOrder)).toEqual([]);
  expect(takenIdentifiers([code, file('const order = 2;')], inOrder)).toEqual(['order']);
});

it('of the guide is free: no code has an order', () => {
  const code = filesOf('{functions,infra,tools,test}/**/*.{ts,js,mjs,cjs}');
  const texts = code.map((file) => [file, readFileSync(file, 'utf8')] as const);
  expect(takenIdentifiers(texts, naming('plant', 'order', []))).toEqual([]);
});
