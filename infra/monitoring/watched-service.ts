import type { LiveName } from '../../functions/service.ts';
import type { ProbeFunction } from '../probe-function.ts';
import type { ProtectedTable } from '../protected-table.ts';
import type { ServiceApi } from '../service-api.ts';
import type { LiveFunctions } from '../service-function.ts';
import type { Settings } from '../settings.ts';

/** The parts of a stack of which something is counted, and by which names. */
export interface WatchedService {
  readonly settings: Settings;
  readonly api: ServiceApi;
  readonly liveFunctions: LiveFunctions;
  /** What clients can call. */
  readonly routes: readonly { method: string; path: string; functionName: LiveName }[];
  /** Undefined if the stage has none. */
  readonly probe: ProbeFunction | undefined;
  /** What the functions may do for clients. */
  readonly tableUses: readonly { table: ProtectedTable; operation: string }[];
}
