import type { AwsState } from './aws-state.ts';
import type { Deployed } from './deployed.ts';
import { AwsError } from './operation.ts';

/** The resources of a type that are there. */
export function resourcesOf(state: AwsState, type: string): Deployed[] {
  return state.resources.filter((one) => one.type === type);
}

/** The resource of a type with this name. Without one, AWS answers with this error. */
export function resourceOf(
  state: AwsState,
  type: string,
  physicalId: string | undefined,
  missing: AwsError = new AwsError('ResourceNotFoundException'),
): Deployed {
  const found = resourcesOf(state, type).find((one) => one.physicalId === physicalId);
  if (found === undefined) throw missing;
  return found;
}
