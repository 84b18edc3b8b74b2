import { alarmKinds } from './alarms.ts';
import { apiKinds } from './api.ts';
import { authorizerKinds } from './authorizers.ts';
import { domainKinds } from './domains.ts';
import { functionKinds } from './functions.ts';
import { logKinds } from './logs.ts';
import { permissionKinds } from './permissions.ts';
import { probeKinds } from './probe.ts';
import { releaseKinds } from './release.ts';
import type { ResourceKind } from './resource-kind.ts';
import { roleKinds } from './roles.ts';
import { routeKinds } from './routes.ts';
import { tableKinds } from './tables.ts';
import { topicKinds } from './topics.ts';
import { versionKinds } from './versions.ts';

const all: readonly ResourceKind[] = [
  ...alarmKinds,
  ...apiKinds,
  ...authorizerKinds,
  ...domainKinds,
  ...functionKinds,
  ...logKinds,
  ...permissionKinds,
  ...probeKinds,
  ...releaseKinds,
  ...roleKinds,
  ...routeKinds,
  ...tableKinds,
  ...topicKinds,
  ...versionKinds,
];

/** By the type in the template. */
export const kinds: ReadonlyMap<string, ResourceKind> = new Map(
  all.map((kind) => [kind.type, kind]),
);
