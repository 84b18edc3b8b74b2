import { type ClientError, GatewayRefusedError, RefusedError } from './client-error.ts';
import { createPlant, type Plant } from './contract.generated.ts';

/** Much more than any answer of the contract. */
const maxAnswerBytes = 1024 * 1024;

/** The plant, or the reason why it was not stored. Throws if the answer is neither. */
export async function readAnswer(answer: Response, attempts: number): Promise<Plant | ClientError> {
  const text = await textOf(answer);
  if (answer.status === 200) {
    const body = JSON.parse(text);
    if (createPlant.isAnswer(body)) return body;
    throw new TypeError('the body is not a plant');
  }
  const { error, message: given } = objectIn(text);
  const message = typeof given === 'string' ? given : `the plant store answered ${answer.status}`;
  return answer.status === 400 && typeof error === 'number'
    ? new RefusedError({ error, message }, attempts, answer)
    : new GatewayRefusedError({ message }, attempts, answer);
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new RangeError('the body is longer than 1 MB');
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

/** A proxy can answer with anything, for example an HTML page. */
function objectIn(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
