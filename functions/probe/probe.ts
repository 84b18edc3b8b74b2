import timers from 'node:timers/promises';
import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { failures } from '../http/failure.ts';
import { tables } from '../service.ts';
import { addedAttributes } from '../shared/added-attributes.ts';
import { loggable } from '../shared/loggable.ts';
import { probeIdentity } from '../shared/probe-identity.ts';
import { probed, probeItem } from '../shared/probe-item.ts';
import { type SeverityFacts, severities } from '../shared/probe-severity.ts';
import { callLimit } from './call-limit.ts';
import type { ProbeEvent } from './reported-run.ts';
import { jsonType, type ProbeAnswer, sendRequest } from './send-request.ts';
import { createProbeToken, withTemporaryToken } from './temporary-token.ts';
import {
  errorIn,
  expectSame,
  refusedAnswer,
  severityOfAnswer,
  severityOfError,
} from './wrong-answer.ts';

/** The tables of the service, by their names. */
export interface ProbeStore {
  readonly dynamodb: DocumentClient;
  readonly items: string;
  readonly tokens: string;
}

/** The right answer to its item: the fields that the contract has in it. */
export const allowedAnswer: ProbeAnswer = { status: 200, type: jsonType, body: probeItem.fields };
/** The error for another item under a stored key. */
const idTaken = failures.idTaken.error;
/** Two tries can both fail by chance. A fault of some seconds ends before the last one. */
export const tries = 3;
/** The shortest pause. It is up to three times as long, at random, so that two runs at once do not meet again. */
const pauseMilliseconds = 2_000;

/**
 * Does what a client does, and throws if the service is wrong. One request in a thousand can fail, so it tries again,
 * unless the answer can only come from our code. Each token is new, because the gateway caches its decisions.
 * Its item is removed first, because one that is there already would not show that it is written.
 */
export function probeRun({ dynamodb, items, tokens }: ProbeStore) {
  const run = async ({ url }: ProbeEvent) => {
    await withTemporaryToken(dynamodb, tokens, async (token) => {
      await dynamodb.send(new DeleteCommand({ TableName: items, ...removal }), callLimit());
      const first = await sendRequest(url, token, probeItem.sent);
      expectSame({
        check: 'A valid token, the first time',
        got: first,
        right: allowedAnswer,
        // Another run can have stored the other item just now.
        severity: severityOfAnswer(first, { canBeRace: errorIn(first) === idTaken }),
      });
      const second = await sendRequest(url, token, probeItem.sent);
      expectSame({
        check: 'A valid token, the second time',
        got: second,
        right: allowedAnswer,
        severity: severityOfAnswer(second),
      });
      const other = await sendRequest(url, token, probeItem.other);
      // The message is for people, and may change.
      const { message } = Object(other.body);
      expectSame({
        check: 'Another item under its key',
        got: other,
        right: { status: 400, type: jsonType, body: { error: idTaken, message } },
        // Another run can have removed the item just now.
        severity: severityOfAnswer(other, { canBeRace: other.status === 200 }),
      });
      const get = new GetCommand({ TableName: items, Key: probeItem.Key, ConsistentRead: true });
      const { Item } = await dynamodb.send(get, callLimit());
      // Not the whole item: while a release moves, only one of two versions can have more attributes.
      for (const [name, right] of Object.entries(probeItem.fields)) {
        const check = `The stored ${name}`;
        expectSame({ check, got: Item?.[name], right, severity: 'uncertain' });
      }
    });
    const unknown = await sendRequest(url, createProbeToken().text, probeItem.sent);
    expectSame({
      check: 'An unknown token',
      got: unknown,
      right: refusedAnswer,
      severity: severityOfAnswer(unknown),
    });
    // Shown to a person who calls the probe by hand (docs/DEPLOY.md): it got these two answers.
    return { allowed: allowedAnswer, refused: refusedAnswer };
  };
  return async (event: ProbeEvent) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run(event);
      } catch (cause) {
        const { isFinal }: SeverityFacts = severities[severityOfError(cause)];
        if (isFinal || attempt === tries) throw cause;
        console.warn({ cause: loggable(cause) });
        await timers.setTimeout(pauseMilliseconds * (1 + 2 * Math.random()));
      }
    }
  };
}

/**
 * Deletes only an item that the probe has stored, whatever its fields: a client can have stored one before the stage had
 * a probe. It succeeds without an item, because a call is repeated if its answer is lost.
 */
const removal = {
  Key: probeItem.Key,
  ConditionExpression: 'attribute_not_exists(#key) OR #client = :probe',
  ExpressionAttributeNames: { '#key': tables[probed.table].key, '#client': addedAttributes.client },
  ExpressionAttributeValues: { ':probe': probeIdentity.client },
};
