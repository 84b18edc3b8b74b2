import { Failure } from './failure.ts';

/** No plant has this key. */
export function notFound(keys: object): Failure {
  const [[name, value] = []] = Object.entries(keys);
  return new Failure('notFound', `no plant has the ${name} ${value}`);
}
