import { addresses } from './addresses.ts';
import { alarmStates } from './alarm-states.ts';
import { certificate } from './certificate.ts';
import { concurrency } from './concurrency.ts';
import { deploys } from './deploys.ts';
import { functionErrors } from './function-errors.ts';
import { latency } from './latency.ts';
import { liveVersions } from './live-versions.ts';
import { muteRules } from './mute-rules.ts';
import { otherTables } from './other-tables.ts';
import { refusedTokens } from './refused-tokens.ts';
import { releases } from './releases.ts';
import { requests } from './requests.ts';
import { silence } from './silence.ts';
import { stackState } from './stack-state.ts';
import { strangers } from './strangers.ts';
import type { Subject } from './subject.ts';
import { tableStates } from './table-states.ts';
import { wayIn } from './way-in.ts';

/** In the order in which their facts are printed. */
export const subjects: readonly Subject<unknown>[] = [
  stackState,
  deploys,
  releases,
  liveVersions,
  requests,
  silence,
  refusedTokens,
  alarmStates,
  muteRules,
  latency,
  addresses,
  concurrency,
  certificate,
  wayIn,
  functionErrors,
  strangers,
  tableStates,
  otherTables,
];
