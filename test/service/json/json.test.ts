import { afterAll, describe, expect, it, vi } from 'vitest';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import { context, createPlantEvent } from '../../events.ts';
import { publish } from '../../lab/prove/figure.ts';
import { notUtf8 } from './bytes.ts';
import { accepted, either, rejected, type Texts } from './grammar.ts';

vi.spyOn(console, 'info').mockImplementation(() => {});
const handle = createPlant(async () => {});

async function sendBase64(bytes: Uint8Array | string) {
  const body = Buffer.from(bytes).toString('base64');
  return codeOf(createPlantEvent(body, { isBase64Encoded: true }));
}
async function codeOf(event: ReturnType<typeof createPlantEvent>): Promise<number> {
  const { statusCode, body } = await handle(event, context());
  return statusCode === 200 ? 200 : JSON.parse(body).error;
}

/** The error code for a text. It must be the same for the text sent as base64. */
async function codeOfText(text: string): Promise<number> {
  const code = await codeOf(createPlantEvent(text));
  expect(await sendBase64(text)).toBe(code);
  return code;
}

function casesOf(texts: Texts) {
  return Object.entries(texts).flatMap(([rule, list]) =>
    list.map((text) => ({ rule, text, title: JSON.stringify(text).slice(0, 60) })),
  );
}
const [accept, reject, may] = [accepted, rejected, either].map(casesOf) as [
  ReturnType<typeof casesOf>,
  ReturnType<typeof casesOf>,
  ReturnType<typeof casesOf>,
];
const bytes = Object.entries(notUtf8).map(([title, sequence]) => ({ title, sequence }));

afterAll(() =>
  publish({
    part: 'JSON',
    claim: 'RFC 8259: texts accepted, refused, and free to either, as text and as base64',
    figure: `${accept.length}, ${reject.length + bytes.length}, ${may.length}`,
  }),
);

describe('a JSON text', () => {
  it.each(accept)('is $title: $rule', async ({ text }) => {
    for (const json of [text, `[${text}]`, `{"id":7,"name":"x","a":${text}}`, ` ${text}\n`]) {
      expect(await codeOfText(json)).not.toBe(1001);
    }
  });

  it('may be the value of an unknown field', async () => {
    for (const { text } of accept) {
      expect(await codeOfText(`{"id":7,"a":${text},"name":"x"}`)).toBe(200);
    }
  });
});

describe('a refused text', () => {
  it.each(reject)('is $title: $rule', async ({ text }) => {
    expect(await codeOfText(text)).toBe(1001);
  });

  it.each(bytes)('holds $title, which is no UTF-8', async ({ sequence }) => {
    const quoted = [0x22, ...sequence, 0x22];
    expect(await sendBase64(Uint8Array.from(quoted))).toBe(1001);
    expect(await sendBase64(Uint8Array.from(sequence))).toBe(1001);
  });
});

describe('a text that a parser may refuse', () => {
  it.each(may)('is $title: $rule', async ({ text }) => {
    expect([200, 1001, 1003]).toContain(await codeOfText(text));
  });
});
