import { Problem } from '../../infra/project/problem.ts';

/** Where a schema stands. */
export interface Place {
  /** The body, the answer or the path of an operation, for a sentence. */
  readonly root: string;
  /** The field in it: `lines[].amount`. Empty for the root itself. */
  readonly field: string;
  /** DynamoDB counts a field of the root as the first level. */
  readonly level: number;
}

/** What is wrong with a schema. */
export class SchemaProblem extends Problem {
  /** The sentence without its root. Operations share schemas, so it can be the same for two roots. */
  readonly fault: string;

  constructor({ root, field }: Place, what: string) {
    super(`openapi.yaml: ${field === '' ? root : `the field ${field} of ${root}`} ${what}.`);
    this.fault = `${field} ${what}`;
  }
}

export function refusal(place: Place, what: string, right: string): SchemaProblem {
  return new SchemaProblem(place, `cannot have ${what}, so write ${right}`);
}

export function unmet(place: Place): SchemaProblem {
  return refusal(place, 'rules that no value meets', 'other ones');
}
