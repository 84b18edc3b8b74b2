import { Problem } from '../../infra/project/problem.ts';

/** The arguments, or a file or port in use, are wrong. The exit code is 2. */
export class UsageError extends Problem {
  override readonly name = 'UsageError';
  override readonly exitCode = 2;
}
