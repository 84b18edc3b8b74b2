import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { jsonText } from '../../../functions/create-plant/json-body.ts';
import { createPlantEvent } from '../../events.ts';

/** Runs the middleware, and returns what it puts into the event and into `internal`. */
function leave(body: string, overrides: Partial<APIGatewayProxyEventV2> = {}) {
  const request = { event: createPlantEvent(body, overrides), internal: { text: '' } };
  jsonText().before?.(request as never);
  return { ...request.internal, body: request.event.body, base64: request.event.isBase64Encoded };
}

describe('jsonText', () => {
  it.each([false, true])('leaves the text byte for byte, from base64: %s', (isBase64Encoded) => {
    const text = '\ufeff{"id": 1.0, "name":"蕨 🌿"}\n';
    const body = isBase64Encoded ? Buffer.from(text).toString('base64') : text;
    expect(leave(body, { isBase64Encoded })).toEqual({ text, body: text, base64: false });
  });

  it.each([
    ['10,000 values', `[${'0,'.repeat(9_998)}0]`],
    ['500 levels', '['.repeat(500) + ']'.repeat(500)],
  ])('accepts %s', (_, text) => {
    expect(leave(text).text).toBe(text);
  });

  it('refuses an empty text', () => {
    expect(() => leave('')).toThrow('the body is missing or empty');
  });

  it('keeps the cause of text that is not UTF-8 for the log', () => {
    const body = Buffer.from([0x22, 0xff, 0x22]).toString('base64');
    const error = { message: 'the body is not valid UTF-8', cause: expect.any(TypeError) };
    expect(() => leave(body, { isBase64Encoded: true })).toThrow(expect.objectContaining(error));
  });

  it.each(['application/json \t; charset=utf-8', 'application/json;', 'application/json '])(
    'takes the content type %j',
    (type) => {
      expect(leave('{}', { headers: { 'content-type': type } }).text).toBe('{}');
    },
  );

  it.each(['x/application/json', 'application/json charset', 'application/json+', ''])(
    'refuses the content type %j',
    (type) => {
      expect(() => leave('{}', { headers: { 'content-type': type } })).toThrow(
        'the content type must be application/json',
      );
    },
  );
});
