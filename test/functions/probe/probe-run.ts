import type { ServerResponse } from 'node:http';
import { allowedAnswer } from '../../../functions/probe/probe.ts';
import { tableVariables } from '../../setup/table-variables.ts';

// What a run of the probe needs: its variables, and the answers of the service.

/** The variables that the probe reads at its start. Every test already has the AWS keys. */
export function probeEnvironment(url: string) {
  return {
    ...tableVariables,
    AWS_SESSION_TOKEN: 'session',
    AWS_ENDPOINT_URL_DYNAMODB: process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? url,
    AWS_ENDPOINT_URL_CLOUDWATCH: url,
  };
}

/** An answer as one text: its status, content type and body. */
export const allowedText = `200 application/json ${JSON.stringify(allowedAnswer.body)}`;
export const refusedText = '403 application/json {"message":"Forbidden"}';
export const takenText = '400 application/json {"error":1004,"message":"for people"}';
/** The right answers to the requests of one run. */
export const rightAnswers = [allowedText, allowedText, takenText, refusedText];

export function send(response: ServerResponse, answer = ''): void {
  const [status, type, ...words] = answer.split(' ');
  response.writeHead(Number(status), { 'content-type': type }).end(words.join(' '));
}
