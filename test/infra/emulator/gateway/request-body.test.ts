import { describe, expect, it } from 'vitest';
import { requestBody } from '../../../../infra/emulator/gateway/request-body.ts';

const body = Buffer.from('"λ"');
const text = { body: '"λ"', isBase64Encoded: false };
const base64 = { body: body.toString('base64'), isBase64Encoded: true };

describe('the body of an event', () => {
  it('is absent where there is none', () => {
    expect(requestBody(Buffer.alloc(0), 'application/json')).toEqual({ isBase64Encoded: false });
  });

  it.each([
    'application/json',
    'application/xml',
    'application/javascript',
    'text/plain',
    'text/',
    'Text/HTML ; x=1',
    ' application/json ',
    'text/plain;charset=utf-8',
    'text/plain; x=1; charset = "UTF-8" ; y=2',
    'text/plain; charset=utf-8; charset=utf-16',
    'text/plain; xcharset=utf-16',
  ])('stays text as %j', (type) => {
    expect(requestBody(body, type)).toEqual(text);
  });

  it.each([
    undefined,
    '',
    'application/json5',
    'xapplication/json',
    'application/problem+json',
    'application/octet-stream',
    'image/png',
    'xtext/plain',
    'text/plain; charset=latin1',
    'text/plain; CHARSET="utf-16"',
    'text/plain; charset=',
    'text/plain; x=1;  charset = utf-16',
  ])('is base64 as %j', (type) => {
    expect(requestBody(body, type)).toEqual(base64);
  });

  it('is base64 where it is no UTF-8', () => {
    const bytes = Buffer.from([0xff]);
    expect(requestBody(bytes, 'text/plain')).toEqual({ body: '/w==', isBase64Encoded: true });
  });
});
