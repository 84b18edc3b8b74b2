import { alarmKinds } from './alarms.ts';
import { functionKinds } from './functions.ts';
import { gatewayKinds } from './gateway.ts';
import { logKinds } from './logs.ts';
import { probeKinds } from './probe.ts';
import { releaseKinds } from './release.ts';
import type { ResourceKind } from './resource-kind.ts';
import { roleKinds } from './roles.ts';
import { tableKinds } from './tables.ts';
import { topicKinds } from './topics.ts';

const all: readonly ResourceKind[] = [
  ...alarmKinds,
  ...functionKinds,
  ...gatewayKinds,
  ...logKinds,
  ...probeKinds,
  ...releaseKinds,
  ...roleKinds,
  ...tableKinds,
  ...topicKinds,
];

/** By the type in the template. */
export const kinds: ReadonlyMap<string, ResourceKind> = new Map(
  all.map((kind) => [kind.type, kind]),
);
