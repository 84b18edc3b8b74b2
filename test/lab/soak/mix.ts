import { generateToken } from '../../../functions/authorize/token.ts';

/** A request and the only right answer to it. */
export interface Sample {
  readonly kind: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number;
  /** The whole body, or the code of an Error. */
  readonly answer: string | number;
}

/** So few that the table is full early. What grows after that is a leak. */
const ids = 5_000;
const json = 'application/json';
const known = ['a', 'b', 'c'].map(generateToken);

/** The request at each place of an endless sequence. Most of them succeed. */
export function mixFor(token: string) {
  const authorized = { authorization: `Bearer ${token}`, 'content-type': json };
  const base = { path: '/plants', headers: authorized };
  const plantOf = (id: number) => ({ name: `plant ${id}`, ...(id % 2 === 0 && { tag: 'even' }) });

  const create = (place: number): Sample => {
    const id = place % ids;
    const body = JSON.stringify({ id, ...plantOf(id) });
    const answer = JSON.stringify(plantOf(id));
    return { ...base, kind: 'created or repeated', body, status: 200, answer };
  };
  const failing = (kind: string, body: string, answer: number, headers = authorized): Sample => ({
    ...base,
    kind,
    body,
    headers,
    status: 400,
    answer,
  });
  const refused = (kind: string, status: number, message: string, others: object): Sample => ({
    ...base,
    kind,
    body: '{}',
    status,
    answer: JSON.stringify({ message }),
    ...others,
  });
  const bearing = (one: string) => ({
    headers: { ...authorized, authorization: `Bearer ${one}` },
  });

  const tooLarge = `{"id":1,"name":"${'x'.repeat(410_000)}"}`;
  const others: readonly ((place: number) => Sample)[] = [
    // The very first request takes the id 0.
    () => failing('id taken', '{"id":0,"name":"another"}', 1004),
    (place) => failing('not JSON', `{"id":${place}`, 1001),
    (place) => failing('not a plant', `{"id":"${place}"}`, 1003),
    () => failing('wrong type', '{}', 1002, { ...authorized, 'content-type': 'text/plain' }),
    () => refused('no token', 401, 'Unauthorized', { headers: { 'content-type': json } }),
    () => refused('malformed token', 403, 'Forbidden', bearing('plant_1')),
    (place) => refused('known refusal', 403, 'Forbidden', bearing(known[place % 3] ?? '')),
    () => refused('no such route', 404, 'Not Found', { path: '/plants/' }),
  ];
  return (place: number): Sample => {
    // All at once, so that the authorizer's instances stay in use.
    if (place % 1_000 < 16 && place >= 1_000) {
      return refused('new token', 403, 'Forbidden', bearing(generateToken()));
    }
    if (place % 500 === 29) return failing('too large', tooLarge, 1005);
    const turn = place % 30;
    return (turn > 0 ? others[turn - 1] : undefined)?.(place) ?? create(place);
  };
}
