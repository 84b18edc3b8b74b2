import { defaultDataFolder } from '../local/store/data-folder.ts';
import { UsageError } from '../local/usage-error.ts';

/** Which tokens are meant: those of a deployed stack, or those in a folder on this machine. */
export type Place =
  | { kind: 'stack'; stack: string; profile: string | undefined; region: string | undefined }
  | { kind: 'folder'; folder: string };

interface PlaceOptions {
  readonly data?: string | undefined;
  readonly stack?: string | undefined;
  readonly profile?: string | undefined;
  readonly region?: string | undefined;
}

export const placeOf = ({ data, stack, profile, region }: PlaceOptions): Place => {
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
};
