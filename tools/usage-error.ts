import { Problem } from '../infra/problem.ts';

/** The arguments are wrong; the exit code is 2. */
export class UsageError extends Problem {
  override readonly name = 'UsageError';
  override readonly exitCode = 2;
}
