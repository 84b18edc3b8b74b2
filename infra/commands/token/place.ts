import { UsageError } from '../../terminal/problem.ts';
import { defaultDataFolder } from '../data-folder/data-folder.ts';

/** Which tokens are meant: those of a deployed stack, or those in a folder on this machine. */
export type Place =
  | {
      readonly kind: 'stack';
      readonly stack: string;
      readonly profile: string | undefined;
      readonly region: string | undefined;
    }
  | { readonly kind: 'folder'; readonly folder: string };

interface PlaceOptions {
  readonly data?: string | undefined;
  readonly stack?: string | undefined;
  readonly profile?: string | undefined;
  readonly region?: string | undefined;
}

export function placeOf({ data, stack, profile, region }: PlaceOptions): Place {
  if (stack === undefined) {
    if (profile !== undefined || region !== undefined) {
      throw new UsageError('--profile and --region go with --stack: name the stack, too.');
    }
    return { kind: 'folder', folder: data ?? defaultDataFolder };
  }
  if (data !== undefined) {
    throw new UsageError('--stack and --data are two places: choose one of them.');
  }
  return { kind: 'stack', stack, profile, region };
}
